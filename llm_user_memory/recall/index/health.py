"""How the index is, for `status` and `doctor`: never changing it."""

import sqlite3
from typing import Any

from ...errors import LogsError, MemoryPluginError
from ...settings import Folder
from . import conversations, embed
from . import db as index_db


def report(folder: Folder) -> dict[str, Any] | None:
    """Return what there is to say of the index, None where there is none.

    `behind` is how many turns it lacks, None where LLM's log cannot be read; `embedder` the
    model that made it, and `without_meaning` how many passages that was not given yet.
    """
    if not folder.index_db.exists():
        return None
    found: dict[str, Any] = {"path": str(folder.index_db), "damaged": ""}
    try:
        with index_db.existing(folder) as db:
            if db is not None:  # else of an older version, and made anew by the next worker
                found |= _details(db, folder)
    except MemoryPluginError as error:
        found["damaged"] = error.what
    return found


def damage(folder: Folder) -> str:
    """Return what is damaged in the index, "" for nothing; takes as long as to read it."""
    try:
        with index_db.existing(folder) as db:
            return index_db.damage(db) if db is not None else ""
    except MemoryPluginError as error:
        return error.what


def _details(db: sqlite3.Connection, folder: Folder) -> dict[str, Any]:
    # No more than that: to sort them by kind takes a second where there are a million.
    total = int(db.execute("select count(*) from passages").fetchone()[0])
    model = embed.model_id(db)
    try:
        behind = conversations.pending(db, folder)
    except LogsError:
        behind = None
    return {
        "passages": total,
        "behind": behind,
        "embedder": model,
        "without_meaning": embed.pending(db) if model else total,
    }
