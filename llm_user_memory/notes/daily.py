"""Daily notes: adding, taking back, saving and reading entries of `notes/YYYY-MM-DD.md`."""

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import NamedTuple

from ..errors import NotesError, StateError
from ..settings import Folder
from ..store import state
from ..text import entries
from . import files
from .days import Span, parse_span

# The most characters of an entry. A longer text is most likely a file that was piped in by mistake.
LONGEST = 100_000

_TOO_MANY = "Too many notes of models wait for the user already."

_ONLY_TITLE = re.compile(r"(?:# )?\d{4}-\d\d-\d\d")


class Entry(NamedTuple):
    """One entry: its day, its heading without the `##`, and its text."""

    day: date
    heading: str
    text: str


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
    with files.locked_notes(folder):
        if is_full():
            raise NotesError(_TOO_MANY, untouched="Nothing was noted.")
        target = files.path(folder, day)
        with suppress(OSError):  # `change` tells of them
            files.refuse_large(target, target.stat().st_size + len(added))
        with suppress(StateError):  # without a record the entry is added, but `undo` cannot find it
            # `acceptance` finds a model's entry by a digest of the entry alone.
            fence = b"" if by.strip() else files.open_fence(files.read(target) or b"")
            _record(folder, entry, added, fence)
        files.change(folder, day, lambda before: files.ready(before, day) + b"\n\n" + added)
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
    with files.locked_notes(folder), state.opened(folder) as store:
        for row in store.db.execute("select * from noted order by id desc").fetchall():
            day = date.fromisoformat(row["day"])
            content = files.read(files.path(folder, day)) or b""
            offset = _offset(content, row["heading"], row["size"], row["digest"])
            if offset is None and _has_heading(content, row["heading"]):
                raise NotesError(
                    f"You have changed the last entry since ({day}, {row['heading']}).",
                    untouched="Nothing was taken back.",
                    remedy=f"`llm memory note --edit {day}` opens that day.",
                )
            if offset is not None:
                files.change(folder, day, partial(_without, row))
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


def text_of(folder: Folder, day: date, errors: str = "replace") -> str | None:
    """Return the note of a day, None if there is none. Raises NotesError if it cannot be read.

    `errors` is as in `bytes.decode`: "surrogateescape" keeps bytes that are not UTF-8, for texts
    that are saved again.
    """
    content = files.read(files.path(folder, day))
    return None if content is None else content.decode(errors=errors)


def save(folder: Folder, day: date, before: str, after: str) -> None:
    """Save the user's edited text of a day's note, and keep what was added meanwhile.

    `before` is the text that the user began with, and `after` the text they ended with. Entries
    that were added to `before` stand behind `after`; other changes are merged as those of a profile
    are. Both texts have surrogates for bytes that are not UTF-8. The file is deleted if only its
    title is left. Raises NotesError, BusyError or FolderError.
    """
    from ..profile.merge import merge

    def made(had: bytes | None) -> bytes:
        now = before if had is None else had.decode(errors="surrogateescape")
        added = now[len(before) :].lstrip("\n") if now.startswith(before) else ""
        if added.startswith("## "):  # a profile has each line once, but entries may have equal ones
            above = files.ready(after.encode(errors="surrogateescape"), day)
            return above + b"\n\n" + added.encode(errors="surrogateescape")
        text = merge(before, after, now)
        is_empty = text.strip() in ("", files.title(day).strip())
        return b"" if is_empty else text.encode(errors="surrogateescape")

    with files.locked_notes(folder):
        files.change(folder, day, made)


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
            body = rest if heading else part.removeprefix(files.title(day).strip())
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
                day = files.day_of(file)
                if day and span.first <= day <= span.last and (text := text_of(folder, day)):
                    found.append((day, text))
    return sorted(found, reverse=True)


def _record(folder: Folder, entry: Entry, added: bytes, fence: bytes) -> None:
    """Record the size and digest of an entry in state.db, so that `undo` can find it.

    `fence` is the line that is added before it, to close a code block. The digest is of both, so
    that `undo` can tell the line from one of the user's.
    """
    values = (entry.day.isoformat(), entry.heading, len(added), files.digest_of(fence + added))
    with state.opened(folder) as store:
        store.db.execute(
            "insert into noted (day, heading, size, digest) values (?, ?, ?, ?)", values
        )


def _encoded(entry: Entry) -> bytes:
    return entries.encoded(entry.heading, entry.text).encode()


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
        fences = (b"", _last_line(before), files.open_fence(before))
        is_same = digest in [files.digest_of(fence + entry) for fence in fences]
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
    if not after.strip() and row["digest"] == files.digest_of(fence + entry):  # see `_record`
        before = before[: len(before) - len(fence)].rstrip(b"\n")
    left = b"\n\n".join(filter(None, (before, after.rstrip(b"\n"))))
    is_empty = _ONLY_TITLE.fullmatch(left.decode(errors="replace"))
    return b"" if is_empty or not left else left + b"\n"


def _has_heading(content: bytes, heading: str) -> bool:
    return f"## {heading}".encode() in content.splitlines()
