"""state.db: opening it, made and migrated where that is needed."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from .. import sqlite
from ..errors import StateError
from ..settings import Folder
from . import schema
from .locks import locked

# Nobody holds a transaction open across anything slow, so a long wait means trouble elsewhere.
PATIENCE = 10.0

# The least that is waited for another process to make the database: that takes milliseconds,
# and what a prompt says before it is there is never learned.
_CREATION_PATIENCE = 1.0

# A commit is on the disk when it returns, however SQLite was built: Apple's, for one, leaves that
# to later. After a power loss the profile would be newer than what is on record about it, and
# what was learned would pass for the user's own words.
_FULL_SYNC = "pragma synchronous = full"


class Store:
    """The opened memory folder of one profile: the folder, and the connection to its state.db.

    The connection is in autocommit mode: use `transaction` to change several things at once.
    """

    # Every prompt loads this module, and to make a dataclass takes half a millisecond.
    __slots__ = ("db", "folder")

    def __init__(self, folder: Folder, db: sqlite3.Connection) -> None:
        self.folder = folder
        self.db = db


@contextmanager
def opened(folder: Folder, patience: float = PATIENCE, *, migrate: bool = True) -> Iterator[Store]:
    """Open a memory folder for the block's duration, its state.db made or migrated first if needed.

    Raises StateError when the file is not a database of ours or of a newer version, and,
    without `migrate`, when it is missing or of an older one; BusyError when another process
    takes too long over making it.
    """
    try:
        db = _connect(folder, patience, migrate)
    except (sqlite3.Error, OSError) as error:
        raise _unusable(folder, error) from error
    try:
        yield Store(folder, db)
    except sqlite3.DatabaseError as error:
        raise _unusable(folder, error) from error
    finally:
        _close(db)


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


def execute_all(db: sqlite3.Connection, script: str) -> None:
    """Execute a script's statements, in the transaction that is open.

    `executescript` would commit.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.execute(statement)
            statement = ""


def vacuum(db: sqlite3.Connection) -> str:
    """Clean a database's free pages and its journal; returns "", or why that is put off."""
    try:
        db.execute("vacuum")
        if db.execute("pragma wal_checkpoint(truncate)").fetchone()[0]:
            return "another process is reading it"
    except sqlite3.OperationalError as error:
        return f"SQLite says “{error}”"
    return ""


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
            if version > schema.VERSION:
                raise _of_newer_version(folder)
            return sqlite.fault(db, "integrity") or _missing_parts(db, version)
    except sqlite3.OperationalError as error:
        raise _unusable(folder, error) from error
    except sqlite3.DatabaseError as error:
        return str(error)


def _missing_parts(db: sqlite3.Connection, version: int) -> str:
    """What a whole database of that version would have, and this one has not."""
    query = "select name from sqlite_master where type = 'table'"
    with closing(sqlite3.connect(":memory:")) as blank:
        for script in list(schema.MIGRATIONS.values())[:version]:
            blank.executescript(script)
        wanted = {row[0] for row in blank.execute(query)}
    missing = sorted(wanted - {row["name"] for row in db.execute(query)})
    if missing:
        return f"{', '.join(missing)} missing"
    if version and get(db, "activated") is None:
        return "it does not say since when memory is in use"
    return ""


def _connect(folder: Folder, patience: float, migrate: bool) -> sqlite3.Connection:
    if not folder.state.exists():
        if not migrate:
            raise StateError(f"{folder.state} is missing.")
        folder.create()
    db = sqlite3.connect(folder.state, timeout=patience, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        db.execute(_FULL_SYNC)
        version = _version(db)
        if version > schema.VERSION:
            raise _of_newer_version(folder)
        if version < schema.VERSION:
            if not migrate:
                raise StateError(f"{folder.state} is of an older version.")
            _migrate(folder, max(patience, _CREATION_PATIENCE))
    except BaseException:
        db.close()
        raise
    return db


def _close(db: sqlite3.Connection) -> None:
    """Close the connection so that nobody has to wait for it.

    The last to close moves the journal into the database and locks everybody out while the disk
    is at it, longer than a prompt waits. Done before, it locks nobody out.
    """
    if db.total_changes:
        with suppress(sqlite3.Error):
            db.execute("pragma wal_checkpoint(passive)")
    db.close()


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
            connection.execute(_FULL_SYNC)
            connection.execute("pragma journal_mode = wal")
            migrations = sqlite_utils.Migrations("llm-user-memory")
            for name, script in schema.MIGRATIONS.items():
                migrations(name=name)(_runner(script))
            migrations.apply(sqlite_utils.Database(connection))
            with connection:
                now = time.time()
                connection.execute("insert or ignore into meta values ('activated', ?)", (now,))
                if folder.name:
                    _inherit_pause(connection, Folder(folder.path), now)
                connection.execute(f"pragma user_version = {schema.VERSION}")
        finally:
            connection.close()


def _inherit_pause(new: sqlite3.Connection, default: Folder, now: float) -> None:
    """Let a profile that is made during a pause begin with it."""
    if not default.state.exists() or new.execute("select 1 from pauses limit 1").fetchone():
        return
    with closing(sqlite3.connect(default.state, timeout=_CREATION_PATIENCE)) as db:
        query = "select started, until from pauses where ended is null and ifnull(until, ?) >= ?"
        for row in db.execute(query, (now, now)).fetchall():
            new.execute("insert into pauses (started, until) values (?, ?)", row)


def _runner(script: str) -> Callable[[Any], None]:
    def run(db: Any) -> None:
        execute_all(db, script)  # a migration is all or nothing

    return run


def _of_newer_version(folder: Folder) -> StateError:
    return StateError(
        f"{folder.state} was written by a newer llm-user-memory.",
        untouched="It is as it was.",
        remedy="Run `llm install -U llm-user-memory`.",
    )


def _unusable(folder: Folder, error: Exception) -> StateError:
    from . import error_hints  # no prompt needs it but one that fails

    if "locked" in str(error):
        remedy = f"`lsof {folder.state}` tells which program holds it."
    elif found := error_hints.write_access_hint(folder.state):
        remedy = found
    elif folder.state.is_dir():
        remedy = f"{error_hints.set_aside_hint(folder.state)}: it is made anew around the profile."
    else:
        remedy = "Run `llm memory doctor --fix`: what can be read of it is saved."
    return StateError(
        f"{folder.state} cannot be used: {error}.",
        untouched="The profile itself is a plain file and is not touched.",
        remedy=remedy,
    )
