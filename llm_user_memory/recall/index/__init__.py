"""The search index, index.db: what goes into it, and keeping it up to date."""
