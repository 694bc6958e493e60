"""Tells by the signatures of files whether the index is out of date. Used by the watcher.

It imports nothing large but SQLite. A change deep within a folder changes none of these
signatures; the file system's events report it, and each refresh of the index finds it anyway.
"""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ... import signature, sqlite
from ...settings import Folder, Settings
from ...signature import Signature

_SEEN = "seen"
_REFRESHED = "refreshed"
_PROGRESS = ("embedded", "facts_of", "logs_position", _REFRESHED, _SEEN)

# The most seconds between the first of several changes and the refresh.
_LONGEST = 60.0

_PATIENCE = 0.5


class Staleness(NamedTuple):
    """When to refresh the index: at `refresh_at`, None if it is up to date.

    `progress` changes whenever a worker has got further, even if it did not finish.
    """

    refresh_at: float | None = None
    progress: str = ""


def is_used(folder: Folder, settings: Settings) -> bool:
    """Tell whether there is an index to keep up to date; it is built when first needed."""
    return settings.search == "sqlite" and folder.index_db.exists()


def signatures(folder: Folder, sources: Iterable[Path]) -> list[Signature | None]:
    """Return the signatures of the files whose change means that there may be new text."""
    today = folder.notes / f"{date.today().isoformat()}.md"
    wanted = (folder.logs, Path(f"{folder.logs}-wal"), folder.profile, folder.notes, today)
    return [signature.of(path) for path in (*wanted, *sources)]


def check(
    folder: Folder,
    settings: Settings,
    sources: Iterable[Path],
    events: Iterable[tuple[float, float]],
    now: float,
) -> Staleness:
    """Return when to refresh the index: LLM_MEMORY_UPDATE_INTERVAL after the last change.

    `events` are the times (first, last) of changes that the file system reported.
    """
    found = signatures(folder, sources)
    recorded = _recorded(folder)
    refreshed = float(recorded.get(_REFRESHED) or 0) if recorded else 0.0
    dues = [
        min(last + settings.update_interval, first + _LONGEST)
        for first, last in events
        if last >= refreshed
    ]
    if recorded is None or recorded.get(_SEEN) != _stored(found):
        changed = max((trace[2] / 1e9 for trace in found if trace), default=0.0)
        # A change in the future was made before the clock was set back, so it is old enough.
        dues.append(changed + settings.update_interval if changed <= now else now)
    return Staleness(min(dues, default=None), json.dumps(recorded))


def record(db: sqlite3.Connection, found: list[Signature | None], moment: float) -> None:
    """Record that the index includes files with the signatures `found`, as of `moment`."""
    values = [(_SEEN, _stored(found)), (_REFRESHED, moment)]
    db.executemany("insert or replace into meta values (?, ?)", values)


def _stored(found: list[Signature | None]) -> str:
    """Signatures as they stand in the index."""
    return json.dumps(found)


def _recorded(folder: Folder) -> dict[str, str] | None:
    """The recorded progress; None if the index cannot be read, which a worker repairs."""
    placeholders = ", ".join("?" * len(_PROGRESS))
    with suppress(sqlite3.Error), closing(sqlite.connect(folder.index_db, "rw", _PATIENCE)) as db:
        query = (
            f"select key, cast(value as text) from meta where key in ({placeholders}) order by key"
        )
        return dict(db.execute(query, _PROGRESS).fetchall())
    return None
