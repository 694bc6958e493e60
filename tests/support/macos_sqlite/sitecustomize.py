"""Makes SQLite start with the default of macOS: `synchronous = normal`.

In WAL mode a commit then returns before it is on the disk. Apple builds SQLite so, for speed; code
that needs durable commits has to set the pragma itself. Python loads this file when its folder is
on PYTHONPATH.
"""

import sqlite3
from typing import Any

_connect = sqlite3.connect


def _careless(*arguments: Any, **options: Any) -> sqlite3.Connection:
    db = _connect(*arguments, **options)
    db.execute("pragma synchronous = normal")
    return db


sqlite3.connect = _careless
