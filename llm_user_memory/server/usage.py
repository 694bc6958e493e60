"""What a user used on a day, and the limit of it."""

from typing import TYPE_CHECKING

from .calls import Call
from .problems import Problem

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


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
