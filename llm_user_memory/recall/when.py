"""Parsing times as people write them: "last week", "2026-03", "3 days ago", "7d". Pure."""

import calendar
from contextlib import suppress
from datetime import date, datetime, time, timedelta, timezone

from ..errors import WrongCallError
from ..text.languages import MONTHS, WEEKDAYS
from ..text.patterns import regex

Span = tuple[datetime, datetime]
"""A time's first moment, and the moment after its last, or `datetime.max`. Both are local."""

_UNITS = {"d": "day", "w": "week", "m": "month", "y": "year"}
_MONTHS = [name.lower() for name in MONTHS]
_DAYS = [name.lower() for name in WEEKDAYS]

_AGO = regex(r"(\d{1,5}|an?|one) ?(day|week|month|year|d|w|m|y)s?(?: ago)?")
_LAST = regex(r"(last|this) (day|week|month|year)")
_DATE = regex(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_MONTH = regex(r"(?:(\d{1,2})\.? )?([a-z]+)(?: (\d{4}))?")


def span(text: str, today: date) -> Span:
    """Return the time that a phrase means on the day `today`. Raises WrongCallError.

    "3 weeks ago" and "3w" begin three weeks ago and end today. A weekday, or a month without a
    year, means the most recent one.
    """
    phrase = " ".join(text.lower().split())
    try:
        first, last = _days(phrase, today) or (None, None)
    except (ValueError, OverflowError):  # there is no such day, or it is before the year 1
        first = last = None
    if first is None or last is None:
        raise WrongCallError(
            f"“{text}” is no time that can be understood.",
            remedy="Say 2026-03-14, 2026-03, yesterday, monday, last week, 3 days ago or 7d.",
        )
    if last == date.max:
        return datetime.combine(first, time.min), datetime.max
    return datetime.combine(first, time.min), datetime.combine(last + timedelta(1), time.min)


def since(text: str, today: date) -> float:
    """Return the beginning of a phrase's time, in seconds since 1970. Raises WrongCallError."""
    return _seconds(span(text, today)[0])


def until(text: str, today: date) -> float:
    """Return the end of a phrase's time, in seconds since 1970. Raises WrongCallError.

    "Until 3 days ago" ends with that day.
    """
    first, end = span(text, today)
    is_ago = _AGO.fullmatch(" ".join(text.lower().split())) and first.date() < today
    return _seconds(first + timedelta(1) if is_ago else end)


def _seconds(moment: datetime) -> float:
    try:
        return moment.timestamp()
    except (ValueError, OverflowError, OSError):  # near the years 1 and 9999
        return moment.replace(tzinfo=timezone.utc).timestamp()


def _days(phrase: str, today: date) -> tuple[date, date] | None:
    """The first and the last day of a phrase, or None if it is unknown."""
    if phrase in ("today", "now"):
        return today, today
    if phrase == "yesterday":
        return _unit(today, "day", -1)
    if phrase.removeprefix("last ") in _DAYS:
        back = (today.weekday() - _DAYS.index(phrase.removeprefix("last "))) % 7 or 7
        return _unit(today, "day", -back)
    if match := _LAST.fullmatch(phrase):
        return _unit(today, match[2], -1 if match[1] == "last" else 0)
    if match := _AGO.fullmatch(phrase):
        number = int(match[1]) if match[1].isdigit() else 1
        return _back(today, _UNITS.get(match[2], match[2]), number), today
    if match := _DATE.fullmatch(phrase):
        year, month, day = (int(given) if given else 0 for given in match.groups())
        return _named(year, month, day)
    if (match := _MONTH.fullmatch(phrase)) and (month := _month(match[2])):
        day = int(match[1] or 0)
        return _named(int(match[3]), month, day) if match[3] else _latest(today, month, day)
    return None


def _latest(today: date, month: int, day: int) -> tuple[date, date] | None:
    """The latest such day or month that has begun, or None if there is none."""
    for year in range(today.year, max(today.year - 9, 0), -1):  # leap days are up to 8 years apart
        with suppress(ValueError):
            found = _named(year, month, day)
            if found[0] <= today:
                return found
    return None


def _named(year: int, month: int, day: int) -> tuple[date, date]:
    if not month:
        return date(year, 1, 1), date(year, 12, 31)
    if not day:
        return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
    return date(year, month, day), date(year, month, day)


def _month(name: str) -> int:
    """The number of a month by its name or its first three or more letters; 0 for none."""
    found = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(name)]
    return found[0] if len(name) >= 3 and len(found) == 1 else 0


def _unit(today: date, unit: str, ahead: int) -> tuple[date, date]:
    """The first and last day of the unit (such as "week") that is `ahead` units from now."""
    if unit == "day":
        return today + timedelta(ahead), today + timedelta(ahead)
    if unit == "week":
        monday = today - timedelta(today.weekday()) + timedelta(weeks=ahead)
        return monday, monday + min(timedelta(6), date.max - monday)
    if unit == "year":
        return _named(today.year + ahead, 0, 0)
    year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
    return _named(year, month + 1, 0)


def _back(today: date, unit: str, number: int) -> date:
    if unit in ("day", "week"):
        return today - timedelta(days=number * (7 if unit == "week" else 1))
    months = number * (12 if unit == "year" else 1)
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
