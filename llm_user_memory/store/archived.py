"""The archived facts and their words, in state.db: found from a prompt with one query.

The tables are derived from the profile: `commit` updates them in the transaction that records a
version. Every prompt of a user with an archive loads this module.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable
from itertools import chain, islice
from zlib import crc32

from ..profile.line_marks import without_marks
from ..profile.split import split
from ..text.words import content_words, stem
from . import state

_SYNCED = "archive_synced"


def sync(db: sqlite3.Connection, text: str) -> None:
    """Update the tables to the archive of a profile. Call it inside a transaction."""
    archived = split(text)[1]
    mark = f"{len(archived)} {crc32(archived.encode())}" if archived else ""
    if mark == (state.get(db, _SYNCED) or ""):
        return
    after = set(texts_in(archived))
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


def words_of(text: str) -> set[str]:
    """Return the words by which a text is found: the stems of its content words."""
    return {stem(word) for word in content_words(text)}


def with_words(db: sqlite3.Connection, words: Collection[str]) -> dict[str, set[str]]:
    """Return the archived facts that contain any of the words, each with the words it contains."""
    query = """
        select a.fact, w.word from archived_words w join archived a on a.id = w.id
        where w.word in (select value from json_each(?))
    """
    found: dict[str, set[str]] = {}
    for fact, word in db.execute(query, (json.dumps(sorted(words)),)):
        found.setdefault(fact, set()).add(word)
    return found


def count(db: sqlite3.Connection) -> int:
    """Return how many facts are archived."""
    return int(db.execute("select count(*) from archived").fetchone()[0])


def texts_in(archived: str) -> list[str]:
    """Return the texts of the facts of an archive, in their order.

    If each line is a fact or a heading, as in nearly every archive, no parser is needed.
    """
    found: list[str] = []
    for line in archived.split("\n"):
        if line[:2] == "- " and line[2:].strip("-*_ \t\r"):
            text = line[2:]
            if not text.isascii() or "  " in text or "\t" in text or "\r" in text or "#" in text:
                text = without_marks(" ".join(text.split()))
            found.append(text.rstrip(" "))
        elif line.strip() and not line.startswith("## "):
            from ..profile.document import facts  # imported here: prompts need no parser

            return [fact.text for fact in facts(archived)]
    return found


def first_in(archived: str, facts: Iterable[str], most: int) -> list[str]:
    """Return the first `most` of the facts that an archive has, in the order of the archive.

    Nearly always, only the lines of these facts are searched for, since taking thousands of lines
    apart takes longer.
    """
    remaining = iter(facts)
    first = list(islice(remaining, most))
    lines = f"\n{archived}\n"
    places = [lines.rfind(f"\n- {fact}\n") for fact in first]
    if -1 in places or not all(map(_is_plain, first)) or not _is_list(lines):
        found = {fact: place for place, fact in enumerate(texts_in(archived))}
        first = list(islice(filter(found.__contains__, chain(first, remaining)), most))
        places = [found[fact] for fact in first]
    return [fact for _, fact in sorted(zip(places, first, strict=True))]


def _is_plain(fact: str) -> bool:
    """Whether the text of a fact is the same in its line, where it stands without marks."""
    return fact.isascii() and fact.isprintable() and "#" not in fact and "  " not in fact


def _is_list(lines: str) -> bool:
    """Whether all lines, each after a line break, are bullets, headings or empty."""
    known = ("\n- ", "\n## ", "\n\n")
    return lines.count("\n") == 1 + sum(map(lines.count, known))
