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
_MOST_YEARS = 100
# Also words that stand for "one" of a unit that follows: "через неделю".
_ONE = frozenset("a an ein einem einer un una une um uma через".split())
_ARTICLE = r"(?:a|einem|un|una)"
_WRITTEN = regex(r"\((week of )?(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?\)")
_YEAR_AND_A_HALF = regex(calendar.YEAR_AND_A_HALF)
_UNIT = "|".join([*calendar.UNITS.values(), "couple", "fortnight", calendar.HALF_YEAR])
_ROUGHLY = regex(rf"\b(?:{calendar.ROUGHLY}) (?=(?:a |\d{{1,4}} |[^\W\d_]{{1,12}} )?(?:{_UNIT})\b)")
_COUPLE = regex(r"\b(?:a )?couple(?: of)?\b")
_AND_A_HALF = regex(
    rf"\b(\d{{1,3}}|[^\W\d_]{{1,12}}) (?:(?:{calendar.AND_A_HALF}) (?:{calendar.UNITS['year']})"
    rf"|(?:{calendar.UNITS['year']}) (?:{calendar.AND_A_HALF}))(?!\w)"
    rf"|\b(\d{{1,2}})[.,]5 (?:{calendar.UNITS['year']})(?!\w)"
)
_THE_OTHER_WEEK = regex(calendar.THE_OTHER_WEEK)
_SEASONS_AGO = regex(calendar.SEASONS_AGO)
_END_OF_WEEK = regex(calendar.END_OF_WEEK)
_NUMBER = r"(\d{1,4}|[^\W\d_]{1,12})"
_WEEK = calendar.UNITS["week"]
_WEEKS_PREGNANT = regex(
    rf"\b(\d{{1,2}}) {{0,2}}(?:{_WEEK}|w) (?:\w+ )?(?:{calendar.PREGNANT})\b"
    rf"|\b(?:{calendar.PREGNANT})[ ,]+(?:(?:at|in|de|di|a) )?(\d{{1,2}}) ?(?:{_WEEK})"
)
_YEARS_AGO = regex(
    rf"\b{_NUMBER} (?:{calendar.UNITS['year']}) (?:{calendar.AGO_AFTER})\b"
    rf"|\b(?:{calendar.AGO_BEFORE}) {_NUMBER} (?:{calendar.UNITS['year']})\b"
)
_PREGNANCY, _NEAR_BIRTH = timedelta(280), timedelta(10)


def relative(sentence: str, said_on: date) -> Iterator[Span]:
    """Yield the days that "tomorrow", "next month", "two weeks ago" and "in two weeks" mean."""
    text = _exactly(lowered(sentence))
    for week, year, month, day in _WRITTEN.findall(with_dates(sentence.lower(), said_on)):
        if len(year) != 4 or year == "0000":
            continue
        first = date(int(year), int(month or 1), int(day or 1))
        if week:
            yield Span(first, first + timedelta(6), "week")
            yield from _end_of_week(first, text)
        elif day:
            yield Span(first, first, "day")
        elif month:
            yield Span(first, end_of_month(first), "month")
        else:
            yield _year(first.year)
    for ahead, words in calendar.YEARS.items():
        if re.search(words, text):
            yield _year(said_on.year + ahead)
    halves = ["1"] if _YEAR_AND_A_HALF.search(text) else []
    for word in [*halves, *(found[1] or found[2] for found in _AND_A_HALF.finditer(text))]:
        if (number := _number(word)) is not None:
            for sign in (-1, 1):
                yield from _so_far(str(12 * number + 6), "month", sign, said_on)
    yield from _about(text, said_on)
    for pattern, unit, sign in _distances():
        for match in pattern.finditer(text):
            word = next(filter(None, match.groups()))
            is_from_tomorrow = match[0].endswith("from tomorrow")
            yield from _so_far(word, unit, sign, said_on + timedelta(is_from_tomorrow))


def years_ago(clause: str) -> set[int]:
    """Return how many years before its own day a clause speaks of: 3 for "3 years ago in May"."""
    said = _exactly(lowered(clause))
    counts = (_number(match[1] or match[2]) for match in _YEARS_AGO.finditer(said))
    return {count for count in counts if count is not None}


def _exactly(text: str) -> str:
    """The text with "2 years" for "about a couple of years"."""
    return _COUPLE.sub("2", _ROUGHLY.sub("", text))


def _about(text: str, said_on: date) -> Iterator[Span]:
    """The days of words that are not exact: "the other week", "two springs ago", of a birth."""
    if _THE_OTHER_WEEK.search(text):
        yield Span(said_on - timedelta(21), said_on - timedelta(1), "months")
    for match in _SEASONS_AGO.finditer(text):
        if (count := _number(match[1])) is not None and count < _MOST_YEARS:
            yield from (_year(said_on.year - count + later) for later in (0, 1))
    for match in _WEEKS_PREGNANT.finditer(text):
        birth = said_on + _PREGNANCY - timedelta(weeks=int(match[1] or match[2]))
        yield Span(birth - _NEAR_BIRTH, birth + _NEAR_BIRTH, "months")


def _end_of_week(first: date, text: str) -> Iterator[Span]:
    """The last days of the week that begins on `first`, if the text is about its end."""
    if _END_OF_WEEK.search(text):
        for ahead in range(4, 7):
            day = first + timedelta(ahead)
            yield Span(day, day, "day")


def _year(year: int) -> Span:
    return Span(date(year, 1, 1), date(year, 12, 31), "year")


def _number(word: str) -> int | None:
    """The number that a word before a unit of time means, or None."""
    if word in _ONE:
        return 1
    return 2 if word == "两" else int(word) if word.isdigit() else numerals.count(word)


def _so_far(word: str, unit: str, sign: int, said_on: date) -> Iterator[Span]:
    """The day so many days or weeks away; for months and years, that month and a day in it."""
    number = 1 if unit == "half" else _number(word)
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
    chinese = r"(\d{1,3}|[一二三四五六七八九十两])"
    found = []
    for unit, words in [*calendar.UNITS.items(), ("fortnight", "fortnight")]:
        ahead = rf"\b(?:{calendar.AHEAD}) {_NUMBER} (?:{words})\b"
        from_now = (
            rf"{_NUMBER} (?:{words}) (?:from (?:now|today|tomorrow)|left)\b"
            rf"|{chinese} ?(?:{words})[之以]?后"
        )
        before = rf"\b(?:{calendar.AGO_BEFORE}) {_NUMBER} (?:{words})\b"
        after = rf"{_NUMBER} (?:{words}) (?:{calendar.AGO_AFTER})\b|{chinese} ?(?:{words})[之以]?前"
        # Other numbers of years are subtracted from each date of the sentence.
        number = rf"({'|'.join(sorted(_ONE))})" if unit == "year" else _NUMBER
        lasting = (
            rf"\b(?:{calendar.LASTING}) {number} (?:{words})\b"
            rf"|\b{number} (?:{words}) (?:{calendar.LASTING_AFTER})\b"
        )
        lasting += "" if unit == "year" else rf"|{chinese} ?(?:{words})了"
        found += [
            (re.compile(pattern), unit, sign)
            for pattern, sign in ((ahead, 1), (from_now, 1), (before, -1), (after, -1))
        ]
        found.append((re.compile(rf"\b(через) (?:{words})\b"), unit, 1))
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
                rf"|({half}) (?:{calendar.AGO_AFTER}|{calendar.LASTING_AFTER})\b"
                rf"|({half})[之以]?前|\b(?:{calendar.LASTING})(?: {_ARTICLE})? ({half})\b"
            ),
            "half",
            -1,
        ),
    ]
    return tuple(found)
