"""Models' entries in the notes. They go into no prompt until the user has accepted them.

The acceptance is written into the entry's heading, so that it stays with the text when the file is
copied or synchronized.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import date

from ..errors import NotesError, StateError
from ..settings import Folder
from ..store import state
from ..store.state import Store
from ..text import entries
from ..text.entries import Block
from .daily import Entry
from .files import change, day_of, digest_of, locked_notes, path, read

# Every heading of a model's entry contains this.
_MARK = b"(written by "


def waiting(folder: Folder) -> list[Entry]:
    """Return the entries of models that the user has not accepted, the oldest first.

    Notes that cannot be read are left out.
    """
    days: list[date] = []
    with suppress(OSError):
        days = sorted(day for file in folder.notes.iterdir() if (day := day_of(file)))
    return [entry for day in days for entry in _waiting_of(folder, day)]


def number_waiting(store: Store) -> int:
    """Return how many entries wait of those that were added on this machine.

    Unlike `waiting`, this reads only the days that have such entries.
    """
    rows = store.db.execute("select distinct day, heading from noted").fetchall()
    days = {row["day"] for row in rows if not entries.is_shareable(row["heading"])}
    return sum(len(_waiting_of(store.folder, date.fromisoformat(day))) for day in days)


def accept(folder: Folder, entry: Entry) -> None:
    """Mark a waiting entry as accepted.

    Raises NotesError if it has changed since it was read, and what `files.change` raises.
    """
    heading = entries.accepted(entry.heading)

    def marked(lines: list[str], block: Block) -> list[str]:
        line = lines[block.first].replace(entry.heading, heading)
        return [line, *lines[block.first + 1 : block.last]]

    _decide(folder, entry, marked, heading)


def drop(folder: Folder, entry: Entry) -> None:
    """Remove a waiting entry, and the record by which `undo` finds it. Raises as `accept` does."""
    _decide(folder, entry, lambda _lines, _block: [], "")


def _waiting_of(folder: Folder, day: date) -> list[Entry]:
    with suppress(NotesError):
        if _MARK in (content := read(path(folder, day)) or b""):
            return [_entry(day, block) for block in entries.waiting(_text(content))]
    return []


def _decide(
    folder: Folder, entry: Entry, make: Callable[[list[str], Block], list[str]], heading: str
) -> None:
    """Replace the lines of an entry by `make(...)`, and update its record for `undo`.

    Without a heading, the record is deleted.
    """
    was, becomes = b"", b""

    def changed(content: bytes | None) -> bytes:
        nonlocal was, becomes
        text = _text(content or b"")
        lines = text.split("\n")
        for block in entries.waiting(text):
            if _entry(entry.day, block) == entry:
                new = make(lines, block)
                was, becomes = _bytes(lines[block.first : block.last]), _bytes(new)
                lines[block.first : block.last] = new
                return "\n".join(lines).encode(errors="surrogateescape")
        raise NotesError(
            f"You have changed that entry since ({entry.day}, {entry.heading}).",
            untouched="It is as it was.",
            remedy="`llm memory review` asks about it again.",
        )

    with locked_notes(folder):
        change(folder, entry.day, changed)
        with suppress(StateError), state.opened(folder) as store:
            key = (entry.day.isoformat(), entry.heading, digest_of(was))
            which = "id = (select max(id) from noted where day = ? and heading = ? and digest = ?)"
            if heading:
                values = (heading, len(becomes), digest_of(becomes))
                query = f"update noted set heading = ?, size = ?, digest = ? where {which}"
                store.db.execute(query, (*values, *key))
            else:
                store.db.execute(f"delete from noted where {which}", key)


def _entry(day: date, block: Block) -> Entry:
    text = block.text.encode(errors="surrogateescape").decode(errors="replace")
    return Entry(day, block.heading, text)


def _text(content: bytes) -> str:
    return content.decode(errors="surrogateescape")


def _bytes(lines: list[str]) -> bytes:
    """An entry as the bytes that `daily.add` wrote."""
    return "\n".join(lines).rstrip("\n").encode(errors="surrogateescape") + b"\n"
