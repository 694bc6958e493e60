"""The audit trail: who changed or took out what, without contents.

A user is named by a hash with a key that only the database has (`subject_of`), so that the trail
outlives a user and nobody who reads it can try ids.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_LISTED = """
select at, key_id, action, number from llm_memory.audit
where %(user)s::text is null or subject = llm_memory.subject_of(%(user)s)
order by at desc limit %(most)s
"""


def record(db: "Connection[DictRow]", key_id: str, action: str, number: int) -> None:
    """Record in its transaction what was done to so many things of the named user."""
    db.execute("select note_change(%s, %s, %s)", (key_id, action, number))


def listed(admin: "Connection", user: str | None, most: int) -> Sequence[tuple[Any, ...]]:
    """Return (time, id of the key, action, number) of what was done, the latest first.

    Of one user, or of all. `admin` is a connection of a role that may read the trail.
    """
    found: list[tuple[Any, ...]] = admin.execute(_LISTED, {"user": user, "most": most}).fetchall()
    return found


def prune(db: "Connection[Any]", days: int) -> None:
    """Delete what is older than so many days, 0 for nothing; and answers that are kept for a day.

    It is done for all users at once.
    """
    db.execute("select prune(%s)", [days])
