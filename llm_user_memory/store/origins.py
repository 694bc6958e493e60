"""The origin of a learned fact: its quote, conversation and model, and the fact it replaced."""

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from ..egress import Place
from ..text.words import fold
from . import forgotten, updates
from .backfilled import SAID_AT

ACCEPTED = "(e.refusal = '' or e.id in (select edit_id from waiting where settled = 'taken'))"
"""SQL expression: whether edit `e` was made, by itself or after the user accepted it."""

_EDITS = f"""
    select e.op, e.old, e.new, e.quote, e.turn_id, e.place, u.thread_id, u.model, u.ended,
           u.source,
           {SAID_AT} as said_at
    from edits e join updates u on u.id = e.update_id
    where e.new != '' and {ACCEPTED}
    order by e.id
"""
_LEARNED = f"""
    select e.id, e.update_id, e.turn_id, e.new as fact from edits e
    where e.op != 'remove' and {ACCEPTED}
"""
_SAID_AGAIN = """
    select id, update_id, turn_id, old as fact from edits where refusal = :known and old != ''
"""
# With more facts in other spellings than they were learned in, all that was learned is read.
_MOST_SPELLINGS = 10

_AMONG = "select value from json_each(:wanted)"


@dataclass(frozen=True)
class Origin:
    """How a fact was learned. Times are in seconds since 1970.

    `said_at` is when its quote was said, None for a merged fact, because each fact that it was
    merged from has its own origin. `learned_at` is when the update was made. `replaced` has the
    facts that it replaced or was merged from. `source` is described at `updates.Update`, and
    `place` is where the model ran that the quote was said to, "" if that is not recorded.
    """

    fact: str
    quote: str
    said_at: float | None
    learned_at: float
    thread_id: str
    turn_id: str
    model: str
    replaced: tuple[str, ...]
    source: str = ""
    place: Place | Literal[""] = ""


@dataclass(frozen=True)
class Mentions:
    """How often a fact was said, and when last, in seconds since 1970."""

    times: int
    last: float


def learned(db: sqlite3.Connection, facts: Collection[str]) -> set[str]:
    """Return those of the facts that were learned. The user wrote, or imported, the others."""
    query = f"select fact from ({_LEARNED}) where fact in ({_AMONG})"
    return {row["fact"] for row in db.execute(query, {"wanted": json.dumps(list(facts))})}


def learned_quotes(db: sqlite3.Connection, facts: Collection[str]) -> dict[str, str]:
    """Return the latest quotes of those facts that updates wrote, by their folded texts.

    The archive may have thousands of facts that no edit is about. A fact in another spelling is
    looked for by its longest word.
    """
    query = """
        select new, quote from edits where refusal = '' and op != 'remove' and new != ''
        and new in (select value from json_each(?)) order by id
    """
    rows = db.execute(query, (json.dumps(list(facts)),)).fetchall()
    found = {fold(row["new"]): row["quote"] for row in rows}
    others = {folded for fact in facts if (folded := fold(fact)) not in found}
    if len(others) > _MOST_SPELLINGS:
        return {fold(fact): quote for fact, quote in updates.learned_facts(db).items()}
    query = """
        select new, quote from edits where refusal = '' and op != 'remove' and new like ?
        order by id
    """
    for other in others:
        word = max(filter(str.isascii, other.split()), key=len, default="")
        for row in db.execute(query, (f"%{word}%",)).fetchall():
            if row["new"] and fold(row["new"]) == other:
                found[other] = row["quote"]
    return found


def facts_of_turn(db: sqlite3.Connection, turn_id: str) -> set[str]:
    """Return the facts that were learned from a turn, also those that the profile lost since."""
    query = "select new from edits where turn_id = ? and refusal = '' and new != ''"
    return {row["new"] for row in db.execute(query, (turn_id,))} if turn_id else set()


def learned_at(db: sqlite3.Connection, facts: Collection[str]) -> dict[str, float]:
    """Return when the last update that learned each fact, in exactly these words, ended."""
    query = f"""
        select fact, max(u.ended) as at from ({_LEARNED}) e join updates u on u.id = e.update_id
        where fact in ({_AMONG}) group by fact
    """
    rows = db.execute(query, {"wanted": json.dumps(list(facts))})
    return {row["fact"]: row["at"] for row in rows if row["at"] is not None}


def mentions(db: sqlite3.Connection, facts: Collection[str]) -> dict[str, Mentions]:
    """Return how often each fact was said in a conversation; facts that never were are left out.

    If it is not recorded when a quote was said, the time of its update counts.
    """
    from ..checks.refusals import ALREADY_KNOWN  # reports load this module without the checks

    query = f"""
        select fact, coalesce(max({SAID_AT}), max(u.started)) as last, count(*) as times
        from ({_LEARNED} and e.new in ({_AMONG}) union all {_SAID_AGAIN} and old in ({_AMONG})) e
        join updates u on u.id = e.update_id
        group by fact
    """
    rows = db.execute(query, {"known": ALREADY_KNOWN, "wanted": json.dumps(list(facts))})
    return {row["fact"]: Mentions(row["times"], row["last"]) for row in rows}


def of_facts(db: sqlite3.Connection, wanted: Collection[str] | None = None) -> dict[str, Origin]:
    """Return the newest origin of every fact that was ever learned, by its folded text.

    With `wanted`, only the origins of facts that were learned in exactly these words are returned.
    Forgotten facts are left out of `replaced`.
    """
    fingerprints = forgotten.load(db)
    query, values = _EDITS, {}
    if wanted is not None:
        query = _EDITS.replace("order by", f"and e.new in ({_AMONG}) order by")
        values = {"wanted": json.dumps(list(wanted))}
    return {
        fold(row["new"]): Origin(
            row["new"],
            row["quote"],
            row["said_at"],
            row["ended"],
            row["thread_id"],
            row["turn_id"],
            row["model"],
            tuple(
                old
                for old in forgotten.old_facts(row["op"], row["old"])
                if not fingerprints.fact(old)
            ),
            row["source"],
            row["place"],
        )
        for row in db.execute(query, values).fetchall()
    }


def chain(db: sqlite3.Connection, fact: str) -> list[Origin]:
    """Return what `history_of` returns, without reading the edits of other facts.

    Replaced facts are found only in exactly the words of the edit.
    """
    found: list[Origin] = []
    known = of_facts(db, [fact]) or of_facts(db, _learned_as(db, fact))
    while known:
        new = [origin for origin in known.values() if origin not in found]
        found += new
        wanted = [text for origin in new for text in origin.replaced]
        known = of_facts(db, wanted) if wanted else {}
    return found


def _learned_as(db: sqlite3.Connection, fact: str) -> list[str]:
    """Other spellings in which a fact was learned, with different punctuation or case."""
    words = [word for word in fold(fact).split() if word.isascii()]
    like = f"%{max(words, key=len)}%" if words else "%"
    rows = db.execute("select distinct new from edits where new like ? and new != ?", (like, fact))
    return [row["new"] for row in rows.fetchall() if fold(row["new"]) == fold(fact)]


def history_of(origins: Mapping[str, Origin], fact: str) -> list[Origin]:
    """Return the fact's origin and those of all facts it replaced, the newest first."""
    found: list[Origin] = []
    wanted = [fact]
    while wanted:
        origin = origins.get(fold(wanted.pop(0)))
        if origin and origin not in found:
            found.append(origin)
            wanted += origin.replaced
    return found
