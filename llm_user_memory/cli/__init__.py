"""The `llm memory` commands: parse, call, print. The only package that prints.

`group` turns errors into messages and opens the memory folder; each other module holds the
commands about one thing.
"""

from . import (  # noqa: F401 - they register commands
    ask,
    backfill,
    control,
    daemon,
    doctor,
    export,
    facts,
    history,
    imports,
    learn,
    notes,
    profile,
    profiles,
    reindex,
    review,
    search,
    shell,
    sources,
    status,
    updates,
)
from .base import memory

__all__ = ["memory"]
