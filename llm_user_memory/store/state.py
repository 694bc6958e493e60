"""state.db: opening it, and the migrations that made it what it is."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from ..errors import StateError
from ..settings import Folder
from .locks import locked

# Nobody holds a transaction open across anything slow, so a long wait means trouble elsewhere.
PATIENCE = 10.0

# The least that is waited for another process to make the database: that takes milliseconds,
# and what a prompt says before it is there is never learned.
_MAKING = 1.0

# A commit is on the disk when it returns, however SQLite was built: Apple's, for one, leaves that
# to later. After a power loss the profile would be newer than what is on record about it, and
# what was learned would pass for the user's own words.
_DURABLE = "pragma synchronous = full"

_TABLES = """
create table meta (key text primary key, value) without rowid;

create table versions (
    n integer primary key,
    created real not null,
    origin text not null,      -- 'user' or 'update'
    note text not null,        -- what made it: 'add', 'edit', 'learned', ...
    update_id integer references updates(id),
    restores integer references versions(n),
    text text not null,
    written integer not null default 0
);

create table updates (
    id integer primary key,
    thread_id text not null,
    model text not null,
    form text not null,
    started real not null,
    ended real,
    status text not null,      -- 'running', 'done', 'failed', 'given up' or 'stopped'
    failures integer not null, -- in a row, this one included
    error text not null default '',
    retry_at real,
    input_tokens integer,
    output_tokens integer
);
create index updates_by_thread on updates(thread_id, id);
create index updates_by_time on updates(started);
create index updates_by_status on updates(status, id);

create table edits (
    id integer primary key,
    update_id integer not null references updates(id),
    op text not null,
    section text not null,
    old text not null,
    new text not null,
    quote text not null,
    turn_id text not null,
    refusal text not null      -- '' when the edit was made
);
create index edits_by_update on edits(update_id);

create table turns (
    id text primary key,
    thread_id text not null,
    started real not null,
    ended real not null,
    typed integer,             -- how many characters at the end were typed; null: all of them
    outcome text not null,     -- 'pending', 'learned', 'skipped' or 'given up'
    reason text not null default '',
    update_id integer references updates(id)
) without rowid;
create index turns_pending on turns(thread_id) where outcome = 'pending';

create table counts (
    outcome text not null,
    reason text not null,
    turns integer not null,
    primary key (outcome, reason)
) without rowid;
create trigger turns_added after insert on turns begin
    insert into counts values (new.outcome, new.reason, 1)
        on conflict do update set turns = turns + 1;
end;
create trigger turns_moved after update of outcome, reason on turns begin
    update counts set turns = turns - 1 where outcome = old.outcome and reason = old.reason;
    insert into counts values (new.outcome, new.reason, 1)
        on conflict do update set turns = turns + 1;
end;

create table chats (
    id integer primary key,
    started real not null,
    ended real,
    thread_id text
);
create index chats_by_thread on chats(thread_id);

create table pauses (
    id integer primary key,
    started real not null,
    until real,
    ended real
);

create table forms (
    model text primary key,
    form text not null,        -- the form of request to ask in
    misses integer not null    -- answers in a row that were in no form
) without rowid;
"""

_FORGOTTEN_WAITING_REVIEWED = """
create table forgotten (
    fingerprint blob not null,
    fact blob not null,        -- the fingerprint of the fact with which it was forgotten
    words integer not null,    -- of a fact: how many it says something with; else 0
    at real not null,
    primary key (fingerprint, fact)
) without rowid;
create index forgotten_by_fact on forgotten(fact);

create table waiting (         -- edits that only the user can decide
    edit_id integer primary key references edits(id),
    settled text               -- 'taken' or 'dropped'; null: not yet
);
create index waiting_unsettled on waiting(edit_id) where settled is null;

create table reviewed (        -- facts that the user was asked about, and kept
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;
"""

_ALLOWED = """
create table allowed (         -- which projects may choose a profile, and which one
    path text primary key,
    name text not null,
    at real not null
) without rowid;
"""

# Append-only: each entry says what state it brings the database to.
_MIGRATIONS = {
    "m001_versions_updates_turns_consent": _TABLES,
    "m002_forgotten_waiting_reviewed": _FORGOTTEN_WAITING_REVIEWED,
    "m003_allowed": _ALLOWED,
}
SCHEMA_VERSION = len(_MIGRATIONS)


@contextmanager
def opened(
    folder: Folder, patience: float = PATIENCE, *, migrate: bool = True
) -> Iterator[sqlite3.Connection]:
    """Open state.db for the block's duration, made or migrated first where that is needed.

    The connection is in autocommit mode: use `transaction` to change several things at once.
    Raises StateError when the file is not a database of ours or of a newer version, and,
    without `migrate`, when it is missing or of an older one; BusyError when another process
    takes too long over making it.
    """
    try:
        db = _connected(folder, patience, migrate)
    except (sqlite3.Error, OSError) as error:
        raise _unusable(folder, error) from error
    try:
        yield db
    except sqlite3.DatabaseError as error:
        raise _unusable(folder, error) from error
    finally:
        db.close()


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Make all changes of the block, or none of them."""
    try:
        db.execute("begin immediate")
        yield
        db.execute("commit")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("rollback")
        raise


def get(db: sqlite3.Connection, key: str) -> str | None:
    """Return what was kept under `key`, or None."""
    row = db.execute("select value from meta where key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def put(db: sqlite3.Connection, key: str, value: str | float) -> None:
    """Keep `value` under `key`."""
    db.execute("insert or replace into meta values (?, ?)", (key, value))


def integrity(folder: Folder) -> str:
    """Return what is damaged in state.db, "" when that is nothing or there is no such file.

    Makes and migrates nothing. Raises StateError when it cannot be read just now, or was
    written by a newer version, of which nothing more can be told.
    """
    if not folder.state.exists():
        return ""
    try:
        with closing(sqlite3.connect(folder.state, timeout=PATIENCE)) as db:
            db.row_factory = sqlite3.Row
            version = _version(db)
            if version > SCHEMA_VERSION:
                raise _of_newer_version(folder)
            said = str(db.execute("pragma integrity_check(1)").fetchone()[0])
            return _lacking(db, version) if said == "ok" else said.splitlines()[-1]
    except sqlite3.OperationalError as error:
        raise _unusable(folder, error) from error
    except sqlite3.DatabaseError as error:
        return str(error)


def _lacking(db: sqlite3.Connection, version: int) -> str:
    """What a whole database of that version would have, and this one has not."""
    query = "select name from sqlite_master where type = 'table'"
    with closing(sqlite3.connect(":memory:")) as blank:
        for script in list(_MIGRATIONS.values())[:version]:
            blank.executescript(script)
        wanted = {row[0] for row in blank.execute(query)}
    missing = sorted(wanted - {row["name"] for row in db.execute(query)})
    if missing:
        return f"{', '.join(missing)} missing"
    if version and get(db, "activated") is None:
        return "it does not say since when memory is in use"
    return ""


def _connected(folder: Folder, patience: float, migrate: bool) -> sqlite3.Connection:
    if not folder.state.exists():
        if not migrate:
            raise StateError(f"{folder.state} is missing.")
        folder.create()
    db = sqlite3.connect(folder.state, timeout=patience, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        db.execute(_DURABLE)
        version = _version(db)
        if version > SCHEMA_VERSION:
            raise _of_newer_version(folder)
        if version < SCHEMA_VERSION:
            if not migrate:
                raise StateError(f"{folder.state} is of an older version.")
            _migrate(folder, max(patience, _MAKING))
    except BaseException:
        db.close()
        raise
    return db


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("pragma user_version").fetchone()[0])


def _migrate(folder: Folder, patience: float) -> None:
    # sqlite_utils is heavy, and only whoever makes or upgrades the database needs it.
    import sqlite_utils

    # Migrations look first and write then, so two processes must not do it at once.
    with locked(folder.profile_lock, patience, "Another process"):
        folder.state.chmod(0o600)
        connection = sqlite3.connect(folder.state, timeout=patience)
        try:
            connection.execute(_DURABLE)
            connection.execute("pragma journal_mode = wal")
            migrations = sqlite_utils.Migrations("llm-user-memory")
            for name, script in _MIGRATIONS.items():
                migrations(name=name)(_runner(script))
            migrations.apply(sqlite_utils.Database(connection))
            with connection:
                now = time.time()
                connection.execute("insert or ignore into meta values ('activated', ?)", (now,))
                if folder.name:
                    _inherit_pause(connection, Folder(folder.path), now)
                connection.execute(f"pragma user_version = {SCHEMA_VERSION}")
        finally:
            connection.close()


def _inherit_pause(new: sqlite3.Connection, default: Folder, now: float) -> None:
    """Let a profile that is made during a pause begin with it."""
    if not default.state.exists() or new.execute("select 1 from pauses limit 1").fetchone():
        return
    with closing(sqlite3.connect(default.state, timeout=_MAKING)) as db:
        query = "select started, until from pauses where ended is null and ifnull(until, ?) >= ?"
        for row in db.execute(query, (now, now)).fetchall():
            new.execute("insert into pauses (started, until) values (?, ?)", row)


def _runner(script: str) -> Callable[[Any], None]:
    def run(db: Any) -> None:
        # executescript would commit, and a migration is all or nothing.
        statement = ""
        for line in script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                db.execute(statement)
                statement = ""

    return run


def _of_newer_version(folder: Folder) -> StateError:
    return StateError(
        f"{folder.state} was written by a newer llm-user-memory.",
        untouched="It is as it was.",
        remedy="Run `llm install -U llm-user-memory`.",
    )


def _unusable(folder: Folder, error: Exception) -> StateError:
    from . import remedies  # no prompt needs it but one that fails

    if "locked" in str(error):
        remedy = f"`lsof {folder.state}` tells which program holds it."
    elif folder.state.exists() and not folder.state.is_file():
        remedy = f"{remedies.set_aside(folder.state)}: it is made anew around the profile."
    else:
        remedy = remedies.let_write(folder.state) or (
            "Run `llm memory doctor --fix`: what can be read of it is saved."
        )
    return StateError(
        f"{folder.state} cannot be used: {error}.",
        untouched="The profile itself is a plain file and is not touched.",
        remedy=remedy,
    )
