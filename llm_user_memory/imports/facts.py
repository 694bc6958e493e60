"""Reads a list of facts that another program, or a person, keeps as text.

In a text with bullets (`facts.md` of gptme-user-memories, notes in a MEMORY.md or CLAUDE.md), each
outermost bullet is a fact. In a text without bullets, such as one copied from a settings page, each
line or each paragraph is a fact. The JSON of `llm memory export` is a list, too. Everything that is
left out is reported.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ..errors import ImportFileError
from ..profile.document import facts, lines_kept_here, lines_of, marks_written
from ..profile.line_marks import LOCAL, PIN, has_only_hashtags, may_be_local, read
from ..text.languages import MONTHS
from ..text.patterns import regex
from . import files
from .conversation import Unreadable
from .values import listed, members, one_line

LARGEST_LIST = 2_000_000
"""Characters. A longer file is refused, as no list of facts about one person is so long."""

_LONGEST_FACT = 1_000
_LONGEST_LINE = 2_000

_SPACES = regex(r"(?<=\S)[ \t]{2,}")
_HEADING = regex(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?\s*$")
_FENCE = regex(r" {0,3}(`{3,}|~{3,})")
# A key of YAML front matter, perhaps below comments.
_KEY = regex(r"\s*(?:#[^\n]*\n\s*)*[\w.-]{1,60}[ \t]*:(?=\s)")
_RULE = regex(r"\s*([-*_=])(?:\s*\1){2,}\s*$")
_TASK = regex(r"\[[ xX]\]\s")
_STRONG = regex(r"(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1")
_NUMBER = regex(r"\s*\d{1,3}[.)]\s+")
# A block quote below a bullet: in our own exports it is the quote that supports the fact.
_SUPPORT = regex(r"[ \t]+>[ \t]")
_SENTENCE_END = regex(r"[.!?。！？…][\"'”’)\]]*\s*$")
_OUR_JSON = regex(r'\s*\{\s*"updated"\s*:\s*"[^"]{0,100}"\s*,\s*"facts"\s*:\s*\[')
_NOT_TEXT = regex("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# How `llm memory export` begins a list of facts, which has them as they are.
_OURS = regex(r"\s*# (?:User Profile|Facts about the user)\n")
# The header that gptme-user-memories writes above its bullets.
_FURNITURE = regex(r"(?:Last updated: |Facts about the user extracted from )")

_NOT_OUTERMOST = "This bullet belongs to another one, and was left out."
_TOO_LONG = "This is too long for a fact, and was left out."
_NO_FACT = "This entry has no text, and was left out."
_NO_BULLET = "This is not a bullet of a list, and was left out."

_MONTH = rf"(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*\.?"
_DATE = (
    r"(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4}"
    rf"|{_MONTH} \d\d?(?:, \d{{4}})?|\d\d? {_MONTH}(?: \d{{4}})?)"
)
_DATED = regex(rf"[\[(]{_DATE}[\])]\.?\s*[-–—:]?\s*", re.I)
_ONLY_DATE = regex(rf"\W*(?:{_DATE}|today|yesterday|\d+ (?:day|week|month|year)s? ago)\W*", re.I)


def read_facts(path: Path) -> tuple[list[tuple[str, str]], list[Unreadable]]:
    """Return the facts in a file as (section, fact), and what was left out.

    The section is "" if there is none. A fact ends in its marks. Raises ImportFileError if the file
    cannot be read, is too long, or is not text.
    """
    text = _content(path)
    return _of_json(path, text) if is_our_json(text) else parsed(path, text)


def parsed(path: Path, text: str) -> tuple[list[tuple[str, str]], list[Unreadable]]:
    """Return the facts in a text as `read_facts` does. `path` is only for the reports."""
    lines, endless = _shortened(_without_front_matter(lines_of(text)))
    kept_here = lines_kept_here("".join(lines)) if may_be_local(text) else set[int]()
    lines = ["\n" if _SUPPORT.match(line) else line for line in lines]
    left = [Unreadable(path, number + 1, _TOO_LONG) for number in endless]
    bullets = facts("".join(lines))
    if not bullets:
        found, others = _paragraphs(path, lines, kept_here)
        return found, sorted(left + others, key=lambda each: each.line or 0)
    found = []
    in_bullets = {number for bullet in bullets for number in range(bullet.start, bullet.stop)}
    margin = min(_indent(lines[bullet.start]) for bullet in bullets)
    is_own = _OURS.match(text) is not None and "\nLast updated: " in text
    for bullet in bullets:
        is_outermost = _indent(lines[bullet.start]) == margin
        if problem := _NOT_OUTERMOST if not is_outermost else _unfit(bullet.text):
            left.append(Unreadable(path, bullet.start + 1, problem))
        elif fact := bullet.text if is_own else _plain(bullet.text):
            is_local = bullet.start in kept_here
            found.append((bullet.section, _as_kept(fact, bullet.marks, is_local=is_local)))
    left += [Unreadable(path, number + 1, _NO_BULLET) for number in _prose(lines, in_bullets)]
    return found, sorted(left, key=lambda each: each.line or 0)


def is_our_json(text: str) -> bool:
    """Tell whether this is, or begins as, what `llm memory export --format json` prints."""
    return _OUR_JSON.match(text) is not None


def _of_json(path: Path, text: str) -> tuple[list[tuple[str, str]], list[Unreadable]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFileError(f"{path} is not JSON: {error}.") from error
    found, left = [], []
    for each in map(members, listed(members(whole).get("facts"))):
        if not (fact := one_line(each.get("text"))):
            left.append(Unreadable(path, None, _NO_FACT))
        elif len(fact) > _LONGEST_FACT:
            left.append(Unreadable(path, None, _TOO_LONG))
        else:
            marks = [PIN] if each.get("pinned") else []
            kept = _as_kept(fact, marks, is_local=bool(each.get("local")))
            found.append((one_line(each.get("section")), kept))
    return found, left


def _as_kept(fact: str, marks: Sequence[str], *, is_local: bool) -> str:
    """The fact with its marks, as our own exports have them."""
    return f"{fact}{marks_written(dict.fromkeys([*marks, *([LOCAL] if is_local else [])]))}"


def is_text(text: str) -> bool:
    """Tell whether this is text, and neither empty nor the content of a binary file."""
    return bool(text.strip()) and not _NOT_TEXT.search(text) and "\ufffd" not in text


def _content(path: Path) -> str:
    if files.kind(path) != "file":
        raise ImportFileError(f"{path} is no file with a list of facts.")
    text = files.content(path, LARGEST_LIST, "a list of facts")
    if text and not is_text(text):
        raise ImportFileError(f"{path} is no list of facts: it is empty, or not text.")
    return text


def _without_front_matter(lines: Sequence[str]) -> list[str]:
    """The lines with those of YAML front matter emptied, so that the line numbers stay.

    Front matter begins with a key: what stands between two rules otherwise is part of the list.
    """
    kept = list(lines)
    if kept and kept[0].strip() == "---":
        end = next((n for n, line in enumerate(kept[1:100], 1) if line.strip() == "---"), 0)
        if _KEY.match("".join(kept[1:end])):
            kept[: end + 1] = ["\n"] * (end + 1)
    return kept


def _shortened(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """The lines with each run of spaces made one, and the numbers of the lines that are too long.

    Lines that are too long are emptied. This bounds the time to match `_HEADING`, which grows with
    the square of the longest run of spaces.
    """
    endless = [number for number, line in enumerate(lines) if len(line) > _LONGEST_LINE]
    kept = [_SPACES.sub(" ", line) for line in lines]
    for number in endless:
        kept[number] = "\n"
    return kept, endless


def _indent(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def _unfit(words: str) -> str:
    """Why a bullet or a line cannot be a fact, "" if it can."""
    if len(words) > _LONGEST_FACT:
        return _TOO_LONG
    return "This is a task, not a fact, and was left out." if _TASK.match(words) else ""


def _plain(words: str) -> str:
    """A fact without its number, date in brackets, and bold marks; "" if nothing is left."""
    for prefix in (_NUMBER, _DATED):
        if match := prefix.match(words):
            words = words[match.end() :]
    return "" if _ONLY_DATE.fullmatch(words) else _STRONG.sub(r"\2", words).strip()


def _outside(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines outside comments and code blocks, and the first line of each code block."""
    fence, in_comment = "", False
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif in_comment or line.lstrip().startswith("<!--"):
            in_comment = "-->" not in line
        else:
            fence = match[1] if match else ""
            yield number, line


def _is_furniture(line: str) -> bool:
    is_furniture = _RULE.match(line) or _HEADING.match(line) or _FURNITURE.match(line)
    return bool(is_furniture) or (may_be_local(line) and has_only_hashtags(line))


def _prose(lines: Sequence[str], in_bullets: set[int]) -> Iterator[int]:
    """The first line of each paragraph or code block that does not belong to a bullet."""
    before = -2
    for number, line in _outside(lines):
        if number in in_bullets or not line.strip() or _is_furniture(line):
            continue
        if number != before + 1:
            yield number
        before = number


def _paragraphs(
    path: Path, lines: Sequence[str], kept_here: Collection[int]
) -> tuple[list[tuple[str, str]], list[Unreadable]]:
    """The facts of a text without bullets: its lines, or its paragraphs where lines are wrapped.

    `kept_here` are the numbers of the lines that a mark ` #local` covers.
    """
    found: list[tuple[str, str]] = []
    left: list[Unreadable] = []
    section = ""
    kept = [(number, line) for number, line in _outside(lines) if not _FENCE.match(line)]
    for is_words, group in groupby(kept, key=lambda each: _is_words(each[1])):
        paragraph = list(group)
        if not is_words:
            headings = [match for _n, line in paragraph if (match := _HEADING.match(line))]
            for heading in headings:
                section = (heading[2] or "").strip() if len(heading[1]) == 2 else section
            continue
        numbers = [number for number, _line in paragraph]
        facts_in_it = _unwrapped([" ".join(line.split()) for _number, line in paragraph])
        if len(facts_in_it) == 1:  # of several lines
            numbers = [min(numbers, key=lambda number: number not in kept_here)]
        for number, words in zip(numbers, facts_in_it, strict=True):
            if problem := _unfit(words):
                left.append(Unreadable(path, paragraph[0][0] + 1, problem))
            elif fact := _plain(words):
                marked = read(fact)
                is_local = number in kept_here
                found.append((section, _as_kept(marked.text, marked.marks, is_local=is_local)))
    return found, left


def _is_words(line: str) -> bool:
    return bool(line.strip()) and not _is_furniture(line)


def _unwrapped(words: list[str]) -> list[str]:
    is_list = all(_SENTENCE_END.search(line) or _ONLY_DATE.fullmatch(line) for line in words[:-1])
    is_numbered = all(_NUMBER.match(line) for line in words)
    return words if is_list or is_numbered else [" ".join(words)]
