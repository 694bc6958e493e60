"""Making one version of the profile, in three steps that survive a crash. Only for `versions`.

1. The text is written to a file beside profile.md. The version is recorded with `written` = 0, in
   one transaction with everything that belongs to it.
2. The file is swapped with profile.md.
3. The version is marked as written.
"""

import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from ...errors import BusyError, ProfileError
from ...profile.document import facts, local_texts
from ...profile.line_marks import may_be_local
from ...profile.split import moved, parts_of
from .. import forgotten, state
from ..state import Store
from . import file as profile_file
from . import texts
from .history import CONFLICT, SAVED, Version

IMPORTED = frozenset({"import", "merge"})
"""The notes of versions with facts from other sources, which the user did not type."""

Recorder = Callable[[int], None]
"""Called in the transaction that records a version, with its number; 0 if none is made."""


@dataclass(frozen=True)
class NewVersion:
    """A version of the profile to make, and what is recorded in the same transaction.

    `preceding` has texts that other programs saved, as (text, note). Each is recorded as a separate
    version before this one, in the same transaction: after a crash between two transactions, a
    saved text would be the latest version, without the merge. `restores` is the number of the
    version that this one brings back. `record` records an update's edits. `forget` has the facts
    that the user removed, which must not be learned again, and `placed` those that they moved to
    the archive or out of it. `removed_at` is when they did, in seconds since 1970, None for now.
    """

    text: str
    note: str
    origin: Literal["user", "update"] = "user"
    preceding: Sequence[tuple[str, str]] = ()
    update_id: int | None = None
    restores: int | None = None
    record: Recorder | None = None
    forget: Sequence[str] = ()
    placed: Collection[str] = ()
    removed_at: float | None = None


def write(
    store: Store, last: Version | None, expected: str | None, new: NewVersion
) -> Version | None:
    """Make the version that follows `last`, None for the first one, and return it.

    `expected` is the text that profile.md should have, None if there should be no file. Returns
    None if the file has another text by now: the version is recorded but not written, and the next
    `versions.current` merges it. Raises ProfileError when the file cannot be written, BusyError
    when another process made a version after `last`.
    """
    n = last.n if last else 0
    _refuse_unless_last(store.db, n)
    profile_file.prepare(store.folder, n + 1 + len(new.preceding), new.text)
    with state.transaction(store.db):
        _refuse_unless_last(store.db, n)
        mark_written(store.db)
        for saved, note in new.preceding:
            insert(store.db, NewVersion(saved, note), written=True)
        version = insert(store.db, new)
        _record_archive(store.db, last.text if last else "", new)
        if new.record:
            new.record(version.n)
        if new.origin == "user":
            _record_forgetting(store.db, version.n, new)
    return _put_in_place(store, version, expected)


def record_in_place(store: Store, last: Version | None, new: NewVersion) -> Version:
    """Record a version after `last` whose text is what profile.md contains already.

    Raises BusyError when another process made a version after `last`.
    """
    with state.transaction(store.db):
        _refuse_unless_last(store.db, last.n if last else 0)
        mark_written(store.db)
        version = insert(store.db, new, written=True)
        _record_archive(store.db, last.text if last else "", new)
        _record_forgetting(store.db, version.n, new)
    profile_file.make_private(store.folder)
    return version


def rewrite(store: Store, last: Version, expected: str | None) -> Version | None:
    """Write the text of the last version to profile.md again. Returns and raises as `write`."""
    store.db.execute("update versions set written = 0 where n = ?", (last.n,))
    profile_file.prepare(store.folder, last.n, last.text)
    return _put_in_place(store, last, expected)


def record_text(db: sqlite3.Connection, content: bytes) -> None:
    """Record a text that was briefly in profile.md as a version, so that it is not lost."""
    with suppress(ProfileError), state.transaction(db):
        mark_written(db)
        saved = profile_file.decoded(content, "profile.md")
        insert(db, NewVersion(saved, SAVED), written=True)


def is_written(db: sqlite3.Connection, version: Version) -> bool:
    """Tell whether a version is marked as written to profile.md."""
    query = "select written from versions where n = ?"
    return bool(db.execute(query, (version.n,)).fetchone()["written"])


def mark_written(db: sqlite3.Connection) -> None:
    """Mark the last version as written to profile.md."""
    db.execute("update versions set written = 1 where written = 0")


def insert(db: sqlite3.Connection, new: NewVersion, *, written: bool = False) -> Version:
    """Record the text and origin of a version as the last one. Call it inside a transaction."""
    made = (time.time(), new.origin, new.note, new.update_id, new.restores)
    version = Version(_next(db), *made, new.text)
    texts.insert(db, (version.n, *made), new.text, written=written)
    return version


def _refuse_unless_last(db: sqlite3.Connection, n: int) -> None:
    """Raise BusyError if version `n` is not the last, as the lock fails if its file is deleted."""
    if _next(db) != n + 1:
        raise BusyError(
            "Another process changed the profile at the same moment.",
            untouched="What it wrote is kept.",
            remedy="Try again.",
        )


def _record_forgetting(db: sqlite3.Connection, n: int, new: NewVersion) -> None:
    """Record which facts the user's version `n` forgets, and unforget the facts that it contains.

    The time of forgetting is that of the user's removal, so that a fact that they said since then
    counts as said again. Going back to a version forgets again what was let be learned since.
    """
    texts = [fact.text for fact in facts(new.text)]
    forgotten.unforget(db, texts, n)
    at = time.time() if new.removed_at is None else new.removed_at
    if new.restores is not None:
        forgotten.forget_again(db, new.restores, texts, at)
    forgotten.forget(db, new.forget, at)


def _record_archive(db: sqlite3.Connection, before: str, new: NewVersion) -> None:
    """Update the table of archived facts, and record what the user did: see `placements`."""
    # Imported here: reading the profile needs neither.
    from .. import archived, placements

    archived.sync(db, new.text, before)
    has_local = may_be_local(new.text) or placements.is_any(db, "local")
    if new.origin != "user" and not has_local:
        return
    _record_local(db, before, new.text, by_user=new.origin == "user")
    if new.origin != "user":
        return
    old, now = parts_of(before), parts_of(new.text)
    added = [fact for fact in now if fact not in old]
    copies = [fact.text for text, note in new.preceding if note == CONFLICT for fact in facts(text)]
    if new.restores is not None:
        back = [fact for fact, is_archived in now.items() if old.get(fact, True) > is_archived]
        placements.record(db, "restored", back)
        placements.remove(db, "placed", moved(before, new.text))
    elif new.note in IMPORTED or copies:
        placements.record(db, "brought", [fact for fact in copies or added if fact not in old])
    elif new.note != "review":
        placements.record(db, "placed", [*added, *new.placed])
    placements.remove(db, "placed", new.forget)
    placements.remove(db, "brought", new.forget)


def _record_local(db: sqlite3.Connection, before: str, after: str, *, by_user: bool) -> None:
    """Record which facts are local now. Facts that leave the profile keep their record.

    Only the user rewords and marks a fact in one save.
    """
    from .. import formerly_local, placements

    was, now = local_texts(before), local_texts(after)
    if now - was:
        placements.record(db, "local", now - was)
    no_longer = was - now
    may_be_reworded = by_user and bool(now - was)
    if not (no_longer or may_be_reworded or formerly_local.has_any(db)):
        return
    old = {fact.text for fact in facts(before)}
    known = {fact.text for fact in facts(after)}
    if no_longer - known or may_be_reworded:
        formerly_local.record(db, formerly_local.leaving(db, before, after))
    formerly_local.remove(db, known - old)
    placements.remove(db, "local", no_longer & known)


def _put_in_place(store: Store, version: Version, expected: str | None) -> Version | None:
    if not profile_file.put_in_place(store.folder, version.n, expected):
        return None
    mark_written(store.db)
    return version


def _next(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(n), 0) + 1 from versions").fetchone()[0])
