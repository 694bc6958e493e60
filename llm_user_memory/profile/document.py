"""The profile document: its sections and facts, and edits to them. Pure: text in, text out.

A profile is the user's Markdown. Only `## Section` headings and the `- fact` bullets under them
have a meaning here. Every function leaves all lines that it was not asked to change as they
were, byte for byte.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from ..errors import ProfileError
from ..text.words import content_words, fold, holds_all
from .line_marks import LOCAL, MARKS, PIN, without_marks
from .split import is_archived

TITLE = "# User Profile"
STANDARD_SECTIONS = ("Personal Information", "Current Projects", "Interests", "Preferences")
EMPTY = "\n".join([TITLE, *(f"\n## {section}" for section in STANDARD_SECTIONS)]) + "\n"

_CHARACTERS_PER_TOKEN = 4

_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)(.*)$")
_BULLET = re.compile(r"([ \t]*)([-*+])[ \t]+(\S.*)$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
# What version 0.1.1 wrote where it knew nothing. Compiled on use: that takes as long as compiling
# all the others, and is needed once for a profile.
_PLACEHOLDER = (
    r"(?i)[ \t]*[-*+][ \t]+(?:[\w ]+:[ \t]*)?"
    r"\[(?:not specified|no [\w ]+ recorded(?: yet)?)\][ \t]*$"
)


class Fact(NamedTuple):
    """One bullet: its section ("" above the first one), its text, its lines, and its marks.

    `start` and `stop` are the numbers, from 0, of its first line and of the line after its last.
    `marks` are the names of the marks at its end, such as "pin" for ` #pin`; `text` is without.
    """

    section: str
    text: str
    start: int
    stop: int
    marks: tuple[str, ...] = ()

    @property
    def pinned(self) -> bool:
        """Whether the user pinned the fact, so that it is never moved to the archive."""
        return PIN in self.marks

    @property
    def local(self) -> bool:
        """Whether the fact was learned on this machine, and stays there: see `egress`."""
        return LOCAL in self.marks

    @property
    def written(self) -> str:
        """The text with the marks, as it stands in the line."""
        return f"{self.text}{_written(self.marks)}"


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


def facts(text: str) -> list[Fact]:
    """Return the profile's facts, in the order of its lines."""
    return list(_parse(text).facts)


def sections(text: str) -> list[str]:
    """Return the names of the profile's sections, in the order of its lines."""
    return [name for name, _start, _stop in _parse(text).sections]


def section_spans(text: str) -> list[tuple[str, int, int]]:
    """Return (name, start, stop) of each section; its heading is the line before `start`.

    `start` and `stop` are the numbers, from 0, of its first line and of the line after its last.
    """
    return list(_parse(text).sections)


def tokens(text: str) -> int:
    """Return an estimate of the number of tokens of the text."""
    return tokens_of(len(text))


def tokens_of(characters: int) -> int:
    """Return an estimate of the number of tokens of a text of so many characters."""
    return round(characters / _CHARACTERS_PER_TOKEN)


def find_section(text: str, name: str) -> str | None:
    """Return the section's name as the profile spells it, or None if it has no such section."""
    wanted, names = fold(name), sections(text)
    if name in names:
        return name
    return next((found for found in names if wanted and fold(found) == wanted), None)


def find_fact(text: str, wanted: str, section: str = "") -> Fact | None:
    """Return the fact whose folded text is that of `wanted`, or None.

    Of several, one with exactly the same text is preferred, then one in `section`, then the first.
    """
    folded, home = fold(wanted), fold(section)
    matching = [
        fact
        for fact in facts(text)
        if fact.text == wanted or (folded and fold(fact.text) == folded)
    ]

    def nearness(fact: Fact) -> tuple[bool, bool, bool, int]:
        at_home = bool(home) and fold(fact.section) == home
        return fact.text != wanted, fact.section != section, not at_home, fact.start

    return min(matching, key=nearness, default=None)


def matching_facts(text: str, wanted: str) -> list[Fact]:
    """Return the facts that a person may mean by the words `wanted`.

    These are the facts with just these words; else those with the words in a row; else those
    with all content words among them.
    """
    folded, words = fold(wanted), content_words(wanted)
    ways: tuple[Callable[[Fact], bool], ...] = (
        lambda fact: fold(fact.text) == folded,
        lambda fact: folded in fold(fact.text),
        lambda fact: bool(words) and holds_all(content_words(fact.text), words),
    )
    for matches in ways if folded else ():
        if found := [fact for fact in facts(text) if matches(fact)]:
            return found
    return []


def apply_edit(text: str, edit: Edit) -> str:
    """Return the profile with one edit made, every other line unchanged.

    Raises ProfileError when the profile has no fact `old`, or when the new line would not be
    parsed as a fact (it would be part of a code fence that the user did not close).
    """
    if edit.op == "add":
        return _add(text, edit.section, edit.new)
    fact = find_fact(text, edit.old, edit.section)
    if fact is None:
        raise ProfileError(f"The profile has no fact “{edit.old}”.")
    if edit.op == "remove":
        return without_facts(text, [fact])
    candidate = _with_line(text, fact, f"{edit.new}{_written(fact.marks)}")
    if not _has_gained(text, candidate, edit.new, fact.section, 0):
        raise ProfileError(
            f"“{edit.new}” cannot stand where “{edit.old}” does.",
            untouched="The profile is as it was.",
        )
    return candidate


def marked(text: str, fact: Fact, mark: str, *, on: bool) -> str:
    """Return the profile with a mark set at the end of a fact's line, or removed from it.

    Raises as `marked_where`.
    """
    return marked_where(text, mark, lambda other: on if other == fact else mark in other.marks)


def marked_where(text: str, mark: str, is_marked: Callable[[Fact], bool]) -> str:
    """Return the profile with a mark on the facts for which `is_marked` is true, and no others.

    A fact on several lines that changes becomes one line. Raises ProfileError when a changed line
    would not be parsed as its fact.
    """
    found = facts(text)
    lines: list[str] = lines_of(text)
    for fact in found:
        if (wanted := is_marked(fact)) != (mark in fact.marks):
            marks = [*(name for name in fact.marks if name != mark), *([mark] if wanted else [])]
            lines[fact.start] = _line_of(lines, fact, f"{fact.text}{_written(marks)}")
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
    ending = _ending(lines[place.stop - 1])
    new = [f"- {fact}{ending}" for fact in others]
    after = "".join([*lines[: place.stop], *new, *lines[place.stop :]])
    if len(facts(after)) != len(facts(text)) + len(others):
        raise ProfileError(f"Facts cannot be added to the section “{section}”.")
    return after


def without_facts(text: str, gone: Iterable[Fact]) -> str:
    """Return the profile without these facts, every other line unchanged."""
    numbers = {number for fact in gone for number in range(fact.start, fact.stop)}
    return "".join(line for number, line in enumerate(lines_of(text)) if number not in numbers)


def without_placeholders(text: str) -> str:
    """Return the profile without the lines that only say that nothing is known."""
    placeholder = re.compile(_PLACEHOLDER)
    return "".join(line for line in lines_of(text) if not placeholder.match(line.rstrip("\r\n")))


def lines_of(text: str) -> list[str]:
    """Return the lines of `text`, each with its ending; joined they are `text` again."""
    # str.splitlines would also split at form feeds and Unicode separators.
    return re.findall(r"[^\n]*\n|[^\n]+", text)


class _Document(NamedTuple):
    facts: list[Fact]
    sections: list[tuple[str, int, int]]  # name, first line after the heading, line after the last


@lru_cache(maxsize=8)  # one edit looks into the same text many times
def _parse(text: str) -> _Document:
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    found: list[Fact] = []
    starts: list[tuple[str, int, int]] = []
    section = ""
    number = 0
    while number < len(lines):
        # Most lines are a bullet of their own: an archive has thousands of them.
        if _is_plain_bullet(lines[number]) and (
            number + 1 == len(lines) or lines[number + 1][:2] == "- "
        ):
            words = " ".join(lines[number][2:].split())
            found.append(_fact(section, words, number, number + 1))
            number += 1
            continue
        after = _after_opaque(lines, number)
        if after > number:
            number = after
            continue
        heading, bullet = _HEADING.match(lines[number]), _BULLET.match(lines[number])
        if heading and len(heading[1]) <= 2:
            section = _name(heading[2]) if len(heading[1]) == 2 else ""
            starts.append((section, len(heading[1]), number + 1))
        elif bullet and not _RULE.match(lines[number]):
            stop = _after_bullet(lines, number, len(bullet[1].expandtabs()))
            words = " ".join(" ".join([bullet[3], *lines[number + 1 : stop]]).split())
            found.append(_fact(section, words, number, stop))
            number = stop
            continue
        number += 1
    ends = [*(start - 1 for _name, _level, start in starts), len(lines)][1:]
    spans = [
        (name, start, end)
        for (name, level, start), end in zip(starts, ends, strict=True)
        if level == 2
    ]
    return _Document(found, spans)


def _is_plain_bullet(line: str) -> bool:
    """Tell whether a line is surely a bullet, and not a rule such as "- - -"."""
    return line[:2] == "- " and line[2:].strip("-*_ \t") != ""


def _fact(section: str, words: str, start: int, stop: int) -> Fact:
    """The fact with these words, of which some at the end may be marks."""
    marks = MARKS.search(words) if "#" in words else None
    if marks is None:
        return Fact(section, words, start, stop)
    names = tuple(dict.fromkeys(marks[0].casefold().replace("#", "").split()))
    return Fact(section, words[: marks.start()], start, stop, names)


def _written(marks: Iterable[str]) -> str:
    """The marks as they stand at the end of a line, ` #local` last."""
    return "".join(f" #{name}" for name in sorted(marks, key=LOCAL.__eq__))


def _with_line(text: str, fact: Fact, words: str) -> str:
    """The profile with other words on the line of a fact."""
    lines = lines_of(text)
    return "".join([*lines[: fact.start], _line_of(lines, fact, words), *lines[fact.stop :]])


def _line_of(lines: Sequence[str], fact: Fact, words: str) -> str:
    """The line of a fact with other words."""
    bullet = _BULLET.match(lines[fact.start].rstrip("\r\n"))
    marker = lines[fact.start][: bullet.start(3)] if bullet else "- "
    return marker + words + _ending(lines[fact.stop - 1])


def _name(words: str) -> str:
    """The name in a heading, without the #s that may close it.

    A regular expression would take quadratic time on a run of blanks.
    """
    words = words.strip(" \t")
    open_ended = words.rstrip("#")
    return (open_ended if open_ended.endswith((" ", "\t")) else words).strip()


def _after_opaque(lines: Sequence[str], number: int) -> int:
    """The line after the code fence or comment that opens here, or `number` if none does."""
    if fence := _FENCE.match(lines[number]):
        closing = re.compile(rf" {{0,3}}{re.escape(fence[1][0])}{{{len(fence[1])},}}[ \t]*$")
        return _after_match(lines, number + 1, closing)
    if lines[number].lstrip().startswith("<!--"):
        return _after_match(lines, number, re.compile(r".*-->"))
    return number


def _after_match(lines: Sequence[str], number: int, pattern: re.Pattern[str]) -> int:
    while number < len(lines) and not pattern.match(lines[number]):
        number += 1
    return min(number + 1, len(lines))


def _after_bullet(lines: Sequence[str], number: int, indent: int) -> int:
    """The line after a bullet and the more deeply indented lines that continue it."""
    number += 1
    while number < len(lines):
        line = lines[number].expandtabs()
        deeper = bool(line.strip()) and len(line) - len(line.lstrip()) > indent
        if not deeper or _BULLET.match(line) or _after_opaque(lines, number) > number:
            break
        number += 1
    return number


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
    document = _parse(text)
    _name, start, end = next(span for span in document.sections if span[0] == section)
    lines = lines_of(text)
    last = max((f.stop for f in document.facts if start <= f.start < end), default=None)
    if last is None:
        filled = [number for number in range(start, end) if lines[number].strip()]
        last = filled[-1] + 1 if filled else start
    return _insert(lines, last, f"- {fact}", apart=last > start and not _is_bullet(lines[last - 1]))


def _below_heading(text: str, section: str, fact: str) -> str:
    start = next(span[1] for span in _parse(text).sections if span[0] == section)
    return _insert(lines_of(text), start, f"- {fact}")


def _new_section(text: str, section: str, fact: str) -> str:
    """The profile with a new section, which stands above the archive unless it belongs to it."""
    lines = lines_of(text)
    archived = (start - 1 for name, start, _stop in _parse(text).sections if is_archived(name))
    end = len(lines) if is_archived(section) else next(archived, len(lines))
    below = ["\n", *lines[end:]] if end < len(lines) else []
    above = _insert(lines[:end], end, f"## {section}", apart=bool("".join(lines[:end]).strip()))
    return _insert(lines_of(above), len(lines_of(above)), f"- {fact}") + "".join(below)


def _insert(lines: list[str], number: int, line: str, apart: bool = False) -> str:
    ending = "\r\n" if any(other.endswith("\r\n") for other in lines) else "\n"
    before = list(lines[:number])
    if before and not _ending(before[-1]):
        before[-1] += ending
    gap = [ending] if apart and before and before[-1].strip() else []
    return "".join([*before, *gap, line + ending, *lines[number:]])


def _is_bullet(line: str) -> bool:
    return bool(_BULLET.match(line.rstrip("\r\n"))) or line[:1] in " \t"


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
