"""The learned facts that are not marked as local yet, in a home of an earlier version.

The worker marks them, once (`learn.locality`). Until then all of them count as local that were not
certainly said elsewhere.
"""

import sqlite3

from . import state

_UNMARKED = "new from edits where new != '' and place != 'elsewhere'"


def facts(db: sqlite3.Connection) -> frozenset[str]:
    """Return the facts that count as local without a mark; it is one look-up in a marked home."""
    if state.get(db, state.MARKED_AT):
        return frozenset()
    return frozenset(row["new"] for row in db.execute(f"select distinct {_UNMARKED}"))


def exist(db: sqlite3.Connection) -> bool:
    """Tell whether there are such facts, without reading them all."""
    if state.get(db, state.MARKED_AT):
        return False
    return db.execute(f"select {_UNMARKED} limit 1").fetchone() is not None
