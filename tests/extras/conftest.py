"""Tests with programs that `make test-extras` installs; in other environments they are not read."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAMS = Path(sys.prefix) / "npm" / "node_modules" / ".bin"

if find_spec("mcp") is None:
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/extras/"):
            item.add_marker(pytest.mark.extras)


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of npm's programs, at the beginning of PATH with the environment's Node."""
    node = Path(sys.prefix) / "bin"
    monkeypatch.setenv("PATH", str(PROGRAMS) + ":" + str(node), prepend=":")
    return PROGRAMS
