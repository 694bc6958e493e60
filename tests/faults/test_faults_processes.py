"""Resource limits, signals, and a package that is upgraded or removed under a running daemon."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support import torture
from support.processes import wait_for_daemon, worker_pids
from support.product import Product, Ran, running_processes, until

import llm_user_memory

pytestmark = [pytest.mark.product, pytest.mark.once, pytest.mark.torture]

ROOT = Path(llm_user_memory.__file__).parents[1]
BEES = 'ADD Interests | Keeps bees | "I keep bees"'
ROWS = 'ADD Interests | Rows | "I love rowing"'
ANSWERS = {"bees": BEES, "rowing": ROWS}


def _limited(product: Product, limit: str, *words: str, env: dict[str, str]) -> Ran:
    """Type `llm WORDS` in a shell with a limit, as `ulimit` sets it."""
    script = f'ulimit {limit} && exec "$0" "$@"'
    command = ["bash", "-c", script, product.llm_path, *words]
    if "-u" in limit and os.geteuid() == 0:  # root may fork as often as it likes
        rights = "+dac_override,+fowner,+chown"
        command = [
            "setpriv", "--reuid=65534", "--inh-caps", rights, "--ambient-caps", rights, *command,
        ]  # fmt: skip
    env = {"LLM_MEMORY_INJECT": "auto", **env}
    with product.terminal(*command[1:], command=command[0], env=env) as screen:
        ran = screen.end()
    for path in product.base.rglob("*"):  # what that user made is the user's who has the limit
        if path.lstat().st_uid != os.geteuid():
            os.lchown(path, os.geteuid(), -1)
    return ran


# With the facts that are learned: what cannot be noted as consented to, or logged, is not.
LIMITS = {
    "32 open files": ("-n 32", ["Keeps bees", "Rows"]),
    "12 open files": ("-n 12", ["Keeps bees", "Rows"]),
    "8 open files": ("-n 8", ["Rows"]),
    "no processes": ("-u 0", ["Keeps bees", "Rows"]),
    "no files": ("-f 0", ["Rows"]),
}


@pytest.mark.skipif(sys.platform != "linux", reason="the limits are Linux's")
@pytest.mark.parametrize("name", torture.sample(list(LIMITS), 1))
def test_a_limit_of_the_system(product: Product, name: str) -> None:
    limit, learned = LIMITS[name]
    if "-u" in limit and os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root has no such limit")
    product.answer(ANSWERS)
    product.run("memory", "path")
    bare = {"LLM_LOAD_PLUGINS": "llm-scripted", "LLM_USER_PATH": str(product.base / "bare")}
    Path(bare["LLM_USER_PATH"]).mkdir()
    shutil.copy(product.folder.logs, bare["LLM_USER_PATH"])  # else llm fails at another place
    without = _limited(product, limit, "I keep bees", env=bare)
    typed = _limited(product, limit, "I keep bees", env={})
    said = [line for line in typed.out.splitlines() if "memory: " not in line]
    # Where llm itself fails, the way there leads through us.
    assert (typed.code, said[-1:]) == (without.code, without.out.splitlines()[-1:])
    product.type("I love rowing", env={"LLM_MEMORY_NEWS": "false"})
    torture.heal(product)
    torture.check_invariants(product, f"a limit: {name}", learned)


def _while_it_learns(
    product: Product, deed: Callable[[int, int], object], ends: bool = True
) -> None:
    """Do something to the daemon and its worker, by their pids, while a model is waited for."""
    gate = product.base / "gate"
    product.answer({"bees": f"!wait {gate}", "rowing": ROWS})
    assert product.type("I keep bees").out == "ok\n"
    [worker] = until(lambda: product.requests() and worker_pids(product))
    daemon = wait_for_daemon(product)
    deed(daemon, worker)
    if ends:
        until(lambda: not running_processes(product.folder.path), "that both end")
    gate.write_text(BEES)
    product.type("I love rowing", env={"LLM_MEMORY_NEWS": "false"})


SIGNALS: dict[str, Callable[[Product], None]] = {
    "SIGTERM to the daemon": lambda p: _while_it_learns(p, lambda d, _: os.kill(d, signal.SIGTERM)),
    "SIGINT to the daemon": lambda p: _while_it_learns(p, lambda d, _: os.kill(d, signal.SIGINT)),
    "SIGHUP to the daemon": lambda p: _while_it_learns(p, lambda d, _: os.kill(d, signal.SIGHUP)),
    "SIGKILL to the daemon": lambda p: _while_it_learns(
        p, lambda d, _: os.kill(d, signal.SIGKILL), ends=False
    ),
    "SIGTERM to the worker": lambda p: _while_it_learns(
        p, lambda _, w: os.kill(w, signal.SIGTERM), ends=False
    ),
    "SIGKILL to the worker's group": lambda p: _while_it_learns(
        p, lambda _, w: os.killpg(w, signal.SIGKILL), ends=False
    ),
    "SIGKILL to both": lambda p: _while_it_learns(
        p, lambda d, w: (os.kill(d, signal.SIGKILL), os.kill(w, signal.SIGKILL))
    ),
    "the daemon's lock removed": lambda p: _while_it_learns(
        p, lambda *_: p.folder.daemon_lock.unlink(), ends=False
    ),
    "the worker's lock removed": lambda p: _while_it_learns(
        p, lambda *_: p.folder.worker_lock.unlink(), ends=False
    ),
}


@pytest.mark.parametrize("name", torture.sample(list(SIGNALS), 1))
def test_a_signal_while_it_learns(product: Product, name: str) -> None:
    SIGNALS[name](product)
    torture.heal(product)
    torture.check_invariants(product, name, ["Keeps bees", "Rows"])
    until(lambda: len([p for p in running_processes(product.folder.path) if "watcher" in p]) == 1)
    until(lambda: not _zombies_of(wait_for_daemon(product)), "that it takes note of its workers")


def test_two_users_have_two_daemons(product: Product, tmp_path: Path) -> None:
    other = Product(tmp_path / "other")
    try:
        for here in (product, other):
            here.answer(ANSWERS)
        assert product.type("I keep bees").out == other.type("I love rowing").out == "ok\n"
        product.wait_for_fact("Keeps bees")
        other.wait_for_fact("- Rows")
        assert wait_for_daemon(product) != wait_for_daemon(other)
        for here, fact in ((product, "Keeps bees"), (other, "Rows")):
            torture.heal(here)
            torture.check_invariants(here, "two users", [fact])
        assert "Rows" not in product.profile() and "bees" not in other.profile()
    finally:
        other.end()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """An environment with all that this one has, but for the package itself."""
    home = tmp_path / "venv"
    _run(sys.executable, "-m", "venv", home)
    [site] = (home / "lib").glob("python*/site-packages")
    for path in Path(pytest.__file__).parents[1].iterdir():
        with suppress(FileExistsError):
            if "llm_user_memory" not in path.name and path.name != "__pycache__":
                (site / path.name).symlink_to(path)
    script = Path(sys.executable).with_name("llm").read_text()
    (home / "bin" / "llm").write_text(re.sub(r"^#!.*", f"#!{home}/bin/python", script))
    (home / "bin" / "llm").chmod(0o755)
    return home


def _run(*command: str | Path) -> None:
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def _wheel(tmp_path: Path, version: str) -> Path:
    """Build a wheel of the present tree with another version number."""
    tree = tmp_path / version
    ignored = shutil.ignore_patterns(".*", "tests", "__pycache__", "dist", "demo", "benchmarks")
    shutil.copytree(ROOT, tree, ignore=ignored)
    init = tree / "llm_user_memory" / "__init__.py"
    init.write_text(re.sub(r'__version__ = ".*"', f'__version__ = "{version}"', init.read_text()))
    _run(sys.executable, "-m", "build", "--no-isolation", "--wheel", tree)
    [built] = (tree / "dist").glob("*.whl")
    return built


@pytest.mark.skipif(not torture.TORTURE, reason="two wheels are built for it")
@pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="needs the checkout")
def test_an_upgrade_and_a_removal_under_a_running_daemon(tmp_path: Path, installed: Path) -> None:
    pip = [installed / "bin" / "python", "-m", "pip", "-q", "--disable-pip-version-check"]
    install = [*pip, "install", "--no-deps", "--force-reinstall"]
    _run(*install, _wheel(tmp_path, "7.0.1"))
    product = Product(tmp_path / "base", str(installed / "bin" / "llm"))
    try:
        product.answer(ANSWERS)
        assert product.type("I keep bees").out == "ok\n"
        product.wait_for_fact("Keeps bees")
        first = wait_for_daemon(product)
        newer = _wheel(tmp_path, "7.0.2")
        _run(*install, newer)
        assert product.type("I love rowing", env={"LLM_MEMORY_NEWS": "false"}).out == "ok\n"
        product.wait_for_fact("- Rows")
        until(lambda: product.status()["daemon"].get("version") == "7.0.2")
        assert wait_for_daemon(product) != first
        torture.heal(product)
        torture.check_invariants(
            product, "an upgrade under a running daemon", ["Keeps bees", "Rows"]
        )
        gate = product.base / "gate"
        product.answer({"sailing": f"!wait {gate}"})
        product.type("I love sailing", env={"LLM_MEMORY_NEWS": "false"})
        until(lambda: len(product.requests()) == 3)
        _run(*pip, "uninstall", "-y", "llm-user-memory")
        gate.touch()
        product.answer(ANSWERS)
        until(lambda: not running_processes(product.folder.path), "that daemon and worker end")
        assert product.type("Hello there, model") == Ran(0, "ok\n")
        _run(*install, newer)
        torture.heal(product)
        torture.check_invariants(
            product, "a removal under a running daemon", ["Keeps bees", "Rows"]
        )
    finally:
        product.end()


def _zombies_of(process: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-eo", "ppid=,stat="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    children = [line.split() for line in listed]
    return [stat for parent, stat in children if parent == str(process) and stat[0] == "Z"]
