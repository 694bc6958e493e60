"""Let SQLite begin as on a Mac: in WAL mode a commit need not be on the disk when it returns.

Apple builds it so, for speed. Whoever needs more has to say so.
"""

import sqlite3
from typing import Any

_connect = sqlite3.connect


def _careless(*arguments: Any, **options: Any) -> sqlite3.Connection:
    db = _connect(*arguments, **options)
    db.execute("pragma synchronous = normal")
    return db


sqlite3.connect = _careless
