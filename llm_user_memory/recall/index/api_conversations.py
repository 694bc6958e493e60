"""Indexing the conversations that the API stored: see `store.kept_conversations`.

Each is a document.
"""

import json
import sqlite3
from collections.abc import Iterator

from ...store import kept_conversations
from ...store.state import Store
from ...text.fingerprints import Forgotten
from . import db as index_db
from . import documents
from .db import SAID

# The key in `meta` of the last indexed change, the number of turns, and a signature.
_ENTERED = "kept"

_BATCH = 50


def refresh(
    db: sqlite3.Connection, store: Store, forgotten: Forgotten, signature: str
) -> Iterator[int]:
    """Index the conversations that have changed, and remove those that were deleted.

    `signature` tells what was forgotten. Yields the number of turns per transaction.
    """
    now = [*kept_conversations.signature(store.db), signature]
    had = json.loads(index_db.get(db, _ENTERED) or '[0, 0, ""]')
    if now == had or not (now[1] or had[1]):
        return
    # What was deleted is in no later change, and what was forgotten may be in any turn.
    is_partial = now[1] >= had[1] and now[2] == had[2]
    wanted = kept_conversations.threads(store.db, had[0] if is_partial else -1)
    for first in range(0, len(wanted), _BATCH):
        number = 0
        with index_db.transaction(db):
            for thread_id in wanted[first : first + _BATCH]:
                number += _enter(db, store, thread_id, forgotten)
        yield number
    with index_db.transaction(db):
        there = set(kept_conversations.threads(store.db))
        rows = db.execute("select key from documents where kind = ?", (SAID,)).fetchall()
        for key in {row["key"] for row in rows} - there:
            documents.drop(db, SAID, key)
        index_db.put(db, _ENTERED, json.dumps(now))


def _enter(db: sqlite3.Connection, store: Store, thread_id: str, forgotten: Forgotten) -> int:
    from .turn_parts import TurnParts  # few people keep conversations

    made = TurnParts(
        db,
        store,
        (SAID, thread_id),
        forgotten,
        lambda ids: kept_conversations.places(store.db, ids),
        0.0,
    )
    parts = made.of(kept_conversations.turns(store.db, thread_id))
    documents.renew(db, SAID, thread_id, parts)
    return len(parts)
