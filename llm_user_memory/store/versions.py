"""profile.md and its versions: the only place that writes the profile.

Every state of the profile is a version. A version is first written beside the profile, and to
state.db as intended, with everything that belongs to it, in one transaction; then the file is
exchanged for it, if the file still is what it was; then it is marked as written. After a crash
anywhere the next look at the profile finds out how far that came and finishes it. What the
user saves is found whenever we look, and merged with what we wrote meanwhile: see `_base`.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise

from ..errors import BusyError, ProfileError
from ..merge import deleted_facts, distance, merge
from ..profile import EMPTY, facts, lines_of, without_placeholders
from ..settings import Folder
from . import forgotten, profile_file, state
from .locks import locked

PATIENCE = 10.0

# An editor may have been opened this many versions ago.
_RECENT = 20

_SAVED = "saved"


@dataclass(frozen=True)
class Version:
    """One state of the profile. `restores` is the version that it brings back."""

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
    ProfileError when the file cannot be read, BusyError or FolderError when the lock is not to
    be had.
    """
    # Not made anew here: who deletes the memory folder while we wait for a model means it.
    with locked(folder.profile_lock, PATIENCE, "Another process"):
        yield _look(db, folder)


def change(
    db: sqlite3.Connection,
    folder: Folder,
    make: Callable[[str], str],
    note: str,
    *,
    restores: int | None = None,
    forget: Sequence[str] = (),
) -> Version | None:
    """Make a version of the user's: what `make` returns for the profile's text.

    `forget` are facts that are gone from it for good. Returns None when nothing changes.
    Raises what `current` and `make` raise.
    """
    with current(db, folder) as before:
        text = make(before.text)
        if text == before.text:
            return None
        return _write(
            db, folder, before.n, before.text, text, "user", note, restores=restores, forget=forget
        )


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
            db,
            folder,
            before.n,
            before.text,
            text,
            "update",
            "learned",
            update_id=update_id,
            record=record,
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


def first_with(db: sqlite3.Connection, wanted: Sequence[str]) -> dict[str, Version]:
    """Return the version since which the profile has had each fact, of those it has now."""
    first: dict[str, Version] = {}
    left = set(wanted)
    for row in db.execute("select * from versions order by n desc"):
        left &= {fact.text for fact in facts(row["text"])}
        if not left:
            break
        first |= dict.fromkeys(left, _version(row))
    return first


def preceding(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version that came before, None for the first."""
    query = "select * from versions where n < ? order by n desc limit 1"
    row = db.execute(query, (version.n,)).fetchone()
    return _version(row) if row else None


def before(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version that undoing `version` leads to, None at the beginning.

    An undo counts as the version it restored, so that undoing again goes one further back;
    undoing a restore leads to what was there before it.
    """
    while version.note == "undo" and version.restores is not None:
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
    profile_file.tidy(folder)
    if text is None:
        return _redo(db, folder, last, None)
    return last if text == last.text else _saved(db, folder, last, text)


def _begin(db: sqlite3.Connection, folder: Folder) -> Version:
    """Record the first version: the profile found here, or an empty one."""
    text = profile_file.read(folder)
    if text is None:
        return _write(db, folder, 0, None, EMPTY, "user", "created")
    known = without_placeholders(text)
    if known == text:
        return _found(db, folder, 0, text, "taken over")
    return _write(db, folder, 0, text, known, "user", "placeholders dropped", found="taken over")


def _recovered(db: sqlite3.Connection, folder: Folder, last: Version, text: str | None) -> Version:
    """Finish a write that a crash or the user's save interrupted."""
    previous = find(db, last.n - 1)
    expected = previous.text if previous else None
    beside = profile_file.beside(folder, last.n)
    is_beside = beside == last.text.encode()
    came_out = beside is not None and not is_beside
    if came_out and previous and beside != previous.text.encode():
        # The user saved between our last look and the exchange, and it was not put back.
        if text == last.text:
            profile_file.put_back(folder, last.n)
            return _look(db, folder)
        _keep(db, beside or b"")
    if text == last.text:
        return _finished(db, folder, last)
    if text is None or (text == expected and not came_out):
        return _redo(db, folder, last, text)
    # The user saved: before the exchange, knowing the version before, or after it.
    return _saved(db, folder, last, text, previous if is_beside else last)


def _saved(
    db: sqlite3.Connection, folder: Folder, last: Version, text: str, base: Version | None = None
) -> Version:
    """Record what the user saved, and merge it with what was written behind their back."""
    base = base or _base(db, text)
    merged = text if base.n == last.n else merge(base.text, text, last.text)
    deleted, at = deleted_facts(base.text, text), profile_file.saved_at(folder)
    if merged == text:
        return _found(db, folder, last.n, text, _SAVED, deleted, at)
    return _write(
        db, folder, last.n, text, merged, "user", "merged", found=_SAVED, forget=deleted, at=at
    )


def _base(db: sqlite3.Connection, text: str) -> Version:
    """The version that the user's editor was opened at: the one its text is nearest to.

    The newest of equals, and none from before the editor knew what the text has: the user's
    last save, for whoever takes back in it what they just saved means it, and each version from
    which a line in it comes. A text that *is* an older version is a deliberate step back from
    the newest, not an editor left open: whoever deletes a new line in the file means it. So does
    whoever empties it.
    """
    recent = history(db, _RECENT)
    if not text.strip() or any(version.text == text for version in recent):
        return recent[0]
    known = recent[: _first_known(recent, text) + 1]
    return min(known, key=lambda version: (distance(version.text, text), -version.n))


def _first_known(recent: Sequence[Version], text: str) -> int:
    """The oldest of the recent versions, the newest first, that the text can have begun as."""
    has = _bare_lines(text)
    for number, (newer, older) in enumerate(pairwise(recent)):
        if newer.note == _SAVED or has & (_bare_lines(newer.text) - _bare_lines(older.text)):
            return number
    return len(recent) - 1


def _bare_lines(text: str) -> set[str]:
    return {line.strip() for line in lines_of(text)} - {""}


def _write(
    db: sqlite3.Connection,
    folder: Folder,
    last: int,
    expected: str | None,
    text: str,
    origin: str,
    note: str,
    *,
    found: str = "",
    update_id: int | None = None,
    restores: int | None = None,
    record: Recorder | None = None,
    forget: Sequence[str] = (),
    at: float | None = None,
) -> Version:
    """Intend, exchange, mark: see the module's docstring.

    `last` is the version that it follows, and `expected` what the file holds. With `found` that
    is a version not recorded yet, and `found` its note: the two are recorded together, or a
    crash between them would take what the user saved for all there is.
    """
    _refuse_unless_last(db, last)
    profile_file.prepare(folder, last + 1 + bool(found), text)
    with state.transaction(db):
        _refuse_unless_last(db, last)
        _mark_written(db)
        if found and expected is not None:
            _insert(db, expected, "user", found, written=True)
        version = _insert(db, text, origin, note, update_id=update_id, restores=restores)
        if record:
            record(version.n)
        if origin == "user":
            _note_forgetting(db, text, forget, at)
    return _exchanged(db, folder, version, expected)


def _found(
    db: sqlite3.Connection,
    folder: Folder,
    last: int,
    text: str,
    note: str,
    forget: Sequence[str] = (),
    at: float | None = None,
) -> Version:
    """Record a version that is in its place already, and follows version `last`."""
    with state.transaction(db):
        _refuse_unless_last(db, last)
        _mark_written(db)
        version = _insert(db, text, "user", note, written=True)
        _note_forgetting(db, text, forget, at)
    profile_file.make_private(folder)
    profile_file.tidy(folder)
    return version


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


def _keep(db: sqlite3.Connection, content: bytes) -> None:
    """Record what was the profile for a moment, so that it can be restored."""
    with suppress(ProfileError), state.transaction(db):
        _mark_written(db)
        _insert(db, profile_file.decoded(content, "profile.md"), "user", _SAVED, written=True)


def _redo(db: sqlite3.Connection, folder: Folder, last: Version, expected: str | None) -> Version:
    profile_file.prepare(folder, last.n, last.text)
    return _exchanged(db, folder, last, expected)


def _exchanged(
    db: sqlite3.Connection, folder: Folder, version: Version, expected: str | None
) -> Version:
    if not profile_file.put_in_place(folder, version.n, expected):
        return _look(db, folder)
    return _finished(db, folder, version)


def _finished(db: sqlite3.Connection, folder: Folder, version: Version) -> Version:
    _mark_written(db)
    profile_file.tidy(folder)
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


def _is_written(db: sqlite3.Connection, version: Version) -> bool:
    query = "select written from versions where n = ?"
    return bool(db.execute(query, (version.n,)).fetchone()["written"])


def _mark_written(db: sqlite3.Connection) -> None:
    db.execute("update versions set written = 1 where written = 0")


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
