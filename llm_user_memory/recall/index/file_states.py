"""What the index knows of each file, kept as the `state` of its document."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .db import EXPORTS, FILES, NOTES, PROGRAMS, within
from .file_scan import FoundFile

# Seconds. Two writes within this time may leave a file with the same modification time.
_TICK = 2.0

# Seconds. The clock of another machine may be this far ahead. A modification time beyond that was
# set by a program, or before a clock was set back; the next write to the file will change it.
_A_DAY = 86400.0

Name = tuple[str, str]
"""The kind and the key of a document."""


class Grown(NamedTuple):
    """The place up to which a session's file was read: see `imports.growing.Reached`.

    `edge` is a digest of the bytes before that place, and `open` has the turns without an answer.
    `heard` is what the turns before these leave to repeat: see `repeated.as_json`.
    """

    offset: int = 0
    line: int = 0
    context: Mapping[str, Any] = {}
    edge: str = ""
    open: tuple[str, ...] = ()
    heard: Sequence[Any] = (False, ())


class State(NamedTuple):
    """What the index knows of a file. `stale_files` reads the first five by their place.

    `lacks` tells whether text was left out that may return: what was forgotten, and turns that
    another file has, too. `size` is -1 where the file has to be read again. `read` is for a
    session's file. `is_unclear` tells that it is of several accounts, none of them known to be the
    user's. `unreceipted` has the turns that `unreceipted` names, None if nobody has looked.
    """

    size: int = -1
    changed: int = 0
    inode: int = 0
    digest: str = ""
    root: str = ""
    lacks: bool = False
    is_settled: bool = True  # False if it was read within `_TICK` of being written
    reach: str = ""
    read: Grown | None = None
    account: str = ""
    is_unclear: bool = False
    unreceipted: Sequence[str] | None = None


def of_file(file: FoundFile, about: os.stat_result, read_at: float, **others: Any) -> State:
    """Return the state of a file that was read at `read_at`, in seconds since 1970."""
    return State(
        about.st_size,
        about.st_mtime_ns,
        about.st_ino,
        root=str(file.root),
        is_settled=not read_at - _TICK <= about.st_mtime_ns / 1e9 <= read_at + _A_DAY,
        reach=file.reach,
        account=file.account,
        **others,
    )


def every(db: sqlite3.Connection) -> dict[Name, State]:
    """Return the states of all files. The conversations in an export have none of their own."""
    query = (
        "select kind, key, state from documents where kind in (select value from json_each(?)) "
        "and (state != '' or kind not in (select value from json_each(?)))"
    )
    rows = db.execute(query, (json.dumps([NOTES, FILES, *PROGRAMS]), json.dumps(EXPORTS)))
    return {(row["kind"], row["key"]): _state(row["state"]) for row in rows}


def put(db: sqlite3.Connection, name: Name, state: State) -> None:
    """Store the state of a file. Call it inside a transaction."""
    query = "update documents set state = ? where kind = ? and key = ?"
    db.execute(query, (json.dumps(state), *name))


def documents_of(db: sqlite3.Connection, name: Name) -> list[str]:
    """Return the keys of a file's documents: its own, and those of conversations in an export."""
    query = "select key from documents where kind = ?1 and (key = ?2 or substr(key, 1, ?3) = ?4)"
    inside = within(name[1])
    return [row["key"] for row in db.execute(query, (*name, len(inside), inside))]


def is_same(had: State | None, file: FoundFile) -> bool:
    """Tell whether a file is as it was when it was read."""
    return (
        had is not None
        and (had.size, had.changed, had.inode) == (file.size, file.changed, file.inode)
        and (had.root, had.reach, had.account) == (str(file.root), file.reach, file.account)
    )


def read_again(
    db: sqlite3.Connection, states: Mapping[Name, State], kinds: Iterable[str]
) -> Iterator[tuple[Name, State]]:
    """Mark files of these kinds that lack text to be read again; yields their new states.

    Call it inside a transaction.
    """
    for name, had in states.items():
        if had.lacks and name[0] in kinds:
            state = had._replace(size=-1)
            put(db, name, state)
            yield name, state


def _state(stored: str) -> State:
    if not stored:
        return State()
    state = State(*json.loads(stored))
    return state._replace(read=Grown(*state.read)) if state.read else state
