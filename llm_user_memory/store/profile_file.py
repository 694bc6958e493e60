"""profile.md as a file: reading it, and exchanging it for the next state in one step.

Only `versions` calls the functions that write.
"""

import os
from contextlib import suppress
from pathlib import Path

from ..errors import ProfileError
from ..settings import Folder

LARGEST = 1_000_000
"""Bytes; a profile goes into every prompt, so what is larger is no profile."""


def read(folder: Folder) -> str | None:
    """Return the profile as it is on disk, None when there is no file.

    Raises ProfileError when it is there but cannot be read as text.
    """
    try:
        with folder.profile.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProfileError(
            f"{folder.profile} cannot be read: {error.strerror}.",
            untouched="Nothing was changed.",
            remedy="Give yourself access to it, or move it away: the last version is kept.",
        ) from error
    return decoded(content, folder.profile)


def decoded(content: bytes, source: object) -> str:
    """Return the bytes of a profile as text. Raises ProfileError, naming `source`."""
    untouched = "Nothing was changed."
    if len(content) > LARGEST:
        raise ProfileError(f"{source} is larger than {LARGEST:,} bytes.", untouched=untouched)
    if b"\0" in content:
        raise ProfileError(f"{source} is not a text file.", untouched=untouched)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise ProfileError(
            f"{source} is not UTF-8 text (byte {error.start + 1}).", untouched=untouched
        ) from error


def prepare(folder: Folder, text: str) -> None:
    """Write the next state beside the profile, safely on disk."""
    path = _waiting(folder)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def waiting(folder: Folder) -> str | None:
    """Return the next state that was prepared and is not in place, or None."""
    try:
        return _waiting(folder).read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None


def put_in_place(folder: Folder) -> str | None:
    """Exchange the profile for its prepared next state; returns the text that came out.

    None when there was no profile, or none that is text.
    """
    # Brings ctypes, which a prompt that only reads the profile should not pay for.
    from .exchange import exchange

    path, target = _waiting(folder), _target(folder)
    if not target.exists():
        path.replace(target)
        _sync(target.parent)
        return None
    exchange(path, target)
    _sync(target.parent)
    came_out = path.read_bytes()
    path.unlink()
    with suppress(ProfileError):
        return decoded(came_out, target)
    return None


def replace(folder: Folder, text: str) -> None:
    """Make `text` the profile, whatever was there."""
    prepare(folder, text)
    _waiting(folder).replace(_target(folder))
    _sync(_target(folder).parent)


def make_private(folder: Folder) -> None:
    """Let nobody but the user read the profile."""
    _target(folder).chmod(0o600)


def _target(folder: Folder) -> Path:
    """The profile's file itself; the user may keep it elsewhere, behind a link."""
    return folder.profile.resolve()


def _waiting(folder: Folder) -> Path:
    return _target(folder).with_name(".profile.md.next")


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
