"""The times that a question names: "in May", "last winter", "on 7 July 2023". Pure.

What was said then, or soon after, is more likely the answer. `date_words` knows other languages.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from ..errors import WrongCallError
from ..text.languages import MONTHS, WEEKDAYS
from ..text.patterns import regex
from . import when
from .date_words import in_english

MARK = "⧖"
"""What stands for a time in the result of `marked`."""

# Days after a time within which people tell what happened then.
_SOON = 31

_MONTH = rf"((?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"((?:19|20)\d{2})"
_NAME = regex(_MONTH, re.I)
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six")
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_IN = (
    r"\b(?:in|during|since|of|by|until|before|after|early|late|mid|last year's|last|this|from|year)"
    "(?: the)?"
)

# Each with the order of its groups: year, month, day.
_DATES = (
    (regex(rf"\b{_YEAR}-(\d\d)(?:-(\d\d))?\b"), "ymd"),
    (regex(rf"\b{_DAY}(?: of)? {_MONTH}\b\.?(?:,? ?{_YEAR})?", re.I), "dmy"),
    (regex(rf"\b{_MONTH}\.? {_DAY}(?!\d)(?:,? ?{_YEAR})?", re.I), "mdy"),
    (regex(rf"\b{_MONTH}\.?,? ?{_YEAR}\b", re.I), "my"),
    (regex(rf"{_IN} {_MONTH}\b(?! ?\d)", re.I), "m"),
    (regex(rf"(?<!\d )\b{_IN} {_YEAR}\b", re.I), "y"),
)
_SEASON = regex(rf"{_IN} ({'|'.join(_SEASONS)})\b(?:(?: of)? {_YEAR})?", re.I)
_PHRASE = regex(
    r"\b(?:yesterday|today|(?:last|this) (?:week(?:end)?|month|year)"
    rf"|(?:last|on) (?:{'|'.join(WEEKDAYS)})\b|last {_MONTH}\b"
    r"|(?:\d{1,3}|an?|one|two|three|four|five|six) (?:day|week|month|year)s? ago)\b",
    re.I,
)


class Time(NamedTuple):
    """From the first day to the last one; with `yearly` the same days of every year."""

    first: date
    last: date
    yearly: bool = False

    def includes(self, day: date) -> bool:
        """Tell whether a day is within this time."""
        return any(first <= day <= last for first, last in self._spans(day))

    def is_followed_by(self, day: date) -> bool:
        """Tell whether a day is within a month after this time."""
        return any(0 < (day - last).days <= _SOON for _first, last in self._spans(day))

    def latest(self, today: date) -> tuple[date, date]:
        """Return the first and the last day of the latest such time that has begun."""
        if not self.yearly:
            return self.first, self.last
        return max(span for span in self._spans(today) if span[0] <= today)

    def _spans(self, day: date) -> list[tuple[date, date]]:
        if not self.yearly:
            return [(self.first, self.last)]
        first, last = _in_year(self.first, day.year), _in_year(self.last, day.year)
        if last < first:  # over the turn of the year
            return [(_in_year(first, day.year - 1), last), (first, _in_year(last, day.year + 1))]
        return [(first, last), (_in_year(first, day.year - 1), _in_year(last, day.year - 1))]


def times(text: str, today: date) -> list[Time]:
    """Return the times that a question names, seen from the day `today`."""
    english = in_english(text)
    without = _SEASON.sub(" ", english)
    found = [*_seasons(english, today), *_relative(without, today)]
    return list(dict.fromkeys([*found, *_calendar(_PHRASE.sub(" ", without))]))


def marked(text: str) -> str:
    """Return a question in lower case with each time that it names replaced by `MARK`."""
    found = in_english(text.replace(MARK, " "))
    for pattern in (_SEASON, _PHRASE, *(pattern for pattern, _order in _DATES)):
        found = pattern.sub(f" {MARK} ", found)
    return found


def _calendar(text: str) -> Iterator[Time]:
    left = text
    for pattern, order in _DATES:
        for match in pattern.finditer(left):
            given = dict(zip(order, match.groups(), strict=True))
            if time := _time(given.get("y"), given.get("m"), given.get("d")):
                yield time
        left = pattern.sub(" ", left)


def _time(year: str | None, month: str | None, day: str | None) -> Time | None:
    in_year = int(year) if year else 2000  # a leap year
    try:
        number = int(month) if month and month.isdigit() else _number(month or "")
        if not month:
            return Time(date(in_year, 1, 1), date(in_year, 12, 31))
        if day:
            only = date(in_year, number, int(day))
            return Time(only, only, not year)
        last = monthrange(in_year, number)[1]
        return Time(date(in_year, number, 1), date(in_year, number, last), not year)
    except ValueError:  # there is no such day
        return None


def _number(month: str) -> int:
    """The number of a month by its name or the first letters of it. Raises ValueError."""
    found = [n for n, name in enumerate(MONTHS, 1) if name.lower().startswith(month.lower())]
    if month and not found:
        raise ValueError(month)  # "marching"
    return found[0]


def _seasons(text: str, today: date) -> Iterator[Time]:
    for match in _SEASON.finditer(text):
        month = _SEASONS[match[1].lower()]
        if match[2]:
            yield _season(int(match[2]), month)
        elif match[0].lower().startswith("last year"):
            yield _season(max(today.year - 1, 1), month)
        elif match[0].lower().startswith(("last", "this")):
            yield _season(max(today.year - (today.month < month), 1), month)
        else:
            yield _season(2000, month)._replace(yearly=True)


def _season(year: int, month: int) -> Time:
    """Three months from a month on."""
    end_year, end = (year, month + 2) if month < 11 else (min(year + 1, 9999), month - 10)
    return Time(date(year, month, 1), date(end_year, end, monthrange(end_year, end)[1]))


def _relative(text: str, today: date) -> Iterator[Time]:
    for match in _PHRASE.finditer(text):
        phrase = match[0].lower()
        with suppress(WrongCallError, OverflowError, ValueError):  # no such time in our calendar
            yield _phrase(phrase, today)


def _phrase(phrase: str, today: date) -> Time:
    """The time of a phrase. Raises WrongCallError, OverflowError and ValueError."""
    first_word, _, rest = phrase.partition(" ")
    if rest == "weekend":
        saturday = today - timedelta(today.weekday() + (2 if first_word == "last" else -5))
        return Time(saturday, saturday + timedelta(1))
    if first_word == "last" and _NAME.fullmatch(rest):
        month = _number(rest)
        year = today.year - (month >= today.month)
        return Time(date(year, month, 1), date(year, month, monthrange(year, month)[1]))
    if first_word in _COUNTS:
        phrase = f"{_COUNTS.index(first_word)} {rest}"
    first, end = (moment.date() for moment in when.span(phrase.removeprefix("on "), today))
    if not phrase.endswith("ago"):
        return Time(first, end - timedelta(1))
    # About then, not since then.
    around = timedelta({"d": 0, "w": 3, "m": 15, "y": 180}[phrase.split()[1][0]])
    return Time(first - around, first + around)


def _in_year(day: date, year: int) -> date:
    year = min(max(year, date.min.year), date.max.year)
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))
