"""Finds the passwords in a table: the cells below a heading that names them. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..patterns import regex
from .values import is_placeholder

if TYPE_CHECKING:
    from . import Span

_HEADING = regex(
    r"(?:\w{1,12}[ _-])?(?:passwor[dt]|passwd|pw|pwd|pass|psw|kennwort|contraseña|contrasena|clave|mot de passe|mdp|senha"
    r"|parola|парол[ья]|密码|口令|pin|token|secret|api[ _-]?key|access[ _-]?key|secret[ _-]?key|private[ _-]?key)s?",
    re.IGNORECASE,
)
_LINE = regex(r"[^\n]{3,400}")
# The content of a cell without a password.
_NONE = regex(r"[\W_]*|n/?a|none|null|yes|no|ja|nein|true|false|sso|\?+|\d", re.IGNORECASE)


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of such passwords in a whole text."""
    sign, columns, count = "", list[int](), 0
    end = -1
    for line in _LINE.finditer(text):
        is_next = line.start() == end + 1
        end = line.end()
        if columns and is_next:
            cells = _cells(line, sign)
            if len(cells) == count:
                yield from _values(text, cells, columns)
                continue
        sign, columns, count = _heading(line)


def _heading(line: re.Match[str]) -> tuple[str, list[int], int]:
    """The separator of a heading line, its columns of secrets, and its number of columns."""
    for sign in "|\t;,":
        if sign not in line[0]:
            continue
        cells = _cells(line, sign)
        names = [line.string[start:stop] for start, stop in cells]
        columns = [n for n, name in enumerate(names) if _HEADING.fullmatch(name)]
        is_heading = all(len(name) < 30 and name.count(" ") < 3 for name in names)
        if columns and len(names) > 1 and is_heading:
            return sign, columns, len(names)
    return "", [], 0


def _cells(line: re.Match[str], sign: str) -> "list[Span]":
    """The spans of a line's cells, without spaces, quotes and backticks around them."""
    found = list["Span"]()
    ends = [line.start() - 1, *_all(line, sign), line.end()]
    for before, after in pairwise(ends):
        cell = line.string[before + 1 : after]
        bare = cell.strip(" \t\"'`")
        if not bare and (before < line.start() or after == line.end()):
            continue  # outside of the separators at the ends of a line
        start = before + 1 + (cell.index(bare) if bare else 0)
        found.append((start, start + len(bare)))
    return found


def _all(line: re.Match[str], sign: str) -> list[int]:
    return [line.start() + at for at, letter in enumerate(line[0]) if letter == sign]


def _values(text: str, cells: "Sequence[Span]", columns: Sequence[int]) -> "Iterator[Span]":
    for column in columns:
        start, stop = cells[column]
        value = text[start:stop]
        if stop - start > 3 and not _NONE.fullmatch(value) and not is_placeholder(value):
            yield start, stop
