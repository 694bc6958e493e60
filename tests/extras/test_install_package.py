"""Installing, as a wheel and by `llm install`, and uninstalling again."""

import os
import subprocess
import sys
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest

import llm_user_memory

ROOT = Path(llm_user_memory.__file__).parents[1]

pytestmark = [
    pytest.mark.product,
    pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="needs the checkout"),
]


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    ran = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        env={**os.environ, **(env or {})},
        timeout=560,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT)
    [built] = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_shell_files_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for shell in ("bash", "zsh", "fish"):
        assert f"llm_user_memory/shell_files/llm-memory.{shell}" in names
    assert not [name for name in names if "test" in name or "benchmark" in name]


def test_it_brings_the_packages_it_names() -> None:
    named = [line for line in requires("llm-user-memory") or [] if "extra ==" not in line]
    wanted = {line.split(">")[0].split(";")[0] for line in named}
    assert wanted == {
        "llm",
        "click",
        "watchdog",
        "bc-detect-secrets",
        "python-stdnum",
    }


def test_llm_installs_it_and_is_whole_after_uninstalling(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    llm, pip = tmp_path / "venv/bin/llm", tmp_path / "venv/bin/pip"
    here = tmp_path / "here.txt"
    here.write_text(run(sys.executable, "-m", "pip", "freeze", "--exclude", "llm-user-memory"))
    run(pip, "install", "-q", "-c", here, "llm")
    env = {
        "PIP_CONSTRAINT": str(here),  # not what is newest on the day
        "LLM_USER_PATH": str(tmp_path / "llm"),
        "HOME": str(tmp_path),
        "LLM_MEMORY_INJECT": "auto",
        "PYTHONPATH": "",
    }
    run(llm, "install", wheel, env=env)
    plugins = run(llm, "plugins", env=env)
    assert "register_fragment_loaders" in plugins and "register_commands" in plugins
    assert "# User Profile" in run(llm, "memory", "show", env=env)
    run(llm, "memory", "install-shell", "--shell", "bash", env=env)
    copied = tmp_path / "llm/memory/shell/llm-memory.bash"
    assert copied.read_bytes() == (ROOT / "shell/llm-memory.bash").read_bytes()
    run(llm, "uninstall", "-y", "llm-user-memory", env=env)
    assert run(llm, "plugins", env=env).strip() == "[]"
    assert "Usage" in run(llm, "--help", env=env)
