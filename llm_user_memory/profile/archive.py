"""The archive: sections of the profile whose facts are known but go into no prompt by themselves.

Sections with a name such as "Archive: Interests" stand at the end of the profile. `fitted` keeps
the rest within its budget: it moves the facts with the least weight there, and the weightiest
back when there is room. Pure, without a model and without a clock.

The weight of a fact is `(1 + log2(times said)) * 0.5 ** (days since it was said / half-life)`. The
half-life depends on the section: who somebody is stays true for longer than what they are working
on. A fact whose last day has passed (see `expiry`) moves in any case.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ..errors import ProfileError
from ..text.words import content_words, fold
from .document import (
    STANDARD_SECTIONS,
    Edit,
    Fact,
    apply_edit,
    facts,
    lines_of,
    sections,
    tokens,
    tokens_of,
)
from .split import archive_of, home, split, without_archive

# Days after which a fact of a section has half of its weight; of any other section, _HALF_LIFE.
_HALF_LIVES = {
    "Personal Information": 1460.0,
    "Preferences": 730.0,
    "Interests": 365.0,
    "Current Projects": 120.0,
}
_HALF_LIFE = 730.0

# In tokens. No fact is so short that it fits into less room.
_SHORTEST_FACT = 3

_DAY = 86400.0

_EMPTY_SECTION = re.compile(r"^ {0,3}##[ \t]+archive[^\n]*\n\s*(?=^ {0,3}##[ \t]|\Z)", re.I | re.M)


class Standing(NamedTuple):
    """When a fact was last said, in seconds since 1970, and how often it was said."""

    said_at: float
    times: int = 1


_NEVER_SAID = Standing(0.0)


@dataclass(frozen=True)
class Circumstances:
    """What decides which facts are archived.

    `budget` is the most tokens of the profile without its archive, 0 for no limit. `now` is in
    seconds since 1970, and `today` the local day. `movable` returns those of the facts that may
    be moved: not if the user wrote, pinned or placed them. `standing` returns the standings of
    facts, by their texts. `said` has the texts of facts that were said again, and return from the
    archive.
    """

    budget: int
    now: float
    today: date
    movable: Callable[[Sequence[Fact]], list[Fact]]
    standing: Callable[[Sequence[str]], Mapping[str, Standing]]
    said: Collection[str] = field(default_factory=frozenset)


def relevant(archived: str, texts: Iterable[str]) -> str:
    """Return the archive with only those facts that may say the same as one of the texts.

    Such a fact begins with a form of the same word, whose first three letters it therefore has.
    The archive may be long, so its other lines are not parsed for each edit of a model.
    """
    begins = {
        words[0][:3] for text in texts if (words := content_words(text) or fold(text).split())
    }
    return "".join(
        line
        for line in lines_of(archived)
        if line[:2] != "- " or any(begin in line.casefold() for begin in begins)
    )


def weight(section: str, standing: Standing, now: float) -> float:
    """Return the weight of a fact, greater than 0: the larger, the longer it stays in prompts.

    `now` is in seconds since 1970. A fact said in the future counts as said now.
    """
    days = max(0.0, now - standing.said_at) / _DAY
    half_life = _HALF_LIVES.get(home(section), _HALF_LIFE)
    said: float = 1 + math.log2(max(1, standing.times))
    return said * math.pow(0.5, min(days / half_life, 1000.0))


def lightest_first(found: Iterable[Fact], circumstances: Circumstances) -> list[Fact]:
    """Return facts in the order in which they are archived.

    Of equal weight, the one said longer ago comes first, then the one further down.
    """
    listed = list(found)
    standings = circumstances.standing([fact.text for fact in listed])

    def order(fact: Fact) -> tuple[float, float, int]:
        standing = standings.get(fact.text, _NEVER_SAID)
        return weight(fact.section, standing, circumstances.now), standing.said_at, -fact.start

    return sorted(listed, key=order)


def fitted(text: str, circumstances: Circumstances) -> str:
    """Return the profile with facts moved between the archive and the rest.

    * A fact in `said` returns from the archive.
    * A fact whose last day has passed moves to the archive.
    * Above the budget, the lightest movable facts move to the archive; below it, the weightiest
      return, for as long as they fit.

    No other line changes. Every movable fact is on one line.
    """
    active, archived = split(text)
    if archived and circumstances.said:
        said = set(map(fold, circumstances.said))
        again = [fact for fact in _single(archived) if fold(fact.text) in said]
        active, archived = _moved_back(active, archived, again)
    candidates = circumstances.movable(_single(active))
    over = [fact for fact in candidates if _is_over(fact, circumstances.today)]
    active, archived = _moved_away(active, archived, over)
    budget = circumstances.budget or math.inf
    if tokens(active) > budget:
        left = circumstances.movable(_single(active))
        gone = _until_it_fits(active, lightest_first(left, circumstances), budget)
        active, archived = _moved_away(active, archived, gone)
    elif archived and tokens(active) + _SHORTEST_FACT <= budget:
        active, archived = _moved_back(
            active, archived, _returning(active, archived, circumstances)
        )
    return active + archived


def next_day_over(text: str, movable: Callable[[Sequence[Fact]], list[Fact]]) -> date | None:
    """Return the first of the last days of the movable facts outside the archive, None for none."""
    days = (_last_day(fact) for fact in movable(_single(without_archive(text))))
    return min((day for day in days if day), default=None)


def _single(text: str) -> list[Fact]:
    """The facts that stand on one line."""
    return [fact for fact in facts(text) if fact.stop == fact.start + 1]


def _is_over(fact: Fact, today: date) -> bool:
    day = _last_day(fact)
    return day is not None and day < today


def _last_day(fact: Fact) -> date | None:
    if not any(map(str.isdigit, fact.text)):
        return None
    from .expiry import last_day  # imported here: its tables take long to compile

    return last_day(fact.text)


def _until_it_fits(active: str, lightest: Sequence[Fact], budget: float) -> list[Fact]:
    """The first of the facts without which the rest has at most `budget` tokens, or all."""
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
    """The weightiest movable facts of the archive, for as long as they fit."""
    candidates = [
        fact
        for fact in circumstances.movable(_single(archived))
        if not _is_over(fact, circumstances.today)
    ]
    lines = lines_of(archived)
    names = set(sections(active))
    found: list[Fact] = []
    size = len(active)
    for fact in reversed(lightest_first(candidates, circumstances)):
        heading = "" if home(fact.section) in names else f"\n## {home(fact.section)}\n"
        size += len(lines[fact.start]) + len(heading)
        if tokens_of(size) > (circumstances.budget or math.inf):
            break
        names.add(home(fact.section))
        found.append(fact)
    return found


def _moved_away(active: str, archived: str, gone: Sequence[Fact]) -> tuple[str, str]:
    """Both parts with facts of the first moved to the second."""
    if not gone:
        return active, archived
    taken = _taken(active, gone)
    by_section: dict[str, list[str]] = {}
    for fact, line in sorted(taken.lines, key=lambda each: each[0].start):
        by_section.setdefault(archive_of(fact.section), []).append(line)
    for section, lines in by_section.items():
        archived = _with_lines(archived, section, lines)
    active = taken.rest
    if not active.endswith("\n\n"):
        active += "\n" if active.endswith("\n") else "\n\n"
    return active, archived


def _moved_back(active: str, archived: str, again: Sequence[Fact]) -> tuple[str, str]:
    """Both parts with facts of the second moved to the first."""
    if not again:
        return active, archived
    back = []
    for fact in again:
        section = home(fact.section) or STANDARD_SECTIONS[0]
        with suppress(ProfileError):  # the section may have an open code fence
            active = apply_edit(active, Edit("add", section, new=fact.written))
            back.append(fact)
    return active, _without_empty_sections(_taken(archived, back).rest)


class _Taken(NamedTuple):
    rest: str
    lines: list[tuple[Fact, str]]


def _taken(text: str, wanted: Sequence[Fact]) -> _Taken:
    """The text without the lines of facts, and these lines."""
    lines = lines_of(text)
    numbers = {fact.start for fact in wanted}
    rest = "".join(line for number, line in enumerate(lines) if number not in numbers)
    return _Taken(rest, [(fact, lines[fact.start].rstrip("\r\n") + "\n") for fact in wanted])


def _with_lines(archived: str, section: str, lines: Sequence[str]) -> str:
    """The archive with lines at the beginning of a section, which is created if needed.

    The archive is not parsed: it may be long, and every update may add to it.
    """
    heading = re.search(rf"^ {{0,3}}##[ \t]+{re.escape(section)}[ \t#]*\r?\n", archived, re.M)
    if heading:
        at = heading.end()
        return archived[:at] + "".join(lines) + archived[at:]
    gap = "" if not archived else "\n" if archived.endswith("\n") else "\n\n"
    return f"{archived}{gap}## {section}\n{''.join(lines)}"


def _without_empty_sections(archived: str) -> str:
    """The archive without the sections of which nothing is left."""
    return re.sub(
        r"^ {0,3}##[ \t]+archive[^\n]*\n\s*(?=^ {0,3}##[ \t]|\Z)", "", archived, flags=re.I | re.M
    )
