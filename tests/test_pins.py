"""What the tests are run with: each version is written down, and `make upgrade` raises them."""

import json
import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import llm_user_memory

ROOT = Path(llm_user_memory.__file__).parents[1]

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="needs the checkout"),
]

PINNED = [
    "constraints.txt",
    "constraints-floor.txt",
    "requirements-dev.txt",
    "requirements-extras.txt",
]


def requirements(text: str) -> list[Requirement]:
    """The requirements of a requirements file, a line each."""
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines())
    return [Requirement(line) for line in lines if line]


def of_file(name: str) -> dict[str, list[Requirement]]:
    """The requirements that a file has of each package, several where the marker decides."""
    found: dict[str, list[Requirement]] = {}
    for one in requirements((ROOT / name).read_text()):
        found.setdefault(canonicalize_name(one.name), []).append(one)
    return found


def dependencies() -> dict[str, Requirement]:
    """What pyproject.toml asks for, extras too. (Python 3.10 has no reader of TOML.)"""
    text = (ROOT / "pyproject.toml").read_text()
    wanted = text[text.index("\ndependencies = [") : text.index("[project.entry-points")]
    listed = [Requirement(one) for one in re.findall(r'"([\w.-]+ *[<>=!~][^"]*)"', wanted)]
    return {canonicalize_name(one.name): one for one in listed}


@pytest.mark.parametrize("name", PINNED)
def test_every_line_names_one_version(name: str) -> None:
    for package, pins in of_file(name).items():
        for pin in pins:
            assert [one.operator for one in pin.specifier] == ["=="], package
            assert pin.url is None and "*" not in str(pin.specifier), package
    assert "://" not in (ROOT / name).read_text(), "no index of anybody's"


def test_the_newest_and_the_floors_hold_every_dependency() -> None:
    asked = dependencies()
    assert len(asked) > 6
    for name in ("constraints.txt", "constraints-floor.txt"):
        assert asked.keys() <= of_file(name).keys(), name


@pytest.mark.parametrize("package", dependencies())
def test_the_floor_that_is_tested_is_the_one_that_the_package_names(package: str) -> None:
    [floor] = dependencies()[package].specifier
    assert floor.operator == ">="
    for pin in of_file("constraints-floor.txt")[package]:
        [tested] = pin.specifier
        assert Version(Version(tested.version).base_version) == Version(floor.version)


@pytest.mark.parametrize("name", ["requirements-dev", "requirements-extras"])
def test_every_tool_is_pinned(name: str) -> None:
    assert of_file(f"{name}.in").keys() <= of_file(f"{name}.txt").keys()


def test_the_programs_of_npm_are_pinned() -> None:
    folder = ROOT / "tests" / "extras"
    wanted = json.loads((folder / "package.json").read_text())["dependencies"]
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert re.fullmatch(r"[0-9.]+(-[a-z0-9.]+)?", version), name
        assert locked[f"node_modules/{name}"]["version"] == version
    assert "://" not in re.sub(r'"(url|funding)": "[^"]*"', "", json.dumps(locked))


def test_the_makefile_tests_both() -> None:
    text = (ROOT / "Makefile").read_text()
    for bin, name in (("$(BIN)", "constraints.txt"), ("$(FLOOR)/bin", "constraints-floor.txt")):
        command = (
            f"\t{bin}/python -m pip install -q -e '.[web]' -r requirements-dev.txt -c {name}\n"
        )
        assert command in text
