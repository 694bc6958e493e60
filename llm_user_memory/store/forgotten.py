"""What was forgotten, on record as fingerprints of the fact, its quotes and their turns.

Recorded in the transaction that records the version in which the fact is gone, and lifted in
the one in which the user brings it back.
"""

import os
import sqlite3
from collections.abc import Iterable

from ..profile.document import merged_facts
from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from . import state

_SALT = "salt"


def load(db: sqlite3.Connection) -> Forgotten:
    """Return everything that was forgotten."""
    rows = db.execute(
        "select fingerprint, words, max(at) as at from forgotten group by 1"
    ).fetchall()
    return Forgotten(
        salt(db),
        {row["fingerprint"]: row["at"] for row in rows},
        frozenset(row["words"] for row in rows if row["words"]),
    )


def with_fingerprints(db: sqlite3.Connection, marks: Iterable[bytes]) -> Forgotten:
    """Return of what was forgotten that which has these fingerprints."""
    wanted = frozenset(marks)
    rows = db.execute("select fingerprint, words, at from forgotten").fetchall()
    found = [row for row in rows if row["fingerprint"] in wanted]
    return Forgotten(
        salt(db),
        {row["fingerprint"]: row["at"] for row in found},
        frozenset(row["words"] for row in found if row["words"]),
    )


def signature(db: sqlite3.Connection) -> str:
    """Return what differs when something was forgotten or may be learned again."""
    query = "select count(*), max(at), total(at) from forgotten"
    return repr(tuple(db.execute(query).fetchone()))


def forget(db: sqlite3.Connection, facts: Iterable[str], now: float) -> None:
    """Record that the facts were forgotten. Call it inside a transaction."""
    for fact in facts:
        _record(db, fact, _origins(db, fact), now)


def block(db: sqlite3.Connection, fact: str, quote: str, turn_id: str, now: float) -> None:
    """Record that a fact which was said anew, or asked for with a tool, stays forgotten."""
    _record(db, fact, {(quote, turn_id)} if quote else (), now)


def block_turns(
    db: sqlite3.Connection,
    facts: Iterable[str],
    turn_ids: Iterable[str],
    sentences: Iterable[str],
    now: float,
) -> None:
    """Record turns and sentences that say facts which were forgotten, in whatever words.

    They are let in again with the facts. Call it inside a transaction.
    """
    key = salt(db)
    marks = {fingerprints.of_turn(key, turn_id) for turn_id in turn_ids}
    marks |= {fingerprints.of_quote(key, sentence) for sentence in sentences}
    db.executemany(
        "insert or replace into forgotten values (?, ?, 0, ?)",
        [(mark, fingerprints.of_fact(key, fact), now) for fact in facts for mark in marks],
    )


def unforget(db: sqlite3.Connection, facts: Iterable[str]) -> list[str]:
    """Let the facts be learned again; returns those that were forgotten."""
    if not db.execute("select 1 from forgotten limit 1").fetchone():
        return []
    key = salt(db)
    return [
        fact
        for fact in facts
        if db.execute(
            "delete from forgotten where fact = ?", (fingerprints.of_fact(key, fact),)
        ).rowcount
    ]


def turns_of(db: sqlite3.Connection, facts: Iterable[str], turn_ids: Iterable[str]) -> set[str]:
    """Return those of the turns that the facts, all forgotten, were learned from."""
    key = salt(db)
    marks = {
        row["fingerprint"]
        for fact in facts
        for row in db.execute(
            "select fingerprint from forgotten where fact = ?", (fingerprints.of_fact(key, fact),)
        )
    }
    return {turn_id for turn_id in turn_ids if fingerprints.of_turn(key, turn_id) in marks}


def salt(db: sqlite3.Connection) -> bytes:
    """Return this memory's salt, made when it is first asked for."""
    if state.get(db, _SALT) is None:
        db.execute("insert or ignore into meta values (?, ?)", (_SALT, os.urandom(16).hex()))
    return bytes.fromhex(state.get(db, _SALT) or "")


def _origins(db: sqlite3.Connection, fact: str) -> set[tuple[str, str]]:
    """The (quote, turn) of every edit that ever gave the fact, or what was merged into it.

    Also of those that were refused because it was known already.
    """
    rows = db.execute("select op, old, new, quote, turn_id from edits order by id desc").fetchall()
    wanted, found = {fold(fact)}, set()
    for row in rows:  # what was merged was written before
        if fold(row["new"]) in wanted:
            if row["op"] == "merge":
                wanted |= {fold(old) for old in merged_facts(row["old"])}
            elif row["turn_id"]:  # else the quote was made up
                found.add((row["quote"], row["turn_id"]))
    return found


def _record(
    db: sqlite3.Connection, fact: str, origins: Iterable[tuple[str, str]], now: float
) -> None:
    """Record a fact with each (quote, turn) that it comes from."""
    key = salt(db)
    mark = fingerprints.of_fact(key, fact)
    sizes = {mark: len(fingerprints.meaning(fact))}
    for quote, turn_id in origins:
        sizes |= {fingerprints.of_quote(key, quote): 0, fingerprints.of_turn(key, turn_id): 0}
    db.executemany(
        "insert or replace into forgotten values (?, ?, ?, ?)",
        [(said, mark, size, now) for said, size in sizes.items()],
    )
