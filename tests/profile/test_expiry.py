"""`expiry`: the last day on which a fact holds is in its own words, and in doubt there is none."""

from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.cpu import bounded
from support.expiry_held_back import HELD_BACK
from support.expiry_rows import MISSED, TUNING
from support.rows import for_each

from llm_user_memory.checks.dates import dated
from llm_user_memory.profile import expiry
from llm_user_memory.profile.expiry import last_day
from llm_user_memory.text.languages import MONTHS

pytestmark = pytest.mark.once


def _written(fact: str) -> str:
    day = last_day(fact)
    return day.isoformat() if day else ""


@for_each(
    ("fact", "expected"),
    [
        pytest.param(fact, expected, id=f"{name}: {fact}")
        for name, rows in TUNING.items()
        for fact, expected in rows.items()
    ],
)
def test_the_last_day_is_in_the_words(fact: str, expected: str) -> None:
    assert _written(fact) == expected


@pytest.mark.parametrize("fact", MISSED)
def test_what_is_missed_stays_in_place(fact: str) -> None:
    assert last_day(fact) is None


def test_facts_that_the_rules_were_not_made_for() -> None:
    """Totals alone: who saw which row fails would tune the rules to it."""
    rows = [row for of_class in HELD_BACK.values() for row in of_class.items()]
    found = [(_written(fact), expected) for fact, expected in rows]
    assert len(found) > 100
    right = sum(day == expected for day, expected in found)
    hidden_too_early = sum(
        bool(day) and (not expected or day < expected) for day, expected in found
    )
    assert right >= 0.95 * len(found)
    assert hidden_too_early <= 0.01 * len(found)


@pytest.mark.parametrize("name", ["held back", "tuned on"])
def test_both_tables_have_facts_of_either_kind(name: str) -> None:
    table = HELD_BACK if name == "held back" else TUNING
    days = [expected for rows in table.values() for expected in rows.values()]
    assert min(days.count(""), len(days) - days.count("")) > 50


def test_no_row_is_in_both_tables() -> None:
    held_back, tuned_on = (
        {fact for rows in table.values() for fact in rows} for table in (HELD_BACK, TUNING)
    )
    assert not held_back & tuned_on


# Each with the number of days from the day it is said to the last one.
RELATIVE = {
    "Has an exam tomorrow": 1,
    "Flies to Rome the day after tomorrow": 2,
    "Has an interview next Friday": 2,
    "Is travelling in Peru next week": 11,
    "Is visiting Rome this month": 12,
    "Moved to Oslo yesterday": None,
    "Just moved to Oslo": None,
    "Starts at Initech next week": None,
    "Retires next year": None,
    "Flies every day, next tomorrow": None,
}


@pytest.mark.parametrize("fact", RELATIVE)
def test_days_that_were_written_for_relative_ones(fact: str) -> None:
    said_on = date(2025, 6, 18)  # a Wednesday
    ahead = RELATIVE[fact]
    expected = None if ahead is None else said_on + timedelta(ahead)
    assert last_day(dated(fact, said_on)) == expected


_PARTS = (
    "interview exam flies until by due from to on in and (2026-12-04) 2027-03 2026 December 4, "
    "tomorrow (week next week) just moved is was a the , . ( ) bis 04.12.2026 до 2026年12月4日 "
    "まで every Friday born \ue000 \uf000 - – 31 jusqu'au l' ' de"
)
_FACTS = st.lists(st.sampled_from(_PARTS.split(" ")), max_size=14).map(" ".join) | st.text(
    max_size=80
)
_DAYS = st.dates(date(2020, 1, 1), date(2099, 12, 31))


@given(_FACTS)
@example("20" * 200)
@example("\ue000 \uf000 2026-12-04")
@example("until ２０２６-１２-０４")
@example("exam on ² 2026")
def test_any_text_has_one_day_or_none(fact: str) -> None:
    found = last_day(fact)
    assert found is None or 2020 <= found.year <= 2100
    assert last_day(fact) == found


@given(_FACTS, _DAYS, _DAYS)
def test_a_fact_with_its_dates_keeps_its_day(fact: str, said_on: date, later: date) -> None:
    """Its day depends on its words alone: dating them again later changes nothing."""
    once = dated(fact, said_on)
    assert last_day(dated(once, later)) == last_day(once)


@given(_DAYS)
def test_one_day_in_every_form(day: date) -> None:
    month = MONTHS[day.month - 1]
    for written in (
        f"on {day}",
        f"({day})",
        f"on {day:%Y/%m/%d}",
        f"on {month} {day.day}, {day.year}",
        f"on {day.day} {month} {day.year}",
        f"on {month[:3]} {day.day}, {day.year}",
    ):
        assert last_day(f"Has an interview {written}") == day
    assert last_day(f"Prüfung am {day:%d.%m.%Y}") == day
    assert last_day(f"{day.year}年{day.month}月{day.day}日に面接") == day


@pytest.mark.parametrize(
    "part",
    [
        "2026-12-04 ", "from 2026 to ", "until ", "a", "gegegege", "1", "1-", "December ", "l'",
        "2026-12-04 - ", "(", "到", "2026年", "until 2026-12-04, ", "ist ge", "20262026", "' ", "а",
    ],
)  # fmt: skip
def test_hostile_texts_take_no_time(part: str) -> None:
    longest = ("2026 " + part * expiry._LONGEST)[: expiry._LONGEST]
    longer = "2026 " + part * 100_000
    with bounded():
        last_day(longest)
        last_day(longest[:-12] + " 2026-12-04")
        last_day(longer)


def test_what_is_longer_than_a_fact_has_no_last_day() -> None:
    fact = "Interview on 2026-12-04"
    assert last_day(fact) and last_day(f"{fact} {'x' * expiry._LONGEST}") is None
