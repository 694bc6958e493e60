"""Finding what was said and noted before: index.db, and asking it.

`index` owns the file, `conversations` and other sources put in what they hold, `refresh` keeps it
new, `search` asks it.
"""
