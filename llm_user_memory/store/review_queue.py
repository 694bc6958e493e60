"""The review queue: edits for the user to decide about, and facts that they chose to keep."""

import json
import sqlite3
from collections.abc import Iterable, Set
from datetime import date
from functools import lru_cache
from typing import Literal, NamedTuple

from ..egress import USER, Destination, Place, Said, is_local, may
from ..profile.archive import is_over
from ..profile.document import facts
from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from . import forgotten
from .backfilled import SAID_AT

_QUEUE = f"""
    select e.id, e.op, e.section, e.old, e.new, e.quote, e.turn_id, e.refusal as reason, e.place,
           u.thread_id, {SAID_AT} as said_at, w.settled
    from waiting w join edits e on e.id = w.edit_id join updates u on u.id = e.update_id
    order by e.id
"""


class QueuedEdit(NamedTuple):
    """One edit that the user has to decide about.

    `reason` says why it was not made automatically. `said_at` is when its quote was said, in
    seconds since 1970, None if that is unknown. `place` is where the model ran to which the quote
    was said, or which proposed the edit; "" if that is not recorded.
    """

    id: int
    op: str
    section: str
    old: str
    new: str
    quote: str
    turn_id: str
    reason: str
    thread_id: str
    said_at: float | None
    place: Place | Literal[""] = ""


def open_edits(
    db: sqlite3.Connection, profile: str, reader: Destination = USER
) -> list[QueuedEdit]:
    """Return the undecided edits that would still change the profile, the oldest first.

    Of several equal edits only one is returned: the one with the newest quote, or if none has a
    quote, one that stays on this machine rather than the first. A replacement or removal that the
    user once dropped is not returned again, nor is the removal of a fact whose last day has passed
    since. Edits that may not go to `reader` are left out.
    """
    unsettled: dict[tuple[str, str, str], QueuedEdit] = {}
    dropped = set()
    for row in db.execute(_QUEUE):
        edit = QueuedEdit(**{name: row[name] for name in QueuedEdit._fields})
        if row["settled"] is None:
            if not may(Said(edit.place), reader):
                continue
            same = unsettled.get(_identity(edit))
            if edit.quote or same is None or (not same.quote and is_local(edit.place)):
                unsettled[_identity(edit)] = edit
        elif row["settled"] == "dropped" and edit.op != "add":
            # The user chose to keep this line, so the same edit is not offered again.
            dropped.add(_identity(edit))
    if not unsettled:
        return []
    fingerprints = forgotten.load(db)
    known = _spelled(profile)
    return [
        edit
        for says, edit in unsettled.items()
        if says not in dropped and _is_open(edit, known, fingerprints)
    ]


def is_undecided(db: sqlite3.Connection, edit: QueuedEdit) -> bool:
    """Tell whether the user has not decided about the edit since it was read."""
    query = "select 1 from waiting where edit_id = ? and settled is null"
    return db.execute(query, (edit.id,)).fetchone() is not None


def resolve(db: sqlite3.Connection, edit: QueuedEdit, how: str) -> None:
    """Record the user's decision about the edit and all equal ones. `how`: "taken" or "dropped"."""
    query = """
        select e.id, e.op, e.old, e.new from waiting w join edits e on e.id = w.edit_id
        where w.settled is null
    """
    same = [
        row["id"]
        for row in db.execute(query).fetchall()
        if (row["op"], fold(row["old"]), fold(row["new"])) == _identity(edit)
    ]
    db.execute(
        "update waiting set settled = ? where edit_id in (select value from json_each(?))",
        (how, json.dumps(same)),
    )


def record_kept(db: sqlite3.Connection, fact: str, now: float) -> None:
    """Record, by fingerprint, that the user was asked about a fact and keeps it."""
    mark = fingerprints.of_fact(forgotten.salt(db), fact)
    db.execute("insert or replace into reviewed values (?, ?)", (mark, now))


def kept_at(db: sqlite3.Connection, facts: Iterable[str]) -> dict[str, float]:
    """Return when the user last decided to keep each fact; facts they never did are left out."""
    salt = forgotten.salt(db)
    moments = {row["fact"]: row["at"] for row in db.execute("select * from reviewed")}
    if not moments:  # a fingerprint takes a tenth of a millisecond
        return {}
    marks = {fact: fingerprints.of_fact(salt, fact) for fact in facts}
    return {fact: moments[mark] for fact, mark in marks.items() if mark in moments}


def _identity(edit: QueuedEdit) -> tuple[str, str, str]:
    return edit.op, fold(edit.old), fold(edit.new)


def _is_open(edit: QueuedEdit, known: Set[str], fingerprints: Forgotten) -> bool:
    """Whether the edit still applies to the profile, and its fact was not forgotten since.

    `known` has the facts of the profile, both as written and folded.
    """
    if edit.op == "remove" and _is_moot(edit):
        return False
    is_known = not known.isdisjoint(_spellings(edit.new if edit.op == "add" else edit.old))
    if is_known == (edit.op == "add"):
        return False
    since = fingerprints.since(edit.new, edit.quote) if edit.new else None
    return since is None or (edit.said_at or 0.0) > since


def _is_moot(edit: QueuedEdit) -> bool:
    """Whether the end of the edit's fact was in doubt, and its last day has passed since."""
    from ..checks.refusals import NOT_ENDED  # `status` does not need the checks

    return edit.reason == NOT_ENDED and is_over(edit.old, date.today())


@lru_cache(maxsize=2)  # folding ten thousand facts takes a tenth of a second
def _spelled(profile: str) -> frozenset[str]:
    """The facts of a profile, both as written and folded."""
    texts = {fact.text for fact in facts(profile)}
    return frozenset(texts | {folded for text in texts if (folded := fold(text))})


def _spellings(fact: str) -> set[str]:
    return {fact, fold(fact)} - {""}
