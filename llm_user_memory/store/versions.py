"""profile.md and its versions: the only place that writes the profile.

Every state of the profile is a version. A version is first written to state.db as intended,
with everything that belongs to it, in one transaction; then the file is exchanged for it; then
it is marked as written. After a crash anywhere the next look at the profile finds out how far
that came and finishes it. What the user saves is found by hash whenever we look, and merged
with what we wrote meanwhile: see `_merged`.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..merge import distance, merge
from ..profile import EMPTY, without_placeholders
from ..settings import Folder
from . import profile_file, state
from .locks import locked

PATIENCE = 10.0

# An editor may have been opened this many versions ago.
_RECENT = 20


@dataclass(frozen=True)
class Version:
    """One state of the profile. `restores` is the version that an undo brought back."""

    n: int
    created: float
    origin: str
    note: str
    update_id: int | None
    restores: int | None
    text: str


Recorder = Callable[[int], None]
"""Called inside the transaction that records a version, with its number, 0 for none."""


@contextmanager
def current(db: sqlite3.Connection, folder: Folder) -> Iterator[Version]:
    """Hold the profile's lock for the block's duration; yields the version it is in.

    What a crash left undone is finished first, and what the user saved is recorded. Raises
    ProfileError when the file cannot be read, BusyError when the lock is not to be had.
    """
    folder.create()
    with locked(folder.profile_lock, PATIENCE, "Another process"):
        yield _look(db, folder)


def change(
    db: sqlite3.Connection,
    folder: Folder,
    make: Callable[[str], str],
    note: str,
    *,
    restores: int | None = None,
) -> Version | None:
    """Make a version of the user's: what `make` returns for the profile's text.

    Returns None when that changes nothing. Raises what `current` and `make` raise.
    """
    with current(db, folder) as before:
        text = make(before.text)
        if text == before.text:
            return None
        return _write(db, folder, before, text, "user", note, restores=restores)


def learn(
    db: sqlite3.Connection,
    folder: Folder,
    make: Callable[[str], str],
    update_id: int,
    record: Recorder,
) -> Version | None:
    """Make a version of an update's: what `make` returns for the profile's text.

    `record` keeps what belongs to it, in the same transaction, also when nothing changes.
    Returns None when nothing does. Raises what `current` raises.
    """
    with current(db, folder) as before:
        text = make(before.text)
        if text == before.text:
            with state.transaction(db):
                record(0)
            return None
        return _write(
            db, folder, before, text, "update", "learned", update_id=update_id, record=record
        )


def latest(db: sqlite3.Connection) -> Version | None:
    """Return the newest version on record, None before the first."""
    return next(iter(history(db, 1)), None)


def history(db: sqlite3.Connection, limit: int) -> list[Version]:
    """Return the newest `limit` versions, the newest first."""
    rows = db.execute("select * from versions order by n desc limit ?", (limit,))
    return [_version(row) for row in rows]


def find(db: sqlite3.Connection, n: int) -> Version | None:
    """Return version `n`, or None."""
    row = db.execute("select * from versions where n = ?", (n,)).fetchone()
    return _version(row) if row else None


def before(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version that undoing `version` leads to, None at the beginning.

    An undo counts as the version it restored, so that undoing again goes one further back.
    """
    while version.restores is not None:
        restored = find(db, version.restores)
        if restored is None:
            break
        version = restored
    rows = db.execute("select * from versions where n < ? order by n desc", (version.n,))
    return next((_version(row) for row in rows if row["text"] != version.text), None)


def _look(db: sqlite3.Connection, folder: Folder) -> Version:
    """The version the profile is in, after recording what happened to the file since."""
    last = latest(db)
    if last is None:
        return _begin(db, folder)
    text = profile_file.read(folder)
    if not _is_written(db, last):
        return _recovered(db, folder, last, text)
    if text is None:
        profile_file.replace(folder, last.text)
        return last
    return last if text == last.text else _saved(db, folder, last, text)


def _begin(db: sqlite3.Connection, folder: Folder) -> Version:
    """Record the first version: the profile found here, or an empty one."""
    text = profile_file.read(folder)
    if text is None:
        return _write(db, folder, None, EMPTY, "user", "created")
    found = _record(db, text, "user", "taken over", written=True)
    profile_file.make_private(folder)
    known = without_placeholders(text)
    if known == text:
        return found
    return _write(db, folder, found, known, "user", "placeholders dropped")


def _recovered(db: sqlite3.Connection, folder: Folder, last: Version, text: str | None) -> Version:
    """Finish a write that a crash interrupted."""
    previous = find(db, last.n - 1)
    untouched = text is None or (previous is not None and text == previous.text)
    exchanged = profile_file.waiting(folder) != last.text
    if untouched:
        profile_file.replace(folder, last.text)
    _mark_written(db, last.n)
    if text is None or untouched or text == last.text:
        return last
    # The user saved, before the exchange or after it.
    base = last if exchanged or previous is None else previous
    return _saved(db, folder, last, text, base)


def _saved(
    db: sqlite3.Connection, folder: Folder, last: Version, text: str, base: Version | None = None
) -> Version:
    """Record what the user saved, and merge it with what was written behind their back."""
    saved = _record(db, text, "user", "saved", written=True)
    profile_file.make_private(folder)
    merged = _merged(base or _base(db, text, saved.n), text, last)
    if merged == text:
        return saved
    return _write(db, folder, saved, merged, "user", "merged")


def _merged(base: Version, text: str, last: Version) -> str:
    return text if base.n == last.n else merge(base.text, text, last.text)


def _base(db: sqlite3.Connection, text: str, n: int) -> Version:
    """The version that the user's editor was opened at: the one its text is nearest to.

    The newest of equals. A text that *is* an older version is a deliberate step back from the
    newest, not an editor left open: whoever deletes a new line in the file means it.
    """
    recent = [version for version in history(db, _RECENT + 1) if version.n < n]
    if any(version.text == text for version in recent):
        return recent[0]
    return min(recent, key=lambda version: (distance(version.text, text), -version.n))


def _write(
    db: sqlite3.Connection,
    folder: Folder,
    previous: Version | None,
    text: str,
    origin: str,
    note: str,
    *,
    update_id: int | None = None,
    restores: int | None = None,
    record: Recorder | None = None,
) -> Version:
    """Intend, exchange, mark: see the module's docstring."""
    profile_file.prepare(folder, text)
    version = _record(db, text, origin, note, update_id=update_id, restores=restores, record=record)
    came_out = profile_file.put_in_place(folder)
    _mark_written(db, version.n)
    if previous is not None and came_out is not None and came_out != previous.text:
        # The user saved between our last look and the exchange.
        _record(db, came_out, "user", "saved", written=True)
        merged = merge(previous.text, came_out, text)
        if merged != text:
            return _write(db, folder, version, merged, "user", "merged")
    return version


def _record(
    db: sqlite3.Connection,
    text: str,
    origin: str,
    note: str,
    *,
    update_id: int | None = None,
    restores: int | None = None,
    record: Recorder | None = None,
    written: bool = False,
) -> Version:
    created = time.time()
    with state.transaction(db):
        n = db.execute("select coalesce(max(n), 0) + 1 from versions").fetchone()[0]
        db.execute(
            "insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)",
            (n, created, origin, note, update_id, restores, text, written),
        )
        if record:
            record(n)
    return Version(n, created, origin, note, update_id, restores, text)


def _is_written(db: sqlite3.Connection, version: Version) -> bool:
    query = "select written from versions where n = ?"
    return bool(db.execute(query, (version.n,)).fetchone()["written"])


def _mark_written(db: sqlite3.Connection, n: int) -> None:
    db.execute("update versions set written = 1 where n = ?", (n,))


def _version(row: sqlite3.Row) -> Version:
    return Version(
        row["n"],
        row["created"],
        row["origin"],
        row["note"],
        row["update_id"],
        row["restores"],
        row["text"],
    )
