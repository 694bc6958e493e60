"""Summaries of sessions, made when they are asked for, and deleted.

Without a request, `learning` makes them when it learns from the session.
"""

import time
from typing import TYPE_CHECKING

from ..model import client
from ..text import redact
from . import audit, database, learning, metrics, prompts, sessions, usage, withheld
from .calls import Call

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# The last messages of a session, of which its summary is made.
_MOST = 200


def make(call: Call, session: str) -> None:
    """Summarise a session by what was said last; nothing happens if nothing was.

    What was forgotten is left out.

    Raises Problem if there is no model or it may not be asked, ModelError if it cannot be.
    """
    model = call.require_model()
    with call.transaction() as db:
        usage.require_tokens(call, db)
        rows = db.execute(
            "select seq, session_id, role, said_at, left(content, %s) as content from messages "
            "where session_id = %s order by seq desc limit %s",
            (learning.LONGEST_LINE, session, _MOST),
        ).fetchall()[::-1]
        forgotten = withheld.load(db)
        begins = forgotten.begins(db, rows)
    rows = forgotten.without(rows, begins)
    if not rows:
        return
    secrets = redact.secrets_in(*(row["content"] for row in rows))
    text = prompts.only_summary(learning.lines(rows, secrets), "")
    began = time.monotonic()
    reply = client.ask(model, "lines", text, prompts.SCHEMA)
    tokens = reply.tokens(text)
    metrics.count_model_call(tokens, time.monotonic() - began)
    with call.transaction() as db:
        database.hold_user(db)
        usage.spend(db, tokens)
        numbers = [row["seq"] for row in rows]
        there = db.execute(
            "select count(*) as n from messages where session_id = %s and seq = any(%s)",
            (session, numbers),
        ).fetchone()
        shown = withheld.load(db).told(db, rows)
        # Else it may tell what was deleted or forgotten meanwhile.
        if there and there["n"] == len(rows) == len(shown):
            sessions.store_summary(db, session, reply.text.strip(), secrets)
            audit.record(db, call.key.id, "make summary", 1)


def delete(db: "Connection[DictRow]", session: str | None = None) -> int:
    """Delete the summary of a session, or all of the named user; returns how many there were."""
    database.hold_user(db)
    return len(sessions.delete_summaries(db, None if session is None else [session]))
