"""The learned facts that are not marked as local yet, in a home of an earlier version.

The worker marks them, once (`learn.locality`). Until then all of them count as local that were not
certainly said elsewhere.
"""

import sqlite3

from . import state


def facts(db: sqlite3.Connection) -> frozenset[str]:
    """Return the facts that count as local without a mark; it is one look-up in a marked home."""
    if state.get(db, state.MARKED_AT):
        return frozenset()
    query = "select distinct new from edits where new != '' and place != 'elsewhere'"
    return frozenset(row["new"] for row in db.execute(query))
