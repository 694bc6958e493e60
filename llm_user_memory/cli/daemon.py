"""The commands `daemon start`, `stop`, `restart` and `log`."""

import time
from collections import deque
from pathlib import Path

import click

from ..daemon import control as process
from ..inject.folders import user_folder
from .base import Group, Number, capped, file_error, json_option, memory, span
from .changes import tell
from .output import echo, echo_json

_START, _STOP = "llm memory daemon start", "llm memory daemon stop"


@memory.group(cls=Group)
def daemon() -> None:
    """
    Start or stop the daemon, or print its log

    You rarely need this: a prompt starts the daemon, and the daemon stops by itself
    when it has been idle for an hour.
    """


@daemon.command()
@json_option
def start(as_json: bool) -> None:
    """Start the daemon, if it is not running"""
    found, was_started = process.start(user_folder())
    what = f"The daemon {'was started' if was_started else 'is running'} (pid {found.pid})."
    tell(what, as_json=as_json, back=_STOP, again="stops it", changed=was_started, pid=found.pid)


@daemon.command()
@json_option
def stop(as_json: bool) -> None:
    """Stop the daemon until the next prompt starts it again"""
    found = process.stop(user_folder())
    if found is None:
        tell("The daemon was not running.", as_json=as_json, changed=False)
        return
    what = f"The daemon was stopped after {span(time.time() - found.started)}."
    tell(what, as_json=as_json, back=_START, again="starts it, and so does your next prompt")


@daemon.command()
@json_option
def restart(as_json: bool) -> None:
    """Stop the daemon and start it with this shell's settings"""
    process.stop(user_folder())
    pid = process.start(user_folder())[0].pid
    what = f"The daemon was started (pid {pid})."
    tell(what, as_json=as_json, back=_STOP, again="stops it", pid=pid)


@daemon.command()
@click.option(
    "-n",
    "--lines",
    type=Number(1),
    default=50,
    show_default=True,
    callback=capped(1_000_000),
    help="Print this many lines",
)
@json_option
def log(lines: int, as_json: bool) -> None:
    """Print the end of the daemon's log"""
    path = user_folder().daemon_log
    found = _last(path, lines)
    if as_json:
        echo_json({"path": str(path), "lines": found})
        return
    if not path.is_file():
        echo("There is no log: the daemon has not run yet, or could not write one.", err=True)
    for line in found:
        echo(line)


def _last(path: Path, number: int) -> list[str]:
    try:
        with path.open(errors="replace") as file:
            return [line.rstrip("\n") for line in deque(file, maxlen=number)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise file_error(path, "read", error, untouched="Nothing was changed.") from error
