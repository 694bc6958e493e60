"""Forgotten facts, recorded as fingerprints of each fact, its quotes, and the turns of the quotes.

A fact is recorded in the same transaction as the profile's version that no longer has it. The
record moves to the table `lifted` in the same transaction as the version in which the user adds the
fact again, and returns from there if the profile goes back to before that version.
"""

import json
import os
import sqlite3
from collections.abc import Iterable

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from . import state

_SALT = "salt"


def load(db: sqlite3.Connection) -> Forgotten:
    """Return all fingerprints of what was forgotten, to compare texts with."""
    rows = db.execute(
        "select fingerprint, words, max(at) as at from forgotten group by 1"
    ).fetchall()
    if not rows:  # then nothing is written, not even a salt
        return Forgotten()
    return Forgotten(
        salt(db),
        {row["fingerprint"]: row["at"] for row in rows},
        frozenset(row["words"] for row in rows if row["words"]),
    )


def with_fingerprints(db: sqlite3.Connection, marks: Iterable[bytes]) -> Forgotten:
    """Return what `load` returns, restricted to these fingerprints."""
    wanted = frozenset(marks)
    rows = db.execute("select fingerprint, words, at from forgotten").fetchall()
    found = [row for row in rows if row["fingerprint"] in wanted]
    return Forgotten(
        salt(db),
        {row["fingerprint"]: row["at"] for row in found},
        frozenset(row["words"] for row in found if row["words"]),
    )


def signature(db: sqlite3.Connection) -> str:
    """Return a text that changes whenever something is forgotten, or may be learned again."""
    query = "select count(*), max(at), total(at) from forgotten"
    return repr(tuple(db.execute(query).fetchone()))


def forget(db: sqlite3.Connection, facts: Iterable[str], now: float) -> None:
    """Record that the facts were forgotten at `now`. Call it inside a transaction."""
    for fact in facts:
        _record(db, fact, _origins(db, fact), now)


def block(db: sqlite3.Connection, fact: str, quote: str, turn_id: str, now: float) -> None:
    """Record as forgotten a fact whose addition the user rejected, with its quote and turn."""
    _record(db, fact, {(quote, turn_id)} if quote else (), now)


def block_turns(
    db: sqlite3.Connection,
    facts: Iterable[str],
    turn_ids: Iterable[str],
    sentences: Iterable[str],
    now: float,
) -> None:
    """Record turns and sentences that state forgotten facts, in these or other words.

    `unforget` of the facts deletes these records, too. Call it inside a transaction.
    """
    key = salt(db)
    marks = {fingerprints.of_turn(key, turn_id) for turn_id in turn_ids}
    marks |= {fingerprints.of_quote(key, sentence) for sentence in sentences}
    db.executemany(
        "insert or replace into forgotten values (?, ?, 0, ?)",
        [(mark, fingerprints.of_fact(key, fact), now) for fact in facts for mark in marks],
    )


def unforget(db: sqlite3.Connection, facts: Iterable[str], version: int = 0) -> list[str]:
    """Let the facts be learned again; returns those that were forgotten.

    `version` is the number of the profile's version that has them again, if one brings them back:
    then `forget_again` can take that back.
    """
    if not db.execute("select 1 from forgotten limit 1").fetchone():
        return []
    marks = {fact: fingerprints.of_fact(salt(db), fact) for fact in facts}
    if version:
        db.executemany(
            "insert or replace into lifted select ?, fingerprint, fact, words from forgotten "
            "where fact = ?",
            [(version, mark) for mark in marks.values()],
        )
    query = "delete from forgotten where fact = ?"
    return [fact for fact, mark in marks.items() if db.execute(query, (mark,)).rowcount]


def forget_again(db: sqlite3.Connection, version: int, kept: Iterable[str], now: float) -> None:
    """Record anew what the versions after `version` let be learned again, but for the facts `kept`.

    Call it inside a transaction, when the profile goes back to that version.
    """
    if not db.execute("select 1 from lifted where version > ? limit 1", (version,)).fetchone():
        return
    stay = json.dumps([fingerprints.of_fact(salt(db), fact).hex() for fact in kept])
    which = "version > ? and lower(hex(fact)) not in (select value from json_each(?))"
    db.execute(
        "insert or replace into forgotten (fingerprint, fact, words, at) "
        f"select fingerprint, fact, words, ? from lifted where {which}",
        (now, version, stay),
    )
    db.execute(f"delete from lifted where {which}", (version, stay))


def turns_of(db: sqlite3.Connection, facts: Iterable[str], turn_ids: Iterable[str]) -> set[str]:
    """Return those of the turns that are recorded for these forgotten facts."""
    key = salt(db)
    marks = {
        row["fingerprint"]
        for fact in facts
        for row in db.execute(
            "select fingerprint from forgotten where fact = ?", (fingerprints.of_fact(key, fact),)
        )
    }
    if not marks:
        return set()
    return {turn_id for turn_id in turn_ids if fingerprints.of_turn(key, turn_id) in marks}


def old_facts(op: str, old: str) -> list[str]:
    """Return the facts that a recorded edit replaced or removed.

    Earlier versions could also merge facts: the `old` of a "merge" has several, separated by "|".
    """
    parts = old.split("|") if op == "merge" else [old]
    return [fact for part in parts if (fact := part.strip())]


def salt(db: sqlite3.Connection) -> bytes:
    """Return the salt of this profile's fingerprints, which the first call creates."""
    if state.get(db, _SALT) is None:
        db.execute("insert or ignore into meta values (?, ?)", (_SALT, os.urandom(16).hex()))
    return bytes.fromhex(state.get(db, _SALT) or "")


def _origins(db: sqlite3.Connection, fact: str) -> set[tuple[str, str]]:
    """The (quote, turn) of every edit with this fact, or with one that was merged into it.

    This includes edits that were refused because the fact was known already.
    """
    rows = db.execute("select op, old, new, quote, turn_id from edits order by id desc").fetchall()
    wanted, found = {fold(fact)}, set()
    for row in rows:  # the newest first, so that a merge comes before the facts that it merged
        if fold(row["new"]) in wanted:
            if row["op"] == "merge":
                wanted |= set(map(fold, old_facts(row["op"], row["old"])))
            elif row["turn_id"]:  # empty if the quote was not found in any turn
                found.add((row["quote"], row["turn_id"]))
    return found


def _record(
    db: sqlite3.Connection, fact: str, origins: Iterable[tuple[str, str]], now: float
) -> None:
    """Record a fact with each (quote, turn) in `origins`."""
    mark = fingerprints.of_fact(salt(db), fact)
    db.executemany(
        "insert or replace into forgotten values (?, ?, ?, ?)",
        [(said, mark, size, now) for said, size in _fingerprints(db, fact, origins).items()],
    )


def _fingerprints(
    db: sqlite3.Connection, fact: str, origins: Iterable[tuple[str, str]]
) -> dict[bytes, int]:
    """The fingerprints of a fact with each (quote, turn) in `origins`, with their sizes."""
    key = salt(db)
    sizes = {**fingerprints.of_forms(key, fact), fingerprints.of_sense(key, fact): 0}
    for quote, turn_id in origins:
        sizes |= {fingerprints.of_quote(key, quote): 0, fingerprints.of_turn(key, turn_id): 0}
    return sizes
