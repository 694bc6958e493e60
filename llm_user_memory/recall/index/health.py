"""The state of the index for `status` and `doctor`. Read-only."""

import json
import sqlite3
from typing import Any

from ...errors import LogsError, MemoryPluginError
from ...settings import Folder
from . import conversations, embed, files
from . import db as index_db


def report(folder: Folder) -> dict[str, Any] | None:
    """Return the state of the index, None if there is no index.

    `behind` is the number of turns not indexed yet, None if LLM's log cannot be read; `embedder`
    the model that made the vectors; `without_meaning` the number of passages without a vector;
    `cut` the files of which only the beginning is searched. `unusable` says why the index cannot
    be used just now, although it is not damaged.
    """
    if not folder.index_db.exists():
        return None
    found: dict[str, Any] = {"path": str(folder.index_db), "damaged": "", "unusable": ""}
    try:
        with index_db.existing(folder) as db:
            if db is not None:  # else of an older version, and rebuilt by the next worker
                found |= _details(db, folder)
    except index_db.Unavailable as error:
        found["unusable"] = str(error)
    except MemoryPluginError as error:
        found["damaged"] = error.what
    return found


def damage(folder: Folder) -> str:
    """Return the damage found in the index, "" for none. Reads the whole index."""
    try:
        with index_db.existing(folder) as db:
            return index_db.damage(db) if db is not None else ""
    except index_db.Unavailable:
        return ""
    except MemoryPluginError as error:
        return error.what


def _details(db: sqlite3.Connection, folder: Folder) -> dict[str, Any]:
    # Not by kind: grouping a million passages takes a second.
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
        "cut": json.loads(index_db.get(db, files.CUT) or "[]"),
    }
