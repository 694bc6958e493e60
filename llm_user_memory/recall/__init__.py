"""Finding what was said and noted before: index.db, and asking it.

`index` keeps the index up to date, `search` asks it.
"""
