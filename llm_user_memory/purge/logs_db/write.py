"""Erases facts from our text in LLM's logs.db. No other module writes to that database.

Our text is the fragments that we added to prompts, and the copies that LLM made of them. Nothing
else is changed. Rows are updated, never inserted or deleted, so no turn can be lost. The changes of
`plan` are made in one short transaction, after the log was copied.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from ...errors import LogsError
from ...logs import check, fields
from ...settings import Folder
from ..target import Target
from . import locks as logs_locks
from . import rehash
from .plan import Plan, Survey, columns, opened, plan

# Bytes. A larger log is not vacuumed, because LLM could not write to it during that time.
_QUICKLY = 100_000_000

# Seconds to wait for another writer while the log is copied.
_PATIENCE = 4.0

_BUSY = 5  # SQLITE_BUSY

_SEARCHED = ("turn_search", "responses")


def roll_back(path: Path) -> None:
    """Let SQLite roll back the transaction of a killed program, as LLM's next call would do.

    Before that, a read-only connection cannot read the log, and it cannot roll back itself. Raises
    LogsError.
    """
    if path.with_name(f"{path.name}-journal").exists():
        with opened(path, "rw") as db:
            db.execute("select count(*) from sqlite_master").fetchone()


def write(path: Path, target: Target, found: Survey) -> Plan:
    """Erase the facts from our text in one transaction; return the changes that were made.

    This is optimistic: the plan is made without a lock, and made again if LLM has written in the
    meantime. The third attempt holds the lock while planning. Raises LogsError, with nothing
    written, if the log stays in use or cannot be written.
    """
    with logs_locks.opened(path) as log:
        db = log.db
        _prepare(db)
        for may_be_old in (True, True, False):
            # Planning may take seconds, during which LLM must be able to write.
            seen, made = _version(db), plan(db, target, found) if may_be_old else None
            with logs_locks.locked(log, "begin exclusive"):
                if made is None or seen == _version(db):
                    made = made or plan(db, target, found)
                    _apply(db, made)
                    db.execute("commit")
                    return made
    raise AssertionError("the last time it is worked out while nobody else can write")


def clean(path: Path) -> str:
    """Erase the contents of the log's free pages and journal; return "", or why that must wait."""
    try:
        with logs_locks.opened(path) as log:
            _prepare(log.db)
            why = ""
            if path.stat().st_size > _QUICKLY:
                why = f"it has more than {_QUICKLY // 1_000_000} MB"
            elif shutil.disk_usage(path.parent).free < 3 * path.stat().st_size:
                why = "the disk is nearly full"
            with nullcontext() if why else logs_locks.locked(log, "vacuum"):
                if log.db.execute("pragma wal_checkpoint(truncate)").fetchone()[0]:
                    why = why or "another program is reading it"
            return why
    except LogsError as error:
        return f"SQLite says “{error.__cause__}”"


@contextmanager
def copied(path: Path, folder: Folder) -> Iterator[Path]:
    """Copy the log into the memory folder for the block's duration; yields the copy's path.

    The copy is deleted at the end of the block, also after an error, unless the log then fails
    SQLite's integrity check. Raises LogsError.
    """
    delete_copy(folder)
    copy = folder.log_copy
    if shutil.disk_usage(folder.path).free < 2 * path.stat().st_size:
        raise LogsError(
            "There is no room for a copy of LLM's log.",
            untouched="It is as it was.",
            remedy="Make room, then run the same again.",
        )
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        with opened(path) as source, closing(sqlite3.connect(copy)) as target:
            # In steps, so that LLM can write between two of them.
            source.backup(target, pages=2000, sleep=0.01, progress=_copy_timeout())
        yield copy
        if fault := check.integrity(path):
            copy = copy.rename(folder.profile_folder / "logs.db.before-purge")
            raise LogsError(
                f"SQLite finds fault with LLM's log: {fault}.",
                remedy=f"The log as it was before is in {copy}.",
            )
    finally:
        delete_copy(folder)


def delete_copy(folder: Folder) -> bool:
    """Delete the copy, also one left by an interrupted purge; return whether there was one."""
    there = folder.log_copy.exists()
    for path in folder.profile_folder.glob(f"{folder.log_copy.name}*"):
        path.unlink(missing_ok=True)
    return there


def _prepare(db: sqlite3.Connection) -> None:
    db.execute("pragma secure_delete = on")
    db.execute("pragma temp_store = memory")  # the text must not get into a temporary file
    db.execute("pragma foreign_keys = off")  # the key of a message changes before its references


def _copy_timeout() -> Callable[[int, int, int], None]:
    """A progress callback that raises if the copying is blocked for too long."""
    waited_since: list[float] = []

    def look(status: int, _remaining: int, _pages: int) -> None:
        if status != _BUSY:
            waited_since.clear()
            return
        waited_since.append(time.monotonic())
        if waited_since[-1] - waited_since[0] > _PATIENCE:
            raise sqlite3.OperationalError("database is locked")

    return look


def _version(db: sqlite3.Connection) -> int:
    """A number that changes when another connection writes."""
    return int(db.execute("pragma data_version").fetchone()[0])


def _apply(db: sqlite3.Connection, plan: Plan) -> None:
    for (table, number), values in plan.values.items():
        # As bytes, because another program's text may not be UTF-8.
        changes = ", ".join(f"{column} = cast(? as text)" for column in values)
        texts = map(fields.to_bytes, values.values())
        db.execute(f"update {table} set {changes} where rowid = ?", (*texts, number))
    if plan.names:
        db.execute("create temp table new_names (old text primary key, new text)")
        db.executemany("insert into new_names values (?, ?)", plan.names.items())
        for table, column in rehash.references(db):
            db.execute(
                f'update "{table}" set "{column}" = (select new from new_names where old = '
                f'"{table}"."{column}") where "{column}" in (select old from new_names)'
            )
    for table in _SEARCHED:
        if any(changed == table for changed, _number in plan.values):
            # FTS5 only marks old words as deleted, and drops them when it merges its index.
            _optimize(db, f"{table}_fts")


def _optimize(db: sqlite3.Connection, index: str) -> None:
    if index in columns(db):
        db.execute(f"insert into {index} ({index}) values ('optimize')")
