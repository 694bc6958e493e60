"""An exclusive lock on LLM's log, or none at all, so that whoever is at it goes on undisturbed.

LLM begins to write by reading, and SQLite lets nobody wait who has read already: LLM fails if
somebody else has begun to lock the log by the time that it goes on. SQLite locks in steps, and
finds out last whether anybody is reading. So it is asked to only once nobody else has any
lock, nor can get one. To be certain of that, all the locks are taken at once that SQLite takes
one by one (https://sqlite.org/lockingv3.html), in its own way, by POSIX locks on bytes of the
file. Those are a process's, not a connection's, so that SQLite has them, too, when it asks.

Closing the file by any descriptor ends them all, SQLite's too: the one that they are taken by
is open for longer than the connection, which has to be the only one of the process. Where
SQLite locks in another way, nobody is found like this, and it decides alone.
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

# Seconds that somebody else may keep us waiting, and between our attempts.
_PATIENCE = 4.0
_RETRY = 0.005

# The bytes that SQLite locks: two for who is to write, and those for readers.
_START, _TO_WRITE, _TO_READ = 0x40000000, 2, 510

_TAKEN = (errno.EACCES, errno.EAGAIN)


class Log(NamedTuple):
    """LLM's log, opened to write: by SQLite, and by ourselves for its locks, if that can be."""

    db: sqlite3.Connection
    file: int | None
    is_wal: bool


@contextmanager
def opened(path: Path) -> Iterator[Log]:
    """Open the log for the block's duration. Raises LogsError."""
    file = None
    with suppress(OSError):  # SQLite says why
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        with connected(path, "rw") as db:
            _read(db)  # before, nothing is known of its mode
            mode = db.execute("pragma journal_mode").fetchone()[0]
            yield Log(db, file, mode == "wal")
    finally:
        if file is not None:
            os.close(file)


@contextmanager
def locked(log: Log, statement: str) -> Iterator[None]:
    """Execute a statement that keeps everybody else out, when nobody is at the log.

    A transaction that it begins ends with the block. Raises sqlite3.OperationalError when the
    log stays in use. In WAL mode only others who have the log open are waited for, and not
    needed: there, whoever reads and whoever writes are not in each other's way.
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
    """Execute the statement if nobody else is at the log, and tell whether that was so."""
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
    """Lock the log for reading until it is used next.

    To begin reading, SQLite would take our locks for its own, and give some of them up.
    """
    db.execute("pragma main.locking_mode = exclusive").fetchall()
    try:
        _read(db)
    finally:
        db.execute("pragma main.locking_mode = normal").fetchall()


def _read(db: sqlite3.Connection) -> None:
    db.execute("select count(*) from sqlite_master").fetchall()


def _take_all_locks(log: Log) -> bool:
    """Take every lock on the log, if nobody else has one; True also where locks are no use."""
    if log.file is not None:
        try:
            fcntl.lockf(log.file, fcntl.LOCK_EX | fcntl.LOCK_NB, _TO_WRITE + _TO_READ, _START)
        except OSError as error:
            return error.errno not in _TAKEN
    return True


def _release(log: Log) -> None:
    """Leave those locks that SQLite has now: in WAL mode it reads for as long as it is open."""
    if log.file is not None:
        with suppress(OSError):
            if log.is_wal:
                fcntl.lockf(log.file, fcntl.LOCK_SH, _TO_READ, _START + _TO_WRITE)
                fcntl.lockf(log.file, fcntl.LOCK_UN, _TO_WRITE, _START)
            else:
                fcntl.lockf(log.file, fcntl.LOCK_UN, _TO_WRITE + _TO_READ, _START)
