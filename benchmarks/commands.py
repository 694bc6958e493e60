"""The CPU time of `llm memory` commands, compared with `llm --version` of a bare llm.

    .venvs/newest/bin/python benchmarks/commands.py [--rounds N]

A command that only reads should feel as quick as `llm` itself; the difference is what it imports.
Each round runs every command once, each on its own terminal. The result is the median, over the
rounds, of the ratio of user CPU. A completion is compared with a completion of bare llm. A search
is compared with `llm --version` in the same environment, because search by meaning needs numpy,
which every `llm` command then imports, with or without memory.
"""

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import harness
import large_log
import startup
from harness import ROOT, Cost, clean, environment, home, profile_of, publish, ratios, say, timed
from support.product import Product

WARM_UP = 2
READING, TELLING = 1.08, 1.15
BY_WORDS, BY_MEANING = 1.25, 1.6

SEARCHED = 500
"""Turns in the log that is searched."""


@dataclass(frozen=True)
class Command:
    """A command with memory, and the command of bare llm that it is compared with."""

    words: Sequence[str]
    bar: float | None = None
    bare: Sequence[str] = ("--version",)
    env: Mapping[str, str] = field(default_factory=dict)
    bare_env: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        typed = self.env.get("COMP_WORDS")
        return f"completion of `{typed}`" if typed else f"`llm {shlex.join(self.words)}`"


def _completing(typed: str) -> dict[str, str]:
    last = str(len(typed.split()) - 1)
    return {"_LLM_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": last}


COMMANDS = (
    Command(["memory", "path"], READING),
    Command(["memory", "show"], READING),
    Command(["memory", "status"], TELLING),
    Command(["memory", "--help"], READING, ["--help"]),
    Command([], READING, [], _completing("llm memory s"), _completing("llm mod")),
)
SEARCHES = {
    "ours": Command(["memory", "search", "--mode", "words", "nails for oak"], BY_WORDS),
    "local": Command(["memory", "search", "nails for oak"], BY_MEANING),
}
"""The environment of each search: without the extra `local`, and with it."""

LOCAL = f"{ROOT}[local]"


def compared(programs: Mapping[str, Path], rounds: int) -> list[harness.Row]:
    """Return the rows of what the commands cost.

    `programs` are those of `startup.VARIANTS`, and "local" is the one with the extra `local`.
    """
    with home(programs["bare"]) as bare, home(programs["ours"]) as ours:
        startup.prepare(bare, "", "bare")
        startup.prepare(ours, profile_of(2_000))
        rows = [_row(command, bare, ours, rounds) for command in COMMANDS]
    for name, command in SEARCHES.items():
        with home(programs[name]) as product:
            _prepare_search(product, by_meaning=name == "local")
            rows.append(_row(command, product, product, rounds))
    return rows


def _prepare_search(product: Product, *, by_meaning: bool) -> None:
    """Make a home whose log is indexed, as after the first search."""
    first = time.time() - (SEARCHED + 1) * 60
    large_log.write(product.folder.logs, SEARCHED, first)
    startup.prepare(product, profile_of(2_000))
    indexed = product.run("memory", "reindex").out
    if ("by meaning with" in indexed) != by_meaning:
        raise SystemExit(f"the index is not what is to be measured: {indexed}")


def _row(command: Command, bare: Product, ours: Product, rounds: int) -> harness.Row:
    say(f"commands: {command.name}")
    base: list[Cost] = []
    costs: list[Cost] = []
    for number in range(WARM_UP + rounds):
        # Each of the two runs first in half of the rounds, as the second may find warmer caches.
        pair = [(bare, command.bare, command.bare_env, base)]
        pair.insert(number % 2, (ours, command.words, command.env, costs))
        for product, words, env, into in pair:
            cost = _cost(product, words, env)
            if number >= WARM_UP:
                into.append(cost)
    ratio = ratios(costs, base, "user")
    alone = harness.spread([cost.user * 1000 for cost in base]).median
    within = None if command.bar is None else ratio.median <= command.bar
    cell = f"× {ratio.median:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"
    bar = f"× {command.bar}" if command.bar else ""
    return harness.Row(f"{command.name}: user CPU", f"{alone:.0f} ms", cell, "", bar, within)


def _cost(product: Product, words: Sequence[str], env: Mapping[str, str]) -> Cost:
    python = str(Path(product.llm_path).with_name("python"))
    command = [python, product.llm_path, *words]
    cost, shown = timed(command, {**product.env, "PYTHONHASHSEED": "0", **env}, product.home)
    if cost.code or not shown:
        raise SystemExit(f"{words or env} failed: {shown}")
    return cost


def main() -> None:
    parser = harness.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="how often each is run")
    given = parser.parse_args()
    say("making the environments")
    programs = {
        name: environment(ROOT / ".venvs", f"bench-{name}", *startup.VARIANTS[name])
        for name in ("bare", "ours")
    }
    programs["local"] = environment(ROOT / ".venvs", "bench-local", LOCAL)
    try:
        publish("commands", [harness.rows_table(compared(programs, given.rounds))], given.write)
    finally:
        clean()


if __name__ == "__main__":
    main()
