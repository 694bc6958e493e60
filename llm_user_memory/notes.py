"""Daily notes: `notes/YYYY-MM-DD.md`, the user's own files, to which entries are added.

Whoever adds one has the user's text exchanged for a longer one in one step, and looks at what
came out: what an editor saved in that moment is put back, and added to instead.
"""

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

from .errors import NotesError, StateError
from .settings import Folder
from .store import state
from .store.locks import locked
from .store.profile import file as profile_file

# Seconds; a writer holds the lock for milliseconds.
_PATIENCE = 30.0

# A note is something that somebody wrote, not a file that was piped in by mistake.
LONGEST = 100_000

_SPAN = re.compile(r"(\d{1,4})\s*([dw])")
_FILE = re.compile(r"\d{4}-\d\d-\d\d")


class Entry(NamedTuple):
    """One entry: its day, the heading without its marks, and its text."""

    day: date
    heading: str
    text: str


class Span(NamedTuple):
    """Days in a row, the first and the last among them."""

    first: date
    last: date


def add(folder: Folder, text: str, by: str = "", now: float | None = None) -> Entry:
    """Add an entry to today's note; `by` names the model that wrote it, if one did.

    Raises NotesError for an empty text and where it cannot be written, BusyError, FolderError.
    """
    text = text.replace("\0", "").strip()
    if not text:
        raise NotesError("There is nothing to note.", untouched="Nothing was written.")
    if len(text) > LONGEST:
        raise NotesError(
            f"That is longer than a note may be ({LONGEST:,} characters).",
            untouched="Nothing was written.",
            remedy="`llm memory sources add` has a file of Markdown searched where it is.",
        )
    moment = time.localtime(time.time() if now is None else now)
    author = f" (written by {' '.join(by.split())})" if by.strip() else ""
    day = date(*moment[:3])
    entry = Entry(day, f"{time.strftime('%H:%M', moment)}{author}", text)
    added = _encoded(entry)
    with _locked_notes(folder):
        with suppress(StateError):  # then it cannot be taken back, and is noted all the same
            _record(folder, entry, added)
        _change(folder, day, lambda before: (before or _title(day)).rstrip(b"\n") + b"\n\n" + added)
    return entry


def undo(folder: Folder) -> Entry:
    """Take back what was added last; returns it.

    Raises NotesError where nothing is left to take back, or the user has changed it since;
    BusyError, FolderError.
    """
    with _locked_notes(folder), state.opened(folder) as store:
        for row in store.db.execute("select * from noted order by id desc").fetchall():
            day = date.fromisoformat(row["day"])
            content = _read(path(folder, day)) or b""
            offset = _offset(content, row["heading"], row["size"], row["digest"])
            if offset is None and _has_heading(content, row["heading"]):
                raise NotesError(
                    f"You have changed the last entry since ({day}, {row['heading']}).",
                    untouched="Nothing was taken back.",
                    remedy=f"`llm memory note --edit {day}` opens that day.",
                )
            if offset is not None:
                _change(folder, day, partial(_without, row))
            store.db.execute("delete from noted where id = ?", (row["id"],))
            if offset is not None:
                text = content[offset : offset + row["size"]].decode(errors="replace")
                return Entry(day, row["heading"], text.partition("\n\n")[2].strip())
    raise NotesError(
        "There is nothing to take back: no entry is left that was added by `llm memory note`.",
        untouched="Nothing was changed.",
    )


def path(folder: Folder, day: date) -> Path:
    """Return where the note of a day is."""
    return folder.notes / f"{day.isoformat()}.md"


def text_of(folder: Folder, day: date) -> str | None:
    """Return the note of a day, None if there is none. Raises NotesError."""
    content = _read(path(folder, day))
    return None if content is None else content.decode(errors="replace")


def title(day: date) -> str:
    """Return what a new note begins with."""
    return _title(day).decode()


def save(folder: Folder, day: date, before: str, after: str) -> None:
    """Put what the user made of a day's note in its place, with what was added meanwhile.

    `before` is what they began with. One in which nothing is left is removed. Raises
    NotesError, BusyError, FolderError.
    """
    from .profile.merge import merge

    def made(had: bytes | None) -> bytes:
        now = (had or before.encode()).decode(errors="replace")
        text = merge(before, after, now)
        return b"" if text.strip() in ("", title(day).strip()) else text.encode()

    with _locked_notes(folder):
        _change(folder, day, made)


def parse_span(text: str, today: date | None = None) -> Span:
    """Return the days that "7d", "2w", "today", "yesterday", a date, or "DATE..DATE" stand for.

    "7d" are today and the six days before. Raises NotesError for anything else.
    """
    now = today or date.today()
    if match := _SPAN.fullmatch(text.strip().lower()):
        days = int(match[1]) * (7 if match[2] == "w" else 1)
        if days:
            return Span(now - timedelta(days=min(days, now.toordinal()) - 1), now)
    first, dots, last = text.partition("..")
    with suppress(NotesError):
        if dots:
            return Span(*sorted((parse_day(first, now), parse_day(last, now))))
        return Span(parse_day(text, now), parse_day(text, now))
    raise NotesError(
        f"“{text}” says no days.",
        remedy='Write "7d", "2w", "today", "yesterday", "2026-11-01" or "2026-11-01..2026-11-07".',
    )


def parse_day(text: str, today: date | None = None) -> date:
    """Return the day that "today", "yesterday" or YYYY-MM-DD stands for. Raises NotesError."""
    now, given = today or date.today(), text.strip().lower()
    if given in ("today", "yesterday"):
        return now - timedelta(days=given == "yesterday")
    if _FILE.fullmatch(given):
        with suppress(ValueError):
            return date.fromisoformat(given)
    raise NotesError(
        f"“{text}” is no day.", remedy='Write "today", "yesterday" or a date such as "2026-11-01".'
    )


def since(folder: Folder, days: int) -> list[tuple[date, str]]:
    """Return the notes of the last so many days, today among them, the newest first."""
    return within(folder, parse_span(f"{max(days, 1)}d"))


def within(folder: Folder, span: Span) -> list[tuple[date, str]]:
    """Return the notes of some days, each with its date, the newest first.

    What cannot be read is left out.
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
    """Return the day whose note a file is, by its name, None if it is none."""
    with suppress(ValueError):
        if file.suffix == ".md" and _FILE.fullmatch(file.stem):
            return date.fromisoformat(file.stem)
    return None


@contextmanager
def _locked_notes(folder: Folder) -> Iterator[None]:
    """Hold the notes' lock; their folder is made if it is not there."""
    try:
        folder.create()
        folder.notes.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder.notes, error) from error
    with locked(folder.notes_lock, _PATIENCE, "Another process"):
        yield


def _record(folder: Folder, entry: Entry, added: bytes) -> None:
    """Take down what is being added, for taking it back."""
    values = (entry.day.isoformat(), entry.heading, len(added), _digest(added))
    with state.opened(folder) as store:
        store.db.execute(
            "insert into noted (day, heading, size, digest) values (?, ?, ?, ?)", values
        )


def _change(folder: Folder, day: date, make: Callable[[bytes | None], bytes]) -> None:
    """Exchange a day's note for what `make` makes of it; for nothing, remove it."""
    # Brings ctypes, which whoever only reads notes has no use for.
    from .store.profile.swap import finish_swap, swap_files

    target = path(folder, day).resolve()
    new = target.with_name(f".{target.name}.new")
    try:
        finish_swap(new)
        _recover(new, target)
        while True:
            before = _read(target)
            profile_file.write_private(new, make(before))
            if before is None:
                done = profile_file.move_if_absent(new, target)
            else:
                with suppress(FileNotFoundError):
                    swap_files(new, target)
                done = new.read_bytes() == before
                if not done and target.exists():
                    swap_files(new, target)
            if done:
                break
        new.unlink(missing_ok=True)
        if not target.stat().st_size:
            target.unlink()
        profile_file.sync_folder(target.parent)
    except OSError as error:
        raise _unwritable(target, error) from error


def _recover(new: Path, target: Path) -> None:
    """Settle what a crash left: a text that may have been saved in that moment is kept."""
    left, now = _read(new), _read(target) or b""
    if left is None:
        return
    if left.startswith(now) or now.startswith(left):
        new.unlink()
    else:
        new.replace(target.with_name(f"{target.stem}.found-{time.time_ns()}.md"))


def _encoded(entry: Entry) -> bytes:
    # Half a surrogate pair may come from a command line that is not UTF-8.
    return f"## {entry.heading}\n\n{entry.text}\n".encode(errors="replace")


def _offset(content: bytes, heading: str, size: int, digest: bytes) -> int | None:
    """Where an entry stands as it was added, None if it does not."""
    start = f"## {heading}\n".encode()
    offset = content.rfind(start)
    while offset >= 0:
        rest = content[offset + size :].lstrip()
        if _digest(content[offset : offset + size]) == digest and (not rest or rest[:1] == b"#"):
            return offset
        offset = content.rfind(start, 0, offset)
    return None


def _without(row: sqlite3.Row, content: bytes | None) -> bytes:
    """The note without an entry, nothing where only its title is left."""
    content = content or b""
    offset = _offset(content, row["heading"], row["size"], row["digest"])
    if offset is None:  # saved by the user in this very moment
        return content
    before, after = content[:offset].rstrip(b"\n"), content[offset + row["size"] :].lstrip(b"\n")
    left = b"\n\n".join(filter(None, (before, after.rstrip(b"\n"))))
    is_empty = _FILE.fullmatch(left.decode(errors="replace").removeprefix("# "))
    return b"" if is_empty or not left else left + b"\n"


def _has_heading(content: bytes, heading: str) -> bool:
    return f"## {heading}".encode() in content.splitlines()


def _title(day: date) -> bytes:
    return f"# {day.isoformat()}\n".encode()


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=8).digest()


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotesError(
            f"{file} cannot be read: {error.strerror}.", untouched="Nothing was changed."
        ) from error


def _unwritable(file: Path, error: OSError) -> NotesError:
    from .store import error_hints

    return NotesError(
        f"{file} cannot be written: {error.strerror}.",
        untouched="Nothing was noted.",
        remedy=error_hints.write_access_hint(file),
    )
