"""The times that questions name."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.recall.dates import times

pytestmark = pytest.mark.once

TODAY = date(2026, 11, 22)  # a Sunday

NAMED = [
    ("What did I do in May?", "2023-05-31", "2023-06-15"),
    ("who came on 7 July, 2023", "2023-07-07", "2023-07-08"),
    ("Who came on July 7th 2023?", "2023-07-07", "2023-08-01"),
    ("where was I in Sept. 2022", "2022-09-30", "2022-10-01"),
    ("which books did I read in 2023", "2023-12-31", "2024-01-20"),
    ("notes of 2024-01-15", "2024-01-15", "2024-01-16"),
    ("notes of 2024-01", "2024-01-31", "2024-02-01"),
    ("what did we plan last week", "2026-11-09", "2026-11-16"),
    ("what broke yesterday?", "2026-11-21", "2026-11-22"),
    ("Where did I ski last winter?", "2026-02-28", "2026-03-01"),
    ("Where did we swim in the summer of 2022?", "2022-08-31", "2022-09-01"),
    ("Where do I go in winter?", "2023-01-15", "2023-03-02"),
    ("Where do I go in winter?", "2023-12-15", "2023-03-31"),
    ("what did I cook 3 weeks ago?", "2026-11-01", "2026-11-08"),
]


@pytest.mark.parametrize(("text", "within", "soon"), NAMED)
def test_a_time_is_understood(text: str, within: str, soon: str) -> None:
    [time] = times(text, TODAY)
    assert time.includes(date.fromisoformat(within))
    assert not time.is_followed_by(date.fromisoformat(within))
    assert time.is_followed_by(date.fromisoformat(soon))
    assert not time.includes(date.fromisoformat(soon))
    assert not time.is_followed_by(date.fromisoformat(within).replace(year=2019))


@pytest.mark.parametrize(
    "text",
    [
        "may I ask?", "march with me", "the second list", "on 31 February", "port 8080",
        "3 days", "marching 2023", "",
    ],
)  # fmt: skip
def test_no_time_is_made_up(text: str) -> None:
    assert times(text, TODAY) == []


@given(st.text(max_size=60), st.dates(), st.dates())
def test_any_text_at_any_time(text: str, today: date, day: date) -> None:
    for each in times(f"in {text} 2023 last year a year ago in winter in February", today):
        assert not (each.includes(day) and each.is_followed_by(day)) or each.yearly
