"""profile.md and its versions: the only place that writes the profile.

Every state of the profile is a version. A version is first written beside the profile, and to
state.db as intended, with everything that belongs to it, in one transaction; then the file is
exchanged for it, if the file still is what it was; then it is marked as written. After a crash
anywhere the next look at the profile finds out how far that came and finishes it. What the
user saves is found whenever we look, and merged with what we wrote meanwhile: see `bases`.
So is what another machine saved in a folder that is synchronised: see `conflicts`.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...errors import ProfileError
from ...profile.document import EMPTY, facts, find_fact, without_facts, without_placeholders
from ...profile.merge import deleted_facts, distance, merge
from .. import forgotten, state
from ..locks import locked
from ..state import Store
from . import commit, conflicts, history, merge_base
from . import file as profile_file
from .commit import Recorder
from .history import CONFLICT, SAVED, Version

PATIENCE = 10.0

# Characters, of up to four bytes: what is merged must still be a profile.
_MOST_JOINED = profile_file.LARGEST // 4

# An editor may have been opened this many versions ago.
_RECENT = 20


@contextmanager
def current(store: Store) -> Iterator[Version]:
    """Hold the profile's lock for the block's duration; yields the version it is in.

    What a crash left undone is finished first, and what the user saved is recorded. Raises
    ProfileError when the file cannot be read, BusyError or FolderError when the lock is not to
    be had.
    """
    # Not made anew here: who deletes the memory folder while we wait for a model means it.
    with locked(store.folder.profile_lock, PATIENCE, "Another process"):
        yield _with_late_lines(store, _look(store))


def now(store: Store) -> Version:
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
        text = make(before.text)
        if text == before.text:
            return None
        return commit.write(
            store, before.n, before.text, text, "user", note, restores=restores, forget=forget
        ) or _look(store)


def learn(
    store: Store,
    make: Callable[[str], str],
    update_id: int,
    record: Recorder,
) -> Version | None:
    """Make a version of an update's: what `make` returns for the profile's text.

    `record` keeps what belongs to it, in the same transaction, also when nothing changes.
    Returns None when nothing does. Raises what `current` raises.
    """
    with current(store) as before:
        text = make(before.text)
        if text == before.text:
            with state.transaction(store.db):
                record(0)
            return None
        return commit.write(
            store,
            before.n,
            before.text,
            text,
            "update",
            "learned",
            update_id=update_id,
            record=record,
        ) or _look(store)


def _look(store: Store) -> Version:
    """The version the profile is in, after recording what happened here and elsewhere since."""
    version = _look_at_file(store)
    for copy in conflicts.copies(store.folder):
        if len(version.text) + len(copy.text) > _MOST_JOINED:
            continue
        version = _joined(store, version, version.text, [copy.text], copy.at)
        copy.remove()
    return version


def _look_at_file(store: Store) -> Version:
    last = history.latest(store.db)
    if last is None:
        return _begin(store)
    text = profile_file.read(store.folder)
    if not commit.is_written(store.db, last):
        return _recovered(store, last, text)
    if text is None:
        return commit.redo(store, last, None) or _look(store)
    return last if text == last.text else _saved(store, last, text)


def _begin(store: Store) -> Version:
    """Record the first version: the profile found here, or an empty one."""
    text = profile_file.read(store.folder)
    if text is None:
        return commit.write(store, 0, None, EMPTY, "user", "created") or _look(store)
    both = conflicts.sides(text)
    known = without_placeholders(conflicts.combined((), *both)[1] if both else text)
    if known == text:
        return commit.found_in_place(store, 0, text, "taken over")
    note = "merged" if both else "placeholders dropped"
    return commit.write(store, 0, text, known, "user", note, found=[(text, "taken over")]) or _look(
        store
    )


def _recovered(store: Store, last: Version, text: str | None) -> Version:
    """Finish a write that a crash or the user's save interrupted."""
    replaced = _replaced(store.db, last)
    previous = replaced[-1] if replaced else None
    expected = [version.text for version in replaced]
    beside = profile_file.beside(store.folder, last.n)
    is_beside = beside == last.text.encode()
    came_out = beside is not None and not is_beside
    if came_out and replaced and beside not in [text.encode() for text in expected]:
        # The user saved between our last look and the exchange, and it was not put back.
        if text == last.text:
            profile_file.put_back(store.folder, last.n)
            return _look(store)
        commit.keep(store.db, beside or b"")
        profile_file.remove_replaced(store.folder, last.n)
    if text == last.text:
        commit.mark_written(store.db)
        return last
    if text is None or (text in expected and not came_out):
        return commit.redo(store, last, text) or _look(store)
    # The user saved: before the exchange, knowing the version before, or after it.
    return _saved(store, last, text, previous if is_beside else last)


def _with_late_lines(store: Store, version: Version) -> Version:
    """Merge what was written to a replaced profile by whoever still had it open, and remove it."""
    for n, content in profile_file.replaced(store.folder):
        made = history.find(store.db, n)
        known = [made, *_replaced(store.db, made)] if made else []
        if known and content not in [one.text.encode() for one in known]:
            try:
                late = profile_file.decoded(content, "profile.md")
            except ProfileError:
                continue
            base = min(known[1:] or known, key=lambda one: distance(one.text, late))
            if (text := merge(base.text, late, version.text)) != version.text:
                version = commit.write(
                    store, version.n, version.text, text, "user", "merged"
                ) or _look(store)
        profile_file.remove_replaced(store.folder, n)
    return version


def _saved(store: Store, last: Version, text: str, base: Version | None = None) -> Version:
    """Record what the user saved, and merge it with what was written behind their back.

    Beside a new conflict copy the profile is what another machine saved, in whose favour
    Syncthing decided.
    """
    if others := conflicts.sides(text) or _of_another_machine(store, last, text):
        return _joined(store, last, text, others, profile_file.saved_at(store.folder))
    base = base or merge_base.of_save(history.newest(store.db, _RECENT), text)
    merged = text if base.n == last.n else merge(base.text, text, last.text)
    deleted, at = deleted_facts(base.text, text), profile_file.saved_at(store.folder)
    if merged == text:
        return commit.found_in_place(store, last.n, text, SAVED, deleted, at)
    found = [(text, SAVED)]
    return commit.write(
        store, last.n, text, merged, "user", "merged", found=found, forget=deleted, at=at
    ) or _look(store)


def _of_another_machine(store: Store, last: Version, text: str) -> list[str]:
    """What was saved, if another machine saved it: beside a copy of ours, or one that is new.

    A text on record is the user's step back, and a copy on record one that could not be removed.
    """
    if history.has_text(store.db, text):
        return []
    beside = [copy.text for copy in conflicts.copies(store.folder)]
    is_new = any(copy == last.text or not history.has_text(store.db, copy) for copy in beside)
    return [text] if is_new else []


def _joined(
    store: Store,
    last: Version,
    expected: str,
    others: Sequence[str],
    at: float,
) -> Version:
    """Record what other machines saved, and merge each of it with the last version.

    What is on record is merged already. What was forgotten here is not brought back.
    """
    recent, known = history.newest(store.db, _RECENT), forgotten.load(store.db)
    text, deleted = last.text, list[str]()
    new = [other for other in dict.fromkeys(others) if not history.has_text(store.db, other)]
    for other in new:
        stale = [f for f in facts(other) if known.fact(f.text) and not find_fact(text, f.text)]
        brought = without_facts(other, stale)
        base, text = conflicts.combined(recent, brought, text)
        deleted += deleted_facts(base, other)
    if not new:
        return last if expected == last.text else commit.redo(store, last, expected) or _look(store)
    left = {fact.text for fact in facts(text)}
    return commit.write(
        store,
        last.n,
        expected,
        text,
        "user",
        "merged",
        found=[(other, CONFLICT) for other in new],
        forget=[fact for fact in deleted if fact not in left],
        at=at,
    ) or _look(store)


def _replaced(db: sqlite3.Connection, last: Version) -> list[Version]:
    """What the file may hold before `last`: what was merged into it, and the version before."""
    found: list[Version] = []
    version = history.preceding(db, last)
    while version and version.note == CONFLICT:
        found.append(version)
        version = history.preceding(db, version)
    return [*found, *([version] if version else [])]
