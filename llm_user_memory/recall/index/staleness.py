"""Whether the index is behind what it is made of, told by the times of files: the watcher asks.

It loads nothing but SQLite. What is not told by these times, a change deep within a folder, is
told by events, and found by the next refreshing in any case.
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

# Seconds after the first of many changes, when no more are waited for.
_LONGEST = 60.0

_PATIENCE = 0.5


class Staleness(NamedTuple):
    """How the index is: `refresh_at` is when to refresh it, None for not before something changes.

    `progress` differs when a worker got somewhere, though not to the end.
    """

    refresh_at: float | None = None
    progress: str = ""


def is_used(folder: Folder, settings: Settings) -> bool:
    """Tell whether there is an index to be kept new: there is none before it is first needed."""
    return settings.search == "sqlite" and folder.index_db.exists()


def signatures(folder: Folder, sources: Iterable[Path]) -> list[Signature | None]:
    """Return what differs when there may be something new to be indexed."""
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
    """Return when the index is to be refreshed: so long after the last change as learning waits.

    `events` are when files changed, as the file system told: the first and the last time.
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
        # One in the future was made before the clock was set back: long enough ago.
        dues.append(changed + settings.update_interval if changed <= now else now)
    return Staleness(min(dues, default=None), json.dumps(recorded))


def record(db: sqlite3.Connection, found: list[Signature | None], moment: float) -> None:
    """Record that the index is as new as what had these traces at that moment."""
    values = [(_SEEN, _stored(found)), (_REFRESHED, moment)]
    db.executemany("insert or replace into meta values (?, ?)", values)


def _stored(found: list[Signature | None]) -> str:
    """Signatures as they stand in the index."""
    return json.dumps(found)


def _recorded(folder: Folder) -> dict[str, str] | None:
    """What the index says of itself, None where it cannot be asked: a worker mends it then."""
    placeholders = ", ".join("?" * len(_PROGRESS))
    with suppress(sqlite3.Error), closing(sqlite.connect(folder.index_db, "rw", _PATIENCE)) as db:
        query = (
            f"select key, cast(value as text) from meta where key in ({placeholders}) order by key"
        )
        return dict(db.execute(query, _PROGRESS).fetchall())
    return None
