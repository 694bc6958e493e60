"""Taking an exclusive lock on LLM's log all at once or not at all, without disturbing its users.

A write by LLM begins with a read, and SQLite does not let a reader wait while it upgrades its lock:
if another process has begun to lock the log in between, LLM fails at once. SQLite locks in steps
and checks for readers last. So we let SQLite lock the log only when no other process has any lock
on it or can get one. To ensure this, all byte ranges that SQLite locks one by one
(https://sqlite.org/lockingv3.html) are first locked in one call, with POSIX locks. These belong to
the process, not to a connection, so SQLite's own requests for them then succeed.

Closing any descriptor of the file releases all POSIX locks of the process, SQLite's included. So
the descriptor outlives the connection, which must be the only one in the process. Where SQLite
uses another kind of lock, this detects nobody, and SQLite's own locking decides.
"""

import errno
import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from .plan import opened as connected

# Seconds to wait for other processes in all, and between two attempts.
_PATIENCE = 4.0
_RETRY = 0.005

# The byte range that SQLite locks: its start, two bytes for writers, and 510 for readers.
_START, _TO_WRITE, _TO_READ = 0x40000000, 2, 510

_TAKEN = (errno.EACCES, errno.EAGAIN)


class Log(NamedTuple):
    """LLM's log, opened for writing. `file` is a descriptor for the locks, None if that failed."""

    db: sqlite3.Connection
    file: int | None
    is_wal: bool


@contextmanager
def opened(path: Path) -> Iterator[Log]:
    """Open the log for the block's duration. Raises LogsError."""
    file = None
    with suppress(OSError):  # SQLite will report the error
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        with connected(path, "rw") as db:
            _read(db)  # SQLite only knows the journal mode after a first read
            mode = db.execute("pragma journal_mode").fetchone()[0]
            yield Log(db, file, mode == "wal")
    finally:
        if file is not None:
            os.close(file)


@contextmanager
def locked(log: Log, statement: str) -> Iterator[None]:
    """Execute a statement that takes an exclusive lock, once no other process uses the log.

    If the statement begins a transaction, it ends with the block. Raises sqlite3.OperationalError
    if the log stays in use. In WAL mode the statement is executed at the end of the wait in any
    case, because readers and writers do not block each other there.
    """
    patience = log.db.execute("pragma busy_timeout").fetchone()[0]
    log.db.execute("pragma busy_timeout = 0").fetchall()
    deadline = time.monotonic() + _PATIENCE
    try:
        while not _try_to_execute(log, statement, time.monotonic() > deadline):
            time.sleep(_RETRY)
        yield
    finally:
        if log.db.in_transaction:
            log.db.execute("rollback")
        _release(log)
        log.db.execute(f"pragma busy_timeout = {patience}").fetchall()


def _try_to_execute(log: Log, statement: str, is_last: bool) -> bool:
    """Execute the statement if no other process uses the log; return whether it was executed."""
    try:
        _keep_read_lock(log.db)
        if _take_all_locks(log) or (is_last and log.is_wal):
            log.db.execute(statement)
            return True
        _read(log.db)
    except sqlite3.OperationalError as error:
        if is_last or "locked" not in str(error):
            raise
        return False
    if is_last:
        raise sqlite3.OperationalError("database is locked")
    return False


def _keep_read_lock(db: sqlite3.Connection) -> None:
    """Make SQLite keep its read lock until the next statement.

    If SQLite began to read after `_take_all_locks`, it would release some of these locks again.
    """
    db.execute("pragma main.locking_mode = exclusive").fetchall()
    try:
        _read(db)
    finally:
        db.execute("pragma main.locking_mode = normal").fetchall()


def _read(db: sqlite3.Connection) -> None:
    db.execute("select count(*) from sqlite_master").fetchall()


def _take_all_locks(log: Log) -> bool:
    """Take all locks on the log; return whether that worked, or locks are not supported."""
    if log.file is not None:
        try:
            fcntl.lockf(log.file, fcntl.LOCK_EX | fcntl.LOCK_NB, _TO_WRITE + _TO_READ, _START)
        except OSError as error:
            return error.errno not in _TAKEN
    return True


def _release(log: Log) -> None:
    """Keep only the locks that SQLite still needs: in WAL mode a read lock while it is open."""
    if log.file is not None:
        with suppress(OSError):
            if log.is_wal:
                fcntl.lockf(log.file, fcntl.LOCK_SH, _TO_READ, _START + _TO_WRITE)
                fcntl.lockf(log.file, fcntl.LOCK_UN, _TO_WRITE, _START)
            else:
                fcntl.lockf(log.file, fcntl.LOCK_UN, _TO_WRITE + _TO_READ, _START)
