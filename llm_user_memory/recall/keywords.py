"""Searching by words: parsing the query, and finding passages with SQLite's full-text search.

Every word counts; a common one has little weight (BM25). In a large index the most common words
are left out of the full-text query, as reading all passages with them would take too long.
"""

import json
import math
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from operator import sub
from typing import NamedTuple

from ..text.patterns import regex
from ..text.words import content_words
from .index import db as index_db
from .index import stems
from .index.chunks import in_a_row, indexed
from .ranking import CONTEXT_PASSAGES

# The most passages that one query reads: a number, or a share of all if that is more.
_POSTINGS = 10_000
_PART = 0.1

# An index with fewer passages does not show how rare a word is; a common word is then
# assumed to be in this share of them.
_SMALL_INDEX = 300
_COMMON_SHARE = 0.2

QUESTION_WORDS = frozenset(
    """
    what which when where why how can could would should did tell about
    was welche welcher welches wann wo warum wie
    qué cuál cuándo dónde cómo quel quelle quand où pourquoi comment
    """.split()
)
"""Question words, which `content_words` keeps."""

# The number of passages with a word that are read to count them and to measure their spread.
_SAMPLE = 500

# With a condition, this many times `limit` passages are fetched before they are filtered.
_SPARE = 3

# Words in more passages than this have their counts stored, as counting them is slow.
_FREQUENT = 2_000

# Growth of the index after which they are counted again.
_GROWTH = 1.3

# Weight of the column `head` (speaker, heading, date) relative to the text.
_HEAD = 1.5

_TOKEN = regex(r'(-?)"([^"]+)"|(?<!\S)-(\w[^\s"]*)|([^\s"]+)')


class Keywords(NamedTuple):
    """A parsed query: passages with any of `words`, all of `phrases`, and none of `excluded`."""

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


class Matches(NamedTuple):
    """The passages found, by number, each with its BM25 score for the rarer words.

    `shares` maps each keyword to the share of all passages that contain it; `around` to the share
    of passages that contain it or follow within `CONTEXT_PASSAGES` of one that does. `weight` is
    the total weight of the keywords, in units of a word that occurs in a single passage, and
    `unmatched` that of the content words among them that no passage has.
    """

    passages: dict[int, float]
    shares: dict[str, float]
    around: dict[str, float]
    weight: float = 0.0
    unmatched: float = 0.0


def parsed(text: str, *, is_prose: bool = False) -> Keywords:
    """Parse a query: words, "phrases" that must occur, -words that must not.

    In prose, which is not written as a query, quotation marks and hyphens have no meaning. Never
    raises; text without any word gives an empty result.
    """
    if is_prose:
        return Keywords(tuple(dict.fromkeys(stems.words(indexed(text)))))
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    for minus, phrase, without, word in _TOKEN.findall(text):
        if minus or without:
            # Of a phrase in several scripts the longest run, since each run is excluded by itself.
            excluded += sorted(in_a_row(phrase or without), key=len)[-1:]
        elif phrase:
            phrases += in_a_row(phrase)
        words += stems.words(indexed(phrase or word)) if not (minus or without) else []
    return Keywords(
        *(tuple(dict.fromkeys(filter(stems.words, kind))) for kind in (words, phrases, excluded))
    )


def without_excluded(text: str) -> str:
    """Return a query without its excluded words, unless nothing would be left."""
    left = _TOKEN.sub(lambda token: "" if token[1] or token[3] else token[0], text)
    return " ".join(left.split()) or text


def without(given: Keywords, names: Collection[str]) -> Keywords:
    """Return the query without words (in lower case), unless no word would be left."""
    words = tuple(word for word in given.words if word.casefold() not in names)
    return given._replace(words=words) if words else given


def find(
    db: sqlite3.Connection,
    keywords: Keywords,
    limit: int,
    condition: str = "",
    values: Sequence[object] = (),
) -> Matches:
    """Return the best passages that meet a condition, at most `limit`.

    `condition` is SQL on the passage `p`, its part `x` and its document `d`.
    """
    if not keywords.words:
        return Matches({}, {}, {})
    samples = {word: _sample(db, word) for word in keywords.words}
    counts = _counts(db, samples)
    total = max(_total(db), 1)
    match = _match(affordable(counts, total, is_narrowed=bool(keywords.phrases)), keywords)
    found = _best(db, match, limit * _SPARE if condition else limit)
    if condition:
        matching = _matching(db, found, condition, values)
        if len(matching) < limit and len(found) == limit * _SPARE:
            matching = _best(db, match, limit, condition, values)
        found = dict(islice(matching.items(), limit))
    return matches(found, counts, {word: _spread(each) for word, each in samples.items()}, total)


def meeting(db: sqlite3.Connection, keywords: Keywords, passages: Collection[int]) -> set[int]:
    """Return those of the passages that have each phrase and none of the excluded words."""
    query = (
        "select rowid from words where words match ? and rowid in (select value from json_each(?))"
    )

    def having(text: str) -> set[int]:
        return {row[0] for row in db.execute(query, (_quoted(text), json.dumps(sorted(left))))}

    left = set(passages)
    for phrase in keywords.phrases:
        left &= having(phrase)
    for word in keywords.excluded:
        left -= having(word)
    return left


def matches(
    found: dict[int, float], counts: Mapping[str, int], spread: Mapping[str, float], total: int
) -> Matches:
    """Return the found passages with the shares of the words.

    `counts` is the number of passages with each word. `spread` is the number of passages near one
    with the word, per such passage. `total` is the number of all passages, at least 1.
    """
    shares = {word: _share(word, count, total) for word, count in counts.items()}
    around = {word: _share(word, count * spread[word], total) for word, count in counts.items()}
    unit = math.log(_share("", 1, total))
    weight = sum(map(math.log, shares.values())) / unit
    missing = (word for word, count in counts.items() if not count and is_content(word))
    unmatched = sum(math.log(shares[word]) for word in missing) / unit
    return Matches(found, shares, around, weight, unmatched)


def affordable(counts: Mapping[str, int], total: int, *, is_narrowed: bool) -> list[str]:
    """Return the rarest words whose passages can be read in acceptable time; at least one word."""
    words: list[str] = []
    spent = 0
    for word in sorted(counts, key=lambda word: counts[word]):
        spent += counts[word]
        if words and spent > max(_POSTINGS, _PART * total) and not is_narrowed:
            break
        words.append(word)
    return words


def count_frequent(db: sqlite3.Connection) -> None:
    """Store the counts of very common words again, if the index has grown enough since."""
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
    """The passages that meet a condition, in the same order, with their scores."""
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


def _sample(db: sqlite3.Connection, word: str) -> Sequence[int]:
    """The first passages that contain a word, in any of its forms, in ascending order."""
    # As one text, because reading hundreds of rows takes longer than finding them.
    query = "select group_concat(rowid) from (select rowid from words where words match ? limit ?)"
    numbers: str | None = db.execute(query, (_quoted(word), _SAMPLE)).fetchone()[0]
    return list(map(int, numbers.split(","))) if numbers else ()


def _counts(db: sqlite3.Connection, samples: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The number of passages that contain each word, in any of its forms."""
    counts = {word: len(found) for word, found in samples.items()}
    more = [word for word, count in counts.items() if count == _SAMPLE]
    return counts | (_frequent_counts(db, more) if more else {})


def _frequent_counts(db: sqlite3.Connection, words: Sequence[str]) -> dict[str, int]:
    _prepare(db)
    query = """
        select value, coalesce(
            (select docs from frequent where term = value),
            (select doc from words_terms where term = value), 0
        ) from json_each(?)
    """
    terms = stems.stems(words)
    counts: dict[str, int] = dict(db.execute(query, (json.dumps(list(terms.values())),)).fetchall())
    return {word: max(counts[term], _SAMPLE) for word, term in terms.items()}


def _prepare(db: sqlite3.Connection) -> None:
    if not db.execute("select 1 from temp.sqlite_master limit 1").fetchone():
        db.execute("create virtual table temp.words_terms using fts5vocab(main, words, row)")


def _total(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(id), 0) from passages").fetchone()[0])


def _spread(found: Sequence[int]) -> float:
    """The number of passages within `CONTEXT_PASSAGES` after one of these, per such passage.

    A topic word is repeated in neighbouring passages, so its value is lower.
    """
    if not found:
        return 1.0
    width = CONTEXT_PASSAGES + 1
    gaps: Iterator[int] = map(sub, found[1:], found)
    return (width + sum(map(min, gaps, repeat(width)))) / len(found)


def is_content(word: str) -> bool:
    """Whether a word tells what a question is about: no question word and no function word."""
    return word.lower() not in QUESTION_WORDS and bool(content_words(word))


def _share(word: str, count: float, total: int) -> float:
    """The share of passages with a word, smoothed so that it is never 0 or 1.

    In a small index a common word gets at least a typical share.
    """
    share = (min(count, total) + 0.5) / (max(total, _SMALL_INDEX) + 1)
    if total < _SMALL_INDEX and (
        word.lower() in QUESTION_WORDS or (word and not content_words(word))
    ):
        return max(share, _COMMON_SHARE * (1 - total / _SMALL_INDEX))
    return share
