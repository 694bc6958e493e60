"""Taking facts out of our text in LLM's logs.db: the only writes that we ever make there.

Rows are changed, never added or taken away, so that no turn can be lost. What has to be
changed is worked out by reading; then it is done in one short transaction, after a copy was
made. Only our own text is touched: the fragments that we gave to prompts, and the copies that
LLM made of them.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from ... import logs
from ...errors import LogsError
from ...settings import Folder
from ..target import Target
from . import locks as logs_locks
from . import rehash
from .plan import Plan, Survey, columns, opened, plan

# Bytes. A larger log is not rebuilt while somebody may be waiting for it.
_QUICKLY = 100_000_000

# Seconds that somebody else may keep the copying waiting.
_PATIENCE = 4.0

_BUSY = 5  # SQLITE_BUSY

_SEARCHED = ("turn_search", "responses")


def roll_back(path: Path) -> None:
    """Let SQLite take back what a killed program had half written, as LLM's next call would.

    Who only reads cannot do that, nor read the log before. Raises LogsError.
    """
    if path.with_name(f"{path.name}-journal").exists():
        with opened(path, "rw") as db:
            db.execute("select count(*) from sqlite_master").fetchone()


def write(path: Path, target: Target, found: Survey) -> Plan:
    """Take the facts out of our text, in one transaction; returns what was written.

    Raises LogsError, with nothing written, when the log stays in use or refuses.
    """
    with logs_locks.opened(path) as log:
        db = log.db
        _prepare(db)
        for may_be_old in (True, True, False):
            # To work it out may take seconds, in which LLM has to be able to write.
            seen, made = _version(db), plan(db, target, found) if may_be_old else None
            with logs_locks.locked(log, "begin exclusive"):
                if made is None or seen == _version(db):
                    made = made or plan(db, target, found)
                    _apply(db, made)
                    db.execute("commit")
                    return made
    raise AssertionError("the last time it is worked out while nobody else can write")


def clean(path: Path) -> str:
    """Clean the log's free pages and its journal; returns "", or why that is put off."""
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
    """Hold a copy of the log in the memory folder for the block's duration.

    It is deleted in the end, whatever happens, unless SQLite finds fault with the log then.
    Raises LogsError.
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
            # In steps, between which LLM can write.
            source.backup(target, pages=2000, sleep=0.01, progress=_copy_timeout())
        yield copy
        if fault := logs.integrity(path):
            copy = copy.rename(folder.own / "logs.db.before-purge")
            raise LogsError(
                f"SQLite finds fault with LLM's log: {fault}.",
                remedy=f"The log as it was before is in {copy}.",
            )
    finally:
        delete_copy(folder)


def delete_copy(folder: Folder) -> bool:
    """Delete the copy, also one that an interrupted purge left; tell whether there was one."""
    there = folder.log_copy.exists()
    for path in folder.own.glob(f"{folder.log_copy.name}*"):
        path.unlink(missing_ok=True)
    return there


def _prepare(db: sqlite3.Connection) -> None:
    db.execute("pragma secure_delete = on")
    db.execute("pragma temp_store = memory")  # or the text would lie in a temporary file
    db.execute("pragma foreign_keys = off")  # a message and what refers to it change one by one


def _copy_timeout() -> Callable[[int, int, int], None]:
    """What ends a copying that would wait for ever."""
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
    """A number that differs when somebody else has written."""
    return int(db.execute("pragma data_version").fetchone()[0])


def _apply(db: sqlite3.Connection, plan: Plan) -> None:
    for (table, number), values in plan.values.items():
        changes = ", ".join(f"{column} = ?" for column in values)
        db.execute(f"update {table} set {changes} where rowid = ?", (*values.values(), number))
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
            # Else the words stay in the index, marked as deleted.
            _optimize(db, f"{table}_fts")


def _optimize(db: sqlite3.Connection, index: str) -> None:
    if index in columns(db):
        db.execute(f"insert into {index} ({index}) values ('optimize')")
