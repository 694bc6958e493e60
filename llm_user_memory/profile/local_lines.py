"""What is no fact and stays on this machine, as a mark ` #local` above covers it. Pure.

That may be text, code fences and comments, and headings of sections of the user's own, which may be
named as the facts below them are. An edit that takes the mark away has to give them one of their
own. Which line of one text is which one of another text is told by their order.
"""

from collections.abc import Collection, Sequence, Set
from typing import NamedTuple

from .comparison import opcodes
from .document import (
    STANDARD_SECTIONS,
    ending_of,
    facts,
    lines_kept_here,
    lines_of,
    other_spans,
    parts,
    section_spans,
)
from .line_marks import LOCAL, may_be_local, without_marks


class Other(NamedTuple):
    """A line of text, a code fence or a comment: its first line, and its words without marks."""

    start: int
    words: str
    is_local: bool


def others(text: str) -> list[Other]:
    """Return what is no fact and no heading, in the order of its lines."""
    lines, local = lines_of(text), lines_kept_here(text)
    return [
        Other(start, without_marks("\n".join(map(str.strip, lines[start:stop]))), start in local)
        for start, stop in other_spans(text)
    ]


def matched(old: Sequence[Other], new: Sequence[Other]) -> dict[int, int]:
    """Return which of `new` is which of `old`, by their places in the sequences: {new: old}.

    Those that have the same words, and were moved, come last.
    """
    found: dict[int, int] = {}
    for tag, i1, i2, j1, _j2 in opcodes([each.words for each in old], [each.words for each in new]):
        if tag == "equal":
            found.update({j1 + n: i1 + n for n in range(i2 - i1)})
    known = set(found.values())
    left = {each.words: at for at, each in enumerate(old) if at not in known}
    for at, each in enumerate(new):
        if at not in found and each.words in left:
            found[at] = left[each.words]
    return found


def kept(before: str, after: str) -> str:
    """Return `after` with marks on what stays on this machine in `before`, and would not in it."""
    old = _in_marked_parts(before)
    if any(each.is_local for each in old):
        new = others(after)
        after = marked(after, {n for n, at in matched(old, new).items() if old[at].is_local})
    return _with_headings(before, after)


def joined(before: str, after: str) -> set[str]:
    """Return the facts of `after` that go on with what is local in `before`, and is no fact's."""
    local = {each.words for each in _in_marked_parts(before) if each.is_local}
    lines = lines_of(after) if local else []
    return {
        fact.text
        for fact in (facts(after) if local else ())
        if any(without_marks(lines[n].strip()) in local for n in range(fact.start + 1, fact.stop))
    }


def marked(text: str, wanted: Collection[int]) -> str:
    """Return the text with marks on those of its `others` that are `wanted` and lack one.

    `wanted` are their numbers, from 0. A line without a letter or digit, such as a rule, tells
    nothing. A mark covers the paragraph or list item that its line goes on with: if that is not
    local, there is an empty line between them then.
    """
    for only_first in (True, False):  # the mark of a first line covers the rest of its paragraph
        found, lines, local = others(text), lines_of(text), lines_kept_here(text)
        bare = {
            each.start
            for number, each in enumerate(found)
            if number in wanted and not each.is_local and any(map(str.isalnum, each.words))
        }
        for at in bare:
            if only_first and at - 1 in bare:
                continue
            lines[at] = _with_mark(lines[at])
            if at and lines[at - 1].strip() and at - 1 not in local | bare:
                lines[at] = ending_of(lines[at - 1]) + lines[at]
        text = "".join(lines)
    return text


def left_alone(text: str, lines: Sequence[str], gone: Set[int]) -> set[int]:
    """Return the headings of the user's own that have nothing below them but what is `gone`.

    Something must be gone there. `lines` are those of the text, and a heading is the number of its
    line, from 0.
    """
    return {
        start - 1
        for name, start, stop in section_spans(text)
        if name not in STANDARD_SECTIONS
        if not gone.isdisjoint(range(start, stop))
        if not any(lines[number].strip() for number in range(start, stop) if number not in gone)
    }


def kept_sections(text: str) -> set[str]:
    """Return the sections whose headings stay on this machine."""
    here = lines_kept_here(text)
    here = here | left_alone(text, lines_of(text), here)
    return {name for name, start, _stop in section_spans(text) if start - 1 in here}


def _in_marked_parts(text: str) -> list[Other]:
    """The `others` of a text, without those of an archive that has no mark, which may be long."""
    return [each for part in parts(text) if may_be_local(part) for each in others(part)]


def _with_headings(before: str, after: str) -> str:
    """The text with marks on the headings of emptied sections that `before` keeps here."""
    if not _emptied(parts(after)[0]):  # as nearly always; looking into a long archive takes time
        return after
    was_kept, is_kept = kept_sections(before), kept_sections(after)
    lines = lines_of(after)
    for name, number in _emptied(after).items():
        if name in was_kept - is_kept:
            lines[number] = _with_mark(lines[number])
    return "".join(lines)


def _emptied(text: str) -> dict[str, int]:
    """The user's own sections that have nothing, with the lines of their headings."""
    lines = lines_of(text)
    return {
        name: start - 1
        for name, start, stop in section_spans(text)
        if name not in STANDARD_SECTIONS
        if not any(lines[number].strip() for number in range(start, stop))
    }


def _with_mark(line: str) -> str:
    return f"{line.rstrip()} #{LOCAL}{ending_of(line)}"
