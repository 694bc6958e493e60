"""state.db: opening it, creating and migrating it, transactions, and key-value entries.

Every prompt loads this module, so imports that only creating, migrating or errors need are in the
functions that need them.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from .. import sqlite
from ..errors import BusyError, StateError
from ..settings import Folder, foreign
from . import schema
from .locks import locked

# Seconds to wait for a lock. Our transactions are short, so a longer wait means another problem.
PATIENCE = 10.0

# The least seconds to wait while another process creates the database, which takes milliseconds. A
# prompt that gave up before would never be learned from.
_CREATION_PATIENCE = 1.0

# Bytes. If a migration frees less in the file, the file is not shrunk, as they are soon used again.
_WORTH_SHRINKING = 1_000_000

MARKED_AT = "local_marked_at"
"""The key in the table `meta` of when older facts were marked as local: see `unmarked`."""

STAYS_AT = "stays_recorded_at"
"""The key of when `locality.record_marks` recorded which older turns the user marked ` #local`."""

# A commit is on the disk when it returns. Some builds of SQLite, such as Apple's, do not ensure
# this by default. Then profile.md could be newer than state.db after a power loss, and learned
# facts would count as lines that the user wrote.
_FULL_SYNC = "pragma synchronous = full"


class Store:
    """The open memory folder of one profile: its paths, and the connection to its state.db.

    The connection is in autocommit mode: use `transaction` to change several things at once.
    """

    # No dataclass: every prompt loads this module, and creating one takes half a millisecond.
    __slots__ = ("db", "folder")

    def __init__(self, folder: Folder, db: sqlite3.Connection) -> None:
        self.folder = folder
        self.db = db


@contextmanager
def opened(folder: Folder, patience: float = PATIENCE, *, migrate: bool = True) -> Iterator[Store]:
    """Open a memory folder for the block's duration; create or migrate its state.db if needed.

    `patience` is how many seconds to wait for a lock. Raises StateError when the database cannot
    be used or is of a newer version and, without `migrate`, when it is missing or of an older
    version. Raises BusyError when another process takes too long to create or migrate it.
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
    """Run the block in a transaction, which is rolled back if the block raises."""
    try:
        db.execute("begin immediate")
        yield
        db.execute("commit")
    except BaseException:
        if db.in_transaction:  # SQLite has already rolled back if the disk is full
            db.execute("rollback")
        raise


def get(db: sqlite3.Connection, key: str) -> str | None:
    """Return the value stored under `key`, or None."""
    row = db.execute("select value from meta where key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def put(db: sqlite3.Connection, key: str, value: str | float) -> None:
    """Store `value` under `key`."""
    db.execute("insert or replace into meta values (?, ?)", (key, value))


def execute_all(db: sqlite3.Connection, script: str) -> None:
    """Execute a script's statements in the open transaction.

    `Connection.executescript` would commit the transaction first.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.execute(statement)
            statement = ""


def vacuum(db: sqlite3.Connection) -> str:
    """Erase the free pages of a database and empty its write-ahead log.

    Returns the reason why that could not be done now, "" if it was done.
    """
    try:
        db.execute("vacuum")
        if db.execute("pragma wal_checkpoint(truncate)").fetchone()[0]:
            return "another process is reading it"
    except sqlite3.OperationalError as error:
        return f"SQLite says “{error}”"
    return ""


def integrity(folder: Folder) -> str:
    """Return what is damaged in state.db, "" if nothing is or the file does not exist.

    The file is neither created nor migrated. Raises StateError if it cannot be read now, or is of a
    newer version, whose tables are unknown.
    """
    if not folder.state.exists():
        return ""
    try:
        with closing(sqlite3.connect(folder.state, timeout=PATIENCE)) as db:
            db.row_factory = sqlite3.Row
            version = _version(db)
            if version > schema.VERSION:
                raise _of_newer_version(folder)
            return sqlite.fault(db, "integrity") or _missing(db, version) or _fault(db, version)
    except sqlite3.OperationalError as error:
        raise _unusable(folder, error) from error
    except sqlite3.DatabaseError as error:
        return str(error)


def _missing(db: sqlite3.Connection, version: int) -> str:
    """The tables that an intact database of that version has and this one lacks, "" for none."""
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


def _fault(db: sqlite3.Connection, version: int) -> str:
    """Which versions of the profile cannot be read, in an intact database of the newest version."""
    from .profile import texts  # imported here because only `doctor` needs it

    return texts.fault(db) if version == schema.VERSION else ""


def _connect(folder: Folder, patience: float, migrate: bool) -> sqlite3.Connection:
    _refuse_foreign(folder)
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
            _migrate(db, folder, max(patience, _CREATION_PATIENCE))
    except BaseException:
        db.close()
        raise
    return db


def _refuse_foreign(folder: Folder) -> None:
    """Raise StateError if another user owns the folder or its database, and could forge facts."""
    beside = (Path(f"{folder.state}{end}") for end in ("-wal", "-journal"))
    if other := foreign(folder.path, folder.profile_folder, folder.state, *beside):
        raise StateError(
            f"{other} is another user's.",
            untouched="It was neither read nor changed.",
            remedy="Set LLM_USER_PATH to a folder of your own; `llm memory doctor` tells more.",
        )


def _close(db: sqlite3.Connection) -> None:
    """Checkpoint the write-ahead log, then close the connection.

    Closing the last connection checkpoints under an exclusive lock, which can take longer than a
    prompt waits. A passive checkpoint needs no exclusive lock, and leaves nothing to do for the
    other.
    """
    if db.total_changes:
        with suppress(sqlite3.Error):
            db.execute("pragma wal_checkpoint(passive)")
    db.close()


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("pragma user_version").fetchone()[0])


def _migrate(db: sqlite3.Connection, folder: Folder, patience: float) -> None:
    """Create or migrate state.db, unless another process does it meanwhile. Raises BusyError."""
    try:
        with locked(folder.profile_lock, patience, "Another process"):
            if _version(db) < schema.VERSION:
                _apply_migrations(folder, patience)
    except BusyError:
        if _version(db) < schema.VERSION:
            raise


def _apply_migrations(folder: Folder, patience: float) -> None:
    """Apply missing migrations in one transaction, so that a crash leaves nothing half-done."""
    folder.state.chmod(0o600)
    with closing(sqlite3.connect(folder.state, timeout=patience, isolation_level=None)) as db:
        db.execute(_FULL_SYNC)
        db.execute("pragma journal_mode = wal")
        with transaction(db):
            execute_all(db, schema.APPLIED)
            known = {row[0] for row in db.execute("select name from _sqlite_migrations")}
            for name, script in schema.MIGRATIONS.items():
                if name not in known:
                    _apply(db, name, script)
            now = time.time()
            db.execute("insert or ignore into meta values ('activated', ?)", (now,))
            if folder.name:
                _inherit_pauses(db, Folder(folder.path))
            db.execute(f"pragma user_version = {schema.VERSION}")
        _shrink(db)


def _apply(db: sqlite3.Connection, name: str, script: str) -> None:
    execute_all(db, script)
    if name == schema.MOVES_TEXTS:
        from .profile import texts  # imported here because only migrating needs it

        texts.move(db)
    at = time.strftime("%Y-%m-%d %H:%M:%S+00:00", time.gmtime())
    query = "insert into _sqlite_migrations (migration_set, name, applied_at) values (?, ?, ?)"
    db.execute(query, ("llm-user-memory", name, at))


def _shrink(db: sqlite3.Connection) -> None:
    """Shrink the file after the texts of versions were moved, unless another process reads it."""
    free, size = (
        db.execute(f"pragma {name}").fetchone()[0] for name in ("freelist_count", "page_size")
    )
    if free * size > _WORTH_SHRINKING:
        with suppress(sqlite3.OperationalError):
            db.execute("vacuum")


def _inherit_pauses(new: sqlite3.Connection, default: Folder) -> None:
    """Copy the pauses of the default profile to a profile that is created later.

    Earlier ones count, too: the new profile may import, or search, what was said during them. So
    do the record that some may be missing, see `consent.record_doubt`, and the turns and sentences
    of callers that were refused, see `learn.pauses.refuse`.
    """
    if not default.state.exists() or new.execute("select 1 from pauses limit 1").fetchone():
        return
    with closing(sqlite3.connect(default.state, timeout=_CREATION_PATIENCE)) as db:
        for row in db.execute("select started, until, ended from pauses order by id").fetchall():
            new.execute("insert into pauses (started, until, ended) values (?, ?, ?)", row)
        for row in db.execute("select key, value from meta where key = 'in_doubt'").fetchall():
            new.execute("insert or ignore into meta values (?, ?)", row)
        columns = "id, thread_id, started, ended, outcome, reason"
        query = f"select {columns} from turns where id glob 'said:*'"
        for row in db.execute(query).fetchall():
            new.execute(f"insert or ignore into turns ({columns}) values (?, ?, ?, ?, ?, ?)", row)
        sentences = db.execute("select name, reason from refused_sentences")
        new.executemany("insert or ignore into refused_sentences values (?, ?)", sentences)


def _of_newer_version(folder: Folder) -> StateError:
    return StateError(
        f"{folder.state} was written by a newer llm-user-memory.",
        untouched="It is as it was.",
        remedy="Run `llm install -U llm-user-memory`.",
    )


def _unusable(folder: Folder, error: Exception) -> StateError:
    from . import error_hints  # imported here because only a failing prompt needs it

    repair = "run `llm memory doctor --fix`: what can be read of it is saved."
    if error_hints.is_odd(folder.state):
        remedy = f"{error_hints.set_aside_hint(folder.state)}: it is rebuilt around the profile."
    elif found := error_hints.remedy_of_the_moment(folder.state, error):
        # SQLite says the same of a file that is shorter than it should be.
        remedy = f"{found} If not, {repair}" if "I/O" in str(error) else found
    else:
        remedy = f"{repair[0].upper()}{repair[1:]}"
    return StateError(
        f"{folder.state} cannot be used: {error}.",
        untouched="The profile itself is a plain file and is not touched.",
        remedy=remedy,
    )
