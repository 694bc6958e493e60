"""profile.md and its versions: the only place that writes the profile.

Every state of the profile is a version. A version is first written beside the profile, and to
state.db as intended, with everything that belongs to it, in one transaction; then the file is
exchanged for it, if the file still is what it was; then it is marked as written. After a crash
anywhere the next look at the profile finds out how far that came and finishes it. What the
user saves is found whenever we look, and merged with what we wrote meanwhile: see `merge_base`.
So is what another machine saved in a folder that is synchronised: see `conflicts`.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...errors import BusyError, ProfileError
from ...profile.document import EMPTY, facts, find_fact, without_facts, without_placeholders
from ...profile.merge import deleted_facts, distance, merge
from .. import forgotten, state
from ..locks import locked
from ..state import Store
from . import commit, conflicts, history, merge_base
from . import file as profile_file
from .commit import NewVersion
from .history import CONFLICT, SAVED, Version

PATIENCE = 10.0

# Characters, of up to four bytes: what is merged must still be a profile.
_MOST_JOINED = profile_file.LARGEST // 4

# An editor may have been opened this many versions ago.
_RECENT = 20

# Each further look means that the file was saved in the milliseconds since the one before it.
_LOOKS = 20


@contextmanager
def current(store: Store) -> Iterator[Version]:
    """Hold the profile's lock for the block's duration; yields the version it is in.

    What a crash left undone is finished first, and what the user saved is recorded. Raises
    ProfileError when the file cannot be read, BusyError or FolderError when the lock is not to
    be had, and BusyError when another program saves the file all the time.
    """
    # Not made anew here: who deletes the memory folder while we wait for a model means it.
    with locked(store.folder.profile_lock, PATIENCE, "Another process"):
        yield _merge_late_lines(store, _reconcile(store))


def read(store: Store) -> Version:
    """Return the version the profile is in, with the lock let go again. Raises as `current`."""
    with current(store) as version:
        return version


def change(
    store: Store,
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
    with current(store) as before:
        new = NewVersion(make(before.text), note, restores=restores, forget=forget)
        return save(store, before, new)


def save(store: Store, before: Version, new: NewVersion) -> Version | None:
    """Make the version that follows `before`. Call it in the block of `current`.

    Returns None when its text is that of `before`; what belongs to it is recorded all the same.
    Raises ProfileError and BusyError.
    """
    if new.text != before.text:
        return _commit(store, before, new)
    if new.record:
        with state.transaction(store.db):
            new.record(0)
    return None


def _commit(store: Store, before: Version, new: NewVersion) -> Version:
    """Make the version; what the user saved in that very moment is merged with it."""
    return commit.write(store, before.n, before.text, new) or _reconcile(store)


def _reconcile(store: Store) -> Version:
    """Bring the record and the files into agreement; returns the version that they are in then.

    Each step returns None when the file was saved meanwhile, so that it has to be looked at again.
    """
    for _ in range(_LOOKS):
        version = _reconcile_file(store)
        if version:
            version = _merge_copies(store, version)
        if version:
            return version
    raise BusyError(
        f"{store.folder.profile} is saved again and again by another program.",
        untouched="Everything that it saved is kept.",
        remedy="Try again when it has stopped.",
    )


def _reconcile_file(store: Store) -> Version | None:
    last = history.latest(store.db)
    if last is None:
        return _record_first(store)
    text = profile_file.read(store.folder)
    if not commit.is_written(store.db, last):
        return _finish_write(store, last, text)
    if text is None:
        return commit.rewrite(store, last, None)
    return last if text == last.text else _record_save(store, last, text)


def _record_first(store: Store) -> Version | None:
    """Record the first version: the profile found here, or an empty one."""
    text = profile_file.read(store.folder)
    if text is None:
        return commit.write(store, 0, None, NewVersion(EMPTY, "created"))
    both = conflicts.sides(text)
    known = without_placeholders(conflicts.combined((), *both)[1] if both else text)
    if known == text:
        return commit.record_in_place(store, 0, NewVersion(text, "taken over"))
    note = "merged" if both else "placeholders dropped"
    new = NewVersion(known, note, found=[(text, "taken over")])
    return commit.write(store, 0, text, new)


def _finish_write(store: Store, last: Version, text: str | None) -> Version | None:
    """Finish a write that a crash or the user's save interrupted."""
    replaced = _replaceable(store.db, last)
    previous = replaced[-1] if replaced else None
    expected = [version.text for version in replaced]
    beside = profile_file.read_beside(store.folder, last.n)
    is_beside = beside == last.text.encode()
    came_out = beside is not None and not is_beside
    if came_out and replaced and beside not in [text.encode() for text in expected]:
        # The user saved between our last look and the exchange, and it was not put back.
        if text == last.text:
            profile_file.put_back(store.folder, last.n)
            return None
        commit.record_text(store.db, beside or b"")
        profile_file.remove_replaced(store.folder, last.n)
    if text == last.text:
        commit.mark_written(store.db)
        return last
    if text is None or (text in expected and not came_out):
        return commit.rewrite(store, last, text)
    # The user saved: before the exchange, knowing the version before, or after it.
    return _record_save(store, last, text, previous if is_beside else last)


def _record_save(
    store: Store, last: Version, text: str, base: Version | None = None
) -> Version | None:
    """Record what the user saved, and merge it with what was written behind their back.

    Beside a new conflict copy the profile is what another machine saved, in whose favour
    Syncthing decided.
    """
    at = profile_file.saved_at(store.folder)
    if others := conflicts.sides(text) or _of_another_machine(store, last, text):
        return _merge_others(store, last, text, others, at)
    base = base or merge_base.for_local_save(history.newest(store.db, _RECENT), text)
    merged = text if base.n == last.n else merge(base.text, text, last.text)
    deleted = deleted_facts(base.text, text)
    if merged == text:
        saved = NewVersion(text, SAVED, forget=deleted, removed_at=at)
        return commit.record_in_place(store, last.n, saved)
    new = NewVersion(merged, "merged", found=[(text, SAVED)], forget=deleted, removed_at=at)
    return commit.write(store, last.n, text, new)


def _merge_copies(store: Store, version: Version) -> Version | None:
    """Merge the conflict copies beside the profile, and remove each that is merged."""
    for copy in conflicts.copies(store.folder):
        if len(version.text) + len(copy.text) > _MOST_JOINED:
            continue
        merged = _merge_others(store, version, version.text, [copy.text], copy.at)
        if merged is None:
            return None
        version = merged
        copy.remove()
    return version


def _merge_others(
    store: Store, last: Version, expected: str, others: Sequence[str], at: float
) -> Version | None:
    """Record what other machines saved, and merge each of it with the last version.

    What is on record is merged already. What was forgotten here is not brought back.
    """
    recent, forgotten_here = history.newest(store.db, _RECENT), forgotten.load(store.db)
    text, deleted = last.text, list[str]()
    new = [other for other in dict.fromkeys(others) if not history.has_text(store.db, other)]
    if not new:
        return last if expected == last.text else commit.rewrite(store, last, expected)
    for other in new:
        stale = [
            fact
            for fact in facts(other)
            if forgotten_here.fact(fact.text) and not find_fact(text, fact.text)
        ]
        base, text = conflicts.combined(recent, without_facts(other, stale), text)
        deleted += deleted_facts(base, other)
    left = {fact.text for fact in facts(text)}
    merged = NewVersion(
        text,
        "merged",
        found=[(other, CONFLICT) for other in new],
        forget=[fact for fact in deleted if fact not in left],
        removed_at=at,
    )
    return commit.write(store, last.n, expected, merged)


def _merge_late_lines(store: Store, version: Version) -> Version:
    """Merge what was written to a replaced profile by whoever still had it open, and remove it."""
    for n, content in profile_file.replaced_files(store.folder):
        made = history.find(store.db, n)
        known = [made, *_replaceable(store.db, made)] if made else []
        if known and content not in [one.text.encode() for one in known]:
            try:
                late = profile_file.decoded(content, "profile.md")
            except ProfileError:
                continue
            base = min(known[1:] or known, key=lambda one: distance(one.text, late))
            if (text := merge(base.text, late, version.text)) != version.text:
                version = _commit(store, version, NewVersion(text, "merged"))
        profile_file.remove_replaced(store.folder, n)
    return version


def _of_another_machine(store: Store, last: Version, text: str) -> list[str]:
    """What was saved, if another machine saved it: beside a copy of ours, or one that is new.

    A text on record is the user's step back, and a copy on record one that could not be removed.
    """
    if history.has_text(store.db, text):
        return []
    beside = [copy.text for copy in conflicts.copies(store.folder)]
    is_new = any(copy == last.text or not history.has_text(store.db, copy) for copy in beside)
    return [text] if is_new else []


def _replaceable(db: sqlite3.Connection, last: Version) -> list[Version]:
    """What the file may hold before `last`: what was merged into it, and the version before."""
    found: list[Version] = []
    version = history.preceding(db, last)
    while version and version.note == CONFLICT:
        found.append(version)
        version = history.preceding(db, version)
    return [*found, *([version] if version else [])]
