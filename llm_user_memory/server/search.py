"""`/v1/search`: what was said, and what is known, found by words and by meaning."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple

from . import finding, records, sharing
from .asking import Asker, load_asker
from .calls import Call, Endpoint, reading_cursor
from .finding import Passage, Question
from .recall_schemas import FoundPassage, FoundRecord, Search, SearchResult

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Facts, summaries and the like beside the first page of passages.
_RECORDS = 5


class _Part(NamedTuple):
    """What was found of one user; `newest` is the number of the last passage looked at."""

    passages: list[FoundPassage]
    records: list[FoundRecord]
    newest: int
    by_meaning: bool


def search(call: Call, db: "Connection[DictRow]") -> SearchResult | Callable[[], SearchResult]:
    """Search messages, and what is known from them, the best first

    A word counts the more the rarer it is; "words in quotes" must stand so, -words must not. A time
    that the question names counts, seen from today in `zone`. With an embedder passages are found
    by meaning, too; `by_meaning` says whether it could be asked. At most 100 passages are found.
    With `shared`, those of several users are ordered by their scores.
    """
    asked: Search = call.body
    calls = sharing.calls(call, asked.shared)
    nowhere: list[int | None] = [None] * len(calls)
    first, newest = _place(call, len(calls)) or (0, nowhere)
    if len(calls) == 1 and not call.context.settings.embedder:
        part = _part(db, call, Question(asked.query, asked.tz), first, newest[0])
        return _result(call, [part], first)
    return lambda: _result(
        call,
        [_of_user(each, first, last) for each, last in zip(calls, newest, strict=True)],
        first,
    )


def by_meaning(call: Call, text: str, without_names: str, zone: tzinfo) -> Question:
    """Return a question with its vector, if the model gives one. Call it without a transaction."""
    return Question(text, zone, *(call.context.embed(without_names) if without_names else ()))


def _of_user(call: Call, first: int, newest: int | None) -> _Part:
    """What is found of the user of a call, in a transaction of theirs."""
    asked: Search = call.body
    question = Question(asked.query, asked.tz)
    if call.context.settings.embedder:
        with call.transaction() as db:
            without_names = finding.without_names(db, load_asker(db), asked.query)
        question = by_meaning(call, asked.query, without_names, asked.tz)
    with call.transaction() as db:
        return _part(db, call, question, first, newest)


def _part(
    db: "Connection[DictRow]", call: Call, question: Question, first: int, newest: int | None
) -> _Part:
    asked: Search = call.body
    who = load_asker(db)
    last = newest if newest is not None else who.newest if who else 0
    where = asked.where()._replace(newest=last)
    # One more tells that there is a next page.
    found = finding.find(db, who, question, where, min(first + asked.limit + 1, finding.MOST))
    records = [] if first or asked.roles else _records(db, who, call)
    passages = [passage(each, call.user_id) for each in found]
    return _Part(passages, records, last, bool(question.vector))


def _result(call: Call, parts: Sequence[_Part], first: int) -> SearchResult:
    asked: Search = call.body
    found = [each for part in parts for each in part.passages]
    records = [each for part in parts for each in part.records]
    if len(parts) > 1:
        found = sorted(found, key=lambda each: -each.score)[: finding.MOST]
        records = sorted(records, key=lambda each: -each.share)[:_RECORDS]
    after = first + asked.limit
    return SearchResult(
        passages=found[first:after],
        records=records,
        by_meaning=any(part.by_meaning for part in parts),
        next=_cursor(call, after, [part.newest for part in parts]) if len(found) > after else None,
    )


def passage(found: Passage, user: str) -> FoundPassage:
    """Return a passage of a user as it is answered."""
    hit = found.hit
    return FoundPassage(
        user=user,
        message=hit.part,
        session=hit.document,
        channel=found.channel,
        role=hit.role,
        typed=found.typed,
        text=hit.text,
        said_at=found.said_at,
        score=round(hit.score, 4),
        share=round(hit.share, 4),
        nearness=round(hit.nearness, 4),
    )


def _records(db: "Connection[DictRow]", who: Asker | None, call: Call) -> list[FoundRecord]:
    asked: Search = call.body
    found = records.find(db, who, asked.query, _RECORDS, asked.where())
    return [
        FoundRecord(
            user=call.user_id,
            kind=r.kind,
            id=r.id,
            text=r.text,
            at=r.at,
            share=round(r.share, 4),
        )
        for r in found
    ]


def _digest(asked: Search) -> str:
    given = asked.model_dump_json(exclude={"cursor", "limit"})
    return hashlib.sha256(given.encode()).hexdigest()[:16]


def _cursor(call: Call, first: int, newest: list[int]) -> str:
    """Where the next page begins. What is added meanwhile is not looked at, so that none shifts."""
    return call.cursors.made([_digest(call.body), first, newest])


def _place(call: Call, users: int) -> tuple[int, list[int | None]] | None:
    asked: Search = call.body
    if asked.cursor is None:
        return None
    with reading_cursor():
        digest, first, newest = call.cursors.read(asked.cursor)
        if digest != _digest(asked) or len(newest) != users:
            raise ValueError
    return first, newest


PATHS = (Endpoint("POST", "/v1/search", "read", search, SearchResult, body=Search, in_parts=True),)
