"""`/v1/answer`: answering a question from what is known and what was said, with proof.

A model is asked at most twice, as on the command line: first with the profile and the records that
bear on the question; if these do not answer it, with passages of messages. An answer counts only if
it quotes a record, the quote stands in it, and the record is still there.
"""

import re
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from ..profile.estimate import tokens
from ..recall import ask
from ..recall.ask import Record, Reply
from ..recall.hits import Hit
from ..recall.index.db import LOGS
from ..text import redact
from ..text.words import fold, occurs_in
from . import finding, metrics, records, sharing, usage, withheld
from .asking import load_asker
from .calls import Call, Endpoint
from .finding import Question
from .recall_schemas import Answer, Ask, Quote
from .search import by_meaning

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Of what is known: so many records that bear on the question, and so many tokens of the profile.
_KNOWN = 12
_OF_PROFILE = 2_000


class Found(NamedTuple):
    """The records that are shown to the model, and what they are made of, which has its user."""

    records: list[Record]
    hits: list[Hit]


def answer(call: Call, db: "Connection[DictRow]") -> Callable[[], Answer]:
    """Answer a question from what is known, and then from messages, with quotes

    A model is asked first about the profile, facts, summaries, knowledge and the diary, and then
    about messages. `answer` is null if nothing says it: an answer is only given with quotes that
    stand, word for word, in what they are said to be from. The tokens count to the user's limit.
    With `shared`, it is answered from what all of these users said.
    """
    asked: Ask = call.body
    known = known_of(call, db, asked)
    return lambda: with_records(call, asked, with_shared(call, asked, known))[0]


def _together(call: Call, found: Sequence[Found]) -> Found:
    """What was found of several users, the best of each first; of others with their names."""
    if len(found) == 1:
        return found[0]
    ranked = [r for rank in zip_longest(*(each.records for each in found)) for r in rank if r]
    told = [
        r._replace(text=f"of {_line(r.hit.user)}: {r.text}")
        if r.hit is not None and r.hit.user != call.user_id
        else r
        for r in ranked
    ]
    return Found(told, [hit for each in found for hit in each.hits])


def known_of(call: Call, db: "Connection[DictRow]", asked: Ask, *, at_least: int = 0) -> Found:
    """Return what is known that bears on a question, for `with_records`.

    Where fewer records than `at_least` bear on it, the latest ones are among them, too. Raises
    Problem if there is no model, or it may not be asked.
    """
    call.require_model()
    known = _of_known(db, call, asked, at_least)
    if known.records or asked.shared:
        usage.require_tokens(call, db)
    return known


def with_shared(call: Call, asked: Ask, known: Found, *, at_least: int = 0) -> Found:
    """Return what is known of the user, and of those who share their memory, for `with_records`.

    Of each of them at least so many records, as in `known_of`. No transaction may be open.
    """
    found = [known]
    for each in sharing.calls(call, asked.shared)[1:]:
        with each.transaction() as db:
            found.append(_of_known(db, each, asked, at_least))
    return _together(call, found)


def with_records(
    call: Call, asked: Ask, known: Found, *, known_is_enough: bool = False
) -> tuple[Answer, list[Record]]:
    """Return the answer to a question, and the records that the model was shown.

    With `known_is_enough`, messages are asked about only if nothing is known. No transaction may be
    open, as a model is asked.
    """
    reply = Reply()
    if known.records:
        reply = _ask(call, asked.question, known, ask.REQUEST + ask.SEARCH_MORE)
    if reply.text or (known.records and known_is_enough):
        return _count(_prove(call, reply, known, 1)), known.records
    if known.records:
        with call.transaction(is_durable=False) as db:
            usage.spend(db, reply.tokens)
    found = _of_messages(call, asked, reply.searches)
    requests = bool(known.records) + bool(found.records)
    reply = _ask(call, asked.question, found, ask.REQUEST) if found.records else Reply()
    return _count(_prove(call, reply, found, requests)), known.records + found.records


def _count(answer: Answer) -> Answer:
    metrics.count_question(answer.answer is not None)
    return answer


def _prove(call: Call, reply: Reply, found: Found, requests: int) -> Answer:
    """The answer of the last reply, if all that it quotes is still there; its tokens are counted.

    A crash of the database may forget tokens of its last half a second.
    """
    nothing = Answer(answer=None, quotes=[], requests=requests)
    if not reply.tokens:
        return nothing
    quotes = [_quote(record, words, found) for record, words in reply.cited]
    proof = [quote for quote in quotes if quote is not None]
    with call.transaction(is_durable=False) as db:
        usage.spend(db, reply.tokens)
        if not reply.text or len(proof) < len(quotes) or not _are_there(db, call, proof):
            return nothing
    for each in sharing.calls(call, [hit.user for hit in found.hits])[1:]:
        with each.transaction() as db:
            if not _are_there(db, each, proof):
                return nothing
    told = [Quote(user=hit.user, kind="message" if hit.kind == LOGS else hit.kind,
                  id=hit.part, quote=words, session=hit.document if hit.kind == LOGS else None,
                  day=hit.day)
            for hit, words in proof]  # fmt: skip
    return Answer(answer=reply.text, quotes=told, requests=requests)


def _of_known(db: "Connection[DictRow]", call: Call, asked: Ask, at_least: int) -> Found:
    """The profile, and what else is known that bears on the question; nothing with a secret."""
    who = load_asker(db)
    found = records.find(db, who, asked.question, _KNOWN, asked.where())
    if len(found) < at_least:
        more = records.latest(db, who, at_least, asked.where())
        there = {(each.kind, each.id) for each in found}
        new = [each for each in more if (each.kind, each.id) not in there]
        found += new[: at_least - len(found)]
    if not asked.is_narrow:
        left = _OF_PROFILE
        for each in records.active(who):
            left -= tokens(each.text)
            if left >= 0 and (each.kind, each.id) not in {(one.kind, one.id) for one in found}:
                found.append(each)
    hits = [
        each.hit(asked.tz)._replace(user=call.user_id)
        for each in found
        if not redact.holds_secret(each.text)
    ]
    return Found([_record(hit) for hit in hits], hits)


def _record(hit: Hit) -> Record:
    about = "" if hit.kind == "fact" else f"{hit.kind}: "
    return Record("" if hit.kind == "knowledge" else hit.day, about + _line(hit.text), hit)


def _of_messages(call: Call, asked: Ask, searches: Iterable[str]) -> Found:
    """The passages that bear on the question, or on what the model wants searched.

    Raises Problem if there are some and the model may not be asked about them.
    """
    wanted = (asked.question, *searches)
    users = sharing.calls(call, asked.shared)
    found = _together(
        call, [_passages(each, asked, wanted, is_asker=each is call) for each in users]
    )
    return found._replace(records=found.records[: ask.WIDE * 2])


def _passages(call: Call, asked: Ask, wanted: Sequence[str], *, is_asker: bool) -> Found:
    """The passages of one user that bear on one of these questions."""
    questions = [Question(text, asked.tz) for text in wanted]
    if call.context.settings.embedder:
        with call.transaction() as db:
            who = load_asker(db)
            without_names = [finding.without_names(db, who, text) for text in wanted]
        given = zip(wanted, without_names, strict=True)
        questions = [by_meaning(call, text, without, asked.tz) for text, without in given]
    with call.transaction() as db:
        found = _looked_up(db, call, asked, questions)
        if is_asker and (found.records or asked.shared):
            usage.require_tokens(call, db)
    return found


def _looked_up(
    db: "Connection[DictRow]", call: Call, asked: Ask, questions: Sequence[Question]
) -> Found:
    """The best passages for these questions with those around them; nothing with a secret."""
    who, where = load_asker(db), asked.where()
    found = [finding.find(db, who, one, where, ask.EXTRACTS) for one in questions]
    best = ask.in_turns([_without_secrets(each.hit for each in hits) for hits in found])[: ask.WIDE]
    around = finding.around(db, who, best, ask.AROUND, where, asked.tz)
    near = {
        number: [hit._replace(user=call.user_id) for hit in _without_secrets(hits)]
        for number, hits in around.items()
    }
    made = ask.wide_records(best, lambda hit: near[hit.passage])
    hits = list({hit.passage: hit for hits in near.values() for hit in hits}.values())
    return Found(made, hits)


def _ask(call: Call, question: str, found: Found, request: str) -> Reply:
    """The model's answer from records. Raises ModelError if it cannot be asked."""
    model, began = call.require_model(), time.monotonic()
    reply = ask.from_records(model, redact.redacted(question), found.records, request)
    metrics.count_model_call(reply.tokens, time.monotonic() - began)
    return reply


def _quote(record: Record, words: str, found: Found) -> tuple[Hit, str] | None:
    """What has the quoted words, and these without the label that the model was shown.

    None if no single message has them, or nothing else that is known.
    """
    own = record.hit
    for hit in found.hits:
        if own is None or (hit.user, hit.kind, hit.document) != (own.user, own.kind, own.document):
            continue
        text = fold(hit.text)
        for quote in (words, re.sub(rf"^\W*{hit.role}:\s*", "", words, count=1, flags=re.I)):
            if occurs_in(fold(quote), text):
                return hit, quote
    return None


def _are_there(db: "Connection[DictRow]", call: Call, quotes: Sequence[tuple[Hit, str]]) -> bool:
    """Whether all that is quoted of the user is still there, and may be told.

    It may have been deleted, or forgotten, meanwhile.
    """
    by_kind: dict[str, set[Hit]] = {}
    for hit, _words in quotes:
        if hit.user == call.user_id:
            by_kind.setdefault(hit.kind, set()).add(hit)
    forgotten = withheld.load(db)
    for kind, hits in by_kind.items():
        if kind == LOGS:
            if not finding.are_there(db, forgotten, hits):
                return False
        elif not records.are_there(db, forgotten, kind, hits):
            return False
    return True


def _without_secrets(hits: Iterable[Hit]) -> list[Hit]:
    return [hit for hit in hits if not redact.holds_secret(hit.text)]


def _line(text: str) -> str:
    return " ".join(text.split())


PATHS = (
    Endpoint("POST", "/v1/answer", "read", answer, Answer, body=Ask, in_parts=True,
             asks_model=True),
)  # fmt: skip
