"""Learned facts that an earlier version stored without local marks.

The worker marks them once (`learn.locality.mark_learned_before`). Until then, each of them counts
as local unless it was certainly said to a model elsewhere.
"""

import sqlite3

from . import state


def facts(db: sqlite3.Connection) -> frozenset[str]:
    """Return the facts that count as local without a mark.

    Once the worker has marked them, this is empty, and costs one query.
    """
    if state.get(db, state.MARKED_AT):
        return frozenset()
    query = "select distinct new from edits where new != '' and place != 'elsewhere'"
    return frozenset(row["new"] for row in db.execute(query))
