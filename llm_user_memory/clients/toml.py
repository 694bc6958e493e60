"""Adds and removes one entry of a TOML text, with every other byte left as it is. Pure.

A new table is added at the end of the text, or as an inline table where the user writes its parent
inline. It is inserted as one piece, which can be cut out again with `jsonc.without_piece`.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from . import toml_reader
from .toml_reader import BLANK, Document, Node, NotToml, Path, is_blank, shown

__all__ = ["Node", "NotToml", "at", "header", "is_blank", "parsed", "rendered",
    "with_item", "with_member", "with_value", "without"]  # fmt: skip

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_EMPTY_REST = re.compile(r"[ \t]*(?:#[^\n]*)?\r?\n")


def parsed(text: str) -> Node:
    """Return the tree of a text. Raises NotToml."""
    return toml_reader.read(text).root


def at(node: Node | None, path: Path) -> Node | None:
    """Return the value at a path of keys and indices, or None."""
    for key in path:
        node = node.members.get(key) if node is not None else None
    return node


def with_member(text: str, path: Path, value: Any) -> tuple[str, str]:
    """Return the text with a member added at a path, and the inserted piece.

    Raises NotToml if the text is not TOML, a value on the path is not a table, or the member exists
    already.
    """
    document = toml_reader.read(text)
    depth, node = _deepest(document.root, path)
    is_table = isinstance(value, Mapping)
    is_implied = node.kind == "table" and not node.is_defined and is_table
    if depth == len(path) and not is_implied:
        raise NotToml(f"it has `{shown(path)}` already")
    if node.kind == "inline":
        for key in reversed(path[depth + 1 :]):
            value = {key: value}
        return _spliced(text, node, f"{_key(path[depth])} = {_value(value)}")
    if node.kind != "table" or _is_within_inline(document.root, path[:depth]):
        raise NotToml(f"`{shown(path[:depth])}` in it is no table")
    if is_table and not any(isinstance(key, int) for key in path):
        return _appended(text, header(path), value)
    if depth == len(path) - 1 and depth and node.is_defined:
        return _with_line(text, document, path, value)
    return _appended(text, header(path[:-1]), {str(path[-1]): value})


def with_item(text: str, path: Path, value: Mapping[str, Any]) -> tuple[str, str]:
    """Return the text with a table added to the list at a path, and the inserted piece.

    The list and tables on the path are created if they are missing. Raises NotToml.
    """
    root = parsed(text)
    depth, node = _deepest(root, path)
    if depth < len(path) and node.kind == "inline":
        return with_member(text, path, [value])
    if depth == len(path) and node.kind == "array":
        return _spliced(text, node, _value(value))
    if node.kind != ("table" if depth < len(path) else "tables") or _is_within_inline(
        root, path[:depth]
    ):
        what = "list" if depth == len(path) else "table"
        raise NotToml(f"`{shown(path[:depth])}` in it is no {what}")
    return _appended(text, header(path, is_item=True), value)


def with_value(text: str, path: Path, value: Any) -> str:
    """Return the text with the value of an existing member replaced.

    Raises NotToml, also if the value is a table with a header.
    """
    node = at(parsed(text), path)
    assert node is not None
    if node.kind in ("table", "tables"):
        raise NotToml(f"`{shown(path)}` in it is a table")
    return text[: node.start] + _value(value) + text[node.end :]


def without(text: str, path: Path, index: int | None = None) -> str:
    """Return the text without the member at a path, or without the item `index` of the list there.

    Comments beside it stay. If there is no such member or item, the text is returned as it is.
    Raises NotToml.
    """
    target = path if index is None else (*path, index)
    document = toml_reader.read(text)
    node, parent = at(document.root, target), at(document.root, target[:-1])
    if node is None or parent is None:
        return text
    if parent.kind == "array":
        spans = [(item.start, item.end) for item in parent.members.values()]
        return _without_member(text, spans, (node.start, node.end))
    outer = [each for each in document.statements if not each.is_inline]
    ours = [each.path[: len(target)] == target for each in outer]
    if not any(ours):
        return _without_inline(text, document, target)
    runs: list[tuple[int, int]] = []
    for number, each in enumerate(outer):
        if ours[number]:
            is_first = not number or not ours[number - 1]
            runs.append((each.start if is_first else runs.pop()[0], each.end))
    for start, end in reversed(runs):
        text = text[:start] + text[end:]
    return text


def header(path: Path, *, is_item: bool = False) -> str:
    """Return the header of a table, or of an item of a list of tables."""
    name = ".".join(_key(key) for key in path)
    return f"[[{name}]]" if is_item else f"[{name}]"


def rendered(head: str, values: Mapping[str, Any]) -> str:
    """Return a table as text: its header, and a line for each value."""
    lines = [f"{_key(name)} = {_value(value)}\n" for name, value in values.items()]
    return "".join([f"{head}\n", *lines])


def _deepest(root: Node, path: Path) -> tuple[int, Node]:
    """The number of keys of a path that exist, and the value there."""
    node = root
    for depth, key in enumerate(path):
        if key not in node.members:
            return depth, node
        node = node.members[key]
    return len(path), node


def _is_within_inline(root: Node, path: Path) -> bool:
    found = [at(root, path[:depth]) for depth in range(1, len(path) + 1)]
    return any(node is not None and node.kind not in ("table", "tables") for node in found)


def _appended(text: str, head: str, values: Mapping[str, Any]) -> tuple[str, str]:
    newline = _newline(text)
    begin = "" if not text.strip("\ufeff") else newline if text.endswith("\n") else newline * 2
    piece = begin + rendered(head, values).replace("\n", newline)
    return text + piece, piece


def _with_line(text: str, document: Document, path: Path, value: Any) -> tuple[str, str]:
    """The text with a new first line in a table, and that line."""
    depth = len(path) - 1
    first = next(
        each for each in document.statements if each.path[:depth] == path[:depth]
        and (each.path == path[:depth] or not each.is_header)
    )  # fmt: skip
    keys: Path = path[depth:]
    place = first.end
    if not first.is_header:
        keys = (*first.parts[: len(first.parts) - len(first.path) + depth], *keys)
        place = first.start
    line = f"{'.'.join(_key(key) for key in keys)} = {_value(value)}"
    newline = _newline(text)
    is_last = place == len(text) and not text.endswith("\n")
    piece = newline + line if is_last else line + newline
    return text[:place] + piece + text[place:], piece


def _spliced(text: str, parent: Node, member: str) -> tuple[str, str]:
    """The text with a new first member of an inline table or array, and the inserted piece."""
    here = parent.start + 1
    blank = BLANK.match(text, here)
    first = blank.end() if blank else here
    is_empty = first == parent.end - 1
    if rest := _EMPTY_REST.match(text, here):
        here, indent = rest.end(), _indent_at(text, first) + ("  " if is_empty else "")
        piece = f"{indent}{member},{_newline(text)}"
    elif is_empty:
        piece = member if text[here] == "]" else f" {member}{' ' if first == here else ''}"
    else:
        piece = f"{member}, " if first == here else f" {member},"
    return text[:here] + piece + text[here:], piece


def _without_inline(text: str, document: Document, target: Path) -> str:
    """The text without the pairs in inline tables that define the value at a path."""
    while True:
        inline = [each for each in document.statements if each.is_inline]
        found = next((each for each in inline if each.path[: len(target)] == target), None)
        if found is None:
            return text
        siblings = [
            (each.start, each.end) for each in inline
            if each.path[: -len(each.parts)] == found.path[: -len(found.parts)]
        ]  # fmt: skip
        text = _without_member(text, siblings, (found.start, found.end))
        document = toml_reader.read(text)


def _without_member(text: str, spans: list[tuple[int, int]], ours: tuple[int, int]) -> str:
    """The text without one of the members between two brackets, and without its comma."""
    start, end = ours
    place = spans.index(ours)
    comma = _comma(text, end)
    if comma is not None:
        end = comma + 1
    elif place and (comma := _comma(text, spans[place - 1][1])) is not None:
        if not text[comma + 1 : start].strip():
            return text[:comma] + text[end:]
        text, start, end = text[:comma] + text[comma + 1 :], start - 1, end - 1
    line = text.rfind("\n", 0, start) + 1
    rest = re.compile(r"[ \t]*\r?\n").match(text, end)
    if rest and not text[line:start].strip():
        return text[:line] + text[rest.end() :]
    while text[end : end + 1] in (" ", "\t"):
        end += 1
    return text[:start] + text[end:]


def _comma(text: str, place: int) -> int | None:
    """The offset of the comma after a member, None if there is none."""
    blank = BLANK.match(text, place)
    end = blank.end() if blank else place
    return end if text.startswith(",", end) else None


def _indent_at(text: str, place: int) -> str:
    """The white space at the beginning of a line."""
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _key(name: Any) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    """A value as TOML: strings, numbers and booleans are as in JSON; lists and inline tables."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)
