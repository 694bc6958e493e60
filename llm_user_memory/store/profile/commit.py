"""Making one version of the profile: intend, exchange, mark. Only `versions` calls it.

The version is written beside the profile, and recorded as intended together with everything
that belongs to it; then the file is exchanged for it; then it is marked as written.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from ...errors import BusyError, ProfileError
from ...profile.document import facts
from .. import forgotten, state
from ..state import Store
from . import file as profile_file
from .history import SAVED, Version

Recorder = Callable[[int], None]
"""Called inside the transaction that records a version, with its number, 0 for none."""


def write(
    store: Store,
    last: int,
    expected: str | None,
    text: str,
    origin: str,
    note: str,
    *,
    found: Sequence[tuple[str, str]] = (),
    update_id: int | None = None,
    restores: int | None = None,
    record: Recorder | None = None,
    forget: Sequence[str] = (),
    at: float | None = None,
) -> Version | None:
    """Make a version, and return it; None when the file is not `expected` any more: look again.

    `last` is the version that it follows. What was `found`, as (text, note), is recorded together
    with the version made of it, or a crash between them would take what the user saved for all
    there is. Raises ProfileError when it cannot be written, BusyError when it is not the next.
    """
    _refuse_unless_last(store.db, last)
    profile_file.prepare(store.folder, last + 1 + len(found), text)
    with state.transaction(store.db):
        _refuse_unless_last(store.db, last)
        mark_written(store.db)
        for saved, what in found:
            _insert(store.db, saved, "user", what, written=True)
        version = _insert(store.db, text, origin, note, update_id=update_id, restores=restores)
        if record:
            record(version.n)
        if origin == "user":
            _note_forgetting(store.db, text, forget, at)
    return _exchanged(store, version, expected)


def found_in_place(
    store: Store,
    last: int,
    text: str,
    note: str,
    forget: Sequence[str] = (),
    at: float | None = None,
) -> Version:
    """Record a version that is in its place already, and follows version `last`."""
    with state.transaction(store.db):
        _refuse_unless_last(store.db, last)
        mark_written(store.db)
        version = _insert(store.db, text, "user", note, written=True)
        _note_forgetting(store.db, text, forget, at)
    profile_file.make_private(store.folder)
    return version


def redo(store: Store, last: Version, expected: str | None) -> Version | None:
    """Put the last version in its place once more; returns what `write` does."""
    store.db.execute("update versions set written = 0 where n = ?", (last.n,))
    profile_file.prepare(store.folder, last.n, last.text)
    return _exchanged(store, last, expected)


def keep(db: sqlite3.Connection, content: bytes) -> None:
    """Record what was the profile for a moment, so that it can be restored."""
    with suppress(ProfileError), state.transaction(db):
        mark_written(db)
        _insert(db, profile_file.decoded(content, "profile.md"), "user", SAVED, written=True)


def is_written(db: sqlite3.Connection, version: Version) -> bool:
    """Tell whether a version was seen to be in its place."""
    query = "select written from versions where n = ?"
    return bool(db.execute(query, (version.n,)).fetchone()["written"])


def mark_written(db: sqlite3.Connection) -> None:
    """Record that the last version is in its place."""
    db.execute("update versions set written = 1 where written = 0")


def _refuse_unless_last(db: sqlite3.Connection, n: int) -> None:
    """Raise BusyError when somebody else made a version: the lock's file was deleted."""
    if _next(db) != n + 1:
        raise BusyError(
            "Another process changed the profile at the same moment.",
            untouched="What it wrote is kept.",
            remedy="Try again.",
        )


def _note_forgetting(
    db: sqlite3.Connection, text: str, forget: Sequence[str], at: float | None
) -> None:
    """Record what the user's version forgets; what stands in it is not forgotten any more.

    `at` is when they saved it: what they said between then and our look was said anew.
    """
    forgotten.lift(db, [fact.text for fact in facts(text)])
    forgotten.forget(db, forget, time.time() if at is None else at)


def _exchanged(store: Store, version: Version, expected: str | None) -> Version | None:
    if not profile_file.put_in_place(store.folder, version.n, expected):
        return None
    mark_written(store.db)
    return version


def _next(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(n), 0) + 1 from versions").fetchone()[0])


def _insert(
    db: sqlite3.Connection,
    text: str,
    origin: str,
    note: str,
    *,
    update_id: int | None = None,
    restores: int | None = None,
    written: bool = False,
) -> Version:
    version = Version(_next(db), time.time(), origin, note, update_id, restores, text)
    db.execute(
        "insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)",
        (version.n, version.created, origin, note, update_id, restores, text, written),
    )
    return version
