"""A place for what is needed for a moment: private, and gone afterwards."""

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

# Seconds in which who has made a place has locked it.
_FRESH = 60.0

_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def place() -> Iterator[Path]:
    """Hold a folder for the block's duration. What a killed process left, the next one deletes."""
    _sweep()
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as made:
        lock = try_lock(Path(made, _LOCK))
        try:
            yield Path(made)
        finally:
            if lock is not None:
                os.close(lock)


def no_room() -> FolderError:
    """Return the error of a disk without room for what is temporary."""
    return FolderError(
        f"There is no room for temporary files in {tempfile.gettempdir()}.",
        untouched="Nothing was changed.",
        remedy="Make room there, or name another folder in TMPDIR.",
    )


def is_full(error: BaseException | None) -> bool:
    """Tell whether an error comes of a full disk."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return True
        if isinstance(error, sqlite3.OperationalError) and "is full" in str(error):
            return True
        error = error.__cause__
    return False


def _sweep() -> None:
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            about = left.lstat()
            is_ours = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()
            is_old = about.st_mtime < time.time() - _FRESH
            if is_ours and is_old and not is_locked(left / _LOCK):
                shutil.rmtree(left)
