"""Planning, making and undoing the changes that connect a program.

What was put into a file is remembered, piece by piece, so that the file can be given back byte for
byte. If the user changed the file since, the same pieces are cut out of it, or, where they too were
changed, the entries that are ours. Nothing is written before every change is known to be possible.
"""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..errors import ClientError, ShellFileError
from ..shell.change import Change, read
from ..shell.write import apply as write
from . import jsonc, toml
from .programs import SERVER, Entry, Place, Program, server_command, server_environment

# Seconds for a program's own command.
_OWN_LIMIT = 60.0

# What `Edited.blank` is where a file had more than white space and comments.
_WRITTEN = "-"

Kind = Literal["ok", "moved", "missing", "unreadable"]


@dataclass(frozen=True)
class Edited:
    """The change of one file: its path, its contents before and after, and the pieces put in.

    None means that there is no file. `blank` is the text that stood there first if it held at most
    comments, None for no file; "-" where there was more.
    """

    file: Path
    before: bytes | None
    after: bytes | None
    pieces: tuple[str, ...] = ()
    blank: str | None = _WRITTEN


@dataclass(frozen=True)
class Plan:
    """What connecting, or removing, changes: the files, and commands of the program to run."""

    program: Program
    edits: tuple[Edited, ...]
    commands: tuple[tuple[str, ...], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.commands and all(edit.before == edit.after for edit in self.edits)

    @property
    def record(self) -> dict[str, Any]:
        """What `plan_remove` needs to know, to be stored."""
        files = {
            str(edit.file): {"pieces": list(edit.pieces), "blank": edit.blank}
            for edit in self.edits
        }
        return {"files": files}


@dataclass(frozen=True)
class State:
    """How a connected program's configuration is: `kind`, and a sentence if it is not "ok"."""

    kind: Kind
    what: str = ""


def plan_connect(program: Program, place: Place, record: Mapping[str, Any]) -> Plan:
    """Return the changes that connect a program, or that bring an older connection up to date.

    `record` is that of the earlier connection, {} for none. Raises ClientError.
    """
    entries = program.entries(place)
    commands: tuple[tuple[str, ...], ...] = ()
    if program.own and (own := _own_command(program, place)):
        server, entries = entries[0], entries[1:]
        if not _is_as_wanted(server, _text(server.file)[0]):
            commands = _own_commands(own, program.name, place, _has(server))
    edits = [
        _added(file, [entry for entry in entries if entry.file == file], record)
        for file in dict.fromkeys(entry.file for entry in entries)
    ]
    return Plan(program, tuple(edits), commands)


def plan_remove(program: Program, place: Place, record: Mapping[str, Any]) -> Plan:
    """Return the changes that undo `plan_connect`. Raises ClientError."""
    entries = program.entries(place)
    commands: tuple[tuple[str, ...], ...] = ()
    own = _own_command(program, place)
    if own and not _stored(record, entries[0].file):
        if _has(entries[0]):
            commands = ((own, "mcp", "remove", "--scope", "user", SERVER),)
        entries = entries[1:]
    edits = []
    for file in dict.fromkeys(entry.file for entry in entries):
        text, before = _text(file)
        about = _stored(record, file)
        left = _without(text, [entry for entry in entries if entry.file == file], about)
        blank = about.get("blank", _WRITTEN)
        if blank != _WRITTEN and left.strip() in ("", _with_object(blank or "").strip()):
            left = blank
        after = None if left is None or before is None else left.encode()
        edits.append(Edited(file, before, after))
    return Plan(program, tuple(edits), commands)


def carry_out(plan: Plan, place: Place) -> None:
    """Make the changes. Raises ClientError, with every file as it was before."""
    written: list[Edited] = []
    try:
        for edit in plan.edits:
            _write(edit.file, edit.before, edit.after)
            written.append(edit)
        for command in plan.commands:
            _run(command, place)
    except ClientError:
        for edit in reversed(written):
            with suppress(ClientError):  # another program has changed it meanwhile
                _write(edit.file, edit.after, edit.before)
        raise


def _write(file: Path, before: bytes | None, after: bytes | None) -> None:
    try:
        write(Change(file, file.resolve(), before, after))
    except ShellFileError as error:
        raise ClientError(
            error.what, untouched=error.untouched, remedy="Run the command again."
        ) from error


def look(program: Program, place: Place) -> State:
    """Return how the configuration of a connected program is. Raises nothing."""
    for entry in program.entries(place):
        try:
            found = _value(entry, _text(entry.file)[0])
        except ClientError as error:
            return State("unreadable", error.what)
        if found is None:
            return State("missing", f"{entry.file} has no `{entry.place}` of ours any more.")
        if moved := _moved(found):
            return State("moved", f"{entry.file} names {moved}, which is not there any more.")
    return State("ok")


def _added(file: Path, entries: Sequence[Entry], record: Mapping[str, Any]) -> Edited:
    """The change that puts entries into a file, instead of those that are there from earlier."""
    text, before = _text(file)
    about = _stored(record, file)
    if about and all(_is_as_wanted(entry, text) for entry in entries):
        return Edited(file, before, before, tuple(about["pieces"]), about.get("blank", _WRITTEN))
    text = _without(text, entries, about)
    is_blank = _is_blank(entries[0], text)
    blank = about.get("blank", _WRITTEN if not is_blank else text if before is not None else None)
    if is_blank and entries[0].format == "json":
        text = _with_object(text)
    pieces = []
    for entry in entries:
        text, piece = _put(entry, text)
        pieces.append(piece)
    return Edited(file, before, text.encode(), tuple(pieces), blank)


def _is_blank(entry: Entry, text: str) -> bool:
    """Tell whether a file has no entries at all, in JSON also if it has comments."""
    return jsonc.is_blank(text) if entry.format == "json" else not text.strip()


def _with_object(blank: str) -> str:
    """A text in which there are at most comments, with an empty object at its end."""
    return f"{blank}{'' if blank.endswith(chr(10)) or not blank.strip() else chr(10)}{{}}\n"


def _put(entry: Entry, text: str) -> tuple[str, str]:
    try:
        if entry.format == "toml":
            if entry.shared and _is_switched_on(entry, text):
                return text, ""
            return toml.with_table(text, entry.path[0], entry.value)
        put = jsonc.with_item if entry.is_item else jsonc.with_member
        return put(text, entry.path, entry.value)
    except (jsonc.NotJson, toml.NotToml) as error:
        raise _unfit(entry, error) from error


def _is_switched_on(entry: Entry, text: str) -> bool:
    """Whether the user's own table has what a shared one is added for. Raises NotToml."""
    found: Any = toml.parsed(text)
    if found is None:  # Python 3.10 has no parser
        return toml.rendered(entry.path[0], entry.value) in text.replace("\r\n", "\n")
    table = found.get(entry.path[0].strip("[]"))
    return isinstance(table, dict) and entry.value.items() <= table.items()


def _unfit(entry: Entry, error: Exception) -> ClientError:
    if entry.format == "toml":
        wanted = toml.rendered(entry.path[0], entry.value).strip()
    else:
        wanted = json.dumps(entry.value, indent=2, ensure_ascii=False)
    return ClientError(
        f"{entry.file} cannot be changed: {error}.",
        untouched="Nothing was changed.",
        remedy=f"Correct it, or add this by hand as `{entry.place}`:\n{wanted}",
    )


def _without(text: str, entries: Sequence[Entry], about: Mapping[str, Any]) -> str:
    """The text without our pieces, and without our entries that are not as they were put in."""
    if _is_blank(entries[0], text):
        return text
    for piece in reversed(about.get("pieces", ())):
        entry = entries[0]
        cut = jsonc.without_piece(text, piece)
        if cut is not None and _is_readable(entry, cut):
            text = cut
    for entry in entries:
        text = _without_entry(entry, text)
    return text


def _without_entry(entry: Entry, text: str) -> str:
    if entry.shared:
        return text
    try:
        if entry.format == "toml":
            return toml.without_table(text, entry.path[0], entry.mark)
        if not entry.is_item:
            return jsonc.without(text, entry.path) if _is_ours(entry, text) else text
        while (number := _item(entry, text)) is not None:
            text = jsonc.without(text, entry.path, number)
        return text
    except jsonc.NotJson as error:
        raise _unfit(entry, error) from error


def _is_readable(entry: Entry, text: str) -> bool:
    try:
        if entry.format == "toml":
            toml.parsed(text)
        elif not _is_blank(entry, text):
            jsonc.parsed(text)
    except (jsonc.NotJson, toml.NotToml):
        return False
    return True


def _item(entry: Entry, text: str) -> int | None:
    """The number of our item in an array."""
    node = jsonc.at(jsonc.parsed(text), entry.path)
    for number, item in enumerate(node.plain() if node and node.kind == "array" else ()):
        if entry.mark in json.dumps(item):
            return number
    return None


def _value(entry: Entry, text: str) -> Any:
    """What a file has for an entry of ours, None for nothing. Raises ClientError."""
    if entry.shared:
        return entry.value
    if _is_blank(entry, text):
        return None
    try:
        if entry.format == "toml":
            rest = toml.without_table(text, entry.path[0], entry.mark)
            return None if rest == text else _lines_of(entry, text, rest)
        node = jsonc.at(jsonc.parsed(text), entry.path)
        if entry.is_item:
            number = _item(entry, text)
            return node.plain()[number] if node and number is not None else None
        return node.plain() if node and entry.mark in json.dumps(node.plain()) else None
    except (jsonc.NotJson, toml.NotToml) as error:
        raise _unfit(entry, error) from error


def _lines_of(entry: Entry, text: str, rest: str) -> Any:
    """The table of ours: as it should be if its lines are that, else its lines."""
    wanted = toml.rendered(entry.path[0], entry.value)
    return entry.value if wanted in text.replace("\r\n", "\n") else _difference(text, rest)


def _difference(text: str, rest: str) -> str:
    start = next((n for n, (a, b) in enumerate(zip(text, rest, strict=False)) if a != b), len(rest))
    return text[start : start + len(text) - len(rest)]


def _is_as_wanted(entry: Entry, text: str) -> bool:
    return bool(_value(entry, text) == entry.value)


def _is_ours(entry: Entry, text: str) -> bool:
    return _value(entry, text) is not None


def _has(entry: Entry) -> bool:
    return _is_ours(entry, _text(entry.file)[0])


def _moved(found: Any) -> str:
    """The program that an entry runs, if it is not there any more; else ""."""
    program = _program(found)
    return "" if not program or shutil.which(program) or Path(program).exists() else program


def _program(found: Any) -> str:
    """The program that an entry runs: of a server, of its lines in TOML, or of a hook; or ""."""
    if isinstance(found, str):
        line = re.search(r"^command = (\".*\")\s*$", found, re.MULTILINE)
        return str(json.loads(line[1])) if line else ""
    if "command" in found:
        return str(found["command"])
    if "hooks" not in found:
        return ""
    words = shlex.split(found["hooks"][0]["command"])
    return next((word for word in words if word != "env" and "=" not in word), "")


def _text(file: Path) -> tuple[str, bytes | None]:
    """The text of a file, "" if there is none, and its bytes. Raises ClientError."""
    try:
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
    own: str, client: str, place: Place, is_there: bool
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
            untouched="The files that this command changes are as they were.",
            remedy="Run the command again, or look at what it says.",
        )
