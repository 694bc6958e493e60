"""Power loss between any two writes: whatever the disk has then, nothing is lost by it.

Each deed is done once under strace; then, for each moment of it and for each way in which a disk
may have kept only some of it, the folder is made so and mended by the product's own code.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support import crash_scenarios, torture
from support.crash_scenarios import COMMANDS, LEARNING, PROMPTS, Deed
from support.power_loss import Disk, State, may_trace, traced, tracing

pytestmark = [
    pytest.mark.product,
    pytest.mark.once,
    pytest.mark.torture,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not may_trace(), reason="strace is not here, or may not trace"),
]

APPLES = Path(__file__).parents[1] / "support" / "macos_sqlite"
PARTS = range(4 if torture.TORTURE else 1)

# What was said in a prompt that the power cut off was never logged.
_CUT_OFF = replace(PROMPTS[0], facts=("Name: Ada",))
DEEDS = [_CUT_OFF, *LEARNING, *COMMANDS]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("deed", torture.some(DEEDS, 5), ids=str)
def test_a_power_loss_at_any_moment(deed: Deed, part: int, tmp_path: Path) -> None:
    found = torture.some(_found_after(deed, tmp_path / "traced"), 20)[part :: len(PARTS)]
    with crash_scenarios.home_for(deed, tmp_path / "home") as home:
        before = home.profile()
        for how, files in found:
            _make(home.folder.path, files)
            left = home.profile()
            with crash_scenarios.alone(home), _naming(how):
                crash_scenarios.mend(home)
                crash_scenarios.check(deed, home, "power loss", before, left, replays=1)


@contextmanager
def _naming(how: str) -> Iterator[None]:
    """Say what had been done to the folder, if it cannot be mended."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"not mended: {how}") from error


def _found_after(deed: Deed, base: Path) -> list[tuple[str, State]]:
    """Do the deed; returns each state of the folder that the disk may have had, and how."""
    with crash_scenarios.home_for(deed, base) as home, crash_scenarios.alone(home):
        disk, log = Disk(home.folder.path), base / "traced"
        path = f"{APPLES}:{home.env['PYTHONPATH']}"
        assert crash_scenarios.do(deed, home, tracing(log), {"PYTHONPATH": path}) == 0
        calls = traced(log, home.folder.path)
    found: dict[tuple[tuple[str, bytes], ...], str] = {}
    for number, call in enumerate(calls):
        disk.do(call)
        for how, files in disk.without_power(number):
            for name in ("state.db-shm", "index.db-shm"):
                files.pop(name, None)  # SQLite makes it anew
            found.setdefault(tuple(sorted(files.items())), f"{call.does} {call.names}: {how}")
    return [(how, dict(files)) for files, how in found.items()]


def _make(folder: Path, files: State) -> None:
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        (folder / name).parent.mkdir(mode=0o700, exist_ok=True)
        (folder / name).write_bytes(content)
