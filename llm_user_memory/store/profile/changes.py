"""Which facts each version gained and lost, from the newest version back to the oldest.

A profile may have thousands of facts and a thousand versions. So only those parts (see `parts`) are
compared in which neighbouring versions differ.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...profile.document import facts
from ...profile.split import HEADING_STARTS, MAY_HIDE_LINES
from .texts import Texts

# A character that no profile contains. See `_parse`.
_SENTINEL = "\0"

# Only a part with one of these can change what the lines after it mean.
_REACH_ON = (*HEADING_STARTS, *MAY_HIDE_LINES)

# A fact: its section and its text.
SectionFact = tuple[str, str]


class Entry(NamedTuple):
    """A version without its text: see `history.Version`."""

    n: int
    created: float
    note: str


class Step(NamedTuple):
    """A version, compared with the next newer one.

    `gained` are the facts that the newer version lacks, in the order of the profile; for the newest
    version, all its facts. `lost` are the facts that only the newer version has.
    """

    entry: Entry
    gained: Sequence[SectionFact]
    lost: Sequence[SectionFact]


class _Parsed(NamedTuple):
    """A part's facts and last section; None stands for the section in which the part begins.

    `is_complete` tells that no code fence or comment is open at its end. Then the next part can be
    parsed on its own.
    """

    facts: Sequence[tuple[str | None, str]]
    section: str | None
    is_complete: bool


_NO_FACTS = _Parsed((), None, True)

# A part, and the section in which it begins.
_Key = tuple[int, str]


def steps(
    db: sqlite3.Connection, *, without: str = "", among: Collection[str] | None = None
) -> Iterator[Step]:
    """Return the versions from the newest to the oldest, except those with the note `without`.

    With `among`, facts other than these may be left out, which saves parsing them. Raises
    sqlite3.DatabaseError if a version cannot be read.
    """
    if among is None:
        return _steps(db, None, without)
    # A fact's words stand in its part as they are: of them the longest is the rarest.
    words = {_longest(fact) for fact in among}
    return _steps(db, lambda text: not words.isdisjoint(text.split()), without)


def _steps(
    db: sqlite3.Connection, may_have: Callable[[str], bool] | None, without: str = ""
) -> Iterator[Step]:
    query = "select n, created, note from versions where note != ? order by n desc"
    reader = _Reader(db, may_have)
    newer: list[_Key] = []
    number = Counter[SectionFact]()  # how often the version has a fact
    for row in db.execute(query, (without,)).fetchall():
        entry = Entry(*row)
        keys = reader.keys(entry.n)
        here, there = map(Counter, _different(keys, newer))  # in the order of the text
        gained, lost = [], []
        for key in _more(here, there):
            for fact in reader.facts(key):
                gained += [] if number[fact] else [fact]
                number[fact] += here[key] - there[key]
        for key in _more(there, here):
            for fact in reader.facts(key):
                number[fact] -= there[key] - here[key]
                lost += [] if number[fact] else [fact]
        yield Step(entry, gained, lost)
        newer = keys


def _different(one: list[_Key], other: list[_Key]) -> tuple[list[_Key], list[_Key]]:
    """The two lists without their common beginning and end.

    Counting all parts of each of a thousand versions would take a second.
    """
    most = min(len(one), len(other))
    first = next((n for n in range(most) if one[n] != other[n]), most)
    last = next((n for n in range(most - first) if one[-1 - n] != other[-1 - n]), most - first)
    return one[first : len(one) - last], other[first : len(other) - last]


def _more(one: Counter[_Key], other: Counter[_Key]) -> list[_Key]:
    """The parts that one version has more often than the other, in their order."""
    if one.items() <= other.items():
        return []
    return [key for key, times in one.items() if times > other.get(key, 0)]


def first_with(db: sqlite3.Connection, wanted: Iterable[str]) -> dict[str, Entry]:
    """Return, for each fact, the oldest version since which all versions have had it.

    Facts that the newest version lacks are left out.
    """
    first: dict[str, Entry] = {}
    left = set(wanted)
    sections = Counter[str]()  # in how many sections the version has a fact
    newer: Entry | None = None
    for step in steps(db, among=left):
        sections.update(text for _, text in step.gained)
        sections.subtract(text for _, text in step.lost)
        if newer is None:
            left = {text for text in left if sections[text]}
        else:
            missing = {text for _, text in step.lost if not sections[text]}
            first |= dict.fromkeys(left & missing, newer)
            left -= missing
        newer = step.entry
        if not left:
            break
    return first | dict.fromkeys(left, newer) if newer else {}


def recorded_facts(
    db: sqlite3.Connection, may_have: Callable[[str], bool] | None = None
) -> list[str]:
    """Return the facts of all versions, those of the newest first.

    With `may_have`, facts in a part of a version that it denies may be left out.
    """
    gained = (text for step in _steps(db, may_have) for _, text in step.gained)
    return list(dict.fromkeys(gained))


def is_complete(text: str) -> bool:
    """Tell whether no code fence or comment is open at the end of a text."""
    return _parse(text).is_complete


class _Reader:
    """Parses the parts of versions, and caches at least those of the last two versions.

    A part that cannot contain a fact, by `may_have`, counts as having no facts.
    """

    def __init__(self, db: sqlite3.Connection, may_have: Callable[[str], bool] | None) -> None:
        self._texts = Texts(db)
        self._may_have = may_have
        self._parsed: dict[int, _Parsed] = {}
        self._incomplete = set[int]()
        self._before: list[int] = []

    def keys(self, n: int) -> list[_Key]:
        """Return the parts of version `n`, in their order."""
        ids = self._texts.part_ids(n)
        self._drop_all_but({*ids, *self._before})
        if any(part not in self._parsed for part in ids):
            for part, text in zip(ids, self._texts.parts(ids), strict=True):
                if part not in self._parsed:
                    self._add(part, self._parse(text))
        if not self._incomplete.isdisjoint(ids[:-1]):
            self._add(-n, _parse("".join(self._texts.parts(ids))))
            ids = [-n]
        self._before = ids
        return list(self._keys(ids))

    def _add(self, part: int, parsed: _Parsed) -> None:
        self._parsed[part] = parsed
        if not parsed.is_complete:
            self._incomplete.add(part)

    def _drop_all_but(self, wanted: Collection[int]) -> None:
        """Drop other parts from the cache when they are the majority."""
        if len(self._parsed) > 2 * len(wanted):
            self._parsed = {part: self._parsed[part] for part in wanted if part in self._parsed}

    def facts(self, key: _Key) -> Iterator[SectionFact]:
        """Return the facts of a part of one of the last two versions."""
        part, section = key
        return ((section if own is None else own, text) for own, text in self._parsed[part].facts)

    def _parse(self, text: str) -> _Parsed:
        if self._may_have is None or self._may_have(text):
            return _parse(text)
        reaches_on = any(start in f"\n{text}" for start in _REACH_ON)
        return _parse(text) if reaches_on else _NO_FACTS

    def _keys(self, ids: Iterable[int]) -> Iterator[_Key]:
        section = ""
        for part in ids:
            yield part, section
            last = self._parsed[part].section
            section = section if last is None else last


def _longest(fact: str) -> str:
    return max(fact.split(), key=len, default="")


def _parse(text: str) -> _Parsed:
    """Parse a part between a section and a fact that no profile has, to see what stays open."""
    found = facts(f"## {_SENTINEL}\n{text}\n- {_SENTINEL}")
    own = [(None if fact.section == _SENTINEL else fact.section, fact.text) for fact in found]
    is_complete = bool(own) and own[-1][1] == _SENTINEL
    return _Parsed(own[:-1], own[-1][0], True) if is_complete else _Parsed(own, None, False)
