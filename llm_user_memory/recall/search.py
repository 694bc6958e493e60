"""Finding what was said and noted before: one question to the index, and its answers in order."""

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from ..settings import Folder
from ..text.fingerprints import Forgotten, says
from ..text.words import content_words
from . import keywords, ranking
from .index import bag_of_words, conversations, vectors
from .index import db as index_db
from .index.db import LOGS, ROLES
from .ranking import CONTEXT_PASSAGES, Location

__all__ = ["Hit", "Mode", "Query", "neighbours", "says", "search"]

Mode = Literal["words", "meaning", "hybrid"]

# How many passages of each kind are looked at more closely.
_CANDIDATES = 100

# Passages whose texts are read at once.
_READ = 20

# For hits that do not say the same, how many times as many are looked at.
_MORE = 4

# Where there is a condition, so many times as many of the nearest are looked at.
_SPARE = 3

# What has no word of the question has to mean something near it: with `memory-local`, the nearest
# passage to three of four ordinary prompts does not, and nine of ten that answer a question do.
_NEAR = 0.25

# Passages that are compared with the question one by one, where a condition leaves so few.
_FEW = 2000


class Query(NamedTuple):
    """What is looked for, and where.

    `kinds` are kinds of documents, all of them if none is named; `since` and `until` seconds
    since 1970. `only_shareable` leaves out what may not go into a prompt, `without` a conversation
    that is under way. `diverse` prefers passages that do not say the same.
    """

    text: str
    limit: int = 10
    since: float | None = None
    until: float | None = None
    kinds: Collection[str] = ()
    model: str = ""
    only_shareable: bool = False
    without: str = ""
    diverse: bool = False


class Hit(NamedTuple):
    """A passage that was found: its text, where it is from, and when it was said.

    `document` is the conversation's id or the file's path, `part` the turn's id, `heading` what
    stands above it in a file. `score` orders the hits of one search; `share` is how much of what
    was asked for stands in it or around it, from 0 to 1, `weight` how much that is, in words that
    stand nowhere else, and `nearness` how near it is in meaning.
    """

    passage: int
    kind: str
    document: str
    part: str
    heading: str
    role: str
    text: str
    said_at: float | None
    model: str
    shareable: bool
    ordinal: int
    score: float = 0.0
    share: float = 0.0
    weight: float = 0.0
    nearness: float = 0.0

    @property
    def day(self) -> str:
        """The day it was said, "" where nobody knows it."""
        return date.fromtimestamp(self.said_at).isoformat() if self.said_at else ""


class _Condition(NamedTuple):
    """What a passage has to meet: SQL on it, its part `x` and its document `d`, and values."""

    sql: str = ""
    values: tuple[object, ...] = ()


class _Details(NamedTuple):
    """Where a passage stands, who said it, and when."""

    location: Location
    role: str
    said_at: float | None


def search(
    db: sqlite3.Connection,
    folder: Folder,
    query: Query,
    forgotten: Forgotten,
    question: Sequence[float] | None = None,
    mode: Mode = "hybrid",
) -> list[Hit]:
    """Return what is found, the best first. `question` is the query's vector, if there is one.

    What was forgotten is not found, nor what LLM's log does not hold any more. Raises LogsError
    when the log cannot be read just now.
    """
    parsed = keywords.parsed(query.text)
    condition = _condition(query)
    found = keywords.Matches({}, {}, {})
    if mode != "meaning" or question is None:
        found = keywords.find(db, parsed, _CANDIDATES, condition.sql, condition.values)
    near: dict[int, float] = {}
    if question is not None and mode != "words":
        near = _near(db, question, condition)
    details = _details(db, {*found.passages, *near})
    if question is not None and near:
        near = vectors.nearest(db, question, len(details), list(details))
    locations = {number: place.location for number, place in details.items()}
    alone, around = _fitting(db, locations, found)
    scores = ranking.scores(
        locations,
        alone,
        around,
        near,
        ranking.HYBRID if near else ranking.WORDS,
        _named(details, parsed),
    )
    order = ranking.ordered(scores, lambda number: details[number].said_at or 0.0)
    order = [n for n in order if alone.get(n) or around.get(n) or near.get(n, 0.0) >= _NEAR]
    if parsed.phrases or parsed.excluded:
        order = [number for number in order if number in found.passages]
    wanted = query.limit * _MORE if query.diverse else query.limit
    hits = []
    for hit in islice(_readable(db, folder, order, condition, forgotten), wanted):
        number = hit.passage
        share = max(alone.get(number, 0.0), around.get(number, 0.0))
        hit = hit._replace(score=scores[number], nearness=near.get(number, 0.0))
        hits.append(hit._replace(share=share, weight=share * found.weight))
    return _diverse(hits, query.limit) if query.diverse else hits


def _near(
    db: sqlite3.Connection, question: Sequence[float], condition: _Condition
) -> dict[int, float]:
    """The nearest passages that meet a condition: of the nearest of all, or else of those."""
    near = vectors.nearest(db, question, _CANDIDATES * _SPARE if condition.sql else _CANDIDATES)
    if condition.sql:
        matching = _matching(db, near, condition)
        if len(matching) < _CANDIDATES and (few := _few(db, condition)) is not None:
            return vectors.nearest(db, question, _CANDIDATES, few)
        near = {number: near[number] for number in near if number in matching}
    return dict(islice(near.items(), _CANDIDATES))


def _few(db: sqlite3.Connection, condition: _Condition) -> list[int] | None:
    """The passages that meet a condition, None where they are many."""
    query = f"{_ROW} where {condition.sql} limit {_FEW + 1}"
    found = [row["id"] for row in db.execute(query, condition.values)]
    return found if len(found) <= _FEW else None


def _matching(db: sqlite3.Connection, found: Collection[int], condition: _Condition) -> set[int]:
    """Those of the passages that meet a condition."""
    return set(_rows(db, found, condition))


def _named(details: Mapping[int, _Details], parsed: keywords.Keywords) -> set[int]:
    """The passages of those whom the question names. Nobody is named "user"."""
    words = {word.casefold() for word in parsed.words}
    roles = {place.role for place in details.values()} - {*ROLES, ""}
    named = {role for role in roles if words.intersection(role.casefold().split())}
    return {number for number, place in details.items() if place.role in named} if named else set()


def neighbours(
    db: sqlite3.Connection, folder: Folder, hit: Hit, number: int, forgotten: Forgotten
) -> list[Hit]:
    """Return the hit with so many passages before and after it in its document, in order.

    Raises LogsError.
    """
    query = f"{_ROW} where d.kind = ? and d.key = ? and p.place between ? and ? order by p.place"
    between = (hit.kind, hit.document, hit.ordinal - number, hit.ordinal + number)
    rows = [row["id"] for row in db.execute(query, between).fetchall()]
    return list(_readable(db, folder, rows, _Condition(), forgotten))


_ROW = """
select p.id, p.document, p.place, p.role, p.held, x.key as part, x.heading, x.said, x.model, d.kind,
       d.key as document_key
from passages p join parts x on x.id = p.part join documents d on d.id = p.document
"""


def _condition(query: Query) -> _Condition:
    tests: list[tuple[str, object]] = []
    if query.since is not None:
        tests.append(("x.said >= ?", query.since))
    if query.until is not None:
        tests.append(("x.said < ?", query.until))
    if query.kinds:
        tests.append(
            ("d.kind in (select value from json_each(?))", json.dumps(sorted(query.kinds)))
        )
    if query.model:
        tests.append(("x.model = ?", query.model))
    if query.only_shareable:
        tests.append(("p.held = ?", 1))
    if query.without:
        tests.append(("d.key != ?", query.without))
    return _Condition(" and ".join(sql for sql, _ in tests), tuple(value for _, value in tests))


def _details(db: sqlite3.Connection, found: Collection[int]) -> dict[int, _Details]:
    """Where the passages stand, and those around each, by number."""
    query = f"""
        with found as (
            select distinct o.id from passages p join passages o
            on o.document = p.document
            and o.place between p.place - {CONTEXT_PASSAGES} and p.place + {CONTEXT_PASSAGES}
            where p.id in (select value from json_each(?))
        )
        select p.id, p.document, p.place, p.role, x.said from found
        join passages p on p.id = found.id join parts x on x.id = p.part
    """
    rows = db.execute(query, (json.dumps(sorted(found)),))
    return {
        row["id"]: _Details(Location(row["document"], row["place"]), row["role"], row["said"])
        for row in rows
    }


def _fitting(
    db: sqlite3.Connection, locations: Mapping[int, Location], found: keywords.Matches
) -> tuple[dict[int, float], dict[int, float]]:
    """How well the words of passages fit, of each alone and of each with those before it."""
    query = "select passage, letters from bags where passage in (select value from json_each(?))"
    rows = db.execute(query, (json.dumps(list(locations)),)).fetchall() if found.shares else ()
    weights = bag_of_words.weights(found.shares)
    words = {
        row["passage"]: bag_of_words.count_words(bag_of_words.decode(row["letters"]), weights)
        for row in rows
    }
    at: dict[tuple[int, int], int] = {locations[number]: number for number in words}

    def with_those_before(number: int) -> list[bag_of_words.WordCounts]:
        document, ordinal = locations[number]
        before = (at.get((document, ordinal - back)) for back in range(CONTEXT_PASSAGES + 1))
        return [words[other] for other in before if other is not None]

    alone = bag_of_words.bm25_scores([[own] for own in words.values()], weights)
    windows = [with_those_before(number) for number in words]
    around = bag_of_words.bm25_scores(windows, bag_of_words.weights(found.around))
    return dict(zip(words, alone, strict=True)), dict(zip(words, around, strict=True))


def _rows(
    db: sqlite3.Connection, found: Collection[int], condition: _Condition
) -> dict[int, sqlite3.Row]:
    """The passages that meet a condition, by number."""
    query = f"{_ROW} where p.id in (select value from json_each(?))"
    query += f" and {condition.sql}" if condition.sql else ""
    rows = db.execute(query, (json.dumps(list(found)), *condition.values))
    return {row["id"]: row for row in rows}


def _readable(
    db: sqlite3.Connection,
    folder: Folder,
    order: Sequence[int],
    condition: _Condition,
    forgotten: Forgotten,
) -> Iterator[Hit]:
    """The passages in order, with their texts, but for what is gone, forgotten, or not wanted."""
    for first in range(0, len(order), _READ):
        rows = _rows(db, order[first : first + _READ], condition)
        texts = conversations.texts(db, folder, rows)
        for number in order[first : first + _READ]:
            if (row := rows.get(number)) is None:
                continue
            text = texts.get(number)
            if text is None:
                index_db.put(db, index_db.STALE, 1)
            elif not (row["kind"] == LOGS and forgotten.turn(row["part"])) and not says(
                forgotten, text
            ):
                yield _hit(row, text)


def _hit(row: sqlite3.Row, text: str) -> Hit:
    return Hit(
        passage=row["id"],
        kind=row["kind"],
        document=row["document_key"],
        part=row["part"],
        heading=row["heading"],
        role=row["role"],
        text=text,
        said_at=row["said"],
        model=row["model"],
        shareable=bool(row["held"]),
        ordinal=row["place"],
    )


def _diverse(hits: Sequence[Hit], limit: int) -> list[Hit]:
    words = {hit.passage: frozenset(content_words(hit.text)) for hit in hits}
    by_number = {hit.passage: hit for hit in hits}

    def likeness(one: int, other: int) -> float:
        both = words[one] | words[other]
        return len(words[one] & words[other]) / len(both) if both else 0.0

    scores = {hit.passage: hit.score for hit in hits}
    return [
        by_number[number] for number in ranking.diverse(list(by_number), scores, likeness, limit)
    ]
