"""The profile document: its sections and facts. Pure.

A profile is the user's Markdown. Only `## Section` headings and the `- fact` bullets under them
have a meaning here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from ..text.words import content_words, fold, holds_all, title_of
from .line_marks import LOCAL, PIN, may_be_local, may_be_marked, read
from .split import MAY_HIDE_LINES, split

TITLE = "# User Profile"
STANDARD_SECTIONS = ("Personal Information", "Current Projects", "Interests", "Preferences")
EMPTY = "\n".join([TITLE, *(f"\n## {section}" for section in STANDARD_SECTIONS)]) + "\n"

_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)(.*)$")
BULLET = re.compile(r"([ \t]*)([-*+])[ \t]+(\S.*)$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_NUMBERED = re.compile(r"[ \t]*\d{1,9}[.)](?:[ \t]|$)")


class Fact(NamedTuple):
    """One bullet: its section ("" above the first one), its text, its lines, and its marks.

    `start` and `stop` are the numbers, from 0, of its first line and of the line after its last.
    `marks` are the names of its marks, such as "pin" for ` #pin` at its end, which `text` lacks.
    It may get the mark "local" from a line above: see `reach`.
    """

    section: str
    text: str
    start: int
    stop: int
    marks: tuple[str, ...] = ()

    @property
    def pinned(self) -> bool:
        """Whether the user pinned the fact: then it is never moved to the archive."""
        return PIN in self.marks

    @property
    def local(self) -> bool:
        """Whether the fact was learned on this machine and must stay there: see `egress`."""
        return LOCAL in self.marks

    @property
    def written(self) -> str:
        """The text with its marks, as in the line."""
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


def headings(text: str) -> list[tuple[int, str]]:
    """Return (line, name) of each heading of any level: the number of its line, and its words."""
    elements = _elements(_stripped_lines(text))
    return [(each.start, title_of(each.words)) for each in elements if each.kind == "heading"]


def other_spans(text: str) -> list[tuple[int, int]]:
    """Return (start, stop) of what is no fact and no heading, without empty lines.

    That is a line of text or of a numbered list, or all lines of a code fence or comment.
    """
    lines = _stripped_lines(text)
    return [
        (each.start, each.stop)
        for each in _elements(lines)
        if each.kind not in ("heading", "fact") and lines[each.start].strip()
    ]


def find_section(text: str, name: str) -> str | None:
    """Return the section's name as the profile spells it, or None if it has no such section.

    "Health" stands for a section "Health #local", too, if the profile has no other one.
    """
    wanted, names = fold(name), sections(text)
    if name in names or not wanted:
        return name if name in names else None
    same = (found for found in names if fold(found) == wanted)
    marked = (found for found in names if fold(read(found).text) == wanted)
    return next(same, None) or next(marked, None)


def find_fact(text: str, wanted: str, section: str = "") -> Fact | None:
    """Return the fact whose folded text is that of `wanted`, or None.

    Of several, one with exactly the same text is preferred, then one in `section`, then the first.
    """
    folded, home = fold(wanted), fold(section)
    matching = _by_words(text).get(folded, [])
    if not folded:  # e.g. emoji, which are compared exactly
        matching = [fact for fact in matching if fact.text == wanted]

    def nearness(fact: Fact) -> tuple[bool, bool, bool, int]:
        at_home = bool(home) and fold(fact.section) == home
        return fact.text != wanted, fact.section != section, not at_home, fact.start

    return min(matching, key=nearness, default=None)


def matching_facts(text: str, wanted: str) -> list[Fact]:
    """Return the facts that a person may mean by the words `wanted`.

    These are the facts with exactly these words; if there are none, those with the words in a row;
    else those with all content words among theirs.
    """
    folded, words = fold(wanted), list(dict.fromkeys(content_words(wanted)))
    ways: tuple[Callable[[Fact], bool], ...] = (
        lambda fact: fold(fact.text) == folded,
        lambda fact: folded in fold(fact.text),
        lambda fact: bool(words) and holds_all(content_words(fact.text), words),
    )
    for matches in ways if folded else ():
        if found := [fact for fact in facts(text) if matches(fact)]:
            return found
    return []


def local_texts(text: str) -> set[str]:
    """Return the texts of the profile's local facts.

    The archive, which may be long and seldom changes, is parsed by itself: see `_parse`.
    """
    if not may_be_local(text):
        return set()
    active, archived = parts(text)
    return {
        fact.text
        for part in (active, archived)
        if part and may_be_local(part)
        for fact in _parse(part).facts
        if fact.local
    }


def parts(text: str) -> tuple[str, str]:
    """Return (active, archived), which joined are the text, and can be parsed one by one.

    Where they could not, as the archive is not at the end or a line may be hidden, `active` is the
    whole text. A mark in one part covers no line of the other, as the archive begins with a heading
    of the second level.
    """
    active, archived = split(text)
    joined = len(active) + len(archived) == len(text) and text.startswith(active)
    is_plain = joined and not any(mark in active for mark in MAY_HIDE_LINES)
    return (active, archived) if is_plain and text.endswith(archived) else (text, "")


def lines_of(text: str) -> list[str]:
    """Return the lines of `text`, each with its ending; joined they are `text` again."""
    # str.splitlines would also split at form feeds and Unicode separators.
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def ending_of(line: str) -> str:
    """Return how a line of `lines_of` ends, "" for a last line without an ending."""
    return line[len(line.rstrip("\r\n")) :]


def with_known_endings(text: str) -> str:
    """Return a text of the user's without a byte order mark, its lines ended as `lines_of` reads.

    A "\\r" that is not followed by "\\n" ends a line in files of very old systems.
    """
    return re.sub(r"\r(?!\n)", "\n", text.removeprefix("\ufeff"))


def lines_kept_here(text: str, *, is_profile: bool = True) -> set[int]:
    """Return the numbers of the lines, from 0, that a mark ` #local` covers: see `reach`.

    Only a profile has an archive.
    """
    if is_profile:
        return _parse(text).local
    lines = _stripped_lines(text)
    return _local_lines(lines, _elements(lines), has_archive=False)


def after_item(lines: Sequence[str], number: int) -> int:
    """Return the number of the line after the text that belongs to what ends before line `number`.

    In Markdown that is text in the next lines, also without indentation, and what is indented below
    a list item, except another one.
    """
    after = number
    while number < len(lines):
        if not lines[number].strip():
            number += 1
            continue
        below = _element(lines, number)
        goes_on = number == after and below.kind == "text" and not _RULE.match(lines[number])
        is_indented = below.kind in ("text", "hidden") and lines[number][0] in " \t"
        if not goes_on and not is_indented:
            break
        after = number = below.stop
    return after


class _Document(NamedTuple):
    facts: list[Fact]
    sections: list[tuple[str, int, int]]  # name, first line after the heading, line after the last
    local: set[int]  # the lines that stay on this machine


@lru_cache(maxsize=8)  # one edit looks into the same text many times
def _parse(text: str) -> _Document:
    lines = _stripped_lines(text)
    elements = list(_elements(lines))
    found: list[Fact] = []
    starts: list[tuple[str, int, int]] = []
    section = ""
    for each in elements:
        if each.kind == "fact":
            words = [each.words, *lines[each.start + 1 : each.stop]]
            found.append(_fact(section, words, each.start, each.stop))
        elif each.kind == "heading" and each.level <= 2:
            section = title_of(each.words) if each.level == 2 else ""
            starts.append((section, each.level, each.stop))
    ends = [*(start - 1 for _name, _level, start in starts), len(lines)][1:]
    spans = [
        (name, start, end)
        for (name, level, start), end in zip(starts, ends, strict=True)
        if level == 2
    ]
    local = _local_lines(lines, elements) if may_be_local(text) else set()
    return _Document([_reached(fact, local) for fact in found] if local else found, spans, local)


def _stripped_lines(text: str) -> list[str]:
    """The lines without their endings, and without the byte order mark of some editors."""
    return [line.rstrip("\r\n") for line in lines_of(text.removeprefix("\ufeff"))]


@lru_cache(maxsize=8)
def _by_words(text: str) -> dict[str, list[Fact]]:
    """The facts of a profile by their folded texts."""
    found: dict[str, list[Fact]] = {}
    for fact in _parse(text).facts:
        found.setdefault(fold(fact.text), []).append(fact)
    return found


class _Element(NamedTuple):
    """Lines that belong together, such as a fact with the lines that continue it.

    An item is a list item that is not a fact. `words` are the rest of the first line of a fact or
    heading; `level` is that of a heading. The lines in a code fence or comment are hidden.
    """

    kind: Literal["heading", "fact", "item", "text", "hidden"]
    start: int
    stop: int
    words: str = ""
    level: int = 0


def _elements(lines: Sequence[str]) -> Iterator[_Element]:
    number = 0
    while number < len(lines):
        element = _element(lines, number)
        yield element
        number = element.stop


def _element(lines: Sequence[str], number: int) -> _Element:
    """The element that begins on a line."""
    line = lines[number]
    # Most lines are a whole bullet: an archive has thousands of them.
    if _is_plain_bullet(lines, number):
        return _Element("fact", number, number + 1, line[2:])
    after = _after_opaque(lines, number)
    if after > number:
        return _Element("hidden", number, after)
    if heading := _HEADING.match(line):
        return _Element("heading", number, number + 1, heading[2], len(heading[1]))
    bullet = BULLET.match(line)
    if bullet and not _RULE.match(line):
        stop = _after_bullet(lines, number, len(bullet[1].expandtabs()))
        return _Element("fact", number, stop, bullet[3])
    return _Element("item" if bullet or _NUMBERED.match(line) else "text", number, number + 1)


def _local_lines(
    lines: Sequence[str], elements: Iterable[_Element], *, has_archive: bool = True
) -> set[int]:
    from . import reach  # imported here because few profiles have the mark

    blocks = [
        reach.block("item" if each.kind == "fact" else each.kind, lines, each.start, each.stop)
        for each in elements
        if lines[each.start].strip()
    ]
    return reach.local_lines(blocks, has_archive=has_archive)


def _reached(fact: Fact, local: set[int]) -> Fact:
    """The fact, with the mark LOCAL if a mark above it covers it."""
    if fact.start not in local or LOCAL in fact.marks:
        return fact
    return fact._replace(marks=(*fact.marks, LOCAL))


def _is_plain_bullet(lines: Sequence[str], number: int) -> bool:
    """Tell whether a line is a bullet, not a rule ("- - -"), before another bullet or the end."""
    line = lines[number]
    return (
        line[:2] == "- "
        and line[2:].strip("-*_ \t") != ""
        and (number + 1 == len(lines) or lines[number + 1][:2] == "- ")
    )


def _fact(section: str, lines: Sequence[str], start: int, stop: int) -> Fact:
    """The fact on these lines. The ends of the lines may be marks."""
    words = [" ".join(line.split()) for line in lines]
    if not any(map(may_be_marked, words)):
        return Fact(section, " ".join(filter(None, words)), start, stop)
    read_lines = [read(line, is_whole=number == 0) for number, line in enumerate(words)]
    marks = dict.fromkeys(mark for line in read_lines for mark in line.marks)
    text = " ".join(line.text for line in read_lines if line.text)
    return Fact(section, text, start, stop, tuple(marks))


def marks_written(marks: Iterable[str]) -> str:
    """Return marks as written at the end of a line, ` #local` last."""
    return "".join(f" #{name}" for name in sorted(marks, key=LOCAL.__eq__))


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
