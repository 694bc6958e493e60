"""The programs that the other tests run are there, in the versions that are pinned."""

import json
import subprocess
from pathlib import Path

import pytest

PINNED = json.loads((Path(__file__).parent / "package.json").read_text())["dependencies"]


def test_node_is_new_enough(programs: Path) -> None:
    assert programs.is_dir()
    run = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    assert int(run.stdout.removeprefix("v").partition(".")[0]) >= 22


@pytest.mark.parametrize("name", PINNED)
def test_the_pinned_version_is_installed(name: str, programs: Path) -> None:
    package = json.loads((programs.parent / name / "package.json").read_text())
    assert package["version"] == PINNED[name]
