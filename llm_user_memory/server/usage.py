"""What a user stored and spent on a day, and the limits of that."""

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

from .calls import Call
from .problems import Problem

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Whether the named user's tokens of today are used up, %(tokens)s being the limit, 0 for none.
EXHAUSTED = """
(%(tokens)s > 0 and exists (
    select 1 from usage
    where day = (now() at time zone 'utc')::date and usage.tokens >= %(tokens)s))
"""


def charge(call: Call, db: "Connection[DictRow]", *, messages: int = 0) -> None:
    """Count what the user stored today. Raises Problem if that is more than the limit."""
    row = db.execute(
        "insert into usage as u (bytes, messages) values (%s, %s) on conflict (user_id, day) "
        "do update set bytes = u.bytes + excluded.bytes, messages = u.messages + excluded.messages "
        "returning bytes",
        (call.size, messages),
    ).fetchone()
    limit = call.context.settings.daily_bytes
    if limit and row and row["bytes"] > limit:
        raise Problem("limit", f"The user may store {limit:,} bytes a day.", retry_after=3600)


def exhausted(db: "Connection[DictRow]", limit: int) -> datetime | None:
    """Return when the user may have tokens of models again, None if they may now."""
    if not limit:
        return None
    row = db.execute(
        "select tokens from usage where day = (now() at time zone 'utc')::date"
    ).fetchone()
    if row is None or row["tokens"] < limit:
        return None
    today = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    return today + timedelta(days=1)


def require_tokens(call: Call, db: "Connection[DictRow]") -> None:
    """Raise Problem if the user may have no more tokens of models today."""
    until = exhausted(db, call.context.settings.daily_tokens)
    if until is not None:
        wait = int((until - datetime.now(timezone.utc)).total_seconds()) + 1
        raise Problem("limit", "The user's tokens of today are used.", retry_after=wait)


def spend(db: "Connection[DictRow]", tokens: int) -> None:
    """Count tokens of models that the user took today."""
    db.execute(
        "insert into usage as u (tokens) values (%s) on conflict (user_id, day) "
        "do update set tokens = u.tokens + excluded.tokens",
        [tokens],
    )
