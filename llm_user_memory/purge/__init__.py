"""Erasing facts for real: from all that is ours, and from what LLM stored of our text.

`target` says what goes, `state` and `index` take it out of the memory folder, `logs_db` out of
LLM's logs.db, `search` looks for what is left, and `run` does all of it in order. The only package
that writes to logs.db.
"""
