"""Learned facts that an earlier version stored without local marks.

The worker marks them once (`learn.locality.mark_learned_before`). Until then, each of them counts
as local unless it was certainly said to a model elsewhere.
"""

import sqlite3

from . import state

_UNMARKED = "new from edits where new != '' and place != 'elsewhere'"


def facts(db: sqlite3.Connection) -> frozenset[str]:
    """Return the facts that count as local without a mark.

    Once the worker has marked them, this is empty, and costs one query.
    """
    if state.get(db, state.MARKED_AT):
        return frozenset()
    return frozenset(row["new"] for row in db.execute(f"select distinct {_UNMARKED}"))


def exist(db: sqlite3.Connection) -> bool:
    """Tell whether there are such facts, without reading them all."""
    if state.get(db, state.MARKED_AT):
        return False
    return db.execute(f"select {_UNMARKED} limit 1").fetchone() is not None
