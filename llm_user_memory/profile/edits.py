"""Editing the profile document: adding, replacing, removing and marking facts. Pure.

Every function leaves all other lines unchanged, byte for byte.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import ProfileError
from ..text.words import fold
from .document import (
    BULLET,
    Fact,
    after_item,
    ending_of,
    facts,
    find_fact,
    find_section,
    lines_of,
    local_texts,
    marks_written,
    section_spans,
)
from .line_marks import LOCAL, may_be_local, without_marks
from .split import is_archived

# Placeholders that version 0.1.1 wrote. Compiled on use: that takes as long as compiling
# all the others, and is needed once for a profile.
_PLACEHOLDER = (
    r"(?i)[ \t]*[-*+][ \t]+(?:\w[\w ]*:[ \t]*)?"
    r"\[(?:not specified|no [\w ]+ recorded(?: yet)?)\][ \t]*$"
)


@dataclass(frozen=True)
class Edit:
    """Add, replace or remove one fact, with the quote that justifies it.

    `old` is the fact's text in the profile (replace, remove), `new` the text to put there (add,
    replace). `quote` is empty where the answer has none.
    """

    op: Literal["add", "replace", "remove"]
    section: str
    old: str = ""
    new: str = ""
    quote: str = ""


def apply_edit(text: str, edit: Edit) -> str:
    """Return the profile with one edit made, every other line unchanged.

    What would no longer be local by a mark above it gets one of its own. Raises ProfileError when
    the profile has no fact `old`, or when the new line would not be parsed as a fact (it would be
    part of a code fence that the user did not close).
    """
    if edit.op == "add":
        return as_local_as(text, _add(text, edit.section, edit.new))
    fact = find_fact(text, edit.old, edit.section)
    if fact is None:
        raise ProfileError(f"The profile has no fact “{edit.old}”.")
    if edit.op == "remove":
        return without_facts(text, [fact])
    candidate = _with_line(text, fact, f"{edit.new}{marks_written(fact.marks)}")
    if not _has_gained(text, candidate, edit.new, fact.section, 0):
        raise ProfileError(
            f"“{edit.new}” cannot stand where “{edit.old}” does.",
            untouched="The profile is as it was.",
        )
    return as_local_as(text, candidate)


def apply_everywhere(text: str, edit: Edit) -> str:
    """Return the profile with one edit made, and no other fact with the words of its `old`.

    The profile may have a fact twice, for example if the user typed one that is archived. A fact
    that is no longer true must not remain anywhere. Raises as `apply_edit`.
    """
    return without_copies(apply_edit(text, edit), edit)


def without_copies(text: str, edit: Edit) -> str:
    """Return the profile without other facts that have the words of the edit's old fact."""
    ended = "" if edit.op == "add" else fold(edit.old)
    copies = [fact for fact in facts(text) if ended and fold(fact.text) == ended]
    return without_facts(text, copies) if copies and ended != fold(edit.new) else text


def marked(text: str, wanted: Collection[str], mark: str, *, on: bool) -> str:
    """Return the profile with a mark set on the facts with these texts, or removed from them.

    Raises as `marked_where`.
    """
    if mark == LOCAL:
        return with_locality(text, dict.fromkeys(wanted, on))
    return marked_where(text, mark, lambda fact: on if fact.text in wanted else mark in fact.marks)


def with_locality(text: str, wanted: Mapping[str, bool]) -> str:
    """Return the profile with facts marked as local or not: `wanted` tells it by their texts.

    What else a removed mark covered gets one of its own. Raises as `marked_where`.
    """
    after = marked_where(text, LOCAL, lambda fact: wanted.get(fact.text, fact.local))
    freed = {fact for fact, is_local in wanted.items() if not is_local}
    if not freed:
        return after
    from . import local_lines  # imported here because few profiles have the mark

    left = local_texts(text) - local_texts(after) - freed
    return local_lines.kept(text, with_local(after, left))


def marked_where(text: str, mark: str, is_marked: Callable[[Fact], bool]) -> str:
    """Return the profile with a mark on the facts for which `is_marked` is true, and on no others.

    A fact on several lines that changes becomes one line. Raises ProfileError if a changed line
    would not be parsed as its fact.
    """
    found = facts(text)
    lines: list[str] = lines_of(text)
    for fact in found:
        if (wanted := is_marked(fact)) != (mark in fact.marks):
            marks = [*(name for name in fact.marks if name != mark), *([mark] if wanted else [])]
            lines[fact.start] = _line_of(lines, fact, f"{fact.text}{marks_written(marks)}")
            lines[fact.start + 1 : fact.stop] = [""] * (fact.stop - fact.start - 1)
    candidate = "".join(lines)
    if [each.text for each in facts(candidate)] != [each.text for each in found]:
        raise ProfileError("A fact cannot be marked.", untouched="The profile is as it was.")
    return candidate


def add_facts(text: str, section: str, added: Sequence[str]) -> str:
    """Return the profile with facts at the end of a section; raises as `apply_edit`.

    Adding them one by one would parse the profile several times for each.
    """
    first, *others = added
    text = apply_edit(text, Edit("add", section, new=first))
    if not others:
        return text
    place = find_fact(text, without_marks(first), section)
    if place is None or not all(set("\r\n").isdisjoint(fact) for fact in others):
        raise ProfileError(f"Facts cannot be added to the section “{section}”.")
    lines = lines_of(text)
    ending = ending_of(lines[place.stop - 1])
    new = [f"- {fact}{ending}" for fact in others]
    after = "".join([*lines[: place.stop], *new, *lines[place.stop :]])
    if len(facts(after)) != len(facts(text)) + len(others):
        raise ProfileError(f"Facts cannot be added to the section “{section}”.")
    return after


def without_facts(text: str, gone: Iterable[Fact]) -> str:
    """Return the profile without these facts, every other line unchanged.

    What remains, and was local by a removed mark, gets a mark of its own.
    """
    numbers = {number for fact in gone for number in range(fact.start, fact.stop)}
    left = "".join(line for number, line in enumerate(lines_of(text)) if number not in numbers)
    return as_local_as(text, left)


def as_local_as(before: str, after: str) -> str:
    """Return `after` with the mark ` #local` on what is local only in `before`.

    That may be facts, other text that stands below a local one, and the heading of a section of the
    user's own that nothing is left of.
    """
    if not may_be_local(before):
        return after
    from . import local_lines  # imported here because few profiles have the mark

    gone = local_texts(before) - local_texts(after)
    return local_lines.kept(before, with_local(after, gone | local_lines.joined(before, after)))


def with_local(text: str, wanted: Collection[str]) -> str:
    """Return the profile with the mark ` #local` on the facts with these texts as well."""
    if not wanted:
        return text
    return marked_where(text, LOCAL, lambda fact: fact.local or fact.text in wanted)


def without_placeholders(text: str) -> str:
    """Return the profile without the lines that only say that nothing is known."""
    placeholder = re.compile(_PLACEHOLDER)
    return "".join(line for line in lines_of(text) if not placeholder.match(line.rstrip("\r\n")))


def _with_line(text: str, fact: Fact, words: str) -> str:
    """The profile with other words on the line of a fact."""
    lines = lines_of(text)
    return "".join([*lines[: fact.start], _line_of(lines, fact, words), *lines[fact.stop :]])


def _line_of(lines: Sequence[str], fact: Fact, words: str) -> str:
    """The line of a fact with other words."""
    bullet = BULLET.match(lines[fact.start].rstrip("\r\n"))
    marker = lines[fact.start][: bullet.start(3)] if bullet else "- "
    return marker + words + ending_of(lines[fact.stop - 1])


def _add(text: str, section: str, fact: str) -> str:
    known = find_section(text, section)
    candidates = (
        [_new_section(text, section, fact)]
        if known is None
        else [_below_last_fact(text, known, fact), _below_heading(text, known, fact)]
    )
    for candidate in candidates:
        if find_section(candidate, section) and _has_gained(text, candidate, fact, section, 1):
            return candidate
    raise ProfileError(
        f"“{fact}” cannot be added to the section “{section}”.",
        untouched="The profile is as it was.",
        remedy="A code fence or comment in it may be open: look with `llm memory edit`.",
    )


def _has_gained(before: str, after: str, fact: str, section: str, more: int) -> bool:
    """Tell whether `after` has the fact, on one line, and `more` facts more than `before`."""
    one_line = set("\r\n").isdisjoint(fact)
    found = one_line and find_fact(after, without_marks(fact), section) is not None
    return found and len(facts(after)) == len(facts(before)) + more


def _below_last_fact(text: str, section: str, fact: str) -> str:
    _name, start, end = next(span for span in section_spans(text) if span[0] == section)
    lines = lines_of(text)
    last = max((f.stop for f in facts(text) if start <= f.start < end), default=None)
    if last is None:
        filled = [number for number in range(start, end) if lines[number].strip()]
        last = filled[-1] + 1 if filled else start
    else:
        last = after_item(lines[:end], last)  # which may have the mark of the fact above
    return _insert(lines, last, f"- {fact}", apart=last > start and not _is_bullet(lines[last - 1]))


def _below_heading(text: str, section: str, fact: str) -> str:
    start = next(span[1] for span in section_spans(text) if span[0] == section)
    return _insert(lines_of(text), start, f"- {fact}")


def _new_section(text: str, section: str, fact: str) -> str:
    """The profile with a new section: above the archive, unless it is one of the archive's."""
    lines = lines_of(text)
    archived = (start - 1 for name, start, _stop in section_spans(text) if is_archived(name))
    end = len(lines) if is_archived(section) else next(archived, len(lines))
    below = ["\n", *lines[end:]] if end < len(lines) else []
    above = _insert(lines[:end], end, f"## {section}", apart=bool("".join(lines[:end]).strip()))
    return _insert(lines_of(above), len(lines_of(above)), f"- {fact}") + "".join(below)


def _insert(lines: list[str], number: int, line: str, apart: bool = False) -> str:
    ending = "\r\n" if any(other.endswith("\r\n") for other in lines) else "\n"
    before = list(lines[:number])
    if before and not ending_of(before[-1]):
        before[-1] += ending
    gap = [ending] if apart and before and before[-1].strip() else []
    return "".join([*before, *gap, line + ending, *lines[number:]])


def _is_bullet(line: str) -> bool:
    return bool(BULLET.match(line.rstrip("\r\n"))) or line[:1] in " \t"
