"""profile.md and its versions: every change of the profile goes through this module.

Every state of the profile is a version, recorded in state.db; `commit` makes one. `current` first
reconciles profile.md with the records:

* a write that a crash interrupted is finished;
* what the user saved in an editor is recorded, and merged with versions made since: see
  `merge_base`;
* what another machine saved in a synchronized folder is recorded and merged: see `conflicts`.

The file is replaced only if its content is still what was read (optimistic locking), because
editors do not take our lock.
"""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...errors import BusyError, ProfileError
from ...profile.comparison import deleted_facts, distance
from ...profile.document import EMPTY, Fact, facts, find_fact
from ...profile.edits import without_facts, without_placeholders
from ...profile.merge import merge
from ...profile.split import moved
from .. import forgotten, state
from ..locks import locked, locked_folder
from ..state import Store
from . import commit, conflicts, history, merge_base
from . import file as profile_file
from .commit import NewVersion
from .history import CONFLICT, SAVED, Version

PATIENCE = 10.0

# The number of versions, at least, among which a merge base is searched.
_RECENT = 20

# The most attempts to reconcile. Another one is needed only if the file was saved in the
# milliseconds since the last one.
_LOOKS = 20


@contextmanager
def current(store: Store, patience: float = PATIENCE) -> Iterator[Version]:
    """Hold the profile's lock for the block's duration; yields the profile's current version.

    Before that an interrupted write is finished, and what the user saved is recorded and merged.
    Raises ProfileError when the file cannot be read or written. Raises BusyError or FolderError
    when the lock cannot be taken in `patience` seconds, and BusyError when another program keeps
    saving the file.
    """
    # The folder is not created here, because the user may have deleted it during an update.
    # Another memory folder, with a lock of its own, may have a link to the same file. `file_of` is
    # not used, as it raises where links lead in a circle, which is an error of reading.
    beside = Path(os.path.realpath(store.folder.profile)).parent
    with (
        locked(store.folder.profile_lock, patience, "Another process"),
        locked_folder(beside, patience, "Another process"),
    ):
        yield _merge_late_lines(store, _reconcile(store))


def read(store: Store) -> Version:
    """Return the profile's current version. The lock is released. Raises the same as `current`."""
    with current(store) as version:
        return version


def change(
    store: Store,
    make: Callable[[str], str],
    note: str,
    *,
    restores: int | None = None,
    forget: Sequence[str] = (),
    placed: Collection[str] = (),
) -> Version | None:
    """Make a version by the user, with the text that `make` returns for the current text.

    `forget` has facts that must not be learned again, `placed` those that the user moved to the
    archive or out of it. Returns None when the text does not change.
    Raises what `current`, `make` and `save` raise.
    """
    with current(store) as before:
        text = make(before.text)
        new = NewVersion(text, note, restores=restores, forget=forget, placed=placed)
        return save(store, before, new)


def save(store: Store, before: Version, new: NewVersion) -> Version | None:
    """Make the version that follows `before`. Call it inside `with current(...)`.

    Returns None when the text is that of `before`. No version is made then, but `new.record` is
    called. Raises ProfileError when the file cannot be written, BusyError when another process
    made a version, or another program keeps saving the file.
    """
    if new.text != before.text:
        return _commit(store, before, new)
    if new.record:
        with state.transaction(store.db):
            new.record(0)
    return None


def _commit(store: Store, before: Version, new: NewVersion) -> Version:
    """Make the version, and merge it with what the user saves at the same moment."""
    return commit.write(store, before, before.text, new) or _reconcile(store)


def _reconcile(store: Store) -> Version:
    """Reconcile the records and the file; returns the resulting version.

    A step returns None if the file was saved meanwhile. Then all steps are repeated.
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
    """Record the first version: the text of an existing profile.md, or an empty profile."""
    text = profile_file.read(store.folder)
    if text is None:
        return commit.write(store, None, None, NewVersion(EMPTY, "created"))
    both = conflicts.sides(text)
    known = without_placeholders(conflicts.combined((), *both)[1] if both else text)
    if known == text:
        return commit.record_in_place(store, None, NewVersion(text, "taken over"))
    note = "merged" if both else "placeholders dropped"
    new = NewVersion(known, note, preceding=[(text, "taken over")])
    return commit.write(store, None, text, new)


def _finish_write(store: Store, last: Version, text: str | None) -> Version | None:
    """Finish a write that was interrupted by a crash, or by the user saving the file."""
    replaced = _replaceable(store.db, last)
    previous = replaced[-1] if replaced else None
    expected = [version.text for version in replaced]
    beside = profile_file.read_beside(store.folder, last.n)
    is_beside = beside == last.text.encode()
    came_out = beside is not None and not is_beside
    if came_out and replaced and beside not in [text.encode() for text in expected]:
        # The user saved between our last read and the swap, and their file was not put back.
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
    # The user saved, either before the swap, editing the previous version, or after it.
    return _record_save(store, last, text, previous if is_beside else last)


def _record_save(
    store: Store, last: Version, text: str, base: Version | None = None
) -> Version | None:
    """Record what the user saved, and merge it with versions that their editor did not have.

    If there is a new conflict copy, the text is from another machine: a sync program has made
    its file the profile, and our file the copy.
    """
    from . import git  # imported here: reading the profile does not need it

    at = profile_file.saved_at(store.folder)
    if sides := conflicts.sides(text):
        ancestor, *others = git.unfinished(store.folder, *sides)
        return _merge_others(store, last, text, others, at, ancestor)
    is_committed = git.is_committed(store.folder, text)
    if is_committed and (by_git := git.finished(store.folder, text)):
        ancestor, wanted = conflicts.combined((), by_git.theirs, by_git.ours, by_git.base)
        if _placed(wanted) != _placed(text):
            known = last.text if last.text in (by_git.ours, by_git.theirs) else ancestor
            return _merge_others(store, last, text, [wanted], at, known)
    if _is_of_another_machine(store, last, text):
        return _merge_others(store, last, text, [text], at, is_new=True)
    if base is None and is_committed and git.is_pulled(store.folder, last.text):
        base = last
    if base is None:
        number = 1 + history.count(store.db, at - merge_base.LONGEST_OPEN)
        recent = history.newest(store.db, max(_RECENT, number))
        base = merge_base.for_local_save(recent, text, at)
    merged = text
    if base.n != last.n:
        merged = conflicts.without_repeats(merge(base.text, text, last.text), text, last.text)
    if back := conflicts.brought_back(store, last, text, is_committed=is_committed):
        texts = {fact.text for fact in back}
        merged = without_facts(merged, [fact for fact in facts(merged) if fact.text in texts])
    deleted, placed = deleted_facts(base.text, text), moved(base.text, text)
    if merged == text:
        saved = NewVersion(text, SAVED, forget=deleted, placed=placed, removed_at=at)
        return commit.record_in_place(store, last, saved)
    saved_facts = {fact.text for fact in facts(text)}
    kept = [fact for fact in facts(merged) if fact.text not in saved_facts]
    new = NewVersion(
        merged,
        "merged",
        preceding=[(text, CONFLICT if back else SAVED)],
        record=_notice_of(store, back, kept),
        forget=deleted,
        placed=placed,
        removed_at=at,
    )
    return commit.write(store, last, text, new)


def _placed(text: str) -> list[tuple[str, str]]:
    """The facts with their sections and marks, in the order of the alphabet."""
    return sorted((fact.section, fact.written) for fact in facts(text))


def _notice_of(
    store: Store, left_out: Sequence[Fact], kept: Sequence[Fact]
) -> commit.Recorder | None:
    """What tells the user of the facts that their save had or lacked, None for none."""
    if not (left_out or kept):
        return None
    from .. import notices  # imported here: reading the profile does not need it

    key, number = (notices.LEFT_OUT, len(left_out)) if left_out else (notices.KEPT, len(kept))
    return lambda _: state.put(store.db, key, number)


def _merge_copies(store: Store, version: Version) -> Version | None:
    """Merge the conflict copies beside the profile, and remove each when it is merged."""
    for copy in conflicts.copies(store.folder):
        if len(version.text) + len(copy.text) > profile_file.MOST_MERGED:
            continue
        merged = _merge_others(store, version, version.text, [copy.text], copy.at)
        if merged is None:
            return None
        version = merged
        copy.remove()
    return version


def _merge_others(
    store: Store,
    last: Version,
    expected: str,
    others: Sequence[str],
    at: float,
    ancestor: str | None = None,
    *,
    is_new: bool = False,
) -> Version | None:
    """Record the texts that other machines saved, and merge each with the last version.

    Facts that were forgotten here are left out. `ancestor` is the common ancestor of the texts,
    None if unknown. Texts that are recorded were merged before and are skipped, unless `ancestor`
    is known or the texts are certainly new (`is_new`).
    """
    recent, forgotten_here = history.newest(store.db, _RECENT), forgotten.load(store.db)
    text, deleted = last.text, list[str]()
    new = list(dict.fromkeys(others))
    if ancestor is None and not is_new:
        new = [other for other in new if not history.has_text(store.db, other)]
    if not new:
        return last if expected == last.text else commit.rewrite(store, last, expected)
    for other in new:
        stale = [
            fact
            for fact in facts(other)
            if forgotten_here.fact(fact.text) and not find_fact(text, fact.text)
        ]
        base, text = conflicts.combined(recent, without_facts(other, stale), text, ancestor)
        deleted += deleted_facts(base, other, by_editor=False)
    left = {fact.text for fact in facts(text)}
    merged = NewVersion(
        text,
        "merged",
        preceding=[(other, CONFLICT) for other in new],
        forget=[fact for fact in deleted if fact not in left],
        removed_at=at,
    )
    return commit.write(store, last, expected, merged)


def _merge_late_lines(store: Store, version: Version) -> Version:
    """Merge what a program wrote to a replaced file that it still had open, and remove the file."""
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


def _is_of_another_machine(store: Store, last: Version, text: str) -> bool:
    """Tell whether another machine saved the text, as a sync program made its file the profile.

    This is so if a conflict copy has the text of our last version, unless that text is recorded as
    another machine's: then the copy was merged and could not be removed. It is also so if a copy
    has an unrecorded text and `text` is unrecorded, too.
    """
    beside = [copy.text for copy in conflicts.copies(store.folder)]
    if last.text in beside and not history.has_text(store.db, last.text, CONFLICT):
        return True
    return not history.has_text(store.db, text) and any(
        not history.has_text(store.db, copy) for copy in beside
    )


def _replaceable(db: sqlite3.Connection, last: Version) -> list[Version]:
    """The versions whose text the file may have before `last` is written.

    These are the conflicting texts that were merged into `last`, and the version before them.
    """
    found: list[Version] = []
    version = history.preceding(db, last)
    while version and version.note == CONFLICT:
        found.append(version)
        version = history.preceding(db, version)
    return [*found, *([version] if version else [])]
