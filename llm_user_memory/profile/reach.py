"""The lines of a profile that a mark ` #local` covers, which may be more than its own line. Pure.

A mark also covers the lines that continue the paragraph, more deeply indented lines below, and for
a heading its section. A line that has nothing but marks, and continues nothing, covers the section
that it is in, or without a heading the whole text. A profile without a mark does not need this
module.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .line_marks import LOCAL, has_only_hashtags, read
from .split import is_archived

Kind = Literal["heading", "item", "text", "hidden"]

# The level of the headings of sections.
_OF_SECTIONS = 2


class Block(NamedTuple):
    """Lines that belong together: a heading, list item, text line, code fence or comment.

    `start` and `stop` are the numbers, from 0, of its first line and of the line after its last.
    `depth` is the level of a heading, and the indentation of anything else. Empty lines are in no
    block. `is_alone` is whether it has nothing but marks and other hashtags, and `is_archive`
    whether it is the heading of a section of the archive.
    """

    kind: Kind
    start: int
    stop: int
    depth: int
    is_marked: bool
    is_alone: bool = False
    is_archive: bool = False


def block(kind: Kind, lines: Sequence[str], start: int, stop: int) -> Block:
    """Return the block of these lines."""
    line = lines[start]
    is_bullet = kind == "item" and stop == start + 1 and line[0] == "-"
    if is_bullet and line.isascii() and "#" not in line:  # as most lines are
        return Block(kind, start, stop, 0, is_marked=False)
    inner = lines[start].expandtabs().lstrip()
    is_whole = kind != "text"
    is_marked = any(
        LOCAL in read(line, is_whole=is_whole and number == 0).marks
        for number, line in enumerate(lines[start:stop])
    )
    if kind == "heading":
        name = inner.lstrip("#")
        depth = len(inner) - len(name)
        is_archive = depth == _OF_SECTIONS and is_archived(name.strip())
        return Block(kind, start, stop, depth, is_marked, is_archive=is_archive)
    depth = len(lines[start].expandtabs()) - len(inner)
    is_alone = is_marked and kind == "text" and has_only_hashtags(lines[start])
    return Block(kind, start, stop, depth, is_marked, is_alone)


def local_lines(blocks: Sequence[Block], *, has_archive: bool = True) -> set[int]:
    """Return the numbers, from 0, of the lines that the marks cover.

    A mark on a heading of the first level covers no section of the archive, because the archive is
    also read without what stands above it: see `split`.
    """
    found: set[int] = set()
    marked = _marked_headings(blocks)
    is_outer_local = None in marked  # the whole text, or the section of the first level
    section = 0  # the level of the deeper heading whose section is local, 0 for none
    in_archive = False
    item = -1  # the indentation of the local item that deeper lines belong to, or -1
    for number, block in enumerate(blocks):
        if block.kind == "heading":
            section, item = 0 if block.depth <= section else section, -1
            if block.depth == 1:
                is_outer_local = None in marked or number in marked
            elif number in marked:
                section = section or block.depth
            if block.depth <= _OF_SECTIONS:
                in_archive = has_archive and block.is_archive
        elif block.kind == "item" and block.depth <= item:
            item = -1
        goes_on = _goes_on(blocks, number)
        if not (
            block.is_marked
            or section
            or (is_outer_local and not in_archive)
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


def _marked_headings(blocks: Sequence[Block]) -> set[int | None]:
    """The numbers of the headings whose sections are local, with None if the whole text is."""
    found: set[int | None] = set()
    heading: int | None = None
    for number, block in enumerate(blocks):
        if block.kind == "heading":
            heading = number
        is_heading = block.kind == "heading" and block.is_marked
        if is_heading or (block.is_alone and not _goes_on(blocks, number)):
            found.add(heading)
    return found


def _goes_on(blocks: Sequence[Block], number: int) -> bool:
    """Whether a block is text that continues the paragraph or list item above it."""
    block = blocks[number]
    if block.kind != "text" or not number:
        return False
    above = blocks[number - 1]
    return above.stop == block.start and above.kind in ("text", "item")
