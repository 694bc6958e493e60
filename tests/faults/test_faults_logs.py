"""A damaged, locked or replaced log of LLM: memory waits, reports it, and loses no turn."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import faults, torture
from support.faults import BEFORE, DURING
from support.llm_log import FIXTURES, START, Log
from support.product import LIMIT, Product

from llm_user_memory.errors import LogsError
from llm_user_memory.settings import Folder
from llm_user_memory.store import ledger, state

pytestmark = [pytest.mark.product, pytest.mark.torture, pytest.mark.once]


@pytest.fixture
def home(product: Product) -> Product:
    """A home in which a fact was learned."""
    faults.set_up_home(product)
    return product


def path_of(home: Product) -> Path:
    return home.user_path / "logs.db"


def write(home: Product, *statements: str) -> None:
    with closing(sqlite3.connect(path_of(home), isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


# What LLM itself goes on with


def _vacuumed(home: Product) -> None:
    write(home, "insert into threads (id) values ('gap')", "vacuum")


def _linked(home: Product) -> None:
    shutil.move(path_of(home), home.base / "kept.db")
    path_of(home).symlink_to(home.base / "kept.db")


def _of_another_machine(home: Product) -> None:
    """Replace the log by one with two turns, which were typed with memory on, before our time."""
    path_of(home).unlink()
    log = Log(path_of(home))
    log.say("I love gardening", START)
    log.say("Is it raining?", START + 9)


@dataclass(frozen=True)
class Change:
    """What is done to the log, and how many turns it does not hold any more then."""

    make: Callable[[Product], object]
    gone: int = 0


CHANGES = {
    "logs.db is vacuumed": Change(_vacuumed),
    "logs.db is in WAL mode": Change(lambda home: write(home, "pragma journal_mode = wal")),
    "logs.db is a link": Change(_linked),
    "logs.db is deleted": Change(lambda home: path_of(home).unlink(), 1),
    "logs.db is empty": Change(lambda home: os.truncate(path_of(home), 0), 1),
    "logs.db is another machine's": Change(_of_another_machine, 1),
    "logs.db is an old one": Change(
        lambda home: (path_of(home).unlink(), _loaded(path_of(home), "legacy.db")), 1
    ),
}


def _loaded(path: Path, fixture: str) -> None:
    shutil.copy(FIXTURES / fixture, path)


@pytest.mark.parametrize("daemon_runs", torture.sample([True, False], 1))
@pytest.mark.parametrize("name", torture.sample(list(CHANGES), 1))
def test_the_log_is_changed(home: Product, name: str, daemon_runs: bool) -> None:
    if daemon_runs:
        faults.start_daemon(home)
    CHANGES[name].make(home)
    assert faults.type_prompt(home, "I love rowing") == ""
    home.wait_for_fact(DURING)
    faults.check_recovery(home, name, [BEFORE, DURING], gone=CHANGES[name].gone)
    assert "gardening" not in "".join(asked["prompt"] for asked in home.requests())


@torture.full_run_only
def test_the_log_is_moved_away_and_back(home: Product) -> None:
    faults.start_daemon(home)
    away = path_of(home).rename(home.base / "away.db")
    assert faults.type_prompt(home, "I love rowing") == ""
    home.wait_for_fact(DURING)
    home.wait_until_settled()
    away.replace(path_of(home))
    faults.check_recovery(home, "logs.db is moved away and back", [BEFORE, DURING], gone=1)


# What LLM itself stumbles over


def _folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: dict[str, Callable[[Path], object]] = {
    "logs.db has a spoilt header": faults.noise_writer(0, 100),
    "logs.db has a spoilt schema": faults.noise_writer(100, 3900),
    "logs.db is spoilt within": faults.noise_writer(8192, 200_000),
    "logs.db is cut to 100 bytes": lambda path: os.truncate(path, 100),
    "logs.db is a folder": _folder_instead,
    "logs.db lacks tables": lambda path: _without(path, "turn_search", "turn_fragments"),
}


# LLM can log no turn then, so there is none that we could fail to read.
_SEEN_BY_LLM_ALONE = "logs.db lacks tables"


def _without(path: Path, *tables: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for table in tables:
            db.execute(f"drop table {table}")


@pytest.mark.parametrize("name", torture.sample(list(SPOILT), 1))
def test_the_log_is_spoilt_and_comes_back(home: Product, name: str) -> None:
    """LLM fails, or not, exactly as it does without us; `status` names the log."""
    faults.start_daemon(home)
    path, backup = path_of(home), home.base / "backup.db"
    shutil.copy(path, backup)
    SPOILT[name](path)
    assert faults.type_prompt(home, "I love rowing") == ""
    if name != _SEEN_BY_LLM_ALONE:
        assert any(
            str(path) in problem and "`" in problem for problem in faults.status_problems(home)
        )
    if path.is_dir():
        path.rmdir()
    backup.replace(path)
    faults.check_recovery(home, name, [BEFORE])


# Others who write it


@contextmanager
def writing(path: Path, seconds: float) -> Iterator[None]:
    """Hold the log for so long, as a process of somebody else's that writes it."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as db:
        db.execute("begin exclusive")
        timer = threading.Timer(seconds, db.execute, ["rollback"])
        timer.start()
        yield
        timer.join()


def test_the_log_is_locked_by_a_writer(home: Product) -> None:
    """LLM waits for it, and logs; the daemon waits too, and longer."""
    faults.start_daemon(home)
    with writing(path_of(home), 3.0):
        typed = home.type("I love rowing")
        assert (typed.code, typed.out) == (0, "ok\n")
    home.wait_for_fact(DURING)
    faults.check_recovery(home, "logs.db is locked by a writer", [BEFORE, DURING])


@torture.full_run_only
def test_the_log_is_locked_for_a_minute(home: Product) -> None:
    faults.start_daemon(home)
    with writing(path_of(home), 60.0):
        assert faults.type_prompt(home, "I love rowing", apart=False) == ""
        assert any("locked" in problem for problem in faults.status_problems(home))
    faults.check_recovery(home, "logs.db is locked for a minute", [BEFORE])


_KILLED_WRITER = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("pragma cache_size = 1")  # so that it spills into the file before it commits
db.execute("begin immediate")
for n in range(200):
    db.execute("insert into threads (id) values (?)", (f"{n}" * 1000,))
print("spilled", flush=True)
sys.stdin.read()
"""


TAKES_BACK: dict[str, Callable[[Product, str], object]] = {
    "the next prompt": lambda _home, _told: None,
    "what status says": faults.run_suggested_command,
}


@pytest.mark.parametrize("taken_back", TAKES_BACK.values(), ids=TAKES_BACK)
def test_a_writer_is_killed_in_the_middle(
    home: Product, taken_back: Callable[[Product, str], object]
) -> None:
    """Its journal is hot: nobody can read the log before somebody rolls it back, as llm does."""
    faults.start_daemon(home)
    with subprocess.Popen(
        [sys.executable, "-c", _KILLED_WRITER, str(path_of(home))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as writer:  # fmt: skip
        assert writer.stdout is not None and writer.stdout.readline() == b"spilled\n"
        writer.kill()
    journal = path_of(home).with_name("logs.db-journal")
    assert journal.stat().st_size, "the journal is hot"
    [told] = faults.status_problems(home)
    assert str(path_of(home)) in told and "was stopped while it wrote" in told
    assert "was stopped while it wrote" in home.run("memory", "search", "bees").err
    assert journal.stat().st_size, "to look writes nothing"
    taken_back(home, told)
    assert faults.type_prompt(home, "I love rowing") == ""
    assert not journal.exists()
    home.wait_for_fact(DURING)
    faults.check_recovery(home, "a writer of logs.db is killed in the middle", [BEFORE, DURING])


# Much at once


def test_the_log_grows_while_it_is_read(tmp_path: Path) -> None:
    """Whoever logs as fast as they can is neither hindered nor overlooked."""
    folder = Folder(tmp_path / "memory")
    folder.create()
    log, seconds = Log(folder.logs), 20.0 if torture.TORTURE else 2.0
    entered, looks = 0, 0
    writer = subprocess.Popen(
        [sys.executable, "-c", _FAST_WRITER, str(folder.logs), str(seconds)],
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        while writer.poll() is None:
            entered += ledger.ingest(store)
            looks += 1
        out, _ = writer.communicate(timeout=LIMIT)
        entered += ledger.ingest(store)
        ids = {row[0] for row in store.db.execute("select id from turns")}
    assert writer.returncode == 0, "it was never locked out"
    assert looks > 10
    assert ids == set(log.ids()) and entered == len(ids) == int(out)
    torture.tally("logs.db grows while it is read", runs=looks, turns=entered, lost=0, twice=0)


# LLM waits five seconds for a lock; a writer that waits for less shows what we do to it.
_FAST_WRITER = """
import sqlite3, sys, time
from pathlib import Path
from support.llm_log import START, Log
log = Log.__new__(Log)
log.path, log.minted = Path(sys.argv[1]), 0
end, said = time.monotonic() + float(sys.argv[2]), 0
while time.monotonic() < end:
    log.say("I like number", START + said, thread=str(said % 7))
    said += 1
print(said)
"""


_DISTURBANCES = ("vacuum", "pragma journal_mode = wal", "pragma journal_mode = delete")


def test_the_log_is_vacuumed_and_changes_its_mode_while_it_is_read(tmp_path: Path) -> None:
    """Who logs meanwhile is not locked out by us, and each turn is read once."""
    folder = Folder(tmp_path / "memory")
    folder.create()
    log, seconds = Log(folder.logs), 20.0 if torture.TORTURE else 3.0
    writer = subprocess.Popen(
        [sys.executable, "-c", _FAST_WRITER, str(folder.logs), str(seconds)],
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    draw, disturbed, entered = random.Random(5), 0, 0
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        while writer.poll() is None:
            with suppress(LogsError):  # a log that is locked is read later
                entered += ledger.ingest(store)
            with suppress(sqlite3.OperationalError):  # the writer is in the midst of a turn
                log.run("insert or ignore into threads (id) values ('gap')")
                log.run("delete from threads where id = 'gap'", draw.choice(_DISTURBANCES))
                disturbed += 1
        out, _ = writer.communicate(timeout=LIMIT)
        entered += ledger.ingest(store)
        ids = {row[0] for row in store.db.execute("select id from turns")}
    assert writer.returncode == 0, "it was never locked out"
    assert disturbed > 3
    assert ids == set(log.ids()) and entered == len(ids) == int(out)
    name = "logs.db is vacuumed and changes its mode while it is read"
    torture.tally(name, runs=1, turns=entered, lost=0, twice=0, changes=disturbed)


def test_the_log_is_swapped_while_it_is_read(tmp_path: Path) -> None:
    """Two logs take turns at its place while they grow: each turn is read once."""
    folder = Folder(tmp_path / "memory")
    folder.create()
    rounds = 300 if torture.TORTURE else 40
    both = [Log(tmp_path / name) for name in ("one.db", "other.db")]
    for number, log in enumerate(both):
        log.minted = number * 1_000_000
    swapping, done = threading.Event(), 0
    draw = random.Random(6)

    def swap() -> None:
        nonlocal done
        while not swapping.is_set():
            log = draw.choice(both)
            made = tmp_path / "made.db"
            shutil.copy(log.path, made)
            made.replace(folder.logs)
            done += 1

    thread = threading.Thread(target=swap)
    entered = 0
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        thread.start()
        try:
            for number in range(rounds):
                with suppress(LogsError):  # as where a copy was replaced while it was opened
                    entered += ledger.ingest(store)
                swapping.set()
                thread.join()
                both[number % 2].say(f"I like number {number}", START + number)
                swapping.clear()
                thread = threading.Thread(target=swap)
                thread.start()
        finally:
            swapping.set()
            thread.join()
        for log in both:
            shutil.copy(log.path, folder.logs)
            entered += ledger.ingest(store)
        ids = [row[0] for row in store.db.execute("select id from turns")]
    assert done > rounds
    assert sorted(ids) == sorted(both[0].ids() + both[1].ids()) and entered == len(ids) == rounds
    name = "logs.db is swapped while it is read"
    torture.tally(name, runs=1, turns=entered, lost=0, twice=0, changes=done)


HUGE = {
    "a turn of 20 MB": lambda: ("I live in Rome. " * 64).encode() * 20_000,
    "a turn with null characters": lambda: b"I live in Rome\0" * 50_000,
}


@pytest.mark.parametrize("name", torture.sample(list(HUGE), 1))
def test_a_huge_turn(home: Product, name: str) -> None:
    file = home.home / "huge"
    file.write_bytes(HUGE[name]())
    shown = []
    for env in ({"LLM_LOAD_PLUGINS": "llm-scripted", "LLM_USER_PATH": str(home.base / "bare")},
                {"LLM_MEMORY_INJECT": "auto"}):  # fmt: skip
        with (
            file.open("rb") as piped,
            home.terminal("I love rowing", env=env, stdin=piped) as screen,
        ):
            shown.append(screen.end())
    assert shown[0] == shown[1] and shown[0].code == 0
    home.wait_for_fact(DURING)
    assert "Rome" not in home.profile()
    faults.check_recovery(home, name, [BEFORE, DURING])


@torture.full_run_only
def test_binary_input_is_llms_to_refuse(home: Product) -> None:
    file = home.home / "binary"
    file.write_bytes(random.Random(4).randbytes(100_000))
    shown = []
    for env in ({"LLM_LOAD_PLUGINS": "llm-scripted"}, {"LLM_MEMORY_INJECT": "auto"}):
        with (
            file.open("rb") as piped,
            home.terminal("I love rowing", env=env, stdin=piped) as screen,
        ):
            shown.append(screen.end())
    assert shown[0].code == shown[1].code != 0
    bare, ours = (ran.out.splitlines()[-1].partition(":")[0] for ran in shown)
    assert bare == ours, "the same exception"
    faults.check_recovery(home, "binary input", [BEFORE])
