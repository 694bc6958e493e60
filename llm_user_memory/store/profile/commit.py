"""Making one version of the profile: intend, exchange, mark. Only `versions` calls it.

The version is written beside the profile, and recorded as intended together with everything
that belongs to it; then the file is exchanged for it; then it is marked as written.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from ...errors import BusyError, ProfileError
from ...profile.document import facts
from .. import forgotten, state
from ..state import Store
from . import file as profile_file
from .history import SAVED, Version

Recorder = Callable[[int], None]
"""Called inside the transaction that records a version, with its number, 0 for none."""


@dataclass(frozen=True)
class NewVersion:
    """A version of the profile that is to be made, and what is recorded together with it.

    `found` are texts that were saved by somebody else, as (text, note): each becomes a version
    of its own before this one, in the same transaction, or a crash between the two would take
    what was saved for all there is. `restores` is the number of the version that this one brings
    back. `record` keeps what belongs to an update. `forget` are facts that the user has removed
    for good, at the time `removed_at`, which is now if it is None.
    """

    text: str
    note: str
    origin: Literal["user", "update"] = "user"
    found: Sequence[tuple[str, str]] = ()
    update_id: int | None = None
    restores: int | None = None
    record: Recorder | None = None
    forget: Sequence[str] = ()
    removed_at: float | None = None


def write(store: Store, last: int, expected: str | None, new: NewVersion) -> Version | None:
    """Make a version that follows version `last`, and return it.

    Returns None when the file is not `expected` any more, which is None for no file: the version
    is then recorded as intended, and the next look at the file finishes it. Raises ProfileError
    when it cannot be written, BusyError when another process made a version after `last`.
    """
    _refuse_unless_last(store.db, last)
    profile_file.prepare(store.folder, last + 1 + len(new.found), new.text)
    with state.transaction(store.db):
        _refuse_unless_last(store.db, last)
        mark_written(store.db)
        for saved, note in new.found:
            _insert(store.db, NewVersion(saved, note), written=True)
        version = _insert(store.db, new)
        if new.record:
            new.record(version.n)
        if new.origin == "user":
            _record_forgetting(store.db, new)
    return _put_in_place(store, version, expected)


def record_in_place(store: Store, last: int, new: NewVersion) -> Version:
    """Record a version that follows version `last`, and is in its place already.

    Raises BusyError when another process made a version after `last`.
    """
    with state.transaction(store.db):
        _refuse_unless_last(store.db, last)
        mark_written(store.db)
        version = _insert(store.db, new, written=True)
        _record_forgetting(store.db, new)
    profile_file.make_private(store.folder)
    return version


def rewrite(store: Store, last: Version, expected: str | None) -> Version | None:
    """Put the last version in its place once more; returns and raises what `write` does."""
    store.db.execute("update versions set written = 0 where n = ?", (last.n,))
    profile_file.prepare(store.folder, last.n, last.text)
    return _put_in_place(store, last, expected)


def record_text(db: sqlite3.Connection, content: bytes) -> None:
    """Record what was the profile for a moment, so that it can be restored."""
    with suppress(ProfileError), state.transaction(db):
        mark_written(db)
        saved = profile_file.decoded(content, "profile.md")
        _insert(db, NewVersion(saved, SAVED), written=True)


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


def _record_forgetting(db: sqlite3.Connection, new: NewVersion) -> None:
    """Record what the user's version forgets; what stands in it is not forgotten any more.

    What the user said between removing a fact and our look at the file was said anew.
    """
    forgotten.unforget(db, [fact.text for fact in facts(new.text)])
    at = time.time() if new.removed_at is None else new.removed_at
    forgotten.forget(db, new.forget, at)


def _put_in_place(store: Store, version: Version, expected: str | None) -> Version | None:
    if not profile_file.put_in_place(store.folder, version.n, expected):
        return None
    mark_written(store.db)
    return version


def _next(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(n), 0) + 1 from versions").fetchone()[0])


def _insert(db: sqlite3.Connection, new: NewVersion, *, written: bool = False) -> Version:
    made = (time.time(), new.origin, new.note, new.update_id, new.restores, new.text)
    version = Version(_next(db), *made)
    db.execute("insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)", (version.n, *made, written))
    return version
