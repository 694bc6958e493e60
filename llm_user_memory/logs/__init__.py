"""LLM's log database, `logs.db`: reading turns from both of its schemas. Never writes.

* `database`: opening the database, and its error messages;
* `fields`: reading one field, which may have any type, as other programs write to the log, too;
* `rows`: one turn, and the queries that read it from either schema;
* `sources`: the names of this package's fragments in the log;
* `texts`: only the prompts and answers of turns, by id;
* `turns`: batches of turns, by position or id;
* `threads`: the turns, models and fragments of one thread;
* `heard`: what the answers of a thread may repeat, and how far they may go;
* `check`: the integrity check. It is not imported here, as no prompt needs it.

`logs.db` uses a rollback journal, so a reader blocks writers. Every function here therefore opens
the database read-only, fetches one batch, limited in turns and in time, and closes it before
anything slow happens. A turn is a row of `turns`, or of `responses` in logs from before llm 0.32.
An upgraded database has both; if a turn is in both, the row of `turns` is used. A row that
cannot be understood is never returned as a turn, and never keeps other rows from being read.

It imports only `egress`, `errors` and `sqlite` of this package. Its names are imported lazily,
because every prompt needs a source's name, and most prompts read nothing of the log.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .database import PATIENCE, error_message
    from .fields import id_floor
    from .rows import (
        UNREADABLE_ID,
        UNREADABLE_PROMPT,
        Turn,
        Unreadable,
    )
    from .sources import RECALLED, SOURCE
    from .texts import WHOLE_ANSWER
    from .threads import (
        ThreadModels,
        following,
        fragment_placements,
        fragments_beginning,
        ids_of_thread,
        models_of,
        newest_thread,
        prompted_by,
        thread_models,
        thread_turns,
    )
    from .turns import (
        Batch,
        Position,
        count,
        count_after,
        end_position,
        ids_with_schema,
        logged_ids,
        position_before,
        read,
        turns_after,
    )

__all__ = [
    "PATIENCE",
    "RECALLED",
    "SOURCE",
    "UNREADABLE_ID",
    "UNREADABLE_PROMPT",
    "WHOLE_ANSWER",
    "Batch",
    "Position",
    "ThreadModels",
    "Turn",
    "Unreadable",
    "count",
    "count_after",
    "end_position",
    "error_message",
    "following",
    "fragment_placements",
    "fragments_beginning",
    "id_floor",
    "ids_of_thread",
    "ids_with_schema",
    "logged_ids",
    "models_of",
    "newest_thread",
    "position_before",
    "prompted_by",
    "read",
    "thread_models",
    "thread_turns",
    "turns_after",
]

# In the order in which they import each other. The names in `threads` are listed, because a prompt
# that reads texts does not need that module.
_MODULES = ("database", "fields", "sources", "texts", "rows", "turns")
_IN_THREADS = (
    *("ThreadModels", "following", "fragment_placements", "fragments_beginning", "ids_of_thread"),
    *("models_of", "newest_thread", "prompted_by", "thread_models", "thread_turns"),
)

if not TYPE_CHECKING:  # else any name would pass for one of this package

    def __getattr__(name: str) -> Any:
        modules = ("threads",) if name in _IN_THREADS else _MODULES
        for module in modules if name in __all__ else ():
            found = vars(import_module(f".{module}", __name__))
            if name in found:
                return globals().setdefault(name, found[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
