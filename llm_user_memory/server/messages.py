"""`/v1/messages`: adding, listing and deleting what was said."""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from . import archiving, database, embeddings, erasing, jobs, leftovers, passages, usage, withheld
from .calls import Call, Endpoint, Place, conditions, numbered_place_of, page
from .problems import Problem
from .schemas import (
    Accepted,
    AcceptedMessages,
    Deleted,
    Message,
    MessageChoice,
    MessageQuery,
    Messages,
    NewMessage,
    NewMessages,
)

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_INSERT = """
insert into messages (id, session_id, role, typed, content, said_at, metadata)
select id, session_id, role, typed, content, said_at, metadata::jsonb
from unnest(
        %s::text[], %s::text[], %s::text[], %s::bool[], %s::text[], %s::timestamptz[], %s::text[])
    with ordinality as given (id, session_id, role, typed, content, said_at, metadata, place)
order by place
on conflict (user_id, id) do nothing
returning id, seq, session_id, role, content, said_at
"""

_OPEN = """
insert into sessions as s (session_id, channel, started_at, last_at)
select session_id, channel, started_at, last_at
from unnest(%s::text[], %s::text[], %s::timestamptz[], %s::timestamptz[])
    with ordinality as given (session_id, channel, started_at, last_at, place)
order by place
on conflict (user_id, session_id) do update set
    started_at = least(s.started_at, excluded.started_at),
    last_at = greatest(s.last_at, excluded.last_at)
"""

_COUNT = """
update sessions s set messages = s.messages + given.number
from unnest(%s::text[], %s::bigint[]) given (session_id, number)
where s.session_id = given.session_id
"""

_LIST = """
select m.id, m.session_id as session, s.channel, m.role, m.typed, m.content, m.said_at,
    m.metadata, m.seq, m.session_id
from messages m join sessions s using (user_id, session_id)
"""

# The columns of messages and their sessions by which they are deleted.
_CHOSEN = {"id": "m.id", "session": "s.session_id", "channel": "s.channel"}


def add(call: Call, db: "Connection[DictRow]") -> AcceptedMessages:
    """Add messages, many at once, in the order in which they were said

    A message whose `id` is there already, with the same words, is known and not added again. If
    its words are others, nothing is added.
    """
    if call.by_model and any(message.typed for message in call.body.messages):
        raise Problem("wrong-scope", "A model cannot tell what the user typed.")
    now = datetime.now(timezone.utc)
    given = [_complete(message, now) for message in call.body.messages]
    if repeated := [key for key, n in Counter(each.id for each in given).items() if n > 1]:
        raise Problem("invalid", f"The id {repeated[0]} is there twice.")
    database.ensure_user(db)
    language = passages.share_user(db)
    _open_sessions(db, given)
    rows = db.execute(_INSERT, _columns(given)).fetchall()
    created = {row["id"] for row in rows}
    _require_same(db, [each for each in given if each.id not in created])
    added = [each for each in given if each.id in created]
    _count(db, added)
    if added:
        withheld.add_late(db, rows)
        first = None if language is None else passages.add(db, rows, language)
        if call.context.settings.embedder:
            embeddings.enqueue(db, first)
        settings = call.context.settings
        first_said: dict[str, datetime] = {}
        for row in rows:
            first_said.setdefault(row["session_id"], row["said_at"])
        jobs.enqueue(db, first_said, settings.quiet, settings.daily_tokens)
    usage.charge(call, db, messages=len(added))
    return AcceptedMessages(
        messages=[
            Accepted(id=str(each.id), status="created" if each.id in created else "known")
            for each in given
        ]
    )


def listed(call: Call, db: "Connection[DictRow]") -> Messages:
    """List messages by time, of a session, a channel, a span of time, or all

    A model that lists them is not given what the user forgot, and a page may have fewer then.
    """
    query: MessageQuery = call.query
    order, after = ("desc", "<") if query.order == "newest" else ("asc", ">")
    where, values = conditions(
        ("m.session_id = %s", query.session),
        ("s.channel = %s", query.channel),
        ("m.said_at >= %s", query.since),
        ("m.said_at < %s", query.until),
        (f"(m.said_at, m.seq) {after} (%s, %s)",
         numbered_place_of(call)),
    )  # fmt: skip
    sql = f"{_LIST} where {where} order by m.said_at {order}, m.seq {order} limit %s"
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown, cursor = page(call, rows, lambda row: Place(row["said_at"], str(row["seq"])))
    if call.by_model:
        shown = withheld.load(db).told(db, shown)
    return Messages(messages=[Message(**row) for row in shown], next=cursor)


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Delete one message, or all of a session with the session

    Also deleted are the summary of their session, edits that wait for review, facts that rest on
    nothing else, and their passages. `left` and the lists like it name what still says the same.
    """
    choice: MessageChoice = call.query
    if choice.id is None and choice.session is None:
        raise Problem("no-filter", "Give id or session.")
    chosen = choice.model_dump(exclude_none=True)
    erased = erase(db, chosen, call.context.settings.profile_tokens)
    if not any(erased.deleted.values()):
        raise Problem("not-found", "There is no such message.")
    return erased


def erase(db: "Connection[DictRow]", chosen: Mapping[str, str], budget: int) -> Deleted:
    """Delete the messages with an `id`, of a `session`, of a `channel`, or all; sessions with them.

    The profile has `budget` tokens. Returns what was deleted, and what still says it.
    """
    where = " and ".join(f"{_CHOSEN[name]} = %s" for name in chosen) or "true"
    values = [*chosen.values()]
    database.hold_user(db)
    found = db.execute(
        f"select m.seq from messages m join sessions s using (user_id, session_id) where {where}",
        values,
    ).fetchall()
    numbers = [row["seq"] for row in found]
    said = leftovers.said_by(db, numbers)
    with archiving.fitted(db, budget):
        deleted = erasing.erase_messages(db, numbers)
    if "id" not in chosen:
        deleted["sessions"] = db.execute(f"delete from sessions s where {where}", values).rowcount
    return leftovers.report(db, deleted, said, rows=leftovers.rows_of(db, numbers))


def _complete(message: NewMessage, now: datetime) -> NewMessage:
    return message.model_copy(
        update={"id": message.id or f"m-{uuid.uuid4().hex}", "said_at": message.said_at or now}
    )


def _columns(given: Sequence[NewMessage]) -> list[list[Any]]:
    import json

    rows = [
        (m.id, m.session, m.role, m.typed, m.content, m.said_at, json.dumps(m.metadata))
        for m in given
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def _open_sessions(db: "Connection[DictRow]", given: Sequence[NewMessage]) -> None:
    """Create the sessions that are new; a session keeps the channel that it began in.

    In one order, so that two requests with the same sessions wait for each other and never lock
    each other out. Whoever adds to a session holds its row, so that its messages are numbered in
    the order in which they are committed.
    """
    of: dict[str, list[NewMessage]] = {}
    for each in given:
        of.setdefault(each.session, []).append(each)
    rows = [
        (name, of[name][0].channel, min(times), max(times))
        for name in sorted(of)
        if (times := [each.said_at for each in of[name] if each.said_at])
    ]
    db.execute(_OPEN, [list(column) for column in zip(*rows, strict=True)])


def _require_same(db: "Connection[DictRow]", known: Sequence[NewMessage]) -> None:
    """Raise Problem if a message with a known id says something else."""
    if not known:
        return
    rows = db.execute(
        "select id, session_id, role, content from messages where id = any(%s)",
        [[each.id for each in known]],
    ).fetchall()
    there = {row["id"]: (row["session_id"], row["role"], row["content"]) for row in rows}
    for each in known:
        if there.get(str(each.id)) != (each.session, each.role, each.content):
            raise Problem("conflict", f"The message {each.id} is there with other words.")


def _count(db: "Connection[DictRow]", added: Sequence[NewMessage]) -> None:
    if added:
        counted = Counter(each.session for each in added)
        db.execute(_COUNT, ([*counted.keys()], [*counted.values()]))


PATHS = (
    Endpoint("POST", "/v1/messages", "write", add, AcceptedMessages, body=NewMessages, status=201,
             action="add messages", for_models=True, counted=lambda a: len(a.messages)),
    Endpoint("GET", "/v1/messages", "read", listed, Messages, query=MessageQuery),
    Endpoint("DELETE", "/v1/messages", "write", delete, Deleted, query=MessageChoice,
             action="delete messages", counted=lambda a: a.deleted["messages"]),
)  # fmt: skip
