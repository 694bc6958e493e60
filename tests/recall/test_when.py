"""Times as people write them in options of commands."""

from contextlib import suppress
from datetime import date, datetime, timedelta

import pytest

from llm_user_memory.errors import WrongCallError
from llm_user_memory.recall import when

pytestmark = pytest.mark.once

TODAY = date(2026, 3, 18)  # a Wednesday

SAID = [
    ("today", "2026-03-18", "2026-03-19"),
    ("Yesterday", "2026-03-17", "2026-03-18"),
    ("monday", "2026-03-16", "2026-03-17"),
    ("wednesday", "2026-03-11", "2026-03-12"),
    ("last friday", "2026-03-13", "2026-03-14"),
    ("this week", "2026-03-16", "2026-03-23"),
    ("last week", "2026-03-09", "2026-03-16"),
    ("last  month", "2026-02-01", "2026-03-01"),
    ("this month", "2026-03-01", "2026-04-01"),
    ("last year", "2025-01-01", "2026-01-01"),
    ("7d", "2026-03-11", "2026-03-19"),
    ("2w", "2026-03-04", "2026-03-19"),
    ("3 days ago", "2026-03-15", "2026-03-19"),
    ("a week ago", "2026-03-11", "2026-03-19"),
    ("1m", "2026-02-18", "2026-03-19"),
    ("13 months", "2025-02-18", "2026-03-19"),
    ("2 years ago", "2024-03-18", "2026-03-19"),
    ("2026", "2026-01-01", "2027-01-01"),
    ("2026-02", "2026-02-01", "2026-03-01"),
    ("2026-2-9", "2026-02-09", "2026-02-10"),
    ("february", "2026-02-01", "2026-03-01"),
    ("june", "2025-06-01", "2025-07-01"),
    ("Dec 2024", "2024-12-01", "2025-01-01"),
    ("9 may 2024", "2024-05-09", "2024-05-10"),
    ("9. may", "2025-05-09", "2025-05-10"),
    ("29 february", "2024-02-29", "2024-03-01"),
]
UNTIL = {
    "7d": "2026-03-12",
    "2w": "2026-03-05",
    "3 days ago": "2026-03-16",
    "a week ago": "2026-03-12",
    "1m": "2026-02-19",
    "13 months": "2025-02-19",
    "2 years ago": "2024-03-19",
}
"""When a time has ended that is so long ago: with its first day, and not today."""

NO_TIMES = ["", "soon", "2026-13", "2026-02-30", "31 february", "99999 years ago", "ma", "a b"]


@pytest.mark.parametrize(("text", "first", "after"), SAID)
def test_what_is_said_is_a_span_of_days(text: str, first: str, after: str) -> None:
    expected = datetime.fromisoformat(first), datetime.fromisoformat(after)
    assert when.span(text, TODAY) == expected
    assert when.since(text, TODAY) == expected[0].timestamp()
    after_it = UNTIL.get(text, after)
    assert when.until(text, TODAY) == datetime.fromisoformat(after_it).timestamp()


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_no_time_is_named(text: str) -> None:
    with pytest.raises(WrongCallError, match=f"“{text}” is no time"):
        when.span(text, TODAY)


ENDS = [
    ("9999", date.max, datetime(9999, 1, 1), datetime.max),
    ("9999-12", date.max, datetime(9999, 12, 1), datetime.max),
    ("9999-12-31", TODAY, datetime(9999, 12, 31), datetime.max),
    ("december 9999", TODAY, datetime(9999, 12, 1), datetime.max),
    ("9999-12-30", TODAY, datetime(9999, 12, 30), datetime(9999, 12, 31)),
    ("today", date.max, datetime(9999, 12, 31), datetime.max),
    ("yesterday", date.max, datetime(9999, 12, 30), datetime(9999, 12, 31)),
    ("this week", date.max, datetime(9999, 12, 27), datetime.max),
    ("this month", date.max, datetime(9999, 12, 1), datetime.max),
    ("this year", date.max, datetime(9999, 1, 1), datetime.max),
    ("3d", date.max, datetime(9999, 12, 28), datetime.max),
    ("0001", TODAY, datetime.min, datetime(2, 1, 1)),
    ("0001-01", TODAY, datetime.min, datetime(1, 2, 1)),
    ("0001-01-01", TODAY, datetime.min, datetime(1, 1, 2)),
    ("2025 years ago", date(2026, 3, 18), datetime(1, 3, 18), datetime(2026, 3, 19)),
    ("today", date.min, datetime.min, datetime(1, 1, 2)),
    ("this week", date.min, datetime.min, datetime(1, 1, 8)),
    ("this month", date.min, datetime.min, datetime(1, 2, 1)),
    ("this year", date.min, datetime.min, datetime(2, 1, 1)),
]


@pytest.mark.parametrize(("text", "today", "first", "after"), ENDS)
def test_time_ends_with_the_calendar(
    text: str, today: date, first: datetime, after: datetime
) -> None:
    assert when.span(text, today) == (first, after)
    assert when.since(text, today) < when.until(text, today)
    ended = first + timedelta(1) if text.endswith("ago") else after
    near = (day for day in (first, ended) if datetime.min < day < datetime.max)
    assert {day.timestamp() for day in near} <= {when.since(text, today), when.until(text, today)}


@pytest.mark.parametrize("text", [*(row[0] for row in SAID), *NO_TIMES])
@pytest.mark.parametrize("today", [date.min, date.max])
def test_at_the_ends_all_is_a_time_or_named(text: str, today: date) -> None:
    with suppress(WrongCallError):
        assert when.since(text, today) < when.until(text, today)


def test_a_month_ago_may_have_fewer_days() -> None:
    assert when.span("1m", date(2026, 3, 31))[0] == datetime(2026, 2, 28)
    assert when.span("1y", date(2024, 2, 29))[0] == datetime(2023, 2, 28)


def test_a_leap_day_is_of_the_last_leap_year() -> None:
    for today, year in ((date(2028, 2, 28), 2024), (date(2028, 2, 29), 2028)):
        assert when.span("29 february", today)[0] == datetime(year, 2, 29)
    assert when.span("29 february", date(1904, 2, 1))[0] == datetime(1896, 2, 29)
