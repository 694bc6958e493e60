"""A time as a person says it to a command: "last week", "2026-03", "3 days ago", "7d". Pure."""

import calendar
import re
from datetime import date, datetime, timedelta

from ..errors import RecallError
from ..text.languages import MONTHS, WEEKDAYS

Span = tuple[datetime, datetime]
"""From its first moment to the one after its last, both local."""

_UNITS = {"d": "day", "w": "week", "m": "month", "y": "year"}
_MONTHS = [name.lower() for name in MONTHS]
_DAYS = [name.lower() for name in WEEKDAYS]

_AGO = re.compile(r"(\d{1,5}|an?|one) ?(day|week|month|year|d|w|m|y)s?(?: ago)?")
_LAST = re.compile(r"(last|this) (day|week|month|year)")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_MONTH = re.compile(r"(?:(\d{1,2})\.? )?([a-z]+)(?: (\d{4}))?")


def span(text: str, today: date) -> Span:
    """Return the days that a person means, seen from `today`. Raises RecallError.

    "3 weeks ago" and "3w" begin three weeks ago and last until now; a weekday or a month without
    a year is the last one there was.
    """
    said = " ".join(text.lower().split())
    try:
        first, after = _days(said, today) or (None, None)
    except (ValueError, OverflowError):  # no such day; before the year 1
        first = after = None
    if first is None or after is None:
        raise RecallError(
            f"“{text}” is no time that can be understood.",
            remedy="Say 2026-03-14, 2026-03, yesterday, monday, last week, 3 days ago or 7d.",
        )
    midnight = datetime.min.time()
    return datetime.combine(first, midnight), datetime.combine(after, midnight)


def since(text: str, today: date) -> float:
    """Return the first moment of it, in seconds since 1970. Raises RecallError."""
    return span(text, today)[0].timestamp()


def until(text: str, today: date) -> float:
    """Return the moment after the last of it, in seconds since 1970. Raises RecallError."""
    return span(text, today)[1].timestamp()


def _days(said: str, today: date) -> tuple[date, date] | None:
    tomorrow = today + timedelta(1)
    if said in ("today", "now"):
        return today, tomorrow
    if said == "yesterday":
        return today - timedelta(1), today
    if said.removeprefix("last ") in _DAYS:
        back = (today.weekday() - _DAYS.index(said.removeprefix("last "))) % 7 or 7
        return today - timedelta(back), today - timedelta(back - 1)
    if match := _LAST.fullmatch(said):
        return _unit(today, match[2], -1 if match[1] == "last" else 0)
    if match := _AGO.fullmatch(said):
        number = int(match[1]) if match[1].isdigit() else 1
        return _back(today, _UNITS.get(match[2], match[2]), number), tomorrow
    if match := _DATE.fullmatch(said):
        year, month, day = (int(given) if given else 0 for given in match.groups())
        return _named(year, month, day)
    if (match := _MONTH.fullmatch(said)) and (month := _month(match[2])):
        day, year = int(match[1] or 0), int(match[3] or today.year)
        found = _named(year, month, day)
        return found if match[3] or found[0] <= today else _named(year - 1, month, day)
    return None


def _named(year: int, month: int, day: int) -> tuple[date, date]:
    if not month:
        return date(year, 1, 1), date(year + 1, 1, 1)
    if not day:
        first = date(year, month, 1)
        return first, first + timedelta(calendar.monthrange(year, month)[1])
    return date(year, month, day), date(year, month, day) + timedelta(1)


def _month(name: str) -> int:
    """The number of a month by its name, or how that begins; 0 for none."""
    found = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(name)]
    return found[0] if len(name) >= 3 and len(found) == 1 else 0


def _unit(today: date, unit: str, ahead: int) -> tuple[date, date]:
    """The day, week, month or year that lies so many ahead."""
    if unit == "day":
        return today + timedelta(ahead), today + timedelta(ahead + 1)
    if unit == "week":
        monday = today - timedelta(today.weekday()) + timedelta(weeks=ahead)
        return monday, monday + timedelta(7)
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
