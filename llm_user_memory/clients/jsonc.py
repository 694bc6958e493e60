"""Adds and removes one member or item in a JSON text with comments and trailing commas. Pure.

It is inserted into the text as one piece, before the first member of its object or the first item
of its array. Every other byte stays. The piece can be cut out again with `without_piece`.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

Key = str | int
Path = tuple[Key, ...]

_BLANK = " \t\r\n\ufeff"
_DEEPEST = 200


class NotJson(ValueError):
    """The text cannot be parsed, or has no place for the entry. The message has no full stop."""


@dataclass
class Node:
    """A value in a text, from the offset `start` to `end`.

    `members` are those of an object or the items of an array: (key, the key's offset, value). The
    keys of an array are indices.
    """

    start: int
    end: int = 0
    kind: str = "value"
    value: Any = None
    members: list[tuple[Key, int, "Node"]] = field(default_factory=list)

    def get(self, key: Key) -> "Node | None":
        """Return the value of the last member with this key, as JSON parsers do, or None."""
        found = [node for name, _, node in self.members if name == key]
        return found[-1] if found else None

    def plain(self) -> Any:
        """Return the value as a Python object."""
        if self.kind == "object":
            return {name: node.plain() for name, _, node in self.members}
        if self.kind == "array":
            return [node.plain() for _, _, node in self.members]
        return self.value


def parsed(text: str) -> Node:
    """Return the value of a text. Raises NotJson."""
    reader = _Reader(text)
    node = reader.value(0)
    reader.blank()
    if reader.at != len(text):
        raise NotJson(f"there is more after its end, in line {reader.line()}")
    return node


def is_blank(text: str) -> bool:
    """Tell whether a text has no value, only white space and complete comments."""
    reader = _Reader(text)
    with suppress(NotJson):
        reader.blank()
    return reader.at == len(text)


def at(node: Node | None, path: Path) -> Node | None:
    """Return the value at a path of keys and indices, or None."""
    for key in path:
        node = node.get(key) if node is not None else None
    return node


def with_member(text: str, path: Path, value: Any) -> tuple[str, str]:
    """Return the text with a member added at a path, and the inserted piece.

    Missing objects on the path are created. Raises NotJson if the text or a value on the path is
    not an object, or if the member exists already.
    """
    node = parsed(text)
    for depth, key in enumerate(path):
        if node.kind != ("array" if isinstance(key, int) else "object"):
            raise NotJson(f"`{_shown(path[:depth]) or 'it'}` is no object")
        inner = node.get(key)
        if inner is None or depth == len(path) - 1:
            if inner is not None:
                raise NotJson(f"it has `{_shown(path)}` already")
            for name in reversed(path[depth + 1 :]):
                value = {name: value}
            return _spliced(text, node, f"{json.dumps(key)}: ", value)
        node = inner
    raise NotJson("the path is empty")


def with_item(text: str, path: Path, value: Any) -> tuple[str, str]:
    """Return the text with an item added to the array at a path, and the inserted piece.

    The array and objects on the path are created if they are missing. Raises NotJson.
    """
    found = at(parsed(text), path)
    if found is None:
        return with_member(text, path, [value])
    if found.kind != "array":
        raise NotJson(f"`{_shown(path)}` is no list")
    return _spliced(text, found, "", value)


def with_value(text: str, path: Path, value: Any) -> str:
    """Return the text with the value of an existing member replaced. Raises NotJson."""
    node = at(parsed(text), path)
    assert node is not None
    outer, unit, _ = _indents(text, node)
    is_inline = "\n" not in text[node.start : node.end]
    made = json.dumps(value, ensure_ascii=False, indent=None if is_inline else unit)
    made = made.replace("\n", _newline(text) + outer)
    return text[: node.start] + made + text[node.end :]


def without_piece(text: str, piece: str) -> str | None:
    """Return the text without an inserted piece, or None if the piece is not in it any more."""
    if text.count(piece) != 1:
        return None
    return text.replace(piece, "")


def without(text: str, path: Path, index: int | None = None) -> str:
    """Return the text without the member at a path, or without the item `index` of the array there.

    Comments beside it stay. If there is no such member or item, the text is returned as it is.
    Raises NotJson.
    """
    parent = at(parsed(text), path if index is not None else path[:-1])
    key: Key = path[-1] if index is None else index
    if parent is None or parent.get(key) is None:
        return text
    names = [name for name, _, _ in parent.members]
    place = len(names) - 1 - names[::-1].index(key)
    _, start, node = parent.members[place]
    end = _after_comma(text, node.end)
    if end == node.end and place:  # the last one: the comma before it goes, too
        before = parent.members[place - 1][2].end
        comma = _after_comma(text, before)
        if comma != before:
            return text[: comma - 1] + text[comma:start].rstrip(_BLANK) + text[node.end :]
    begin = start
    while begin and text[begin - 1] in " \t":
        begin -= 1
    if begin and text[begin - 1] == "\n":
        begin -= 2 if text[begin - 2 : begin] == "\r\n" else 1
    else:
        begin = start
        while end < len(text) and text[end] in " \t":
            end += 1
    return text[:begin] + text[end:]


def _spliced(text: str, parent: Node, key: str, value: Any) -> tuple[str, str]:
    """The text with a new first member of an object or array, and the inserted piece."""
    newline = _newline(text)
    outer, unit, is_inline = _indents(text, parent)
    here = parent.start + 1
    if is_inline:
        piece = key + json.dumps(value, ensure_ascii=False)
        piece += ", " if parent.members else ""
    else:
        inner = outer + unit
        made = json.dumps(value, ensure_ascii=False, indent=unit)
        piece = newline + inner + key + made.replace("\n", newline + inner)
        if parent.members:
            piece += ","
        elif not _begins_line(text, here):
            piece += newline + outer
    return text[:here] + piece + text[here:], piece


def _indents(text: str, parent: Node) -> tuple[str, str, bool]:
    """The indent of an object's line, the indent of one level, and whether it is on one line."""
    outer = _indent_at(text, parent.start)
    if parent.members:
        first = parent.members[0][1]
        is_inline = "\n" not in text[parent.start : first]
        inner = _indent_at(text, first)
        if not is_inline and inner.startswith(outer) and len(inner) > len(outer):
            return outer, inner[len(outer) :], False
        return outer, "  ", is_inline
    node = parsed(text)
    unit = "  "
    if node.members and "\n" in text[node.start : node.members[0][1]]:
        unit = _indent_at(text, node.members[0][1]) or unit
    is_inline = node is not parent and "\n" not in text.strip() and node.start != parent.start
    return outer, unit, is_inline


def _indent_at(text: str, place: int) -> str:
    """The white space at the beginning of a line."""
    line = text[text.rfind("\n", 0, place) + 1 : place].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _shown(path: Path) -> str:
    return ".".join(str(key) for key in path)


def _begins_line(text: str, place: int) -> bool:
    rest = text[place:].lstrip(" \t")
    return rest.startswith(("\n", "\r\n"))


def _after_comma(text: str, place: int) -> int:
    """The offset after the comma that follows a value, or the same offset if there is none."""
    reader = _Reader(text)
    reader.at = place
    reader.blank()
    return reader.at + 1 if text[reader.at : reader.at + 1] == "," else place


class _Reader:
    """A recursive-descent parser. `at` is its offset in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def fail(self) -> NotJson:
        return NotJson(f"line {self.line()} is not JSON")

    def blank(self) -> None:
        """Move past white space and comments."""
        while self.at < len(self.text):
            if self.text[self.at] in _BLANK:
                self.at += 1
            elif self.text.startswith("//", self.at):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.text.startswith("/*", self.at):
                end = self.text.find("*/", self.at + 2)
                if end < 0:
                    raise self.fail()
                self.at = end + 2
            else:
                return

    def value(self, depth: int) -> Node:
        self.blank()
        if depth > _DEEPEST or self.at >= len(self.text):
            raise self.fail()
        opening = self.text[self.at]
        if opening in "{[":
            return self.several(opening, depth)
        node = Node(self.at)
        try:
            node.value, node.end = json.JSONDecoder(strict=False).raw_decode(self.text, self.at)
        except (ValueError, RecursionError):
            raise self.fail() from None
        self.at = node.end
        return node

    def several(self, opening: str, depth: int) -> Node:
        """Read an object or an array."""
        node = Node(self.at, kind="object" if opening == "{" else "array")
        self.at += 1
        while True:
            self.blank()
            if self.text[self.at : self.at + 1] == ("}" if opening == "{" else "]"):
                self.at += 1
                node.end = self.at
                return node
            start, key = self.at, self.key(node)
            node.members.append((key, start, self.value(depth + 1)))
            self.blank()
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1
            elif self.text[self.at : self.at + 1] not in ("}", "]"):
                raise self.fail()

    def key(self, node: Node) -> Key:
        if node.kind == "array":
            return len(node.members)
        name = self.value(_DEEPEST) if self.text[self.at : self.at + 1] == '"' else None
        self.blank()
        if name is None or self.text[self.at : self.at + 1] != ":":
            raise self.fail()
        self.at += 1
        return str(name.value)
