"""One side of the contention test of tests/logs/test_readers.py, run as a process of its own.

    python log_contention.py write PATIENCE LEAST DONE...

LLM as the writer: it logs turns with `llm` in this process, at least LEAST of them, until each file
DONE exists. LLM waits for a lock on its log for at most PATIENCE seconds, and then fails. So SQLite
itself decides who waits too long; a stopwatch would also count the time of the disk.

    python log_contention.py scan LOG DONE TURNS

Our reader: it reads the whole log again and again, and creates DONE after TURNS turns.

    python log_contention.py ingest FOLDER DONE BATCHES

Our ledger: it ingests the whole log again and again, its position reset each time, and creates DONE
after BATCHES batches.

The readers run until SIGTERM. Each process prints one line of JSON when it ends.
"""

import json
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from llm_user_memory import logs
from llm_user_memory.logs import threads, turns
from llm_user_memory.settings import Folder
from llm_user_memory.store import ledger, state

IN_CONVERSATION = 10


def write(patience: float, least: int, *done: Path) -> dict[str, object]:
    """Log turns as fast as LLM can, ten in each conversation; return the failures."""
    from llm.cli import cli

    sqlite3.connect = _with_patience(sqlite3.connect, patience)
    failed = []
    for number in count():
        if number >= least and all(each.exists() for each in done):
            return {"turns": number, "failed": failed}
        words = [f"I have been to land {number}."]
        try:
            cli.main(["-c", *words] if number % IN_CONVERSATION else words, standalone_mode=False)
        except sqlite3.OperationalError as error:
            failed.append(f"{number}: {error}")
    raise AssertionError("it counts for ever")


def scan(path: Path, done: Path, enough: int) -> Callable[[], None]:
    """Return a function that reads all turns, without a pause between the batches."""
    read = 0

    def read_all() -> None:
        nonlocal read
        position = logs.Position()
        while (batch := logs.turns_after(path, position, 50)) and batch.turns:
            position = batch.reached
            read += len(batch.turns)
            if read >= enough:
                done.touch()

    return read_all


def ingest(folder: Folder) -> Callable[[], None]:
    """Return a function that ingests all turns by their ids, as after a VACUUM."""
    with state.opened(folder) as store:
        state.put(store.db, "activated", 0)

    def ingest_all() -> None:
        with state.opened(folder) as store:
            state.put(store.db, "position", "")
            ledger.ingest(store)

    return ingest_all


def _with_patience(connect: Any, patience: float) -> Any:
    """Return `sqlite3.connect` with another timeout for LLM's connections to its log."""

    def connected(database: Any, *given: Any, **named: Any) -> sqlite3.Connection:
        if Path(str(database)).name == "logs.db":  # ours begins with "file:"
            named["timeout"] = patience
        connection: sqlite3.Connection = connect(database, *given, **named)
        return connection

    return connected


def _repeated(
    work: Callable[[], None], done: Path | None = None, enough: int = 0
) -> dict[str, object]:
    """Repeat `work` until SIGTERM; return the number of batches, and the longest time for which
    this process got no CPU while it read one. `done` is created after `enough` batches."""
    starved: list[float] = []
    real = turns.opened

    @contextmanager
    def measured(path: Path, *given: Any) -> Iterator[sqlite3.Connection]:
        before = _starved_seconds()
        with real(path, *given) as db:
            yield db
        starved.append(_starved_seconds() - before)
        if done is not None and len(starved) == enough:
            done.touch()

    turns.opened = threads.opened = measured
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    print("reading", flush=True)
    try:
        while True:
            work()
    except SystemExit:
        return {"batches": len(starved), "starved": max(starved)}


def _starved_seconds() -> float:
    """Seconds for which this process was ready to run but got no CPU; 0 where this is unknown."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def main(side: str, *given: str) -> dict[str, object]:
    if side == "write":
        return write(float(given[0]), int(given[1]), *map(Path, given[2:]))
    if side == "scan":
        return _repeated(scan(Path(given[0]), Path(given[1]), int(given[2])))
    return _repeated(ingest(Folder(Path(given[0]))), Path(given[1]), int(given[2]))


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
