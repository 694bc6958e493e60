"""Erasing our text from LLM's log database. The only code that writes to logs.db."""
