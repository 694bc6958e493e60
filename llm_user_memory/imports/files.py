"""Finds and opens the files of an import: a file, or those in a folder or a zip.

Only regular files are opened, as a pipe or a device could block.
"""

import lzma
import os
import re
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import TextIO, cast
from zipfile import BadZipFile, ZipExtFile, ZipFile, ZipInfo

from ..errors import ImportFileError
from ..settings import plain_file
from .conversation import Unreadable
from .streams import decoded
from .values import text

# Everything that reading a file may raise; most of these only for a damaged or hostile zip.
FAILURES = (
    OSError,
    EOFError,
    BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    NotImplementedError,
    LookupError,
    RuntimeError,
    ValueError,
)

COMPRESSED = "It is compressed: unpack it with zstd, and import that."
_COMPRESSED = b"\x28\xb5\x2f\xfd"

_EXPORT = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json", re.IGNORECASE)
_USERS = re.compile(r"(?:.*/)?users\.json", re.IGNORECASE)

# Text shrinks to about a twentieth in a zip. A zip that would unpack to more than a hundred times
# its own size is not an export, but a zip bomb.
_BOMB_RATIO = 100
_BOMB_SIZE = 100_000_000
_MEMBERS = 1_000


def kind(path: Path) -> str:
    """Return "folder", "zip" or "file". Raises ImportFileError for anything else."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return "folder"
        if not stat.S_ISREG(mode):
            raise ImportFileError(
                f"{path} is neither a file nor a folder.",
                remedy="Name a file that another program wrote, or the folder that holds it.",
            )
        with plain_file(path) as file:
            return "zip" if is_zip(file) else "file"
    except FileNotFoundError:
        raise ImportFileError(f"There is no {path}.") from None
    except (OSError, ValueError) as error:
        raise ImportFileError(f"{path} cannot be read: {reason(error)}.") from error


def is_zip(file: BufferedReader) -> bool:
    """Tell whether an open file is a zip. Raises OSError."""
    head = file.read(4)
    file.seek(0)
    return head in (b"PK\x03\x04", b"PK\x05\x06")


def exports(path: Path) -> Iterator[Path | Unreadable]:
    """Yield the files of an export: this one, or those in a folder. Raises ImportFileError."""
    if kind(path) != "folder":
        yield path
        return
    for found in walked(path):
        if isinstance(found, Unreadable) or is_export(found):
            yield found


def texts(
    path: Path,
    file: BufferedReader,
    *,
    packed: bool,
    is_wanted: Callable[[str], object] = _EXPORT.fullmatch,
) -> Iterator[tuple[Path, TextIO] | Unreadable]:
    """Yield (place, text stream) of an open file or, if it is `packed`, of each export in the zip.

    `is_wanted` tells by its name whether a member of the zip is wanted, instead of an export.
    The place of a member of a zip is the path of the zip, followed by the member's name. A stream
    is closed when the next one is asked for. `path` itself is not opened, as there may be another
    file by now. Raises one of FAILURES, and ImportFileError for a broken zip.
    """
    if not packed:
        with decoded(file) as found:
            yield path, found
        return
    with _unpacked(path, file) as archive:
        for member in _members(path, archive, os.fstat(file.fileno()).st_size, is_wanted):
            if isinstance(member, Unreadable):
                yield member
                continue
            place = path / member.filename
            try:
                content = decoded(cast(ZipExtFile, archive.open(member)))
            except FAILURES as error:
                yield unreadable(place, error)
                continue
            with content:
                yield place, content


def walked(folder: Path) -> Iterator[Path | Unreadable]:
    """Yield the regular files below a folder, ordered by name, then the unreadable folders.

    Links to folders are not followed, as they may form a loop.
    """
    failed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=failed.append):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if _is_plain(path):
                yield path
    for error in failed:
        place = Path(os.fsdecode(error.filename or folder))
        yield Unreadable(place, None, f"This folder cannot be looked into: {reason(error)}.")


def is_export(path: Path) -> bool:
    """Tell whether a file is named like the conversations of an export."""
    return bool(_EXPORT.fullmatch(path.name))


def is_users(path: Path) -> bool:
    """Tell whether a file is named like the list of an export's accounts."""
    return bool(_USERS.fullmatch(path.name))


def tells_accounts(name: str) -> bool:
    """Tell whether a file of this name may say of which accounts an export is."""
    return bool(_EXPORT.fullmatch(name) or _USERS.fullmatch(name))


def is_compressed(path: Path) -> bool:
    """Tell whether a file is compressed with zstd, as Codex does, by its name or first bytes."""
    if path.name.endswith(".jsonl.zst"):
        return True
    with suppress(OSError), plain_file(path) as file:
        return file.read(len(_COMPRESSED)) == _COMPRESSED
    return False


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a file to read its text. Raises one of FAILURES."""
    with plain_file(path) as file, decoded(file) as text:
        yield text


def content(path: Path, most: int, what: str) -> str:
    """Return the text of a plain file.

    Raises ImportFileError if it cannot be read or has more than `most` characters; `what` says in
    the message what the text should be.
    """
    try:
        with opened(path) as stream:
            found = text(stream.read(most + 1))
    except FAILURES as error:
        raise ImportFileError(f"{path} cannot be read: {reason(error)}.") from error
    if len(found) > most:
        raise ImportFileError(f"{path} is too long for {what}.")
    return found


def unreadable(place: Path, error: Exception) -> Unreadable:
    """Return the report on a file that cannot be read."""
    return Unreadable(place, None, f"It cannot be read: {reason(error)}.")


def reason(error: Exception) -> str:
    """Return the message of an error, without a file name and a full stop."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.rstrip(".") or type(error).__name__


def _is_plain(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _unpacked(path: Path, file: BufferedReader) -> ZipFile:
    try:
        return ZipFile(file)
    except FAILURES as error:
        raise ImportFileError(
            f"{path} cannot be unpacked: {reason(error)}.",
            remedy="Download or copy it once more.",
        ) from error


def _members(
    path: Path, archive: ZipFile, size: int, is_wanted: Callable[[str], object]
) -> Iterator[ZipInfo | Unreadable]:
    """The wanted members of a zip; `size` is the zip's, in bytes."""
    members = [member for member in archive.infolist() if is_wanted(member.filename)]
    left = max(_BOMB_SIZE, _BOMB_RATIO * size)
    for number, member in enumerate(sorted(members, key=lambda member: member.filename)):
        if number == _MEMBERS:
            yield Unreadable(path, None, f"It holds more than {_MEMBERS} files; no more were read.")
            return
        if problem := _refusal(member, left):
            yield Unreadable(path / member.filename, None, problem)
            continue
        left -= member.file_size
        yield member


def _refusal(member: ZipInfo, left: int) -> str:
    """Why a member of a zip is not read, or "". `left` is the most bytes it may unpack to."""
    if member.flag_bits & 1:
        return "It is encrypted: unpack it first, and import what comes out."
    if member.file_size > left:
        megabytes = member.file_size // 1_000_000
        return f"It would unpack to {megabytes:,} MB, which no export of conversations does."
    return ""
