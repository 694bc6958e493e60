"""Opens an existing SQLite database with a mode, and checks a database for damage.

Every prompt and the watcher load this module, so it imports the standard library only, and little
of it. Databases that are created if missing are opened elsewhere: see `store.state`.
"""

import os
import sqlite3
from pathlib import Path
from typing import Literal
from urllib.parse import quote

Mode = Literal["ro", "rw"]


def connect(path: Path | None, mode: Mode, patience: float) -> sqlite3.Connection:
    """Open an existing database, or an empty one in memory if `path` is None.

    A connection with mode "ro" cannot write to the database, and neither mode creates a file. The
    connection is in autocommit mode, its rows are `sqlite3.Row`, and it waits `patience` seconds
    for a lock. Raises sqlite3.Error.
    """
    uri = f"file:{quote(os.fsencode(path))}?mode={mode}" if path else ":memory:"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


_OF_THE_MOMENT = ("locked", "busy", "full", "readonly", "read-only", "i/o", "unable to open")


def is_of_the_moment(error: Exception) -> bool:
    """Tell whether an error comes from the disk or another process, and does not mean damage."""
    is_operational = isinstance(error, (sqlite3.OperationalError, OSError))
    return is_operational and any(words in str(error).lower() for words in _OF_THE_MOMENT)


def fault(db: sqlite3.Connection, check: Literal["quick", "integrity"] = "quick") -> str:
    """Return the first fault that SQLite's check reports, "" for none. Raises sqlite3.Error."""
    answer = str(db.execute(f"pragma {check}_check(1)").fetchone()[0])
    return "" if answer == "ok" else answer.splitlines()[-1]
