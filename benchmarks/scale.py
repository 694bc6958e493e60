"""What a large log costs: a wake-up of the daemon, and `status`, at 1,000 to 1,000,000 turns.

    .venvs/newest/bin/python benchmarks/scale.py [--largest 1000000] [--write docs/benchmarks.md]

Two variants: all turns were logged before memory was first in use, and all of them after it, so
that the ledger has accounted for each. Every round adds a turn at each size and measures: the
wake-up (`take_stock` and `due`) in this process and in a fresh one, its imports not counted;
`llm memory status` as a whole process; and what `status` does without start-up. Each cell has
the medians of CPU and wall milliseconds, and of their ratios to 1,000 turns in the same round.
The bar is for the CPU of all four, and the wall time of the whole process. Needs 5 GB of disk
for some minutes.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import logbook
import wakeup
from bench import (
    Cost,
    arguments,
    clean,
    holds,
    home,
    publish,
    ratios,
    say,
    spread,
    table,
    timed,
)
from product import Product

from llm_user_memory import health
from llm_user_memory.settings import Settings
from llm_user_memory.store import ledger, state

BAR = 1.5
SMALLEST = 1_000
MEASURES = ("wake-up", "wake-up, fresh process", "`status`", "`status` without start-up")

_TITLES = {"before": "Logged before memory was in use", "after": "Logged with memory in use"}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--largest", type=int, default=1_000_000, help="turns (1000000)")
    parser.add_argument("--rounds", type=int, default=25, help="at each size (25)")
    given = parser.parse_args()
    sizes = [size for size in (SMALLEST, 10_000, 100_000, 1_000_000) if size <= given.largest]
    try:
        publish("scale", _sections(sizes, given.rounds), given.write)
    finally:
        clean()


def _sections(sizes: Sequence[int], rounds: int) -> Iterator[str]:
    with ExitStack() as stack:
        homes = {
            variant: {size: stack.enter_context(home()) for size in sizes} for variant in _TITLES
        }
        _check_disk(homes["before"][sizes[0]].base, 2 * sum(sizes))
        for size in sizes:
            _fill({variant: homes[variant][size] for variant in homes}, size)
        for variant, title in _TITLES.items():
            yield f"### {title}\n\n{_measured(homes[variant], rounds)}"


def _check_disk(path: Path, turns: int) -> None:
    needed = turns * logbook.BYTES_PER_TURN
    if shutil.disk_usage(path).free < 1.2 * needed:
        raise SystemExit(f"{path} has not the {needed / 1e9:.1f} GB that this takes.")


def _fill(homes: dict[str, Product], size: int) -> None:
    """Give both homes a log of that size, and let the second's ledger account for it."""
    first = time.time() - size * 60 - 7 * 86400
    before, after = homes["before"], homes["after"]
    started = time.monotonic()
    logbook.write(before.user_path / "logs.db", size, first)
    say(f"{size:,} turns written in {time.monotonic() - started:.0f} s")
    shutil.copyfile(before.user_path / "logs.db", after.user_path / "logs.db")
    started = time.monotonic()
    logbook.account(after.folder, first)
    say(f"{size:,} turns accounted for in {time.monotonic() - started:.0f} s")
    with state.opened(before.folder) as db:
        ledger.take_stock(db, before.folder)


def _measured(homes: dict[int, Product], rounds: int) -> str:
    costs: dict[int, dict[str, list[Cost]]] = {
        size: {measure: [] for measure in MEASURES} for size in homes
    }
    for number in range(rounds + 1):
        say(f"round {number}")
        for size, product in homes.items():
            for measure, cost in _round(product, size, number).items():
                if number:  # the first warms the caches
                    costs[size][measure].append(cost)
    lines = [_line(homes[size], size, costs[size], costs[SMALLEST]) for size in homes]
    return table(["turns", "logs.db", *MEASURES, f"≤ {BAR}"], lines)


def _round(product: Product, size: int, number: int) -> dict[str, Cost]:
    taken = {}
    for nth, measure in enumerate(MEASURES):
        # Each wake-up and each `status` finds one new turn.
        logbook.add(product.user_path / "logs.db", size + number * len(MEASURES) + nth, time.time())
        taken[measure] = _cost(product, measure)
    return taken


def _cost(product: Product, measure: str) -> Cost:
    folder = product.folder
    if measure == MEASURES[0]:
        return Cost(*wakeup.taken(lambda: wakeup.wake_up(folder)))
    if measure == MEASURES[1]:
        command = [sys.executable, wakeup.__file__, str(folder.path)]
        shown = subprocess.run(command, capture_output=True, check=True).stdout
        cpu, wall = map(float, shown.split())
        return Cost(cpu, wall)
    if measure == MEASURES[2]:
        cost, _ = timed([product.llm_path, "memory", "status"], product.env, product.home)
        return cost
    settings = Settings()
    return Cost(*wakeup.taken(lambda: health.report(folder, settings, product.env, product.home)))


def _line(
    product: Product, size: int, costs: dict[str, list[Cost]], base: dict[str, list[Cost]]
) -> list[str]:
    cells, worst = [], 0.0
    for measure, taken in costs.items():
        found = [ratios(taken, base[measure], which).median for which in ("user", "wall")]
        medians = [
            spread([getattr(cost, which) for cost in taken]).median * 1000
            for which in ("user", "wall")
        ]
        cells.append("{:.1f} / {:.1f} ({:.2f} / {:.2f})".format(*medians, *found))
        # The wall time of the parts is that of syncing the disk, which other processes use too.
        worst = max(worst, *(found if measure == "`status`" else found[:1]))
    megabytes = (product.user_path / "logs.db").stat().st_size / 1e6
    return [f"{size:,}", f"{megabytes:,.0f} MB", *cells, holds(worst, BAR)]


if __name__ == "__main__":
    main()
