"""The archive: sections of the profile whose facts go into a prompt only if it bears on them. Pure.

Sections with a name such as "Archive: Interests" stand at the end of the profile. `fitted` keeps
the rest within its budget: it moves the facts with the least weight (see `fact_weight`) there, and
the weightiest back when there is room. A fact whose last day has passed (see `expiry`) moves in any
case. It uses no model and no clock.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple
from unicodedata import normalize

from ..errors import ProfileError
from ..text.words import content_words, fold
from .document import STANDARD_SECTIONS, Fact, facts, lines_of, sections
from .edits import add_facts, as_local_as, without_facts
from .estimate import tokens, tokens_of
from .fact_weight import Standing, lightest_first, unpinned
from .split import MAY_HIDE_LINES, archive_of, home, split, without_archive

# The space between a heading and the next one, or the end.
_UP_TO_HEADING = re.compile(r"\s*(?=^ {0,3}##[ \t]|\Z)", re.M)

_APOSTROPHES = "'’ʼ`"


@dataclass(frozen=True)
class Circumstances:
    """The inputs that decide which facts are archived.

    `budget` is the largest size in tokens of the profile without its archive, 0 for no limit.
    `now` is in seconds since 1970, and `today` the local day. `movable` returns those of the facts
    that may be moved: not those that the user wrote, pinned or placed. `standing` returns the
    standings of facts, by their texts. `said` has the texts of facts that were said again, and
    return from the archive. `may_return` tells whether others may return too: finding them is slow
    in a long archive.
    """

    budget: int
    now: float
    today: date
    movable: Callable[[Sequence[Fact]], list[Fact]]
    standing: Callable[[Sequence[str]], Mapping[str, Standing]]
    said: Collection[str] = field(default_factory=frozenset)
    may_return: bool = True


def relevant(archived: str, texts: Iterable[str]) -> str:
    """Return the archive with only those facts that may say the same as one of the texts.

    Of two such facts one has all words of the other, in some form, and both begin with the same
    word; forms of a word share three letters. The archive may be long, so its other lines are not
    parsed for each edit of a model.
    """
    wanted = [
        [word[:3] for word in dict.fromkeys(content_words(text) or fold(text).split())]
        for text in texts
    ]
    lines, normalized = lines_of(archived), _normalized(archived)
    if len(lines) != normalized.count("\n") + (normalized[-1:] not in ("", "\n")):
        return archived
    wanted_lines = {number for begins in wanted if begins for number in _with(normalized, begins)}
    others = [number for number, line in enumerate(lines) if line[0] not in "-*+"]
    kept: dict[int, str] = {}
    for number in sorted({*wanted_lines, *others}):
        # An indented line continues the line above.
        if number == 0 or lines[number][0] not in " \t" or number - 1 in kept:
            kept[number] = lines[number]
    return "".join(kept.values())


def _with(normalized: str, begins: Sequence[str]) -> Iterator[int]:
    """The numbers of the lines with the first word beginning, and unless short another one.

    Only lines with the first one are looked at: the archive may have thousands of others.
    """
    number = counted = 0
    at = normalized.find(begins[0])
    while at >= 0:
        start, stop = normalized.rfind("\n", 0, at) + 1, normalized.find("\n", at) + 1
        line = normalized[start : stop or len(normalized)]
        number, counted = number + normalized.count("\n", counted, at), at
        if not begins[1:] or len(line) <= 20 or any(begin in line for begin in begins[1:]):
            yield number
        at = normalized.find(begins[0], stop) if stop else -1


def _normalized(text: str) -> str:
    """The text with its letters and apostrophes as `fold` has them."""
    text = text.casefold() if text.isascii() else normalize("NFKC", text).casefold()
    for apostrophe in _APOSTROPHES:  # faster than `str.translate`
        text = text.replace(apostrophe, "")
    return text


def fitted(text: str, circumstances: Circumstances) -> str:
    """Return the profile with facts moved between the archive and the rest.

    * A fact in `said` returns from the archive.
    * A fact whose last day has passed moves to the archive.
    * Above the budget, the lightest movable facts move to the archive; below it, and if
      `may_return`, the weightiest return, for as long as they fit.

    No other line changes. Every moved fact is on one line. Where that would make a fact part of
    an open code fence or comment, nothing moves.
    """
    parts = active, archived = split(text)
    budget = circumstances.budget or math.inf
    if said := [fact for fact in circumstances.said if fact in archived]:
        again = [fact for fact in _single(archived) if fact.text in said]
        active, archived = _moved_back(active, archived, circumstances.movable(again))
    candidates = circumstances.movable(_single(active))
    over = [fact for fact in candidates if is_over(fact.text, circumstances.today)]
    active, archived = _moved_away(active, archived, over)
    if tokens(active) > budget:
        left = circumstances.movable(_single(active))
        gone = _until_it_fits(active, _lightest_first(left, circumstances), budget)
        active, archived = _moved_away(active, archived, gone)
    elif archived and circumstances.may_return:
        again = _returning(active, archived, circumstances)
        active, archived = _moved_back(active, archived, again)
    if (active, archived) == parts:
        return text
    after = as_local_as(text, active + archived)
    hides = any(mark in text for mark in MAY_HIDE_LINES)
    return text if hides and _texts(after) != _texts(text) else after


def within(
    active: str,
    most: int,
    now: datetime,
    standing: Callable[[Sequence[str]], Mapping[str, Standing]],
) -> str:
    """Return a profile without its archive, reduced to the facts with the most weight.

    It has at most `most` tokens, unless pinned facts, and text that is not a fact of one line, have
    more: they always stay. `now` is local time, and `standing` as in Circumstances.
    """
    circumstances = Circumstances(max(most, 1), now.timestamp(), now.date(), unpinned, standing)
    return without_archive(fitted(active, circumstances))


def _lightest_first(found: Iterable[Fact], circumstances: Circumstances) -> list[Fact]:
    return lightest_first(found, circumstances.standing, circumstances.now)


def _texts(text: str) -> Counter[str]:
    return Counter(fact.text for fact in facts(text))


def returned(text: str, fact: Fact) -> str:
    """Return the profile with a fact of the archive in the section that it came from.

    Raises ProfileError if it cannot be added there.
    """
    active, archived = split(without_facts(text, [fact]))
    return add_facts(active, _home(fact), [fact.written]) + archived


def next_day_over(text: str, movable: Callable[[Sequence[Fact]], list[Fact]]) -> date | None:
    """Return the earliest last day of the movable facts outside the archive, or None."""
    days = (_last_day(fact.text) for fact in movable(_single(without_archive(text))))
    return min((day for day in days if day), default=None)


def _single(text: str) -> list[Fact]:
    """The facts that are on one line."""
    return [fact for fact in facts(text) if fact.stop == fact.start + 1]


def is_over(fact: str, today: date) -> bool:
    """Tell whether the last day on which a fact holds has passed."""
    day = _last_day(fact)
    return day is not None and day < today


def _last_day(fact: str) -> date | None:
    if "20" not in fact:  # no last day has no year, so a fact without digits has none
        return None
    from .expiry import last_day  # imported here: its tables take long to compile

    return last_day(fact)


def _until_it_fits(active: str, lightest: Sequence[Fact], budget: float) -> list[Fact]:
    """The fewest of the lightest facts to remove so that `budget` tokens or less remain, or all."""
    lines = lines_of(active)
    size = max(len(active), len(active.rstrip("\n")) + 2)  # an empty line above the archive
    gone: list[Fact] = []
    for fact in lightest:
        if tokens_of(size) <= budget:
            break
        size -= len(lines[fact.start])
        gone.append(fact)
    return gone


def _returning(active: str, archived: str, circumstances: Circumstances) -> list[Fact]:
    """The weightiest movable facts of the archive that fit into the rest."""
    candidates = [
        fact
        for fact in circumstances.movable(_single(archived))
        if not is_over(fact.text, circumstances.today)
    ]
    lines = lines_of(archived)
    names = set(sections(active))
    found: list[Fact] = []
    size = max(len(active), len(active.rstrip("\n")) + 2)
    for fact in reversed(_lightest_first(candidates, circumstances)):
        name = _home(fact)
        size += len(lines[fact.start]) + (0 if name in names else len(name) + 6)
        if tokens_of(size) > (circumstances.budget or math.inf):
            break
        names.add(name)
        found.append(fact)
    return found


def _home(fact: Fact) -> str:
    return home(fact.section) or STANDARD_SECTIONS[0]


def _moved_away(active: str, archived: str, gone: Sequence[Fact]) -> tuple[str, str]:
    """(active, archived) after moving facts from the first to the second."""
    if not gone:
        return active, archived
    taken = _taken(active, gone)
    ending = "\r\n" if "\r\n" in active else "\n"
    for section, lines in taken.by_section.items():
        archived = _with_lines(archived, archive_of(section), lines, ending)
    active = taken.rest
    if active and not active.endswith(ending * 2):
        active += ending if active.endswith("\n") else ending * 2
    return active, archived


def _moved_back(active: str, archived: str, again: Sequence[Fact]) -> tuple[str, str]:
    """(active, archived) after moving facts from the second to the first."""
    by_section: dict[str, list[Fact]] = {}
    for fact in again:
        by_section.setdefault(_home(fact), []).append(fact)
    back: list[Fact] = []
    for section, found in by_section.items():
        with suppress(ProfileError):  # the section may have an open code fence
            active = add_facts(active, section, [fact.written for fact in found])
            back += found
    if not back:
        return active, archived
    return active, _without_emptied(_taken(archived, back).rest, {fact.section for fact in back})


class _Taken(NamedTuple):
    """A text without the lines of some facts, and these lines by section."""

    rest: str
    by_section: dict[str, list[str]]


def _taken(text: str, wanted: Sequence[Fact]) -> _Taken:
    lines = lines_of(text)
    numbers = {fact.start for fact in wanted}
    rest = "".join(line for number, line in enumerate(lines) if number not in numbers)
    by_section: dict[str, list[str]] = {}
    for fact in sorted(wanted, key=lambda fact: fact.start):
        by_section.setdefault(fact.section, []).append(lines[fact.start].rstrip("\r\n"))
    return _Taken(rest, by_section)


def _with_lines(archived: str, section: str, lines: Sequence[str], ending: str) -> str:
    """The archive with lines at the beginning of a section, which is created if needed.

    The archive is not parsed: it may be long, and every update may add to it.
    """
    new = "".join(f"{line}{ending}" for line in lines)
    if archived and not archived.endswith("\n"):
        archived += ending
    if heading := _heading(archived, section):
        return archived[: heading.end()] + new + archived[heading.end() :]
    return f"{archived}{ending if archived else ''}## {section}{ending}{new}"


def _without_emptied(archived: str, emptied: Iterable[str]) -> str:
    """The archive without the `emptied` sections that have no lines left."""
    for section in emptied:
        heading = _heading(archived, section)
        if heading and (gap := _UP_TO_HEADING.match(archived, heading.end())):
            archived = archived[: heading.start()] + archived[gap.end() :]
    return archived


def _heading(archived: str, section: str) -> re.Match[str] | None:
    """The first line that is the section's heading, or None."""
    return re.search(rf"^ {{0,3}}##[ \t]+{re.escape(section)}[ \t#]*\r?\n", archived, re.M)
