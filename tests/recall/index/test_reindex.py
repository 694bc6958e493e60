"""A damaged, deleted, interrupted or stale index becomes equal to one that is rebuilt."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support import torture
from support.index_content import read_index, refresh_index
from support.llm_log import START, Log
from support.product import LIMIT, Product

from llm_user_memory import notes
from llm_user_memory.errors import LogsError, RecallError
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import refresh
from llm_user_memory.settings import Folder
from llm_user_memory.store import consent, forgotten, sources, state
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

KILLER = Path(__file__).parents[2] / "support" / "killer"
WORDS = ("bees", "lisbon", "ok", "2025")


@pytest.fixture
def full(store: Store, log: Log, tmp_path: Path) -> list[str]:
    """A log, notes and a source, indexed; the ids of the turns."""
    ids = []
    for number in range(12):
        said = f"I keep bees, and number {number} is in Lisbon"
        ids.append(log.say(said, START + 60 * number, thread=f"t{number % 3}"))
    notes.add(store.folder, "The bees swarm", now=START)
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(5):
        (papers / f"{number}.md").write_text(f"# Bees {number}\nof Lisbon\n")
    sources.add(store, papers)
    refresh_index(store)
    return ids


def _check(store: Store) -> None:
    """The index equals a new one."""
    drifted = read_index(store.folder, *WORDS)
    refresh_index(store, force=True)
    assert read_index(store.folder, *WORDS) == drifted


@pytest.mark.parametrize("kind", ["", "-wal", "-shm"])
def test_a_folder_in_place_of_a_file_of_the_index_is_told(folder: Folder, kind: str) -> None:
    with index_db.opened(folder):
        pass
    there = Path(f"{folder.index_db}{kind}")
    there.unlink(missing_ok=True)
    there.mkdir()
    with pytest.raises(RecallError, match="cannot be deleted") as raised:
        index_db.delete(folder)
    assert f"mv {there} " in raised.value.remedy
    there.rmdir()
    index_db.delete(folder)
    assert not folder.index_db.exists()


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_an_index_that_is_no_file_is_to_be_set_aside(
    folder: Folder, make: Callable[[Path], None]
) -> None:
    folder.create()
    make(folder.index_db)
    with pytest.raises(RecallError) as raised, index_db.existing(folder):
        pass
    assert f"mv {folder.index_db} " in raised.value.remedy


def _turns(folder: Folder) -> set[str]:
    return {row[3] for row in read_index(folder)["passages"] if row[0] == "logs"}


def test_what_is_new_is_entered_alone(store: Store, log: Log, full: list[str]) -> None:
    new = log.say("Wasps", START + 5000, thread="t1")
    refresh_index(store)
    assert _turns(store.folder) == {*full, new}
    _check(store)


def test_what_another_process_writes_meanwhile_is_no_damage(
    store: Store, log: Log, full: list[str]
) -> None:
    said = list(full)

    def write(statement: str) -> None:
        if statement.startswith("select"):
            said.append(log.say("Wasps", START + 5000 + len(said), thread="t1"))
            refresh_index(store)

    with index_db.existing(store.folder) as db:
        assert db is not None
        db.set_trace_callback(write)
        assert index_db.damage(db) == ""
    assert _turns(store.folder) == {*said} != {*full}


def test_turns_deleted_from_the_log_are_gone_after_the_next_refresh(
    store: Store, log: Log, full: list[str]
) -> None:
    log.run(f"delete from turns where id = '{full[4]}'")
    refresh_index(store)
    assert _turns(store.folder) == {*full} - {full[4]}
    log.run(f"delete from turns where id = '{full[5]}'")
    new = log.say("one goes, one comes", START + 5000)
    for _ in range(2):
        refresh_index(store)
    assert _turns(store.folder) == {*full, new} - {full[4], full[5]}
    _check(store)


def test_a_log_that_was_rewritten_or_replaced_is_noticed(
    store: Store, log: Log, full: list[str]
) -> None:
    log.run(f"delete from turns where id = '{full[0]}'")
    log.rebuild()
    refresh_index(store)
    assert _turns(store.folder) == {*full[1:]}
    log.path.unlink()
    other = Log(store.folder.logs).say("Another log", START + 9000)
    refresh_index(store)
    assert _turns(store.folder) == {other}
    _check(store)


def test_a_turn_whose_fact_is_forgotten_leaves_and_may_return(
    store: Store, log: Log, full: list[str]
) -> None:
    with state.transaction(store.db):
        forgotten.block(store.db, "Keeps bees", "I keep bees", full[3], START)
    refresh_index(store)
    assert _turns(store.folder) == {*full} - {full[3]}
    assert read_index(store.folder)["barred"] == [full[3]]
    _check(store)
    new = log.say("Go on", START + 6000, thread="t0")
    refresh_index(store)
    forgotten.unforget(store.db, ["Keeps bees"])
    refresh_index(store)
    assert _turns(store.folder) == {*full, new}
    _check(store)


def test_what_was_forgotten_while_the_index_was_away_stays_out(
    store: Store, full: list[str]
) -> None:
    index_db.delete(store.folder)
    with state.transaction(store.db):
        forgotten.block(store.db, "Keeps bees", "I keep bees", full[3], START)
    store.db.execute("delete from edits")
    refresh_index(store)
    assert full[3] not in _turns(store.folder)


def test_where_it_is_not_known_what_was_paused_nothing_goes_into_a_prompt(
    store: Store, full: list[str]
) -> None:
    consent.record_doubt(store.db, START + 300)
    refresh_index(store)
    may = {row[3] for row in read_index(store.folder)["passages"] if row[0] == "logs" and row[11]}
    assert may == {*full[5:]}
    _check(store)


def test_a_part_named_as_a_turn_is_no_turn(store: Store, log: Log, full: list[str]) -> None:
    number = read_index(store.folder)["passages"][0][3]
    assert number.isdecimal(), "a section, by its line"
    with log.opened() as opened:
        opened.execute("insert into turns (id, thread_id, model) values (?, 'x', 'm')", (number,))
        query = "insert into turn_search (turn_id, prompt, response) values (?, 'Wasps', '')"
        opened.execute(query, (number,))
    opened.close()
    refresh_index(store)
    assert _turns(store.folder) == {*full, number}


@pytest.mark.usefixtures("full")
def test_files_are_entered_while_the_log_cannot_be_read(store: Store, log: Log) -> None:
    notes.add(store.folder, "A wasp", now=START + 60)
    with refresh.writing(store.folder) as opened:
        log.path.write_bytes(b"no database, but a file of the same name" * 50)
        with pytest.raises(LogsError):
            for _ in refresh.update_text(opened, store):
                pass
    assert read_index(store.folder, "wasp")["words: wasp"]


DAMAGE = {
    "no database": lambda path: path.write_bytes(b"nothing that SQLite knows" * 1000),
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:9000]),
    "overwritten in the middle": lambda path: _overwrite(path),
    "words missing": lambda path: _run(path, "insert into words(words) values ('delete-all')"),
    "a passage missing": lambda path: _run(path, "delete from passages where id = 3"),
    "of another format": lambda path: _run(path, "pragma user_version = 77"),
}


def _overwrite(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))


def _run(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.product
@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_index_is_rebuilt(product: Product, how: str) -> None:
    product.type("I keep bees")
    product.wait_until_settled()
    assert product.run("memory", "note", "Bees swarm").code == 0
    assert product.run("memory", "reindex").code == 0
    product.run("memory", "daemon", "stop")
    before = read_index(product.folder, *WORDS)
    for kind in ("-wal", "-shm"):
        Path(f"{product.folder.index_db}{kind}").unlink(missing_ok=True)
    DAMAGE[how](product.folder.index_db)
    ran = product.run("memory", "reindex")
    assert ran.code == 0, ran
    assert ("damaged, and rebuilt" in ran.err) == (how not in ("empty", "of another format"))
    assert read_index(product.folder, *WORDS) == before


# What makes the tables those of format 10.
FORMAT_10 = """
    alter table parts rename column said_at to said;
    alter table passages rename column ordinal to place;
    alter table passages rename column shareable to held;
    alter table bags_of_words rename to bags;
    pragma user_version = 10;
"""


def test_an_index_of_the_format_before_is_rebuilt(store: Store, full: list[str]) -> None:
    assert full
    before = read_index(store.folder, *WORDS)
    others = _files(store.folder)
    with closing(sqlite3.connect(store.folder.index_db)) as old:
        old.executescript(FORMAT_10)
    with index_db.existing(store.folder) as unread:
        assert unread is None
    refresh_index(store)
    assert read_index(store.folder, *WORDS) == before
    assert _files(store.folder) == others, "nothing else changes"


def _files(folder: Folder) -> dict[str, bytes | list[str]]:
    """The contents of the memory folder without the index; of state.db, its rows."""
    found: dict[str, bytes | list[str]] = {}
    for path in sorted(folder.path.rglob("*")):
        if path == folder.state:
            with closing(sqlite3.connect(path)) as db:
                found[path.name] = list(db.iterdump())
        elif path.is_file() and not path.name.startswith((folder.index_db.name, "state.db")):
            found[str(path)] = path.read_bytes()
    return found


@pytest.mark.product
def test_the_worker_rebuilds_a_damaged_index(product: Product) -> None:
    product.type("I keep bees")
    product.wait_until_settled()
    product.run("memory", "note", "Bees swarm")
    product.run("memory", "reindex")
    product.run("memory", "daemon", "stop")
    before = read_index(product.folder, *WORDS)
    for kind in ("-wal", "-shm"):
        Path(f"{product.folder.index_db}{kind}").unlink(missing_ok=True)
    DAMAGE["no database"](product.folder.index_db)
    command = [sys.executable, "-m", "llm_user_memory.daemon.worker", str(product.folder.path)]
    assert subprocess.run(command, env=product.env).returncode == 0
    assert read_index(product.folder, *WORDS) == before


@pytest.mark.product
def test_doctor_and_status_tell_of_it(product: Product) -> None:
    product.type("I keep bees")
    product.wait_until_settled()
    assert product.status()["index"] is None
    assert "index" not in product.run("memory", "doctor").out
    product.run("memory", "note", "Bees swarm")
    said = product.run("memory", "reindex").out
    assert "2 passages of" not in said and "your notes" in said and "LLM's log" in said
    found = product.status()["index"]
    assert (found["passages"], found["behind"], found["damaged"]) == (3, 0, "")
    product.run("memory", "daemon", "stop")
    product.run("Hello")
    assert product.status()["index"]["behind"] == 1
    for kind in ("-wal", "-shm"):
        Path(f"{product.folder.index_db}{kind}").unlink(missing_ok=True)
    DAMAGE["no database"](product.folder.index_db)
    assert any("index" in problem for problem in product.status()["problems"])
    [finding] = [
        one
        for one in json.loads(product.run("memory", "doctor", "--json").out)["findings"]
        if one["part"] == "index"
    ]
    assert (finding["state"], finding["fixable"]) == ("wrong", True)
    assert product.run("memory", "doctor", "--fix").code == 0


@pytest.mark.product
def test_force_builds_it_again_and_says_what_it_did(product: Product) -> None:
    product.env["LLM_MEMORY_EMBEDDER"] = "none"  # the extra `local` would bring one
    product.run("I keep bees")
    assert product.run("memory", "reindex").code == 0
    _run(product.folder.index_db, "insert into meta values ('of the old one', 1)")
    ran = product.run("memory", "reindex", "--force")
    with index_db.existing(product.folder) as db:
        assert ran.code == 0 and db and index_db.get(db, "of the old one") is None
    assert "2 passages: 2 of LLM's log." in ran.out and "They are found by words." in ran.out
    assert product.folder.index_db.stat().st_mode & 0o777 == 0o600
    assert "Words" in ran.err and "Meaning" not in ran.err, "there is no embedding model"
    assert product.run("memory", "reindex").err == "", "there is nothing to do"


@pytest.mark.product
@pytest.mark.parametrize("backend", ["markdown", "none"])
def test_another_backend_has_no_index(product: Product, backend: str) -> None:
    product.env["LLM_MEMORY_SEARCH"] = backend
    product.type("I keep bees")
    product.run("memory", "note", "Bees swarm")
    ran = product.run("memory", "reindex")
    assert ran.code == 1 and "has no index" in ran.err
    product.wait_until_settled()
    assert not product.folder.index_db.exists()


def _stopped(product: Product, papers: Path, *words: str) -> tuple[int, str, str]:
    """What a command ends with and prints that is stopped while it indexes 3,000 files."""
    papers.mkdir()
    for number in range(3000):
        (papers / f"{number}.md").write_text(f"# Bees {number}\n" + "of Lisbon\n" * 20)
    with state.opened(product.folder) as store:
        sources.add(store, papers)
    with subprocess.Popen(
        [product.llm_path, "memory", *words],
        env=product.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        # A search indexes for two seconds at most, so that it is stopped at their beginning.
        while not product.folder.index_db.exists() or (
            words[0] != "search" and not _some(product.folder)
        ):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=LIMIT)
    return running.returncode, out, err


@pytest.mark.product
@pytest.mark.once
def test_a_first_search_that_is_stopped_says_so(product: Product, tmp_path: Path) -> None:
    product.run("I keep bees")
    code, out, err = _stopped(product, tmp_path / "papers", "search", "lisbon")
    assert (code, out) == (130, "")
    assert "so nothing was searched" in err and "Nothing was found" not in err
    assert product.run("memory", "search", "lisbon").code == 0


@pytest.mark.product
def test_ctrl_c_goes_on_there_next_time(product: Product, tmp_path: Path) -> None:
    product.run("I keep bees")
    code, out, err = _stopped(product, tmp_path / "papers", "reindex")
    assert code == 130 and "goes on from there" in err, (out, err)
    had = len(read_index(product.folder)["documents"])
    assert 0 < had < 3000
    assert product.run("memory", "reindex").code == 0
    with state.opened(product.folder) as store:
        _check(store)


def _some(folder: Folder) -> bool:
    with index_db.existing(folder) as db:
        return db is not None and sum(index_db.counts(db).values()) > 0


_BUILD = """
import sys
from contextlib import closing
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from support.index_content import refresh_index
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
folder = Folder(Path(sys.argv[1]))
with state.opened(folder) as store:
    refresh_index(store, force=bool(sys.argv[3:]))
"""


@pytest.mark.once
@pytest.mark.product
@pytest.mark.torture
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("what", ["a first build", "what changed", "all again"])
def test_a_build_killed_at_any_step(
    store: Store, log: Log, full: list[str], what: str, tmp_path: Path
) -> None:
    _prepare(store, log, full, what)
    store.db.execute("pragma wal_checkpoint(truncate)")
    steps = _steps(store.folder, tmp_path, what)
    kills = 0
    for number in torture.sample(range(2, len(steps)), 4):
        copy = Folder(tmp_path / f"killed-{number}" / "memory")
        shutil.copytree(
            store.folder.path.parent, copy.path.parent, ignore=shutil.ignore_patterns("killed-*")
        )
        ended = _build(copy, tmp_path, what, {"KILL_STEP": str(number)})
        kills += ended == -signal.SIGKILL
        assert ended in (0, -signal.SIGKILL)
        with state.opened(copy) as later:
            refresh_index(later)
            _check(later)
        shutil.rmtree(copy.path.parent)
    assert kills
    torture.tally("SIGKILL while the index is built", kills=kills, runs=kills)


def _prepare(store: Store, log: Log, full: list[str], what: str) -> None:
    if what == "a first build":
        index_db.delete(store.folder)
    if what == "what changed":
        log.say("Wasps", START + 5000, thread="t1")
        notes.add(store.folder, "A wasp", now=START + 60)
        papers = sources.every(store.db)[0]
        (papers / "0.md").unlink()
        (papers / "1.md").rename(papers / "moved.md")
        (papers / "2.md").write_text("# Bees\nchanged\n")
        with state.transaction(store.db):
            forgotten.block(store.db, "Keeps bees", "I keep bees", full[3], START)


def _steps(folder: Folder, tmp_path: Path, what: str) -> list[str]:
    copy = Folder(tmp_path / "unharmed" / "memory")
    _copy(folder, copy)
    assert _build(copy, tmp_path, what, {}) == 0
    return (tmp_path / "steps").read_text().splitlines()


def _copy(folder: Folder, copy: Folder) -> None:
    shutil.copytree(folder.path, copy.path)
    shutil.copy(folder.logs, copy.logs)


def _build(folder: Folder, tmp_path: Path, what: str, env: dict[str, str]) -> int:
    (tmp_path / "steps").unlink(missing_ok=True)
    words = [sys.executable, "-c", _BUILD, str(folder.path), str(Path(__file__).parents[2])]
    aimed = {
        "TZ": os.environ["TZ"],  # a day of the index is one of the zone
        "PYTHONPATH": str(KILLER),
        "KILL_PROCESS": "llm",
        "KILL_FOLDER": str(folder.path),
        "KILL_LOG": str(tmp_path / "steps"),
        **env,
    }
    if what == "all again":
        words.append("force")
    return subprocess.run(words, env=aimed, timeout=LIMIT).returncode
