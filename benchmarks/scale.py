"""The cost of a large log: a wake-up of the daemon and `status`, at 1,000 to 1,000,000 turns.

All turns were logged with memory in use, so that each is in the ledger. Every round adds a turn at
each size and measures the wake-up (ingesting, and due work) in this process, and in a fresh one
without its imports; `llm memory status` as a whole process; and the work of `status` without
start-up. The results are medians of the ratios to 1,000 turns in the same round. The limit is for
CPU time, and for the wall time of the whole process; that of the parts depends on the disk.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

import daemon_wakeup
import large_log
from harness import Cost, Panel, Row, home, ratios, say, spread, timed
from support.product import Product

from llm_user_memory.doctor import status
from llm_user_memory.settings import Settings

BAR = 1.5
SIZES = (1_000, 10_000, 100_000, 1_000_000)

_WAKE_UP = "wake-up of the daemon"
_FRESH = "the same in a fresh process"
_STATUS = "`llm memory status`"
_REPORT = "the same without start-up"
_MEASURES = (_WAKE_UP, _FRESH, _STATUS, _REPORT)

Costs = dict[int, dict[str, list[Cost]]]


def compared(largest: int, rounds: int) -> tuple[list[Row], list[Panel]]:
    """Return a row for each measure and size, and the plot's panel."""
    sizes = [size for size in SIZES if size <= largest]
    with ExitStack() as stack:
        homes = {size: stack.enter_context(home()) for size in sizes}
        _check_disk(homes[sizes[0]], sum(sizes))
        for size, product in homes.items():
            _fill(product, size)
        costs = _measured(homes, rounds)
    rows = [_row(measure, size, costs) for measure in _MEASURES for size in sizes]
    bars = []
    for size in sizes:
        milliseconds = spread([cost.user for cost in costs[size][_WAKE_UP]]).median * 1000
        bars.append((f"{size:,} turns", milliseconds, f"{milliseconds:.1f} ms"))
    return rows, [Panel("CPU of a wake-up of the daemon, ms", bars)]


def _check_disk(product: Product, turns: int) -> None:
    needed = turns * large_log.BYTES_PER_TURN
    if shutil.disk_usage(product.base).free < 1.2 * needed:
        raise SystemExit(f"{product.base} has not the {needed / 1e9:.1f} GB that this takes.")


def _fill(product: Product, size: int) -> None:
    """Give the home a log of that size, and enter all turns into its ledger."""
    first = time.time() - size * 60 - 7 * 86400
    started = time.monotonic()
    large_log.write(product.user_path / "logs.db", size, first)
    say(f"{size:,} turns written in {time.monotonic() - started:.0f} s")
    started = time.monotonic()
    large_log.account(product.folder, first)
    say(f"{size:,} turns accounted for in {time.monotonic() - started:.0f} s")


def _measured(homes: dict[int, Product], rounds: int) -> Costs:
    costs: Costs = {size: {measure: [] for measure in _MEASURES} for size in homes}
    for number in range(rounds + 1):
        say(f"large logs: round {number} of {rounds}")
        for size, product in homes.items():
            for measure, cost in _round(product, size, number).items():
                if number:  # the first warms the caches
                    costs[size][measure].append(cost)
    return costs


def _round(product: Product, size: int, number: int) -> dict[str, Cost]:
    taken = {}
    for nth, measure in enumerate(_MEASURES):
        # Each wake-up and each `status` finds one new turn.
        place = size + number * len(_MEASURES) + nth
        large_log.add(product.user_path / "logs.db", place, time.time())
        taken[measure] = _cost(product, measure)
    return taken


def _cost(product: Product, measure: str) -> Cost:
    folder = product.folder
    if measure == _WAKE_UP:
        return Cost(*daemon_wakeup.taken(lambda: daemon_wakeup.wake_up(folder)))
    if measure == _FRESH:
        command = [sys.executable, daemon_wakeup.__file__, str(folder.path)]
        shown = subprocess.run(command, capture_output=True, check=True).stdout
        cpu, wall = map(float, shown.split())
        return Cost(cpu, wall)
    if measure == _STATUS:
        cost, _ = timed([product.llm_path, "memory", "status"], product.env, product.home)
        return cost
    settings = Settings()
    return Cost(
        *daemon_wakeup.taken(lambda: status.report(folder, settings, product.env, product.home))
    )


def _row(measure: str, size: int, costs: Costs) -> Row:
    taken, base = costs[size][measure], costs[SIZES[0]][measure]
    cpu, wall = (_median(taken, which) for which in ("user", "wall"))
    name = f"{measure}: CPU / wall time at {size:,} turns"
    if size == SIZES[0]:
        return Row(name, "–", f"{cpu:.1f} / {wall:.1f} ms")
    grown = [ratios(taken, base, which).median for which in ("user", "wall")]
    cell = f"{cpu:.1f} / {wall:.1f} ms (× {grown[0]:.2f} / {grown[1]:.2f})"
    worst = max(grown if measure == _STATUS else grown[:1])
    return Row(name, "–", cell, "", f"× {BAR}", worst <= BAR)


def _median(costs: Sequence[Cost], which: str) -> float:
    return spread([getattr(cost, which) for cost in costs]).median * 1000
