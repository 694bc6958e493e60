"""Applies a change atomically: after a crash the file is either the old or the new one."""

import contextlib
import errno
import fcntl
import glob
import os
import secrets
import shutil
from pathlib import Path

from ..errors import ShellFileError
from ..settings import make_private
from ..store.locks import is_same_file, try_lock
from ..store.profile.swap import exchanged
from .change import Change, hindrance, read, refusal

# How often another program may save a file while one save of it is put back.
_MOST_SAVES = 100

_SUFFIX = ".llm-memory"  # so that files of other programs are not taken for ours


def apply(change: Change) -> None:
    """Write or delete the file of `change`, keeping its mode and, if possible, its owner.

    Raises ShellFileError if that fails, or if the file was changed since the plan was made. Then
    the file is left unchanged.
    """
    _delete_left_over(change.target)
    if change.kind == "unchanged":
        return
    try:
        _refuse_if_changed(change)
        if change.after is None:
            change.target.unlink()
        else:
            _replace(change, change.after)
    except OSError as error:
        reason = f"{change.file} cannot be changed: {error.strerror}."
        raise refusal(change, reason, "It is as it was.") from error
    _sync_folder(change.target.parent)


def _replace(change: Change, content: bytes) -> None:
    if change.memory:
        change.memory.create()
        make_private(change.target.parent)
    else:
        _make_folders(change.target.parent)
    if change.before is not None and (why := hindrance(change.target)):
        raise OSError(errno.EPERM, why)
    # The replacement of a private file must never be readable by others, and nobody else may be
    # able to write what a shell runs, whatever the umask.
    temporary, descriptor = _temporary(
        change.target, 0o644 if change.before is None and not change.memory else 0o600
    )
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            if change.before is not None:
                _copy_metadata(change.target, temporary)
            os.fsync(descriptor)
            _refuse_if_changed(change)
            _put(change, temporary)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _put(change: Change, temporary: Path) -> None:
    """Put the temporary file in the place of the target, unless another program saves it just now.

    After an exchange, a save of the last moment is still there, and is put back.
    """
    if change.before is None or not exchanged(temporary, change.target):
        temporary.replace(change.target)
        return
    try:
        _refuse_if_changed(change, temporary)
    except ShellFileError:
        _put_back(change, temporary)
        raise
    temporary.unlink()


def _put_back(change: Change, temporary: Path) -> None:
    """Exchange the files again. What was saved meanwhile comes out then, and is newer: it stays."""
    put = change.after
    for _ in range(_MOST_SAVES):
        back = read(temporary)
        exchanged(temporary, change.target)
        if read(temporary) == put:
            return
        put = back


def _temporary(target: Path, mode: int) -> tuple[Path, int]:
    """Create a file beside `target`, and lock it; return its path and a descriptor."""
    while True:
        path = target.with_name(f".{target.name}.{secrets.token_hex(4)}{_SUFFIX}")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        # Before it was locked, another process may have deleted it as left over.
        if is_same_file(path, descriptor):
            return path, descriptor
        os.close(descriptor)


def _delete_left_over(target: Path) -> None:
    """Delete temporary files of killed processes, which are no longer locked."""
    name = f".{glob.escape(target.name)}.{'[0-9a-f]' * 8}{_SUFFIX}"
    with contextlib.suppress(OSError):
        for path in target.parent.glob(name):
            if path.is_file() and (lock := try_lock(path)) is not None:
                path.unlink()
                os.close(lock)


def _make_folders(folder: Path) -> None:
    """Create the folder of an rc file, and those above it. No other user may write there."""
    if not folder.is_dir():
        _make_folders(folder.parent)
        folder.mkdir(mode=0o755)


def _copy_metadata(old: Path, new: Path) -> None:
    """Copy the owner, mode and attributes of the file that is replaced."""
    status = old.stat()
    with contextlib.suppress(OSError):
        os.chown(new, status.st_uid, status.st_gid)
    shutil.copystat(old, new)
    os.utime(new)


def _refuse_if_changed(change: Change, file: Path | None = None) -> None:
    if read(file or change.target) != change.before:
        raise ShellFileError(
            f"{change.file} was changed by another program just now.",
            untouched="It is as that program left it.",
            remedy="Run the command again.",
        )


def _sync_folder(folder: Path) -> None:
    # Without this, a power failure could undo the change.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
