"""`/v1/answer`: answering a question from what is known and what was said, with proof.

A model is asked at most twice, as on the command line: first with the profile and what is known of
the question; if that does not say it, with passages of messages. An answer counts only if it quotes
a record, the quote stands in it, and the record is still there.
"""

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..profile.document import tokens
from ..recall import ask
from ..recall.ask import Record, Reply
from ..recall.index.db import LOGS
from ..recall.search import Hit
from ..text import redact
from ..text.words import fold, occurs_in
from . import finding, metrics, records, usage
from .calls import Call, Endpoint
from .recall_schemas import Answer, Ask, Quote
from .sayings import texts
from .search import question_of

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Of what is known: so many records that bear on the question, and so many tokens of the profile.
_KNOWN = 12
_OF_PROFILE = 2_000


class _Found(NamedTuple):
    """The records that are shown to the model, and what they are made of."""

    records: list[Record]
    hits: list[Hit]


def answer(call: Call) -> Answer:
    """Answer a question from what is known, and then from messages, with quotes

    A model is asked first about the profile, facts, summaries, knowledge and the diary, and then
    about messages. `answer` is null if nothing says it: an answer is only given with quotes that
    stand, word for word, in what they are said to be from. The tokens count to the user's limit.
    """
    return with_records(call, call.body)[0]


def with_records(
    call: Call, asked: Ask, *, at_least: int = 0, known_is_enough: bool = False
) -> tuple[Answer, list[Record]]:
    """Return the answer to a question, and the records that the model was shown.

    Where fewer records than `at_least` bear on the question, it is shown the latest ones, too.
    With `known_is_enough`, messages are asked about only if nothing is known.
    """
    ask_model = partial(_ask, call, call.model, asked.question)
    with call.transaction() as db:
        known = _Found([], []) if asked.is_narrow else _of_known(db, asked, at_least)
    requests, reply = 0, Reply()
    if known.records:
        requests, reply = 1, ask_model(known, ask.REQUEST + ask.SEARCH_MORE)
    found = known
    if not reply.text and not (known.records and known_is_enough):
        found = _of_messages(call, asked, reply.searches)
        if found.records:
            requests += 1
            reply = ask_model(found, ask.REQUEST)
    shown = known.records if found is known else known.records + found.records
    with call.transaction() as db:
        quotes = [_quote(record, words, found.hits) for record, words in reply.cited]
        if not reply.text or not _are_there(db, quotes):
            return Answer(answer=None, quotes=[], requests=requests), shown
    told = [Quote(kind="message" if hit.kind == LOGS else hit.kind, id=hit.part, quote=words,
                  session=hit.document if hit.kind == LOGS else None, day=hit.day)
            for hit, words in quotes]  # fmt: skip
    return Answer(answer=reply.text, quotes=told, requests=requests), shown


def _of_known(db: "Connection[DictRow]", asked: Ask, at_least: int) -> _Found:
    """The profile, and what else is known that bears on the question; nothing with a secret."""
    found = records.find(db, asked.question, _KNOWN, since=asked.since, until=asked.until)
    if len(found) < at_least:
        more = records.latest(db, at_least, since=asked.since, until=asked.until)
        there = {(each.kind, each.id) for each in found}
        new = [each for each in more if (each.kind, each.id) not in there]
        found += new[: at_least - len(found)]
    if asked.since is None and asked.until is None:
        left = _OF_PROFILE
        for each in records.active(db):
            left -= tokens(each.text)
            if left >= 0 and (each.kind, each.id) not in {(one.kind, one.id) for one in found}:
                found.append(each)
    hits = [each.hit(asked.tz) for each in found if not redact.holds_secret(each.text)]
    return _Found([_record(hit) for hit in hits], hits)


def _record(hit: Hit) -> Record:
    about = "" if hit.kind == "fact" else f"{hit.kind}: "
    return Record("" if hit.kind == "knowledge" else hit.day, about + _line(hit.text), hit)


def _of_messages(call: Call, asked: Ask, searches: Iterable[str]) -> _Found:
    """The passages that bear on the question, or on what the model wants searched."""
    questions = [question_of(call, text, asked.tz) for text in (asked.question, *searches)]
    where = asked.where()
    shown: dict[int, Hit] = {}
    with call.transaction() as db:
        found = [[each.hit for each in finding.find(db, one, where)] for one in questions]

        def near(hit: Hit) -> list[Hit]:
            around = _without_secrets(finding.around(db, hit, ask.AROUND, where, asked.tz))
            shown.update((each.passage, each) for each in around)
            return around

        best = ask.in_turns([_without_secrets(hits[: ask.EXTRACTS]) for hits in found])
        made = ask.wide_records(best, near)
    return _Found(made, list(shown.values()))


def _ask(call: Call, model: str, question: str, found: _Found, request: str) -> Reply:
    """The model's answer from records.

    Raises Problem if it may not be asked, ModelError if it cannot be.
    """
    with call.transaction() as db:
        usage.require_tokens(call, db)
    began = time.monotonic()
    reply = ask.from_records(model, redact.redacted(question), found.records, request)
    metrics.asked(reply.tokens, time.monotonic() - began)
    with call.transaction() as db:
        usage.spend(db, reply.tokens)
    return reply


def _quote(record: Record, words: str, hits: Sequence[Hit]) -> tuple[Hit, str]:
    """The passage of a record that has the quoted words, or the first one of the record."""
    quoted = fold(words)
    having = [hit for hit in hits if occurs_in(quoted, fold(hit.text))]
    own = record.hit
    if own is None or not having:
        return own or hits[0], words
    return next((hit for hit in having if hit.document == own.document), own), words


def _are_there(db: "Connection[DictRow]", quotes: Sequence[tuple[Hit, str]]) -> bool:
    """Whether all that is quoted is still there: it may have been deleted meanwhile."""
    by_kind: dict[str, set[Hit]] = {}
    for hit, _words in quotes:
        by_kind.setdefault(hit.kind, set()).add(hit)
    for kind, hits in by_kind.items():
        if kind != LOGS:
            if not records.are_there(db, kind, {hit.part for hit in hits}):
                return False
        elif texts(db, [hit.passage for hit in hits]) != {h.passage: h.text for h in hits}:
            return False
    return True


def _without_secrets(hits: Iterable[Hit]) -> list[Hit]:
    return [hit for hit in hits if not redact.holds_secret(hit.text)]


def _line(text: str) -> str:
    return " ".join(text.split())


PATHS = (
    Endpoint("POST", "/v1/answer", "read", answer, Answer, body=Ask, in_transaction=False,
             asks_model=True),
)  # fmt: skip
