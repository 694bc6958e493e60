"""The sentences that callers passed while nothing might be learned: hashes, not their words."""

import json
import sqlite3
from collections.abc import Collection, Iterable


def add(db: sqlite3.Connection, names: Iterable[str], reason: str) -> None:
    """Record sentences by their names, and why they may not be learned from.

    A reason that is recorded stays. Call it inside a transaction.
    """
    query = "insert or ignore into refused_sentences values (?, ?)"
    db.executemany(query, [(name, reason) for name in names])


def has_any(db: sqlite3.Connection) -> bool:
    """Tell whether any sentence is recorded."""
    return db.execute("select 1 from refused_sentences limit 1").fetchone() is not None


def reasons(db: sqlite3.Connection, names: Collection[str]) -> dict[str, str]:
    """Return why sentences may not be learned from, by name; others are left out."""
    query = """
        select name, reason from refused_sentences
        where name in (select value from json_each(?))
    """
    return {row["name"]: row["reason"] for row in db.execute(query, (json.dumps([*names]),))}


def until(sentence: str, moment: float) -> str:
    """Return the name of a sentence that was passed at a moment, and said at any time before."""
    return f"{sentence}:until:{int(moment):012d}"


def reason_until(db: sqlite3.Connection, sentence: str, at: float) -> str:
    """Return why a sentence that was said at a time may not be learned from, "" if it may.

    It is one that was passed later than that, without its time.
    """
    row = db.execute(
        "select reason from refused_sentences where name >= ? and name < ?",
        (until(sentence, at), f"{sentence}:until:~"),
    ).fetchone()
    return str(row["reason"]) if row else ""
