"""Where the user of a session of Codex types, and the environment variables that hold there.

Codex 0.169.0 has a server for all terminals, once its hooks are trusted. It is started by the first
session, and runs the hooks and MCP servers of all later ones, with the variables of the first. So
the processes with which the terminals were opened tell whether memory is on.
"""

import os
from collections.abc import Iterator
from typing import NamedTuple

from . import invocation
from .invocation import Process

# The options with a value before the command.
_WITH_VALUE = (
    "-c --config --enable --disable --remote --remote-auth-token-env -i --image -m --model "
    "--local-provider -p --profile -s --sandbox -C --cd --add-dir -a --ask-for-approval"
).split()

# With the first three no person types, also in a person's session that they continue.
_SCRIPTED = ("exec", "e", "mcp-server")
_SERVERS = ("app-server", "mcp-server")

# There is a server for each folder of Codex, which these name.
_HOMES = ("HOME", "CODEX_HOME")

_PREFIX = "LLM_"


class Session(NamedTuple):
    """The processes in which the user may have typed, and their variables, None if unknown.

    `is_served` tells that the server for all terminals runs it, so that ours are not its variables.
    """

    programs: list[Process]
    variables: dict[str, str] | None
    is_served: bool

    @property
    def is_scripted(self) -> bool:
        """Whether a script runs it."""
        return invocation.command(self.programs, _WITH_VALUE) in _SCRIPTED

    @property
    def is_in_doubt(self) -> bool:
        """Whether memory may be off in it, and nobody can tell."""
        return self.is_served and self.variables is None

    def adopt_variables(self) -> None:
        """Make the variables of LLM those of the session, if they are another process's."""
        if self.is_served and self.variables is not None:
            for name in [name for name in os.environ if name.startswith(_PREFIX)]:
                del os.environ[name]
            os.environ.update(self.variables)


def find(folder: str) -> Session | None:
    """Return the session that runs this process, a hook or an MCP server, in `folder`.

    None if no terminal is found, or if several may be the one and their variables differ.
    """
    programs = invocation.programs()
    if not _is_shared_server(programs):
        held = invocation.variables(programs[0]) if programs else None
        return Session(programs, _of_llm(held), is_served=False)
    terminals = dict(_terminals())
    here = [each for each in terminals if invocation.folder(each) == folder] or list(terminals)
    known = [held for each in here if (held := terminals[each]) is not None]
    if not here or any(each != known[0] for each in known):
        return None
    return Session(here, known[0] if known else None, is_served=True)


def _terminals() -> Iterator[tuple[Process, dict[str, str] | None]]:
    """The processes of Codex at the terminals of its server, with their variables of LLM."""
    for each in invocation.of_user("codex"):
        if invocation.command([each], _WITH_VALUE) not in _SERVERS:
            held = invocation.variables(each)
            if held is None or all(held.get(name) == os.environ.get(name) for name in _HOMES):
                yield each, _of_llm(held)


def _of_llm(variables: dict[str, str] | None) -> dict[str, str] | None:
    if variables is None:
        return None
    return {name: value for name, value in variables.items() if name.startswith(_PREFIX)}


def _is_shared_server(programs: list[Process]) -> bool:
    """Whether the first program is the server for all terminals: an editor has one of its own."""
    is_server = invocation.command(programs, _WITH_VALUE) == "app-server"
    return is_server and "--listen" in (programs[0].words or ())
