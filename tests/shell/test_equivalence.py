"""With the shell function and without: the same output, errors and exit codes, byte for byte.

The only difference is that prompts carry the profile. Each table of `equivalence_rows` runs twice
in a shell, in two copies of a home at the same path. Then the output, the requests to the models
and the log are compared, without the profile.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import llm
import pytest
from click.testing import CliRunner
from llm.cli import cli
from support import torture
from support.equivalence_rows import (
    ANSWERS,
    ASKED,
    CALLS,
    EVERY,
    INTERACTIVE,
    NOT_BARE,
    PROMPTS,
    READING,
    TYPED,
    WITHOUT_PLUGIN,
    Row,
    Typed,
)
from support.product import PLUGINS, Product, Ran, Terminal, until

pytestmark = [
    pytest.mark.torture,
    pytest.mark.once,
    pytest.mark.shell,
    pytest.mark.product,
    pytest.mark.timeout(1800),
]

FILES = Path(__file__).parents[2] / "shell"
SHELLS = {
    "bash": ["--noprofile", "--norc"],
    "zsh": ["-f"],
    "fish": ["--no-config"],
    "dash": [],
}
# zsh defines the function for a person only; without jobs, as there is no terminal.
AS_TYPED = {"zsh": ["-o", "interactive", "+m"]}
# bash and zsh read lines as the terminal gives them: nothing is redrawn.
AT_TERMINAL = {"bash": ["--noediting", "-i"], "zsh": ["+Z", "-i"], "fish": ["-i"]}
PROFILE = "# User Profile\n\n## Interests\n- Keeps bees\n"
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082"
)
_DISCOVER = """
import click, json
from llm.cli import cli

def commands(command, path):
    yield path
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            yield from commands(command.get_command(ctx, name), [*path, name])

print(json.dumps([" ".join(path) for path in commands(cli, ["llm"])]))
"""
# Of a logged turn: what no two runs share, and what follows from the profile being in the prompt.
_OWN = ("id", "conversation_id", "datetime_utc", "duration_ms")
_FOLLOWS = ("conversation_name", "input_tokens")
# Our text, also as it stands in JSON; behind what a user wrote it begins a line.
_OURS = r"(?:(?:<user_memory>.*?</user_memory>|<user_memory learning=[^>]*/>)(?:\n|\\n)*)+"
_MEMORY = re.compile(rf"\n{_OURS}\Z|{_OURS}", re.DOTALL)

T = TypeVar("T", Row, Typed)


@dataclass(frozen=True)
class Run:
    """What one run of a table gave."""

    ended: list[Ran]
    asked: list[dict[str, Any]]
    logged: list[Any]


Runner = Callable[[Product, str, Path, Sequence[T]], list[Ran]]


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which llm was used before, and which has a profile."""
    product = Product(tmp_path_factory.mktemp("seed") / "here")
    product.answer(prompts=ANSWERS)
    home = product.home
    (home / "no-function").touch()
    (home / "page.txt").write_text("a page of text\n")
    (home / "other.txt").write_text("another page\n")
    (home / "picture.png").write_bytes(PICTURE)
    (home / "bin").mkdir()
    executable(home / "script", '#!/bin/sh\nllm "$@"\n')
    executable(home / "bin" / "my-llm", '#!/bin/sh\nexec llm -s mine "$@"\n')
    executable(home / "bin" / "uvx", '#!/bin/sh\necho "Resolved" >&2\nexec "$@"\n')
    templates = product.user_path / "templates"
    templates.mkdir()
    (templates / "polite.yaml").write_text("system: Say please\n")
    (templates / "about.yaml").write_text("prompt: 'Of $thing: $input'\n")
    assert product.run("memory", "load", "-", stdin=PROFILE).code == 0
    assert product.run("Before all this").code == 0
    (product.scripted / "requests.jsonl").unlink()
    product.end()
    return product.base


@pytest.fixture(scope="module")
def commands(seed: Path) -> list[Row]:
    """Every command of llm, asked for help, and without arguments where that can be compared."""
    env = {**os.environ, "LLM_USER_PATH": str(seed / "llm"), "PYTHONPATH": str(PLUGINS)}
    found = subprocess.run(
        [sys.executable, "-c", _DISCOVER], env=env, capture_output=True, text=True, check=True
    )
    names: list[str] = json.loads(found.stdout)
    assert {"llm prompt", "llm logs list", "llm memory show", "llm elsewhere"} <= set(names), names
    helps = [Row(f"{name} --help") for name in names]
    return helps + [Row(name) for name in names if name not in NOT_BARE]


@pytest.fixture(scope="module")
def plain_llm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An `llm` in an environment of its own, in which everything is installed but the plugin."""
    environment = tmp_path_factory.mktemp("plain") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    [site] = environment.glob("lib/python*/site-packages")
    for installed in Path(llm.__file__).parents[1].iterdir():
        if "llm_user_memory" not in installed.name:
            (site / installed.name).symlink_to(installed)
    path = environment / "bin" / "llm"
    executable(path, f"#!{environment}/bin/python\nfrom llm.cli import cli\n\ncli()\n")
    return path


# The tables


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_every_command(tmp_path: Path, seed: Path, commands: list[Row], shell: str) -> None:
    compare(tmp_path, seed, shell, part(commands, shell, 2))


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_every_way_to_call_llm(tmp_path: Path, seed: Path, shell: str) -> None:
    compare(tmp_path, seed, shell, part(CALLS, shell, 3))


@pytest.mark.parametrize("placement", ["prompt", "system"])
@pytest.mark.parametrize("shell", INTERACTIVE)
def test_every_kind_of_prompt(tmp_path: Path, seed: Path, shell: str, placement: str) -> None:
    env = {"LLM_MEMORY_PLACEMENT": placement}
    without, with_it = compare(tmp_path, seed, shell, part(PROMPTS, shell, 2), env=env)
    assert not carrying(without)
    assert carrying(with_it), "no prompt carries the profile, so nothing was compared"


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_every_line_typed_at_a_terminal(tmp_path: Path, seed: Path, shell: str) -> None:
    rows = part(TYPED, shell, 2)
    without, with_it = compare(tmp_path, seed, shell, rows, run_typed)
    assert not carrying(without)
    assert carrying(with_it), "no prompt carries the profile, so nothing was compared"


def test_in_dash_the_file_does_nothing(tmp_path: Path, seed: Path) -> None:
    rows = part(CALLS, "dash", 2)
    without, with_it = compare(tmp_path, seed, "dash", rows)
    assert len(carrying(without)) == len(carrying(with_it))


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_an_llm_without_the_plugin(tmp_path: Path, seed: Path, plain_llm: Path, shell: str) -> None:
    rows = part(WITHOUT_PLUGIN, shell, 2)
    without, with_it = compare(tmp_path, seed, shell, rows, plain_llm=plain_llm)
    assert not carrying(without) and not carrying(with_it)


def part(rows: Sequence[T], shell: str, sample: int) -> list[T]:
    """Return the rows for a shell; in a sample each shell has other ones."""
    wanted = [row for row in rows if shell in row.shells]
    start = EVERY.index(shell) * len(wanted) // sample // len(EVERY)
    return torture.sample([*wanted[start:], *wanted[:start]], sample)


# Running and comparing


def compare(
    base: Path,
    seed: Path,
    shell: str,
    rows: Sequence[T],
    run: "Runner[T] | None" = None,
    plain_llm: Path | None = None,
    env: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Run, Run]:
    """Run the rows without the function and with it; assert that nothing differs but memory."""
    require(shell)
    file = FILES / f"llm-memory.{'bash' if shell == 'dash' else shell}"
    runs = []
    for function in ("no-function", file):
        with copied(seed, base / "here", plain_llm) as product:
            product.env.update(env)
            ended = (run or run_rows)(product, shell, product.home / function, rows)
            runs.append(Run(ended, product.prompts(), logged(product)))
    without, with_it = runs
    different = [
        f"{row.said_in(shell)}\n  without: {plain}\n  with:    {other}"
        for row, plain, other in zip(rows, without.ended, with_it.ended, strict=True)
        if _shown(plain) != _shown(other)
    ]
    torture.tally(
        f"the same with the function and without, {shell}",
        runs=2,
        rows=len(rows),
        different=len(different),
    )
    assert not different, "\n".join(different)
    assert asked(without) == asked(with_it)
    assert without.logged == with_it.logged
    return without, with_it


def _shown(ran: Ran) -> Ran:
    """What a row gave, without times, and the profile taken out where it lists what was logged."""
    return Ran(ran.code, _timeless(_MEMORY.sub("", ran.out)), _timeless(ran.err))


def _timeless(text: str) -> str:
    """The text without times of day, seconds that something took, and process ids."""
    return re.sub(r"\b\d\d:\d\d(?::\d\d,\d+)?\b|\bafter \d+ s\b|\bpid \d+", "...", text)


@contextmanager
def copied(seed: Path, here: Path, plain_llm: Path | None) -> Iterator[Product]:
    """A copy of the seed's home, at a path that is free again afterwards."""
    product = Product(here, str(plain_llm) if plain_llm else None)
    shutil.copytree(seed, here, dirs_exist_ok=True, symlinks=True)
    product.env["PATH"] = f"{product.home / 'bin'}:{product.env['PATH']}"
    product.env |= {"LLM_MEMORY_NEWS": "false", "EDITOR": "true"}
    product.env["PYTHONHASHSEED"] = "0"  # llm lists sets
    try:
        yield product
    finally:
        product.end()
        shutil.rmtree(here)


def run_rows(product: Product, shell: str, function: Path, rows: Sequence[Row]) -> list[Ran]:
    """Run the rows in one shell that reads them from a file; return how each ended."""
    ended = product.base / "ended"
    ended.mkdir()
    begin, end, status = ("begin", "end", "$status") if shell == "fish" else ("{", "}", "$?")
    script = product.home / "rows"
    script.write_text(
        "".join(
            f"{begin}\n{row.said_in(shell)}\n"
            f'{end} </dev/null >"$ENDED/{n}.out" 2>"$ENDED/{n}.err"\n'
            f'echo {status} >"$ENDED/{n}.code"\n'
            for n, row in enumerate(rows)
        )
    )
    path = require(shell)
    env = {"SH": path, "FUNCTION": str(function), "ENDED": str(ended)}
    source = '. "$FUNCTION"' if shell != "fish" else "source $FUNCTION"
    ran = subprocess.run(
        [
            path,
            *SHELLS[shell],
            *AS_TYPED.get(shell, ()),
            "-c",
            f"{source}; {source.split()[0]} ./rows",
        ],
        env={**product.env, **env},
        cwd=product.home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    return [_ended(ended / str(n), row.varies) for n, row in enumerate(rows)]


def _ended(path: Path, varies: str) -> Ran:
    out, err = (
        path.with_suffix(suffix).read_bytes().decode(errors="backslashreplace")
        for suffix in (".out", ".err")
    )
    if varies:
        out, err = re.sub(varies, "...", out), re.sub(varies, "...", err)
    return Ran(int(path.with_suffix(".code").read_text()), out, err)


def run_typed(product: Product, shell: str, function: Path, rows: Sequence[Typed]) -> list[Ran]:
    """Type the rows in one shell at a terminal; return how each ended."""
    env = {"PS1": "", "PS2": "", "fish_greeting": "", "FUNCTION": str(function)}
    options = [*SHELLS[shell], *AT_TERMINAL[shell]]
    status = "$status" if shell == "fish" else "$?"
    with product.terminal(*options, command=require(shell), env=env) as screen:
        screen.send('. "$FUNCTION"\n')
        return [_type(product, screen, n, row, shell, status) for n, row in enumerate(rows)]


def _type(product: Product, screen: Terminal, n: int, row: Typed, shell: str, status: str) -> Ran:
    asked = len(product.prompts())
    # The marks are written in two parts, so that the echo of the line is not taken for them.
    screen.send(
        f"printf '%s%s\\n' begin {n}; {row.said_in(shell)}; printf '%s%s %s\\n' end {n} {status}\n"
    )
    screen.wait_for(f"begin{n}\r\n")
    shown = ""
    for awaited, keys in row.keys:
        if awaited == ASKED:
            asked += 1
            until(lambda count=asked: len(product.prompts()) >= count, f"{row}: a request")
        elif awaited != READING:
            shown += screen.wait_for(awaited)
        if keys:
            until(Waiting(screen), f"{row}: that llm waits")
            screen.send(keys)
    # Where Ctrl-C ended more than llm, the shell is back without having said so.
    back = Waiting(screen, of_shell=True)
    until(lambda: screen.shows(f"end{n} ") or back(), f"{row}: that the shell goes on")
    if not screen.shows(f"end{n} "):
        screen.send(f"printf '%s%s %s\\n' end {n} {status}\n")
    shown += screen.wait_for(f"end{n} ")
    return Ran(int(screen.wait_for("\n")), shown)


class Waiting:
    """Whether what runs in a terminal's foreground, or the shell, only waits, several looks long.

    A key that interrupts means something else while Python is still loading.
    """

    def __init__(self, screen: Terminal, *, of_shell: bool = False) -> None:
        self.screen = screen
        self.of_shell = of_shell
        self.looks = 0

    def __call__(self) -> bool:
        group = os.tcgetpgrp(self.screen.master)
        listed = subprocess.run(
            ["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True
        ).stdout
        states = [line.split()[1] for line in listed.splitlines() if int(line.split()[0]) == group]
        wanted = (group == self.screen.process.pid) == self.of_shell
        sleeps = wanted and bool(states) and all(state.startswith("S") for state in states)
        self.looks = self.looks + 1 if sleeps else 0
        return self.looks >= 5


# What models were asked, and what was logged


def asked(run: Run) -> list[dict[str, Any]]:
    """Return what the models were asked, with the profile taken out.

    Without the plugin nothing removes the profile's variable, so the model sees it there.
    tests/inject/test_context.py tests what the model sees with the plugin.
    """
    found = [_without_memory(_without(request, ("time", "inject"))) for request in run.asked]
    for request in found:
        request["messages"] = [message for message in request["messages"] if message["text"]]
        # LLM strips what it sends there, and our text was the end of it.
        request["system"] = (request["system"] or "").strip()
        for message in request["messages"]:
            if message["role"] == "system":
                message["text"] = message["text"].strip()
    return found


def carrying(run: Run) -> list[dict[str, Any]]:
    """Return the requests that carry the profile."""
    return [request for request in run.asked if "Keeps bees" in json.dumps(request)]


def logged(product: Product) -> list[Any]:
    """Return what LLM logged, with our fragments and what no two runs share taken out."""
    arguments = ["logs", "list", "-n", "0", "--json", "-d", str(product.user_path / "logs.db")]
    shown = CliRunner().invoke(cli, arguments)
    assert shown.exit_code == 0, shown
    turns = [
        _without_memory(_without(turn, (*_OWN, *_FOLLOWS)))
        for turn in reversed(json.loads(shown.output))
    ]
    for turn in turns:
        turn["system"] = (turn["system"] or "").strip()  # as LLM sends it
    return turns


def _without(value: Any, names: Sequence[str]) -> Any:
    """Return a JSON value without the members of those names, and without our fragments."""
    if isinstance(value, list):
        return [
            _without(item, names)
            for item in value
            if not (isinstance(item, dict) and str(item.get("content")).startswith("<user_memory"))
        ]
    if isinstance(value, dict):
        return {name: _without(item, names) for name, item in value.items() if name not in names}
    return value


def _without_memory(value: Any) -> Any:
    """Return a JSON value with our text taken out of every string; None for what is empty then."""
    if isinstance(value, list):
        return [_without_memory(item) for item in value]
    if isinstance(value, dict):
        return {name: _without_memory(item) for name, item in value.items()}
    return _MEMORY.sub("", value) or None if isinstance(value, str) else value


def require(shell: str) -> str:
    """Return the path of a shell; skip where it is not installed, which CI must not do."""
    path = shutil.which(shell)
    if path is None:
        assert not os.environ.get("CI"), f"{shell} must be installed where CI runs"
        pytest.skip(f"{shell} is not installed")
    return path


def executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)
