"""The file of `--output`: how it is written, and whether an existing file may be replaced.

A regular file is replaced in one step. What else the user names is written to and stays what it is:
a device, a named pipe, and what a program has open, as /dev/fd/3.

The last line of a file of `write` has the digest of the text before it. So a later run recognizes a
file of an earlier one, in any folder, and replaces no other.
"""

import errno
import hashlib
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ..errors import ProfileError, WrongCallError
from ..settings import plain_file
from ..store.profile import file as profile_file
from ..text.controls import visible

_MARK = re.compile(rb"(?:^|(?<=\n))<!-- llm memory --output ([0-9a-f]{32}) -->\r?\n?\Z")

# Folders with the files that a process has open.
_OPEN_FILES = re.compile(r"/dev/fd|/proc/\d+(?:/task/\d+)?/fd")

_MOST_LINKS = 40


class OutputPath(click.Path):
    """The type of the option: a path, "-" also for other names of standard output."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, readable=False, allow_dash=True, path_type=Path)

    def convert(self, *args: Any) -> Any:
        path: Any = super().convert(*args)
        try:
            return Path("-") if _own_descriptor(_place(path)) == 1 else path
        except OSError as error:  # its name is too long, or leads round in circles
            self.fail(f"{os.strerror(error.errno or errno.EIO)}.", *args[1:])


def put(output: Path, content: bytes) -> bool:
    """Write a file that only its owner can read, or to what is no file. Raises OSError.

    Returns whether something was written: a file that has this content already stays as it is. A
    symbolic link stays, and its target is written.
    """
    place = _place(output)
    if not _is_file(place):
        _write_to(place, content)
        return True
    if place.is_file() and place.read_bytes() == content:
        return False
    # Another process may be writing the same file.
    beside = place.with_name(f".llm-memory-export-{os.getpid()}.new")
    try:
        profile_file.write_private(beside, content)
        beside.replace(place)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    return True


def write(output: Path, text: str) -> None:
    """Write a profile to the file. Raises ProfileError."""
    content = text.encode()
    content += b"" if content.endswith(b"\n") else b"\n"
    mark = f"<!-- llm memory --output {_digest(content)} -->\n".encode()
    try:
        put(output, content + mark if _is_file(_place(output)) else content)
    except OSError as error:
        raise ProfileError(
            f"{output} cannot be written: {error.strerror}.", untouched="Yours is as it was."
        ) from error


def refuse_others(output: Path) -> None:
    """Check the file before models are asked, so that their answers are not lost.

    An existing file may be replaced if `write` wrote it and it was not changed since.

    Raises ProfileError otherwise.
    """
    place = _place(output)
    if not _is_file(place):
        if not os.access(place, os.W_OK) or _is_closed(place):
            raise _unwritable(output)
        return
    if os.path.lexists(output) and not _is_ours(output):
        raise ProfileError(
            f"{output} is there already, and `--output` did not write it, or it was changed since.",
            untouched="It is as it was.",
            remedy="Name another file.",
        )
    if not output.parent.is_dir():
        raise WrongCallError(f"{output.parent} is no folder.", untouched="Nothing was learned.")
    if not os.access(output.parent, os.W_OK | os.X_OK):
        raise _unwritable(output.parent)


def without_mark(text: str) -> str:
    """Return the profile in the text of a file, without the line that `write` added."""
    content = text.encode(errors="surrogateescape")
    return _MARK.sub(b"", content).decode(errors="surrogateescape")


def _place(path: Path) -> Path:
    """What the path leads to. A link to what a process has open is not followed."""
    for _ in range(_MOST_LINKS):
        path = Path(os.path.realpath(path.parent), path.name)
        if _is_open_file(path) or not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return path


def _is_open_file(place: Path) -> bool:
    return place.name.isdecimal() and _OPEN_FILES.fullmatch(str(place.parent)) is not None


def _is_file(place: Path) -> bool:
    """Whether the place has a regular file or nothing, and is to be replaced."""
    if _is_open_file(place):
        return False
    with suppress(OSError):
        return not place.exists() or stat.S_ISREG(place.stat().st_mode)
    return True


def _own_descriptor(place: Path) -> int | None:
    """The number of the descriptor of this process that the place names, None if it names none."""
    if _is_open_file(place) and str(place).startswith(("/dev/", f"/proc/{os.getpid()}/")):
        return int(place.name)
    return None


def _is_closed(place: Path) -> bool:
    """Whether the place names a descriptor that the user did not open, but perhaps we did."""
    number = _own_descriptor(place)
    with suppress(OSError):
        return number is not None and not os.get_inheritable(number)
    return True


def _write_to(place: Path, content: bytes) -> None:
    if _is_closed(place):
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    number = _own_descriptor(place)
    if number is None:
        # Another process may have a regular file open there, which is no reason to empty it.
        descriptor = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_NOCTTY | os.O_CLOEXEC)
    else:
        descriptor = os.dup(number)
    with os.fdopen(descriptor, "wb") as file:
        file.write(visible(content.decode()).encode() if file.isatty() else content)


def _is_ours(output: Path) -> bool:
    with suppress(OSError):
        if output.is_symlink():
            return False
        with plain_file(output) as file:
            content = file.read()
        mark = _MARK.search(content)
        return mark is not None and mark[1].decode() == _digest(content[: mark.start()])
    return False


def _unwritable(path: Path) -> ProfileError:
    return ProfileError(f"{path} cannot be written to.", untouched="Nothing was learned.")


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
