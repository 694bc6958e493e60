"""The lines of a profile that a mark ` #local` covers, which may be more than its own line. Pure.

A mark also covers the lines that continue the paragraph, more deeply indented lines below, and for
a heading its section. A profile without a mark does not need this module.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .line_marks import LOCAL, read

Kind = Literal["heading", "item", "text", "hidden"]


class Block(NamedTuple):
    """Lines that belong together: a heading, list item, text line, code fence or comment.

    `start` and `stop` are the numbers, from 0, of its first line and of the line after its last.
    `depth` is the level of a heading, and the indentation of anything else. Empty lines are in no
    block.
    """

    kind: Kind
    start: int
    stop: int
    depth: int
    is_marked: bool


def block(kind: Kind, lines: Sequence[str], start: int, stop: int) -> Block:
    """Return the block of these lines."""
    line = lines[start]
    is_bullet = kind == "item" and stop == start + 1 and line[0] == "-"
    if is_bullet and line.isascii() and "#" not in line:  # as most lines are
        return Block(kind, start, stop, 0, is_marked=False)
    inner = lines[start].expandtabs().lstrip()
    is_marked = any(
        LOCAL in read(line, is_whole=number == 0).marks
        for number, line in enumerate(lines[start:stop])
    )
    if kind == "heading":
        return Block(kind, start, stop, len(inner) - len(inner.lstrip("#")), is_marked)
    return Block(kind, start, stop, len(lines[start].expandtabs()) - len(inner), is_marked)


def local_lines(blocks: Sequence[Block]) -> set[int]:
    """Return the numbers, from 0, of the lines that the marks cover."""
    found: set[int] = set()
    section = 0  # the level of the heading whose section is local, 0 for none
    item = -1  # the indentation of the local item that deeper lines belong to, or -1
    for number, block in enumerate(blocks):
        if block.kind == "heading":
            section, item = 0 if block.depth <= section else section, -1
            if block.is_marked and block.depth > 1:  # the first level is the title
                section = section or block.depth
        elif block.kind == "item" and block.depth <= item:
            item = -1
        goes_on = _goes_on(blocks, number)
        if not (
            block.is_marked
            or section
            or 0 <= item < block.depth
            or (goes_on and blocks[number - 1].start in found)
        ):
            continue
        found.update(range(block.start, block.stop))
        if block.kind == "item" and item < 0:
            item = block.depth
        while goes_on and blocks[number - 1].start not in found:
            number -= 1
            found.update(range(blocks[number].start, blocks[number].stop))
            goes_on = _goes_on(blocks, number)
    return found


def _goes_on(blocks: Sequence[Block], number: int) -> bool:
    """Whether a block is text that continues the paragraph or list item above it."""
    block = blocks[number]
    if block.kind != "text" or not number:
        return False
    above = blocks[number - 1]
    return above.stop == block.start and above.kind in ("text", "item")
