"""SIGKILL at every step of every process: each fact is learned once, and nothing is lost.

`support/killer` kills from inside a process, before each statement and each change to a file.
strace kills from outside, at each system call, so also in the middle of a write of SQLite.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from support import torture
from support.crash_scenarios import (
    ANSWERS,
    BACKFILL,
    BACKFILL_WITH_LITTLE_ROOM,
    COMMANDS,
    DAEMON,
    LEARNING,
    OSLO,
    PROMPTS,
    PROMPTS_OF,
    Scenario,
    check_outcome,
    command,
    home_for,
    recover,
    run,
    without_daemon,
)
from support.power_loss import can_trace
from support.product import LIMIT, Product, until

pytestmark = [pytest.mark.product, pytest.mark.once, pytest.mark.torture, pytest.mark.timeout(1800)]

KILLER = Path(__file__).parents[1] / "support" / "killer"
CALLS = "write,pwrite64,ftruncate,fsync,fdatasync,?link,linkat,?unlink,unlinkat,?rename,renameat2"
UPDATE = ("memory", "update")

# The two in which every kind of call comes; the others would take as long again.
CALLED = [
    scenario
    for scenario in LEARNING
    if scenario.name.startswith(("changing", "the worker's first"))
]

# Into so many tests each scenario's blows are dealt, to be run side by side.
PARTS = range(4 if torture.TORTURE else 1)


@dataclass(frozen=True)
class Blow:
    """One kill: before what it comes, and the command or the environment that brings it about."""

    before: str
    prefix: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("scenario", torture.sample(LEARNING, 2), ids=str)
def test_a_worker_killed_at_any_step(scenario: Scenario, part: int, tmp_path: Path) -> None:
    blows = _steps(scenario, tmp_path / "unharmed", "worker")
    home, name = tmp_path / "home", "SIGKILL of the worker"
    # The process that repairs it is killed as well, at the same step.
    _all_hit(
        _survives(
            scenario, home, name, blow, replace(blow, env={**blow.env, "KILL_PROCESS": "llm"})
        )
        for blow in _dealt(blows, part)
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("scenario", CALLED, ids=str)
def test_a_worker_killed_at_any_system_call(scenario: Scenario, part: int, tmp_path: Path) -> None:
    if not can_trace():
        pytest.skip("nothing may be traced here, or there is no strace")
    blows = _system_calls(scenario, tmp_path / "unharmed")
    _all_hit(
        _survives(scenario, tmp_path / "home", "SIGKILL of the worker, between system calls", blow)
        for blow in _dealt(blows, part)
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("scenario", "what"),
    [
        *((scenario, "a command") for scenario in torture.sample(COMMANDS, 1)),
        (BACKFILL, "a backfill"),
        (BACKFILL_WITH_LITTLE_ROOM, "a backfill"),
        *((scenario, "a prompt") for scenario in torture.sample(PROMPTS, 1)),
    ],
    ids=str,
)
def test_llm_killed_at_any_step(scenario: Scenario, what: str, part: int, tmp_path: Path) -> None:
    blows = _steps(scenario, tmp_path / "unharmed", "llm")
    _all_hit(
        _survives(scenario, tmp_path / "home", f"SIGKILL of {what}", blow)
        for blow in _dealt(blows, part)
    )


@pytest.mark.parametrize("part", PARTS)
def test_a_daemon_killed_at_any_step(part: int, tmp_path: Path) -> None:
    blows = _steps(DAEMON, tmp_path / "unharmed", "watcher")
    _all_hit(
        _survives(DAEMON, tmp_path / "home", "SIGKILL of the daemon", blow)
        for blow in _dealt(blows, part)
    )


def test_a_daemon_killed_while_it_stops_its_worker(tmp_path: Path) -> None:
    with home_for(DAEMON, tmp_path / "home") as home:
        before, answer = home.profile(), home.base / "answer"
        home.answer({"Oslo": f"!wait {answer}"})
        env = (
            home.env | _aimed(home, DAEMON) | {"KILL_PROCESS": "watcher", "KILL_STEP": "os.killpg"}
        )
        with subprocess.Popen(command(DAEMON, home), env=env, stderr=subprocess.DEVNULL) as daemon:
            until(home.requests, "that a model is asked")
            daemon.terminate()
            assert daemon.wait(LIMIT) == -signal.SIGKILL
        home.answer(ANSWERS)
        typed = home.type("Thanks!", env={"LLM_MEMORY_NEWS": "false"})
        assert typed.out == "ok\n", "while the worker that was left still waits"
        answer.write_text(ANSWERS[PROMPTS_OF[OSLO]])
        left = home.profile()
        torture.heal(home)
        check_outcome(DAEMON, home, "SIGKILL of the daemon", before, left, kills=1)


def test_a_worker_whose_daemon_was_killed_does_not_wait_for_ever(tmp_path: Path) -> None:
    """Nobody ends it when the model hangs, and no other can work while it lives."""
    with home_for(DAEMON, tmp_path / "home") as home, without_daemon(home):
        before = home.profile()
        home.answer({"Oslo": "!hang"})
        words = [sys.executable, "-c", _HURRIED, str(home.folder.path)]
        assert subprocess.run(words, env=home.env, timeout=LIMIT).returncode == -signal.SIGALRM
        home.answer(ANSWERS)
        recover(home)
        check_outcome(DAEMON, home, "a worker left with a hanging model", before, home.profile())


_HURRIED = """
import runpy, signal
alarm = signal.alarm
signal.alarm = lambda seconds: alarm(min(seconds, 1))
runpy.run_module("llm_user_memory.daemon.worker", run_name="__main__", alter_sys=True)
"""


def _survives(scenario: Scenario, base: Path, name: str, *blows: Blow) -> int:
    """Assert that nothing is lost when the scenario is struck; returns how often it was.

    A second blow falls on the update that follows, if that comes to it.
    """
    with home_for(scenario, base) as home:
        before, kills = home.profile(), 0
        for struck, blow in zip((scenario, replace(scenario, words=UPDATE)), blows, strict=False):
            code = run(struck, home, blow.prefix, _aimed(home, scenario) | blow.env)
            # The step may not be reached: who waits for a lock has more of them than who need not.
            assert code in (0, -signal.SIGKILL), (scenario, blow, code)
            kills += code != 0
        left = home.profile()
        scenario.check_left(home)
        if (
            scenario.at_terminal or scenario.module == "watcher"
        ):  # whoever was killed is needed again
            assert not scenario.at_terminal or run(scenario, home) == 0
            torture.heal(home)
        else:
            again = replace(scenario, words=scenario.afterwards or scenario.words)
            assert not scenario.resumes or run(again, home) == 0
            with without_daemon(home):
                recover(home)
        check_outcome(scenario, home, name, before, left, kills=kills)
    return kills


def _all_hit(kills: Iterable[int]) -> None:
    """Assert that no blow missed, but for one: see `_survives`."""
    assert list(kills).count(0) <= 1


def _dealt(blows: list[Blow], part: int) -> list[Blow]:
    # Of a sample not the first, which is before anything was done.
    return torture.sample(blows[1:], 2)[part :: len(PARTS)]


def _steps(scenario: Scenario, base: Path, process: str) -> list[Blow]:
    """Do the scenario unharmed; returns a blow for each of its steps."""
    env = {"KILL_PROCESS": process}
    with home_for(scenario, base) as home:
        assert run(scenario, home, env=_aimed(home, scenario) | env) == 0
        names = (home.base / "steps").read_text().splitlines()
    return [
        Blow(name, env={**env, "KILL_STEP": str(number)})
        for number, name in enumerate(names, start=1)
    ]


def _aimed(home: Product, scenario: Scenario) -> dict[str, str]:
    """What the killer must be told of a home; without the process it is harmless."""
    return {
        "PYTHONPATH": f"{KILLER}:{home.env['PYTHONPATH']}",
        "KILL_FOLDER": os.pathsep.join(
            [str(home.folder.path), *(str(home.home / name) for name in scenario.writes_to)]
        ),
        "KILL_LOG": str(home.base / "steps"),
    }


def _system_calls(scenario: Scenario, base: Path) -> list[Blow]:
    """Do the scenario unharmed; returns a blow for each system call that writes to the folder."""
    with home_for(scenario, base) as home:
        traced, folder = home.base / "traced", str(home.folder.path)
        strace = ["strace", "-y", "-s", "0", "-o", str(traced), "-e", f"trace={CALLS}"]
        assert run(scenario, home, strace) == 0
        lines = traced.read_text().splitlines()
    numbers = Counter[str]()
    blows = []
    for line in lines:
        call = line.partition("(")[0]
        numbers[call] += 1
        if folder in line:
            kill = f"inject={call}:signal=SIGKILL:when={numbers[call]}"
            prefix = ("strace", "-o", "/dev/null", "-e", f"trace={call}", "-e", kill)
            blows.append(Blow(line, prefix))
    return blows
