"""SQLite for every database: opening one by URI with a mode, and checking it for damage.

A prompt and the watcher load this: it imports the standard library only, and little of it. The
databases of the memory folder that are made where they are missing are opened by their path.
"""

import os
import sqlite3
from pathlib import Path
from typing import Literal
from urllib.parse import quote

Mode = Literal["ro", "rw"]


def connect(path: Path | None, mode: Mode, patience: float) -> sqlite3.Connection:
    """Open a database that is there, or an empty one in memory where `path` is None.

    "ro" never writes to it, and neither mode makes a file. The connection is in autocommit mode,
    its rows have names, and it waits `patience` seconds for a lock. Raises sqlite3.Error.
    """
    uri = f"file:{quote(os.fsencode(path))}?mode={mode}" if path else ":memory:"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


def fault(db: sqlite3.Connection, check: Literal["quick", "integrity"] = "quick") -> str:
    """Return the first damage that SQLite's check finds, "" for none. Raises sqlite3.Error."""
    answer = str(db.execute(f"pragma {check}_check(1)").fetchone()[0])
    return "" if answer == "ok" else answer.splitlines()[-1]
