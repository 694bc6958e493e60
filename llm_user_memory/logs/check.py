"""Whether LLM's log database is whole."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .. import sqlite
from ..errors import LogsError
from .database import PATIENCE, connected
from .rows import id_floor
from .turns import Position, after, since

CHECKED_WHOLE = 100_000_000
"""Bytes; a larger database is not copied into memory to be checked."""

# Pages, a megabyte in all: copied in a millisecond or two.
_STEP = 250


def integrity(path: Path) -> str:
    """Return what is damaged in the database, "" when that is nothing.

    To check it takes as long as to read it, and LLM could not write all the while: a copy in
    memory is checked, made in steps between which LLM can. Of a database that is larger than
    `CHECKED_WHOLE`, only what `since` and `after` would read is read. Raises LogsError when it
    cannot be read just now.
    """
    try:
        if path.exists() and path.stat().st_size <= CHECKED_WHOLE:
            return _fault_of_copy(path)
        after(path, Position(), 1)
        since(path, id_floor(time.time() - 86400), 200)
    except LogsError as error:
        if _is_damage(error):
            return str(error.__cause__)
        raise
    return ""


def _fault_of_copy(path: Path) -> str:
    with connected(path, PATIENCE) as source, closing(sqlite3.connect(":memory:")) as copy:
        # A database in memory cannot be given pages of another size later.
        copy.execute(f"pragma page_size = {source.execute('pragma page_size').fetchone()[0]}")
        source.backup(copy, pages=_STEP, sleep=0.005, progress=_until(time.monotonic() + 5))
        return sqlite.fault(copy)


def _until(deadline: float) -> Callable[[int, int, int], None]:
    """What ends a copying that begins anew whenever somebody writes."""

    def look(_status: int, _remaining: int, _pages: int) -> None:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("it is being written all the time")

    return look


def _is_damage(error: LogsError) -> bool:
    """Whether SQLite calls the file damaged, or none of its own; what passes is operational."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(
        cause, sqlite3.OperationalError
    )
