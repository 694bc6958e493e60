"""The time and memory of `llm memory backfill --dry-run`, which selects what to learn from.

    .venvs/newest/bin/python benchmarks/backfill.py [CONVERSATIONS ...]

Prints a table for logs of 1,000 and 10,000 conversations, or of the given numbers. A conversation
has ten turns; a third of them is small talk, a third pasted data. The time is that of the whole
command; that of `llm --version` is given for comparison. The memory is the peak of the process.
"""

import multiprocessing
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import large_log

FIRST = 1_600_000_000.0
SIZES = (1_000, 10_000)

_PASTED = "def f(x):\n    return x\n\n" * 40


def main(sizes: list[int]) -> None:
    print("| conversations | turns | log | to learn from | seconds | `llm --version` | memory |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="llm-memory-backfill-") as home:
            print(row(Path(home), size), flush=True)


def row(home: Path, size: int) -> str:
    """Return the row for a log of so many conversations."""
    log = home / "llm" / "logs.db"
    log.parent.mkdir()
    turns = size * large_log.TURNS_IN_THREAD
    # In a process of its own, because the peak memory of a process counts for its children, too.
    writing = multiprocessing.get_context("spawn").Process(target=write, args=(log, turns))
    writing.start()
    writing.join()
    seconds, memory, out = run(home, "memory", "backfill", "--dry-run", "-m", "gpt-4o-mini")
    taken = re.search(r"([\d,]+)  to learn from", out)
    assert taken, out
    start, _, _ = run(home, "--version")
    megabytes = log.stat().st_size / 1e6
    return (
        f"| {size:,} | {turns:,} | {megabytes:,.0f} MB | {taken[1]} | {seconds:.1f} | "
        f"{start:.1f} | {memory:.0f} MB |"
    )


def write(log: Path, turns: int) -> None:
    """Make a log without consent markers, a third small talk and a third pasted text."""
    large_log.write(log, turns, FIRST)
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("delete from turn_fragments")
        third = "where (select thread_id from turns where id = turn_id) in (select id from threads "
        db.execute(f"update turn_search set prompt = 'ok' {third} where rowid % 3 = 0)")
        db.execute(
            f"update turn_search set prompt = ? || rowid {third} where rowid % 3 = 1)", (_PASTED,)
        )


def run(home: Path, *words: str) -> tuple[float, float, str]:
    """Run `llm`; return its seconds, its peak memory in MB, and its output."""
    env = {**os.environ, "HOME": str(home), "LLM_USER_PATH": str(home / "llm")}
    began = time.monotonic()
    with (home / "out").open("w+") as out:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("llm")), *words],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    assert process.returncode == 0, text
    per_kilobyte = 1e-6 if sys.platform == "darwin" else 1e-3
    return time.monotonic() - began, usage.ru_maxrss * per_kilobyte, text


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(SIZES))
