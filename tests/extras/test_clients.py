"""Claude Code, Codex and Gemini CLI, run for real against a scripted provider, with the memory."""

import fcntl
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from support.mounts import fill, on_small_disk
from support.product import LIMIT, Product, Terminal, until
from support.providers import Providers, Server

from llm_user_memory import invocation
from llm_user_memory.daemon import control

BEES = "I keep bees behind my house"
LEARNED = 'ADD Interests | Keeps bees | "I keep bees"'
# Without a person, a program has to be allowed to use a tool.
_ALLOWED = {
    "gemini": ["--approval-mode", "yolo"],
    "claude-code": ["--allowedTools", "mcp__llm-memory__profile"],
}
KEY = "sk-ant-api03-" + "a" * 80


class Person:
    """Somebody with the three programs, connected, and a project to work in."""

    def __init__(self, product: Product, providers: Providers, programs: Path) -> None:
        self.product, self.providers = product, providers
        self.home = product.home
        self.project = self.home / "project"
        temporary = self.home / "tmp"
        for folder in (self.project, temporary):
            folder.mkdir()
        product.answer({"bees": LEARNED})
        self.env = product.env
        self.env |= {
            "PATH": f"{_claude_folder(programs)}:{os.environ['PATH']}",
            "ANTHROPIC_BASE_URL": providers.url,
            "ANTHROPIC_API_KEY": KEY,
            "OPENAI_API_KEY": "key",
            "GEMINI_API_KEY": "key",
            "GOOGLE_GEMINI_BASE_URL": providers.url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "TERM": "xterm-256color",
            "TMPDIR": str(temporary),  # Gemini CLI leaves a report of each odd answer there
        }
        self._set_up()

    def _set_up(self) -> None:
        """What the programs ask at their first start, answered."""
        project = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        claude = {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(self.project): project},
        }
        (self.home / ".claude.json").write_text(json.dumps(claude))
        for name in (".codex", ".gemini"):
            (self.home / name).mkdir()
        (self.home / ".codex" / "config.toml").write_text(
            'model = "gpt-5"\nmodel_provider = "scripted"\napproval_policy = "never"\n'
            f'sandbox_mode = "read-only"\n[model_providers.scripted]\nname = "scripted"\n'
            f'base_url = "{self.providers.url}/v1"\nwire_api = "responses"\n'
            f'env_key = "OPENAI_API_KEY"\n[projects."{self.project}"]\ntrust_level = "trusted"\n'
        )
        gemini: dict[str, Any] = {
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "general": {"disableAutoUpdate": True},
            "privacy": {"usageStatisticsEnabled": False},
        }
        (self.home / ".gemini" / "settings.json").write_text(json.dumps(gemini, indent=2))

    def connect(self, *names: str) -> None:
        for name in names:
            ran = self.product.run("memory", "connect", name, "-y")
            assert ran.code == 0, ran.err

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program as a script does."""
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=self.env,
            cwd=self.project,
            timeout=LIMIT,
        )

    def end(self, *names: str) -> None:
        """End the processes with these names, or titles, that are still there in this home."""

        def left() -> list[int]:
            found = [each for name in names for each in invocation.of_user(name)]
            home = str(self.home)
            return [
                one.id for one in found if (invocation.variables(one) or {}).get("HOME") == home
            ]

        def ended() -> bool:
            for number in left():
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGTERM)
            return not left()

        until(ended, "that no process of a program is left")

    @contextmanager
    def session(self, *command: str, stdin: Any = None) -> Iterator["Session"]:
        """A program on a terminal, ended as a person ends it."""
        found = shutil.which(command[0], path=self.env["PATH"])
        assert found
        with self.product.terminal(
            *command[1:], command=found, cwd=self.project, stdin=stdin
        ) as screen:
            fcntl.ioctl(screen.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            yield Session(screen, self.providers)


class Session:
    """A session of a program at a terminal."""

    def __init__(self, screen: Terminal, providers: Providers) -> None:
        self.screen, self.providers = screen, providers
        self.seen = ""
        self._answer_terminal_queries(5)

    def type(self, words: str) -> None:
        """Type a prompt, and wait until the provider was sent it and its answer is shown."""
        self.screen.send(words)
        self._answer_terminal_queries(1)
        deadline = time.monotonic() + LIMIT
        while not self.providers.sent(words):
            assert time.monotonic() < deadline, f"not sent, showing {self.screen.shown!r}"
            self.screen.send("\r")
            self._answer_terminal_queries(1)
        self._answer_terminal_queries(2)

    def trust_hooks(self) -> None:
        """In the dialog of Codex about new hooks, choose to trust them all."""
        until(lambda: self._shows("need review"))
        self.screen.send("\x1b[B")
        self._answer_terminal_queries(1)
        self.screen.send("\r")
        self._answer_terminal_queries(3)

    def _shows(self, words: str) -> bool:
        self._answer_terminal_queries(0.5)
        return words in self.seen

    def quit(self, words: str) -> None:
        self.screen.send(words)
        self._answer_terminal_queries(1)
        deadline = time.monotonic() + LIMIT
        while self.screen.process.poll() is None:
            assert time.monotonic() < deadline, f"not ended, showing {self.screen.shown!r}"
            self.screen.send("\r")
            self._answer_terminal_queries(1)

    def _answer_terminal_queries(self, seconds: float) -> None:
        """Answer what programs ask of a terminal: where the cursor is, its colours, its kind."""
        answers = {
            "\x1b[6n": "\x1b[1;1R",
            "\x1b]10;?": "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
            "\x1b]11;?": "\x1b]11;rgb:0000/0000/0000\x1b\\",
            "\x1b[c": "\x1b[?62;c",
        }
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.screen.process.poll() is None:
            self.screen.shown = ""
            self.screen.ends_soon(0.2)
            self.seen += self.screen.shown
            for query, answer in answers.items():
                if query in self.screen.shown:
                    self.screen.send(answer)


def _claude_folder(programs: Path) -> str:
    """A folder with the program of Claude Code, which npm puts in place by a script of its own."""
    found = programs.parent.glob("@anthropic-ai/claude-code-*/claude")
    return str(next(found).parent)


@pytest.fixture
def person(product: Product, programs: Path) -> Iterator[Person]:
    with Server() as providers:
        yield Person(product, providers, programs)


def test_what_is_typed_in_claude_code_is_known_everywhere(person: Person) -> None:
    product, providers = person.product, person.providers
    person.connect("claude-code", "gemini", "codex")
    assert "llm-memory" in (person.home / ".claude.json").read_text()
    product.run("memory", "add", "Lives in Oslo")
    with person.session("claude") as session:
        session.type(BEES)
        session.quit("/exit")
    [first, *_] = [body for body in providers.sent(BEES) if "Lives in Oslo" in body]
    assert "Background about the user" in first, "the session began with the profile"
    product.wait_for_fact("Keeps bees")
    assert len(product.requests()) == 1
    assert not list(product.folder.spool.iterdir())
    assert "claude-code" in product.run("memory", "cost").out
    # The next prompt of llm has it, and so have the next sessions of the three programs.
    product.type("Hello there")
    assert "Keeps bees" in json.dumps(product.prompts()[-1])
    providers.answers["What is my hobby"] = "CALL profile"
    ran = person.run("gemini", "-p", "What is my hobby?", *_ALLOWED["gemini"])
    assert ran.returncode == 0, ran.stderr
    assert _looked_up(providers, "What is my hobby", "Keeps bees") == 1
    for command in (
        ("claude", "-p", "What do I keep?"),
        ("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "And now?"),
    ):
        ran = person.run(*command)
        assert ran.returncode == 0, ran.stderr
        assert any("Keeps bees" in body for body in providers.sent(command[-1])), command
    # What ran without a person is not learned from.
    assert product.run("memory", "update").code == 0
    assert len(product.requests()) == 1, "the session of Claude Code alone"


@pytest.mark.parametrize("command", [("gemini", "-p"), ("claude", "-p")])
def test_a_fact_is_looked_up_with_a_tool(person: Person, command: tuple[str, ...]) -> None:
    name = {"gemini": "gemini", "claude": "claude-code"}[command[0]]
    person.connect(name)
    person.product.run("memory", "add", "Keeps bees")
    person.providers.answers["What do I keep"] = "CALL profile"
    ran = person.run(*command, "What do I keep?", *_ALLOWED[name])
    assert ran.returncode == 0, ran.stderr
    # In its first turn: the program was told of the tool with the prompt, and did not look for it.
    assert _looked_up(person.providers, "What do I keep", "Keeps bees") == 1
    calls = person.product.run("memory", "log", "--json").out
    assert name in calls


def _looked_up(providers: Providers, asked: str, fact: str) -> int:
    """The number of the turn whose call of our tool brought the fact; asserts that one did."""
    turns = [body for _path, body in providers.requests if asked in json.dumps(body)]
    turns = [body for body in turns if _tools(body)]  # not those that make up a title
    for number, body in enumerate(turns):
        said = json.dumps(body.get("messages") or body.get("contents"))
        if fact in said and ("functionResponse" in said or "tool_result" in said):
            assert any(name.endswith("profile") for name in _tools(turns[0])), _tools(turns[0])
            return number
    raise AssertionError(f"not looked up: {[path for path, _ in providers.requests]}")


def _tools(body: dict[str, Any]) -> list[str]:
    """The names of the tools that a request offers to the model."""
    found = body.get("tools") or []
    declared = [one for each in found for one in each.get("functionDeclarations", [])]
    return [each["name"] for each in [*found, *declared] if "name" in each]


def test_what_is_typed_in_codex_is_learned(person: Person) -> None:
    person.connect("codex")
    with person.session("codex", "--dangerously-bypass-hook-trust") as session:
        session.type(BEES)
        session.quit("/quit")
    person.product.wait_for_fact("Keeps bees")
    assert "codex:" in person.product.run("memory", "why", "bees").out


def test_a_server_that_runs_the_hooks_of_codex_decides_nothing(person: Person) -> None:
    """Trusted in its dialog, hooks run in a server with the variables of the first session."""
    product, providers = person.product, person.providers
    cello = 'ADD Interests | Plays the cello | "I play the cello"'
    product.answer({"bees": LEARNED, "cello": cello})
    product.run("memory", "add", "Lives in Turku")
    person.connect("codex")
    try:
        with person.session("codex") as session:
            session.trust_hooks()
            session.type("Hello there")
            session.quit("/quit")
        assert any("Lives in Turku" in body for body in providers.sent("Hello there"))
        product.env["LLM_MEMORY_DISABLED"] = "true"
        with person.session("codex") as session:
            session.type(BEES)
            session.quit("/quit")
        assert not any("Lives in Turku" in body for body in providers.sent(BEES))
        del product.env["LLM_MEMORY_DISABLED"]
        with person.session("codex", "I play the cello,\nand that is all.") as session:
            until(lambda: providers.sent("I play the cello"))
            session.quit("/quit")
    finally:
        person.run("codex", "app-server", "daemon", "stop")
        person.end("codex")  # what updates the server is still there
    until(lambda: product.run("memory", "update").code == 0 and product.requests())
    review, profile = product.run("memory", "review").out, product.profile()
    assert "Plays the cello" in review and "Plays the cello" not in profile
    assert "Keeps bees" not in review + profile


def test_a_background_session_of_claude_code_is_given_nothing_and_not_learned_from(
    person: Person,
) -> None:
    """A daemon with the variables of the first session runs it, also if a script began it."""
    product, providers = person.product, person.providers
    product.run("memory", "add", "Lives in Turku")
    person.connect("claude-code")
    try:
        ran = person.run("claude", "--bg", BEES)
        assert ran.returncode == 0, ran.stderr
        until(lambda: providers.sent(BEES))
        assert not any("Lives in Turku" in body for body in providers.sent(BEES))
        assert not list(product.folder.spool.glob("*.json"))
    finally:
        person.end("claude", "claude bg-pty-host", "claude bg-spare")
    sessions = str(person.home / ".claude" / "projects")
    product.run("memory", "import", "-y", sessions)
    assert not product.requests()


GIVEN = {"claude": ("claude-code", "/exit"), "codex": ("codex", "/quit")}


@pytest.mark.parametrize("command", [*GIVEN, "claude <"])
def test_what_a_program_is_started_with_waits(person: Person, command: str) -> None:
    program, is_piped = command.removesuffix(" <"), command.endswith("<")
    name, ending = GIVEN[program]
    person.connect(name)
    letter = person.project / "letter.txt"
    letter.write_text(f"{BEES}, said the nurse.\n")
    trust = ["--dangerously-bypass-hook-trust"] if program == "codex" else []
    given = ["Hello"] if is_piped else [letter.read_text().strip()]
    with letter.open() as piped:
        stdin = piped if is_piped else None
        with person.session(program, *trust, *given, stdin=stdin) as session:
            until(lambda: person.providers.sent(BEES))
            session.type("Is that clear?")
            session.quit(ending)
    until(lambda: person.product.run("memory", "update").code == 0 and person.product.requests())
    assert "Keeps bees" in person.product.run("memory", "review").out
    assert "Keeps bees" not in person.product.profile()


def test_removing_gives_the_files_back(person: Person) -> None:
    files = [".codex/config.toml", ".codex/hooks.json", ".gemini/settings.json"]
    files.append(".claude/settings.json")

    def contents() -> list[bytes | None]:
        paths = [person.home / file for file in files]
        return [path.read_bytes() if path.exists() else None for path in paths]

    before = contents()
    person.connect("claude-code", "gemini", "codex")
    assert all(now != then for now, then in zip(contents(), before, strict=True))
    assert "llm-memory" in (person.home / ".claude.json").read_text()
    for name in ("claude-code", "gemini", "codex"):
        ran = person.product.run("memory", "connect", name, "--remove", "-y")
        assert ran.code == 0, ran.err
    assert contents() == before
    # Claude Code writes its file in its own way.
    left = json.loads((person.home / ".claude.json").read_text())
    assert not left.get("mcpServers") and left["hasCompletedOnboarding"] is True
    assert "llm-memory" not in json.dumps(left)


def _daemon_killed(product: Product, _until: ExitStack) -> None:
    if found := control.running(product.folder):
        os.kill(found.pid, signal.SIGKILL)


def _folder_gone(product: Product, _until: ExitStack) -> None:
    product.run("memory", "daemon", "stop")
    shutil.rmtree(product.folder.path)
    product.folder.path.symlink_to(product.home / "nowhere" / "memory")


def _state_damaged(product: Product, _until: ExitStack) -> None:
    product.run("memory", "daemon", "stop")
    product.folder.state.write_bytes(b"nonsense" * 4096)


def _disk_full(product: Product, until: ExitStack) -> None:
    product.run("memory", "daemon", "stop")
    until.enter_context(on_small_disk(product.folder.path, kilobytes=4_000))
    fill(product.folder.path)


def _python_gone(product: Product, _until: ExitStack) -> None:
    """The Python that the hooks and the server's entry name is not there any more."""
    _run_with(product, "/gone/python")


def _package_removed(product: Product, _until: ExitStack) -> None:
    """The Python is there, and this package is not."""
    _run_with(product, os.path.realpath(sys.executable))


def _run_with(product: Product, python: str) -> None:
    for file in (".claude/settings.json", ".claude.json"):
        path = product.home / file
        text = path.read_text()
        assert sys.executable in text, file
        path.write_text(text.replace(sys.executable, python))


def _hook_killed(product: Product, _until: ExitStack) -> None:
    settings = product.home / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace(" 2>/dev/null", " & kill -9 $$ 2>/dev/null"))


@pytest.mark.parametrize(
    "broken",
    [
        _daemon_killed,
        _folder_gone,
        _state_damaged,
        _disk_full,
        _python_gone,
        _package_removed,
        _hook_killed,
    ],
)
def test_a_session_goes_on_while_the_memory_is_broken(
    person: Person, broken: Callable[[Product, ExitStack], None]
) -> None:
    person.connect("claude-code")
    with ExitStack() as until:
        broken(person.product, until)
        _have_a_session(person)


def _have_a_session(person: Person) -> None:
    with person.session("claude") as session:
        session.type(BEES)
        session.type("And what else?")
        session.quit("/exit")
        assert session.screen.process.returncode == 0
    assert person.providers.sent("And what else?")
