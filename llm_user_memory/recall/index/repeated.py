"""What an answer may repeat of its conversation: LLM sends all of that again with each prompt.

So an answer goes no further than what was said before it: to no model after something that goes to
none, such as a private prompt, and to none elsewhere after something that was said here.
"""

import json
import sqlite3
from typing import NamedTuple, cast

from ...egress import Destination, Place, Said, is_local
from . import passages
from .db import LOGS


class Heard(NamedTuple):
    """What is known of a conversation up to a turn.

    `is_elsewhere` is whether its last marker is of another profile, `is_kept` whether some of it
    may go to no model, and `said` what of it may not go everywhere.
    """

    is_elsewhere: bool = False
    is_kept: bool = False
    said: frozenset[Said] = frozenset()

    def may_be_repeated(self, origin: Place, model: str) -> bool:
        """Tell whether all of it may go where an answer of this model may go."""
        there = Destination(origin, model)
        return not self.is_kept and all(each.may_go(there) for each in self.said)

    def after(self, origin: Place, model: str, *, is_kept: bool) -> "Heard":
        """Return what is known after one more turn."""
        said = self.said | {Said(origin, model)} if is_local(origin) else self.said
        return self._replace(is_kept=self.is_kept or is_kept, said=said)


def load(db: sqlite3.Connection, thread_id: str) -> Heard:
    """Return what is known of a conversation so far."""
    query = "select state from documents where kind = ? and key = ?"
    row = db.execute(query, (LOGS, thread_id)).fetchone()
    if row is None or not row["state"]:
        return Heard()
    is_elsewhere, is_kept, said = json.loads(row["state"])
    found = (Said(cast("Place", origin), model) for origin, model in said)
    return Heard(is_elsewhere, is_kept, frozenset(found))


def record(db: sqlite3.Connection, thread_id: str, heard: Heard) -> None:
    """Record what is known of a conversation. Call it inside a transaction."""
    if heard == load(db, thread_id):
        return
    query = "update documents set state = ? where id = ?"
    stored = json.dumps([heard.is_elsewhere, heard.is_kept, sorted(heard.said)])
    db.execute(query, (stored, passages.document(db, LOGS, thread_id)))


def withhold_after(db: sqlite3.Connection, moment: float) -> None:
    """Withhold the answers of conversations that began before a time, of which nothing may go.

    Call it inside a transaction.
    """
    query = """
        select distinct d.id, d.key from documents d join parts x on x.document = d.id
        where d.kind = ? and x.said < ?
    """
    for row in db.execute(query, (LOGS, moment)).fetchall():
        db.execute(
            "update passages set held = 0 where document = ? and role = 'assistant'", (row["id"],)
        )
        record(db, row["key"], load(db, row["key"])._replace(is_kept=True))
