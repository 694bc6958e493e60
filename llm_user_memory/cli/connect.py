"""The command `connect`: it connects other programs to the memory."""

import os
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from .. import clients as programs
from ..clients import PROGRAMS, Place, Plan, Program
from ..errors import ClientError, MemoryPluginError
from ..inject.folders import user_folder
from ..profile.comparison import opcodes
from ..store import clients as connections
from ..store import state
from ..store.clients import Client
from ..store.state import Store
from ..text.words import shared_start
from .base import day, json_option, memory
from .changes import tell
from .output import confirm, echo, echo_json, item, say

_LEARNS = (
    "From now on {title} is given your profile at the beginning of each session, and with a prompt "
    "the archived facts that bear on it, with LLM_MEMORY_RECALL=true also passages. What you type "
    "into it is learned from when the session is quiet, by one request to LLM_MEMORY_MODEL, else "
    "to LLM's default model. What runs without you (`claude -p`, `codex exec`, agents) is not "
    "learned from."
)
# Characters of a line that are printed, and of them before a change.
_LONGEST_LINE = 400
_AROUND = 40

_ASKS = "What you type into {title} is not learned from."
_TOOLS = (
    "Its model can look up your facts, conversations and notes with tools, and propose facts, "
    "which wait for you in `llm memory review`."
)

_CLOUD = "Facts marked #local stay here: connect it with --local if its model runs on this machine."
_LOCAL = "You say that its model runs on this machine: it is given facts marked #local, too."


@memory.command()
@click.argument("client", required=False, type=click.Choice(list(PROGRAMS)), metavar="[CLIENT]")
@click.option("--remove", is_flag=True, help="Undo it: give the program's files back as they were")
@click.option(
    "--local", is_flag=True, help="Its model runs on this machine: give it facts marked #local, too"
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def connect(client: str | None, remove: bool, local: bool, yes: bool, as_json: bool) -> None:
    """
    Give your other programs this memory

    CLIENT is claude-code, claude-desktop, cursor, vscode, codex, gemini, zed or gptme.
    Without it, the programs on this machine are listed.

    The command shows what it will change, and what the program is given and learned
    from, and asks. Comments and the order of a file stay. Connecting a program that is
    connected brings it up to date, and keeps what you added to the entry, such as "env"
    or "timeout". --remove takes the whole entry away, with what you added to it.

    \b
        llm memory connect claude-code
        llm memory connect zed --local
        llm memory connect claude-code --remove
    """
    place = Place(os.environ, Path.home(), sys.platform)
    folder = user_folder()
    with state.opened(folder) as store:
        if client is None:
            if remove or local or yes:
                raise click.UsageError("Name the program.")
            _list(place, connections.every(store.db), as_json)
            return
        program = PROGRAMS[client]
        if remove:
            _disconnect(store, place, program, yes=yes, as_json=as_json)
        else:
            _connect(store, place, program, local=local, yes=yes, as_json=as_json)


class _Planned(NamedTuple):
    """What is known of a program, and what a command will change."""

    before: Client | None
    plan: Plan


def _planned(
    db: sqlite3.Connection, place: Place, program: Program, *, remove: bool = False
) -> _Planned:
    before = connections.find(db, program.name)
    make = programs.plan_remove if remove else programs.plan_connect
    return _Planned(before, make(program, place, before.settings if before else {}))


def _as_asked(asked: _Planned, now: _Planned, *, yes: bool) -> _Planned:
    """What is to be done now, if the user was shown that, or wants no question."""
    if now != asked and not yes:
        raise ClientError(
            f"The files of {asked.plan.program.title}, or its connection, were changed meanwhile.",
            untouched="They are as that left them.",
            remedy="Run the command again.",
        )
    return now


def _disconnect(store: Store, place: Place, program: Program, *, yes: bool, as_json: bool) -> None:
    """Remove our entries from the program's files."""
    asked = _planned(store.db, place, program, remove=True)
    is_known = asked.before is not None or asked.plan.is_empty
    _ask(asked.plan, "", yes=yes, is_known=is_known)
    with programs.alone(store.folder):
        now = _planned(store.db, place, program, remove=True)
        before, plan = _as_asked(asked, now, yes=yes)
        programs.carry_out(plan, place)
        connections.disconnect(store.db, program.name)
    is_changed = before is not None or not plan.is_empty
    tell(
        f"{program.title} is not connected{' any more' * is_changed}.",
        back=_command(program, local=bool(before and before.is_local)) if is_changed else "",
        again="connects it again",
        as_json=as_json,
        changed=is_changed,
        **_as_json(plan, connected=False),
    )


def _connect(
    store: Store, place: Place, program: Program, *, local: bool, yes: bool, as_json: bool
) -> None:
    """Connect the program, or bring its connection up to date."""
    asked = _planned(store.db, place, program)
    is_new = asked.before is None or asked.before.is_local != local
    consent = _consent(program, local=local) if is_new else ""
    _ask(asked.plan, consent, yes=yes, is_known=not is_new)
    with programs.alone(store.folder):
        before, plan = _as_asked(asked, _planned(store.db, place, program), yes=yes)
        # Recorded before the files are written, to restore them after an interruption.
        was_disconnected = connections.is_disconnected(store.db, program.name)
        connections.record(store.db, program.name, is_local=local, settings=plan.record)
        try:
            programs.carry_out(plan, place)
        except MemoryPluginError:
            _take_back(store.db, program.name, before, was_disconnected=was_disconnected)
            raise
    is_new = before is None or before.is_local != local
    is_changed = is_new or not plan.is_empty
    already = f"{program.title} is connected already: nothing was changed."
    was_other = before is not None and before.is_local != local
    back = _command(program, local=not local) if was_other else f"{_command(program)} --remove"
    tell(
        f"{program.title} is connected. {program.advice}" if is_changed else already,
        back=back if is_changed else "",
        as_json=as_json,
        changed=is_changed,
        **_as_json(plan, connected=True),
    )


def _command(program: Program, *, local: bool = False) -> str:
    return f"llm memory connect {program.name}{' --local' * local}"


def _consent(program: Program, *, local: bool) -> str:
    told = (_LEARNS if program.learns else _ASKS).format(title=program.title)
    return " ".join((told, _TOOLS, _LOCAL if local else _CLOUD))


def _take_back(
    db: sqlite3.Connection, name: str, before: Client | None, *, was_disconnected: bool
) -> None:
    """Record the connection as it was before the attempt."""
    if was_disconnected:
        connections.disconnect(db, name)
    elif before is None:
        connections.remove(db, name)
    else:
        connections.record(db, name, is_local=before.is_local, settings=before.settings)


def _ask(plan: Plan, consent: str, *, yes: bool, is_known: bool) -> None:
    """Show the changes, and ask."""
    if not plan.is_empty:
        _print(plan)
    if consent:
        if not plan.is_empty:
            echo(err=True)
        say(consent, err=True)
    if not yes and not (plan.is_empty and is_known):
        confirm("Do this?", abort=True)


def _print(plan: Plan) -> None:
    for edit in plan.edits:
        if edit.before == edit.after:
            continue
        word = "deleted" if edit.after is None else "created" if edit.before is None else "changed"
        echo(f"{edit.file} ({word})", err=True)
        before = (edit.before or b"").decode(errors="replace").splitlines()
        after = (edit.after or b"").decode(errors="replace").splitlines()
        for sign, line in _difference(before, after):
            item(f"{sign} {line}", 2, err=True)
    for command in plan.commands:
        echo(f"$ {programs.shown(command)}", err=True)


def _difference(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    found = []
    for tag, i1, i2, j1, j2 in opcodes(before, after):
        if tag != "equal":
            gone, new = "\n".join(before[i1:i2]), "\n".join(after[j1:j2])
            found += [("-", _shown(line, new)) for line in before[i1:i2]]
            found += [("+", _shown(line, gone)) for line in after[j1:j2]]
    return found


def _shown(line: str, other: str) -> str:
    """A line; of a long one, where it begins to differ from another text."""
    if len(line) <= _LONGEST_LINE:
        return line
    start = max(shared_start(line, other) - _AROUND, 0)
    part = line[start : start + _LONGEST_LINE]
    return f"{'…' * (start > 0)}{part}{'…' * (start + len(part) < len(line))}"


def _as_json(plan: Plan, *, connected: bool) -> dict[str, Any]:
    files = [str(edit.file) for edit in plan.edits if edit.before != edit.after]
    return {"name": plan.program.name, "connected": connected, "files": files}


def _list(place: Place, known: list[Client], as_json: bool) -> None:
    by_name = {client.name: client for client in known}
    here = {program.name for program in programs.there(place)}
    rows = []
    for program in PROGRAMS.values():
        client = by_name.get(program.name)
        row: dict[str, Any] = {
            "name": program.name,
            "title": program.title,
            "found": program.name in here,
            "connected": client.connected if client else None,
            "local": bool(client and client.is_local),
            "state": programs.look(program, place).kind if client else None,
        }
        rows.append(row)
    if as_json:
        echo_json(rows)
        return
    for row in rows:
        echo(f"{row['name']:<15} {_how(row)}")
    echo("\nConnect one with `llm memory connect NAME`.", err=True)


def _how(row: Mapping[str, Any]) -> str:
    if row["connected"] is None:
        return "not connected" if row["found"] else "not found here"
    found = f"connected since {day(row['connected'])}"
    found += ", on this machine" if row["local"] else ""
    return found if row["state"] == "ok" else f"{found}, and not working: connect it again"
