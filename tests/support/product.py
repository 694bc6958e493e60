"""The whole product in a temporary home: real `llm` processes, scripted models.

Tests wait for conditions with `until`, never for a number of seconds.
"""

import json
import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from support import launcher

from llm_user_memory.daemon import control as daemon
from llm_user_memory.doctor import status
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store.locks import is_locked

PLUGINS = Path(__file__).parent / "plugins"
LIMIT = 180.0
"""The time limit of every wait, in seconds; even a busy machine needs a fraction of it."""

T = TypeVar("T")


def until(
    condition: Callable[[], T],
    what: str = "the condition",
    limit: float = LIMIT,
    *,
    progress: Callable[[], object] = lambda: None,
) -> T:
    """Wait until `condition` returns a true value, and return it.

    The time limit starts again whenever `progress` returns another value. This is for work of the
    lowest priority, which a busy machine may delay for long.
    """
    deadline, reached = time.monotonic() + limit, progress()
    while True:
        if value := condition():
            return value
        if time.monotonic() > deadline:
            if (now := progress()) == reached:
                raise AssertionError(f"{what} did not come true within {limit:.0f} seconds")
            deadline, reached = time.monotonic() + limit, now
        time.sleep(0.02)


@dataclass(frozen=True)
class Ran:
    """The exit code and output of a process. On a terminal, `out` is all output, and `err` ""."""

    code: int
    out: str
    err: str = ""


class Product:
    """A temporary home with the real `llm`, this package and the scripted models."""

    def __init__(self, base: Path, llm: str | None = None) -> None:
        self.base = base
        self.home = base / "home"
        self.user_path = base / "llm"
        self.scripted = base / "scripted"
        self.llm_path = llm or str(Path(sys.executable).parent / "llm")
        for made in (self.home, self.user_path, self.scripted):
            made.mkdir(parents=True)
        self.folder = Folder(self.user_path / "memory")
        self.env: dict[str, str] = {
            "PATH": f"{Path(self.llm_path).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "LLM_USER_PATH": str(self.user_path),
            "LLM_MODEL": "scripted",
            "LLM_MEMORY_UPDATE_INTERVAL": "0.5",
            "SCRIPTED": str(self.scripted),
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(PLUGINS), str(launcher.WARM), os.environ.get("PYTHONPATH", "")])
            ),
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            "TZ": os.environ.get("TZ", "UTC0"),
        }

    def answer(self, updates: Mapping[str, str] = {}, prompts: Mapping[str, str] = {}) -> None:
        """Set the answers of the scripted models from now on: {text in the request: answer}."""
        answers = {"updates": dict(updates), "prompts": dict(prompts)}
        new = self.scripted / "answers.new"
        new.write_text(json.dumps(answers))
        new.replace(self.scripted / "answers.json")

    def run(self, *words: str, stdin: str = "", env: Mapping[str, str] = {}) -> Ran:
        """Run `llm WORDS` as a script does, without a terminal."""
        command = [self.llm_path, *words]
        return Ran(*launcher.run(command, {**self.env, **env}, self.home, stdin, LIMIT))

    def hook(self, event: str, given: Mapping[str, Any], client: str = "claude-code") -> str:
        """Run a hook as Claude Code does in an editor; return what it prints."""
        ended = subprocess.run(
            [sys.executable, "-m", "llm_user_memory.hook", event, client],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            env={"CLAUDE_CODE_ENTRYPOINT": "claude-vscode", **self.env},
            cwd=self.home,
            timeout=LIMIT,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout

    def type(self, *words: str, env: Mapping[str, str] = {}, cwd: Path | None = None) -> Ran:
        """Run `llm WORDS` at a terminal, in the environment that the shell function sets."""
        with self.terminal(*words, env={"LLM_MEMORY_INJECT": "auto", **env}, cwd=cwd) as screen:
            return screen.end()

    @contextmanager
    def terminal(
        self,
        *words: str,
        env: Mapping[str, str] = {},
        cwd: Path | None = None,
        command: str | None = None,
        stdin: Any = None,
    ) -> Iterator["Terminal"]:
        """Run a command, `llm` unless another is given, on a terminal of its own."""
        if command and Path(command).name == "fish":  # else fish makes completions of all manuals
            completions = self.home / ".local/share/fish/generated_completions"
            completions.mkdir(parents=True, exist_ok=True)
        screen = Terminal(
            [command or self.llm_path, *words], {**self.env, **env}, cwd or self.home, stdin
        )
        try:
            yield screen
        finally:
            screen.kill()

    def requests(self, updates: bool = True) -> list[dict[str, Any]]:
        """Return the requests that the models got, in order: those for updates, or the prompts."""
        try:
            written = (self.scripted / "requests.jsonl").read_text()
        except FileNotFoundError:
            return []
        whole = written[: written.rfind("\n") + 1]  # a process may be writing the last one
        found = [json.loads(line) for line in whole.splitlines()]
        return [asked for asked in found if _is_update(asked["prompt"]) == updates]

    def prompts(self) -> list[dict[str, Any]]:
        """Return the requests that the models got for ordinary prompts."""
        return self.requests(updates=False)

    def profile(self) -> str:
        try:
            return self.folder.profile.read_text()
        except FileNotFoundError:
            return ""

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.run("memory", "status", "--json").out)
        return found

    def report(self) -> dict[str, Any]:
        """Return the report of `status`, computed in this process, as that is quicker."""
        return status.report(self.folder, read_settings(self.env), self.env, self.home)

    def wait_until_settled(self) -> dict[str, Any]:
        """Wait until no turn is pending; return the report then."""

        def settled() -> dict[str, Any] | None:
            found = self.report()
            return found if found["turns"]["logged"] and not found["turns"]["pending"] else None

        return until(settled, "that every turn is settled")

    def wait_for_fact(self, fact: str) -> None:
        """Wait until the profile has the fact."""
        until(lambda: fact in self.profile(), f"that the profile has {fact!r}")

    def logged(self) -> list[dict[str, Any]]:
        """Return the rows of `turns` in logs.db; none while `llm` is creating the database."""
        path = self.user_path / "logs.db"
        if not path.exists():
            return []
        db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        try:
            db.row_factory = sqlite3.Row
            return [dict(row) for row in db.execute("select * from turns order by rowid")]
        except sqlite3.OperationalError:
            return []
        finally:
            db.close()

    def end(self) -> None:
        """Stop the daemon, and wait until no process of this home is left."""
        if self.folder.path.exists():
            daemon.stop(self.folder)
            until(lambda: not is_locked(self.folder.start_lock), "that no daemon starts")
            daemon.stop(self.folder)
        until(lambda: not running_processes(self.folder.path), "that no process is left")


def _is_update(prompt: str) -> bool:
    return "<conversation>" in prompt or prompt.endswith("Remember:")


class Terminal:
    """A process on a pseudo-terminal."""

    def __init__(self, command: list[str], env: Mapping[str, str], cwd: Path, stdin: Any) -> None:
        self.master, slave = pty.openpty()
        self.shown = ""
        given = slave if stdin is None else stdin if isinstance(stdin, int) else stdin.fileno()
        self.process = launcher.start(command, env, cwd, (given, slave, slave), terminal=True)
        os.close(slave)

    def send(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str, limit: float = LIMIT) -> str:
        """Wait until `text` is shown after the text of the last wait; return the part up to it."""
        deadline = time.monotonic() + limit
        while text not in self.shown:
            if time.monotonic() > deadline:
                raise AssertionError(f"{text!r} did not appear, but {self.shown!r}")
            if not self._read(0.1) and self.process.poll() is not None and not self._read(0):
                break
        before, found, self.shown = self.shown.partition(text)
        assert found, f"{text!r} did not appear, but {before!r}"
        return before + found

    def shows(self, text: str) -> bool:
        """Tell whether `text` has been shown after the text of the last wait."""
        self._read(0)
        return text in self.shown

    def end(self, limit: float = LIMIT) -> Ran:
        """Wait for the process to end; return its exit code and output."""
        deadline = time.monotonic() + limit
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"still running, having shown {self.shown!r}"
            self._read(0.05)
        while self._read(0):
            pass
        return Ran(self.process.returncode, self.shown.replace("\r\n", "\n"))

    def ends_soon(self, patience: float = 2.0) -> bool:
        """Tell whether the process ends by itself within a moment."""
        deadline = time.monotonic() + patience
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.05)
        return self.process.poll() is not None

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self.master)
        self.master = -1
        self.process.wait(LIMIT)

    def kill(self) -> None:
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(LIMIT)
        if self.master != -1:
            os.close(self.master)
            self.master = -1

    def _read(self, wait: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)


def running_processes(path: Path) -> list[str]:
    """Return the command lines of the daemon's processes that belong to a memory folder."""
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [line for line in listed if "llm_user_memory." in line and str(path) in line]
