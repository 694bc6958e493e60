"""Querying the index: finds passages by words and by meaning, and orders them."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from ..egress import Destination, Place, Said, is_local
from ..settings import Folder
from ..text import entries
from ..text.fingerprints import Forgotten, says
from ..text.words import content_words
from . import keywords, ranking
from .index import bag_of_words, conversations, vectors
from .index import db as index_db
from .index.db import NOTES, ROLES, TALKS
from .ranking import CONTEXT_PASSAGES, Location

__all__ = ["Hit", "Mode", "Query", "neighbours", "says", "search"]

Mode = Literal["words", "meaning", "hybrid"]

# Candidates that are scored: so many found by words, and so many by meaning.
_CANDIDATES = 100

# Passages whose texts are read in one batch.
_READ = 20

# For `diverse`, so many times `limit` are read, to choose from.
_MORE = 4

# With a condition, so many times the candidates by meaning are fetched before it filters them.
_SPARE = 3

# The least cosine similarity of a passage that has no word of the question. With `memory-local`,
# three of four ordinary prompts have no passage that reaches it, and nine of ten passages that
# answer a question do.
_NEAR = 0.25

# If a condition leaves no more passages than this, each of them is compared with the question.
_FEW = 2000


class Query(NamedTuple):
    """What is searched for, and where.

    `since` and `until` are in seconds since 1970; `until` is excluded. `kinds` are kinds of
    documents, all of them if it is empty. `model` is the model that a turn was said to, "" for
    any. `only_shareable` leaves out what may not go into a prompt. `without` is the id of a
    conversation to leave out, such as the current one. `diverse` prefers hits that differ.
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

    `document` is the conversation's id or the file's path, `part` is the turn's id or the place in
    the file, and `heading` is the heading of its section. `said_at` is in seconds since 1970.
    `origin` is where the model ran that it was said to: see `db.Part`.

    `score` orders the hits of one search. `share` is how well the passage, or the passage with its
    context, matches the words of the query: 0 to 1, where 1 is the best possible match. `weight`
    is `share` times the weight of those words, in units of a word that occurs in one passage only.
    `nearness` is the cosine similarity to the query.
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
    origin: Place | Literal[""] = ""
    score: float = 0.0
    share: float = 0.0
    weight: float = 0.0
    nearness: float = 0.0

    @property
    def local(self) -> bool:
        """Whether it stays on this machine: see `egress`."""
        return is_local(self.origin)

    @property
    def day(self) -> str:
        """The local day on which it was said, as YYYY-MM-DD, "" if unknown."""
        return date.fromtimestamp(self.said_at).isoformat() if self.said_at else ""

    @property
    def author(self) -> str:
        """The model that wrote it into the user's notes, "" for what is not a model's note."""
        by = entries.author(self.heading) if self.kind == NOTES else None
        return by.name if by else ""


def shareable_with(hits: Iterable[Hit], destination: Destination) -> list[Hit]:
    """Return the hits that may go to a destination."""
    return [hit for hit in hits if Said(hit.origin, hit.model).may_go(destination)]


class _Condition(NamedTuple):
    """A filter: SQL on the passage `p`, its part `x` and its document `d`, and its parameters."""

    sql: str = ""
    values: tuple[object, ...] = ()


class _Details(NamedTuple):
    """Where a passage is, who said it, and when."""

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
    """Return the hits, the best first. `question` is the embedding of the query, if there is one.

    What was forgotten is left out, as is what was deleted from LLM's log. Raises LogsError if the
    log cannot be read.
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
    """The passages nearest in meaning that meet a condition.

    The nearest of all passages are filtered by it. If that leaves too few, and few passages meet
    the condition at all, each of these is compared instead.
    """
    near = vectors.nearest(db, question, _CANDIDATES * _SPARE if condition.sql else _CANDIDATES)
    if condition.sql:
        matching = _matching(db, near, condition)
        if len(matching) < _CANDIDATES and (few := _few(db, condition)) is not None:
            return vectors.nearest(db, question, _CANDIDATES, few)
        near = {number: near[number] for number in near if number in matching}
    return dict(islice(near.items(), _CANDIDATES))


def _few(db: sqlite3.Connection, condition: _Condition) -> list[int] | None:
    """The passages that meet a condition, or None if there are more than `_FEW`."""
    query = f"{_ROW} where {condition.sql} limit {_FEW + 1}"
    found = [row["id"] for row in db.execute(query, condition.values)]
    return found if len(found) <= _FEW else None


def _matching(db: sqlite3.Connection, found: Collection[int], condition: _Condition) -> set[int]:
    """Those of the passages that meet a condition."""
    return set(_rows(db, found, condition))


def _named(details: Mapping[int, _Details], parsed: keywords.Keywords) -> set[int]:
    """The passages said by somebody whose name is in the question. "user" is not a name."""
    words = {word.casefold() for word in parsed.words}
    roles = {place.role for place in details.values()} - {*ROLES, ""}
    named = {role for role in roles if words.intersection(role.casefold().split())}
    return {number for number, place in details.items() if place.role in named} if named else set()


def neighbours(
    db: sqlite3.Connection, folder: Folder, hit: Hit, number: int, forgotten: Forgotten
) -> list[Hit]:
    """Return the hit, with up to `number` passages before and after it in its document, in order.

    Raises LogsError.
    """
    query = f"{_ROW} where d.kind = ? and d.key = ? and p.place between ? and ? order by p.place"
    between = (hit.kind, hit.document, hit.ordinal - number, hit.ordinal + number)
    rows = [row["id"] for row in db.execute(query, between).fetchall()]
    return list(_readable(db, folder, rows, _Condition(), forgotten))


_ROW = """
select p.id, p.document, p.place, p.role, p.held, x.key as part, x.heading, x.said, x.model,
       x.origin, d.kind, d.key as document_key
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
    """Details of the passages and of those in their context, by number."""
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
    """The BM25 scores of passages by number: each alone, and each with those before it."""
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
    """The passages in order as hits, without those that were deleted or forgotten.

    Those that do not meet the condition are left out, too.
    """
    for first in range(0, len(order), _READ):
        rows = _rows(db, order[first : first + _READ], condition)
        texts = conversations.texts(db, folder, rows)
        for number in order[first : first + _READ]:
            if (row := rows.get(number)) is None:
                continue
            text = texts.get(number)
            if text is None:
                index_db.put(db, index_db.STALE, 1)
            elif not (row["kind"] in TALKS and forgotten.turn(row["part"])) and not says(
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
        origin=row["origin"],
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
