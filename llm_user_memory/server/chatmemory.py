"""The paths of chatmemory, for programs that were written for it.

Each calls the function of our own path. They differ from chatmemory where it would disclose or
destroy data: a key is needed, `user_id` is checked against the key, users are kept apart, and a
request to delete has to say what.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import TYPE_CHECKING, Any

from . import answers, diary, knowledge, messages, sessions, sharing, summaries
from .calls import Call, Endpoint
from .chatmemory_schemas import (
    MOST_MESSAGES_LISTED,
    AddHistory,
    AddKnowledge,
    Diaries,
    DiaryChoice,
    DiaryEntry,
    DiaryWish,
    History,
    HistoryChoice,
    HistoryDeleted,
    HistoryMessageTold,
    HistoryQuery,
    KnowledgeAll,
    KnowledgeChoice,
    KnowledgeTold,
    OfUser,
    SearchAnswer,
    SearchResponse,
    SearchWish,
    SessionIds,
    SessionInfo,
    SessionInfos,
    SessionsQuery,
    SessionSummary,
    Status,
    Summaries,
    SummaryChoice,
    SummaryWish,
    UpdateDiary,
)
from .note_schemas import LAST_DAY, DiaryQuery, KnowledgeQuery, NewEntry, NewKnowledge
from .problems import Problem
from .recall_schemas import Ask
from .schemas import MessageQuery, NewMessages, Session, SessionQuery

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_PAGE = 500


def add_history(call: Call, db: "Connection[DictRow]") -> Status:
    """Add messages of a session"""
    given = NewMessages(messages=call.body.said())
    added = messages.add(replace(call, body=given), db)
    return Status.of("ok", len(added.messages))


def history(call: Call, db: "Connection[DictRow]") -> History:
    """List messages by time, at most 1,000"""
    query: HistoryQuery = call.query
    since = query.since
    if since is None and query.until is None and query.within_seconds:
        since = _ago(query.within_seconds)
    wanted = MessageQuery(
        session=query.session_id,
        channel=query.channel,
        since=since,
        until=query.until,
        limit=_PAGE,
    )
    found = _all(partial(messages.listed, db=db), call, wanted, "messages", MOST_MESSAGES_LISTED)
    return History(
        messages=[
            HistoryMessageTold(
                created_at=each.said_at,
                role=each.role,
                content=each.content,
                metadata=each.metadata,
                user_id=call.user_id,
                session_id=each.session,
                channel=each.channel or None,
            )
            for each in found
        ]
    )


def delete_history(call: Call, db: "Connection[DictRow]") -> HistoryDeleted:
    """Delete messages of a user, a session, or a channel, with all that was made from them

    `left` and its like, which are not chatmemory's, name what still says something of them.
    """
    choice: HistoryChoice = call.query
    _require_filter(choice)
    chosen = {"session": choice.session_id, "channel": choice.channel}
    given = {name: value for name, value in chosen.items() if value is not None}
    erased = messages.erase(db, given, call.context.settings.profile_tokens)
    done = HistoryDeleted(status="history deleted", **erased.model_dump())
    done.count(erased.deleted["messages"])
    return done


def session_ids(call: Call, db: "Connection[DictRow]") -> SessionIds:
    """List the ids of sessions"""
    return SessionIds(session_ids=sorted(each.session for each in _sessions(call, db)))


def latest_sessions(call: Call, db: "Connection[DictRow]") -> SessionInfos:
    """List sessions in which something was said lately, the latest first"""
    query: SessionsQuery = call.query
    wanted = SessionQuery(since=_ago(query.within_seconds), until=None, limit=query.limit)
    found = sessions.listed(replace(call, query=wanted), db).sessions
    return SessionInfos(
        sessions=[
            SessionInfo(
                created_at=each.last_at,
                user_id=call.user_id,
                session_id=each.session,
                channel=each.channel or None,
            )
            for each in found
        ]
    )


def create_summary(call: Call, db: "Connection[DictRow]") -> Callable[[], Status]:
    """Summarise a session, or the latest ones that have no summary, now

    Without it, what was said is summarised when a session is quiet, or followed by another.
    """
    wish: SummaryWish = call.query
    if wish.session_id is not None:
        found = [_session(call, db, wish.session_id)]
    else:
        found = _sessions(call, db)
    chosen = [each.session for each in found if wish.overwrite or each.summary is None]

    def create() -> Status:
        for session in chosen[: wish.max_count]:
            summaries.make(call, session)
        return Status(status="summary created")

    return create


def list_summaries(call: Call, db: "Connection[DictRow]") -> Summaries:
    """List summaries of sessions, the latest first"""
    query: SummaryChoice = call.query
    found = [
        SessionSummary(
            created_at=each.summarised_at or each.last_at,
            session_id=each.session,
            summary=each.summary,
        )
        for each in _sessions(call, db)
        if each.summary is not None and query.session_id in (None, each.session)
    ]
    return Summaries(summaries=found)


def delete_summaries(call: Call, db: "Connection[DictRow]") -> Status:
    """Delete the summary of a session, or all of a user"""
    choice: SummaryChoice = call.query
    _require_filter(choice)
    return Status.of("summaries deleted", summaries.delete(db, choice.session_id))


def add_knowledge(call: Call, db: "Connection[DictRow]") -> Status:
    """Add something that is known"""
    # chatmemory's clients take the id for an integer; JSON's integers are exact to 53 bits.
    given = NewKnowledge(id=str(secrets.randbelow(2**53 - 1) + 1), text=call.body.knowledge)
    knowledge.add(replace(call, body=given), db)
    return Status(status="knowledge added")


def list_knowledge(call: Call, db: "Connection[DictRow]") -> KnowledgeAll:
    """List what is known, by when it was added"""
    wanted = KnowledgeQuery(until=None, limit=_PAGE)
    found = _all(partial(knowledge.listed, db=db), call, wanted, "knowledge")
    return KnowledgeAll(
        knowledge=[
            KnowledgeTold(
                created_at=each.created_at,
                knowledge=each.text,
                id=_number(each.id),
                user_id=call.user_id,
            )
            for each in found
        ]
    )


def delete_knowledge(call: Call, db: "Connection[DictRow]") -> Status:
    """Delete something that is known, or all of it"""
    choice: KnowledgeChoice = call.query
    _require_filter(choice)
    return Status.of("knowledge deleted", knowledge.erase(db, choice.knowledge_id))


def update_diary(call: Call, db: "Connection[DictRow]") -> Status:
    """Write the entry of a day; one that is there is replaced"""
    wanted: UpdateDiary = call.body
    entry = NewEntry(text=wanted.content, metadata=wanted.metadata)
    diary.write(replace(call, body=entry, path={"day": wanted.diary_date.isoformat()}), db)
    return Status(status="diary upserted")


def list_diary(call: Call, db: "Connection[DictRow]") -> Diaries:
    """List entries of the diary, the newest first"""
    query: DiaryWish = call.query
    days = [day for day in (query.since, query.diary_date) if day is not None]
    ends = [day for day in (query.until, query.diary_date) if day is not None]
    since, last = max(days, default=None), min(ends, default=None)
    after = last + timedelta(days=1) if last is not None and last < LAST_DAY else None
    wanted = DiaryQuery(order="newest", until=None, limit=min(query.limit, _PAGE)).model_copy(
        update={"since": since, "until": after}
    )
    found = _all(partial(diary.listed, db=db), call, wanted, "entries", query.limit)
    return Diaries(
        diaries=[
            DiaryEntry(
                created_at=each.created_at,
                user_id=call.user_id,
                diary_date=each.day,
                content=each.text,
                metadata=each.metadata,
            )
            for each in found
        ]
    )


def delete_diary(call: Call, db: "Connection[DictRow]") -> Status:
    """Delete the entry of a day, or all of them"""
    choice: DiaryChoice = call.query
    _require_filter(choice)
    return Status.of("diary deleted", diary.erase(db, choice.diary_date))


def search(call: Call, db: "Connection[DictRow]") -> Callable[[], SearchResponse]:
    """Answer a question from what is known, and then from messages, with proof

    Of several users the first is the one who asks, and the others share their memory: the answer
    may rest on what any of them said, as in `/v1/answer`.
    """
    wish: SearchWish = call.body
    first, *others = wish.users
    sharing.require_allowed(call.key, first, others, by_tool=False)
    asked = wish.asked().model_copy(update={"shared": others})
    known = answers.known_of(call, db, asked, at_least=wish.top_k)
    return lambda: _search_all(call, wish, asked, known)


def _search_all(call: Call, wish: SearchWish, asked: Ask, known: answers.Found) -> SearchResponse:
    """Ask the model, given what is known of the first user, who is the one of the call."""
    together = answers.with_shared(call, asked, known, at_least=wish.top_k)
    told, records = answers.with_records(
        call, asked, together, known_is_enough=not wish.search_content
    )
    retrieved = [f"{each.day} {each.text}".strip() for each in records]
    data = "\n".join(retrieved) if wish.include_retrieved_data else None
    return SearchResponse(result=SearchAnswer(answer=told.answer or "", retrieved_data=data))


def _require_filter(choice: OfUser) -> None:
    if not choice.model_dump(exclude_none=True):
        raise Problem("no-filter", "Say what to delete: at least user_id.")


def _ago(seconds: int) -> datetime:
    return datetime.now(timezone.utc) - timedelta(seconds=seconds)


def _all(
    listed: Callable[[Call], Any], call: Call, query: Any, name: str, most: int | None = None
) -> list[Any]:
    """All that a list of ours has, page by page, or the first `most`."""
    found: list[Any] = []
    while most is None or len(found) < most:
        page = listed(replace(call, query=query))
        found += getattr(page, name)
        if page.next is None:
            break
        query = query.model_copy(update={"cursor": page.next})
    return found[:most]


def _sessions(call: Call, db: "Connection[DictRow]") -> list[Session]:
    wanted = SessionQuery(until=None, limit=_PAGE)
    return _all(partial(sessions.listed, db=db), call, wanted, "sessions")


def _session(call: Call, db: "Connection[DictRow]", name: str) -> Session:
    return sessions.one(replace(call, path={"session": name}), db)


def _number(known: str) -> int | str:
    """The number that a piece of knowledge was added with here, or its text elsewhere."""
    is_number = known.isascii() and known.isdecimal() and known[0] != "0" and len(known) <= 16
    return int(known) if is_number else known


def _endpoint(
    method: str, path: str, scope: str, answer: Any, returns: Any, **more: Any
) -> Endpoint:
    return Endpoint(method, path, scope, answer, returns, names_user=True, **more)


def _count(status: Status) -> int:
    return status.number


PATHS = (
    _endpoint("POST", "/history", "write", add_history, Status, body=AddHistory,
              action="add messages", counted=_count),
    _endpoint("GET", "/history", "read", history, History, query=HistoryQuery),
    _endpoint("DELETE", "/history", "write", delete_history, HistoryDeleted, query=HistoryChoice,
              action="delete messages", counted=_count),
    _endpoint("GET", "/history/session_ids", "read", session_ids, SessionIds, query=OfUser),
    _endpoint("GET", "/history/sessions", "read", latest_sessions, SessionInfos,
              query=SessionsQuery),
    _endpoint("POST", "/summary/create", "write", create_summary, Status, query=SummaryWish,
              in_parts=True, asks_model=True),
    _endpoint("GET", "/summary", "read", list_summaries, Summaries, query=SummaryChoice),
    _endpoint("DELETE", "/summary", "write", delete_summaries, Status, query=SummaryChoice,
              action="delete summaries", counted=_count),
    _endpoint("POST", "/knowledge", "write", add_knowledge, Status, body=AddKnowledge,
              action="add knowledge", counted=_count),
    _endpoint("GET", "/knowledge", "read", list_knowledge, KnowledgeAll, query=OfUser),
    _endpoint("DELETE", "/knowledge", "write", delete_knowledge, Status, query=KnowledgeChoice,
              action="delete knowledge", counted=_count),
    _endpoint("POST", "/diary", "write", update_diary, Status, body=UpdateDiary,
              action="write diary", counted=_count),
    _endpoint("GET", "/diary", "read", list_diary, Diaries, query=DiaryWish),
    _endpoint("DELETE", "/diary", "write", delete_diary, Status, query=DiaryChoice,
              action="delete diary", counted=_count),
    _endpoint("POST", "/search", "read", search, SearchResponse, body=SearchWish,
              in_parts=True, asks_model=True),
)  # fmt: skip
