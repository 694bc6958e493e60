"""state.db: it is created once, migrated, and refused when it is not ours."""

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import sqlite_utils
from support import torture
from support.forked_runs import run_each
from support.llm_log import FIXTURES, START
from support.long_history import profiles
from support.product import LIMIT, Ran

from llm_user_memory.errors import BusyError, StateError
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, ledger, review_queue, schema, state, updates
from llm_user_memory.store.locks import locked
from llm_user_memory.store.profile import history


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "memory")


def _tables(folder: Folder) -> set[str]:
    with state.opened(folder) as store:
        return {row["name"] for row in store.db.execute("select name from sqlite_master")}


_OPEN = """
import sys, time
from pathlib import Path
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
folder = Folder(Path(sys.argv[1]))
with state.opened(folder, float(sys.argv[2])) as store:
    store.db.execute("insert into chats (started) values (1)")
"""


@pytest.mark.once
@pytest.mark.product
def test_twenty_processes_at_once_make_one_database(folder: Folder) -> None:
    command = [sys.executable, "-c", _OPEN, str(folder.path), "10"]
    processes = [subprocess.Popen(command) for _ in range(20)]
    assert [process.wait(LIMIT) for process in processes] == [0] * 20
    with state.opened(folder) as store:
        assert store.db.execute("select count(*) from chats").fetchone()[0] == 20
        made = store.db.execute("select count(*) from _sqlite_migrations").fetchone()[0]
        assert made == schema.VERSION
        assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"


def test_it_says_since_when_memory_is_in_use(folder: Folder) -> None:
    with state.opened(folder) as store:
        since = state.get(store.db, "activated")
    with state.opened(folder) as store:
        assert since is not None and state.get(store.db, "activated") == since


_CRASH = """
import os, sqlite3, sys
from pathlib import Path
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
steps, last = 0, int(sys.argv[2])

class Traced(sqlite3.Connection):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.set_trace_callback(step)

def step(what):
    global steps
    steps += not what.lower().startswith("select")
    if steps == last:
        os._exit(9)

connect = sqlite3.connect
sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Traced)
with state.opened(Folder(Path(sys.argv[1]))):
    print(steps, flush=True)
os._exit(0)
"""


def _open_until(folder: Folder, last: int) -> int:
    """Open it in a process that is gone at step `last`, at the end for 0; returns the steps."""
    command = [sys.executable, "-c", _CRASH, str(folder.path), str(last)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    assert ended.returncode == (9 if last else 0), (last, ended.stderr)
    return int(ended.stdout or 0)


@pytest.mark.once
@pytest.mark.product
def test_a_crash_while_it_is_made_leaves_what_the_next_one_finishes(
    tmp_path: Path,
) -> None:
    def run(*lasts: int) -> list[Ran]:
        return run_each(
            _CRASH, [(str(tmp_path / str(last) / "memory"), str(last)) for last in lasts]
        )

    [whole] = run(0)
    assert whole.code == 0, whole.err
    wanted = _tables(Folder(tmp_path / "0" / "memory"))
    steps = int(whole.out)
    assert steps > 15
    crashes = sorted({*range(1, 20), *range(20, steps, 4), *range(steps - 4, steps + 1)})
    for step, crashed in zip(crashes, run(*crashes), strict=True):
        assert crashed.code == 9, (step, crashed.err)
        assert _tables(Folder(tmp_path / str(step) / "memory")) == wanted, step


def _create_first_version(folder: Folder) -> None:
    folder.create()
    shutil.copy(FIXTURES / "state-m001.db", folder.state)


def test_a_memory_of_the_first_version_is_brought_up_to_date_with_all_it_holds(
    folder: Folder,
) -> None:
    _create_first_version(folder)
    with state.opened(folder) as store:
        assert store.db.execute("pragma user_version").fetchone()[0] == schema.VERSION
        assert state.get(store.db, "activated") == "1750000000.0"
        first, _edited, second = reversed(history.newest(store.db, 9))
        assert "- Keeps bees\n" in second.text and second.update_id == 1 and first.origin == "user"
        assert updates.learned_facts(store.db) == {"Keeps bees": "I keep bees"}
        assert ledger.totals(store.db)["learned"] == 1
        assert (
            review_queue.open_edits(store.db, second.text) == []
            and not forgotten.load(store.db).moments
        )
        assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    blank = Folder(folder.path.parent / "blank")
    assert _schema(blank) == _schema(folder), "the same as a new one"


TEXTS = [
    "- Rows\r\n- Likes \N{SNOWMAN}",
    "",
    "\n",
    *profiles(facts=600, versions=12),
    "- Rows\r\n- Likes \N{SNOWMAN}",
]

# The migrations after which a version still had its whole text.
WITH_TEXT = list(schema.MIGRATIONS).index(schema.MOVES_TEXTS)


def _execute(database: sqlite_utils.Database, script: str) -> None:
    state.execute_all(database.conn, script)


def _of_version(folder: Folder, number: int, texts: Iterable[str]) -> None:
    """Make a database of an older version, in which these are the texts of the profile."""
    folder.create()
    with closing(sqlite3.connect(folder.state)) as db:
        migrations = sqlite_utils.Migrations("llm-user-memory")
        for name, script in list(schema.MIGRATIONS.items())[:number]:
            migrations(name=name)(partial(_execute, script=script))
        migrations.apply(sqlite_utils.Database(db))
        db.execute(f"pragma user_version = {number}")
        db.execute("insert into meta values ('activated', 1750000000.0)")
        for n, text in enumerate(texts, 1):
            values = (
                n,
                START + n,
                "user" if n % 2 else "update",
                f"note {n}",
                n,
                n - 1,
                text,
                n % 2,
            )
            db.execute("insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)", values)
        db.commit()


def _check_texts(folder: Folder, texts: Sequence[str]) -> None:
    with state.opened(folder) as store:
        assert [tuple(version) for version in history.newest(store.db, -1)][::-1] == [
            (n, START + n, "user" if n % 2 else "update", f"note {n}", n, n - 1, text)
            for n, text in enumerate(texts, 1)
        ]
        written = store.db.execute("select written from versions order by n").fetchall()
        assert [row["written"] for row in written] == [n % 2 for n in range(1, len(texts) + 1)]
        unused = "select 1 from parts where id not in (select part from version_parts)"
        assert store.db.execute(unused).fetchall() == []
    assert state.integrity(folder) == ""


@pytest.mark.parametrize("number", range(1, WITH_TEXT + 1))
def test_the_texts_of_every_older_version_are_kept(folder: Folder, number: int) -> None:
    _of_version(folder, number, TEXTS)
    _check_texts(folder, TEXTS)
    blank = Folder(folder.path.parent / "blank")
    assert _schema(blank) == _schema(folder)


@pytest.mark.slow
@pytest.mark.once
def test_a_long_history_is_moved_and_its_room_given_back(folder: Folder) -> None:
    texts = list(profiles(facts=5000, versions=40))
    _of_version(folder, WITH_TEXT, texts)
    assert folder.state.stat().st_size > 10_000_000
    _check_texts(folder, texts)
    assert folder.state.stat().st_size < 2_000_000


def test_its_room_is_not_waited_for_where_somebody_reads(folder: Folder) -> None:
    texts = list(profiles(facts=5000, versions=8))
    _of_version(folder, WITH_TEXT, texts)
    with closing(sqlite3.connect(folder.state)) as reader:
        reader.execute("pragma journal_mode = wal")
        rows = reader.execute("select n from versions")
        rows.fetchone()
        with state.opened(folder, 0.05):
            pass
        rows.close()
    _check_texts(folder, texts)


def test_an_older_one_that_is_damaged_is_left_as_it_was(folder: Folder) -> None:
    _of_version(folder, WITH_TEXT, profiles(facts=600, versions=12))
    content = bytearray(folder.state.read_bytes())
    content[-40_000:-20_000] = b"\xa5" * 20_000
    folder.state.write_bytes(content)
    with pytest.raises(StateError, match="cannot be used"), state.opened(folder):
        pass
    with closing(sqlite3.connect(folder.state)) as db:
        assert db.execute("pragma user_version").fetchone()[0] == WITH_TEXT
        assert db.execute("select count(*) from versions where n < 3").fetchone()[0] == 2


def _schema(folder: Folder) -> set[tuple[str, str]]:
    with state.opened(folder) as store:
        rows = store.db.execute(
            "select name, sql from sqlite_master where sql is not null"
        ).fetchall()
    return {(row["name"], row["sql"]) for row in rows}


def test_an_older_memory_is_left_alone_by_whoever_may_not_upgrade_it(folder: Folder) -> None:
    _create_first_version(folder)
    with pytest.raises(StateError, match="older"), state.opened(folder, migrate=False):
        pass
    db = sqlite3.connect(folder.state)
    assert db.execute("pragma user_version").fetchone()[0] == 1
    db.close()


@pytest.mark.once
@pytest.mark.product
@pytest.mark.torture
def test_a_crash_while_it_is_brought_up_to_date_leaves_what_the_next_one_finishes(
    tmp_path: Path,
) -> None:
    def run(*lasts: int) -> list[Ran]:
        folders = {last: Folder(tmp_path / str(last) / "memory") for last in lasts}
        for folder in folders.values():
            _create_first_version(folder)
        return run_each(_CRASH, [(str(folder.path), str(last)) for last, folder in folders.items()])

    [whole] = run(0)
    assert whole.code == 0, whole.err
    wanted = _schema(Folder(tmp_path / "0" / "memory"))
    with closing(sqlite3.connect(FIXTURES / "state-m001.db")) as db:
        texts = [row[0] for row in db.execute("select text from versions order by n desc")]
    steps = int(whole.out)
    assert steps > 5 and len(texts) == 3
    crashes = sorted(
        {*range(1, 4), *torture.sample(range(4, steps - 2), 12), *range(steps - 2, steps + 1)}
    )
    for step, crashed in zip(crashes, run(*crashes), strict=True):
        assert crashed.code == 9, (step, crashed.err)
        folder = Folder(tmp_path / str(step) / "memory")
        assert _schema(folder) == wanted, step
        with state.opened(folder) as store:
            assert updates.learned_facts(store.db) == {"Keeps bees": "I keep bees"}
            assert [version.text for version in history.newest(store.db, -1)] == texts, step


def test_an_empty_file_is_made_a_database(folder: Folder) -> None:
    folder.create()
    folder.state.touch()
    assert "versions" in _tables(folder)


NOT_OURS = {"text": b"hello" * 2000, "half a header": b"SQLite form", "zeros": b"\0" * 9000}


@pytest.mark.parametrize("migrate", [True, False])
@pytest.mark.parametrize("content", NOT_OURS.values(), ids=NOT_OURS)
def test_a_file_that_is_no_database_is_named_and_left_alone(
    folder: Folder, content: bytes, migrate: bool
) -> None:
    folder.create()
    folder.state.write_bytes(content)
    with (
        pytest.raises(StateError, match=r"state\.db cannot be used"),
        state.opened(folder, migrate=migrate) as store,
    ):
        store.db.execute("select * from versions")
    assert folder.state.read_bytes() == content


ODD: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_what_is_no_file_is_to_be_set_aside(folder: Folder, make: Callable[[Path], None]) -> None:
    folder.create()
    make(folder.state)
    with pytest.raises(StateError, match="cannot be used") as raised, state.opened(folder):
        pass
    assert f"mv {folder.state} " in raised.value.remedy and "--fix" not in raised.value.remedy


def test_a_limit_of_the_disk_is_told_as_such(folder: Folder) -> None:
    """As under `ulimit -f`: there is room on the disk, and the file is intact."""
    with state.opened(folder):
        pass
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (folder.state.stat().st_size, hard))
    try:
        with pytest.raises(StateError, match="cannot be used") as raised, state.opened(folder) as s:
            state.put(s.db, "long", "x" * 1_000_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert "limit on the size of files" in raised.value.remedy
    assert not state.integrity(folder)


def test_one_that_is_damaged_is_named_when_that_shows(folder: Folder) -> None:
    with state.opened(folder):
        pass
    content = folder.state.read_bytes()
    folder.state.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    with pytest.raises(StateError, match="cannot be used"), state.opened(folder) as store:
        store.db.execute("select * from versions").fetchall()


def test_one_of_a_newer_version_is_refused_and_left_alone(folder: Folder) -> None:
    with state.opened(folder) as store:
        store.db.execute(f"pragma user_version = {schema.VERSION + 1}")
    content = folder.state.read_bytes()
    with pytest.raises(StateError, match="newer"), state.opened(folder):
        pass
    assert folder.state.read_bytes() == content


def test_who_may_not_make_it_is_told_that_it_is_missing(folder: Folder) -> None:
    with pytest.raises(StateError, match="is missing"), state.opened(folder, migrate=False):
        pass
    assert not folder.path.exists()


def test_who_may_not_upgrade_it_is_told_that_it_is_old(folder: Folder) -> None:
    folder.create()
    folder.state.touch()
    with pytest.raises(StateError, match="older"), state.opened(folder, migrate=False):
        pass
    assert folder.state.read_bytes() == b""


def test_a_folder_that_cannot_be_made_is_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = Folder(tmp_path / "file" / "memory")
    with pytest.raises(StateError, match="cannot be used"), state.opened(folder):
        pass


@pytest.mark.slow
def test_a_prompt_does_not_wait_long_for_who_is_making_it(folder: Folder) -> None:
    folder.create()
    with (
        locked(folder.profile_lock, 0, "A test"),
        pytest.raises(BusyError, match="for 1 seconds"),
        state.opened(folder, 0.05),
    ):
        pass


def test_who_waited_uses_what_another_process_has_made(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        state._apply_migrations(folder, 1.0)
        raise BusyError("Another process has held profile.lock.")

    monkeypatch.setattr(state, "locked", held)
    with state.opened(folder) as store:
        assert state.get(store.db, "activated")


def test_a_database_that_is_being_written_fails_after_the_patience(folder: Folder) -> None:
    with state.opened(folder) as store:
        store.db.execute("begin immediate")
        with pytest.raises(StateError, match="locked"), state.opened(folder, 0.05) as other:
            state.put(other.db, "key", "value")
        with state.opened(folder, 0.05) as other:
            assert state.get(other.db, "key") is None, "reading is always possible"
        store.db.execute("rollback")


def test_a_transaction_is_all_or_nothing(folder: Folder) -> None:
    with state.opened(folder) as store:
        with pytest.raises(KeyError), state.transaction(store.db):
            state.put(store.db, "one", 1)
            raise KeyError
        assert state.get(store.db, "one") is None and not store.db.in_transaction
        with state.transaction(store.db):
            state.put(store.db, "one", 1)
            state.put(store.db, "two", 2.5)
        assert (state.get(store.db, "one"), state.get(store.db, "two")) == ("1", "2.5")


def test_a_transaction_that_cannot_begin_leaves_none_open(folder: Folder) -> None:
    with state.opened(folder) as store, state.opened(folder, 0.05) as other:
        store.db.execute("begin immediate")
        with pytest.raises(sqlite3.OperationalError), state.transaction(other.db):
            pass
        assert not other.db.in_transaction
        store.db.execute("rollback")


def test_connections_of_several_threads_do_not_disturb_each_other(folder: Folder) -> None:
    def write() -> None:
        with state.opened(folder) as store:
            for _ in range(20):
                store.db.execute("insert into chats (started) values (1)")

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with state.opened(folder) as store:
        assert store.db.execute("select count(*) from chats").fetchone()[0] == 80


def test_the_database_is_private_whatever_the_umask(folder: Folder) -> None:
    old = os.umask(0)
    try:
        with state.opened(folder):
            pass
    finally:
        os.umask(old)
    assert folder.state.stat().st_mode & 0o777 == 0o600
