"""Finds the candidate passages for a question, and computes their features for the ranking."""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from . import keywords, ranking
from .index import bag_of_words
from .index.db import PROFILE
from .persons import Persons
from .ranking import CONTEXT_PASSAGES, Features, Location
from .relevance import Asked

if TYPE_CHECKING:  # most prompts name no time
    from .dates import Time

# The number of candidates by words (more if more hits are wanted), and by meaning.
_CANDIDATES = 100

# With a condition, this many times the candidates by meaning are fetched before it filters them.
_SPARE = 3

# If no more passages than this meet a condition, each is compared with the question.
_FEW = 2000

# How much a word counts for a passage that stands so many passages after it, or before it if that
# is negative. The least comes first.
_FADING = sorted(
    [(after, 0.9**after) for after in range(5)]
    + [(-before, 0.8**before) for before in range(1, 5)],
    key=lambda each: each[1],
)

# More than the passages of a document: each place in any document is one number.
_LONGEST_DOCUMENT = 1 << 32


class Condition(NamedTuple):
    """A condition on passages: SQL on the passage `p`, its part `x` and its document `d`."""

    sql: str = ""
    values: tuple[object, ...] = ()


class Candidates(NamedTuple):
    """Passages by number: their features, and when they were said, in seconds since 1970.

    `shares` is how well each matches by words, alone or with its context, from 0 to 1; `near` the
    cosine similarity to the question. `fitting` are the passages that were found themselves, not
    only their context; `weight` is that of all words of the question, as in `keywords.Matches`, and
    `asked` is how much the question asks for.
    """

    features: dict[int, Features]
    said_at: dict[int, float]
    shares: dict[int, float]
    near: Mapping[int, float]
    fitting: Collection[int]
    weight: float
    asked: Asked


Details = tuple[Location, str, float | None, int]
"""What the score of a passage needs: its place, its role, when it was said, and its length."""


def find(
    db: sqlite3.Connection,
    parsed: keywords.Keywords,
    about: Persons,
    times: "Sequence[Time]",
    condition: Condition,
    question: Sequence[float] | None,
    *,
    limit: int = _CANDIDATES,
    by_words: bool = True,
) -> Candidates:
    """Return the candidates that meet a condition, and the passages around them.

    `limit` is the number of hits wanted. `question` is the embedding of the question, or None to
    search by words only.
    """
    found = keywords.Matches({}, {}, {})
    if by_words:
        found = keywords.find(db, parsed, max(limit, _CANDIDATES), condition.sql, condition.values)
    near = _near(db, question, condition) if question is not None else {}
    fitting = found.passages.keys() | keywords.meeting(db, parsed, near)
    details, bags = _with_context(db, fitting)
    if question is not None and near:
        from .index import vectors  # imported here because prompts search by words only

        near = vectors.nearest(db, question, len(details), list(details))
    said = bags if found.shares else {}
    return compared(details, said, found, near, about, times)._replace(fitting=fitting)


def compared(
    details: Mapping[int, Details],
    bags: Mapping[int, str],
    found: keywords.Matches,
    near: Mapping[int, float],
    about: Persons,
    times: "Sequence[Time]",
    letters_of: Callable[[str], Sequence[str]] = bag_of_words.letters,
) -> Candidates:
    """Return passages with their features. Pure.

    `details` has the passages that were found and those around them, `bags` the encoded words of
    each, `near` their similarity to the question. `letters_of` is the encoding of the bags.
    """
    locations = {number: location for number, (location, _, _, _) in details.items()}
    moments = {number: said_at or 0.0 for number, (_, _, said_at, _) in details.items()}
    alone, around = _fitting(locations, bags, found, letters_of)
    features = ranking.features(
        locations,
        alone=alone,
        around=around,
        nearby=_nearby(locations, bags, found, letters_of),
        meaning=near,
        bears={n: about.bears(place[0], role) for n, (place, role, _, _) in details.items()}
        if about.roles or about.at
        else {},
        mentioned=about.mentioned,
        lengths={number: length for number, (_, _, _, length) in details.items()},
        said_at={n: moment for n, moment in moments.items() if moment} if times else {},
        times=times,
    )
    return Candidates(
        features,
        moments,
        {n: max(alone.get(n, 0.0), around.get(n, 0.0)) for n in details},
        near,
        found.passages.keys(),
        found.weight,
        Asked(len(found.shares), found.unmatched),
    )


def _near(
    db: sqlite3.Connection, question: Sequence[float], condition: Condition
) -> dict[int, float]:
    """The passages nearest in meaning that meet a condition.

    The nearest of all passages are filtered by it. If that leaves too few, and few passages meet
    the condition at all, each of these is compared instead.
    """
    from .index import vectors  # imported here because prompts search by words only

    near = vectors.nearest(db, question, _CANDIDATES * _SPARE if condition.sql else _CANDIDATES)
    if condition.sql:
        matching = set(rows(db, near, condition))
        if len(matching) < _CANDIDATES and (few := _few(db, condition)) is not None:
            return vectors.nearest(db, question, _CANDIDATES, few)
        near = {number: near[number] for number in near if number in matching}
    return dict(islice(near.items(), _CANDIDATES))


def _few(db: sqlite3.Connection, condition: Condition) -> list[int] | None:
    """The passages that meet a condition, or None if there are more than `_FEW`."""
    query = f"{ROW} where {condition.sql} limit {_FEW + 1}"
    found = [row["id"] for row in db.execute(query, condition.values)]
    return found if len(found) <= _FEW else None


ROW = """
select p.id, p.document, p.ordinal, p.role, p.shareable, p.stays, x.key as part, x.heading,
       x.said_at, x.model, x.origin, d.kind, d.key as document_key
from passages p join parts x on x.id = p.part join documents d on d.id = p.document
"""


def rows(
    db: sqlite3.Connection, found: Collection[int], condition: Condition
) -> dict[int, sqlite3.Row]:
    """Return the passages that meet a condition, by number."""
    query = f"{ROW} where p.id in (select value from json_each(?))"
    query += f" and {condition.sql}" if condition.sql else ""
    return {
        row["id"]: row for row in db.execute(query, (json.dumps(list(found)), *condition.values))
    }


def _with_context(
    db: sqlite3.Connection, found: Collection[int]
) -> tuple[dict[int, Details], dict[int, str]]:
    """The details of the passages and of those in their context, by number; and their words.

    A fact of the profile has no context, as those beside it may be about anything: it counts as a
    document of its own.
    """
    query = f"""
        with found as (
            select distinct o.id, d.kind = ? as is_alone from passages p
            join documents d on d.id = p.document join passages o on o.document = p.document
            and o.ordinal between p.ordinal - {CONTEXT_PASSAGES} and p.ordinal + {CONTEXT_PASSAGES}
            where p.id in (select value from json_each(?)) and (d.kind <> ? or o.id = p.id)
        )
        select p.id, iif(found.is_alone, -p.id, p.document) as document, p.ordinal, p.role,
               x.said_at, p.length, b.letters from found
        join passages p on p.id = found.id join parts x on x.id = p.part
        left join bags_of_words b on b.passage = p.id
    """
    details: dict[int, Details] = {}
    bags: dict[int, str] = {}
    for number, document, ordinal, role, said_at, length, letters in db.execute(
        query, (PROFILE, json.dumps(sorted(found)), PROFILE)
    ):
        details[number] = ((document, ordinal), role, said_at, length)
        if letters is not None:
            bags[number] = bag_of_words.decode(letters)
    return details, bags


def _nearby(
    locations: Mapping[int, Location],
    bags: Mapping[int, str],
    found: keywords.Matches,
    letters_of: Callable[[str], Sequence[str]],
) -> dict[int, float]:
    """The share of the content words, by weight, that each passage has or is near.

    A word counts the less the further away it is, and once, where it is nearest.
    """
    shares = {word: share for word, share in found.shares.items() if keywords.is_content(word)}
    weights = bag_of_words.weights(shares, letters_of)
    places = {
        number: locations[number][0] * _LONGEST_DOCUMENT + locations[number][1] for number in bags
    }
    near = dict.fromkeys(places.values(), 0.0)
    for letter, weight in weights.items():
        having = [places[number] for number, bag in bags.items() if letter in bag]
        best: dict[int, float] = {}
        for distance, factor in _FADING:
            best.update(dict.fromkeys([place + distance for place in having], factor))
        for place in best.keys() & near.keys():
            near[place] += weight * best[place]
    whole = sum(weights.values()) or 1.0
    return {number: near[place] / whole for number, place in places.items()}


def _fitting(
    locations: Mapping[int, Location],
    bags: Mapping[int, str],
    found: keywords.Matches,
    letters_of: Callable[[str], Sequence[str]],
) -> tuple[dict[int, float], dict[int, float]]:
    """Two maps from passage to BM25 score: of it alone, and of it with the passages before it."""
    weights = bag_of_words.weights(found.shares, letters_of)
    alone = bag_of_words.bm25_scores(list(bags.values()), weights)
    places = [locations[number] for number in bags]
    at = dict(zip(places, bags.values(), strict=True))
    before = [
        [at.get((document, ordinal - back), "") for document, ordinal in places]
        for back in range(CONTEXT_PASSAGES + 1)
    ]
    windows = list(map("".join, zip(*before, strict=True)))
    around = bag_of_words.bm25_scores(windows, bag_of_words.weights(found.around, letters_of))
    return dict(zip(bags, alone, strict=True)), dict(zip(bags, around, strict=True))
