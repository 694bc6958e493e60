"""One entry of ours in the text of a configuration, in JSON or TOML: finding, putting in, removing.

What is put in is a piece of text, which can be cut out again as long as it is as it was. Pure but
for `moved`, which looks whether a program is there.
"""

import json
import shlex
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import ClientError
from . import jsonc, toml
from .programs import OWN_VARIABLES, Entry

_FORMATS: Mapping[str, ModuleType] = {"json": jsonc, "toml": toml}
_UNFIT = (jsonc.NotJson, toml.NotToml)


def is_blank(entry: Entry, text: str) -> bool:
    """Tell whether a file has no entries at all, in JSON also if it has comments."""
    return jsonc.is_blank(text) if entry.format == "json" else not text.strip()


def with_object(blank: str) -> str:
    """Return a text in which there are at most comments, with an empty object at its end."""
    return f"{blank}{'' if blank.endswith(chr(10)) or not blank.strip() else chr(10)}{{}}\n"


def put(entry: Entry, text: str) -> tuple[str, str]:
    """Return the text with an entry, and the piece that was put in. Raises ClientError."""
    syntax = _FORMATS[entry.format]
    try:
        if entry.shared and (node := syntax.at(syntax.parsed(text), entry.path)):
            if node.plain() == entry.value:
                return text, ""
            raise toml.NotToml(f"its `{'.'.join(map(str, entry.path))}` has another value")
        added = (syntax.with_item if entry.is_item else syntax.with_member)(
            text, entry.path, entry.value
        )
        return str(added[0]), str(added[1])
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def updated(entry: Entry, text: str) -> str:
    """Return the text with an entry that it has brought up to date.

    Only the values that are ours are changed: what the user or the program added to the entry
    stays. Raises ClientError.
    """
    syntax = _FORMATS[entry.format]
    try:
        entry = _own(entry, text)
        place: tuple[Any, ...] = (*entry.path, _item(entry, text)) if entry.is_item else entry.path
        for keys, value in _values(entry).items():
            while len(keys) > 1 and not syntax.at(syntax.parsed(text), (*place, *keys[:-1])):
                value = {keys[-1]: value} if value is not None else None
                keys = keys[:-1]
            node = syntax.at(syntax.parsed(text), (*place, *keys))
            if value is None and node is not None:
                text = syntax.without(text, (*place, *keys))
            elif value is not None and node is None:
                text, _piece = syntax.with_member(text, (*place, *keys), value)
            elif node is not None and node.plain() != value:
                text = syntax.with_value(text, (*place, *keys), value)
        return text
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def without_pieces(text: str, entries: Sequence[Entry], pieces: Sequence[str]) -> str | None:
    """Return the text without our entries, None if one of them is not as it was put in.

    Raises ClientError.
    """
    for piece in reversed(pieces):
        cut = jsonc.without_piece(text, piece)
        if cut is not None and any(_is_cut(each, text, cut) for each in entries):
            text = cut
    return None if any(_is_there(each, text) for each in entries if not each.shared) else text


def without(text: str, entries: Sequence[Entry], pieces: Sequence[str]) -> str:
    """Return the text without our pieces, and without entries of ours that are not as put in.

    What was added to those goes with them. Raises ClientError.
    """
    if is_blank(entries[0], text):
        return text
    for piece in reversed(pieces):
        cut = jsonc.without_piece(text, piece)
        if cut is None:
            continue
        entry = next((each for each in entries if _is_cut(each, text, cut)), None)
        if entry is not None:
            is_whole = entry.is_item or entry.shared
            text = cut if is_whole else _without_rest(entry, cut)
    for entry in entries:
        text = _without_entry(entry, text)
    return text


def found(entry: Entry, text: str) -> Any:
    """Return what a file has for an entry of ours, None for nothing. Raises ClientError."""
    if entry.shared:
        return entry.value
    if is_blank(entry, text):
        return None
    syntax = _FORMATS[entry.format]
    try:
        entry = _own(entry, text)
        node = syntax.at(syntax.parsed(text), entry.path)
        if entry.is_item:
            number = _item(entry, text)
            return node.plain()[number] if number is not None else None
        return node.plain() if node and entry.mark in json.dumps(node.plain()) else None
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def is_as_wanted(entry: Entry, text: str) -> bool:
    """Tell whether a file has an entry as it should be, whatever was added to it.

    Raises ClientError.
    """
    value = found(entry, text)
    if not isinstance(value, dict):
        return bool(value == entry.value)
    return all(_at(value, keys) == wanted for keys, wanted in _values(_own(entry, text)).items())


def is_added_to(entry: Entry, text: str) -> bool:
    """Tell whether an entry of ours has more than what we put there. Raises ClientError."""
    value = found(entry, text)
    if not isinstance(value, dict):
        return False
    env = value.get("env")
    more = set(env) - OWN_VARIABLES if isinstance(env, dict) else set[str]()
    return bool(more or set(value) - {*entry.value, "env"})


def moved(program: str) -> bool:
    """Tell whether the program that an entry runs is not there any more."""
    return not (not program or shutil.which(program) or Path(program).exists())


def program_of(value: Any) -> str:
    """Return the program that an entry runs, of a server or of a hook; or ""."""
    if isinstance(value, dict) and isinstance(value.get("hooks"), list):
        value = value["hooks"][0] if value["hooks"] else None
    if not isinstance(value, dict) or not isinstance(value.get("command"), str):
        return ""
    if value.get("type") != "command":
        return str(value["command"])
    words = list[str]()
    with suppress(ValueError):  # the user wrote it anew, and not for a shell
        words = shlex.split(value["command"])
    return next((word for word in words if word != "env" and "=" not in word), "")


def _without_entry(entry: Entry, text: str) -> str:
    syntax = _FORMATS[entry.format]
    try:
        if entry.shared:
            return text
        if not entry.is_item:
            return _without_rest(entry, text) if found(entry, text) else text
        while (number := _item(own := _own(entry, text), text)) is not None:
            text = syntax.without(text, own.path, number)
        return text
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def _without_rest(entry: Entry, text: str) -> str:
    """The text without the member that an entry is, also without what was added to it."""
    try:
        if entry.format == "toml":
            return toml.without(text, entry.path)
        return text if jsonc.is_blank(text) else jsonc.without(text, entry.path)
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def _values(entry: Entry) -> dict[tuple[str, ...], Any]:
    """The values of an entry that are ours, by their keys; None for what is not to be there."""
    values = {(key,): value for key, value in entry.value.items() if key != "env"}
    env = entry.value.get("env", {})
    return values | {("env", name): env.get(name) for name in OWN_VARIABLES}


def _at(value: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _is_there(entry: Entry, text: str) -> bool:
    """Tell whether a text has an entry of ours, or anything in its place."""
    if entry.is_item or is_blank(entry, text):
        return found(entry, text) is not None
    syntax = _FORMATS[entry.format]
    try:
        return syntax.at(syntax.parsed(text), entry.path) is not None
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def _is_cut(entry: Entry, text: str, cut: str) -> bool:
    """Tell whether a text lost nothing but this entry, or parts of it, when a piece was cut out."""
    with suppress(*_UNFIT):
        return bool(_others(entry, text) == _others(entry, cut))
    return False


def _others(entry: Entry, text: str) -> Any:
    """What a text has without an entry, and without the tables that were made for it."""
    syntax = _FORMATS[entry.format]
    tree = {} if syntax.is_blank(text) else syntax.parsed(text).plain()
    ways = [tree]
    for key in entry.path[:-1]:
        ways.append(ways[-1].get(key) if isinstance(ways[-1], dict) else None)
    for table, key in zip(reversed(ways), reversed(entry.path), strict=True):
        if not isinstance(table, dict) or key not in table:
            continue
        if entry.is_item and isinstance(table[key], list):
            table[key] = [item for item in table[key] if entry.mark not in json.dumps(item)]
        if table[key] in ({}, []) or (not entry.is_item and table is ways[-1]):
            del table[key]
    return tree


def _item(entry: Entry, text: str) -> int | None:
    """The number of our item in a list."""
    syntax = _FORMATS[entry.format]
    node = syntax.at(syntax.parsed(text), entry.path)
    items = node.plain() if node else ()
    for number, item in enumerate(items if isinstance(items, list) else ()):
        if entry.mark in json.dumps(item):
            return number
    return None


def _own(entry: Entry, text: str) -> Entry:
    """The entry; our hook alone where the user, or the program, put others into its group."""
    syntax = _FORMATS[entry.format]
    if not entry.is_item or "hooks" not in entry.value or (number := _item(entry, text)) is None:
        return entry
    path = (*entry.path, number, "hooks")
    group = syntax.at(syntax.parsed(text), path)
    if group is None or group.kind != "array" or len(group.members) < 2:
        return entry
    return replace(entry, path=path, value=entry.value["hooks"][0])


def _unfit(entry: Entry, error: Exception) -> ClientError:
    if entry.format == "json":
        wanted = f"as `{entry.place}`:\n{json.dumps(entry.value, indent=2, ensure_ascii=False)}"
    elif entry.shared:
        name = str(entry.path[-1])
        wanted = f"as the table `{entry.place}`:\n{toml.rendered('', {name: entry.value}).strip()}"
    else:
        wanted = f"at its end:\n{toml.rendered(entry.place, entry.value).strip()}"
    return ClientError(
        f"{entry.file} cannot be changed: {error}.",
        untouched="Nothing was changed.",
        remedy=f"Correct that and run the command again, or add this manually, {wanted}",
    )
