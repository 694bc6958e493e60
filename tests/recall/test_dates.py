"""The times that questions name."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.rows import for_each

from llm_user_memory.recall.date_signs import may_name_time
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
    ("what did I cook two weeks ago?", "2026-11-08", "2026-11-12"),
    ("What did I plan on Monday?", "2026-11-16", "2026-11-17"),
    ("what did we do last weekend?", "2026-11-15", "2026-11-16"),
    ("what did I read last May?", "2026-05-01", "2026-06-01"),
    ("Was las ich im März 2024?", "2024-03-31", "2024-04-01"),
    ("Was las ich 2023?", "2023-01-01", "2024-01-01"),
    ("Wer kam am 7. Juli 2023?", "2023-07-07", "2023-07-08"),
    ("Was tat ich letzten Sommer?", "2026-07-15", "2026-09-01"),
    ("Wo bin ich im Winter?", "2023-01-15", "2023-03-02"),
    ("was riet ich vor zwei Wochen", "2026-11-08", "2026-11-12"),
    ("Was plante ich am Dienstag?", "2026-11-17", "2026-11-18"),
    ("¿Qué leí en mayo de 2024?", "2024-05-01", "2024-06-30"),
    ("¿Dónde estuve el 7 de julio de 2023?", "2023-07-07", "2023-07-08"),
    ("¿Qué hice el verano pasado?", "2026-06-01", "2026-09-30"),
    ("¿qué dije hace 3 semanas?", "2026-11-01", "2026-11-08"),
    ("¿Qué dije el lunes?", "2026-11-16", "2026-11-17"),
    ("Qu'ai-je lu en août 2023 ?", "2023-08-31", "2023-09-01"),
    ("Qu'ai-je fait l’été dernier ?", "2026-08-31", "2026-09-01"),
    ("Qu'ai-je dit hier ?", "2026-11-21", "2026-11-22"),
    ("Qu'ai-je dit il y a trois semaines ?", "2026-11-01", "2026-11-08"),
    ("Où étais-je le 1er juillet 2023 ?", "2023-07-01", "2023-07-02"),
    ("Что я читал в мае 2024 года?", "2024-05-31", "2024-06-01"),
    ("Где я был 7 июля 2023 года?", "2023-07-07", "2023-07-08"),
    ("Что я делал прошлым летом?", "2026-08-31", "2026-09-01"),
    ("Что я говорил неделю назад?", "2026-11-15", "2026-11-19"),
    ("Что было в прошлый понедельник?", "2026-11-16", "2026-11-17"),
    ("我2024年5月读了什么？", "2024-05-31", "2024-06-01"),
    ("2023年7月7日谁来了？", "2023-07-07", "2023-07-08"),
    ("我去年夏天做了什么？", "2025-07-01", "2025-09-01"),
    ("三周前我说了什么？", "2026-11-01", "2026-11-08"),
    ("上周一我说了什么？", "2026-11-16", "2026-11-17"),
]


@for_each(("text", "within", "soon"), NAMED)
def test_a_time_is_understood(text: str, within: str, soon: str) -> None:
    [time] = times(text, TODAY)
    assert time.includes(date.fromisoformat(within))
    assert not time.is_followed_by(date.fromisoformat(within))
    assert time.is_followed_by(date.fromisoformat(soon))
    assert not time.includes(date.fromisoformat(soon))
    assert not time.is_followed_by(date.fromisoformat(within).replace(year=2019))


@pytest.mark.parametrize(
    ("text", "within", "outside"),
    [
        ("books I read since May", "2026-11-01", "2026-04-30"),
        ("books I read before 2024", "2019-05-05", "2024-01-01"),
        ("books I read after last summer", "2026-09-01", "2026-08-31"),
        ("books I read until March 2024", "2024-03-31", "2024-04-01"),
        ("books I read in the last two weeks", "2026-11-08", "2026-11-07"),
        ("Bücher, die ich seit Mai las", "2026-11-01", "2026-04-30"),
        ("libros que leí antes de 2024", "2023-12-31", "2024-01-01"),
        ("livres lus depuis l’été 2024", "2024-06-01", "2024-05-31"),
        ("что я читал до 2024 года", "2023-12-31", "2024-01-01"),
        ("我2024年以前读了什么？", "2023-12-31", "2024-01-01"),
    ],
)
def test_the_words_before_a_time_tell_on_which_side_of_it_the_days_are(
    text: str, within: str, outside: str
) -> None:
    [time] = times(text, TODAY)
    assert time.includes(date.fromisoformat(within))
    assert not time.includes(date.fromisoformat(outside))


@pytest.mark.parametrize(
    "text",
    [
        "may I ask?", "march with me", "the second list", "on 31 February", "port 8080",
        "3 days", "marching 2023", "", "the last marathon", "was steht hier?",
        "ein Mann von 40 Jahren",
        "am Ende", "en marche", "a été dit", "tengo 6 años", "мне 40 лет", "两个月", "每天",
        "since when", "the last few marathons", "von 3 bis 5 Euro", "с 2 друзьями",
    ],
)  # fmt: skip
def test_no_time_is_made_up(text: str) -> None:
    assert times(text, TODAY) == []


@given(
    st.text(max_size=60) | st.text("vorhacedilyen 2月年前上周3一Mai", max_size=40),
    st.dates(),
    st.dates(),
)
@example("", date.min, date(2000, 1, 1))
def test_any_text_at_any_time(text: str, today: date, day: date) -> None:
    for each in times(f"in {text} 2023 last year a year ago in winter in February", today):
        assert not (each.includes(day) and each.is_followed_by(day)) or each.yearly
    for each in times(f"since {text} May before 2023 from {text} to 3 July until yesterday", today):
        assert each.first <= each.last or each.yearly


WORDS = sorted({word for text, _, _ in NAMED for word in text.replace("?", " ").split()})


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=6).map(" ".join))
@example("from now to now")
@example("in the fall")
@example("début janvier")
def test_what_names_a_time_is_found_by_the_quick_test(text: str) -> None:
    assert may_name_time(text) or not times(text, TODAY)


def test_most_prompts_name_no_time() -> None:
    plain = ("where is my jade inkwell from series 3?", "port 8080", "wo ist mein Rad?", "我的船呢")
    assert not any(map(may_name_time, plain))
