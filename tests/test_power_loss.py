"""Power loss between any two writes: whatever the disk has then, nothing is lost by it.

Each deed is done once under strace; then, for each moment of it and for each way in which a disk
may have kept only some of it, the folder is made so and mended by the product's own code.
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import deeds
import llm
import llm.plugins
import ordeal
import pytest
from deeds import COMMANDS, LEARNING, PROMPTS, Deed
from disk import Disk, State, may_trace, traced, tracing
from product import PLUGINS

from llm_user_memory import worker
from llm_user_memory.settings import read_settings
from llm_user_memory.store import state

pytestmark = [
    pytest.mark.product,
    pytest.mark.once,
    pytest.mark.torture,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not may_trace(), reason="strace is not here, or may not trace"),
]

PARTS = range(4 if ordeal.TORTURE else 1)

# What was said in a prompt that the power cut off was never logged.
_CUT_OFF = replace(PROMPTS[0], facts=("Name: Ada",))


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the scripted models in this very process."""
    monkeypatch.syspath_prepend(str(PLUGINS))
    import llm_scripted

    llm.get_models()  # or llm would load the plugins after ours
    plugins = llm.plugins.pm
    is_ours = not plugins.is_registered(llm_scripted)
    if is_ours:
        plugins.register(llm_scripted)
    yield
    if is_ours:
        plugins.unregister(llm_scripted)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("deed", [*LEARNING, *COMMANDS, _CUT_OFF], ids=str)
def test_a_power_loss_at_any_moment(
    deed: Deed, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = deeds.home_for(deed, tmp_path / "home")
    for name in ("SCRIPTED", "LLM_USER_PATH", *deeds.ENVIRONMENT):
        monkeypatch.setenv(name, home.env[name])
    before = home.profile()
    found = _found_after(deed, tmp_path / "traced")
    for how, files in ordeal.some(found, 6)[part :: len(PARTS)]:
        _make(home.folder.path, files)
        left = home.profile()
        try:
            with state.opened(home.folder) as db:
                done = list(worker.work(db, home.folder, read_settings(), wait_for_quiet=False))
            assert not any(result.error for _, result in done), done
            deeds.check(deed, home, "power loss", before, left, replays=1)
        except Exception as e:
            raise AssertionError(f"after {how}") from e


def _found_after(deed: Deed, base: Path) -> list[tuple[str, State]]:
    """Do the deed; returns each state of the folder that the disk may have had, and how."""
    home = deeds.home_for(deed, base)
    with deeds.alone(home):
        disk = Disk(home.folder.path)
        log = base / "traced"
        assert deeds.do(deed, home, tracing(log)) == 0
    found: dict[tuple[tuple[str, bytes], ...], str] = {}
    for number, call in enumerate(traced(log, home.folder.path)):
        disk.do(call)
        for how, files in disk.without_power(number):
            files.pop("state.db-shm", None)  # SQLite makes it anew
            found.setdefault(tuple(sorted(files.items())), f"{call.does} {call.names}: {how}")
    home.end()
    return [(how, dict(files)) for files, how in found.items()]


def _make(folder: Path, files: State) -> None:
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        (folder / name).write_bytes(content)
