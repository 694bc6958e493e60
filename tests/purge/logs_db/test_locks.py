"""Purging LLM's log while other processes read and write it."""

import errno
import fcntl
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from support.product import until
from support.purging import (
    FACT,
    OTHER,
    QUOTE,
    WITH_FACT,
    all_rows,
    files_containing,
    injected_profile,
    integrity_problems,
    learn,
    log_conversation,
    log_conversations,
    log_store,
    our_fragments,
    purge,
    set_journal_mode,
)

from llm_user_memory.purge import run
from llm_user_memory.purge.logs_db import locks as logs_locks
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.purge.logs_db import write as logs_write
from llm_user_memory.settings import Folder
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.slow


@contextmanager
def held_lock(path: Path, how: str) -> Iterator[None]:
    """Hold a lock of the kind `how` on the log, as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin" if how == "read" else f"begin {how}")
        if how == "read":
            other.execute("select * from turns").fetchone()
        yield
        other.execute("rollback")


@pytest.mark.once
@pytest.mark.product  # it waits for as long as a person would be let wait
@pytest.mark.parametrize("how", ["read", "immediate", "exclusive"])
def test_while_the_log_is_in_use_only_our_part_is_done(store: Store, how: str) -> None:
    log_conversations(store.folder)
    learn(store, FACT, QUOTE, "t1")
    before = store.folder.logs.read_bytes()
    found = run.find(store, FACT)
    with held_lock(store.folder.logs, how):
        report = run.purge(store, found, True)
    assert "Nothing in it was changed" in report.trouble and not report.is_clean
    assert store.folder.logs.read_bytes() == before
    assert files_containing(store.folder, FACT, QUOTE) == [], "ours is gone, and so is the copy"
    assert purge(store, FACT).is_clean


def test_what_is_said_while_it_is_worked_out_is_not_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_conversations(store.folder)
    found = run.find(store, FACT)
    plan, asked = logs_plan.plan, []

    def interrupted(*given: Any) -> logs_plan.Plan:
        made = plan(*given)
        if len(asked) < 2:
            asked.append(
                log_conversation(store.folder, "Said meanwhile", fragments=our_fragments(WITH_FACT))
            )
        return made

    monkeypatch.setattr(logs_write, "plan", interrupted)
    report = run.purge(store, found, True)
    assert report.is_clean and len(asked) == 2
    assert set(asked) <= {
        row["id"] for (table, _), row in all_rows(store.folder.logs).items() if table == "threads"
    }
    assert integrity_problems(store.folder) == ([], [], "ok")


_LLM = """
import json, sys, time
from pathlib import Path
import llm, sqlite_utils

class Echo(llm.Model):
    model_id = "echo"
    def execute(self, *given, **named):
        time.sleep(0.01)  # no model answers faster
        yield "heard"

path, stop, said, given = sys.argv[1], Path(sys.argv[2]), [], json.loads(sys.argv[3])
while not stop.exists():
    conversation = llm.Conversation(Echo())
    ours = llm.Fragment(given, "memory:auto")
    response = conversation.prompt(f"Said {len(said)}", fragments=[ours])
    response.text()
    db = sqlite_utils.Database(path)
    response.log_to_db(db)
    db.close()
    said.append(conversation.id)
    print(conversation.id, flush=True)
"""


@pytest.mark.product
def test_llm_writes_at_the_same_moment(store: Store, tmp_path: Path) -> None:
    log_conversations(store.folder)
    for number in range(40):  # so that it takes long enough to be in somebody's way
        log_conversation(
            store.folder, f"Number {number}", "And?", "So?", fragments=our_fragments(WITH_FACT)
        )
    stop = tmp_path / "stop"
    given = injected_profile("Owns a cat", OTHER)
    command = [sys.executable, "-c", _LLM, str(store.folder.logs), str(stop), json.dumps(given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        said = [child.stdout.readline().strip()]
        for fact in (FACT, OTHER, "Owns a cat", FACT, OTHER, "Owns a cat"):
            report = purge(store, fact)
            assert not report.trouble, report
            said.append(child.stdout.readline().strip())
        stop.touch()
        said += child.stdout.read().split()
        assert child.wait() == 0
    with log_store(store.folder) as logged:
        assert all(logged.thread_messages(thread) for thread in said)
    assert integrity_problems(store.folder) == ([], [], "ok")


_READER = """
import fcntl, sqlite3, sys
from pathlib import Path

path, stop, half_locked = sys.argv[1], Path(sys.argv[2]), 0
db = sqlite3.connect(path, isolation_level=None)
db.execute("begin")
db.execute("select count(*) from threads").fetchone()
print("reading", flush=True)
with open(path, "rb+", buffering=0) as file:
    while not stop.exists():
        for _ in range(1000):
            try:  # what SQLite does as soon as one who has read goes on to write
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0x40000001)
                fcntl.lockf(file, fcntl.LOCK_UN, 1, 0x40000001)
            except OSError:
                half_locked += 1
    db.execute("update threads set name = '' where rowid = 1")
    db.execute("commit")
print(half_locked)
"""


_WRITER = """
import sqlite3, sys

db = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
db.execute("update threads set name = '' where rowid = 1")
"""


@contextmanager
def reading_process(folder: Folder, stop: Path) -> Iterator[IO[str]]:
    """Start a process that reads the log, and writes in the same transaction once `stop` exists.

    Yields its output: how often it found the log locked for others, but not yet for itself.
    """
    command = [sys.executable, "-c", _READER, str(folder.logs), str(stop)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stdout.readline() == "reading\n"
        yield child.stdout


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("deed", ["write", "clean"])
def test_llm_that_has_begun_by_reading_can_go_on_to_write(
    store: Store,
    deed: str,
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    log_conversations(store.folder)
    set_journal_mode(store.folder, mode)
    found = run.find(store, FACT)
    deeds: dict[str, Callable[[], object]] = {
        "write": lambda: logs_write.write(store.folder.logs, found.target, found.survey),
        "clean": lambda: logs_write.clean(store.folder.logs),
    }
    attempts, original = [], logs_locks._try_to_execute

    def attempted(*given: Any) -> bool:
        attempts.append(given)
        return original(*given)

    monkeypatch.setattr(logs_locks, "_try_to_execute", attempted)
    monkeypatch.setattr(logs_locks, "_RETRY", 0)
    monkeypatch.setattr(logs_locks, "_PATIENCE", 60)
    stop = tmp_path / "stop"
    with reading_process(store.folder, stop) as printed, ThreadPoolExecutor(1) as pool:
        done = pool.submit(deeds[deed])
        until(lambda: len(attempts) > 3000 or done.done(), "that the log is waited for")
        stop.touch()
        assert printed.read() == "0\n", "it went on, and at no moment was the log half locked"
        assert done.result() is not None
    assert integrity_problems(store.folder) == ([], [], "ok")


@pytest.mark.parametrize("problem", ["no locks here", "may not be opened by us"])
def test_where_nobody_can_be_seen_sqlite_alone_decides(
    store: Store, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_given: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    log_conversations(store.folder)
    found = run.find(store, FACT)
    target = (fcntl, "lockf") if problem == "no locks here" else (os, "open")
    with monkeypatch.context() as patched:
        patched.setattr(*target, refused)
        assert logs_write.write(store.folder.logs, found.target, found.survey).rows
        assert logs_write.clean(store.folder.logs) == ""
    assert integrity_problems(store.folder) == ([], [], "ok")


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_the_log_is_everybodys_again_between_two_locks(folder: Folder, mode: str) -> None:
    log_conversations(folder)
    set_journal_mode(folder, mode)
    command = [sys.executable, "-c", _WRITER, str(folder.logs)]
    with logs_locks.opened(folder.logs) as opened:
        for _ in range(2):
            with logs_locks.locked(opened, "begin exclusive"):
                pass
            subprocess.run(command, check=True)


def test_in_wal_mode_who_only_has_the_log_open_does_not_hinder(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log_conversations(store.folder)
    set_journal_mode(store.folder, "wal")
    monkeypatch.setattr(logs_locks, "_PATIENCE", 0.1)
    found = run.find(store, FACT)
    stop = tmp_path / "stop"
    with reading_process(store.folder, stop):
        assert logs_write.write(store.folder.logs, found.target, found.survey).rows
        stop.touch()
    assert integrity_problems(store.folder) == ([], [], "ok")
