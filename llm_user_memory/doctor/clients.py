"""Checks whether the configurations of connected programs still start the memory."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import MemoryPluginError
from ..settings import Folder
from ..store import clients as store
from ..store import state
from ..store.clients import Client


def connected(folder: Folder) -> list[Client]:
    """Return the connected programs, [] if state.db cannot be read."""
    default = Folder(folder.path)
    try:
        if not default.state.exists():
            return []
        with state.opened(default) as opened:
            return store.every(opened.db)
    except (MemoryPluginError, sqlite3.Error, OSError):  # `status` reports it
        return []


def report(
    folder: Folder, environ: Mapping[str, str], home: Path
) -> tuple[list[dict[str, Any]], list[tuple[str, str, str]]]:
    """Return the connected programs for `status`, and problems as (name, sentence, remedy)."""
    if not (every := connected(folder)):
        return [], []
    from .. import clients as programs  # most users have no connected programs

    place = programs.Place(environ, home)
    found, wrong = [], []
    for client in every:
        program = programs.PROGRAMS.get(client.name)
        how = programs.look(program, place) if program else programs.State("ok")
        found.append(
            {
                "name": client.name,
                "connected": client.connected,
                "local": client.is_local,
                "state": how.kind,
            }
        )
        if how.kind != "ok" and program:
            what = f"{program.title} does not reach the memory: {how.what}"
            again = f"Run `llm memory connect {client.name}`, or the same with `--remove`."
            wrong.append((client.name, what, again))
    return found, wrong


def connect_again(folder: Folder, name: str, environ: Mapping[str, str], home: Path) -> str:
    """Connect a program again, with the current path of the memory. Return a sentence about it.

    Raises ClientError if its configuration cannot be changed, or was changed meanwhile.
    """
    from .. import clients as programs

    place = programs.Place(environ, home)
    program = programs.PROGRAMS[name]
    default = Folder(folder.path)
    with programs.alone(default), state.opened(default) as opened:
        client = store.find(opened.db, name)
        if client is None:
            return f"{program.title} is not connected any more."
        plan = programs.plan_connect(program, place, client.settings)
        store.record(opened.db, name, is_local=client.is_local, settings=plan.record)
        programs.carry_out(plan, place)
    return f"{program.title} was connected again."
