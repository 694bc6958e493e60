"""The days so far from another day: "next month", "two weeks ago", "in half a year". Pure."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from ..text.patterns import regex
from ..text.vocabulary import calendar
from . import numerals
from .dates import with_dates
from .mentions import lowered
from .named_times import Span, end_of_month

_DAYS_OF = {"day": 1, "week": 7, "fortnight": 14}
_MONTHS_OF = {"month": 1, "half": 6, "year": 12}
# Also words that stand for "one" of a unit that follows: "через неделю".
_ONE = frozenset("a an ein einem einer un una une um uma через".split())
_ARTICLE = r"(?:a|einem|un|una)"
_WRITTEN = regex(r"\((week of )?(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?\)")
_YEAR_AND_A_HALF = regex(calendar.YEAR_AND_A_HALF)


def relative(sentence: str, said_on: date) -> Iterator[Span]:
    """Yield the days that "tomorrow", "next month", "two weeks ago" and "in two weeks" mean."""
    for week, year, month, day in _WRITTEN.findall(with_dates(sentence.lower(), said_on)):
        if len(year) != 4 or year == "0000":
            continue
        first = date(int(year), int(month or 1), int(day or 1))
        if week:
            yield Span(first, first + timedelta(6), "week")
        elif day:
            yield Span(first, first, "day")
        elif month:
            yield Span(first, end_of_month(first), "month")
        else:
            yield Span(first, date(first.year, 12, 31), "year")
    for ahead, words in calendar.YEARS.items():
        if re.search(words, lowered(sentence)):
            year = said_on.year + ahead
            yield Span(date(year, 1, 1), date(year, 12, 31), "year")
    if _YEAR_AND_A_HALF.search(lowered(sentence)):
        for sign in (-1, 1):
            yield from _so_far("18", "month", sign, said_on)
    for pattern, unit, sign in _distances():
        for match in pattern.finditer(lowered(sentence)):
            yield from _so_far(next(filter(None, match.groups())), unit, sign, said_on)


def _so_far(word: str, unit: str, sign: int, said_on: date) -> Iterator[Span]:
    """The day so many days or weeks away; for months and years, that month and a day in it."""
    number = 1 if unit == "half" else int(word) if word.isdigit() else numerals.count(word)
    number = 1 if word in _ONE else {"couple of": 2, "两": 2}.get(word, number)
    if number is None or number > 2_000:
        return
    number *= sign
    if unit in _DAYS_OF:
        day = said_on + timedelta(number * _DAYS_OF[unit])
        yield Span(day, day, "day")
        return
    months = said_on.year * 12 + said_on.month - 1 + number * _MONTHS_OF[unit]
    if 12 <= months < 9999 * 12:
        first = date(months // 12, months % 12 + 1, 1)
        yield Span(first, end_of_month(first), "month")
        same_day = first.replace(day=min(said_on.day, end_of_month(first).day))
        yield Span(same_day, same_day, "day")


@cache
def _distances() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    """Patterns of distances in time, with the unit and the direction."""
    number = r"(\d{1,4}|couple of|[^\W\d_]{1,12})"
    chinese = r"(\d{1,3}|[一二三四五六七八九十两])"
    about = r"(?: (?:about|exactly|only|just|etwa|genau|unos|environ))?(?: a(?= couple))?"
    found = []
    for unit, words in [*calendar.UNITS.items(), ("fortnight", "fortnight")]:
        ahead = rf"\b(?:{calendar.AHEAD}){about} {number} (?:{words})\b"
        from_now = (
            rf"{number} (?:{words}) (?:from (?:now|today)|left)\b|{chinese} ?(?:{words})[之以]?后"
        )
        before = rf"\b(?:{calendar.AGO_BEFORE}){about} {number} (?:{words})\b"
        after = rf"{number} (?:{words}) (?:{calendar.AGO_AFTER})\b|{chinese} ?(?:{words})[之以]?前"
        lasting = (
            rf"\b(?:{calendar.LASTING}){about} {number} (?:{words})\b|{chinese} ?(?:{words})了"
            rf"|{number} (?:{words}) (?:{calendar.LASTING_AFTER})\b"
        )
        found += [
            (re.compile(pattern), unit, sign)
            for pattern, sign in ((ahead, 1), (from_now, 1), (before, -1), (after, -1))
        ]
        found.append((re.compile(rf"\b(через) (?:{words})\b"), unit, 1))
        if unit != "year":  # these are subtracted from each date of the sentence
            found.append((re.compile(lasting), unit, -1))
    half = calendar.HALF_YEAR
    found += [
        (
            re.compile(rf"\b(?:{calendar.AHEAD})(?: {_ARTICLE})? ({half})\b|({half})[之以]?后"),
            "half",
            1,
        ),
        (
            re.compile(
                rf"\b(?:{calendar.AGO_BEFORE})(?: {_ARTICLE})? ({half})\b"
                rf"|({half}) (?:{calendar.AGO_AFTER})\b|({half})[之以]?前"
            ),
            "half",
            -1,
        ),
    ]
    return tuple(found)
