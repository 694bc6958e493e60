"""Days, seasons and parts of a year that have a name, and their dates in a year. Pure.

"Easter" is a day that moves, "last spring" three months, "Q3" a quarter of a year.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from ..text.patterns import regex
from ..text.vocabulary import named_times
from . import numerals, ordinals


class Span(NamedTuple):
    """The days that some words can mean: the first, the last, and the unit that was stated."""

    first: date
    last: date
    unit: str


InYear = Callable[[int], Iterable[Span]]
"""The days that a named time means in a year: mostly one span."""


def found_in(text: str) -> Iterator[tuple[int, int, InYear]]:
    """Yield the named times in a text as `mentions.lowered` returns it: start, end, and the days.

    The unit of a named day is "day", of a season "season", and of a part of the year "months".
    """
    for pattern, in_year in _patterns():
        for match in pattern.finditer(text):
            yield match.start(), match.end(), in_year
    for size, pattern in _parts_of_year():
        for match in pattern.finditer(text):
            word = next(filter(None, match.groups()))
            if (number := _part(word)) and number <= 12 // size:
                first = (number - 1) * size + 1
                yield match.start(), match.end(), _months(first, first + size - 1, "months")


def end_of_month(day: date) -> date:
    """Return the last day of the month of a day."""
    following = day.replace(day=28) + timedelta(4)
    return following - timedelta(following.day)


def easter(year: int) -> date:
    """Return Easter Sunday of a year, in the Gregorian calendar."""
    century = year // 100
    epact = (19 * (year % 19) + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    epact -= epact // 28 * (1 - 29 // (epact + 1) * ((21 - year % 19) // 11))
    weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    return date(year, 3, 28) + timedelta(epact - weekday)


def eastern_easter(year: int) -> date:
    """Return Easter Sunday of the eastern churches, as a date of the Gregorian calendar."""
    full_moon = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - full_moon + 34) % 7
    julian = date(year, 3, 22) + timedelta(full_moon + weekday)
    return julian + timedelta(year // 100 - year // 400 - 2)


def _part(word: str) -> int:
    """The number of a quarter or a half, in digits or words; 0 for none."""
    if word.isdigit():
        return int(word)
    if word in ("上", "下"):
        return 1 + "上下".index(word)
    found = ordinals.number_of(word) or numerals.chinese_number(word) or 0
    return _ORDINAL_PARTS.get(word, found)


_ORDINAL_PARTS = {"last": 4, "primo": 1, "letztes": 4, "zweites": 2}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], InYear], ...]:
    return tuple(
        (regex(rf"(?<![^\W_])(?:{words})(?![a-zа-я])|(?<=[\u4e00-\u9fff])(?:{words})"), in_year)
        for words, in_year in _named()
    )


@cache
def _parts_of_year() -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple((size, regex(words)) for size, words in named_times.PARTS_OF_YEAR)


def _named() -> Iterator[tuple[str, InYear]]:
    for month, day, words in named_times.FIXED:
        yield words, _fixed(month, day)
    for after, words in named_times.AROUND_EASTER:
        yield words, _around(easter, after)
    for after, words in named_times.AROUND_EASTERN_EASTER:
        yield words, _around(eastern_easter, after)
    for month, weekday, which, after, words in named_times.NTH_WEEKDAYS:
        yield words, _nth_weekday(month, weekday, which, after)
    for first, last, words in named_times.MOVING:
        yield words, _months(first, last, "months")
    for first, words in named_times.SEASONS:
        yield words, _months(first, first + 2, "season")


def _fixed(month: int, day: int) -> InYear:
    return lambda year: [_one_day(date(year, month, day))]


def _around(sunday: Callable[[int], date], after: int) -> InYear:
    return lambda year: [_one_day(sunday(year) + timedelta(after))]


def _nth_weekday(month: int, weekday: int, which: int, after: int) -> InYear:
    def in_year(year: int) -> list[Span]:
        first = date(year, month, 1)
        days = [first + timedelta((weekday - first.weekday()) % 7 + 7 * week) for week in range(5)]
        within = [day for day in days if day.month == month]
        return [_one_day(within[which - 1 if which > 0 else which] + timedelta(after))]

    return in_year


def _months(first: int, last: int, unit: str) -> InYear:
    """The span from one month to another, which is in the next year if it is over 12."""

    def in_year(year: int) -> list[Span]:
        following = date(year + last // 12, last % 12 + 1, 1)
        return [Span(date(year, first, 1), following - timedelta(1), unit)]

    return in_year


def _one_day(day: date) -> Span:
    return Span(day, day, "day")
