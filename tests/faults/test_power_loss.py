"""Power loss between any two writes: in whatever state the disk is then, nothing is lost.

Each scenario runs once under strace. Then, for each moment of it and for each state in which a disk
may be at that moment, the folder is put into that state, and the product's own code recovers it.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support import crash_scenarios, torture
from support.crash_scenarios import BEES, COMMANDS, LEARNING, OSLO, PROMPTS, Scenario, nothing_more
from support.power_loss import SimulatedDisk, State, can_trace, read_trace, strace_command

pytestmark = [
    pytest.mark.product,
    pytest.mark.once,
    pytest.mark.torture,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not can_trace(), reason="strace is not here, or may not trace"),
]

MACOS_SQLITE = Path(__file__).parents[1] / "support" / "macos_sqlite"
PARTS = range(4 if torture.TORTURE else 1)

# What was said in a prompt that the power cut off was never logged.
_CUT_OFF = replace(PROMPTS[0], facts=("Name: Ada",))
# Nor was what a command was cut off in, which the user has to run again.
_COMMANDS = [
    replace(each, facts=(OSLO, BEES), check_done=nothing_more) if each.resumes else each
    for each in COMMANDS
    if not each.afterwards
]
SCENARIOS = [_CUT_OFF, *LEARNING, *_COMMANDS]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("scenario", torture.sample(SCENARIOS, 4), ids=str)
def test_a_power_loss_at_any_moment(scenario: Scenario, part: int, tmp_path: Path) -> None:
    found = torture.sample(_found_after(scenario, tmp_path / "traced"), 12)[part :: len(PARTS)]
    with crash_scenarios.home_for(scenario, tmp_path / "home") as home:
        before = home.profile()
        for how, files in found:
            _make(home.folder.path, files)
            left = home.profile()
            with crash_scenarios.without_daemon(home), _naming(how):
                crash_scenarios.recover(home)
                crash_scenarios.check_outcome(scenario, home, "power loss", before, left, replays=1)


@contextmanager
def _naming(how: str) -> Iterator[None]:
    """Say what had been done to the folder, if it cannot be repaired."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"not repaired: {how}") from error


def _found_after(scenario: Scenario, base: Path) -> list[tuple[str, State]]:
    """Do the scenario; returns each state of the folder that the disk may have had, and how."""
    with crash_scenarios.home_for(scenario, base) as home, crash_scenarios.without_daemon(home):
        disk, log = SimulatedDisk(home.folder.path), base / "traced"
        path = f"{MACOS_SQLITE}:{home.env['PYTHONPATH']}"
        assert crash_scenarios.run(scenario, home, strace_command(log), {"PYTHONPATH": path}) == 0
        calls = read_trace(log, home.folder.path)
    found: dict[tuple[tuple[str, bytes], ...], str] = {}
    for number, call in enumerate(calls):
        disk.apply(call)
        for how, files in disk.states_after_power_loss(number):
            for name in ("state.db-shm", "index.db-shm"):
                files.pop(name, None)  # SQLite creates it again
            found.setdefault(tuple(sorted(files.items())), f"{call.does} {call.names}: {how}")
    return [(how, dict(files)) for files, how in found.items()]


def _make(folder: Path, files: State) -> None:
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        (folder / name).parent.mkdir(mode=0o700, exist_ok=True)
        (folder / name).write_bytes(content)
