"""A temporary copy of a profile and its history, for learning that keeps nothing.

Of what is done in the copy, only the cost of the requests is recorded in the memory folder.
"""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ... import signature, sqlite
from ...errors import MemoryPluginError, StateError
from ...settings import Folder
from ...signature import Signature
from ...store import profiles, state, updates
from ...store.state import Store
from . import temporary

# If another process writes meanwhile, copying starts again: how often, and the seconds between.
_TRIES = 50
_PAUSE = 0.02

# If so many complete copies of a database are damaged, the database itself is. Opening the copy
# will report it.
_UNSOUND_COPIES = 3


class Copy(Store):
    """An open copy of a memory folder, which knows the `original`."""

    __slots__ = ("_recorded", "original")

    def __init__(self, folder: Folder, db: sqlite3.Connection, original: Folder) -> None:
        super().__init__(folder, db)
        self.original = original
        self._recorded = updates.last_id(db)

    def record_requests(self) -> None:
        """Record in the original which requests were made since the last call, for their cost.

        Raises StateError and BusyError.
        """
        made = updates.since(self.db, self._recorded)
        if not made:
            return
        with state.opened(self.original) as store:
            updates.record_unkept(store.db, made)
        self._recorded = made[-1].id


@contextmanager
def opened(folder: Folder) -> Iterator[Copy]:
    """Open a copy of the memory folder, as `copied` makes it, and delete it afterwards."""
    with copied(folder) as copy, state.opened(copy) as store:
        yield Copy(copy, store.db, folder)


@contextmanager
def copied(folder: Folder) -> Iterator[Folder]:
    """Yield a copy of the memory folder, with profile and history, that is deleted afterwards.

    Of other profiles only state.db is copied, which tells since when memory is in use, and when
    learning was paused. The databases are copied as files, since opening one would create files
    beside it. Raises StateError if the folder cannot be read, or other processes keep writing to
    it, and FolderError if there is no room for the copy.
    """
    with temporary.folder() as place:
        copy = Folder(place / "memory", folder.name)
        try:
            _copy_undisturbed(folder, copy)
            yield copy
        except MemoryPluginError as error:
            if str(copy.path) in str(error) and temporary.is_full(error):
                raise temporary.no_room() from error
            # A damaged copy means a damaged original. Name the original, which the user can repair.
            error.what, error.remedy = (
                text.replace(str(copy.path), str(folder.path))
                for text in (error.what, error.remedy)
            )
            raise


def _copy_undisturbed(folder: Folder, copy: Folder) -> None:
    """Copy until no other process wrote meanwhile."""
    unsound = 0
    for _ in range(_TRIES):
        try:
            is_complete = _copy(folder, copy)
        except OSError as error:
            if temporary.is_full(error):
                raise temporary.no_room() from error
            unread = error.filename or folder.profile_folder
            raise StateError(
                f"{unread} cannot be read: {error.strerror or error}.",
                untouched="Nothing was changed.",
                remedy="`llm memory doctor` tells what is wrong.",
            ) from error
        unsound += is_complete and not _is_sound(copy.state)
        if is_complete and unsound in (0, _UNSOUND_COPIES):
            return
        time.sleep(_PAUSE)
    raise StateError(
        f"{folder.state} is being written all the time.",
        untouched="Nothing was changed.",
        remedy="Try again.",
    )


def _copy(folder: Folder, copy: Folder) -> bool:
    """Copy the profile's files; tell whether no other process wrote to them meanwhile."""
    pairs = [(folder.profile, copy.profile)]
    for one in dict.fromkeys([folder, *profiles.every(folder.path)]):
        other = Folder(copy.path, one.name)
        other.create()
        pairs += _database_files(one.state, other.state)
    before = _signatures(pairs)
    for path, to in pairs:
        to.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, to)
    return before == _signatures(pairs)


def _signatures(pairs: list[tuple[Path, Path]]) -> list[Signature | None]:
    return [signature.of(path, absent=FileNotFoundError) for path, _ in pairs]


def _database_files(path: Path, copy: Path) -> list[tuple[Path, Path]]:
    names = ("", "-wal")
    return [(Path(f"{path}{end}"), Path(f"{copy}{end}")) for end in names]


def _is_sound(path: Path) -> bool:
    if not path.exists():
        return True
    try:
        with closing(sqlite3.connect(path)) as db:
            return not sqlite.fault(db)
    except sqlite3.DatabaseError:
        return False
