"""LLM's log database, `logs.db`: reading turns from both of its schemas. Never writes.

* `database`: opening the database, and its error messages;
* `rows`: one turn, and the queries that read it from either schema;
* `turns`: batches of turns, by position, id or thread;
* `check`: the integrity check.

`logs.db` uses a rollback journal, so a reader blocks writers. Every function here therefore opens
the database read-only, fetches one batch, limited in turns and in time, and closes it before
anything slow happens. A turn is a row of `turns`, or of `responses` in logs from before llm 0.32.
An upgraded database has both; if a turn is in both, the row of `turns` is used.

It imports only `errors` and `sqlite` of this package.
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
