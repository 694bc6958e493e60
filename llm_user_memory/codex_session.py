"""Where the user of a session of Codex types, and the environment variables that hold there.

Codex 0.169.0 has a server for all terminals, once its hooks are trusted. It is started by the first
session, and runs the hooks and MCP servers of all later ones, with the variables of the first. So
the processes with which the terminals were opened tell whether memory is on.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from . import invocation
from .invocation import Process

_CODEX = "codex"

# The options with a value before the command.
_WITH_VALUE = (
    "-c --config --enable --disable --remote --remote-auth-token-env -i --image -m --model "
    "--local-provider -p --profile -s --sandbox -C --cd --add-dir -a --ask-for-approval"
).split()

# Commands with which no person types, also in a person's session that they continue.
_SCRIPTED = ("exec", "e", "mcp-server")
_SERVERS = ("app-server", "mcp-server")

_FOLDER = ("-C", "--cd")

# Commands and options whose session may be in another folder than its terminal.
_ANYWHERE = frozenset({"resume", "fork", "agents", "queue", "--worktree"})

# There is a server for each folder of Codex, which these name.
_HOMES = ("HOME", "CODEX_HOME")

_PREFIX = "LLM_"


class Session(NamedTuple):
    """The processes in which the user may have typed, and their variables, None if unknown.

    If the server for all terminals runs it, those in other folders come last: Codex can change to a
    session of another folder while it runs, and `codex queue` sends a prompt to one. `is_served`
    tells that the server for all terminals runs it, whose variables are in `server`.
    """

    programs: list[Process]
    variables: dict[str, str] | None
    is_served: bool = False
    server: Mapping[str, str] = MappingProxyType({})

    @property
    def is_scripted(self) -> bool:
        """Whether a script runs it."""
        return invocation.command(self.programs, _WITH_VALUE) in _SCRIPTED

    @property
    def is_in_doubt(self) -> bool:
        """Whether memory may be off in it, and nobody can tell."""
        return self.is_served and self.variables is None

    def adopt_variables(self) -> None:
        """Make the variables of LLM those of the session, if they are another process's.

        What the command of a hook sets stays, as the user's folder does (see `clients.programs`).
        """
        if not self.is_served or self.variables is None:
            return
        ours = _of_llm(os.environ)
        of_server = [name for name, value in ours.items() if self.server.get(name) == value]
        for name in of_server:
            if name not in self.variables and name != "LLM_USER_PATH":
                del os.environ[name]
        for name, value in self.variables.items():
            if name in of_server or name not in ours:
                os.environ[name] = value


def find(folder: str) -> Session | None:
    """Return the session that runs this process, a hook or an MCP server, in `folder`.

    None if no terminal is found, or if several may be the one and their variables differ.
    """
    programs = invocation.programs()
    if not _is_shared_server(programs):
        is_codex = bool(programs) and programs[0].name == _CODEX
        held = invocation.variables(programs[0]) if is_codex else None
        return Session(programs, _of_llm(held or {}))
    terminals = dict(_terminals())
    here = [each for each in terminals if _may_work_in(each, folder)] or list(terminals)
    known = [held for each in here if (held := terminals[each]) is not None]
    if not here or any(each != known[0] for each in known):
        return None
    server = _of_llm(invocation.variables(programs[0]) or {})
    others = [each for each in terminals if each not in here]
    variables = known[0] if known else None
    return Session([*here, *others], variables, is_served=True, server=server)


def _may_work_in(terminal: Process, folder: str) -> bool:
    """Whether the session of a terminal is in `folder`, also if nobody can tell."""
    own = invocation.folder(terminal)
    options = _options(terminal)
    if not (own and options and terminal.is_exact) or _ANYWHERE.intersection(options):
        return True
    places = list(_given_folders(options)) or [""]
    return os.path.realpath(folder) in [os.path.realpath(Path(own, place)) for place in places]


def _options(terminal: Process) -> Sequence[str]:
    """The words of a process before "--", after which Codex takes none for an option."""
    words = terminal.words or ()
    return words[: words.index("--")] if "--" in words else words


def _given_folders(words: Sequence[str]) -> Iterator[str]:
    """The folders that options name: `-C DIR`, `-CDIR`, `-C=DIR`, `--cd DIR` and `--cd=DIR`."""
    for word, value in zip(words, [*words[1:], ""], strict=True):
        if word in _FOLDER:
            yield value
        elif word.startswith("--cd="):
            yield word.removeprefix("--cd=")
        elif word.startswith("-C"):
            yield word.removeprefix("-C").removeprefix("=")


def _terminals() -> Iterator[tuple[Process, dict[str, str] | None]]:
    """The processes of Codex at the terminals of its server, with their variables of LLM."""
    for each in invocation.of_user(_CODEX):
        if invocation.command([each], _WITH_VALUE) not in _SERVERS:
            held = invocation.variables(each)
            if held is None or all(held.get(name) == os.environ.get(name) for name in _HOMES):
                yield each, None if held is None else _of_llm(held)


def _of_llm(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name.startswith(_PREFIX)}


def _is_shared_server(programs: list[Process]) -> bool:
    """Whether the first program is the server for all terminals: an editor has one of its own."""
    if invocation.command(programs, _WITH_VALUE) != "app-server":
        return False
    places = [word for word in programs[0].words or () if "://" in word]
    return any("stdio" not in place for place in places)
