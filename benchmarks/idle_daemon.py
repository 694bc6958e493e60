"""The memory of the idle daemon, and its CPU time over some minutes."""

import json
import sqlite3
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness import Row, home, say
from support.product import Product

# Seconds between two polls of the daemon, after which the work of a prompt is over.
POLL = 5
READS = 100
# Prompts in several languages, many of them with text that was pasted into them.
PROMPTS = Path(__file__).parent / "pastes" / "tuned.jsonl"
TYPED = 20
RESIDENT_BAR = 22.0
CPU_BAR = 10.0


@dataclass(frozen=True)
class Usage:
    """The CPU milliseconds and the wake-ups of a process so far."""

    cpu: float
    wakes: int

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(self.cpu - other.cpu, self.wakes - other.wakes)

    def in_a_minute(self, seconds: float) -> "Usage":
        return Usage(self.cpu * 60 / seconds, round(self.wakes * 60 / seconds))


def idle(llm: Path, seconds: float) -> list[Row]:
    """Return the rows of the table: memory, CPU and wake-ups of an idle daemon. Linux only."""
    if not Path("/proc/self/schedstat").exists():
        return [Row("idle daemon", "–", "measured on Linux only")]
    with home(llm) as product:
        product.type("hello")
        time.sleep(POLL)  # else `status` might record the prompt, and spare the daemon that
        product.wait_until_settled()
        pid = int(product.status()["daemon"]["pid"])
        time.sleep(POLL)
        say(f"idle: {seconds:.0f} seconds")
        quiet = _used_while(pid, product, seconds, reads=0)
        resident = _field(pid, "status", "VmRSS")
        proportional = _field(pid, "smaps_rollup", "Pss")
        say(f"idle: {seconds:.0f} seconds of reads")
        read = _used_while(pid, product, seconds, reads=READS)
        say(f"idle: {TYPED} prompts")
        _type_prompts(product)
        used = _field(pid, "status", "VmRSS")
    cpu, times = f"{CPU_BAR:.0f} ms", "wake-ups"
    none = "none: a thread of each command"
    return [
        Row("idle daemon: resident memory", "–", f"{resident:.1f} MB", none,
            f"{RESIDENT_BAR:.0f} MB", resident <= RESIDENT_BAR),
        Row(f"the same after {TYPED} prompts in six languages", "–", f"{used:.1f} MB"),
        Row("idle daemon: its share of memory (PSS)", "–", f"{proportional:.1f} MB"),
        Row("idle daemon: CPU in a minute", "–", f"{quiet.cpu:.1f} ms, {quiet.wakes} {times}", none,
            cpu, quiet.cpu < CPU_BAR),
        Row(f"the same, with {READS} reads of `logs.db`", "–",
            f"{read.cpu:.1f} ms, {read.wakes} {times}", "", cpu, read.cpu < CPU_BAR),
    ]  # fmt: skip


def _type_prompts(product: Product) -> None:
    """Type `TYPED` prompts, and wait until they are learned from."""
    rows = PROMPTS.read_text().splitlines()
    for row in rows[:: len(rows) // TYPED]:
        product.type(json.loads(row)["prompt"])
        time.sleep(1)
    product.wait_until_settled()
    time.sleep(POLL)


def _used_while(pid: int, product: Product, seconds: float, reads: int) -> Usage:
    """Return the use per minute of a process, while another one reads logs.db `reads` times."""
    done = threading.Event()
    pause = seconds / (reads + 1)
    given = (product.user_path / "logs.db", reads, pause, done)
    reader = threading.Thread(target=_read_often, args=given)
    before = _used(pid)
    reader.start()
    time.sleep(seconds)
    used = _used(pid) - before
    done.set()
    reader.join()
    return used.in_a_minute(seconds)


def _read_often(path: Path, reads: int, pause: float, done: threading.Event) -> None:
    """Read logs.db in this process, which is not the daemon's."""
    for _ in range(reads):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        db.execute("select count(*) from turns").fetchone()
        db.close()
        if done.wait(pause):
            return


def _used(pid: int) -> Usage:
    """Return the use of all threads, from `schedstat`: `stat` counts in hundredths of a second."""
    cpu, wakes = 0.0, 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):
            cpu += int((task / "schedstat").read_text().split()[0]) / 1e6
            wakes += int(_lines(task / "status")["voluntary_ctxt_switches"])
    return Usage(cpu, wakes)


def _field(pid: int, file: str, name: str) -> float:
    """A field about the process's memory, in megabytes."""
    return int(_lines(Path(f"/proc/{pid}/{file}"))[name].split()[0]) * 1024 / 1e6


def _lines(path: Path) -> dict[str, str]:
    return dict(line.split(":", 1) for line in path.read_text().splitlines() if ":" in line)
