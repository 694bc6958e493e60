"""The cost of memory, compared with bare `llm` and with the ancestor: `make benchmark`.

    .venvs/newest/bin/python benchmarks/compare.py [PART ...] [--quick] [--docs FOLDER]

Writes the table into docs/benchmarks.md and the plot to docs/benchmarks.svg, and takes some forty
minutes, one of them for the environments. With --quick, or with only some parts, it takes three
minutes, and writes only to a given FOLDER. Needs 4 GB of disk for some minutes.

startup        bare `llm`, this tree, the ancestor, and the old llm that the ancestor needs without
               the ancestor, called in turn on a terminal: ratios of user CPU and wall time, and of
               instructions, if valgrind is installed
commands       `llm memory path`, `show`, `status`, `--help` and a completion, against bare `llm`;
               `search` by words and by meaning, against `llm --version` in the same environment
import         the time of importing our plugin, and of adding the profile to a prompt
idle           CPU time and memory of a daemon that has nothing to do
conversations  the same fifty with both: requests, tokens, facts learned, and how soon
scale          a wake-up of the daemon and `status` at 1,000 to 1,000,000 turns
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import bar_chart
import commands
import conversations
import idle_daemon
import scale
import startup
from harness import ROOT, Panel, Row, clean, environment, machine, publish, rows_table, say

PARTS = ("startup", "commands", "import", "idle", "conversations", "scale")


@dataclass(frozen=True)
class Extent:
    """The extent of the measurements: rounds, sizes and durations."""

    rounds: int
    commands: int
    command_rounds: int
    is_counted: bool
    idle_seconds: float
    conversations: int
    largest_log: int
    log_rounds: int


FULL = Extent(20, len(startup.ROWS), 40, True, 90.0, conversations.NUMBER, scale.SIZES[-1], 20)
QUICK = Extent(3, 3, 3, False, 10.0, 8, 10_000, 3)


def main() -> None:
    given = _arguments()
    extent = QUICK if given.quick else FULL
    say("making the environments")
    programs = {
        name: environment(given.venvs, f"bench-{name}", *requirements)
        for name, requirements in startup.VARIANTS.items()
    }
    with_local = environment(given.venvs, "bench-local", commands.LOCAL)
    measures: dict[str, Callable[[], tuple[list[Row], list[Panel]]]] = {
        "startup": lambda: startup.compared(
            programs, extent.rounds, extent.commands, extent.is_counted
        ),
        "commands": lambda: (
            commands.compared({**programs, "local": with_local}, extent.command_rounds),
            [],
        ),
        "import": lambda: (startup.importing(programs["ours"], extent.rounds), []),
        "idle": lambda: (idle_daemon.idle(programs["ours"], extent.idle_seconds), []),
        "conversations": lambda: conversations.compared(programs, extent.conversations),
        "scale": lambda: scale.compared(extent.largest_log, extent.log_rounds),
    }
    rows: list[Row] = []
    panels: list[Panel] = []
    try:
        for part in given.part or PARTS:
            found = measures[part]()
            say(rows_table(found[0]))  # is not lost if a later part fails
            rows += found[0]
            panels += found[1]
    finally:
        clean()
    page = given.docs / "benchmarks.md" if given.docs else None
    publish("compared", [rows_table(rows)], page)
    if page:
        page.with_suffix(".svg").write_text(bar_chart.drawn(panels, machine()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "part", nargs="*", choices=[[], *PARTS], metavar="PART", help="default: all"
    )
    parser.add_argument("--quick", action="store_true", help="a look in three minutes")
    parser.add_argument("--docs", type=Path, help="the folder with benchmarks.md to write to")
    parser.add_argument("--venvs", type=Path, default=ROOT / ".venvs", help="where they are made")
    given = parser.parse_args()
    if not given.quick and not given.part and given.docs is None:
        given.docs = ROOT / "docs"
    return given


if __name__ == "__main__":
    main()
