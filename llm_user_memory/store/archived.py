"""The archived facts and their words, in state.db: found from a prompt with one query.

The profile is what counts; these tables follow it. `commit` updates them in the transaction that
records a version. Every prompt of a user with an archive loads this module.
"""

import json
import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..profile.document import facts
from ..profile.split import split
from ..text import fingerprints
from ..text.words import content_words, stem
from . import forgotten, state

_SYNCED = "archive_synced"


def sync(db: sqlite3.Connection, text: str) -> None:
    """Make the tables those of the archive of a profile. Call it inside a transaction."""
    archived = split(text)[1]
    # Not a cryptographic hash: it only saves the work where nothing changed.
    mark = f"{len(archived)}:{hash_of(archived)}" if archived else ""
    if mark == (state.get(db, _SYNCED) or ""):
        return
    after = set(_texts(archived))
    before = {row["fact"]: row["id"] for row in db.execute("select id, fact from archived")}
    gone = json.dumps([number for fact, number in before.items() if fact not in after])
    for table in ("archived_words", "archived"):
        db.execute(f"delete from {table} where id in (select value from json_each(?))", (gone,))
    for fact in sorted(after - before.keys()):
        number = db.execute("insert into archived (fact) values (?)", (fact,)).lastrowid
        db.executemany(
            "insert into archived_words values (?, ?)", [(word, number) for word in words_of(fact)]
        )
    state.put(db, _SYNCED, mark)


def hash_of(text: str) -> int:
    """Return a checksum of a text."""
    from zlib import adler32

    return adler32(text.encode())


def words_of(text: str) -> set[str]:
    """Return the words by which a text is found: the stems of its content words."""
    return {stem(word) for word in content_words(text)}


def with_words(db: sqlite3.Connection, words: Collection[str]) -> dict[str, set[str]]:
    """Return the archived facts that have any of the words, each with those that it has."""
    query = """
        select a.fact, w.word from archived_words w join archived a on a.id = w.id
        where w.word in (select value from json_each(?))
    """
    found: dict[str, set[str]] = {}
    for row in db.execute(query, (json.dumps(sorted(words)),)):
        found.setdefault(row["fact"], set()).add(row["word"])
    return found


def count(db: sqlite3.Connection) -> int:
    """Return how many facts are archived."""
    return int(db.execute("select count(*) from archived").fetchone()[0])


def record_brought(db: sqlite3.Connection, brought: Iterable[str]) -> None:
    """Record that facts were imported, or that another machine saved them."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        "insert or replace into brought values (?, ?)",
        [(fingerprints.of_fact(salt, fact), now) for fact in brought],
    )


def brought_at(db: sqlite3.Connection, wanted: Iterable[str]) -> dict[str, float]:
    """Return when facts were imported, or saved by another machine; others are left out."""
    return _recorded(db, "select fact, at from brought", wanted)


def record_placed(db: sqlite3.Connection, placed: Mapping[str, bool]) -> None:
    """Record that the user moved facts, in an editor, to the archive (true) or out of it."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        "insert or replace into placed values (?, ?, ?)",
        [(fingerprints.of_fact(salt, fact), int(to), now) for fact, to in placed.items()],
    )


def placed_at(db: sqlite3.Connection, wanted: Iterable[str]) -> dict[str, float]:
    """Return when the user moved facts to the archive or out of it; others are left out."""
    return _recorded(db, "select fact, at from placed", wanted)


def _recorded(db: sqlite3.Connection, query: str, wanted: Iterable[str]) -> dict[str, float]:
    """The times of those of the facts whose fingerprints a query returns."""
    moments = {row["fact"]: row["at"] for row in db.execute(query)}
    if not moments:
        return {}
    salt = forgotten.salt(db)
    marks = {fact: fingerprints.of_fact(salt, fact) for fact in wanted}
    return {fact: moments[mark] for fact, mark in marks.items() if mark in moments}


def _texts(archived: str) -> Sequence[str]:
    """The texts of the facts of an archive; where each line is a fact, without parsing it."""
    found: list[str] = []
    for line in archived.splitlines():
        if line[:2] == "- " and "#" not in line:
            found.append(" ".join(line[2:].split()))
        elif line.strip() and not line.startswith("## "):
            return [fact.text for fact in facts(archived)]
    return found
