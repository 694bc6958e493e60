"""Swaps two files atomically, so that the replaced file is kept and can be compared.

The user's editor may save the profile at the moment when it is replaced. A rename would lose that
save. After a swap it is still there, and can be put back and merged.
"""

import ctypes
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # renameat2(2)
_RENAME_SWAP = 2  # renamex_np(2)


def swap_files(new: Path, old: Path) -> None:
    """Exchange the two files. Raises FileNotFoundError when `old` does not exist.

    If the system or file system has no atomic exchange, `old` is linked or copied to a third file
    and then replaced. Only a save between those two steps would be lost.
    """
    if exchanged(new, old):
        return
    aside = _aside_path(new)
    aside.unlink(missing_ok=True)
    _copy(old, aside)
    new.replace(old)
    aside.replace(new)


def finish_swap(new: Path) -> None:
    """Finish or revert a `swap_files` that a crash interrupted."""
    aside = _aside_path(new)
    if aside.exists():
        if new.exists():
            aside.unlink()
        else:
            aside.replace(new)


def _aside_path(new: Path) -> Path:
    return new.with_name(f"{new.name}.old")


def _copy(old: Path, aside: Path) -> None:
    try:
        os.link(old, aside)
    except FileNotFoundError:
        raise
    except OSError:  # a file system without hard links
        aside.touch(mode=0o600)
        aside.write_bytes(old.read_bytes())


def exchanged(new: Path, old: Path) -> bool:
    """Exchange the two files atomically; tell whether the system and file system can do that."""
    libc = ctypes.CDLL(None, use_errno=True)
    one, other = os.fsencode(new), os.fsencode(old)
    try:
        if sys.platform == "darwin":
            return bool(libc.renamex_np(one, other, _RENAME_SWAP) == 0)
        return bool(libc.renameat2(_AT_FDCWD, one, _AT_FDCWD, other, _RENAME_EXCHANGE) == 0)
    except AttributeError:  # a C library without the call
        return False
