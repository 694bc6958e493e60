"""The profile document: its sections and facts. Pure.

A profile is the user's Markdown. Only `## Section` headings and the `- fact` bullets under them
have a meaning here.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..text.words import content_words, fold, holds_all
from .line_marks import LOCAL, MARKS, PIN

TITLE = "# User Profile"
STANDARD_SECTIONS = ("Personal Information", "Current Projects", "Interests", "Preferences")
EMPTY = "\n".join([TITLE, *(f"\n## {section}" for section in STANDARD_SECTIONS)]) + "\n"

_CHARACTERS_PER_TOKEN = 4

_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)(.*)$")
BULLET = re.compile(r"([ \t]*)([-*+])[ \t]+(\S.*)$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


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
        return f"{self.text}{marks_written(self.marks)}"


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
        heading, bullet = _HEADING.match(lines[number]), BULLET.match(lines[number])
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


def marks_written(marks: Iterable[str]) -> str:
    """Return marks as they stand at the end of a line, ` #local` last."""
    return "".join(f" #{name}" for name in sorted(marks, key=LOCAL.__eq__))


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
        if not deeper or BULLET.match(line) or _after_opaque(lines, number) > number:
            break
        number += 1
    return number
