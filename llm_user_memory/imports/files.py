"""The files that a person names: folders and zips looked into, nothing opened but plain files."""

import lzma
import os
import re
import stat
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO, cast
from zipfile import BadZipFile, ZipExtFile, ZipFile, ZipInfo

from ..errors import ImportFileError
from .conversation import Unreadable
from .streams import decoded

# All that reading a file may raise; most of it, only a damaged or hostile zip does.
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

# Text packs to a twentieth; what unpacks to more than a hundred times its size is no export.
_BOMB_RATIO = 100
_BOMB_SIZE = 100_000_000
_MEMBERS = 1_000


def kind(path: Path) -> str:
    """Return "folder", "zip" or "file". Raises ImportFileError for what is none of them."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return "folder"
        if not stat.S_ISREG(mode):
            raise ImportFileError(
                f"{path} is neither a file nor a folder.",
                remedy="Name a file that another program wrote, or the folder that holds it.",
            )
        with path.open("rb") as file:
            return "zip" if file.read(4) in (b"PK\x03\x04", b"PK\x05\x06") else "file"
    except FileNotFoundError:
        raise ImportFileError(f"There is no {path}.") from None
    except (OSError, ValueError) as error:
        raise ImportFileError(f"{path} cannot be read: {reason(error)}.") from error


def exports(path: Path) -> Iterator[Path | Unreadable]:
    """Return the files with an export's conversations: this one, or those in a folder or zip.

    A member of a zip is named as though the zip were a folder. Raises ImportFileError.
    """
    what = kind(path)
    if what == "file":
        yield path
    elif what == "zip":
        yield from _packed(path)
    else:
        found = (name for name in walked(path) if isinstance(name, Unreadable) or is_export(name))
        yield from found


def walked(folder: Path) -> Iterator[Path | Unreadable]:
    """Return the plain files below a folder, in the order of their names.

    Links to folders are not followed, as they may lead in circles.
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
    """Tell whether a file is named as those with an export's conversations are."""
    return bool(_EXPORT.fullmatch(path.name))


def is_compressed(path: Path) -> bool:
    """Tell whether a file is one that Codex has compressed, by its name or its beginning."""
    if path.name.endswith(".jsonl.zst"):
        return True
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_COMPRESSED)) == _COMPRESSED
    return False


@contextmanager
def opened(path: Path, archive: Path | None = None) -> Iterator[TextIO]:
    """Open a file, or a member of a zip, to read its text. Raises one of FAILURES."""
    if archive is None:
        if not _is_plain(path):
            raise OSError("it is not a plain file")
        with path.open("rb") as file, decoded(file) as text:
            yield text
        return
    with ZipFile(archive) as packed:
        name = path.relative_to(archive).as_posix()
        with packed.open(name) as member, decoded(cast(ZipExtFile, member)) as text:
            yield text


def reason(error: Exception) -> str:
    """Return what an error says, without the name of the file."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.rstrip(".") or type(error).__name__


def _is_plain(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _packed(archive: Path) -> Iterator[Path | Unreadable]:
    try:
        with ZipFile(archive) as packed:
            members = [member for member in packed.infolist() if _EXPORT.fullmatch(member.filename)]
    except FAILURES as error:
        raise ImportFileError(
            f"{archive} cannot be unpacked: {reason(error)}.",
            remedy="Download or copy it once more.",
        ) from error
    left = max(_BOMB_SIZE, _BOMB_RATIO * archive.stat().st_size)
    for number, member in enumerate(sorted(members, key=lambda member: member.filename)):
        place = archive / member.filename
        if number == _MEMBERS:
            yield Unreadable(
                archive, None, f"It holds more than {_MEMBERS} files; no more were read."
            )
            return
        if problem := _refusal(member, left):
            yield Unreadable(place, None, problem)
            continue
        left -= member.file_size
        yield place


def _refusal(member: ZipInfo, left: int) -> str:
    """Why a member of a zip is not read, "" if it is; `left` is how much all may unpack to."""
    if member.flag_bits & 1:
        return "It is encrypted: unpack it first, and import what comes out."
    if member.file_size > left:
        megabytes = member.file_size // 1_000_000
        return f"It would unpack to {megabytes:,} MB, which no export of conversations does."
    return ""
