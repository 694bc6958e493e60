"""The archived facts and their words, in state.db: found from a prompt with one query.

The profile is what counts; these tables follow it. `commit` updates them in the transaction that
records a version. Every prompt of a user with an archive loads this module.
"""

import json
import sqlite3
from collections.abc import Collection, Sequence

from ..profile.split import split
from ..text.words import content_words, stem
from . import state

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


def _texts(archived: str) -> Sequence[str]:
    """The texts of the facts of an archive; where each line is a fact, without parsing it."""
    found: list[str] = []
    for line in archived.splitlines():
        if line[:2] == "- " and "#" not in line:
            found.append(" ".join(line[2:].split()))
        elif line.strip() and not line.startswith("## "):
            from ..profile.document import facts  # imported here: prompts need no parser

            return [fact.text for fact in facts(archived)]
    return found
