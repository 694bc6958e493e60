"""Finding and opening the files of the roots on the disk: of the notes, and of the user's sources.

Others may write into a root that is shared. So below a root no link is followed, also if one took
the place of a file or a folder after it was listed.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

from ...settings import Folder
from ...store.sources import SUFFIXES
from .db import NOTES, PROGRAMS


class Root(NamedTuple):
    """A folder or a file that is indexed, and the kind of document of its files."""

    path: Path
    kind: str
    reach: str = ""  # see `sources.Source`
    account: str = ""


class FoundFile(NamedTuple):
    """A file as it is on the disk now."""

    path: Path
    kind: str
    root: Path
    size: int
    changed: int  # nanoseconds since 1970
    inode: int
    reach: str = ""
    account: str = ""

    @property
    def key(self) -> str:
        """The key of its document. Bytes that are not valid UTF-8 are escaped."""
        return os.fsencode(self.path).decode(errors="backslashreplace")


class Scan(NamedTuple):
    """The result of looking for files.

    `reached` has the roots whose files were listed, and `unreadable` the folders that were not.
    """

    files: list[FoundFile]
    reached: dict[str, int]  # the device number of each root
    unreadable: list[str]


def scan(folder: Folder, wanted: Iterable[Root], devices: Mapping[str, int]) -> Scan:
    """List the files of the roots. `devices` are the known device numbers of the roots."""
    # A source may contain another one, or the memory folder itself.
    excluded = {os.path.realpath(folder.path), os.path.realpath(folder.notes)}
    files: dict[str, FoundFile] = {}
    reached: dict[str, int] = {}
    unreadable: list[str] = []
    for root in wanted:
        unreadable_here: list[str] = []
        found = list(_files(root, set() if root.kind == NOTES else excluded, unreadable_here))
        for file in found:
            files.setdefault(file.key, file)
        device = device_of(root.path)
        known = devices.get(str(root.path), device)
        if str(root.path) not in unreadable_here and (found or device == known):
            reached[str(root.path)] = device
        unreadable += unreadable_here
    return Scan(list(files.values()), reached, unreadable)


def files_of(root: Root) -> Iterator[FoundFile]:
    """Yield the files of one root that can be found."""
    return _files(root, set(), [])


def compressed_of(root: Root) -> Iterator[FoundFile]:
    """Yield the files with conversations that cannot be read as they are compressed."""
    from ...imports import formats  # few people have such a source

    return _files(root, set(), [], lambda name: formats.is_compressed(name, root.kind))


def opened(file: FoundFile) -> BufferedReader:
    """Open a file that was found. Raises OSError, also if it is no regular file any more."""
    if _is_led_by_others(file.root):
        raise OSError(errno.ELOOP, "somebody else made a link of it")
    descriptor = os.open(os.path.realpath(file.root), _READ)
    try:
        for name in file.path.relative_to(file.root).parts:
            inner = os.open(name, _READ, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def device_of(path: Path) -> int:
    """Return the device number of a path, or of the nearest folder above it that exists."""
    for place in (path, *path.parents):
        with suppress(OSError):
            return place.stat().st_dev
    return 0


# O_NONBLOCK: opening a named pipe would otherwise wait for a writer.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def _is_led_by_others(path: Path) -> bool:
    """Whether the path has a link of another user in a folder that not only its owner may write."""
    for each in (path, *path.parents):
        with suppress(OSError):
            about = each.lstat()
            if (
                stat.S_ISLNK(about.st_mode)
                and about.st_uid not in (0, os.geteuid())
                and each.parent.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            ):
                return True
    return False


def _files(
    root: Root,
    excluded: set[str],
    unreadable: list[str],
    is_wanted: Callable[[str], bool] | None = None,
) -> Iterator[FoundFile]:
    """The files of a root. Folders that cannot be read are added to `unreadable`."""
    try:
        about = root.path.stat()
    except FileNotFoundError:
        return
    except OSError:
        unreadable.append(str(root.path))
        return
    if _is_led_by_others(root.path):
        unreadable.append(str(root.path))
        return
    if stat.S_ISREG(about.st_mode):
        if is_wanted is None or is_wanted(root.path.name):
            yield _found(root.path, root, about)
        return
    is_wanted = is_wanted or _names(root.kind)
    folders = [str(root.path)]
    while folders:
        folder = folders.pop()
        try:
            if os.path.realpath(folder) in excluded:
                continue
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except FileNotFoundError:
            continue
        except OSError:
            unreadable.append(folder)
            continue
        for entry in listed:
            if entry.name.startswith("."):
                continue
            with suppress(FileNotFoundError):
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.is_file(follow_symlinks=False) and is_wanted(entry.name):
                    yield _found(Path(entry.path), root, entry.stat(follow_symlinks=False))


def _names(kind: str) -> Callable[[str], bool]:
    """A function from the name of a file in a folder to whether the file is indexed."""
    if kind not in PROGRAMS:
        return is_markdown
    from ...imports import formats  # few people have such a source

    return lambda name: formats.may_hold(Path(name), kind)


def is_markdown(name: str) -> bool:
    """Tell by its name whether a file is indexed: Markdown, and not hidden."""
    return name.lower().endswith(SUFFIXES) and not name.startswith(".")


def _found(path: Path, root: Root, about: os.stat_result) -> FoundFile:
    size, changed = about.st_size, about.st_mtime_ns
    inode = about.st_ino
    return FoundFile(path, root.kind, root.path, size, changed, inode, root.reach, root.account)
