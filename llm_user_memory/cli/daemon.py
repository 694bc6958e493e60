"""The commands `daemon start`, `stop`, `restart` and `log`."""

import time
from collections import deque

import click

from ..daemon import control as process
from ..inject.folders import user_folder
from .base import Group, memory, span
from .output import echo


@memory.group(cls=Group)
def daemon() -> None:
    """
    Start or stop the daemon, or print its log

    You rarely need this: a prompt starts the daemon, and the daemon stops by itself
    when it has been idle for an hour.
    """


@daemon.command()
def start() -> None:
    """Start the daemon, if it is not running"""
    found, was_started = process.start(user_folder())
    echo(f"The daemon {'was started' if was_started else 'is running'} (pid {found.pid}).")


@daemon.command()
def stop() -> None:
    """Stop the daemon until the next prompt starts it again"""
    found = process.stop(user_folder())
    echo(
        "The daemon was not running."
        if found is None
        else f"The daemon was stopped after {span(time.time() - found.started)}."
    )


@daemon.command()
def restart() -> None:
    """Stop the daemon and start it with this shell's settings"""
    process.stop(user_folder())
    echo(f"The daemon was started (pid {process.start(user_folder())[0].pid}).")


@daemon.command()
@click.option("-n", "--lines", default=50, show_default=True, help="Print this many lines")
def log(lines: int) -> None:
    """Print the end of the daemon's log"""
    path = user_folder().daemon_log
    if not path.is_file():
        echo("There is no log: the daemon has not run yet, or could not write one.", err=True)
        return
    with path.open(errors="replace") as file:
        for line in deque(file, maxlen=lines):
            echo(line, nl=False)
