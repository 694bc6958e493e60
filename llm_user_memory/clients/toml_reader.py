"""Parses TOML, with the offsets of every statement and value. Pure.

It reads TOML 1.0, and what 1.1 adds: newlines, comments and a trailing comma in inline tables.
Numbers and dates are not interpreted: their value is their text.

Python 3.10 has no TOML parser, and that of later versions gives no offsets. `tomlkit` 0.15 refuses
a byte order mark, writes arrays of inline tables that it cannot read again, and drops a dotted
table when another one is removed.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

Key = str | int
Path = tuple[Key, ...]
Kind = Literal["table", "tables", "inline", "array", "value"]

_DEEPEST = 200

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACES = re.compile(r"[ \t]*")
_REST = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)")
BLANK = re.compile(r"(?:[ \t\n]|\r\n|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?P<many>(?:\\.|[^\\])*?"{0,2})"""(?!")'
    r"|'''(?P<many_raw>.*?'{0,2})'''(?!')"
    r'|"(?P<one>(?:\\[^\r\n]|[^"\\\r\n])*)"'
    r"|'(?P<raw>[^'\r\n]*)'",
    re.DOTALL,
)
_SCALAR = re.compile(
    r"true|false|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d \d\d:[\d:.+Zz-]+|[+-]?\d[\w.:+-]*", re.ASCII
)
_ESCAPE = re.compile(
    r"\\(?:(?P<end>[ \t]*\r?\n\s*)|x(?P<x>[0-9A-Fa-f]{2})|u(?P<u>[0-9A-Fa-f]{4})"
    r"|U(?P<U>[0-9A-Fa-f]{8})|(?P<one>.)|\Z)",
    re.DOTALL,
)
_ESCAPES = {
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    '"': '"',
    "\\": "\\",
}


class NotToml(ValueError):
    """The text is not TOML, or has no place for an entry. The message has no full stop."""


@dataclass
class Node:
    """A value in a text, from the offset `start` to `end`; both are 0 if it is not in one piece.

    Its kind is "table" if headers or dotted keys define it, "tables" for a list of `[[tables]]`.
    `members` are those of any table, or the items of a list or array, by key or index.
    `is_defined` tells whether a header or a dotted key has defined the table itself.
    """

    kind: Kind
    start: int = 0
    end: int = 0
    value: Any = None
    members: dict[Key, "Node"] = field(default_factory=dict)
    is_defined: bool = False

    def plain(self) -> Any:
        """Return the value as a Python object."""
        if self.kind in ("tables", "array"):
            return [node.plain() for node in self.members.values()]
        if self.kind in ("table", "inline"):
            return {key: node.plain() for key, node in self.members.items()}
        return self.value


@dataclass(frozen=True)
class Statement:
    """A header, or a key/value pair of a table or inline table, from the offset `start` to `end`.

    `path` is the full path of its value, `parts` the keys as the statement has them. A statement of
    a table is whole lines; one of an inline table ends before the comma.
    """

    path: Path
    parts: tuple[str, ...]
    start: int
    end: int
    is_header: bool = False
    is_inline: bool = False


@dataclass(frozen=True)
class Document:
    """A parsed text: the tree of its values, and its statements in their order."""

    root: Node
    statements: tuple[Statement, ...]


def read(text: str) -> Document:
    """Parse a text. Raises NotToml."""
    return _Reader(text).document()


def is_blank(text: str) -> bool:
    """Tell whether a text has only white space and comments."""
    reader = _Reader(text)
    reader.skip(BLANK)
    return reader.at == len(text)


class _Reader:
    """A recursive-descent parser. `at` is its offset in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 1 if text.startswith("\ufeff") else 0
        self.statements: list[Statement] = []

    def fail(self, why: str = "is not TOML") -> NoReturn:
        raise NotToml(f"line {self.text.count(chr(10), 0, self.at) + 1} {why}")

    def document(self) -> Document:
        root = Node("table", is_defined=True)
        table, path = root, Path()
        while True:
            self.skip(BLANK)
            if self.at == len(self.text):
                return Document(root, tuple(self.statements))
            start = self.text.rfind("\n", 0, self.at) + 1
            start += start == 0 and self.text.startswith("\ufeff")
            number, is_header = len(self.statements), self.text[self.at] == "["
            if is_header:
                table, path, parts = self.header(root)
            else:
                parts = self.pair(table, path, 0)
            found = _REST.match(self.text, self.at) or self.fail()
            self.at = found.end()
            where = path if is_header else (*path, *parts)
            self.statements.insert(number, Statement(where, parts, start, self.at, is_header))

    def header(self, root: Node) -> tuple[Node, Path, tuple[str, ...]]:
        """Read a header. Return its table, the table's path, and the header's keys."""
        is_item = self.text.startswith("[[", self.at)
        self.at += 2 if is_item else 1
        parts = self.keys()
        if not self.text.startswith("]]" if is_item else "]", self.at):
            self.fail()
        self.at += 2 if is_item else 1
        table, path = root, Path()
        for part in parts[:-1]:
            table, path = self.step(table, (*path, part), is_defined=False)
        path = (*path, parts[-1])
        if is_item:
            several = table.members.setdefault(parts[-1], Node("tables"))
            if several.kind != "tables":
                self.fail(f"defines `{shown(path)}` again")
            path = (*path, len(several.members))
            made = several.members[path[-1]] = Node("table", is_defined=True)
            return made, path, parts
        table = table.members.setdefault(parts[-1], Node("table"))
        if table.kind != "table" or table.is_defined:
            self.fail(f"defines `{shown(path)}` again")
        table.is_defined = True
        return table, path, parts

    def pair(self, table: Node, path: Path, depth: int) -> tuple[str, ...]:
        """Read a key and its value into a table. Return the key's parts."""
        parts = self.keys()
        if not self.text.startswith("=", self.at):
            self.fail()
        self.at += 1
        self.skip(_SPACES)
        for part in parts[:-1]:
            table, path = self.step(table, (*path, part), is_defined=True)
        path = (*path, parts[-1])
        if parts[-1] in table.members:
            self.fail(f"defines `{shown(path)}` again")
        table.members[parts[-1]] = self.value(path, depth)
        return parts

    def step(self, table: Node, path: Path, *, is_defined: bool) -> tuple[Node, Path]:
        """Return the inner table that the end of a path names, created if missing, and its path."""
        inner = table.members.get(path[-1])
        if inner is None:
            inner = table.members[path[-1]] = Node("table", is_defined=is_defined)
        if inner.kind == "tables" and not is_defined:
            path = (*path, len(inner.members) - 1)
            inner = inner.members[path[-1]]
        if inner.kind != "table":
            self.fail(f"adds to `{shown(path)}`, which is no table")
        return inner, path

    def keys(self) -> tuple[str, ...]:
        """Read a dotted key and the spaces around it. Return its parts."""
        found = []
        while True:
            self.skip(_SPACES)
            if bare := _BARE.match(self.text, self.at):
                self.at = bare.end()
                found.append(bare[0])
            elif self.text.startswith(('"', "'"), self.at):
                found.append(self.string())
            else:
                self.fail()
            self.skip(_SPACES)
            if not self.text.startswith(".", self.at):
                return tuple(found)
            self.at += 1

    def value(self, path: Path, depth: int) -> Node:
        if depth > _DEEPEST:
            self.fail("is nested too deep")
        start, first = self.at, self.text[self.at : self.at + 1] or "\n"
        if first == "[":
            return self.array(path, depth)
        if first == "{":
            return self.inline(path, depth)
        if first in ('"', "'"):
            string = self.string()
            return Node("value", start, self.at, string)
        found = _SCALAR.match(self.text, self.at) or self.fail()
        self.at = found.end()
        value = {"true": True, "false": False}.get(found[0], found[0])
        return Node("value", start, self.at, value)

    def array(self, path: Path, depth: int) -> Node:
        node = Node("array", self.at)
        self.open()
        while not self.closes("]"):
            number = len(node.members)
            node.members[number] = self.value((*path, number), depth + 1)
            self.comma("]")
        node.end = self.at
        return node

    def inline(self, path: Path, depth: int) -> Node:
        node, inside = Node("inline", self.at), Node("table")
        self.open()
        while not self.closes("}"):
            start, number = self.at, len(self.statements)
            parts = self.pair(inside, path, depth + 1)
            made = Statement((*path, *parts), parts, start, self.at, is_inline=True)
            self.statements.insert(number, made)
            self.comma("}")
        node.members, node.end = inside.members, self.at
        return node

    def open(self) -> None:
        """Move past an opening bracket, to the first member."""
        self.at += 1
        self.skip(BLANK)

    def comma(self, closing: str) -> None:
        """Move past a comma to the next member, or to the closing bracket."""
        self.skip(BLANK)
        if self.text.startswith(",", self.at):
            self.open()
        elif not self.text.startswith(closing, self.at):
            self.fail()

    def closes(self, closing: str) -> bool:
        """Move past a closing bracket, and tell whether there was one."""
        found = self.text.startswith(closing, self.at)
        self.at += found
        return found

    def string(self) -> str:
        found = _STRING.match(self.text, self.at) or self.fail()
        kind = str(found.lastgroup)
        inner = re.sub(r"\A\r?\n", "", found[kind])  # of a multi-line string
        value = inner if kind.endswith("raw") else _ESCAPE.sub(self.unescaped, inner)
        self.at = found.end()
        return value

    def unescaped(self, found: re.Match[str]) -> str:
        if found["end"]:
            return ""
        if number := found["x"] or found["u"] or found["U"]:
            with suppress(ValueError, OverflowError):
                return chr(int(number, 16))
            self.fail()
        return _ESCAPES.get(found["one"] or "") or self.fail()

    def skip(self, pattern: re.Pattern[str]) -> None:
        if found := pattern.match(self.text, self.at):
            self.at = found.end()


def shown(path: Path) -> str:
    """Return a path for display, without the indices of its lists."""
    return ".".join(str(key) for key in path if isinstance(key, str))
