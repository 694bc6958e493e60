"""Changing what is known: learning from conversations, and by hand."""
