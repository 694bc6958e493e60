"""The integrity check of LLM's log database."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .. import sqlite
from ..errors import LogsError
from .database import PATIENCE, connected
from .fields import id_floor
from .turns import Position, position_before, turns_after

LARGEST_FULL_CHECK = 100_000_000
"""In bytes. The check copies a database into memory, unless it is larger than this."""

# The pages to copy in one step: a megabyte, which takes a millisecond or two.
_STEP = 250


def integrity(path: Path) -> str:
    """Return SQLite's description of the damage, "" if the database is intact.

    A check reads the whole database, and LLM could not write meanwhile. So the check runs on a copy
    in memory, which is made in short steps, between which LLM can write. In a database larger than
    `LARGEST_FULL_CHECK`, only the first rows and those of the last day are read, in the way of an
    update. Raises LogsError if the database cannot be read for another reason, such as a lock.
    """
    try:
        if path.exists() and path.stat().st_size <= LARGEST_FULL_CHECK:
            return _fault_of_copy(path)
        turns_after(path, Position(), 1)
        turns_after(path, position_before(path, id_floor(time.time() - 86400)))
    except LogsError as error:
        if _is_damage(error):
            return str(error.__cause__)
        raise
    return ""


def _fault_of_copy(path: Path) -> str:
    with connected(path, PATIENCE) as source, closing(sqlite3.connect(":memory:")) as copy:
        # Must be set before the copy: the page size of a database in memory cannot change later.
        copy.execute(f"pragma page_size = {source.execute('pragma page_size').fetchone()[0]}")
        source.backup(copy, pages=_STEP, sleep=0.005, progress=_until(time.monotonic() + 5))
        return sqlite.fault(copy)


def _until(deadline: float) -> Callable[[int, int, int], None]:
    """Return a progress callback that ends the copy at the deadline.

    SQLite restarts the copy after each write by another process, so it might never end.
    """

    def raise_if_late(_status: int, _remaining: int, _pages: int) -> None:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("it is being written all the time")

    return raise_if_late


def _is_damage(error: LogsError) -> bool:
    """Whether the file is damaged or not a database, rather than temporarily unreadable."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(
        cause, sqlite3.OperationalError
    )
