"""Daily notes: adding, taking back, saving and reading entries of `notes/YYYY-MM-DD.md`.

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
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..errors import MemoryPluginError, NotesError, StateError, WrongCallError
from ..settings import Folder, make_private
from ..store import state
from ..store.locks import locked
from ..store.profile import file as profile_file
from ..text import entries

# Seconds to wait for the lock. A writer holds it for milliseconds.
_PATIENCE = 30.0

# The most characters of an entry. A longer text is most likely a file that was piped in by mistake.
LONGEST = 100_000

LARGEST = 20_000_000
"""The most bytes of a day's note. A larger one counts as unreadable."""

_TOO_MANY = "Too many notes of models wait for the user already."

_SPAN = re.compile(r"(\d{1,4})\s*([dw])")
_FILE = re.compile(r"\d{4}-\d\d-\d\d")

# A replaced note that was still open for writing: its day, and the size and digest that it had.
_LATE = re.compile(r"\.(\d{4}-\d\d-\d\d)\.md\.late-(\d+)-([0-9a-f]+)-\d+")


class Entry(NamedTuple):
    """One entry: its day, its heading without the `##`, and its text."""

    day: date
    heading: str
    text: str


class Span(NamedTuple):
    """A range of days, both ends included."""

    first: date
    last: date


def add(
    folder: Folder,
    text: str,
    by: str = "",
    now: float | None = None,
    *,
    is_local: bool = False,
    of: date | None = None,
    is_full: Callable[[], bool] = lambda: False,
) -> Entry:
    """Add an entry to the note of the day `of`, by default today's.

    `by` is the model that wrote it, "" for the user. A model's entry waits for the user: see
    `acceptance`. With `is_local` it goes to no model that may be elsewhere. The heading of an entry
    is its time, or the heading that the user's text begins with; further headings in the text are
    escaped, so that they begin no other entry. `is_full` tells, while no other process can add an
    entry, that too many wait for the user.

    `now` is in seconds since 1970. Raises NotesError if the text is empty or too long, if too
    many entries wait, or if the file cannot be written; BusyError if another process holds the
    lock; FolderError if there is no usable memory folder.
    """
    text = entries.cleaned(text)
    if not text:
        raise NotesError("There is nothing to note.", untouched="Nothing was written.")
    if len(text) > LONGEST:
        raise too_long()
    moment = time.localtime(time.time() if now is None else now)
    day = date(*moment[:3])
    clock = time.strftime("%H:%M", moment)
    if of and of != day:
        clock, day = f"noted {day} {clock}", of
    heading = entries.heading(clock, by, is_local=is_local)
    if not by.strip():
        own, text = entries.own_heading(text)
        heading, text = own or heading, entries.inert(text)
    entry = Entry(day, heading, text)
    added = _encoded(entry)
    with locked_notes(folder):
        if is_full():
            raise NotesError(_TOO_MANY, untouched="Nothing was noted.")
        with suppress(OSError):  # `change` tells of them
            _refuse_large(path(folder, day), path(folder, day).stat().st_size + len(added))
        with suppress(StateError):  # without a record the entry is added, but `undo` cannot find it
            # `acceptance` finds a model's entry by a digest of the entry alone.
            fence = b"" if by.strip() else _open_fence(read(path(folder, day)) or b"")
            _record(folder, entry, added, fence)
        change(folder, day, lambda before: _closed(before or _title(day)) + b"\n\n" + added)
    return entry


def too_long() -> NotesError:
    """Return the error for a text that is longer than `LONGEST`."""
    return NotesError(
        f"That is longer than a note may be ({LONGEST:,} characters).",
        untouched="Nothing was written.",
        remedy="`llm memory sources add` has a file of Markdown searched where it is.",
    )


def undo(folder: Folder) -> Entry:
    """Remove the entry that `add` added last, and return it.

    Entries that the user has deleted are skipped. Raises NotesError if no entry is left, or if the
    user has changed it; BusyError, FolderError and StateError as `add` and `state.opened` do.
    """
    with locked_notes(folder), state.opened(folder) as store:
        for row in store.db.execute("select * from noted order by id desc").fetchall():
            day = date.fromisoformat(row["day"])
            content = read(path(folder, day)) or b""
            offset = _offset(content, row["heading"], row["size"], row["digest"])
            if offset is None and _has_heading(content, row["heading"]):
                raise NotesError(
                    f"You have changed the last entry since ({day}, {row['heading']}).",
                    untouched="Nothing was taken back.",
                    remedy=f"`llm memory note --edit {day}` opens that day.",
                )
            if offset is not None:
                change(folder, day, partial(_without, row))
            store.db.execute("delete from noted where id = ?", (row["id"],))
            if offset is not None:
                text = content[offset : offset + row["size"]].decode(errors="replace")
                text = text.partition("\n\n")[2].strip()
                is_models = entries.author(row["heading"]) is not None
                return Entry(day, row["heading"], entries.unquoted(text) if is_models else text)
    raise NotesError(
        "There is nothing to take back: no entry is left that was added by `llm memory note`.",
        untouched="Nothing was changed.",
    )


def path(folder: Folder, day: date) -> Path:
    """Return the path of a day's note, whether it exists or not."""
    return folder.notes / f"{day.isoformat()}.md"


def text_of(folder: Folder, day: date, errors: str = "replace") -> str | None:
    """Return the note of a day, None if there is none. Raises NotesError if it cannot be read.

    `errors` is as in `bytes.decode`: "surrogateescape" keeps bytes that are not UTF-8, for texts
    that are saved again.
    """
    content = read(path(folder, day))
    return None if content is None else content.decode(errors=errors)


def title(day: date) -> str:
    """Return the line that a new note begins with."""
    return _title(day).decode()


def save(folder: Folder, day: date, before: str, after: str) -> None:
    """Save the user's edited text of a day's note, and keep what was added meanwhile.

    This is a three-way merge of `before`, the text that the user began with, `after`, the text they
    ended with, and the present file. Both texts have surrogates for bytes that are not UTF-8. The
    file is deleted if only its title is left. Raises NotesError, BusyError or FolderError.
    """
    from ..profile.merge import merge

    def made(had: bytes | None) -> bytes:
        now = before if had is None else had.decode(errors="surrogateescape")
        text = merge(before, after, now)
        is_empty = text.strip() in ("", title(day).strip())
        return b"" if is_empty else text.encode(errors="surrogateescape")

    with locked_notes(folder):
        change(folder, day, made)


def parse_span(text: str, today: date | None = None) -> Span:
    """Parse "7d", "2w", "today", "yesterday", a date, or "DATE..DATE" as a range of days.

    "7d" is today and the six days before. Raises WrongCallError for anything else.
    """
    now = today or date.today()
    if match := _SPAN.fullmatch(text.strip().lower()):
        days = int(match[1]) * (7 if match[2] == "w" else 1)
        if days:
            return Span(now - timedelta(days=min(days, now.toordinal()) - 1), now)
    first, dots, last = text.partition("..")
    with suppress(WrongCallError):
        if dots:
            return Span(*sorted((parse_day(first, now), parse_day(last, now))))
        return Span(parse_day(text, now), parse_day(text, now))
    raise WrongCallError(
        f"“{text}” is not a range of days.",
        remedy='Write "7d", "2w", "today", "yesterday", "2026-11-01" or "2026-11-01..2026-11-07".',
    )


def parse_day(text: str, today: date | None = None) -> date:
    """Parse "today", "yesterday" or YYYY-MM-DD as a day. Raises WrongCallError."""
    now, given = today or date.today(), text.strip().lower()
    if given in ("today", "yesterday"):
        return now - timedelta(days=given == "yesterday")
    if _FILE.fullmatch(given):
        with suppress(ValueError):
            return date.fromisoformat(given)
    raise WrongCallError(
        f"“{text}” is no day.", remedy='Write "today", "yesterday" or a date such as "2026-11-01".'
    )


def every(folder: Folder, only: date | None = None) -> list[Entry]:
    """Return the entries of all notes, or of one day, the newest first.

    Text above the first entry has the heading "". Notes that cannot be read are left out.
    """
    span = Span(only, only) if only else Span(date.min, date.max)
    found = []
    for day, text in within(folder, span):
        for part in reversed(entries.parts(text)):
            first, _, rest = part.partition("\n")
            heading = first[3:].strip() if first.startswith("## ") else ""
            body = rest if heading else part.removeprefix(title(day).strip())
            if by := entries.author(heading):
                body = entries.unquoted(body.strip()) if by else body
            if heading or body.strip():
                found.append(Entry(day, heading, body.strip()))
    return found


def since(folder: Folder, days: int) -> list[tuple[date, str]]:
    """Return the notes of the last `days` days, today included, in the form of `within`."""
    return within(folder, parse_span(f"{max(days, 1)}d"))


def within(folder: Folder, span: Span) -> list[tuple[date, str]]:
    """Return the notes of a range of days as (day, text), the newest first.

    Notes that cannot be read are left out.
    """
    found = []
    with suppress(OSError):
        for file in folder.notes.iterdir():
            with suppress(NotesError):
                day = day_of(file)
                if day and span.first <= day <= span.last and (text := text_of(folder, day)):
                    found.append((day, text))
    return sorted(found, reverse=True)


def day_of(file: Path) -> date | None:
    """Return the day in the name of a note's file, None if the file is not a note."""
    with suppress(ValueError):
        if file.suffix == ".md" and _FILE.fullmatch(file.stem):
            return date.fromisoformat(file.stem)
    return None


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
                has_heading = gained.startswith((b"# ", b"## "))
                entry = (b"" if has_heading else f"## {clock}\n\n".encode()) + gained + b"\n"
                change(folder, day, lambda now: _closed(now or _title(day)) + b"\n\n" + entry)
            late.unlink()
            return
    except (NotesError, OSError):
        pass
    with suppress(OSError):
        late.replace(_found(late.with_name(f"{day}.md")))


def _record(folder: Folder, entry: Entry, added: bytes, fence: bytes) -> None:
    """Record the size and digest of an entry in state.db, so that `undo` can find it.

    `fence` is the line that is added before it, to close a code block. The digest is of both, so
    that `undo` can tell the line from one of the user's.
    """
    values = (entry.day.isoformat(), entry.heading, len(added), digest_of(fence + added))
    with state.opened(folder) as store:
        store.db.execute(
            "insert into noted (day, heading, size, digest) values (?, ?, ?, ?)", values
        )


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
            _refuse_large(target, len(content))
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


def _encoded(entry: Entry) -> bytes:
    return entries.encoded(entry.heading, entry.text).encode()


def _closed(content: bytes) -> bytes:
    """The note with an unclosed code block closed, so that an entry can be added."""
    content = content.rstrip(b"\n")
    fence = _open_fence(content)
    return content + (b"\n" + fence if fence else b"")


def _open_fence(content: bytes) -> bytes:
    return entries.open_fence(content.decode(errors="replace")).encode()


def _last_line(content: bytes) -> bytes:
    return content.rstrip(b"\n").rpartition(b"\n")[2]


def _offset(content: bytes, heading: str, size: int, digest: bytes) -> int | None:
    """The offset of an unchanged entry in bytes, None if it is missing or changed."""
    start = f"## {heading}\n".encode()
    offset = content.rfind(start)
    while offset >= 0:
        entry, rest = content[offset : offset + size], content[offset + size :].lstrip()
        before = content[:offset]
        # The user may have removed the fence that was added: see `_record`.
        fences = (b"", _last_line(before), _open_fence(before))
        is_same = digest in [digest_of(fence + entry) for fence in fences]
        if is_same and (not rest or rest[:1] == b"#"):
            return offset
        offset = content.rfind(start, 0, offset)
    return None


def _without(row: sqlite3.Row, content: bytes | None) -> bytes:
    """The note without a recorded entry; empty if only its title is left."""
    content = content or b""
    offset = _offset(content, row["heading"], row["size"], row["digest"])
    if offset is None:  # the user has just changed the entry
        return content
    before, after = content[:offset].rstrip(b"\n"), content[offset + row["size"] :].lstrip(b"\n")
    fence, entry = _last_line(before), content[offset : offset + row["size"]]
    if not after.strip() and row["digest"] == digest_of(fence + entry):  # see `_record`
        before = before[: len(before) - len(fence)].rstrip(b"\n")
    left = b"\n\n".join(filter(None, (before, after.rstrip(b"\n"))))
    is_empty = _FILE.fullmatch(left.decode(errors="replace").removeprefix("# "))
    return b"" if is_empty or not left else left + b"\n"


def _has_heading(content: bytes, heading: str) -> bool:
    return f"## {heading}".encode() in content.splitlines()


def _title(day: date) -> bytes:
    return f"# {day.isoformat()}\n".encode()


def digest_of(content: bytes) -> bytes:
    return blake2b(content, digest_size=8).digest()


def read(file: Path) -> bytes | None:
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


def _refuse_large(file: Path, size: int) -> None:
    """Refuse to write a note that could not be read again."""
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
