"""Finds out whether a row of LLM's logs.db has our text, or belongs to a turn of the user's.

This module only reads.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from ...logs import fields
from .plan import SOURCES, columns

# The first turn that a message or one of its descendants belongs to.
_OF_MESSAGE = """
with recursive following(hash) as (
    select ? union select m.hash from messages m join following on m.parent_hash = following.hash
)
select id, thread_id from turns where tip_message_hash in following
or parent_message_hash in following order by id limit 1
"""
_WHERE = {
    "user": "prompt",
    "system": "prompt",
    "assistant": "answer",
    "prompt": "prompt",
    "response": "answer",
}


@dataclass(frozen=True)
class Mention:
    """A turn that mentions a fact. `where` is "prompt", "answer" or the name of a column."""

    turn_id: str
    thread_id: str
    where: str


def is_ours(db: sqlite3.Connection, table: str, number: int) -> bool:
    """Tell whether a row, by its rowid, is one of our fragments."""
    if table != "fragments":
        return False
    query = "select 1 from fragments where rowid = ? and source in (?, ?, ?)"
    return db.execute(query, (number, *SOURCES)).fetchone() is not None


def turns(db: sqlite3.Connection, turn_ids: Iterable[str]) -> list[Mention]:
    """Return a mention, in the prompt, for each of the turns that is still in the log."""
    found = []
    for table, thread in (("turns", "thread_id"), ("responses", "conversation_id")):
        if table in columns(db):
            query = f"select id, {thread} as thread from {table} where id in "
            rows = db.execute(f"{query} (select value from json_each(?))", (_json(turn_ids),))
            found += [
                Mention(row["id"], fields.name(row["thread"]) or row["id"], "prompt")
                for row in rows
            ]
    return found


def turn(db: sqlite3.Connection, table: str, column: str, number: int) -> Mention | None:
    """Return the turn that a row belongs to, or None if there is none or it cannot be read."""
    names = columns(db).get(table, [])
    if table == "parts":
        query = """
            select message_hash, (select role from messages where hash = message_hash) as role
            from parts where rowid = ?
        """
        row = db.execute(query, (number,)).fetchone()
        found = db.execute(_OF_MESSAGE, (row["message_hash"],)).fetchone()
        role, said_in = fields.name(row["role"]), fields.name(found["id"]) if found else ""
        if not said_in:
            return None
        thread = fields.name(found["thread_id"]) or said_in
        return Mention(said_in, thread, _WHERE.get(role, role or column))
    own = table in ("turns", "responses")
    key = "id" if own else next((n for n in ("turn_id", "response_id") if n in names), None)
    if key is None:
        return None
    row = db.execute(f'select {key} as id from "{table}" where rowid = ?', (number,)).fetchone()
    turn_id = fields.name(row["id"]) if row else ""
    said = next(iter(turns(db, [turn_id])), None) if turn_id else None
    return Mention(said.turn_id, said.thread_id, _WHERE.get(column, column)) if said else None


def place(db: sqlite3.Connection, table: str, column: str, number: int) -> str:
    """Return a description, for the user, of a row that belongs to no turn."""
    if table == "fragments":
        query = "select hash, source from fragments where rowid = ?"
        row = db.execute(query, (number,)).fetchone()
        name, source = (fields.name(row[column]) for column in ("hash", "source"))
        return f"the fragment {name[:12] or number} ({source or 'without a source'})"
    if column == "name" and table in ("threads", "conversations"):
        row = db.execute(f"select id from {table} where rowid = ?", (number,)).fetchone()
        return f"the title of {fields.name(row['id']) or f'row {number} of {table}'}"
    return f"{table}.{column}"


def _json(values: Iterable[str]) -> str:
    return json.dumps(list(values))
