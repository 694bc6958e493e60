"""Querying the index: finds passages by words and by meaning, and orders them."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING

from ..settings import Folder
from ..text.fingerprints import Forgotten
from ..text.words import content_words
from . import candidates, keywords, ranking
from .candidates import ROW, Condition
from .date_signs import may_name_time
from .hits import Hit, Mode, Query
from .index.db import TALKS
from .persons import Persons, persons
from .readable import BATCH, kept_from_prompts, readable, undeleted, without_forgotten
from .relevance import Fit, is_about

if TYPE_CHECKING:
    from .dates import Time

RERANKED = 60
"""The number of best passages whose texts are read for the features that need them."""

# For `diverse`, this many times `limit` are read to choose from, but at most so many more.
_MORE, _MOST_MORE = 4, 300

# The weights for `Hit.apart`, which has nothing to do with persons or with meaning.
_APART = ranking.WORDS._replace(speaker=0.0, mentioned=0.0)

# The least cosine similarity of a hit that has no word of the question. With `memory-local`,
# three of four ordinary prompts have no passage that reaches it, and nine of ten passages that
# answer a question do.
_NEAR = 0.25


def search(
    db: sqlite3.Connection,
    folder: Folder,
    query: Query,
    forgotten: Forgotten,
    question: Sequence[float] | None = None,
    mode: Mode = "hybrid",
    *,
    for_prompt: Callable[[Sequence[Hit]], list[Hit]] | None = None,
) -> list[Hit]:
    """Return the hits, best first. `question` is the embedding of the query, if there is one.

    `for_prompt` returns those of the hits that a prompt is given. With it, the result is [] and no
    texts are read if the query is not about what was said, whatever the texts are: see `relevance`.

    Forgotten passages, and those deleted from LLM's log, are left out. Raises LogsError if the log
    cannot be read.
    """
    kept = kept_from_prompts(folder)
    condition = _condition(query, kept)
    if mode == "words":
        question = None
    by_words = mode != "meaning" or question is None
    parsed, found = find_candidates(db, folder, query, condition, question, by_words=by_words)
    order = first_order(found, parsed)
    if for_prompt and not _may_be_about(found, order[: query.limit]):
        return []
    more = min(query.limit * (_MORE - 1), _MOST_MORE) if query.diverse else 0
    wanted = query.limit + more
    most = max(wanted, RERANKED)
    read = list(islice(_wanted(query, undeleted(db, folder, order, condition, kept)), most))
    ranked = reranked(read, found, query.text, parsed.words)
    if for_prompt:
        given = for_prompt(ranked[:wanted])
        # To compare texts takes long, so first of all only those that are given are compared.
        if given == list(without_forgotten(db, folder, given, forgotten)):
            return given
    hits = list(islice(_wanted(query, without_forgotten(db, folder, ranked, forgotten)), wanted))
    if len(hits) < wanted and len(read) == most:  # much of it was forgotten since
        allowed = readable(db, folder, order, condition, forgotten, kept)
        read = list(islice(_wanted(query, allowed), most))
        hits = reranked(read, found, query.text, parsed.words)[:wanted]
    if query.diverse:
        hits = _diverse(hits, query.limit)
    return for_prompt(hits) if for_prompt else hits


def said_between(
    db: sqlite3.Connection, folder: Folder, query: Query, forgotten: Forgotten
) -> list[Hit]:
    """Return passages that meet all conditions of the query except its words, by time.

    If there are more than its limit, the first ones of each conversation are taken. Raises
    LogsError.
    """
    kept = kept_from_prompts(folder)
    condition = _condition(query if query.kinds else query._replace(kinds=TALKS), kept)
    found = db.execute(
        f"""
        select id, row_number() over (partition by document order by ordinal) as nth
        from ({ROW} where {condition.sql}) order by nth, said_at limit ?
        """,
        (*condition.values, _MORE * query.limit + BATCH),
    )
    order = [row["id"] for row in found.fetchall()]
    found_now = _wanted(query, readable(db, folder, order, condition, forgotten, kept))
    hits = islice(found_now, query.limit)
    return sorted(hits, key=lambda hit: (hit.said_at or 0.0, hit.document, hit.ordinal))


def first_order(found: candidates.Candidates, parsed: keywords.Keywords) -> list[int]:
    """Return the candidates that fit, best first, by the features that do not need their texts."""
    scores = ranking.scores(found.features, _weights(found))
    order = ranking.ordered(scores, found.said_at.__getitem__)
    order = [n for n in order if found.shares[n] or found.near.get(n, 0.0) >= _NEAR]
    if parsed.phrases or parsed.excluded:
        order = [number for number in order if number in found.fitting]
    return order


def reranked(
    hits: Sequence[Hit], found: candidates.Candidates, question: str, words: Sequence[str]
) -> list[Hit]:
    """Return hits scored by all features, including those of their texts; best first.

    `words` are the words of the question that are searched for.
    """
    from . import reading  # imported here because most prompts are about nothing that was said

    texts = {hit.passage: ((hit.kind, hit.document), hit.ordinal, hit.text) for hit in hits}
    features = reading.with_texts(found.features, texts, question, words)
    scores = ranking.scores(features, _weights(found))
    apart = ranking.scores(features, _APART)
    by_number = {hit.passage: hit for hit in hits}
    return [
        by_number[number]._replace(
            score=scores[number],
            nearness=found.near.get(number, 0.0),
            share=found.shares[number],
            weight=found.shares[number] * found.weight,
            apart=apart[number],
            asked=found.asked,
        )
        for number in ranking.ordered(scores, found.said_at.__getitem__)
    ]


def _may_be_about(found: candidates.Candidates, numbers: Sequence[int]) -> bool:
    """Whether a query may be about these candidates, given the best first."""
    apart = ranking.scores({number: found.features[number] for number in numbers}, _APART)
    fits = [Fit(found.shares[n], found.shares[n] * found.weight, apart[n]) for n in numbers]
    return is_about(fits, found.asked, with_texts=False)


def _weights(found: candidates.Candidates) -> ranking.Features:
    return ranking.HYBRID if found.near else ranking.WORDS


def find_candidates(
    db: sqlite3.Connection,
    folder: Folder,
    query: Query,
    condition: Condition,
    question: Sequence[float] | None,
    *,
    by_words: bool = True,
) -> tuple[keywords.Keywords, candidates.Candidates]:
    """Return the keywords of a query, and the candidates that meet a condition. Raises LogsError.

    `question` is the embedding of the query, or None to search by words only.
    """
    about = persons(db, folder, query.text)
    whole = keywords.parsed(query.text, is_prose=query.is_prose)
    parsed = keywords.without(whole, about.names)
    if about.names and parsed == whole:  # only for a name
        about = Persons()
    times = [*_named_times(query.text), *query.times]
    found = candidates.find(
        db,
        parsed,
        about,
        times,
        condition,
        question,
        limit=query.limit,
        by_words=by_words,
    )
    return parsed, found


def _named_times(text: str) -> "list[Time]":
    if not may_name_time(text):
        return []
    from . import dates  # imported here because most prompts name no time

    return dates.times(text, date.today())


def _condition(query: Query, kept: Collection[str]) -> Condition:
    tests: list[tuple[str, object]] = []
    if query.since is not None:
        tests.append(("x.said_at >= ?", query.since))
    if query.until is not None:
        tests.append(("x.said_at < ?", query.until))
    if query.kinds:
        tests.append(
            ("d.kind in (select value from json_each(?))", json.dumps(sorted(query.kinds)))
        )
    if query.model:
        tests.append(("x.model = ?", query.model))
    if query.only_shareable:
        tests.append(("p.shareable = ?", 1))
        tests += [("d.kind != ?", kind) for kind in kept]
    if query.without:
        tests.append(("d.key != ?", query.without))
    return Condition(" and ".join(sql for sql, _ in tests), tuple(value for _, value in tests))


def _wanted(query: Query, hits: Iterable[Hit]) -> Iterator[Hit]:
    return (hit for hit in hits if hit.shareable or not query.only_shareable)


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
