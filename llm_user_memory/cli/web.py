"""The command `web`: it opens the page."""

import os
import sys
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import PageError
from ..store import error_hints
from .base import Number, existing_profile, memory
from .output import echo

if TYPE_CHECKING:  # imported here because the extra may be missing
    from ..web.handover import Handover

_NEEDED = ("starlette", "uvicorn", "jinja2")


@memory.command()
@click.option(
    "--no-browser",
    is_flag=True,
    help="Print the link that opens the page once, and open no browser",
)
@click.option(
    "--port",
    type=Number(1, 65535),
    help="Use this port, such as for a tunnel from another machine",
)
def web(no_browser: bool, port: int | None) -> None:
    """
    Open a page of what is known and why, and what waits

    On the page you can edit, pin, forget and add facts, decide what waits, search, undo,
    and see the requests to models and what they cost. It is served on this machine only,
    for you alone, and closes when nobody has used it for ten minutes. Ctrl-C closes it at
    once. It needs the extra:

    \b
        llm install 'llm-user-memory[web]'
    """
    if not all(find_spec(name) for name in _NEEDED):
        raise PageError(
            "The page needs the extra of llm-user-memory that is named “web”.",
            remedy="Run `llm install 'llm-user-memory[web]'`.",
        )
    from ..web import server  # imported here because the extra may be missing

    folder = existing_profile().folder
    opens = not no_browser and _has_browser()
    try:
        server.serve(folder, _opener(opens), port=port or 0)
    except OSError as error:
        what = f"The page cannot be served: {error.strerror}."
        raise PageError(what, remedy=error_hints.write_access_hint(folder.state)) from error
    echo("The page is closed.", err=True)


def _opener(opens: bool) -> "Callable[[Handover, str], None]":
    """Return the function that shows the link to the page, and opens the page if `opens`."""

    def opened(handover: "Handover", link: str) -> None:
        file = _handed_over(handover) if opens else None
        if file is None:
            echo("Open this link, which works once; Ctrl-C closes the page:", err=True)
            echo(link)
            sys.stdout.flush()
            return
        echo("Your browser opens the page; Ctrl-C closes it.", err=True)
        if sys.stderr.isatty():
            echo("If you see none, open this link, which works once:", err=True)
            echo(link, err=True)
        else:  # others may be able to read a file that stdout goes to
            echo(f"If you see none, open {file}, or run `llm memory web --no-browser`.", err=True)

    return opened


def _handed_over(handover: "Handover") -> Path | None:
    """Let the browser open a file. Return the file, None if there is no browser."""
    try:
        file = handover.write()
    except OSError:  # then the link is printed
        return None
    return file if webbrowser.open(file.as_uri()) else None


def _has_browser() -> bool:
    """Tell whether there is a browser with a window. One in the terminal would take it over."""
    if os.environ.get("BROWSER") or sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
