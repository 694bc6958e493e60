"""profile.md as a file: reading it, and exchanging it for the next state in one step.

Only `versions` calls the functions that write the profile.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


def file_of(folder: Folder) -> Path:
    """Return the profile's file itself; the user may keep it elsewhere, behind a link."""
    return folder.profile.resolve()


def saved_at(folder: Folder) -> float:
    """Return when the file was last written, in seconds since 1970; now if it is not there."""
    now = time.time()
    try:
        return min(folder.profile.stat().st_mtime, now)
    except OSError:
        return now


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


def prepare(folder: Folder, n: int, text: str) -> None:
    """Write the text of version `n` beside the profile, safely on disk.

    Raises ProfileError when it cannot be written, or would be no profile.
    """
    path = _beside(folder, n)
    # Half a surrogate pair, from a command line that is not UTF-8, comes out as what it is not.
    content = text.encode(errors="surrogatepass")
    decoded(content, "The new profile")
    with _writing(path):
        write(path, content)


def write(path: Path, content: bytes) -> None:
    """Make a file that nobody but the user may read, safely on disk. Raises OSError."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def put_in_place(folder: Folder, n: int, expected: str | None) -> bool:
    """Make the prepared version `n` the profile, if the profile still is `expected`.

    False when it is not any more: the user's file is then in its place again, and version `n`
    beside it. `expected` is None for no file. Raises ProfileError when that cannot be done.
    """
    # Brings ctypes, which a prompt that only reads the profile should not pay for.
    from .exchange import exchange

    path, target = _beside(folder, n), file_of(folder)
    with _writing(target):
        if expected is None:
            done = _placed(path, target)
        else:
            try:
                exchange(path, target)
            except FileNotFoundError:
                return False
            done = path.read_bytes() == expected.encode()
            if not done:
                exchange(path, target)
        _sync(target.parent)
    return done


def put_back(folder: Folder, n: int) -> None:
    """Exchange the profile for what came out when version `n` was put in its place."""
    from .exchange import exchange

    with _writing(file_of(folder)):
        exchange(_beside(folder, n), file_of(folder))
        _sync(file_of(folder).parent)


def beside(folder: Folder, n: int) -> bytes | None:
    """Return what lies where version `n` was prepared: the version, or what it replaced."""
    from .exchange import finish_exchange

    path = _beside(folder, n)
    with _writing(path):
        finish_exchange(path)
        with suppress(FileNotFoundError):
            return path.read_bytes()
    return None


def left_beside(folder: Folder) -> list[str]:
    """Return the texts of what interrupted writes left beside the profile, the oldest first."""
    found = []
    target = file_of(folder)
    with suppress(OSError):
        paths = [path for path in target.parent.iterdir() if path.name.startswith(_prefix(target))]
        for path in sorted(paths, key=lambda path: path.stat().st_mtime):
            with suppress(ProfileError):
                found.append(decoded(path.read_bytes(), path))
    return found


def tidy(folder: Folder) -> None:
    """Remove what was prepared and is not needed any more."""
    target = file_of(folder)
    with suppress(OSError):
        for path in list(target.parent.iterdir()):
            if path.name.startswith(_prefix(target)):
                path.unlink(missing_ok=True)


def make_private(folder: Folder) -> None:
    """Let nobody but the user read the profile, where the file system knows of that."""
    with suppress(OSError):
        file_of(folder).chmod(0o600)


def _beside(folder: Folder, n: int) -> Path:
    target = file_of(folder)
    return target.with_name(f"{_prefix(target)}{n}")


def _prefix(target: Path) -> str:
    return f".{target.name}.next-"


def _placed(path: Path, target: Path) -> bool:
    """Move a file to where none is, and tell whether there was none."""
    try:
        os.link(path, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if target.exists():
            return False
        path.replace(target)
    path.unlink(missing_ok=True)
    return True


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ProfileError(
            f"{path} cannot be written: {error.strerror}.",
            untouched="The profile is as it was.",
            remedy="Make room, or give yourself the right to write there.",
        ) from error


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
