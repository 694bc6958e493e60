"""Locks on files of the memory folder, held by a process and released by its death."""

import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import BusyError

_RETRY = 0.02


def try_lock(path: Path) -> int | None:
    """Lock the file, made if missing, without waiting.

    Returns the open descriptor that holds the lock until it is closed, here or by the end of
    the process; None when another process holds it. Raises OSError when the folder refuses.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if still_names(path, descriptor):
            return descriptor
    except BlockingIOError:
        pass
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def is_locked(path: Path) -> bool:
    """Tell whether some process holds the lock, without making the file."""
    if not path.exists():
        return False
    descriptor = try_lock(path)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


@contextmanager
def locked(path: Path, wait: float, holder: str) -> Iterator[int]:
    """Hold the lock for the block's duration; yields its descriptor.

    Raises BusyError when it is not had within `wait` seconds; `holder` names, for the message,
    who may have it.
    """
    deadline = time.monotonic() + wait
    while (descriptor := try_lock(path)) is None:
        if time.monotonic() > deadline:
            raise BusyError(
                f"{holder} has held {path.name} for {wait:.0f} seconds.",
                untouched="Nothing was changed.",
                remedy="Try again, or look at `llm memory status`.",
            )
        time.sleep(_RETRY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def still_names(path: Path, descriptor: int) -> bool:
    """Tell whether `path` is still the file that `descriptor` has open (not deleted since)."""
    with suppress(FileNotFoundError):
        named, held = path.stat(), os.fstat(descriptor)
        return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)
    return False


def sign(descriptor: int, about: Mapping[str, Any]) -> None:
    """Write into a held lock file who holds it. It is for people; only the lock decides."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(dict(about)).encode() + b"\n", 0)


def signature(path: Path) -> dict[str, Any]:
    """Return what the last holder wrote, {} if that cannot be read."""
    with suppress(OSError, ValueError, RecursionError):
        about = json.loads(path.read_text())
        if isinstance(about, dict):
            return about
    return {}
