"""Finding passages by their words: what is asked of SQLite, and what it answers.

Every word counts, small ones too: they are found often and so weigh little. But where one is in
a good part of a large index, to go through all those passages would take longer than anyone
should wait, so that then the rarer ones decide.
"""

import functools
import math
import re
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import index
from .text import indexed

# Passages that one question goes through. More make it slow and hardly better.
_POSTINGS = 60_000

# A word in more passages than this is counted once, when the index has grown, and not again.
_FREQUENT = 2_000

# By how much an index grows before that is done again.
_GROWTH = 1.3

# A heading, a name or a date says more of what a passage is about than a word of its text.
_HEAD = 1.5

# What BM25 in SQLite gives a word at most, times its weight: 1 + its k1.
_MOST = 2.2

_ASKED = re.compile(r'(-?)"([^"]+)"|(?<!\S)-(\w[^\s"]*)|([^\s"]+)')
_WORD = re.compile(r"\w+")

_QUESTION = """
create virtual table temp.question using fts5(
    said, tokenize="porter unicode61 remove_diacritics 2"
);
create virtual table temp.question_terms using fts5vocab(temp, question, instance);
create virtual table temp.words_terms using fts5vocab(main, words, row);
"""


class Asked(NamedTuple):
    """What is looked for: any of the words, all of the phrases, none of what is excluded."""

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


class Found(NamedTuple):
    """Passages by number, with how well their words match: alone, and with those before them.

    `ideal` is what a passage would score in which every word of the question stands.
    """

    alone: dict[int, float]
    around: dict[int, float]
    ideal: float = 0.0


def asked(text: str) -> Asked:
    """Return what a person looks for: words, "phrases" that must stand there, -words that must not.

    Never fails: what is no word at all asks for nothing.
    """
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    for minus, phrase, without, word in _ASKED.findall(text):
        if minus or without:
            excluded.append(indexed(phrase or without))
        elif phrase:
            phrases.append(indexed(phrase))
        words += _WORD.findall(indexed(phrase or word)) if not (minus or without) else []
    return Asked(
        *(tuple(dict.fromkeys(filter(_WORD.search, kind))) for kind in (words, phrases, excluded))
    )


def find(
    db: sqlite3.Connection,
    wanted: Asked,
    limit: int,
    condition: str = "",
    values: Sequence[object] = (),
) -> Found:
    """Return the best passages, `limit` of each kind, among those that meet a condition.

    `condition` is SQL on the passage `p`, its part `x` and its document `d`.
    """
    if not wanted.words:
        return Found({}, {})
    counts = _counts(db, wanted.words)
    words = _affordable(counts, bool(wanted.phrases))
    total = max(_total(db), 1)
    ideal = sum(_MOST * _weight(counts[word], total) for word in words)
    match = _match(words, wanted)
    best = functools.partial(_best, db, match, limit, condition, values)
    alone = best("words", f"bm25(words, {_HEAD}, 1.0)")
    around = best("around", "bm25(around)")
    return Found(alone, around, ideal)


def count_frequent(db: sqlite3.Connection) -> None:
    """Count the words that are in many passages, if the index has grown since that was done."""
    total = _total(db)
    if total <= _GROWTH * float(index.get(db, "counted_at") or _FREQUENT):
        return
    _prepare(db)
    query = "select term, doc from words_terms where doc > ?"
    found = db.execute(query, (max(_FREQUENT, total // 200),)).fetchall()
    with index.transaction(db):
        db.execute("delete from frequent")
        db.executemany("insert into frequent values (?, ?)", [tuple(row) for row in found])
        index.put(db, "counted_at", total)


def _best(
    db: sqlite3.Connection,
    match: str,
    limit: int,
    condition: str,
    values: Sequence[object],
    table: str,
    rank: str,
) -> dict[int, float]:
    query = f"select {table}.rowid, {rank} as score from {table}"
    if condition:
        query += (
            f" join passages p on p.id = {table}.rowid join parts x on x.id = p.part"
            " join documents d on d.id = p.document"
        )
    query += f" where {table} match ? {condition and 'and ' + condition} order by score limit ?"
    return {row[0]: -row[1] for row in db.execute(query, (match, *values, limit))}


def _different(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if _WORD.search(text)))


def _match(words: Iterable[str], wanted: Asked) -> str:
    any_of = " OR ".join(map(_quoted, words))
    needed = "".join(f" AND {_quoted(phrase)}" for phrase in wanted.phrases)
    without = "".join(f" NOT {_quoted(word)}" for word in wanted.excluded)
    return f"({any_of}){needed}{without}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', " ") + '"'


def _affordable(counts: dict[str, int], is_narrowed: bool) -> list[str]:
    """The rarest words, as many as one question can afford; at least one."""
    words: list[str] = []
    spent = 0
    for word in sorted(counts, key=lambda word: counts[word]):
        spent += counts[word]
        if words and spent > _POSTINGS and not is_narrowed:
            break
        words.append(word)
    return words


def _counts(db: sqlite3.Connection, words: Sequence[str]) -> dict[str, int]:
    """In how many passages each word is, in any of its forms."""
    _prepare(db)
    db.execute("delete from question")
    db.executemany("insert into question (rowid, said) values (?, ?)", enumerate(words))
    found = dict.fromkeys(words, 0)
    for number, term in db.execute("select doc, term from question_terms").fetchall():
        row = db.execute("select docs from frequent where term = ?", (term,)).fetchone()
        row = row or db.execute("select doc from words_terms where term = ?", (term,)).fetchone()
        found[words[number]] = max(found[words[number]], row[0] if row else 0)
    return found


def _prepare(db: sqlite3.Connection) -> None:
    if not db.execute("select 1 from temp.sqlite_master limit 1").fetchone():
        for statement in filter(str.strip, _QUESTION.split(";")):
            db.execute(statement)


def _total(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(id), 0) from passages").fetchone()[0])


def _weight(count: int, total: int) -> float:
    """What SQLite's BM25 weighs a word with."""
    return max(math.log((total - count + 0.5) / (count + 0.5)), 1e-6)
