"""Splitting a Markdown text into sections for the index. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


class Section(NamedTuple):
    """The text under one heading, with its line number and its headings, outermost first.

    If there is only the heading, without text and without headings below, that is the text.
    """

    line: int
    path: tuple[str, ...]
    text: str


def sections(text: str) -> Iterator[Section]:
    """Return the sections that are not empty, in order."""
    path: list[tuple[int, str]] = []
    first, lines, fence = 1, list[str](), ""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        heading = None if fence else _HEADING.match(line)
        if heading is None:
            fence = _fence(line, fence)
            lines.append(line)
            continue
        depth = len(heading[1])
        yield from _section(first, path, lines, is_leaf=not path or depth <= path[-1][0])
        path = [one for one in path if one[0] < depth]
        path.append((depth, (heading[2] or "").strip()))
        first, lines = number, []
    yield from _section(first, path, lines, is_leaf=True)


def _section(
    line: int, path: list[tuple[int, str]], lines: list[str], *, is_leaf: bool
) -> Iterator[Section]:
    text = "\n".join(lines)
    if not text.strip():
        text = path[-1][1] if path and is_leaf else ""
    if text:
        yield Section(line, tuple(name for _depth, name in path if name), text)


def _fence(line: str, fence: str) -> str:
    """The mark that ends the code block which is open after this line, "" if none is open."""
    found = _FENCE.match(line)
    if fence:
        closed = found and found[1].startswith(fence) and line.strip() == found[1]
        return "" if closed else fence
    return found[1] if found else ""
