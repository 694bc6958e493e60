"""Erasing facts for real: from all that is ours, and from what LLM stored of our text.

`wanted` says what goes, `own` takes it out of the memory folder, `log` out of LLM's logs.db
(`blocks` finds our text in it, `chains` keeps its messages' hashes right), `search` looks for
what is left, and `run` does all of it in order. The only package that writes to logs.db.
"""
