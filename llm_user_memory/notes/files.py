"""The files `notes/YYYY-MM-DD.md`: reading them, and replacing them without losing a text.

The files belong to the user, who may edit them at any time. So writing is optimistic: the new text
is swapped with the file in one atomic step. If the text that comes out is not the one that was
read, an editor has saved the file in between. Then that text is swapped back, and the write starts
again from it.

A program that has a note open, such as `cat >> notes/2026-11-21.md`, continues to write to the
replaced file. So that file is kept, hidden, until it is closed; see `merge_late`.
"""

import errno
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from hashlib import blake2b
from pathlib import Path

from ..errors import MemoryPluginError, NotesError
from ..profile.document import lines_kept_here, lines_of
from ..profile.line_marks import LOCAL
from ..settings import Folder, make_private
from ..store.locks import locked
from ..store.profile import file as profile_file
from ..text import entries
from .days import DAY

# Seconds to wait for the lock. A writer holds it for milliseconds.
_PATIENCE = 30.0

LARGEST = 20_000_000
"""The most bytes of a day's note. A larger one counts as unreadable."""

# A replaced note that was still open for writing: its day, and the size and digest that it had.
_LATE = re.compile(r"\.(\d{4}-\d\d-\d\d)\.md\.late-(\d+)-([0-9a-f]+)-\d+")


def path(folder: Folder, day: date) -> Path:
    """Return the path of a day's note, whether it exists or not."""
    return folder.notes / f"{day.isoformat()}.md"


def day_of(file: Path) -> date | None:
    """Return the day in the name of a note's file, None if the file is not a note."""
    with suppress(ValueError):
        if file.suffix == ".md" and DAY.fullmatch(file.stem):
            return date.fromisoformat(file.stem)
    return None


def title(day: date) -> str:
    """Return the line that a new note begins with."""
    return f"# {day.isoformat()}\n"


def read(file: Path) -> bytes | None:
    """Return the content of a note, None if there is none. Raises NotesError."""
    try:
        content = profile_file.content_of(file, LARGEST + 1)
        if len(content) > LARGEST:
            raise OSError(errno.EFBIG, f"it is larger than {LARGEST:,} bytes")
        return content
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotesError(
            f"{file} cannot be read: {error.strerror}.", untouched="Nothing was changed."
        ) from error


@contextmanager
def locked_notes(folder: Folder) -> Iterator[None]:
    """Hold the lock of the notes for the block's duration; create their folder if necessary.

    Before that, what was written late to replaced notes is added: see `merge_late`. Raises
    BusyError if another process holds the lock, and NotesError or FolderError.
    """
    try:
        folder.create()
        make_private(folder.notes)
    except OSError as error:
        raise _unwritable(folder.notes, error) from error
    with locked(folder.notes_lock, _PATIENCE, "Another process"):
        for day, late in _late_files(folder):
            _add_late(folder, day, late)
        yield


def merge_late(folder: Folder) -> None:
    """Add what programs wrote to notes that they had open while these were replaced.

    It becomes an entry under the time at which it was written, once the program has closed the
    file. Nothing is raised: what cannot be added now is kept.
    """
    with suppress(MemoryPluginError):
        if _late_files(folder):
            with locked_notes(folder):
                pass


def _late_files(folder: Folder) -> list[tuple[date, Path]]:
    """The replaced notes that no program has open for writing any more, the oldest first.

    They stand beside the note, or beside what it is a link to.
    """
    found: list[tuple[date, Path]] = []
    with suppress(OSError, ValueError):
        with os.scandir(folder.notes) as files:
            links = [file.path for file in files if file.is_symlink()]
        for place in {folder.notes, *(Path(os.path.realpath(link)).parent for link in links)}:
            for file in place.iterdir():
                name = _LATE.fullmatch(file.name)
                if name and profile_file.is_closed(file):
                    found.append((date.fromisoformat(name[1]), file))
    return sorted(found, key=lambda each: each[1].name)


def _add_late(folder: Folder, day: date, late: Path) -> None:
    """Add what a replaced note gained since. If that cannot be told, the file becomes visible."""
    try:
        content = read(late) or b""
        name = _LATE.fullmatch(late.name)
        size = int(name[2]) if name else 0
        if name and digest_of(content[:size]).hex() == name[3]:
            gained = content[size:].strip(b"\r\n")
            if gained.strip():
                clock = time.strftime("%H:%M", time.localtime(late.stat().st_mtime))
                stays = _ends_local(content)  # as below a heading with the mark
                heading = f"## {clock}{f' #{LOCAL}' if stays else ''}\n\n".encode()
                has_heading = gained.startswith((b"# ", b"## "))
                entry = (b"" if has_heading else heading) + gained + b"\n"
                change(folder, day, lambda now: ready(now, day) + b"\n\n" + entry)
            late.unlink()
            return
    except (NotesError, OSError):
        pass
    with suppress(OSError):
        late.replace(_found(late.with_name(f"{day}.md")))


def _ends_local(content: bytes) -> bool:
    """Whether the last line of a note stays on this machine, such as by a mark on its heading."""
    text = content.decode(errors="replace").rstrip()
    return len(lines_of(text)) - 1 in lines_kept_here(text, is_profile=False)


def change(folder: Folder, day: date, make: Callable[[bytes | None], bytes]) -> None:
    """Replace a day's note by `make(note)`; an empty result deletes the file.

    `make` is given None if there is no note. The replaced file is deleted, unless another program
    still has it open for writing: then it is kept for `merge_late`. The lock of the notes must be
    held. Raises NotesError if the file cannot be read or written, or would be larger than
    `LARGEST`; and what `make` raises.
    """
    # This imports ctypes, which reading notes does not need.
    from ..store.profile.swap import finish_swap, swap_files

    target = path(folder, day).resolve()
    new = target.with_name(f".{target.name}.new")
    try:
        finish_swap(new)
        _recover(day, new, target)
        while True:
            before = read(target)
            content = make(before)
            refuse_large(target, len(content))
            profile_file.write_private(new, content)
            if before is None:
                if profile_file.move_if_absent(new, target):
                    break
                continue
            with suppress(FileNotFoundError):
                swap_files(new, target)
            is_closed = profile_file.is_closed(new, profile_file.PATIENCE)
            replaced = new.read_bytes()
            # Who appends again and again would otherwise have us start again for ever.
            if replaced == before or (not is_closed and replaced.startswith(before)):
                _discard(day, new, before, is_closed=is_closed)
                break
            if target.exists():
                swap_files(new, target)
        if not target.stat().st_size:
            target.unlink()
        profile_file.sync_folder(target.parent)
    except OSError as error:
        raise _unwritable(target, error) from error


def _discard(day: date, replaced: Path, content: bytes, *, is_closed: bool) -> None:
    """Delete a replaced note, or keep it with the size and digest of the text that is known."""
    if is_closed:
        replaced.unlink()
        return
    had = f"{len(content)}-{digest_of(content).hex()}"
    replaced.replace(replaced.with_name(f".{day}.md.late-{had}-{time.time_ns()}"))


def _recover(day: date, new: Path, target: Path) -> None:
    """Clean up after a crash during `change`; keep a text that the user may have saved."""
    if not new.exists():
        return
    is_closed = profile_file.is_closed(new, profile_file.PATIENCE)
    left, now = read(new) or b"", read(target) or b""
    if left.startswith(now) or now.startswith(left):
        _discard(day, new, left, is_closed=is_closed)
    else:
        new.replace(_found(target))


def _found(note: Path) -> Path:
    """A path beside a note for a text that may be the user's, and is visible there."""
    return note.with_name(f"{note.stem}.found-{time.time_ns()}.md")


def ready(content: bytes | None, day: date) -> bytes:
    """Return a note to which an entry can be appended: with a title, and code blocks closed."""
    content = (content or title(day).encode()).rstrip(b"\n")
    fence = open_fence(content)
    return content + (b"\n" + fence if fence else b"")


def open_fence(content: bytes) -> bytes:
    """Return the line that closes the code block that a note ends in, b"" for none."""
    return entries.open_fence(content.decode(errors="replace")).encode()


def digest_of(content: bytes) -> bytes:
    """Return the digest by which an entry, or a replaced note, is recognized."""
    return blake2b(content, digest_size=8).digest()


def refuse_large(file: Path, size: int) -> None:
    """Raise NotesError for a note that would be too large to be read again."""
    if size > LARGEST:
        raise NotesError(
            f"{file} would be larger than {LARGEST:,} bytes, the most that is read of a day.",
            untouched="Nothing was written.",
            remedy="Note it for another day with `--date`, or shorten that note in an editor.",
        )


def _unwritable(file: Path, error: OSError) -> NotesError:
    from ..store import error_hints

    return NotesError(
        f"{file} cannot be written: {error.strerror}.",
        untouched="Nothing was noted.",
        remedy=error_hints.write_access_hint(file),
    )
