"""Finding passages by their words: what is asked of SQLite, and what it answers.

Every word counts, small ones too: they are found often and so weigh little. But where one is in
a good part of a large index, to go through all those passages would take longer than anyone
should wait, so that then the rarer ones decide.
"""

import json
import math
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ..text.words import content_words
from .index import db as index_db
from .index import stems
from .index.chunks import indexed
from .ranking import CONTEXT_PASSAGES

# Passages that one question goes through, at least, and as a part of all.
_POSTINGS = 10_000
_PART = 0.1

# Passages that tell which words are rare, and how many of them hold a small word.
_SMALL_INDEX = 300
_COMMON_SHARE = 0.2

# What questions begin with; other small words are known.
_QUESTION_WORDS = frozenset(
    """
    what which when where why how can could would should did tell about
    was welche welcher welches wann wo warum wie
    qué cuál cuándo dónde cómo quel quelle quand où pourquoi comment
    """.split()  # noqa: SIM905 - a list of as many quoted words is no easier to read
)

# Passages with a word that tell how it is spread.
_SAMPLE = 500

# Where there is a condition, so many times as many are looked at whether they meet it.
_SPARE = 3

# A word in more passages than this is counted once, when the index has grown, and not again.
_FREQUENT = 2_000

# By how much an index grows before that is done again.
_GROWTH = 1.3

# A heading, a name or a date says more of what a passage is about than a word of its text.
_HEAD = 1.5

_TOKEN = re.compile(r'(-?)"([^"]+)"|(?<!\S)-(\w[^\s"]*)|([^\s"]+)')


class Keywords(NamedTuple):
    """What is looked for: any of the words, all of the phrases, none of what is excluded."""

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


class Matches(NamedTuple):
    """Passages by number, with how well they match by their rarer words.

    `shares` are, of each word that is looked for, the share of all passages that it is in, and
    `around` the share of those that it is in, or in one of the `BEFORE` before them. `weight` is
    what all of them weigh together, in words that stand in one passage alone.
    """

    passages: dict[int, float]
    shares: dict[str, float]
    around: dict[str, float]
    weight: float = 0.0


def parsed(text: str) -> Keywords:
    """Return what a person looks for: words, "phrases" that must stand there, -words that must not.

    Never fails: what is no word at all asks for nothing.
    """
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    for minus, phrase, without, word in _TOKEN.findall(text):
        if minus or without:
            excluded.append(indexed(phrase or without))
        elif phrase:
            phrases.append(indexed(phrase))
        words += stems.words(indexed(phrase or word)) if not (minus or without) else []
    return Keywords(
        *(tuple(dict.fromkeys(filter(stems.words, kind))) for kind in (words, phrases, excluded))
    )


def find(
    db: sqlite3.Connection,
    keywords: Keywords,
    limit: int,
    condition: str = "",
    values: Sequence[object] = (),
) -> Matches:
    """Return the best passages among those that meet a condition, `limit` at most.

    `condition` is SQL on the passage `p`, its part `x` and its document `d`.
    """
    if not keywords.words:
        return Matches({}, {}, {})
    counts = _counts(db, keywords.words)
    total = max(_total(db), 1)
    match = _match(_affordable(counts, total, bool(keywords.phrases)), keywords)
    found = _best(db, match, limit * _SPARE if condition else limit)
    if condition:
        matching = _matching(db, found, condition, values)
        if len(matching) < limit and len(found) == limit * _SPARE:
            matching = _best(db, match, limit, condition, values)
        found = dict(islice(matching.items(), limit))
    shares = {word: _share(word, counts[word], total) for word in keywords.words}
    spread = {word: counts[word] * _spread(db, word) for word in keywords.words}
    around = {word: _share(word, spread[word], total) for word in keywords.words}
    weight = sum(map(math.log, shares.values())) / math.log(_share("", 1, total))
    return Matches(found, shares, around, weight)


def count_frequent(db: sqlite3.Connection) -> None:
    """Count the words that are in many passages, if the index has grown since that was done."""
    total = _total(db)
    if total <= _GROWTH * float(index_db.get(db, "counted_at") or _FREQUENT):
        return
    _prepare(db)
    query = "select term, doc from words_terms where doc > ?"
    found = db.execute(query, (max(_FREQUENT, total // 200),)).fetchall()
    with index_db.transaction(db):
        db.execute("delete from frequent")
        db.executemany("insert into frequent values (?, ?)", [tuple(row) for row in found])
        index_db.put(db, "counted_at", total)


def _best(
    db: sqlite3.Connection,
    match: str,
    limit: int,
    condition: str = "",
    values: Sequence[object] = (),
) -> dict[int, float]:
    query = f"select words.rowid, bm25(words, {_HEAD}, 1.0) as score from words"
    if condition:
        query += (
            " join passages p on p.id = words.rowid join parts x on x.id = p.part"
            " join documents d on d.id = p.document"
        )
    query += f" where words match ? {condition and 'and ' + condition} order by score limit ?"
    return {row[0]: -row[1] for row in db.execute(query, (match, *values, limit))}


def _matching(
    db: sqlite3.Connection, found: Mapping[int, float], condition: str, values: Sequence[object]
) -> dict[int, float]:
    """Those that meet a condition, in the same order."""
    query = (
        "select p.id from passages p join parts x on x.id = p.part "
        "join documents d on d.id = p.document "
        f"where p.id in (select value from json_each(?)) and {condition}"
    )
    rows = {row[0] for row in db.execute(query, (json.dumps(list(found)), *values))}
    return {number: score for number, score in found.items() if number in rows}


def _match(words: Iterable[str], keywords: Keywords) -> str:
    any_of = " OR ".join(map(_quoted, words))
    needed = "".join(f" AND {_quoted(phrase)}" for phrase in keywords.phrases)
    without = "".join(f" NOT {_quoted(word)}" for word in keywords.excluded)
    return f"({any_of}){needed}{without}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', " ") + '"'


def _affordable(counts: dict[str, int], total: int, is_narrowed: bool) -> list[str]:
    """The rarest words, as many as one question can afford; at least one."""
    words: list[str] = []
    spent = 0
    for word in sorted(counts, key=lambda word: counts[word]):
        spent += counts[word]
        if words and spent > max(_POSTINGS, _PART * total) and not is_narrowed:
            break
        words.append(word)
    return words


def _counts(db: sqlite3.Connection, words: Sequence[str]) -> dict[str, int]:
    """In how many passages each word is, in any of its forms."""
    _prepare(db)
    return {word: _count(db, term) for word, term in stems.stems(words).items()}


def _count(db: sqlite3.Connection, term: str) -> int:
    row = db.execute("select docs from frequent where term = ?", (term,)).fetchone()
    row = row or db.execute("select doc from words_terms where term = ?", (term,)).fetchone()
    return int(row[0]) if row else 0


def _prepare(db: sqlite3.Connection) -> None:
    if not db.execute("select 1 from temp.sqlite_master limit 1").fetchone():
        db.execute("create virtual table temp.words_terms using fts5vocab(main, words, row)")


def _total(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(id), 0) from passages").fetchone()[0])


def _spread(db: sqlite3.Connection, word: str) -> float:
    """In how many passages a word stands or stands shortly before, for each that it is in.

    What a conversation is about is said again and again, and so in fewer than a small word.
    """
    query = "select rowid from words where words match ? limit ?"
    found = [row[0] for row in db.execute(query, (_quoted(word), _SAMPLE))]
    after = {number + further for number in found for further in range(CONTEXT_PASSAGES + 1)}
    return len(after) / len(found) if found else 1.0


def _share(word: str, count: float, total: int) -> float:
    """The share of passages that a word is in: more than none, and less than all.

    Few passages do not tell: in those a small word stands as often as it does elsewhere.
    """
    share = (min(count, total) + 0.5) / (max(total, _SMALL_INDEX) + 1)
    if total < _SMALL_INDEX and (
        word.lower() in _QUESTION_WORDS or (word and not content_words(word))
    ):
        return max(share, _COMMON_SHARE * (1 - total / _SMALL_INDEX))
    return share
