"""Splitting a Markdown text into sections. Pure."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .patterns import regex
from .words import title_of

_HEADING = regex(r" {0,3}(#{1,6})(?=[ \t]|$)(.*)$")
_FENCE = regex(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


class Section(NamedTuple):
    """The text under one heading, with its line number and its headings, outermost first.

    If a heading has neither text nor subheadings, the heading itself is the text.
    """

    line: int
    path: tuple[str, ...]
    text: str


class Line(NamedTuple):
    """A line of a text, without its line end.

    `heading` is (depth, title) if it is a heading. `fence` is the mark that ends the code block
    open after this line, or "".
    """

    text: str
    heading: tuple[int, str] | None
    fence: str


def marked_lines(
    text: str, is_always: Callable[[str], object] = lambda _title: False
) -> Iterator[Line]:
    """Yield the lines. In a code block a line is a heading only if `is_always(title)` is true."""
    fence = ""
    for ended in text.split("\n"):
        line = ended.removesuffix("\r")
        found = _HEADING.match(line)
        title = title_of(found[2]) if found else ""
        if found and (not fence or is_always(title)):
            fence = ""
            yield Line(line, (len(found[1]), title), "")
        else:
            fence = _fence(line, fence)
            yield Line(line, None, fence)


def sections(
    text: str, is_always: Callable[[str], object] = lambda _title: False
) -> Iterator[Section]:
    """Return the non-empty sections, in order. `is_always` is as in `marked_lines`."""
    path: list[tuple[int, str]] = []
    first, lines = 1, list[str]()
    for number, line in enumerate(marked_lines(text, is_always), start=1):
        if line.heading is None:
            lines.append(line.text)
            continue
        depth, title = line.heading
        yield from _section(first, path, lines, is_leaf=not path or depth <= path[-1][0])
        path = [one for one in path if one[0] < depth]
        path.append((depth, title))
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
    found = _FENCE.match(line)
    if fence:
        closed = found and found[1].startswith(fence) and line.strip() == found[1]
        return "" if closed else fence
    return found[1] if found else ""
