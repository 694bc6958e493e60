"""LLM's log database: what was said, read from both of its schemas, never written.

`logs.db` keeps a rollback journal, in which readers and writers exclude each other. So every
function here opens the database read-only, fetches one batch, bounded in turns and in time,
and closes it before anything slow happens. A turn is a row of `turns`, or of `responses` in logs
from before llm 0.32; a database that was upgraded holds both, and `turns` is right where they
overlap.
"""

from .check import CHECKED_WHOLE, integrity
from .database import PATIENCE, problem
from .rows import RECALLED, SOURCE, WHOLE, Turn, id_floor
from .turns import (
    Batch,
    Position,
    after,
    behind,
    carried,
    count,
    end,
    following,
    newest_thread,
    present,
    read,
    since,
    structured,
    thread,
)

__all__ = [
    "CHECKED_WHOLE",
    "PATIENCE",
    "RECALLED",
    "SOURCE",
    "WHOLE",
    "Batch",
    "Position",
    "Turn",
    "after",
    "behind",
    "carried",
    "count",
    "end",
    "following",
    "id_floor",
    "integrity",
    "newest_thread",
    "present",
    "problem",
    "read",
    "since",
    "structured",
    "thread",
]
