"""The cost of a command with memory compared with bare llm, and with the ancestor and its llm."""

import json
import re
import shlex
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import harness
from harness import ROOT, Cost, Panel, archive_of, home, profile_of, quickest, say, spread, timed
from support.product import Product

BAR = 1.03
ARCHIVE_BAR = 1.05
RECALL_BAR = 1.06
IMPORT_BAR = 3.0
WARM_UP = 2

# With an llm newer than 0.31.1 the ancestor learns nothing, as these log to other tables. A new
# environment needs httpx, which openai no longer brings along.
_OLD_LLM = ["llm==0.31.1", "httpx"]

# The packages in the virtual environment of each variant.
VARIANTS = {
    "bare": ["llm"],
    "ours": [str(ROOT)],
    "old": _OLD_LLM,
    "ancestor": [*_OLD_LLM, "llm-user-memory==0.1.1"],
}

_COUNTED = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

_PROBE = """
import json, os, time
import click, llm.cli
del os.environ["LLM_LOAD_PLUGINS"]  # the daemon was started without it
clock = time.process_time  # what else the machine does is none of our cost
moments = [clock()]
import llm_user_memory.plugin
moments.append(clock())
from llm_user_memory.inject import context
moments.append(clock())
prompt = llm.cli.cli.commands["prompt"]
ctx = click.Context(prompt, info_name="prompt", parent=click.Context(llm.cli.cli))
ctx.params = {"prompt": "hello", "fragments": (), "system_fragments": ()}
context.additions(ctx)
found = context.inject("auto", ctx)
moments.append(clock())
assert found.fragments[-1].startswith('<user_memory learning="on"'), found
print(json.dumps([(b - a) * 1000 for a, b in zip(moments, moments[1:])]))
"""


@dataclass(frozen=True)
class Row:
    """A command to measure, in homes of its own."""

    name: str
    words: Sequence[str]
    profile: str = ""
    # A command that is run before each round without being measured, so that the log does not grow.
    before: Sequence[str] = ()
    bar: float = BAR
    # The user's notes, which are indexed before and recalled.
    notes: str = ""


NOTES = "\n".join(
    f"## {number // 60:02}:{number % 60:02}\n\n{line.removeprefix('- ')}\n"
    for number, line in enumerate(archive_of(500).splitlines())
    if line.startswith("- ")
)
ARCHIVED = profile_of(2_000) + archive_of(5_000)
ROWS = (
    Row("`llm --version`", ["--version"]),
    Row("`llm hello`, no profile", ["hello"]),
    Row("`llm hello`, 2 kB profile", ["hello"], profile_of(2_000)),
    Row("`llm hello`, 50 kB profile", ["hello"], profile_of(50_000)),
    Row("`llm hello`, 2 kB profile, 5,000 archived facts", ["hello"], ARCHIVED, bar=ARCHIVE_BAR),
    Row(
        "a prompt on which five of 5,000 archived facts bear",
        ["where is my amber anvil from series 7?"],
        ARCHIVED,
        bar=ARCHIVE_BAR,
    ),
    Row(
        "`llm hello`, 2 kB profile with local facts",
        ["hello"],
        profile_of(2_000) + "- Takes insulin #local\n- Has a cat #local\n",
        bar=ARCHIVE_BAR,
    ),
    Row("`llm -c hello`, 2 kB profile", ["-c", "hello"], profile_of(2_000), ["hello"]),
    Row(
        "a prompt that recalls passages, of 500 (LLM_MEMORY_RECALL=true)",
        ["where is my jade inkwell from series 3?"],
        profile_of(2_000),
        bar=RECALL_BAR,
        notes=NOTES,
    ),
)


def compared(
    programs: Mapping[str, Path], rounds: int, commands: int, is_counted: bool
) -> tuple[list[harness.Row], list[Panel]]:
    """Return the rows of the start-up costs, and the plot's panel.

    With `is_counted`, also the instructions; valgrind takes a minute for each row.
    """
    rows: list[harness.Row] = []
    bars: list[tuple[str, float, str]] = []
    for row in ROWS[:commands]:
        say(f"start-up: {row.name}")
        costs, instructions = _measured(row, programs, rounds, is_counted)
        rows += _rows(row, costs, instructions)
        bars += _bars(row, costs)
    return rows, [Panel("User CPU, times that of llm alone", bars, BAR)]


def _rows(row: Row, costs: Mapping[str, list[Cost]], instructions: str) -> list[harness.Row]:
    user, wall = (quickest(costs["bare"], field) * 1000 for field in ("user", "wall"))
    ours, ours_wall = (_ratio(costs, "ours", "bare", field) for field in ("user", "wall"))
    theirs, theirs_wall = (_ancestor(costs, field) for field in ("user", "wall"))
    counted = f"; instructions × {instructions}" if instructions else ""
    return [
        harness.Row(f"{row.name}: user CPU", f"{user:.0f} ms", f"× {ours:.3f}{counted}", theirs,
                  f"× {row.bar}", ours <= row.bar),
        harness.Row(f"{row.name}: wall time", f"{wall:.0f} ms", f"× {ours_wall:.3f}", theirs_wall),
    ]  # fmt: skip


def _bars(row: Row, costs: Mapping[str, list[Cost]]) -> list[tuple[str, float, str]]:
    ours = _ratio(costs, "ours", "bare", "user")
    found = [(row.name.replace("`", ""), ours, f"{ours:.2f}")]
    if not _fails(costs):
        ancestor = _ratio(costs, "ancestor", "old", "user")
        found.append(("0.1.1", ancestor, f"{ancestor:.2f}"))
    return found


def _ratio(costs: Mapping[str, list[Cost]], name: str, base: str, field: str) -> float:
    return quickest(costs[name], field) / quickest(costs[base], field)


def importing(llm: Path, runs: int) -> list[harness.Row]:
    """Return the rows about importing and one injection, in milliseconds."""
    say("import")
    python = str(llm.with_name("python"))
    with home(llm) as product:
        prepare(product, profile_of(2000))
        env = {**product.env, "LLM_LOAD_PLUGINS": ""}  # or llm.cli imports the plugin itself
        found = [_probed(python, env, product.home) for _ in range(runs)]
    names = (
        "import of the plugin: every `llm` call",
        "import of what injects: prompts only",
        "one injection: prompts only",
    )
    rows = []
    for name, took in zip(names, map(spread, zip(*found, strict=True)), strict=True):
        cell = f"{took.median:.2f} ms ({took.low:.2f} to {took.high:.2f})"
        is_plugin = name == names[0]
        bar, within = (
            (f"{IMPORT_BAR:.0f} ms", took.median < IMPORT_BAR) if is_plugin else ("", None)
        )
        rows.append(harness.Row(name, "–", cell, "", bar, within))
    return rows


def typed(
    name: str, product: Product, words: Sequence[str], under: Sequence[str] = ()
) -> tuple[Cost, str]:
    """Run `llm` as the variant's shell function does, perhaps under another program."""
    env = {**product.env, "PYTHONHASHSEED": "0"}
    if name == "ours":
        env["LLM_MEMORY_INJECT"] = "auto"
        env["LLM_MEMORY_COMMAND_LINE"] = shlex.join(["llm", *words])
    added = ["-f", "memory:auto"] if name == "ancestor" else []
    python = str(Path(product.llm_path).with_name("python"))
    command = [*under, python, product.llm_path, *added, *words]
    return timed(command, env, product.home)


def prepare(product: Product, profile: str, name: str = "ours", notes: str = "") -> int:
    """Bring a home into the state of daily use: one logged prompt, an idle daemon; return its pid.

    Notes are indexed, and prompts recall them.
    """
    if profile:
        product.folder.path.mkdir()
        product.folder.profile.write_text(profile)
    typed(name, product, ["hello"])
    if name != "ours":
        return 0
    if notes:
        product.folder.notes.mkdir()
        (product.folder.notes / "2026-01-02.md").write_text(notes)
        product.run("memory", "reindex")
        product.env["LLM_MEMORY_RECALL"] = "true"
    product.run("memory", "daemon", "start")
    return int(product.status()["daemon"]["pid"])


def _measured(
    row: Row, programs: Mapping[str, Path], rounds: int, is_counted: bool
) -> tuple[dict[str, list[Cost]], str]:
    """The costs of each variant in each round, and the ratio of instructions of ours to bare."""
    costs: dict[str, list[Cost]] = {name: [] for name in programs}
    with ExitStack() as stack:
        homes = {name: stack.enter_context(home(llm)) for name, llm in programs.items()}
        pids = {
            name: prepare(product, row.profile, name, row.notes) for name, product in homes.items()
        }
        for number in range(WARM_UP + rounds):
            for name, product in homes.items():
                if name == "ancestor" and costs[name] and costs[name][-1].code:
                    continue  # its shell function breaks this command
                cost = _round(name, product, row)
                if number >= WARM_UP:
                    costs[name].append(cost)
        _prove(homes["ours"], row, pids["ours"])
        if not is_counted or not shutil.which("valgrind"):
            return costs, ""
        bare, ours = (_instructions(name, homes[name], row) for name in ("bare", "ours"))
    return costs, f"{ours / bare:.3f}"


def _round(name: str, product: Product, row: Row) -> Cost:
    if row.before:
        typed(name, product, row.before)
    cost, shown = typed(name, product, row.words)
    if cost.code and name != "ancestor":
        raise SystemExit(f"{name}: {row.name} failed: {shown}")
    return cost


def _instructions(name: str, product: Product, row: Row) -> int:
    """Return the instructions of the command; two runs differ by a few in ten thousand."""
    if row.before:
        typed(name, product, row.before)
    _, shown = typed(name, product, row.words, _COUNTED)
    counted = re.search(r"I *refs: *([\d,]+)", shown)
    if not counted:
        raise SystemExit(f"valgrind has not counted: {shown}")
    return int(counted[1].replace(",", ""))


def _prove(product: Product, row: Row, daemon: int) -> None:
    """Assert that the real path was measured: consent was on, and one daemon ran all the time."""
    with sqlite3.connect(product.user_path / "logs.db") as db:
        unmarked = db.execute(
            """select count(*) from turns t where not exists (select 1 from turn_fragments x
            join fragments f on f.id = x.fragment_id
            where x.turn_id = t.id and f.content like '<user_memory learning="on"%')"""
        ).fetchone()[0]
        recalled = db.execute("select 1 from fragments where content like '%jade inkwell%'")
        lacks = bool(row.notes) and not recalled.fetchone()
    db.close()
    if lacks or unmarked or product.status()["daemon"].get("pid") != daemon:
        why = "nothing was recalled" if lacks else f"{unmarked} turns without consent"
        raise SystemExit(f"{row.name}: not the real path ({why})")


def _fails(costs: Mapping[str, list[Cost]]) -> bool:
    """Whether the ancestor's shell function turns the command into a usage error."""
    return any(cost.code for cost in costs["ancestor"])


def _ancestor(costs: Mapping[str, list[Cost]], field: str) -> str:
    """The ancestor's ratio to the same old llm without it."""
    return "fails" if _fails(costs) else f"× {_ratio(costs, 'ancestor', 'old', field):.2f}"


def _probed(python: str, env: Mapping[str, str], cwd: Path) -> list[float]:
    cost, shown = timed([python, "-c", _PROBE], env, cwd)
    if cost.code:
        raise SystemExit(shown)
    return [float(ms) for ms in json.loads(shown.splitlines()[-1])]
