"""A copy of a profile and its history, for learning that is to leave no trace."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import StateError
from ..settings import Folder

# How often copying is begun anew when somebody writes meanwhile.
_TRIES = 50


@contextmanager
def copied(folder: Folder) -> Iterator[Folder]:
    """Yield a memory folder with the same profile and history, in a place that goes away.

    The folder itself is only read, as files: opening the database would write beside it. Raises
    StateError when it is being written all the time.
    """
    with tempfile.TemporaryDirectory(prefix="llm-memory-") as place:
        copy = Folder(Path(place) / "memory", folder.name)
        copy.create()
        for _ in range(_TRIES):
            if _copy(folder, copy):
                break
        else:
            raise StateError(
                f"{folder.state} is being written all the time.",
                untouched="Nothing was changed.",
                remedy="Try again.",
            )
        yield copy


def _copy(folder: Folder, copy: Folder) -> bool:
    """Copy what makes a profile; tell whether nobody wrote to it meanwhile."""
    pairs = [(folder.profile, copy.profile), *_database(folder.state, copy.state)]
    before = [_signature(path) for path, _ in pairs]
    for path, to in pairs:
        to.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, to)
    return before == [_signature(path) for path, _ in pairs] and _is_sound(copy.state)


def _database(path: Path, copy: Path) -> list[tuple[Path, Path]]:
    names = ("", "-wal")
    return [(Path(f"{path}{end}"), Path(f"{copy}{end}")) for end in names]


def _signature(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def _is_sound(path: Path) -> bool:
    if not path.exists():
        return True
    db = sqlite3.connect(path)
    try:
        return str(db.execute("pragma quick_check(1)").fetchone()[0]) == "ok"
    finally:
        db.close()
