"""A home with one learned fact for tests that break something in it, and the checks meanwhile."""

import json
import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from support import torture
from support.product import LIMIT, Product, Ran, until

BEFORE = "Keeps bees"
"""A fact that was learned before anything broke."""

DURING = "Loves rowing"
"""The fact of the prompt `I love rowing`, which is typed while something is broken."""

AFTER = "Lives in Oslo"
"""The fact of the prompt `I live in Oslo`, which is typed after the repair."""

ANSWERS = {
    "bees": f'ADD Interests | {BEFORE} | "I keep bees"',
    "rowing": f'ADD Interests | {DURING} | "I love rowing"',
    "Oslo": f'ADD Personal Information | {AFTER} | "I live in Oslo"',
}

# Seconds that a prompt may take longer than with bare llm. More means that it waited for a lock; an
# import or two take less even on a busy machine.
_WAITED = 1.0

# The beginning of a line that memory prints, without colours.
_OURS = "memory: "
_COLOUR = re.compile(r"\x1b\[\d*m")

# The frames of a traceback of llm; some are of the wrapper that calls this package.
_FRAMES = re.compile(r"^ .*\n", re.MULTILINE)


def set_up_home(product: Product) -> None:
    """Fill the home with a copy of one in which BEFORE was learned; no daemon runs in it yet."""
    shutil.copytree(_home_with_a_fact(), product.user_path, dirs_exist_ok=True)
    product.answer(ANSWERS)
    product.env["LLM_MEMORY_NEWS"] = "false"


@cache
def _home_with_a_fact() -> Path:
    product = Product(Path(os.environ["HOME"]).parent / "lived-in")
    product.answer(ANSWERS)
    try:
        assert product.type("I keep bees").code == 0
        product.wait_for_fact(BEFORE)
        product.wait_until_settled()
    finally:
        product.end()
    return product.user_path


def enforce_file_modes(product: Product) -> None:
    """Make file modes bind every process of the home, also where root runs the tests."""
    if os.geteuid() != 0:
        return
    if not shutil.which("setpriv"):
        pytest.skip("root may read everything, and there is no setpriv to take that from it")
    weaker = product.base / "llm-without-rights"
    without = "--bounding-set=-dac_override,-dac_read_search"
    weaker.write_text(f'#!/bin/sh\nexec setpriv {without} "{product.llm_path}" "$@"\n')
    weaker.chmod(0o755)
    product.llm_path = str(weaker)


def start_daemon(product: Product) -> None:
    """Start the daemon, as a process that is not the test's own child."""
    assert product.run("memory", "daemon", "start").code == 0


def run_bare_llm(
    product: Product, *words: str, env: Mapping[str, str] = {}, apart: bool = True
) -> Ran:
    """Run llm without this package at a terminal, by default on a copy of its folder."""
    home = product.user_path
    if apart:
        home = product.base / "bare"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(
            product.user_path, home, ignore=shutil.ignore_patterns("memory"), symlinks=True
        )
    alone = {"LLM_LOAD_PLUGINS": "llm-scripted", "LLM_USER_PATH": str(home), **env}
    with product.terminal(*words, env=alone) as screen:
        ran = screen.end()
    return Ran(ran.code, ran.out.replace(str(home), str(product.user_path)))


def type_prompt(product: Product, said: str, *, apart: bool = True) -> str:
    """Type a prompt, assert that it ends as with bare llm, and return memory's line, or "".

    Under `make torture`, this also asserts that memory did not delay the prompt.
    """
    began = time.monotonic()
    expected = run_bare_llm(product, said, apart=apart)
    between = time.monotonic()
    typed = product.type(said)
    ended = time.monotonic()
    lines = _COLOUR.sub("", typed.out).splitlines(keepends=True)
    ours = [line for line in lines if line.startswith(_OURS)]
    theirs = "".join(line for line in lines if not line.startswith(_OURS))
    assert typed.code == expected.code, typed
    assert _FRAMES.sub("", theirs) == _FRAMES.sub("", expected.out)
    assert len(ours) <= 1, ours
    if torture.TORTURE:
        assert ended - between < 2 * (between - began) + _WAITED, "it waited for us"
    return "".join(ours)


def noise_writer(start: int, length: int) -> Callable[[Path], object]:
    """Return a function that overwrites a part of a file with random bytes."""

    def strike(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(start)
            file.write(random.Random(1).randbytes(length))

    return strike


def wait_until_gone(pid: int) -> None:
    """Wait until no process has that pid."""

    def is_gone() -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    until(is_gone, "that the daemon goes")


def status_problems(product: Product) -> list[str]:
    """Return the problems that `llm memory status` reports."""
    ran = product.run("memory", "status", "--json")
    assert ran.err == "", ran
    found: list[str] = json.loads(ran.out)["problems"]
    assert ran.code == bool(found)
    return found


def run_suggested_command(product: Product, told: str) -> None:
    """Run, in a shell, the first command that a message has between backquotes."""
    commands = re.findall("`([^`]+)`", told)
    assert commands, f"no command in {told!r}"
    shown = subprocess.run(
        commands[0],
        shell=True,
        check=True,
        env=product.env,
        cwd=product.home,
        timeout=LIMIT,
        capture_output=True,
        text=True,
    ).stdout
    if "`llm memory resume`" in shown:  # what was paused could not be read
        assert product.run("memory", "resume").code == 0


def check_recovery(product: Product, name: str, learned: list[str], *, gone: int = 0) -> None:
    """Type one more prompt, and assert that its fact is learned and there are no problems."""
    torture.heal(product, "I live in Oslo")
    torture.check_invariants(product, name, [*learned, AFTER], gone=gone)
    assert product.report()["problems"] == []
