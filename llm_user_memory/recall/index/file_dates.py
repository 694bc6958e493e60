"""When the text of a Markdown file was written, by its name, front matter and headings. Pure.

A heading that is a date, or begins or ends with one, dates what stands below it, and one that
begins with a time of day tells the time. Parts of dates add up: "2024.md", "# January", "## 15". A
day that a heading speaks of ("Deadline: 2024-12-31") is none on which the text was written.
"""

import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from ...profile.expiry_words import BEFORE, DEADLINES, MONTHS, UNTIL
from ...text.patterns import regex

# The number of characters, of a heading and of front matter, that are searched for a date.
_LONGEST_TITLE = 200
_LONGEST_MATTER = 5_000

# The keys of front matter that tell a date, the best first.
_KEYS = ("date", "day", "datum", "fecha", "created", "created_at", "creation_date", "published")

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_WORD = r"(?P<word>[^\W\d_]{3,10})"
_NTH = r"(?:st|nd|rd|th|\.|er|º|ª)?"
_SOURCES = (
    rf"(?<!\d)(?<!\d[.-]){_YEAR}(?P<sign>[-_./ ]?)(?P<month>\d\d)(?P=sign)(?P<day>\d\d)"
    r"(?!\.?\d)",
    rf"(?<![\d./])(?P<first>\d\d?)/(?P<second>\d\d?)/{_YEAR}(?![\d/])",
    rf"(?<![\d.-]){_YEAR}-?W(?P<week>\d\d)(?:-?(?P<weekday>[1-7]))?(?!\d)",
    rf"{_YEAR} ?年 ?(?P<month>\d\d?) ?月(?: ?(?P<day>\d\d?) ?[日号號])?",
    rf"(?<![\d.])(?P<day>\d\d?)\. ?(?P<month>\d\d?)\. ?{_YEAR}(?!\d)",
    rf"(?<![\d.])(?P<day>\d\d?){_NTH} (?:of |de )?{_WORD}\.?,? (?:del? )?{_YEAR}(?!\d)",
    rf"(?<!\w){_WORD}\.? (?P<day>\d\d?){_NTH},? {_YEAR}(?!\d)",
    rf"(?<!\w){_WORD}\.?,? (?:del? )?{_YEAR}(?!\d)",
    rf"(?<![\d.-]){_YEAR}[-_](?P<month>\d\d)(?![\d-])",
    rf"(?<![\d.-]){_YEAR}(?![\d-])",
    rf"(?<![\d.])(?P<day>\d\d?){_NTH} (?:of |de )?{_WORD}(?!\w)",
    rf"(?<!\w){_WORD}\.? (?P<day>\d\d?){_NTH}(?![\w:.])",
    rf"(?<!\w){_WORD}(?!\w)",
    rf"(?<![\w.])(?P<day>\d\d?){_NTH}(?![\w:.])",
)
_DATES = tuple(regex(source, re.I) for source in _SOURCES)
_WITH_YEAR = sum(_YEAR in source for source in _SOURCES)
_IN_FOLDERS = regex(rf"(?:^|/){_YEAR}/(?P<month>\d\d?)[/-](?P<day>\d\d?)(?=\D|$)")
_CLOCK = regex(
    r"\W{0,3}(?P<hour>\d\d?)[:.h](?P<minute>\d\d)(?::\d\d)?(?!\d)(?:\s?(?P<half>[ap])\.?m\b)?", re.I
)
_MATTER = regex(
    r"(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<lines>.*?)\r?\n(?P=fence)[ \t]*(?:\r?\n|$)", re.S
)
_ENTRY = regex(r"(?P<key>[A-Za-z_-]{3,20})[\"']?[ \t]*[:=][ \t]*[\"']?(?P<value>[^\"'#\n]{4,60})")
_WORDS = regex(r"\w+")
_ABOUT_LATER = UNTIL | BEFORE | DEADLINES | frozenset("for für para pour per voor для".split())


# Weekdays and other words beside a date that do not change its meaning.
_BESIDE = """
monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun
montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sa sonnabend sonntag so
lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi
dimanche lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta
понедельник вторник среда четверг пятница суббота воскресенье
the of de del am at um den le la el il h uhr am pm
"""
_WEEKDAYS = frozenset(_BESIDE.split())


class Written(NamedTuple):
    """The known parts of a date: year, month and day, each 0 if unknown.

    `is_all` tells whether a heading says nothing else, `is_first` whether it begins with the date.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    is_all: bool = False
    is_first: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all of them are known, so that it is a single day."""
        return bool(self.year and self.month and self.day)


class FileDates:
    """The dates of one file: of its name and front matter, and of each section by its headings."""

    def __init__(self, path: Path, text: str, changed: float) -> None:
        """`changed` is when the file was changed, in seconds since 1970."""
        self._changed = changed
        self._named = of_name(path)
        self._matter = _of_front_matter(text)

    def said_at(self, headings: Sequence[str]) -> float:
        """Return when a section was written, in seconds since 1970, by its headings in order."""
        known, clock, by_heading = self._named, "", False
        for title in headings:
            found = of_title(title)
            is_doubtful = self._is_to_come(found) or (known.is_whole and not found.is_first)
            if found.is_whole and not found.is_all and is_doubtful:
                found = Written()
            if joined := _joined(known, found):
                known, clock, by_heading = joined, "", True
            clock = clock_of(title, found) or clock
        if (
            not by_heading
            and self._matter
            and _day(self._matter) == (known.is_whole and _date(known))
        ):
            return self._with_clock(self._matter, clock)
        if known.is_whole:
            return moment_of(_date(known), clock, self._changed)
        if self._matter:
            return self._with_clock(self._matter, clock)
        return self._within(known)

    def _with_clock(self, moment: float, clock: str) -> float:
        return moment_of(_day(moment), clock, moment) if clock else moment

    def _is_to_come(self, found: Written) -> bool:
        """Whether a day is after the file was last changed, so that no text can be of that day."""
        day = _date(found)
        return bool(day and day - _day(self._changed) > timedelta(1))

    def _within(self, known: Written) -> float:
        """The time of change if it is in the year or month that is known, else its first day."""
        changed = _day(self._changed)
        fits = known.year in (0, changed.year) and known.month in (0, changed.month)
        if not known.year or fits:
            return self._changed
        return moment_of(date(known.year, known.month or 1, 1), "", self._changed)


def of_name(path: Path) -> Written:
    """Return the date in the name of a file, or in those of the folders that it is in."""
    stem = path.stem.replace("_", "-")
    for pattern in _DATES[:_WITH_YEAR]:
        for match in pattern.finditer(stem):
            found = _written(match)
            # A year or a month may be a number, or what the file is about.
            if found and (found.is_whole or match[0] == stem):
                return found
    if found_in := _IN_FOLDERS.search("/".join((*path.parts[-3:-1], stem))):
        return _written(found_in) or Written()
    return Written()


def of_title(title: str) -> Written:
    """Return the date that a heading tells of the text below it, or a part of one."""
    title = title[:_LONGEST_TITLE].strip(" \t[]()<>*_#")
    for pattern in _DATES:
        for match in pattern.finditer(title):
            found = _written(match)
            if found is None:
                continue
            before, after = title[: match.start()], title[match.end() :]
            is_first = not _said(before)
            is_all = is_first and not _said(after)
            if is_all or (found.is_whole and _is_own_date(before, after)):
                return found._replace(is_all=is_all, is_first=is_first)
    return Written()


def clock_of(title: str, found: Written) -> str:
    """Return the time of day that a heading begins with, or has after its date; "" for none."""
    rest = title[:_LONGEST_TITLE].strip()
    if found.is_whole:
        for pattern in _DATES:
            if (match := pattern.search(rest)) and _written(match):
                rest = rest[match.end() :].lstrip("T, ")
                break
    clock = _CLOCK.match(rest)
    if not clock or int(clock["minute"]) > 59:
        return ""
    hour = int(clock["hour"])
    if clock["half"] and 1 <= hour <= 12:
        hour = hour % 12 + (12 if clock["half"].lower() == "p" else 0)
    return f"{hour:02}:{clock['minute']}" if hour < 24 else ""


def moment_of(day: date | None, clock: str, otherwise: float) -> float:
    """Return a local day and time in seconds since 1970; midnight if `clock` is ""."""
    with suppress(ValueError, OverflowError):
        if day:
            return time.mktime(time.strptime(f"{day} {clock or '00:00'}", "%Y-%m-%d %H:%M"))
    return otherwise


def possible(moment: float) -> float:
    """Return a time in seconds since 1970, 0.0 for one in no year that a date can have.

    A file may have any time of change: an archive or a broken clock set it.
    """
    return moment if _day(moment) != date.max else 0.0


def _is_own_date(before: str, after: str) -> bool:
    """Whether a date with other words around it is that of the text, not one it speaks of."""
    words = [word.lower() for word in _WORDS.findall(before)]
    if _ABOUT_LATER.intersection(words):
        return False
    return not words or not _said(after)


def _said(text: str) -> list[str]:
    """The words in what stands beside a date, without weekdays and times of day."""
    text = re.sub(r"\d\d?[:.]\d\d(?::\d\d)?", " ", text)
    return [word for word in _WORDS.findall(text) if word.lower() not in _WEEKDAYS]


def _written(match: re.Match[str]) -> Written | None:
    """The date in a match, None if there is no such day or month."""
    given = match.groupdict()
    year, day = int(given.get("year") or 0), int(given.get("day") or 0)
    month = int(given.get("month") or 0)
    with suppress(ValueError):
        if week := given.get("week"):
            found = date.fromisocalendar(year, int(week), int(given.get("weekday") or 1))
            return Written(found.year, found.month, found.day)
        if first := int(given.get("first") or 0):
            second = int(given["second"])
            if first <= 12 and second <= 12 and first != second:
                return None  # one is the day, but which
            day, month = (first, second) if second <= 12 else (second, first)
        if word := given.get("word"):
            month = MONTHS.get(word.lower(), 0)
            if not month:
                return None
        date(year or 2024, month or 1, day or 1)  # a leap year, as any year may be meant
        return None if "day" in given and given["day"] and not day else Written(year, month, day)
    return None


def _joined(known: Written, found: Written) -> Written | None:
    """The known date together with that of a heading; None if the heading adds nothing."""
    if found.is_whole:
        return found
    if not found.is_all:
        return None
    if found.year:
        return found
    if found.month and known.year:
        return Written(known.year, found.month, found.day)
    if found.day and known.year and known.month:
        joined = Written(known.year, known.month, found.day)
        return joined if _date(joined) else None
    return None


def _of_front_matter(text: str) -> float:
    """The date of front matter in seconds since 1970, 0.0 for none."""
    matter = _MATTER.match(text[:_LONGEST_MATTER])
    if not matter:
        return 0.0
    given: dict[str, str] = {}
    for line in matter["lines"].splitlines():
        if entry := _ENTRY.match(line):
            given.setdefault(entry["key"].lower().replace("-", "_"), entry["value"].strip())
    return next(filter(None, map(_value_moment, _values(given))), 0.0)


def _values(given: dict[str, str]) -> Iterable[str]:
    return (given[key] for key in _KEYS if key in given)


def _value_moment(value: str) -> float:
    if value.isdigit():
        return 0.0
    from ...imports.values import seconds  # reports load this module, and no readers of files

    if exact := seconds(value, local=True):
        return exact
    found = of_title(value)
    day = _date(found)
    return moment_of(day, clock_of(value, found), 0.0) if day and found.is_whole else 0.0


def _date(found: Written) -> date | None:
    with suppress(ValueError):
        return date(found.year, found.month, found.day)
    return None


def _day(moment: float) -> date:
    with suppress(ValueError, OverflowError, OSError):  # files can have impossible times
        return date.fromtimestamp(moment)
    return date.max
