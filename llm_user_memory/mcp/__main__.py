"""`python -m llm_user_memory.mcp`: the memory as an MCP server, on standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..settings import BACKGROUND_SESSION, user_folder
from . import stdio
from .tools import Tools

if TYPE_CHECKING:
    import argparse

_OPTIONS = ("--client", "--profile")


def main(arguments: list[str] | None = None) -> int:
    """Serve one client until its input ends. Returns the exit code."""
    client, profile = _given(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGINT, signal.SIGTERM):  # no traceback in the client's log
        with suppress(ValueError):
            signal.signal(number, signal.SIG_DFL)
    if client == "codex":
        _adopt_variables()
    if client == "claude-code" and os.environ.get(BACKGROUND_SESSION):
        _switch_off()  # nobody can tell whether the user has done so: see `hook`
    stdio.serve(Tools(user_folder().path, client, profile))
    return 0


def _adopt_variables() -> None:
    """Take over the user's settings: Codex passes few variables on, and none of LLM's."""
    from .. import codex_session  # no other program needs it

    session = codex_session.find(str(Path.cwd()))
    if session is None:
        _switch_off()
    elif session.variables:
        for name, value in session.variables.items():
            os.environ.setdefault(name, value)


def _switch_off() -> None:
    os.environ["LLM_MEMORY_DISABLED"] = "true"


def _given(arguments: list[str]) -> tuple[str, str]:
    """The names of the client and the profile. Exits as `argparse` does on invalid arguments."""
    names, values = arguments[::2], arguments[1::2]
    is_plain = len(names) == len(values) and not any(each.startswith("-") for each in values)
    if is_plain and all(name in _OPTIONS for name in names):  # as `connect` writes them
        found = dict(zip(names, values, strict=True))
        return found.get("--client", ""), found.get("--profile", "")
    given = _parser().parse_args(arguments)
    return given.client, given.profile


def _parser() -> argparse.ArgumentParser:
    import argparse  # loading it takes as long as loading the rest of the server

    parser = argparse.ArgumentParser(
        prog="python -m llm_user_memory.mcp",
        description="Serve the memory to one program over standard input and output (MCP).",
    )
    parser.add_argument(
        "--client", default="", metavar="NAME", help="the program, as `llm memory connect` names it"
    )
    parser.add_argument("--profile", default="", metavar="NAME", help="use this profile")
    return parser


if __name__ == "__main__":
    sys.exit(main())
