"""`make demo` as a whole: a local model, a real shell, a folder of its own."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

DEMO = Path(__file__).parents[2] / "demo" / "run.py"
LIMIT = 560.0


@pytest.mark.product
def test_the_demo_shows_what_it_should(tmp_path: Path) -> None:
    done = _demo(tmp_path)
    if "No matching distribution found for xllamacpp" in done.stdout and "CI" not in os.environ:
        pytest.skip("there is no xllamacpp for this machine")
    assert done.returncode == 0, done.stdout
    assert "next prompt carried every fact" in done.stdout
    assert "FAILED" not in done.stdout
    assert "\x1b" not in done.stdout  # it is no terminal
    assert not (tmp_path / "demo" / "home").exists()
    found = {path.name for path in (tmp_path / "home").iterdir()}
    assert found <= {".cache", ".rustup"}  # pip's, which asks every compiler for its version
    assert not _running_in(tmp_path)


def test_a_shell_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = _demo(tmp_path, PATH=str(tmp_path), SHELL="/bin/none")
    assert done.returncode == 1
    assert "no bash, zsh or fish" in done.stdout


def _demo(tmp_path: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    constraint = tmp_path / "constraint.txt"
    constraint.write_text(f"llm=={version('llm')}\n")  # the one that these tests run on
    (tmp_path / "home").mkdir()
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "SHELL": shutil.which("bash") or "",
        "DEMO_FOLDER": str(tmp_path / "demo"),
        "PIP_CONSTRAINT": str(constraint),
        "PIP_CACHE_DIR": _pip_cache(),
        "PYTHONDONTWRITEBYTECODE": "1",
        **environ,
    }
    command = [sys.executable, str(DEMO)]
    running = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        printed, _ = running.communicate(timeout=LIMIT)
    finally:
        running.terminate()  # it cleans up
        running.wait()
    return subprocess.CompletedProcess(command, running.returncode, printed)


def _pip_cache() -> str:
    """Where pip keeps downloads by default; it asks the account, as HOME is not set."""
    command = [sys.executable, "-m", "pip", "cache", "dir"]
    env = {"PATH": os.environ["PATH"]}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout[:-1]


def _running_in(folder: Path) -> list[str]:
    command = ["ps", "-ww", "-eo", "pid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if str(folder) in line]
