"""Advisory locks on files of the memory folder, which the system releases when a process ends."""

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import BusyError, FolderError
from ..settings import refuse_odd

_RETRY = 0.02

# The number of bytes that are read of what a holder wrote.
_LARGEST = 100_000

# Links are not followed, because their target would be emptied; named pipes are not waited for.
_SAFELY = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def try_lock(path: Path) -> int | None:
    """Lock a file without waiting; create it if it is missing.

    Returns a descriptor, which holds the lock until it is closed or the process ends; None when
    another process holds the lock. Raises OSError if the file cannot be opened or locked, is a link
    or not a regular file, or belongs to another user.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _SAFELY, 0o600)
    try:
        refuse_odd(descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if is_same_file(path, descriptor):
            return descriptor
    except BlockingIOError:
        pass
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def is_locked(path: Path) -> bool:
    """Tell whether a process holds the lock, without creating the file or writing to it.

    Raises OSError when the file exists but cannot be opened, as `try_lock` does.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _SAFELY)
    except FileNotFoundError:
        return False
    try:
        refuse_odd(descriptor)
        # A shared lock, so that of two concurrent calls neither takes the other for the holder.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def locked(path: Path, wait: float, holder: str) -> Iterator[int]:
    """Hold the lock for the block's duration; yields its descriptor.

    Raises BusyError when another process holds the lock for more than `wait` seconds; `holder`
    names that process in the message. Raises FolderError when the file cannot be locked.
    """
    descriptor = _wait_for(partial(_try_lock, path), path.name, wait, holder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def locked_folder(path: Path, wait: float, holder: str) -> Iterator[None]:
    """Hold a lock on a folder itself for the block's duration, which leaves no file in it.

    Raises BusyError as `locked` does. Where folders cannot be locked, as on NFS, nothing is held.
    """
    with ExitStack() as held:
        with suppress(OSError):
            take = partial(_try_lock_folder, path)
            held.callback(os.close, _wait_for(take, f"the folder {path}", wait, holder))
        yield


def _wait_for(take: Callable[[], int | None], what: str, wait: float, holder: str) -> int:
    deadline = time.monotonic() + wait
    while (descriptor := take()) is None:
        if time.monotonic() > deadline:
            raise BusyError(
                f"{holder} has held {what} for {wait:.0f} seconds.",
                untouched="Nothing was changed.",
                remedy="Try again, or look at `llm memory status`.",
            )
        time.sleep(_RETRY)
    return descriptor


def _try_lock_folder(path: Path) -> int | None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return descriptor


def _try_lock(path: Path) -> int | None:
    try:
        return try_lock(path)
    except OSError as error:
        from . import error_hints

        raise FolderError(
            f"{path} cannot be locked: {error.strerror}.",
            untouched="Nothing was changed.",
            remedy=error_hints.write_access_hint(path),
        ) from error


def is_same_file(path: Path, descriptor: int) -> bool:
    """Tell whether `path` exists and is still the file that `descriptor` has open."""
    with suppress(OSError):
        named, held = path.stat(), os.fstat(descriptor)
        return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)
    return False


def write_holder(descriptor: int, about: Mapping[str, Any]) -> None:
    """Write into a held lock file who holds it, for people to read. Only the lock itself counts."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(dict(about)).encode() + b"\n", 0)


def read_holder(path: Path) -> dict[str, Any]:
    """Return what the last holder wrote with `write_holder`, {} if it cannot be read."""
    with suppress(OSError, ValueError, RecursionError):
        with os.fdopen(os.open(path, os.O_RDONLY | _SAFELY), "rb") as file:
            refuse_odd(file.fileno())
            about = json.loads(file.read(_LARGEST))
        if isinstance(about, dict):
            return about
    return {}
