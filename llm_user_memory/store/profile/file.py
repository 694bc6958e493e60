"""profile.md as a file: reading it, and replacing it with the next version atomically.

The new text is first written to a file beside the profile, and then swapped with it. Only
`versions` and `commit` call the functions that write the profile.
"""

import fcntl
import os
import signal
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from operator import itemgetter
from pathlib import Path

from ...errors import ProfileError
from ...settings import Folder, foreign, plain_file, refuse_foreign, refuse_odd

LARGEST = 4_000_000
"""The largest size of profile.md in bytes, archive included. Each prompt reads the file."""

MOST_MERGED = 250_000
"""The most bytes or characters to merge, which takes more than linear time."""

FULL = (
    f"The profile and its archive have nearly {LARGEST // 1_000_000} MB, the most that can be "
    "stored. Remove lines of the archive with `llm memory edit`; `llm memory export` keeps a copy."
)

# Bytes that the edits of one answer may add. If they would not fit, no model is asked.
_ROOM = 65_536

PATIENCE = 0.1
"""Seconds to wait for a program that has a replaced file open for writing."""

# Seconds between two checks whether it has.
_RETRY = 0.002


def read(folder: Folder) -> str | None:
    """Return the text of profile.md, None if there is no file.

    Raises ProfileError if it cannot be read as text, is a link to a missing folder, or belongs to
    another user, whose text must not go into prompts.
    """
    if other := foreign(folder.path, folder.profile_folder, folder.profile):
        raise ProfileError(
            f"{other} is another user's.",
            untouched="It was neither read nor changed.",
            remedy="Set LLM_USER_PATH to a folder of your own.",
        )
    try:
        return decoded(content_of(folder.profile, LARGEST + 1), folder.profile)
    except FileNotFoundError:
        if _leads_nowhere(folder.profile) and not file_of(folder).parent.is_dir():
            raise _unreadable(folder, "it is a link, and what it leads to is not there") from None
        return None
    except OSError as error:
        raise _unreadable(folder, error.strerror) from error
    except ProfileError as error:
        error.remedy = _remedy(folder)
        raise


def content_of(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a regular file. Raises OSError.

    Raises it for other kinds of file, because a named pipe would wait for a writer, and a device
    has no end. Also raises it for a file of another user, or behind another user's link.
    """
    refuse_foreign(path)
    with plain_file(path) as file:
        refuse_odd(file.fileno())
        return file.read(most)


def _leads_nowhere(path: Path) -> bool:
    """Whether the path, or a folder above it, is a link to something that does not exist."""
    return any(each.is_symlink() and not each.exists() for each in (path, *path.parents))


def size_of(text: str) -> int:
    """Return the size in bytes of a profile's text as a file."""
    return len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))


def is_full(text: str) -> bool:
    """Tell whether the edits of one answer could make a profile larger than `LARGEST`."""
    return size_of(text) + _ROOM > LARGEST


def file_of(folder: Folder) -> Path:
    """Return the path of the profile's file, with links resolved: profile.md may be a link."""
    return folder.profile.resolve()


def saved_at(folder: Folder) -> float:
    """Return when the file was last written, in seconds since 1970; now if there is no file."""
    now = time.time()
    try:
        return min(folder.profile.stat().st_mtime, now)
    except OSError:
        return now


def decoded(content: bytes, source: object) -> str:
    """Return the bytes of a profile as text.

    Raises ProfileError, which names `source`, if they are more than `LARGEST`, or not UTF-8.
    """
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
    """Write the text of version `n` to a file beside the profile, with fsync.

    Raises ProfileError when it cannot be written, or is not a valid profile.
    """
    path = _path_beside(folder, n)
    # A command line that is not UTF-8 results in lone surrogates, which `decoded` refuses.
    content = text.encode(errors="surrogatepass")
    decoded(content, "The new profile")
    with _as_profile_errors(path):
        write_private(path, content)


def write_private(path: Path, content: bytes) -> None:
    """Create or replace a file that only the user may read, with fsync. Raises OSError."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Call fsync for a folder, so that renames in it are on the disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(folder: Folder, n: int, expected: str | None) -> bool:
    """Make the prepared version `n` the profile, if the profile's text still is `expected`.

    `expected` is None if there should be no file. Returns whether it succeeded. If not, the user's
    file is the profile again, and version `n` is beside it. The replaced file is deleted, unless
    another program still has it open for writing: see `replaced_files`. Raises ProfileError when
    the files cannot be swapped.
    """
    # Imported here because of ctypes, which a prompt that only reads the profile should not load.
    from .swap import swap_files

    path, target = _path_beside(folder, n), file_of(folder)
    with _as_profile_errors(target):
        if expected is None:
            done = move_if_absent(path, target)
        else:
            try:
                swap_files(path, target)
            except FileNotFoundError:
                return False
            is_final = is_closed(path, PATIENCE)
            done = path.read_bytes() == expected.encode()
            if not done:
                swap_files(path, target)
            elif is_final:
                path.unlink()
        sync_folder(target.parent)
    return done


def put_back(folder: Folder, n: int) -> None:
    """Swap the profile back with the file that version `n` replaced. Raises ProfileError."""
    from .swap import swap_files

    with _as_profile_errors(file_of(folder)):
        swap_files(_path_beside(folder, n), file_of(folder))
        sync_folder(file_of(folder).parent)


def read_beside(folder: Folder, n: int) -> bytes | None:
    """Return the content of the file beside the profile with number `n`, None if there is none.

    Before the swap it is version `n`, after the swap the replaced file.
    """
    from .swap import finish_swap

    path = _path_beside(folder, n)
    with _as_profile_errors(path):
        finish_swap(path)
        with suppress(FileNotFoundError):
            return path.read_bytes()
    return None


def texts_left_beside(folder: Folder) -> list[str]:
    """Return the texts that interrupted writes left beside the profile, the oldest first."""
    found = []
    target = file_of(folder)
    with suppress(OSError):
        for path in list(target.parent.iterdir()):
            # Whoever wrote it may be deleting it just now.
            with suppress(FileNotFoundError, ProfileError):
                if path.name.startswith(_prefix(target)):
                    found.append((path.stat().st_mtime, decoded(path.read_bytes(), path)))
    return [text for _, text in sorted(found, key=itemgetter(0))]


def replaced_files(folder: Folder) -> list[tuple[int, bytes]]:
    """Return the replaced files that no program has open for writing, as (number, content).

    A program that had the profile open while version `n` replaced it, such as `cat >> profile.md`,
    continues to write to the replaced file. So such a file is kept until it is closed.
    """
    target = file_of(folder)
    found = []
    with suppress(OSError):
        for path in target.parent.iterdir():
            number = path.name.removeprefix(_path_beside(folder, "").name)
            if number != path.name and number.isdecimal() and is_closed(path):
                found.append((int(number), path.read_bytes()))
    return sorted(found)


def remove_replaced(folder: Folder, n: int) -> None:
    """Remove the file beside the profile with number `n`."""
    with suppress(OSError):
        _path_beside(folder, n).unlink()


def remove_all_replaced(folder: Folder) -> None:
    """Remove all numbered files beside the profile, including those that are still open."""
    target = file_of(folder)
    with suppress(OSError):
        for path in list(target.parent.iterdir()):
            if path.name.startswith(_prefix(target)):
                path.unlink(missing_ok=True)


def is_closed(path: Path, patience: float = 0.0) -> bool:
    """Wait until no program has a file open for writing; false if `patience` seconds pass.

    Linux can tell, by a read lease (see fcntl(2)). Elsewhere the file counts as closed. Raises
    OSError.
    """
    deadline = time.monotonic() + patience
    while _is_being_written(path):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_RETRY)
    return True


def make_private(folder: Folder) -> None:
    """Make the profile readable by the user only, if the file system supports permissions.

    What profile.md leads to is left as it is if it is no regular file of the user's own.
    """
    with suppress(OSError):
        target = file_of(folder)
        about = target.stat()
        if stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid():
            target.chmod(0o600)


def _unreadable(folder: Folder, why: str | None) -> ProfileError:
    return ProfileError(
        f"{folder.profile} cannot be read: {why}.",
        untouched="Nothing was changed.",
        remedy=_remedy(folder),
    )


def _remedy(folder: Folder) -> str:
    from .. import error_hints  # imported here because only a failing prompt needs it

    return f"{error_hints.set_aside_hint(folder.profile)}: the last version is then written again."


def _path_beside(folder: Folder, n: int | str) -> Path:
    """The numbered file. Beside a link's target, its name also tells which link's it is."""
    target = file_of(folder)
    if not folder.profile.is_symlink():
        return target.with_name(f"{_prefix(target)}{n}")
    from zlib import crc32  # imported here because a prompt that only reads does not need it

    owner = crc32(os.fsencode(folder.profile.absolute()))
    return target.with_name(f"{_prefix(target)}{owner:08x}-{n}")


def _prefix(target: Path) -> str:
    return f".{target.name}.next-"


def _is_being_written(path: Path) -> bool:
    if sys.platform != "linux":
        return False
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        # If a program opens the file now, the kernel sends us a signal. SIGIO would end the
        # process; SIGURG is ignored by default.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False


def move_if_absent(path: Path, target: Path) -> bool:
    """Move a file unless `target` exists; tell whether it was moved. Raises OSError."""
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
def _as_profile_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        from .. import error_hints

        raise ProfileError(
            f"{path} cannot be written: {error.strerror}.",
            untouched="The profile is as it was.",
            remedy=error_hints.write_access_hint(path)
            or "Make room, or give yourself the right to write.",
        ) from error
