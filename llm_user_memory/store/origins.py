"""Where a fact comes from: the user's words, the conversation, the model, what it replaced."""

import sqlite3
from dataclasses import dataclass

from ..profile.document import merged_facts
from ..text.words import fold
from . import forgotten
from .backfilled import SAID_AT

_EDITS = f"""
    select e.op, e.old, e.new, e.quote, e.turn_id, u.thread_id, u.model, u.ended, u.source,
           {SAID_AT} as said
    from edits e join updates u on u.id = e.update_id
    where e.new != '' and (e.refusal = '' or e.id in
        (select edit_id from waiting where settled = 'taken'))
    order by e.id
"""


@dataclass(frozen=True)
class Origin:
    """How a fact was learned, in seconds since 1970; `replaced` names what stood there before.

    `said` is None where the fact was merged from others, each of which has its own origin.
    `source` is where the conversation is from, "" for one that was logged as it was held.
    """

    fact: str
    quote: str
    said: float | None
    learned: float
    thread_id: str
    turn_id: str
    model: str
    replaced: tuple[str, ...]
    source: str = ""


def of_facts(db: sqlite3.Connection) -> dict[str, Origin]:
    """Return the newest origin of every fact that was ever learned, by its folded text.

    What it replaced is left out where that was forgotten since.
    """
    fingerprints = forgotten.load(db)
    return {
        fold(row["new"]): Origin(
            row["new"],
            row["quote"],
            row["said"],
            row["ended"],
            row["thread_id"],
            row["turn_id"],
            row["model"],
            tuple(old for old in _replaced(row) if not fingerprints.fact(old)),
            row["source"],
        )
        for row in db.execute(_EDITS).fetchall()
    }


def history_of(origins: dict[str, Origin], fact: str) -> list[Origin]:
    """Return the fact's origin and those of everything it replaced, the newest first."""
    found: list[Origin] = []
    wanted = [fact]
    while wanted:
        origin = origins.get(fold(wanted.pop(0)))
        if origin and origin not in found:
            found.append(origin)
            wanted += origin.replaced
    return found


def _replaced(row: sqlite3.Row) -> list[str]:
    if row["op"] == "merge":
        return merged_facts(row["old"])
    return [row["old"]] if row["old"] else []
