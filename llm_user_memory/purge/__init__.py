"""Erasing facts completely: from the memory folder, and from copies of our text in LLM's log.

`target` says what is erased, `state` and `index` take it out of the memory folder, `logs_db` out of
LLM's logs.db, `search` looks for what is left, and `run` does all of it in order. The only package
that writes to logs.db.
"""
