"""What memory costs beside the prompts: the idle daemon, and the updates."""

import sqlite3
import statistics
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench import LEARNABLE, holds, home, profile_of, say, table
from product import Product

from llm_user_memory import logs
from llm_user_memory.profile import tokens

MINUTE = 60.0
READS = 100
RESIDENT_BAR = 22.0
CPU_BAR = 10.0
REQUEST_BAR = 2.0
OUTPUT_BAR = 10.0

PROMPTS = 10
INTERVAL = 1.0

_QUOTE = "I play the violin in an orchestra"
# {what it does: an update's answer in lines}
_ANSWERS = {
    "nothing to learn": "NO_UPDATE",
    "one fact added": f'ADD Interests | Plays the violin in an orchestra | "{_QUOTE}"',
    "one fact replaced": (
        "REPLACE Interests | Plays the violin in an orchestra | "
        'Plays the viola in an orchestra | "it is the viola now that I play"'
    ),
}
_SAID = [LEARNABLE, LEARNABLE + " On Mondays.", "I was wrong, it is the viola now that I play."]


@dataclass(frozen=True)
class Usage:
    """What a process has used so far: CPU in milliseconds, and how often it was woken."""

    cpu: float
    wakes: int

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(self.cpu - other.cpu, self.wakes - other.wakes)


def idle(llm: Path) -> str:
    """Return the table of what a daemon with nothing to do uses. Linux only."""
    if not Path("/proc/self/schedstat").exists():
        return "Measured on Linux only, from `/proc`."
    with home(llm) as product:
        product.type("hello")
        product.settled()
        pid = int(product.status()["daemon"]["pid"])
        time.sleep(5)  # the interval of its poll: what the prompt caused is over
        fresh = _resident(pid)
        say("idle: a minute")
        quiet = _used_in_a_minute(pid, product, reads=0)
        resident = _resident(pid)
        say("idle: a minute of reads")
        read = _used_in_a_minute(pid, product, reads=READS)
    lines: list[list[object]] = [
        ["resident after the first prompt", f"{fresh:.1f} MB", f"≤ {RESIDENT_BAR:.0f} MB",
         holds(fresh, RESIDENT_BAR)],
        ["resident a minute later", f"{resident:.1f} MB", f"≤ {RESIDENT_BAR:.0f} MB",
         holds(resident, RESIDENT_BAR)],
        ["CPU in a minute", f"{quiet.cpu:.1f} ms", f"< {CPU_BAR:.0f} ms",
         holds(quiet.cpu, CPU_BAR)],
        ["context switches in it", quiet.wakes, "", ""],
        [f"CPU in a minute of {READS} reads of `logs.db`", f"{read.cpu:.1f} ms",
         f"< {CPU_BAR:.0f} ms", holds(read.cpu, CPU_BAR)],
        ["context switches in it", read.wakes, "as without",
         holds(read.wakes - quiet.wakes, READS / 10)],
    ]  # fmt: skip
    return table(["idle daemon", "measured", "bar", "holds"], lines)


def request(llm: Path) -> str:
    """Return the table of the time from the end of the quiet interval to the request."""
    say("request")
    with home(llm, LLM_MEMORY_UPDATE_INTERVAL=str(INTERVAL)) as product:
        waits = [_wait(product, number) for number in range(PROMPTS)]
    median, longest = statistics.median(waits), max(waits)
    lines = [
        ["median", f"{median:.2f} s", f"< {REQUEST_BAR:.0f} s", holds(median, REQUEST_BAR)],
        ["longest", f"{longest:.2f} s", f"< {REQUEST_BAR:.0f} s", holds(longest, REQUEST_BAR)],
    ]
    return table([f"{PROMPTS} prompts", "measured", "bar", "holds"], lines)


def output(llm: Path) -> str:
    """Return the table of the tokens of updates against those of a 2 kB profile."""
    say("output")
    profile = profile_of(2000)
    size = tokens(profile)
    lines = []
    with home(llm, LLM_MEMORY_UPDATE_INTERVAL="0.2") as product:
        product.folder.path.mkdir()
        product.folder.profile.write_text(profile)
        for said, (name, answer) in zip(_SAID, _ANSWERS.items(), strict=True):
            product.answer(updates={said: answer})
            before = len(product.requests())
            product.type(said)
            product.settled()
            (asked,) = product.requests()[before:]
            if answer != "NO_UPDATE":
                product.learns(answer.split(" | ")[-2])
            share = 100 * tokens(answer) / size
            lines.append([name, tokens(asked["prompt"]), tokens(answer), f"{share:.1f} %",
                          f"< {OUTPUT_BAR:.0f} %", holds(share, OUTPUT_BAR)])  # fmt: skip
    headings = ["update", "request", "answer", f"of the profile's {size}", "bar", "holds"]
    return table(headings, lines)


def _wait(product: Product, number: int) -> float:
    """Say something in a new conversation; return how long after quiet a model was asked."""
    before = len(product.requests())
    product.type(f"I have been to {number + 2} countries.")
    product.settled()
    (asked,) = product.requests()[before:]
    last = product.logged()[-1]["id"]
    (turn,) = logs.read(product.user_path / "logs.db", [last])
    return float(asked["time"]) - (turn.ended + INTERVAL)


def _used_in_a_minute(pid: int, product: Product, reads: int) -> Usage:
    done = threading.Event()
    reader = threading.Thread(target=_read_often, args=(product.user_path / "logs.db", reads, done))
    before = _used(pid)
    reader.start()
    time.sleep(MINUTE)
    used = _used(pid) - before
    done.set()
    reader.join()
    return used


def _read_often(path: Path, reads: int, done: threading.Event) -> None:
    """Read logs.db from another process than the daemon, this one, spread over the minute."""
    for _ in range(reads):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        db.execute("select count(*) from turns").fetchone()
        db.close()
        if done.wait(MINUTE / (reads + 1)):
            return


def _used(pid: int) -> Usage:
    """Of all threads; `stat` counts CPU in hundredths of a second, `schedstat` in nanoseconds."""
    cpu, wakes = 0.0, 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):
            cpu += int((task / "schedstat").read_text().split()[0]) / 1e6
            wakes += _field(task / "status", "voluntary_ctxt_switches")
    return Usage(cpu, wakes)


def _resident(pid: int) -> float:
    """In millions of bytes."""
    return _field(Path(f"/proc/{pid}/status"), "VmRSS") * 1024 / 1e6


def _field(path: Path, name: str) -> int:
    lines = dict(line.split(":", 1) for line in path.read_text().splitlines() if ":" in line)
    return int(lines[name].split()[0])
