"""`/v1/sessions`: sessions and their summaries."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..text import fingerprints, redact
from ..text.words import sentences, storable
from . import jobs, known, prompts
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


def store_summary(
    db: "Connection[DictRow]", session: str, summary: str, secrets: frozenset[str]
) -> None:
    """Store a summary, without secrets and without sentences that say what was forgotten."""
    forgotten = known.load_forgotten(db)
    summary = redact.redacted(storable(summary.replace("\0", "")), secrets)
    kept = [each for each in sentences(summary) if not fingerprints.says(forgotten, each)]
    if text := " ".join(kept)[: prompts.LONGEST_SUMMARY]:
        db.execute(
            "update sessions set summary = %s, summarised_at = now() where session_id = %s",
            (text, session),
        )


def delete_summaries(db: "Connection[DictRow]", sessions: Sequence[str] | None = None) -> list[str]:
    """Delete the summaries of sessions, None for all; returns those of them that had one."""
    rows = db.execute(
        "update sessions set summary = null, summarised_at = null "
        "where summary is not null and "
        "(%(sessions)s::text[] is null or session_id = any(%(sessions)s)) returning session_id",
        {"sessions": sessions},
    ).fetchall()
    return [row["session_id"] for row in rows]


def summarise_again(db: "Connection[DictRow]", sessions: Sequence[str]) -> int:
    """Delete the summaries of sessions, and have them made again later; returns how many."""
    deleted = delete_summaries(db, sessions)
    jobs.enqueue_summaries(db, deleted)
    return len(deleted)


PATHS = (
    Endpoint("GET", "/v1/sessions", "read", listed, Sessions, query=SessionQuery),
    Endpoint("GET", "/v1/sessions/{session:path}", "read", one, Session),
)
