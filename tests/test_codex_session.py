"""Hooks that a server of Codex runs for all terminals, in which the processes are real.

The server has the variables and arguments of the session that was the first.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from llm_user_memory import Memory, codex_session, invocation
from llm_user_memory.daemon import control
from llm_user_memory.invocation import Process
from llm_user_memory.settings import Folder

pytestmark = [pytest.mark.once, pytest.mark.slow]

LETTER = "I keep bees\nand I row"
SHARED = ("app-server", "--listen", "unix://")
# What is called `codex` here is Python: these options come before its own.
_WAIT = ("-c", "import sys; print(flush=True); sys.stdin.read()")
_RUN = ("-c", "import os, subprocess; subprocess.run(['sh', '-c', os.environ['HOOK']])")


class Machine:
    """Terminals with Codex, and a server that runs the hooks."""

    def __init__(self, base: Path, stack: ExitStack) -> None:
        self.base, self._stack = base, stack
        self.project, self.elsewhere = base / "project", base / "elsewhere"
        for folder in (self.project, self.elsewhere):
            folder.mkdir()

    def env(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LLM_")}
        path = os.pathsep.join(filter(None, sys.path))
        return {**kept, "PYTHONPATH": path, "LLM_USER_PATH": str(self.base / "first"), **more}

    def terminal(self, *arguments: str, cwd: Path | None = None, **env: str) -> None:
        """Open a terminal with Codex, and wait until it runs."""
        process = self._stack.enter_context(
            subprocess.Popen(
                ["/anywhere/codex", *_WAIT, *arguments],
                executable=sys.executable,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=cwd or self.project,
                env=self.env(**env),
            )
        )
        assert process.stdin and process.stdout
        self._stack.callback(process.stdin.close)
        process.stdout.readline()

    def hook(
        self,
        event: str = "SessionStart",
        server: tuple[str, ...] = SHARED,
        first: str = ":;",
        **env: str,
    ) -> str:
        """What the hook of a session in the project prints."""
        given: dict[str, Any] = {
            "session_id": "s",
            "transcript_path": "/nowhere/rollout-1.jsonl",
            "cwd": str(self.project),
            "prompt": LETTER,
            "turn_id": "t",
        }
        line = f'{first} "{sys.executable}" -m llm_user_memory.hook {event} codex'
        return self._run(line, [given], server, env)

    def tool(self, name: str, server: tuple[str, ...], **env: str) -> str:
        """What a tool of the MCP server returns, to which Codex passes few variables."""
        kept = " ".join(f'{name}="${name}"' for name in ("PATH", "PYTHONPATH", "HOME"))
        first = f'LLM_USER_PATH="{self.base / "first"}"'
        module = f'exec env -i {kept} {first} "{sys.executable}" -m llm_user_memory.mcp --client'
        return self._run(f"{module} codex", _messages(name), server, env)

    def _run(
        self, line: str, given: Sequence[object], server: tuple[str, ...], env: Mapping[str, str]
    ) -> str:
        asked = self.base / "asked.jsonl"
        asked.write_text("".join(f"{json.dumps(each)}\n" for each in given))
        return subprocess.run(
            ["/packages/codex", *_RUN, *server],
            executable=sys.executable,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=self.env(HOOK=f'{line} <"{asked}"', **env),
            text=True,
            timeout=60,
            check=True,
            cwd=self.project,
        ).stdout

    def receipts(self, user_path: str = "first") -> list[object]:
        """Of the receipts in a memory: whether the program was given the prompt."""
        files = Folder(self.base / user_path / "memory").spool.glob("*.json")
        return [json.loads(file.read_text())["is_given"] for file in files]


def _messages(tool: str) -> list[dict[str, Any]]:
    """What a client of MCP sends to call a tool."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x"}}
    return [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool}},
    ]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with ExitStack() as stack:
        Memory(tmp_path / "first" / "memory").add("Likes tea")
        yield Machine(tmp_path, stack)
    for folder in tmp_path.glob("*/memory"):  # a prompt starts its daemon
        control.stop(Folder(folder))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells the variables")
class TestVariables:
    def test_memory_is_off_where_the_terminal_says_so(self, machine: Machine) -> None:
        machine.terminal(LLM_MEMORY_DISABLED="true")
        assert machine.hook() == "" == machine.hook("UserPromptSubmit")
        assert machine.receipts() == []

    def test_learning_is_off_where_the_terminal_says_so(self, machine: Machine) -> None:
        machine.terminal(LLM_MEMORY_UPDATES="false")
        assert "Likes tea" in machine.hook()
        machine.hook("UserPromptSubmit")
        assert machine.receipts() == []

    def test_the_first_session_decides_nothing_for_later_ones(self, machine: Machine) -> None:
        machine.terminal()
        assert "Likes tea" in machine.hook(LLM_MEMORY_DISABLED="true")
        machine.hook("UserPromptSubmit", LLM_MEMORY_UPDATES="false")
        assert machine.receipts() == [False]

    def test_a_variable_of_both_is_that_of_the_terminal(self, machine: Machine) -> None:
        machine.terminal(LLM_MEMORY_UPDATES="true")
        machine.hook("UserPromptSubmit", LLM_MEMORY_UPDATES="false")
        assert machine.receipts() == [False]

    def test_the_memory_is_that_of_the_terminal(self, machine: Machine) -> None:
        Memory(machine.base / "second" / "memory").add("Likes coffee")
        machine.terminal(LLM_USER_PATH=str(machine.base / "second"))
        assert "coffee" in machine.hook()
        machine.hook("UserPromptSubmit")
        assert (machine.receipts(), machine.receipts("second")) == ([], [False])

    def test_the_folder_in_the_command_of_a_hook_holds(self, machine: Machine) -> None:
        """`connect` writes it there."""
        machine.terminal(LLM_USER_PATH=str(machine.base / "second"))
        first = f'env LLM_USER_PATH="{machine.base / "first"}"'
        assert "Likes tea" in machine.hook(first=first, LLM_USER_PATH="/nowhere")

    def test_a_terminal_in_another_folder_says_nothing(self, machine: Machine) -> None:
        machine.terminal()
        machine.terminal(cwd=machine.elsewhere, LLM_MEMORY_DISABLED="true")
        assert "Likes tea" in machine.hook()

    def test_of_terminals_that_contradict_each_other_none_decides(self, machine: Machine) -> None:
        machine.terminal()
        machine.terminal(LLM_MEMORY_DISABLED="true")
        assert machine.hook() == "" == machine.hook("UserPromptSubmit")
        assert machine.receipts() == []

    def test_a_terminal_that_was_given_another_folder_is_found(self, machine: Machine) -> None:
        machine.terminal("-C", str(machine.project), cwd=machine.elsewhere)
        assert "Likes tea" in machine.hook()

    @pytest.mark.parametrize(
        "options",
        [
            ("-C", "{project}"),
            ("--cd={project}",),
            ("-C{link}",),
            ("-C=../project",),
            ("resume", "--last", "--cd", "../project"),
            ("resume", "--last"),
            ("fork",),
            ("agents",),
            ("--worktree",),
        ],
        ids=" ".join,
    )
    def test_a_terminal_whose_session_may_be_here_decides_with_those_that_are(
        self, machine: Machine, options: tuple[str, ...]
    ) -> None:
        link = machine.base / "link"
        link.symlink_to(machine.project)
        given = [each.format(project=machine.project, link=link) for each in options]
        machine.terminal()
        machine.terminal(*given, cwd=machine.elsewhere, LLM_MEMORY_DISABLED="true")
        assert machine.hook() == "" == machine.hook("UserPromptSubmit")
        assert machine.receipts() == []

    @pytest.mark.parametrize("options", [("-C", "../elsewhere"), ("--cd=../elsewhere",)])
    def test_a_terminal_that_was_sent_elsewhere_says_nothing(
        self, machine: Machine, options: tuple[str, ...]
    ) -> None:
        machine.terminal()
        machine.terminal(*options, LLM_MEMORY_DISABLED="true")
        assert "Likes tea" in machine.hook()

    def test_without_a_terminal_nothing_is_given_or_kept(self, machine: Machine) -> None:
        assert machine.hook() == "" == machine.hook("UserPromptSubmit")
        assert machine.receipts() == []


@pytest.mark.parametrize("arguments", [(LETTER,), ("resume", "--last", LETTER)])
def test_a_prompt_in_the_arguments_of_the_terminal_was_given(
    machine: Machine, arguments: tuple[str, ...]
) -> None:
    machine.terminal(*arguments)
    machine.hook("UserPromptSubmit")
    assert machine.receipts() == [True]


@pytest.mark.parametrize("options", [("-C", "../project"), ()])
def test_a_prompt_in_the_arguments_of_another_terminal_may_have_been_given(
    machine: Machine, options: tuple[str, ...]
) -> None:
    """Codex can change to a session of another folder while it runs."""
    machine.terminal()
    machine.terminal(*options, LETTER, cwd=machine.elsewhere)
    machine.hook("UserPromptSubmit")
    assert machine.receipts() == [True]


@pytest.mark.parametrize("server", [("app-server",), ("app-server", "--listen", "stdio://")])
def test_an_editor_has_a_server_of_its_own(machine: Machine, server: tuple[str, ...]) -> None:
    machine.terminal(LLM_MEMORY_DISABLED="true")
    assert "Likes tea" in machine.hook(server=server)
    assert machine.hook(server=server, LLM_MEMORY_DISABLED="true") == ""
    machine.hook("UserPromptSubmit", server)
    assert machine.receipts() == [False]


def test_where_nobody_tells_the_variables_what_is_learned_waits(
    monkeypatch: pytest.MonkeyPatch, machine: Machine
) -> None:
    """As on macOS, where only the arguments are known."""
    machine.terminal()
    monkeypatch.setattr(invocation, "_has_proc", lambda: False)
    server = Process(1, 0, ("codex", *SHARED), is_exact=False)
    monkeypatch.setattr(invocation, "programs", lambda: [server])
    found = codex_session.find(str(machine.project))
    assert found is not None and found.is_in_doubt
    assert any("sys.stdin.read()" in each.line for each in found.programs)


@pytest.mark.parametrize("server", [SHARED, ()], ids=["a server", "the terminal itself"])
@pytest.mark.parametrize("is_off", [True, False])
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells the variables")
def test_the_tools_have_the_variables_of_the_terminal(
    machine: Machine, server: tuple[str, ...], is_off: bool
) -> None:
    """Codex passes none of LLM's variables on to MCP servers."""
    off = {"LLM_MEMORY_DISABLED": "true"} if is_off else {}
    machine.terminal(**off)
    told = machine.tool("profile", server, **({} if server else off))
    assert ("Likes tea" in told) != is_off, told


@pytest.mark.parametrize("module", ["hook SessionStart", "mcp --client"])
@pytest.mark.parametrize("is_background", [True, False])
def test_a_background_session_of_claude_code_is_given_nothing(
    machine: Machine, module: str, is_background: bool
) -> None:
    env = machine.env(CLAUDE_JOB_DIR="/jobs/1") if is_background else machine.env()
    command = [sys.executable, "-m", *f"llm_user_memory.{module} claude-code".split()]
    asked = _messages("profile") if module.startswith("mcp") else [{}]
    given = "".join(f"{json.dumps(each)}\n" for each in asked)
    ran = subprocess.run(command, input=given, capture_output=True, text=True, env=env, check=True)
    assert ("Likes tea" in ran.stdout) != is_background
