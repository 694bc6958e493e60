"""Facts that left the profile while they were marked local: what says them still stays here.

A line that is reworded, replaced by a newer fact or cleared does not free the conversations, notes
and files that say what it said. Only fingerprints are stored, as of forgotten facts. The record of
a fact ends when it is in the profile again, so that its own mark counts, or when the user says so
(`learn.former_facts`).
"""

import sqlite3
import time
from collections.abc import Collection

from ..text import fingerprints
from ..text.fingerprints import Forgotten, of_facts, says
from . import forgotten


def leaving(db: sqlite3.Connection, before: str, after: str) -> list[str]:
    """Return the facts of a text of the profile that are local and that the text `after` it lacks.

    A local fact is left out if a shareable one says all of it that only `after` has. Another fact
    is local by then if it was reworded and marked in one save.
    """
    from ..profile.document import facts, local_texts  # prompts load this module for `load`

    was, now = local_texts(before), local_texts(after)
    old, known = ({fact.text for fact in facts(text)} for text in (before, after))
    instead = known - now - (old - was)
    if not (gone := old - known) or not (was | now):
        return []
    salt = forgotten.salt(db)

    def is_said(fact: str, others: Collection[str]) -> bool:
        said = of_facts(salt, [fact])
        return any(says(said, other, is_fact=True) for other in others)

    return [
        fact
        for fact in gone
        if (not is_said(fact, instead) if fact in was else is_said(fact, now - was))
    ]


def record(db: sqlite3.Connection, facts: Collection[str]) -> None:
    """Record local facts that leave the profile, with their quotes. Call it inside a transaction.

    Their moments are when they were marked.
    """
    if not facts:
        return
    from . import origins, placements

    salt, now = forgotten.salt(db), time.time()
    at = placements.recorded_at(db, "local", facts)
    quotes = {origin.fact: origin.quote for origin in origins.of_facts(db, facts).values()}
    for fact in facts:
        sizes = fingerprints.of_forms(salt, fact)
        if quote := quotes.get(fact):
            sizes[fingerprints.of_quote(salt, quote)] = 0
        mark, moment = fingerprints.of_fact(salt, fact), at.get(fact, now)
        db.executemany(
            "insert or replace into formerly_local values (?, ?, ?, ?)",
            [(said, mark, size, moment) for said, size in sizes.items()],
        )


def has_any(db: sqlite3.Connection) -> bool:
    """Tell whether any fact is recorded."""
    return db.execute("select 1 from formerly_local limit 1").fetchone() is not None


def among(db: sqlite3.Connection, facts: Collection[str]) -> list[str]:
    """Return those of the facts that are recorded, each once."""
    if not has_any(db):
        return []
    salt, query = forgotten.salt(db), "select 1 from formerly_local where fact = ? limit 1"
    return [
        fact
        for fact in dict.fromkeys(facts)
        if db.execute(query, (fingerprints.of_fact(salt, fact),)).fetchone()
    ]


def remove(db: sqlite3.Connection, facts: Collection[str]) -> None:
    """End the records of facts. Call it inside a transaction."""
    if not facts or not has_any(db):
        return
    salt = forgotten.salt(db)
    db.executemany(
        "delete from formerly_local where fact = ?",
        [(fingerprints.of_fact(salt, fact),) for fact in facts],
    )


def load(db: sqlite3.Connection, *, heard_by: str = "") -> Forgotten:
    """Return the fingerprints of these facts and their quotes, to compare texts with.

    Facts that the model `heard_by` was told are left out.
    """
    query = """
        select fingerprint, words, max(at) as at from formerly_local
        where fact not in (select fact from told where model = ?) group by 1
    """
    rows = db.execute(query, (heard_by,)).fetchall()
    if not rows:
        return Forgotten()
    return Forgotten(
        forgotten.salt(db),
        {row["fingerprint"]: row["at"] for row in rows},
        frozenset(row["words"] for row in rows if row["words"]),
    )
