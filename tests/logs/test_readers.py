"""Reading the log never makes LLM wait: each read is short, however large the log is."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support import torture
from support.llm_log import FIXTURES, START, Log
from support.product import Product, Terminal, until

from llm_user_memory import logs
from llm_user_memory.errors import LogsError
from llm_user_memory.logs import Position, Turn
from llm_user_memory.store import ledger
from llm_user_memory.store.consent import LEARNING_OFF
from llm_user_memory.store.state import Store

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import large_log

LOG_CONTENTION = Path(__file__).parents[1] / "support" / "log_contention.py"
SIZE = 1_000_000
PROMPTS = 1_000
BATCHES = 51  # that each reader has read before the writer ends


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs.db"


# {name: a reading of what is in the middle of a log}
READINGS: dict[str, Callable[[Path, Turn, Position], object]] = {
    "end_position": lambda path, _turn, _position: logs.end_position(path),
    "turns_after": lambda path, _turn, position: logs.turns_after(path, position, 50),
    "read": lambda path, turn, _position: logs.read(path, [turn.id, "not an id"]),
    "following": lambda path, turn, _position: logs.following(path, turn),
    "prompted_by": lambda path, turn, _position: logs.prompted_by(path, [turn.id]),
    "ids_with_schema": lambda path, turn, _position: logs.ids_with_schema(path, [turn.id]),
    "newest_thread": lambda path, _turn, _position: logs.newest_thread(path),
    "fragment_placements": lambda path, turn, _position: logs.fragment_placements(
        path, turn.thread_id, "x"
    ),
}


# How much is read


@contextmanager
def _observed(
    inspect: Callable[[sqlite3.Connection], None], done: Callable[[], None]
) -> Iterator[None]:
    """Call `inspect` with each connection of ours to the log when it opens, `done` at its end."""
    real = logs.turns.opened

    @contextmanager
    def opened(*given: Any) -> Iterator[sqlite3.Connection]:
        with real(*given) as db:
            inspect(db)
            yield db
            done()

    with pytest.MonkeyPatch.context() as patch:
        for module in (logs.turns, logs.threads):
            patch.setattr(module, "opened", opened)
        yield


def _steps(reading: Callable[[], object]) -> int:
    """How many steps SQLite's machine takes for a reading."""
    taken = []

    def count(db: sqlite3.Connection) -> None:
        db.set_progress_handler(lambda: taken.append(1), 1)

    with _observed(count, lambda: None):
        reading()
    return len(taken)


_LEGACY = """
with recursive number(n) as (select 1 union all select n + 1 from number where n < {turns})
insert into {table} select {values} from number
"""


def _write_legacy(path: Path, turns: int) -> None:
    """Make a log as of before llm 0.32: one fragment of ours in every other turn."""
    path.write_bytes((FIXTURES / "legacy.db").read_bytes())
    turn, thread = "printf('01k%023d', n)", "printf('01k%023d', n - n % 10)"
    rows = {
        "responses (id, model, prompt, response, conversation_id, duration_ms)": (
            f"{turn}, 'm', 'said ' || n, 'ok', {thread}, 5"
        ),
        "prompt_fragments": f"{turn}, n % 2 + 1, 0",
    }
    with closing(sqlite3.connect(path)) as db, db:
        for table in ("responses", "prompt_fragments", "system_fragments", "conversations"):
            db.execute(f"delete from {table}")
        for table, values in rows.items():
            db.execute(_LEGACY.format(turns=turns, table=table, values=values))
        db.execute(
            "insert into conversations select distinct conversation_id, 'c', 'm' from responses"
        )


def _write_upgraded(path: Path, turns: int) -> None:
    """Make an upgraded log: old turns, of which half are in the new tables too."""
    large_log.write(path, turns, START)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "insert into responses (id, model, prompt, response, conversation_id) "
            "select id, 'm', 'said', 'ok', thread_id from turns where rowid % 2"
        )


SCHEMAS: dict[str, Callable[[Path, int], None]] = {
    "of today": lambda path, turns: large_log.write(path, turns, START),
    "legacy": _write_legacy,
    "both": _write_upgraded,
}


def _reading_steps(schema: str, path: Path, turns: int) -> dict[str, int]:
    """How many steps each reading takes in a log of so many turns."""
    SCHEMAS[schema](path, turns)
    middle = logs.turns_after(path, Position(), turns // 20)
    assert middle is not None
    turn, position = middle.turns[-1], middle.reached
    taken = {}
    for name, reading in READINGS.items():
        taken[name] = _steps(partial(reading, path, turn, position))
    with closing(sqlite3.connect(path)) as db:
        db.execute("analyze")  # with its statistics SQLite may choose other indexes
    for name, reading in READINGS.items():
        taken[f"{name}, analyzed"] = _steps(partial(reading, path, turn, position))
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS)
def test_no_reading_costs_more_where_more_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, schema: str
) -> None:
    monkeypatch.setattr(logs.turns, "BATCH_SECONDS", 60.0)  # to count the steps takes time
    few, many = (
        _reading_steps(schema, tmp_path / f"{turns}.db", turns) for turns in (1_000, 5_000)
    )
    grown = {name: (few[name], many[name]) for name in few if many[name] > 1.2 * few[name] + 20}
    assert not grown, f"steps at 1,000 turns and at 5,000: {grown}"


def _ids_by_reader(path: Path, ids: Sequence[str]) -> dict[str, list[str]]:
    """The ids of all turns, by each way to read them: to the end, batch by batch."""
    found: dict[str, list[str]] = {"turns_after": [], "read": []}
    position = Position()
    while batch := logs.turns_after(path, position, 50):
        found["turns_after"] += [turn.id for turn in batch.turns]
        position = batch.reached
        if batch.is_last:
            break
    found["read"] = [turn.id for turn in logs.read(path, ids)]
    [first] = logs.read(path, ids[:1])
    found["following"] = [first.id, *(turn.id for turn in logs.following(path, first, 1000))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("schema", ["legacy", "both"])
def test_a_batch_that_was_cut_short_is_continued(
    path: Path, monkeypatch: pytest.MonkeyPatch, schema: str
) -> None:
    SCHEMAS[schema](path, 120)
    monkeypatch.setattr(logs.turns, "BATCH_SECONDS", 60.0)
    batch = logs.turns_after(path, Position(), 1000)
    ids = sorted(turn.id for turn in batch.turns) if batch else []
    assert len(ids) == 120
    whole = {name: sorted(found) for name, found in _ids_by_reader(path, ids).items()}
    monkeypatch.setattr(logs.turns, "BATCH_SECONDS", -1.0)
    batch = logs.turns_after(path, Position(), 50)
    assert batch is not None and len(batch.turns) <= 2, "one turn of each table"
    assert {name: sorted(found) for name, found in _ids_by_reader(path, ids).items()} == whole
    assert whole["turns_after"] == whole["read"] == ids


@pytest.mark.slow
def test_ingest_ends_though_others_keep_logging(
    store: Store, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = logs.turns_after
    added = []

    def log_another_turn(path: Path, position: Position, limit: int) -> logs.Batch | None:
        found = read(path, position, limit)
        added.append(log.say("one more", START + len(added)))
        assert len(added) < 10, "it never ends"
        return found

    log.say("one", START)
    monkeypatch.setattr(logs, "turns_after", log_another_turn)
    assert (ledger.ingest(store), ledger.ingest(store)) == (1, 1)


# How long LLM waits for it


PATIENCE = 0.05
"""Seconds that LLM may wait for us."""


@contextmanager
def _side(product: Product, *words: object) -> Iterator[Terminal]:
    """Run a side of support/log_contention.py on a terminal, as with the shell function."""
    env = {"LLM_MEMORY_INJECT": "auto", "LLM_MEMORY_NEWS": "false"}
    command = [str(LOG_CONTENTION), *map(str, words)]
    with product.terminal(*command, env=env, command=sys.executable) as running:
        yield running


def _final_result(side: Terminal) -> dict[str, Any]:
    """Return the JSON that a side prints at its end."""
    ended = side.end(1200)
    assert ended.code == 0, ended
    told: dict[str, Any] = json.loads(ended.out.splitlines()[-1])
    return told


@contextmanager
def _reading(product: Product, *words: object) -> Iterator[dict[str, Any]]:
    """Let a side read for the block's duration; what it tells is there after that."""
    told: dict[str, Any] = {}
    with _side(product, *words) as side:
        side.wait_for("reading")
        yield told
        os.kill(side.process.pid, signal.SIGTERM)
        told.update(_final_result(side))


@contextmanager
def _running_status(product: Product) -> Iterator[list[int]]:
    """Run `llm memory status` again and again for the block's duration; yields the exit codes."""
    codes: list[int] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            words = [product.llm_path, "memory", "status"]
            codes.append(
                subprocess.run(words, env=product.env, stdout=subprocess.DEVNULL).returncode
            )

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield codes
    finally:
        done.set()
        asking.join()


def _contention(product: Product, path: Path, journal: str) -> dict[str, Any]:
    """Let LLM write while our readers read; return the results of both sides."""
    other = product.base / "other"  # a memory that loses its position
    if not other.exists():
        other.mkdir()
        (other / "logs.db").symlink_to(path)
    done, ingested = product.base / "read through", product.base / "ingested"
    for file in (done, ingested):
        file.unlink(missing_ok=True)
    with (
        _reading(product, "scan", path, done, SIZE) as scan,
        _reading(product, "ingest", other / "memory", ingested, BATCHES) as ingest,
        _running_status(product) as codes,
    ):
        with _side(product, "write", PATIENCE, PROMPTS, done, ingested) as writer:
            wrote = _final_result(writer)
        assert product.type(f"I live on an island, {journal}.").out == "ok\n"
    assert codes and not any(codes)
    return {
        "turns": wrote["turns"] + 1,
        "failed": wrote["failed"],
        "batches": min(scan["batches"], ingest["batches"]),
        "starved": max(scan["starved"], ingest["starved"]),
    }


@pytest.mark.product
@pytest.mark.once
@pytest.mark.torture
@torture.full_run_only
@pytest.mark.timeout(2400)
def test_llm_never_waits_for_readers(product: Product) -> None:
    product.env["LLM_MEMORY_DAILY_LIMIT"] = "100000"
    path = product.user_path / "logs.db"
    large_log.write(path, SIZE, time.time() - SIZE * 60 - 86400)
    assert product.type("I keep bees.").out == "ok\n"
    for journal in ("delete", "wal"):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute(f"pragma journal_mode = {journal}").fetchone()[0] == journal
        for _attempt in range(3):
            found = _contention(product, path, journal)
            # Whom the machine leaves without a processor in the midst of a batch is not to blame.
            if not found["failed"] or found["starved"] < PATIENCE:
                break
        assert found["failed"] == []
        assert found["batches"] >= BATCHES
        counts = {name: found[name] for name in ("turns", "batches")}
        torture.tally(f"LLM logs while we read, journal_mode={journal}", runs=1, lost=0, **counts)
    until(lambda: not product.report()["turns"]["pending"], "that every turn is settled", 300)
    report = product.report()
    turns = report["turns"]
    with closing(sqlite3.connect(path)) as db:
        new = db.execute("select count(*) from turns").fetchone()[0] - SIZE
    # A prompt waits no longer for state.db than for anything else: it says so, and goes unlearned.
    unasked = turns["skipped_because"].get(LEARNING_OFF, 0)
    assert (turns["learned"] + unasked, turns["logged"]) == (new, new), turns
    assert unasked <= new // 200
    torture.tally("LLM logs while we read", turns=new, unlearned=unasked)
    assert report["daemon"]["running"]


# `llm` with so small a cache that it writes to the log before it commits, and is killed then.
_KILLED = """
import os, signal, sqlite3, sys
from llm.cli import cli
connect = sqlite3.connect

def killed_at_commit(database, *given, **named):
    db = connect(database, *given, **named)
    if str(database).endswith("logs.db"):
        db.execute("pragma cache_size = 1")
        db.set_trace_callback(look)
    return db

def look(statement):
    if statement.lower().startswith("commit") and os.path.exists(sys.argv[1] + "-journal"):
        os.kill(os.getpid(), signal.SIGKILL)

sqlite3.connect = killed_at_commit
cli.main(["I sail. " + "x" * 100_000])
"""


@pytest.mark.product
@pytest.mark.torture
def test_what_a_killed_llm_left_half_written_is_waited_out(product: Product) -> None:
    product.answer({"I row.": 'ADD Interests | Rows | "I row."'})
    path = product.user_path / "logs.db"
    assert product.type("I keep bees.").out == "ok\n"
    product.wait_until_settled()
    with product.terminal("-c", _KILLED, str(path), command=sys.executable) as screen:
        assert screen.end().code == -signal.SIGKILL
    for name, reading in READINGS.items():
        with pytest.raises(LogsError, match="was stopped while it wrote"):
            reading(path, Turn("x", "x", "", 0, 0, "", ""), Position((1, "x"), (0, "")))
            pytest.fail(f"{name} has read it")
    noticed = "stopped while it wrote"
    until(lambda: noticed in product.folder.daemon_log.read_text(), "that it is noticed")
    status = product.run("memory", "status")
    assert noticed in status.out + status.err
    # LLM itself takes back what was half written, and all goes on.
    typed = product.type("-c", "I row.", env={"LLM_MEMORY_NEWS": "false"})
    assert (typed.code, typed.out) == (0, "ok\n"), typed
    product.wait_for_fact("Rows")
    torture.heal(product)
    torture.check_invariants(product, "a journal that a killed llm left", ["Rows"])
