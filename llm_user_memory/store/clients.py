"""The programs that use the memory through MCP or hooks, and what their models asked for.

A client is known by the name under which the user connected it, because a program may call itself
anything. The clients are in the default profile's state.db, the calls in that of the profile in
use.
"""

import json
import sqlite3
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..egress import CLOUD, USER, Destination
from ..settings import Settings
from . import state

# The number of calls that are kept.
_MOST_CALLS = 5_000

# The beginning of the key in `meta` of the time when a program was disconnected.
_DISCONNECTED = "disconnected:"

# The beginning of the key in `meta` of when a program was connected before, as JSON.
_BEFORE = "connected before:"

_A_DAY = 86400.0


class Client(NamedTuple):
    """A connected program: whether its model is local, and when it was connected.

    The time is in seconds since 1970. `settings` are JSON values by name, such as the path of the
    client's configuration.
    """

    name: str
    is_local: bool
    connected: float
    settings: Mapping[str, Any]


class Call(NamedTuple):
    """One call of a tool: when, by which client, and the outcome, without the returned text."""

    at: float
    client: str
    tool: str
    outcome: str


def record(
    db: sqlite3.Connection,
    name: str,
    *,
    is_local: bool = False,
    settings: Mapping[str, Any] | None = None,
    now: float | None = None,
) -> None:
    """Record that a program is connected. If it was connected before, that time is kept."""
    values = (name, is_local, time.time() if now is None else now, json.dumps(settings or {}))
    db.execute(
        "insert into clients values (?, ?, ?, ?) on conflict (name) do update "
        "set local = excluded.local, settings = excluded.settings",
        values,
    )
    db.execute("delete from meta where key = ?", (f"{_DISCONNECTED}{name}",))


def every(db: sqlite3.Connection) -> list[Client]:
    """Return the connected programs, sorted by name."""
    return [_client(row) for row in db.execute("select * from clients order by name")]


def find(db: sqlite3.Connection, name: str) -> Client | None:
    """Return the connected program with this name, or None."""
    row = db.execute("select * from clients where name = ?", (name,)).fetchone()
    return _client(row) if row else None


def remove(db: sqlite3.Connection, name: str) -> None:
    """Delete the record of a program, as if it had never been connected."""
    db.execute("delete from clients where name = ?", (name,))


def disconnect(db: sqlite3.Connection, name: str) -> None:
    """Record that the user has disconnected a program: see `is_disconnected`."""
    now = time.time()
    with state.transaction(db):
        if found := find(db, name):
            before = [*_before(db, name), (found.connected, now)]
            state.put(db, f"{_BEFORE}{name}", json.dumps(before))
        remove(db, name)
        state.put(db, f"{_DISCONNECTED}{name}", now)


def is_disconnected(db: sqlite3.Connection, name: str) -> bool:
    """Tell whether the user has disconnected a program, and not connected it again.

    A session that was open then still runs our hooks and our server, which it read of its files
    when it began.
    """
    return state.get(db, f"{_DISCONNECTED}{name}") is not None


def periods(db: sqlite3.Connection, name: str, seen: float) -> list[tuple[float, float]]:
    """Return from when to when a program was connected; until infinity if it is.

    `seen` is when its first hook ran, which counts if no beginning is recorded: state.db may have
    been damaged since, or of an earlier version.
    """
    found, now = find(db, name), time.time()
    if found is None:
        ended = state.get(db, f"{_DISCONNECTED}{name}")
        return _before(db, name) or [(seen, float(ended or "inf"))]
    # The clock was set back since, if it was connected in the future.
    begun = found.connected if found.connected <= now else now - _A_DAY
    return [*_before(db, name), (begun, float("inf"))]


def destination(db: sqlite3.Connection, name: str, settings: Settings) -> Destination:
    """Return the destination of what a client is given: elsewhere, unless it is connected as local.

    If the user set LLM_MEMORY_LEARNED_LOCALLY=any, every client is USER.
    """
    if settings.learned_locally == "any":
        return USER
    found = find(db, name)
    return Destination("here") if found and found.is_local else CLOUD


def record_call(
    db: sqlite3.Connection, client: str, tool: str, outcome: str, now: float | None = None
) -> None:
    """Record that a client called a tool. `outcome` must not contain text that was returned."""
    added = db.execute(
        "insert into calls (at, client, tool, outcome) values (?, ?, ?, ?)",
        (time.time() if now is None else now, client, tool, outcome),
    )
    db.execute("delete from calls where id <= ?", ((added.lastrowid or 0) - _MOST_CALLS,))


def calls(db: sqlite3.Connection, limit: int) -> list[Call]:
    """Return the newest `limit` calls, the newest first."""
    rows = db.execute("select * from calls order by id desc limit ?", (limit,))
    return [Call(*(row[name] for name in Call._fields)) for row in rows]


def _before(db: sqlite3.Connection, name: str) -> list[tuple[float, float]]:
    stored = json.loads(state.get(db, f"{_BEFORE}{name}") or "[]")
    return [(begun, ended) for begun, ended in stored]


def _client(row: sqlite3.Row) -> Client:
    return Client(row["name"], bool(row["local"]), row["connected"], json.loads(row["settings"]))
