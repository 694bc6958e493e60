"""What memory costs: start-up, import, the idle daemon, the wait for a request, its output.

    .venvs/newest/bin/python benchmarks/cost.py [PART ...] [--write docs/benchmarks.md]

The parts, which take twenty minutes together:

startup  bare `llm`, this tree installed, and the ancestor, called in turn on a terminal with the
         daemon running: medians of the ratios of each round, and their middle half; where there
         is valgrind also the count of instructions, which nothing else on the machine disturbs
import   what every `llm` call loads of ours, and what a prompt does
idle     two minutes of a daemon that has nothing to do
request  from the end of the quiet interval to the request
output   of an update, in tokens
"""

from collections.abc import Callable
from pathlib import Path

import upkeep
from bench import ROOT, arguments, clean, environment, publish, say
from startup import VARIANTS, importing, startup

PARTS = ("startup", "import", "idle", "request", "output")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("part", nargs="*", metavar="PART", help="default: all")
    parser.add_argument("--rounds", type=int, default=60, help="of each start-up (60)")
    parser.add_argument("--venvs", type=Path, default=ROOT / ".venvs", help="where they are made")
    given = parser.parse_args()
    parts = given.part or PARTS
    if unknown := set(parts).difference(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    say("making the environments")
    programs = {
        name: environment(given.venvs, f"bench-{name}", *requirements)
        for name, requirements in VARIANTS.items()
    }
    ours = programs["ours"]
    measures: dict[str, tuple[str, Callable[[], str]]] = {
        "startup": ("### Start-up", lambda: startup(programs, given.rounds)),
        "import": ("### Import", lambda: importing(ours, given.rounds)),
        "idle": ("### The idle daemon", lambda: upkeep.idle(ours)),
        "request": ("### From the end of the quiet interval", lambda: upkeep.request(ours)),
        "output": ("### Output of an update", lambda: upkeep.output(ours)),
    }
    try:
        sections = (f"{measures[part][0]}\n\n{measures[part][1]()}" for part in parts)
        publish("cost", sections, given.write)
    finally:
        clean()


if __name__ == "__main__":
    main()
