"""Private temporary folders that are deleted after use, and the error if the disk is full."""

import errno
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...errors import FolderError
from ...store.locks import is_locked, try_lock

_PREFIX = "llm-memory-copy-"
_LOCK = "in-use.lock"

# Seconds after which the process that made a folder has certainly locked it.
_FRESH = 60.0

_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def folder() -> Iterator[Path]:
    """Yield an empty folder that is deleted after the block.

    Folders of processes that were killed are deleted first. Raises FolderError if none can be made.
    """
    delete_abandoned()
    try:
        temporary = tempfile.TemporaryDirectory(prefix=_PREFIX)
    except OSError as error:
        raise no_room() from error
    with temporary as made:
        lock = try_lock(Path(made, _LOCK))
        try:
            yield Path(made)
        finally:
            if lock is not None:
                os.close(lock)


def delete_abandoned() -> list[Path]:
    """Delete the folders of processes that were killed; return those that others use."""
    left: list[Path] = []
    for path in place().glob(f"{_PREFIX}*"):
        with suppress(OSError):
            about = path.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
                continue
            if about.st_mtime < time.time() - _FRESH and not is_locked(path / _LOCK):
                shutil.rmtree(path)
            else:
                left.append(path)
    return left


def place() -> Path:
    """Return the folder of temporary files, whether something can be written there or not."""
    try:
        return Path(tempfile.gettempdir())
    except FileNotFoundError:  # no folder can be written to, as on a full disk
        return Path(os.environ.get("TMPDIR") or "/tmp")


def no_room() -> FolderError:
    """Return the error that says that there is no room for temporary files."""
    return FolderError(
        f"There is no room for temporary files in {place()}.",
        untouched="Nothing was changed.",
        remedy="Make room there, or name another folder in TMPDIR.",
    )


def is_full(error: BaseException | None) -> bool:
    """Tell whether an error, or one of its causes, says that the disk is full."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return True
        if isinstance(error, sqlite3.OperationalError) and "is full" in str(error):
            return True
        error = error.__cause__
    return False
