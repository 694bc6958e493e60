"""What the index knows of a conversation whose answers may repeat it: see `logs.heard.Heard`."""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from ...egress import Place, Said
from ...logs.heard import Heard
from . import passages
from .db import LOGS


class Thread(NamedTuple):
    """What is known of a conversation up to a turn.

    `is_elsewhere` is whether its last marker is of another profile.
    """

    is_elsewhere: bool = False
    heard: Heard = Heard()

    def kept(self) -> "Thread":
        """Return the state after a turn that may not be sent to any model."""
        return self._replace(heard=self.heard._replace(is_kept=True))


def load(db: sqlite3.Connection, thread_id: str) -> Thread:
    """Return what is known of a conversation so far."""
    query = "select state from documents where kind = ? and key = ?"
    row = db.execute(query, (LOGS, thread_id)).fetchone()
    if row is None or not row["state"]:
        return Thread()
    is_elsewhere, *heard = json.loads(row["state"])
    return Thread(is_elsewhere, from_json(heard))


def record(db: sqlite3.Connection, thread_id: str, thread: Thread) -> None:
    """Record what is known of a conversation. Call it inside a transaction."""
    if thread == load(db, thread_id):
        return
    query = "update documents set state = ? where id = ?"
    stored = json.dumps([thread.is_elsewhere, *as_json(thread.heard)])
    db.execute(query, (stored, passages.document(db, LOGS, thread_id)))


def as_json(heard: Heard) -> list[Any]:
    """Return a `Heard` as a value for JSON."""
    return [heard.is_kept, sorted(heard.said)]


def from_json(stored: Sequence[Any]) -> Heard:
    """Return the `Heard` that `as_json` has converted."""
    is_kept, said = stored
    return Heard(is_kept, frozenset(Said(cast("Place", origin), model) for origin, model in said))


def withhold_after(db: sqlite3.Connection, moment: float) -> None:
    """Withhold all answers of conversations that began before `moment`, in seconds since 1970.

    They may repeat those early turns, which may go to no model. Call it inside a transaction.
    """
    query = """
        select distinct d.id, d.key from documents d join parts x on x.document = d.id
        where d.kind = ? and x.said_at < ?
    """
    for row in db.execute(query, (LOGS, moment)).fetchall():
        db.execute(
            "update passages set shareable = 0 where document = ? and role = 'assistant'",
            (row["id"],),
        )
        record(db, row["key"], load(db, row["key"]).kept())
