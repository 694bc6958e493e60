"""Querying the index: finds passages by words and by meaning, and orders them."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..egress import Destination, Place, Said
from ..errors import ProfileError, StateError
from ..settings import Folder
from ..store import state
from ..store.exposure import exposed_log
from ..store.profile import file as profile_file
from ..text.fingerprints import Forgotten, says
from ..text.words import content_words
from . import candidates, keywords, ranking
from .candidates import ROW, Condition, rows
from .date_signs import may_name_time
from .index import db as index_db
from .index import passage_texts
from .index.db import FILES, LOGS, NOTES, PROFILE, PROGRAMS, TALKS
from .persons import Persons, persons
from .relevance import Asked, Fit, is_about

if TYPE_CHECKING:
    from .dates import Time

__all__ = ["Hit", "Mode", "Query", "neighbours", "says", "search"]

Mode = Literal["words", "meaning", "hybrid"]

RERANKED = 60
"""The number of best passages whose texts are read for the features that need them."""

_NOTHING = Forgotten()

# The kinds of documents that are in files.
_IN_FILES = frozenset({NOTES, FILES, *PROGRAMS})

# Seconds to wait for a locked state.db.
_PATIENCE = 0.05

# The number of passages whose texts are read in one batch.
_READ = 60

# For `diverse`, this many times `limit` are read to choose from, but at most so many more.
_MORE, _MOST_MORE = 4, 300

# The weights for `Hit.apart`, which has nothing to do with persons or with meaning.
_APART = ranking.WORDS._replace(speaker=0.0, mentioned=0.0)

# The least cosine similarity of a hit that has no word of the question. With `memory-local`,
# three of four ordinary prompts have no passage that reaches it, and nine of ten passages that
# answer a question do.
_NEAR = 0.25


class Query(NamedTuple):
    """A query: the text to search for, and conditions.

    `since` and `until` are in seconds since 1970; `until` is excluded. `kinds` are kinds of
    documents, all of them if it is empty. `model` is the model that a turn was said to, "" for
    any. `only_shareable` leaves out what may not go into a prompt. `without` is the id of a
    conversation to leave out, such as the current one. `diverse` prefers hits that differ. Passages
    said at one of `times` rank higher, as do those of times that the text names. With `is_prose`
    the text is a prompt, for example, in which quotation marks and hyphens are not query syntax.
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
    times: "Sequence[Time]" = ()
    is_prose: bool = False


class Hit(NamedTuple):
    """A passage that was found: its text, its source, and when it was said.

    `document` is the conversation's id or the file's path, `part` is the turn's id or the place in
    the file, and `heading` is the heading of its section. `said_at` is in seconds since 1970.
    `origin` is where the model ran that it was said to: see `index.passages.Part`. `stays` is
    whether it may repeat what was said to a model on this machine, although it was said elsewhere.

    `score` orders the hits of one search. `share` is how well the passage, or the passage with its
    context, matches the words of the query: 0 to 1, where 1 is the best possible match. `weight`
    is `share` times the weight of those words, in units of a word that occurs in one passage only.
    `apart` is the score by words without regard to persons, and `asked` is how much the query asks
    for: see `relevance`. `nearness` is the cosine similarity to the query. `user` is whose it is
    where several users are asked about, as on the server; else "".
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
    stays: bool = False
    apart: float = 0.0
    asked: Asked = Asked()
    user: str = ""

    @property
    def fit(self) -> Fit:
        """How well it fits the query, as the input of `relevance.is_about`."""
        return Fit(self.share, self.weight, self.apart)

    @property
    def local(self) -> bool:
        """Whether it must stay on this machine: see `egress`."""
        return self.said.local

    @property
    def said(self) -> Said:
        """The hit as the input of `egress.may`."""
        return Said("here" if self.stays else self.origin, self.model)

    @property
    def day(self) -> str:
        """The local day on which it was said, as YYYY-MM-DD, "" if unknown."""
        return date.fromtimestamp(self.said_at).isoformat() if self.said_at else ""

    @property
    def told(self) -> str:
        """The text, below the name of its file if models are given that, too."""
        if self.kind != FILES:
            return self.text
        name = self.document.rpartition("/")[2].rpartition(".")[0]
        return f"{name}\n{self.text}"

    @property
    def author(self) -> str:
        """The model that wrote it into the user's notes, or "" if no model did."""
        if self.kind != NOTES or "(written by " not in self.heading:
            return ""
        from ..text import entries  # imported here because models write few notes

        by = entries.author(self.heading)
        return by.name if by else ""


def shareable_with(
    hits: Iterable[Hit], destination: Destination, local: Forgotten = _NOTHING
) -> list[Hit]:
    """Return the hits that may go to a destination.

    `local` recognizes what local facts say: see `local_facts`. A hit that says one, or whose file
    is named so, may go no further than this machine, wherever it was said itself.
    """
    found = [hit for hit in hits if hit.said.may_go(destination)]
    if destination.place == "here":
        return found
    return [
        hit for hit in found if hit.local or not says(local, hit.told, is_fact=hit.kind == PROFILE)
    ]


def search(
    db: sqlite3.Connection,
    folder: Folder,
    query: Query,
    forgotten: Forgotten,
    question: Sequence[float] | None = None,
    mode: Mode = "hybrid",
    *,
    only_if_about: bool = False,
) -> list[Hit]:
    """Return the hits, best first. `question` is the embedding of the query, if there is one.

    With `only_if_about`, the result is [] and no texts are read if the query is not about what was
    said, whatever the texts are: see `relevance`.

    Forgotten passages, and those deleted from LLM's log, are left out. Raises LogsError if the log
    cannot be read.
    """
    kept = _kept(folder)
    condition = _condition(query, kept)
    if mode == "words":
        question = None
    by_words = mode != "meaning" or question is None
    parsed, found = find_candidates(db, folder, query, condition, question, by_words=by_words)
    order = first_order(found, parsed)
    if only_if_about and not _may_be_about(found, order[: query.limit]):
        return []
    more = min(query.limit * (_MORE - 1), _MOST_MORE) if query.diverse else 0
    wanted = query.limit + more
    found_now = _wanted(query, _readable(db, folder, order, condition, forgotten, kept))
    read = islice(found_now, max(wanted, RERANKED))
    hits = reranked(list(read), found, query.text, parsed.words)[:wanted]
    return _diverse(hits, query.limit) if query.diverse else hits


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


def neighbours(
    db: sqlite3.Connection, folder: Folder, hit: Hit, number: int, forgotten: Forgotten
) -> list[Hit]:
    """Return the hit with up to `number` passages before and after it in its document, in order.

    A fact of the profile is returned alone: its neighbours are of other days. Raises LogsError.
    """
    if hit.kind == PROFILE:
        return [hit]
    query = f"{ROW} where d.kind = ? and d.key = ? and p.ordinal between ? and ? order by p.ordinal"
    between = (hit.kind, hit.document, hit.ordinal - number, hit.ordinal + number)
    rows = [row["id"] for row in db.execute(query, between).fetchall()]
    return list(_readable(db, folder, rows, Condition(), forgotten, _kept(folder)))


def of_turn(
    db: sqlite3.Connection, folder: Folder, turn_id: str, forgotten: Forgotten
) -> list[Hit]:
    """Return the passages of a turn, in order. Raises LogsError."""
    query = (
        f"{ROW} where x.key = ? and d.kind in (select value from json_each(?)) order by p.ordinal"
    )
    rows = [row["id"] for row in db.execute(query, (turn_id, json.dumps(TALKS))).fetchall()]
    return list(_readable(db, folder, rows, Condition(), forgotten, _kept(folder)))


def said_between(
    db: sqlite3.Connection, folder: Folder, query: Query, forgotten: Forgotten
) -> list[Hit]:
    """Return passages that meet all conditions of the query except its words, by time.

    If there are more than its limit, the first ones of each conversation are taken. Raises
    LogsError.
    """
    kept = _kept(folder)
    condition = _condition(query if query.kinds else query._replace(kinds=TALKS), kept)
    found = db.execute(
        f"""
        select id, row_number() over (partition by document order by ordinal) as nth
        from ({ROW} where {condition.sql}) order by nth, said_at limit ?
        """,
        (*condition.values, _MORE * query.limit + _READ),
    )
    order = [row["id"] for row in found.fetchall()]
    found_now = _wanted(query, _readable(db, folder, order, condition, forgotten, kept))
    hits = islice(found_now, query.limit)
    return sorted(hits, key=lambda hit: (hit.said_at or 0.0, hit.document, hit.ordinal))


def _kept(folder: Folder) -> Collection[str]:
    """The kinds of documents that go into no prompt now: LLM's log, if others may change it."""
    return (LOGS,) if exposed_log(folder) else ()


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


def _readable(
    db: sqlite3.Connection,
    folder: Folder,
    order: Sequence[int],
    condition: Condition,
    forgotten: Forgotten,
    kept: Collection[str],
) -> Iterator[Hit]:
    """The passages in order as hits, without those that were deleted or forgotten.

    Those that do not meet the condition are left out too. What was forgotten or marked as local
    since the last update of the index already counts. Documents of the kinds `kept` go into no
    prompt, and what the index has of a file that was changed or deleted since goes to no model.
    """
    is_local, is_stale = _local_now(folder), _stale_now(db)
    repeated_from = _forgotten_from(db, forgotten)
    is_noted = False
    for first in range(0, len(order), _READ):
        found = rows(db, order[first : first + _READ], condition)
        texts = passage_texts.read(db, folder, found)
        for number in order[first : first + _READ]:
            if (row := found.get(number)) is None:
                continue
            text = texts.get(number)
            if text is None:
                is_noted = is_noted or _note_deleted(db)
            elif not (row["kind"] in TALKS and forgotten.turn(row["part"])) and not says(
                forgotten, text, is_fact=row["kind"] == PROFILE
            ):
                shareable = bool(row["shareable"]) and row["kind"] not in kept
                if shareable and forgotten.moments and _is_answer(row):
                    shareable = row["ordinal"] <= repeated_from(row["document"])
                shareable = shareable and not is_stale(row["kind"], row["document_key"])
                hit = _hit(row, text, shareable=shareable)
                yield hit._replace(origin="here") if hit.kind == PROFILE and is_local(text) else hit


def _note_deleted(db: sqlite3.Connection) -> bool:
    """Have the next update look for deletions from LLM's log. Returns True, even without effect.

    An index that another process is writing, or that is read-only, is left unchanged.
    """
    with suppress(sqlite3.OperationalError):
        if index_db.get(db, index_db.STALE) is None:
            index_db.put(db, index_db.STALE, 1)
    return True


def _local_now(folder: Folder) -> Callable[[str], bool]:
    """Return a function that tells whether a text is in a current or former local fact."""

    @cache
    def local() -> str | None:
        # Imported here because few hits are facts.
        from ..profile.document import local_texts
        from ..store import unmarked

        try:
            with state.opened(folder, _PATIENCE, migrate=False) as store:
                learned = unmarked.facts(store.db)
            # As one text, since Python takes long to ask each of thousands of facts.
            return "\0".join(learned | local_texts(profile_file.read(folder) or ""))
        except (ProfileError, StateError):  # unknown, so every text counts as local
            return None

    def is_local(text: str) -> bool:
        return (found := local()) is None or text in found

    return is_local


def _stale_now(db: sqlite3.Connection) -> Callable[[str, str], bool]:
    """Return a function that tells whether a document, by kind and key, is of a stale file."""

    @cache
    def in_files() -> Callable[[str, str], bool]:
        from .index import stale_files  # imported here because many find no file

        return stale_files.test_of(db)

    return lambda kind, key: kind in _IN_FILES and in_files()(kind, key)


def _forgotten_from(db: sqlite3.Connection, forgotten: Forgotten) -> Callable[[int], float]:
    """Return a function from document to the place of its first forgotten turn, or infinity."""

    @cache
    def place(document: int) -> float:
        query = """
            select x.key, min(p.ordinal) as first from passages p join parts x on x.id = p.part
            where p.document = ? group by x.key
        """
        turns = db.execute(query, (document,))
        return min((each["first"] for each in turns if forgotten.turn(each["key"])), default=inf)

    return place


def _is_answer(row: sqlite3.Row) -> bool:
    """Whether a passage is an answer in LLM's log: the model may repeat all that is above it."""
    return (row["kind"], row["role"]) == (LOGS, "assistant")


def _hit(row: sqlite3.Row, text: str, *, shareable: bool) -> Hit:
    return Hit(
        passage=row["id"],
        kind=row["kind"],
        document=row["document_key"],
        part=row["part"],
        heading=row["heading"],
        role=row["role"],
        text=text,
        said_at=row["said_at"],
        model=row["model"],
        shareable=shareable,
        ordinal=row["ordinal"],
        origin=row["origin"],
        stays=bool(row["stays"]),
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
