"""`python -m llm_user_memory.mcp`: the memory as an MCP server, on standard input and output."""

import argparse
import signal
import sys
from contextlib import suppress

from ..settings import user_folder
from . import stdio
from .tools import Tools


def main(arguments: list[str] | None = None) -> int:
    """Serve one client until its input ends. Returns the exit code."""
    given = _parser().parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):  # no traceback in the client's log
        with suppress(ValueError):
            signal.signal(number, signal.SIG_DFL)
    stdio.serve(Tools(user_folder().path, given.client, given.profile))
    return 0


def _parser() -> argparse.ArgumentParser:
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
