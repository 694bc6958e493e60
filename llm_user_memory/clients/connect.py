"""Plans, makes and undoes the changes that connect a program.

Each piece of text that is added to a file is recorded, so that removing the pieces restores the
file byte for byte. If the user has changed the file since, the same pieces are cut out of it; where
a piece itself was changed, the entry that it made is removed instead. Nothing is written before
every change is known to be possible.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ..errors import ClientError, ShellFileError
from ..settings import Folder
from ..shell.change import Change, read
from ..shell.write import apply as write
from ..store.locks import locked
from . import entries
from .programs import SERVER, Entry, Place, Program, server_command, server_environment

# The time limits, in seconds, of a program's own command and of the test of another Python.
_OWN_LIMIT = 60.0
_PROBE_LIMIT = 10.0

# Seconds. A program's own command may take as long as `_OWN_LIMIT`.
_LOCK_LIMIT = 90.0

# Seconds in which a program writes a file that it has emptied.
_WRITING = 0.1

# `Edited.blank` of a file that had more than white space and comments.
_WRITTEN = "-"

Kind = Literal["ok", "moved", "missing", "unreadable"]


@dataclass(frozen=True)
class Edited:
    """The change of one file: its contents before and after, None for no file, and the new pieces.

    `blank` is what the file had before we first connected the program: its text if there were at
    most comments, None if there was no file, and "-" if there was more.
    """

    file: Path
    before: bytes | None
    after: bytes | None
    pieces: tuple[str, ...] = ()
    blank: str | None = _WRITTEN


@dataclass(frozen=True)
class Plan:
    """The changes of connecting or removing: of files, and by commands of the program itself.

    `replaced` is the present entry, if the commands replace one.
    """

    program: Program
    edits: tuple[Edited, ...]
    commands: tuple[tuple[str, ...], ...] = ()
    replaced: Entry | None = None

    @property
    def is_empty(self) -> bool:
        return not self.commands and all(edit.before == edit.after for edit in self.edits)

    @property
    def record(self) -> dict[str, Any]:
        """The record of this connection that `plan_remove` needs, as JSON."""
        files = {
            str(edit.file): {"pieces": list(edit.pieces), "blank": edit.blank}
            for edit in self.edits
        }
        return {"files": files}


@dataclass(frozen=True)
class State:
    """The state of a connected program's configuration; `what` explains any other than "ok"."""

    kind: Kind
    what: str = ""


def alone(folder: Folder) -> AbstractContextManager[int]:
    """Hold the lock that every change of other programs' files takes, for a block.

    `folder` is the memory folder. Without the lock, two commands could undo each other's changes,
    and record what is not so. Raises BusyError when it is not released in time, and FolderError.
    """
    return locked(folder.clients_lock, _LOCK_LIMIT, "Another command that connects programs")


def plan_connect(program: Program, place: Place, record: Mapping[str, Any]) -> Plan:
    """Return the changes that connect a program, or that bring an older connection up to date.

    `record` is that of the earlier connection, {} for none. Raises ClientError if a file cannot be
    read or changed.
    """
    every = program.entries(place)
    commands: tuple[tuple[str, ...], ...] = ()
    replaced = None
    if program.own and (own := _own_command(program, place)):
        text = _text(every[0].file)[0]
        if entries.is_as_wanted(every[0], text):
            every = every[1:]
        elif not entries.is_added_to(every[0], text):  # the command would lose additions
            if (value := entries.found(every[0], text)) is not None:
                replaced = replace(every[0], value=value)
            commands = _own_commands(own, program.name, place, is_there=replaced is not None)
            every = every[1:]
    edits = [
        _added(file, [entry for entry in every if entry.file == file], record)
        for file in dict.fromkeys(entry.file for entry in every)
    ]
    return Plan(program, tuple(edits), commands, replaced)


def plan_remove(program: Program, place: Place, record: Mapping[str, Any]) -> Plan:
    """Return the changes that undo those of `plan_connect`. Raises ClientError."""
    every = program.entries(place)
    commands: tuple[tuple[str, ...], ...] = ()
    own = _own_command(program, place)
    if own and not _stored(record, every[0].file):
        if _has(every[0]):
            commands = ((own, "mcp", "remove", "--scope", "user", SERVER),)
        every = every[1:]
    edits = []
    for file in dict.fromkeys(entry.file for entry in every):
        text, before = _text(file)
        about = _stored(record, file)
        ours = [entry for entry in every if entry.file == file]
        left: str | None = entries.without(text, ours, about.get("pieces", ()))
        blank = about.get("blank", _WRITTEN)
        if blank != _WRITTEN and (left or "").strip() in (
            "", entries.with_object(blank or "").strip()
        ):  # fmt: skip
            left = blank
        after = None if left is None or before is None else left.encode()
        edits.append(Edited(file, before, after))
    return Plan(program, tuple(edits), commands)


def carry_out(plan: Plan, place: Place) -> None:
    """Make the changes.

    Raises ClientError if one fails. The earlier ones are undone before that, and an entry that the
    program's own command has removed is put back.
    """
    written: list[Edited] = []
    try:
        for edit in plan.edits:
            _write(edit.file, edit.before, edit.after)
            written.append(edit)
        for command in plan.commands:
            _run(command, place)
    except ClientError:
        for edit in reversed(written):
            with suppress(ClientError):  # if another program has changed the file meanwhile
                _write(edit.file, edit.after, edit.before)
        if plan.replaced:
            with suppress(ClientError):
                _put_back(plan.replaced)
        raise


def _put_back(entry: Entry) -> None:
    """Put an entry into its file again if it is missing. Raises ClientError."""
    text, before = _text(entry.file)
    if entries.found(entry, text) is None:
        blank = entries.is_blank(entry, text)
        again, _piece = entries.put(entry, entries.with_object(text) if blank else text)
        _write(entry.file, before, again.encode())


def _write(file: Path, before: bytes | None, after: bytes | None) -> None:
    try:
        write(Change(file, file.resolve(), before, after))
    except ShellFileError as error:
        raise ClientError(
            error.what, untouched=error.untouched, remedy="Run the command again."
        ) from error


def look(program: Program, place: Place) -> State:
    """Return the state of a connected program's configuration. Raises nothing.

    If an entry runs another Python, this tests whether that has the package, because a hook
    without it fails silently.
    """
    fit, own = {sys.executable}, {"", *server_environment(place).values()}
    for entry in program.entries(place):
        try:
            found = entries.found(entry, _text(entry.file)[0])
        except ClientError as error:
            return State("unreadable", error.what)
        if found is None:
            return State("missing", f"{entry.file} has no `{entry.place}` of ours any more.")
        runs = entries.program_of(found)
        if entries.moved(runs):
            return State("moved", f"{entry.file} names {runs}, which is not there any more.")
        if runs not in fit and not _may_have_package(runs, place):
            return State(
                "moved", f"{entry.file} runs another Python, {runs}, without this package."
            )
        fit.add(runs)
        folder = entries.user_path_of(found)
        if folder not in own and not Path(folder).is_dir():
            return State("moved", f"{entry.file} names {folder}, which is not there any more.")
    return State("ok")


def _may_have_package(program: str, place: Place) -> bool:
    """Whether a program is a Python with this package; true if that cannot be found out."""
    if not Path(program).name.startswith("python"):  # for example the user's own wrapper
        return True
    command = [program, "-c", f"import {__package__.partition('.')[0]}"]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True,
            env=dict(place.environ), cwd="/", timeout=_PROBE_LIMIT,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return True
    return ended.returncode == 0


def _added(file: Path, every: Sequence[Entry], record: Mapping[str, Any]) -> Edited:
    """The change that puts entries into a file, or brings those that are there up to date."""
    text, before = _text(file)
    about = _stored(record, file)
    if about and all(entries.is_as_wanted(entry, text) for entry in every):
        return Edited(file, before, before, tuple(about["pieces"]), about.get("blank", _WRITTEN))
    pieces = list(about.get("pieces", ()))
    if (without := entries.without_pieces(text, every, pieces)) is not None:
        text, pieces = without, []
    is_blank = entries.is_blank(every[0], text)
    blank = about.get("blank", _WRITTEN if not is_blank else text if before is not None else None)
    if is_blank and every[0].format == "json":
        text = entries.with_object(text)
    for entry in every:
        if not entry.shared and entries.found(entry, text) is not None:
            text = entries.updated(entry, text)
        else:
            text, piece = entries.put(entry, text)
            pieces.append(piece)
    return Edited(file, before, text.encode(), tuple(pieces), blank)


def _has(entry: Entry) -> bool:
    return entries.found(entry, _text(entry.file)[0]) is not None


def _text(file: Path) -> tuple[str, bytes | None]:
    """The text of a file, "" if there is none, and its bytes. Raises ClientError."""
    try:
        content = read(file)
        if content == b"":  # a program may be about to write it anew
            time.sleep(_WRITING)
            content = read(file)
        return (content or b"").decode(), content
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ClientError(
            f"{file} cannot be read: {why}.", untouched="Nothing was changed."
        ) from error


def _stored(record: Mapping[str, Any], file: Path) -> Mapping[str, Any]:
    found = record.get("files", {}).get(str(file), {})
    return found if isinstance(found, dict) else {}


def _own_command(program: Program, place: Place) -> str:
    return (program.own and shutil.which(program.own, path=place.environ.get("PATH"))) or ""


def _own_commands(
    own: str, client: str, place: Place, *, is_there: bool
) -> tuple[tuple[str, ...], ...]:
    env = [f"--env={name}={value}" for name, value in server_environment(place).items()]
    add = (own, "mcp", "add", "--scope", "user", SERVER, *env, "--", *server_command(client))
    remove = (own, "mcp", "remove", "--scope", "user", SERVER)
    return (remove, add) if is_there else (add,)


def _run(command: Sequence[str], place: Place) -> None:
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env=dict(place.environ),
            cwd=place.home,
            timeout=_OWN_LIMIT,
        )
        problem = ended.stderr.strip() or ended.stdout.strip() if ended.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(error)
    if problem:
        raise ClientError(
            f"`{' '.join(command[1:4])}` of {Path(command[0]).name} failed: {problem[:300]}",
            untouched="Your files have what they had before.",
            remedy="Run the command again, or look at what it says.",
        )
