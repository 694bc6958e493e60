"""Finds the dates in a fact: as `checks.dates` writes them, in figures, and in words. Pure.

Years are 2020 to 2099: earlier ones are history, and other numbers are not years.
"""

import calendar
import re
from datetime import date, timedelta
from typing import NamedTuple

from ..text.patterns import regex
from .expiry_words import MONTHS

_FIRST_DATE = 0xE000
SPAN = "\uf000"
"""The character before the last date of a span."""

YEAR = regex("20[2-9][0-9]")
"""A text without a match has no dates."""

_PRIVATE_USE = regex("[\ue000-\uf8ff]")
_MONTH = r"([^\W\d_]{3,10})"  # any word, then a look-up: faster than a pattern of all names
_YEAR = r"(20[2-9][0-9])"
_NO_LETTER_BEFORE = r"(?<![0-9A-Za-z._/$€£#+-])"
_NO_FIGURE_AFTER = r"(?![0-9A-Za-z_/%-]|[.,:][0-9])"
_NTH = r"(?:st|nd|rd|th|\.|er|º|ª)?"
_DAY = r"([0-9]{1,2})"
_FROM_DAY = rf"(?:([0-9]{{1,2}}){_NTH} ?[-–] ?)?"
_WEEKS = (
    *("week of ", "week beginning ", "week commencing ", "woche vom ", "woche ab "),
    *("semana del ", "semana de ", "semaine du ", "settimana del "),
)
_ISO = regex(
    rf"{_NO_LETTER_BEFORE}{_YEAR}(?:-(0[1-9]|1[0-2])(?:-([0-9]{{2}}))?|/([01]?[0-9])/{_DAY})"
    rf"(?:[T ][0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}})?Z?)?{_NO_FIGURE_AFTER}"
)
_CHARACTERS = regex(rf"{_YEAR} ?年(?: ?{_DAY} ?月(?: ?{_DAY} ?[日号號])?)?")
_FIGURES = regex(rf"{_NO_LETTER_BEFORE}{_DAY}([./-]){_DAY}\2{_YEAR}{_NO_FIGURE_AFTER}")
_DAY_MONTH = regex(
    rf"(?<!\w){_FROM_DAY}{_DAY}{_NTH} ?(?:of |de |d')?{_MONTH}\.?,? (?:del? )?{_YEAR}"
    rf"{_NO_FIGURE_AFTER}"
)
_MONTH_FIRST = regex(
    rf"(?<!\w){_MONTH}\.?(?: {_FROM_DAY}{_DAY}{_NTH})?,? (?:of |del? )?{_YEAR}{_NO_FIGURE_AFTER}"
)
_ONLY_YEAR = regex(rf"{_NO_LETTER_BEFORE}{_YEAR}{_NO_FIGURE_AFTER}")


class Written(NamedTuple):
    """A date of the fact: its last day, and its unit (day, week, month, year)."""

    last: date
    unit: str
    day_first: bool = False
    """Whether the date is read correctly only if the day precedes the month."""


def masked(fact: str) -> tuple[str, dict[str, Written]]:
    """Return the fact with a private-use character for each date, and the dates by character.

    The last date of a span written as one ("3-7 December 2026") has `SPAN` before it.
    """
    dates: dict[str, Written] = {}

    def mark(found: Written | None, match: re.Match[str], is_span: bool = False) -> str:
        if found is None:
            return match[0]
        letter = chr(_FIRST_DATE + len(dates))
        dates[letter] = found
        return f" {SPAN if is_span else ''}{letter} "

    def iso(match: re.Match[str]) -> str:
        year, month, day, month_2, day_2 = match.groups()
        found = _date(year, month or month_2, day or day_2)
        before = match.string[max(0, match.start() - 20) : match.start()].lower()
        if found and found.unit == "day" and before.endswith(_WEEKS):
            left = min(timedelta(6 - found.last.weekday()), date.max - found.last)
            found = Written(found.last + left, "week")
        return mark(found, match)

    def figures(match: re.Match[str]) -> str:
        first, _, second, year = match.groups()
        if int(second) > 12:
            return mark(_date(year, first, second), match)
        found = _date(year, second, first)
        if found and int(first) <= 12 and first != second:
            found = found._replace(day_first=True)
        return mark(found, match)

    text = _PRIVATE_USE.sub(" ", fact).replace("’", "'")
    text = _ISO.sub(iso, text)
    text = _CHARACTERS.sub(lambda match: mark(_date(*match.groups()), match), text)
    if YEAR.search(text):
        text = _FIGURES.sub(figures, text)
        text = _DAY_MONTH.sub(
            lambda match: mark(_date(match[4], match[3], match[2]), match, bool(match[1])), text
        )
        text = _MONTH_FIRST.sub(
            lambda match: mark(_date(match[4], match[1], match[3]), match, bool(match[2])), text
        )
        text = _ONLY_YEAR.sub(lambda match: mark(_date(match[1], None, None), match), text)
    return text, dates


def _date(year: str, month: str | None, day: str | None) -> Written | None:
    """The date of a year, a month (figure or name) and a day; None if there is no such day."""
    if month is None:
        return Written(date(int(year), 12, 31), "year")
    number = int(month) if month.isdigit() else MONTHS.get(month.lower(), 0)
    if not 1 <= number <= 12:
        return None
    length = calendar.monthrange(int(year), number)[1]
    if day is None:
        return Written(date(int(year), number, length), "month")
    return Written(date(int(year), number, int(day)), "day") if 0 < int(day) <= length else None
