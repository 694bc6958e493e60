"""A memory for LLM: it knows its user, with the user's own words behind every fact."""

__version__ = "0.2.0"
