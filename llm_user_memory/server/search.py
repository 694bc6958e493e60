"""`/v1/search`: what was said, and what is known, found by words and by meaning."""

import hashlib
from collections.abc import Callable
from datetime import tzinfo
from typing import TYPE_CHECKING

from . import finding, records
from .asking import Asker, asker
from .calls import Call, Endpoint, cursor_of, in_cursor, reading_cursor
from .finding import Passage, Question
from .recall_schemas import FoundPassage, FoundRecord, Search, SearchResult

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Facts, summaries and the like beside the first page of passages.
_RECORDS = 5


def search(call: Call, db: "Connection[DictRow]") -> SearchResult | Callable[[], SearchResult]:
    """Search messages, and what is known from them, the best first

    A word counts the more the rarer it is; "words in quotes" must stand so, -words must not. A time
    that the question names counts, seen from today in `zone`. With an embedder passages are found
    by meaning, too; `by_meaning` says whether it could be asked. At most 100 passages are found.
    """
    asked: Search = call.body
    who = asker(db)
    if not call.context.settings.embedder:
        return _found(db, who, asked, Question(asked.query, asked.tz))
    without_names = finding.without_names(db, who, asked.query)

    def found() -> SearchResult:
        question = by_meaning(call, asked.query, without_names, asked.tz)
        with call.transaction() as db:
            return _found(db, asker(db), asked, question)

    return found


def by_meaning(call: Call, text: str, without_names: str, zone: tzinfo) -> Question:
    """Return a question with its vector, if the model gives one. Call it without a transaction."""
    return Question(text, zone, *(call.context.embed(without_names) if without_names else ()))


def _found(
    db: "Connection[DictRow]", who: Asker | None, asked: Search, question: Question
) -> SearchResult:
    first, newest = _place(asked) or (0, who.newest if who else 0)
    where = asked.where()._replace(newest=newest)
    found = finding.find(db, who, question, where)
    shown = found[first : first + asked.limit]
    more = len(found) > first + asked.limit
    return SearchResult(
        passages=[passage(each) for each in shown],
        records=[] if first or where.roles else _records(db, who, asked),
        by_meaning=bool(question.vector),
        next=_cursor(asked, first + asked.limit, newest) if more else None,
    )


def passage(found: Passage) -> FoundPassage:
    """Return a passage as it is answered."""
    hit = found.hit
    return FoundPassage(
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


def _records(db: "Connection[DictRow]", who: Asker | None, asked: Search) -> list[FoundRecord]:
    found = records.find(db, who, asked.query, _RECORDS, asked.where())
    return [
        FoundRecord(kind=r.kind, id=r.id, text=r.text, at=r.at, share=round(r.share, 4))
        for r in found
    ]


def _digest(asked: Search) -> str:
    given = asked.model_dump_json(exclude={"cursor", "limit"})
    return hashlib.sha256(given.encode()).hexdigest()[:16]


def _cursor(asked: Search, first: int, newest: int) -> str:
    """Where the next page begins. What is added meanwhile is not looked at, so that none shifts."""
    return cursor_of([_digest(asked), first, newest])


def _place(asked: Search) -> tuple[int, int] | None:
    if asked.cursor is None:
        return None
    with reading_cursor():
        digest, first, newest = in_cursor(asked.cursor)
        if digest != _digest(asked) or type(first) is not int or type(newest) is not int:
            raise ValueError
        if not 0 <= first <= finding.MOST or not 0 <= newest < 2**63:
            raise ValueError
    return first, newest


PATHS = (Endpoint("POST", "/v1/search", "read", search, SearchResult, body=Search, in_parts=True),)
