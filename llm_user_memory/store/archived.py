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

# The key in the table `meta` of the length and checksum of the archive that the tables are of, with
# `_PLAIN` if each of its lines is a fact or a heading.
_SYNCED = "archive_synced"
_PLAIN = " plain"


def sync(db: sqlite3.Connection, text: str, before: str = "") -> None:
    """Update the tables to the archive of a profile. Call it inside a transaction.

    `before` is the profile's previous text. If the archive has only gained facts since then, the
    others are not read.
    """
    archived = split(text)[1]
    mark, known = _mark(archived), state.get(db, _SYNCED) or ""
    if mark == known.removesuffix(_PLAIN):
        return
    was = split(before)[1] if known.endswith(_PLAIN) else ""
    new = _gained(was, archived) if known == _mark(was) + _PLAIN else None
    if new is not None:
        _add(db, {fact for fact in new if not _is_known(db, fact)})
        state.put(db, _SYNCED, mark + _PLAIN)
        return
    plain = _texts_of(archived.split("\n"))
    after = set(_parsed(archived) if plain is None else plain)
    rows = {row["fact"]: row["id"] for row in db.execute("select id, fact from archived")}
    gone = json.dumps([number for fact, number in rows.items() if fact not in after])
    for table in ("archived_words", "archived"):
        db.execute(f"delete from {table} where id in (select value from json_each(?))", (gone,))
    _add(db, after - rows.keys())
    state.put(db, _SYNCED, mark if plain is None else mark + _PLAIN)


def _mark(archived: str) -> str:
    return f"{len(archived)} {crc32(archived.encode())}" if archived else ""


def _gained(before: str, after: str) -> list[str] | None:
    """The facts that an archive of plain lines has gained; None if it lost a line, or cannot tell.

    A lost line may not be the only one with its fact.
    """
    from ..profile.differences import different_parts  # imported here: prompts do not need it

    was, now = (set(part.split("\n")) for part in different_parts(before, after))
    return _texts_of(now - was) if was - {""} <= now else None


def _is_known(db: sqlite3.Connection, fact: str) -> bool:
    return db.execute("select 1 from archived where fact = ?", (fact,)).fetchone() is not None


def _add(db: sqlite3.Connection, new: Collection[str]) -> None:
    for fact in sorted(new):
        number = db.execute("insert into archived (fact) values (?)", (fact,)).lastrowid
        db.executemany(
            "insert into archived_words values (?, ?)", [(word, number) for word in words_of(fact)]
        )


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
    plain = _texts_of(archived.split("\n"))
    return _parsed(archived) if plain is None else plain


def _parsed(archived: str) -> list[str]:
    from ..profile.document import facts  # imported here: prompts need no parser

    return [fact.text for fact in facts(archived)]


def _texts_of(lines: Iterable[str]) -> list[str] | None:
    """The texts of facts, None if a line is neither a fact nor a heading."""
    found: list[str] = []
    for line in lines:
        if line[:2] == "- " and line[2:].strip("-*_ \t\r"):
            text = line[2:]
            if not text.isascii() or "  " in text or "\t" in text or "\r" in text or "#" in text:
                text = without_marks(" ".join(text.split()))
            found.append(text.rstrip(" "))
        elif line.strip() and not line.startswith("## "):
            return None
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
