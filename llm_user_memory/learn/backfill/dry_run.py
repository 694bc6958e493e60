"""A copy of a profile and its history, for learning that is to leave no trace."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ... import signature
from ...errors import MemoryPluginError, StateError
from ...settings import Folder
from ...signature import Signature
from ...store import profiles
from . import temporary

# How often copying is begun anew when somebody writes meanwhile, and seconds in between.
_TRIES = 50
_PAUSE = 0.02

# What looks damaged so often, and is not written to, is: opening it says so.
_DAMAGED = 3


@contextmanager
def copied(folder: Folder) -> Iterator[Folder]:
    """Yield a memory folder with the same profile and history, in a place that goes away.

    Of other profiles it has the history alone, which tells since when memory is in use, and
    pauses. The folder itself is only read, as files: opening a database would write beside it.
    Raises StateError when it cannot be read, or is being written all the time, and FolderError
    where there is no room for it.
    """
    with temporary.place() as place:
        copy = Folder(place / "memory", folder.name)
        try:
            _copy_in_peace(folder, copy)
            yield copy
        except MemoryPluginError as error:
            if str(copy.path) in str(error) and temporary.is_full(error):
                raise temporary.no_room() from error
            # What is wrong with the copy is wrong with the folder, where it can be mended.
            error.what, error.remedy = (
                text.replace(str(copy.path), str(folder.path))
                for text in (error.what, error.remedy)
            )
            raise


def _copy_in_peace(folder: Folder, copy: Folder) -> None:
    damaged = 0
    for _ in range(_TRIES):
        try:
            is_whole = _copy(folder, copy)
        except OSError as error:
            if temporary.is_full(error):
                raise temporary.no_room() from error
            raise StateError(
                f"{error.filename or folder.own} cannot be read: {error.strerror or error}.",
                untouched="Nothing was changed.",
                remedy="`llm memory doctor` tells what is wrong.",
            ) from error
        damaged += is_whole and not _is_sound(copy.state)
        if is_whole and damaged in (0, _DAMAGED):
            return
        time.sleep(_PAUSE)
    raise StateError(
        f"{folder.state} is being written all the time.",
        untouched="Nothing was changed.",
        remedy="Try again.",
    )


def _copy(folder: Folder, copy: Folder) -> bool:
    """Copy what makes a profile; tell whether nobody wrote to it meanwhile."""
    pairs = [(folder.profile, copy.profile)]
    for one in dict.fromkeys([folder, *profiles.every(folder.path)]):
        other = Folder(copy.path, one.name)
        other.create()
        pairs += _database(one.state, other.state)
    before = _signatures(pairs)
    for path, to in pairs:
        to.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, to)
    return before == _signatures(pairs)


def _signatures(pairs: list[tuple[Path, Path]]) -> list[Signature | None]:
    return [signature.of(path, absent=FileNotFoundError) for path, _ in pairs]


def _database(path: Path, copy: Path) -> list[tuple[Path, Path]]:
    names = ("", "-wal")
    return [(Path(f"{path}{end}"), Path(f"{copy}{end}")) for end in names]


def _is_sound(path: Path) -> bool:
    if not path.exists():
        return True
    try:
        with closing(sqlite3.connect(path)) as db:
            return str(db.execute("pragma quick_check(1)").fetchone()[0]) == "ok"
    except sqlite3.DatabaseError:
        return False
