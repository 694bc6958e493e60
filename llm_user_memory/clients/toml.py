"""Adds and removes one table of a text in TOML, with every other byte left as it is. Pure.

A table is added at the end of the text, as one piece, which whoever keeps it can cut out again.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from .jsonc import without_piece

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10: what is written is not checked by a parser
    tomllib = None  # type: ignore[assignment]

__all__ = ["NotToml", "parsed", "rendered", "with_table", "without_piece", "without_table"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


class NotToml(ValueError):
    """The text is not TOML, or has no place for the table. The message has no full stop."""


def parsed(text: str) -> dict[str, Any] | None:
    """Return what a text says, None where Python has no parser. Raises NotToml."""
    if tomllib is None:
        return None
    try:
        return tomllib.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise NotToml(f"it is not TOML: {error}") from error


def with_table(text: str, header: str, values: Mapping[str, Any]) -> tuple[str, str]:
    """Return the text with a table added at its end, and the piece that was added.

    `header` is as it stands in the file: "[a.b]" or "[[a.b]]". Raises NotToml.
    """
    parsed(text)
    if header.startswith("[[") is False and _places(text, header):
        raise NotToml(f"it has {header} already")
    newline = "\r\n" if "\r\n" in text else "\n"
    begin = "" if not text else newline if text.endswith("\n") else newline * 2
    piece = begin + rendered(header, values).replace("\n", newline)
    added = text + piece
    try:
        parsed(added)
    except NotToml as error:
        raise NotToml(f"{header} cannot be added at its end") from error
    return added, piece


def without_table(text: str, header: str, mark: str) -> str:
    """Return the text without the table of this header in whose lines `mark` occurs.

    Blank lines and comments after its last line stay: they may belong to what follows.
    """
    lines = text.splitlines(keepends=True)
    for start in _places(text, header):
        end = start + 1
        while end < len(lines) and not lines[end].lstrip().startswith("["):
            end += 1
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip()[0] == "#"):
            end -= 1
        if mark in "".join(lines[start:end]):
            return "".join(lines[:start] + lines[end:])
    return text


def rendered(header: str, values: Mapping[str, Any]) -> str:
    """Return a table as text, with a line for each value."""
    lines = [f"{_key(name)} = {_value(value)}\n" for name, value in values.items()]
    return "".join([f"{header}\n", *lines])


def _places(text: str, header: str) -> list[int]:
    plain = re.sub(r"\s+", "", header)
    return [
        number
        for number, line in enumerate(text.splitlines())
        if re.sub(r"\s+|#.*", "", line) == plain
    ]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:
    """A string, number, boolean or list, which JSON writes alike, or an inline table of these."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {inner} }}"
    return json.dumps(value, ensure_ascii=False)
