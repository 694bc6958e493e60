"""`/v1/sessions`: sessions and their summaries."""

from typing import TYPE_CHECKING

from .calls import Call, Endpoint, Place, conditions, page, place_of
from .problems import Problem
from .schemas import Session, SessionQuery, Sessions

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_COLUMNS = "session_id as session, channel, started_at, last_at, messages, summary, summarised_at"


def listed(call: Call, db: "Connection[DictRow]") -> Sessions:
    """List sessions, the latest first"""
    query: SessionQuery = call.query
    where, values = conditions(
        ("channel = %s", query.channel),
        ("last_at >= %s", query.since),
        ("started_at < %s", query.until),
        ("(last_at, session_id) < (%s, %s)", place_of(call)),
    )
    sql = (
        f"select {_COLUMNS} from sessions where {where} "
        "order by last_at desc, session_id desc limit %s"
    )
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown, after = page(call, rows, lambda row: Place(row["last_at"], row["session"]))
    return Sessions(sessions=[Session(**row) for row in shown], next=after)


def one(call: Call, db: "Connection[DictRow]") -> Session:
    """Return one session"""
    sql = f"select {_COLUMNS} from sessions where session_id = %s"
    row = db.execute(sql, [call.path["session"]]).fetchone()
    if row is None:
        raise Problem("not-found", "There is no such session.")
    return Session(**row)


PATHS = (
    Endpoint("GET", "/v1/sessions", "read", listed, Sessions, query=SessionQuery),
    Endpoint("GET", "/v1/sessions/{session:path}", "read", one, Session),
)
