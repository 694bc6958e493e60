"""Finds, adds, updates and removes one of our entries in a configuration text, JSON or TOML.

An entry is added as one piece of text, which can be cut out again while it is unchanged. Pure,
except for `moved`, which looks for a program on the disk.
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


_USER_PATH = "LLM_USER_PATH"


def is_blank(entry: Entry, text: str) -> bool:
    """Tell whether a text has no value: only white space or, in JSON, comments, too."""
    return jsonc.is_blank(text) if entry.format == "json" else not text.strip()


def with_object(blank: str) -> str:
    """Return a text that has at most comments, with an empty JSON object added at its end."""
    return f"{blank}{'' if blank.endswith(chr(10)) or not blank.strip() else chr(10)}{{}}\n"


def put(entry: Entry, text: str) -> tuple[str, str]:
    """Return the text with an entry added, and the added piece ("" for none).

    Raises ClientError if the text cannot be parsed or has another value in the entry's place.
    """
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
    """Return the text with an existing entry brought up to date.

    Only our own values are changed; additions of the user or the program to the entry stay. Raises
    ClientError.
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
    """Return the text without our pieces, or None if one of our entries is left then.

    That is the case if an entry was changed after it was added. Raises ClientError.
    """
    for piece in reversed(pieces):
        cut = jsonc.without_piece(text, piece)
        if cut is not None and any(_is_cut(each, text, cut) for each in entries):
            text = cut
    return None if any(_is_there(each, text) for each in entries if not each.shared) else text


def without(text: str, entries: Sequence[Entry], pieces: Sequence[str]) -> str:
    """Return the text without our pieces, and without those of our entries that were changed.

    Additions to a changed entry are removed with it. Raises ClientError.
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
    """Return the value that a text has for one of our entries, None for none. Raises ClientError.

    A shared entry counts as present.
    """
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
    """Tell whether a text has an entry with all our values; additions do not matter.

    Raises ClientError.
    """
    value = found(entry, text)
    if not isinstance(value, dict):
        return bool(value == entry.value)
    return all(_at(value, keys) == wanted for keys, wanted in _values(_own(entry, text)).items())


def is_added_to(entry: Entry, text: str) -> bool:
    """Tell whether somebody added something to our entry. Raises ClientError."""
    value = found(entry, text)
    if not isinstance(value, dict):
        return False
    env = value.get("env")
    more = set(env) - OWN_VARIABLES if isinstance(env, dict) else set[str]()
    return bool(more or set(value) - {*entry.value, "env"})


def moved(program: str) -> bool:
    """Tell whether the program that an entry runs no longer exists."""
    return not (not program or shutil.which(program) or Path(program).exists())


def program_of(value: Any) -> str:
    """Return the program that the entry of a server or a hook runs; "" if it cannot be told."""
    if isinstance(value, dict) and isinstance(value.get("hooks"), list):
        value = value["hooks"][0] if value["hooks"] else None
    if not isinstance(value, dict) or not isinstance(value.get("command"), str):
        return ""
    if value.get("type") != "command":
        return str(value["command"])
    words = list[str]()
    with suppress(ValueError):  # the user may have rewritten it in another syntax
        words = shlex.split(value["command"])
    return next((word for word in words if word != "env" and "=" not in word), "")


def user_path_of(value: Any) -> str:
    """Return the LLM_USER_PATH in the entry of a server or a hook; "" if it names none."""
    if isinstance(value, dict) and isinstance(value.get(_USER_PATH), str):
        return str(value[_USER_PATH])
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return next(filter(None, map(user_path_of, inner)), "")
    words = list[str]()
    with suppress(ValueError):  # the user may have rewritten it in another syntax
        words = shlex.split(value) if isinstance(value, str) else []
    begin = f"{_USER_PATH}="
    return next((word.removeprefix(begin) for word in words if word.startswith(begin)), "")


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
    """The text without the member of an entry, additions to it included."""
    try:
        if entry.format == "toml":
            return toml.without(text, entry.path)
        return text if jsonc.is_blank(text) else jsonc.without(text, entry.path)
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def _values(entry: Entry) -> dict[tuple[str, ...], Any]:
    """Our values in an entry, by key path; None for a variable of ours that must not be set."""
    values = {(key,): value for key, value in entry.value.items() if key != "env"}
    env = entry.value.get("env", {})
    return values | {("env", name): env.get(name) for name in OWN_VARIABLES}


def _at(value: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _is_there(entry: Entry, text: str) -> bool:
    """Whether a text has our entry, or something else in its place."""
    if entry.is_item or is_blank(entry, text):
        return found(entry, text) is not None
    syntax = _FORMATS[entry.format]
    try:
        return syntax.at(syntax.parsed(text), entry.path) is not None
    except _UNFIT as error:
        raise _unfit(entry, error) from error


def _is_cut(entry: Entry, text: str, cut: str) -> bool:
    """Whether `cut` differs from the text only in this entry, or in parts of it."""
    with suppress(*_UNFIT):
        return bool(_others(entry, text) == _others(entry, cut))
    return False


def _others(entry: Entry, text: str) -> Any:
    """The values in a text without an entry, and without empty tables around it."""
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
    """The index of our item in the list at the entry's path, None if it has none."""
    syntax = _FORMATS[entry.format]
    node = syntax.at(syntax.parsed(text), entry.path)
    items = node.plain() if node else ()
    for number, item in enumerate(items if isinstance(items, list) else ()):
        if entry.mark in json.dumps(item):
            return number
    return None


def _own(entry: Entry, text: str) -> Entry:
    """The entry, reduced to our hook if other hooks were added to its group."""
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
