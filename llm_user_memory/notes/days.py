"""Days and ranges of days, as a user writes them."""

import re
from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from ..errors import WrongCallError

_SPAN = re.compile(r"(\d{1,4})\s*([dw])")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
"""A day as files of notes are named."""


class Span(NamedTuple):
    """A range of days, both ends included."""

    first: date
    last: date


def parse_span(text: str, today: date | None = None) -> Span:
    """Parse "7d", "2w", "today", "yesterday", a date, or "DATE..DATE" as a range of days.

    "7d" is today and the six days before. Raises WrongCallError for anything else.
    """
    now = today or date.today()
    if match := _SPAN.fullmatch(text.strip().lower()):
        days = int(match[1]) * (7 if match[2] == "w" else 1)
        if days:
            return Span(now - timedelta(days=min(days, now.toordinal()) - 1), now)
    first, dots, last = text.partition("..")
    with suppress(WrongCallError):
        if dots:
            return Span(*sorted((parse_day(first, now), parse_day(last, now))))
        return Span(parse_day(text, now), parse_day(text, now))
    raise WrongCallError(
        f"“{text}” is not a range of days.",
        remedy='Write "7d", "2w", "today", "yesterday", "2026-11-01" or "2026-11-01..2026-11-07".',
    )


def parse_day(text: str, today: date | None = None) -> date:
    """Parse "today", "yesterday" or YYYY-MM-DD as a day. Raises WrongCallError."""
    now, given = today or date.today(), text.strip().lower()
    if given in ("today", "yesterday"):
        return now - timedelta(days=given == "yesterday")
    if DAY.fullmatch(given):
        with suppress(ValueError):
            return date.fromisoformat(given)
    raise WrongCallError(
        f"“{text}” is no day.", remedy='Write "today", "yesterday" or a date such as "2026-11-01".'
    )
