"""Edits that only the user can decide, and facts that they were last asked about long ago."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from ..profile.document import find_fact
from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from . import forgotten
from .backfilled import SAID_AT

_QUEUE = f"""
    select e.id, e.op, e.section, e.old, e.new, e.quote, e.turn_id, e.refusal as reason,
           u.thread_id, {SAID_AT} as said, w.settled
    from waiting w join edits e on e.id = w.edit_id join updates u on u.id = e.update_id
    order by e.id
"""


class QueuedEdit(NamedTuple):
    """One edit that waits: `reason` says why it was not made."""

    id: int
    op: str
    section: str
    old: str
    new: str
    quote: str
    turn_id: str
    reason: str
    thread_id: str
    said: float | None


def open_edits(db: sqlite3.Connection, profile: str) -> list[QueuedEdit]:
    """Return the edits that wait for the user, and would still change the profile.

    The oldest first; of several that say the same only one, with the newest quote.
    """
    unsettled: dict[tuple[str, str, str], QueuedEdit] = {}
    dropped = set()
    for row in db.execute(_QUEUE):
        edit = QueuedEdit(**{name: row[name] for name in QueuedEdit._fields})
        if row["settled"] is None:
            unsettled[_identity(edit)] = edit
        elif row["settled"] == "dropped" and edit.op != "add":
            dropped.add(_identity(edit))  # the user's line stands, however often it is contradicted
    fingerprints = forgotten.load(db)
    return [
        edit
        for says, edit in unsettled.items()
        if says not in dropped and _is_open(edit, profile, fingerprints)
    ]


def resolve(db: sqlite3.Connection, edit: QueuedEdit, how: str) -> None:
    """Record that the user took or dropped the edit, and every other that says the same."""
    same = [
        row["id"]
        for row in db.execute("select id, op, old, new from edits").fetchall()
        if (row["op"], fold(row["old"]), fold(row["new"])) == _identity(edit)
    ]
    db.execute(
        "update waiting set settled = ? where settled is null and edit_id in "
        "(select value from json_each(?))",
        (how, json.dumps(same)),
    )


def record_kept(db: sqlite3.Connection, fact: str, now: float) -> None:
    """Record that the user was asked about a fact, and keeps it."""
    mark = fingerprints.of_fact(forgotten.salt(db), fact)
    db.execute("insert or replace into reviewed values (?, ?)", (mark, now))


def kept_at(db: sqlite3.Connection, facts: Iterable[str]) -> dict[str, float]:
    """Return when the user last kept each of these facts, of those they ever did."""
    salt = forgotten.salt(db)
    moments = {row["fact"]: row["at"] for row in db.execute("select * from reviewed")}
    marks = {fact: fingerprints.of_fact(salt, fact) for fact in facts}
    return {fact: moments[mark] for fact, mark in marks.items() if mark in moments}


def _identity(edit: QueuedEdit) -> tuple[str, str, str]:
    return edit.op, fold(edit.old), fold(edit.new)


def _is_open(edit: QueuedEdit, profile: str, fingerprints: Forgotten) -> bool:
    """Whether the edit's lines are there as it found them, and nothing of it is forgotten since."""
    if edit.op != "add" and find_fact(profile, edit.old) is None:
        return False
    if edit.op == "add" and find_fact(profile, edit.new) is not None:
        return False
    since = fingerprints.since(edit.new, edit.quote) if edit.new else None
    return since is None or (edit.said or 0.0) > since
