"""Questions about what was said at a time."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.recall.talk_times import asked_for

pytestmark = pytest.mark.once

TODAY = date(2026, 11, 22)  # a Sunday

ASKED = [
    ("what did we talk about last week?", "2026-11-09", "2026-11-15", ""),
    ("What did I say yesterday about docker?", "2026-11-21", "2026-11-21", "docker"),
    ("what did i ask you on monday", "2026-11-16", "2026-11-16", ""),
    ("our conversation of 3 March 2024", "2024-03-03", "2024-03-03", ""),
    ("which books did we discuss last month", "2026-10-01", "2026-10-31", "books"),
    ("What did we discuss in May?", "2026-05-01", "2026-05-31", ""),
    ("conversations we had in December", "2025-12-01", "2025-12-31", ""),
    ("what did you tell me yesterday", "2026-11-21", "2026-11-21", ""),
    ("Was habe ich dich am Montag gefragt?", "2026-11-16", "2026-11-16", ""),
    ("Was haben wir gestern über das Dach besprochen?", "2026-11-21", "2026-11-21", "dach"),
    ("de quoi avons-nous parlé hier ?", "2026-11-21", "2026-11-21", ""),
    ("¿Qué dije el lunes?", "2026-11-16", "2026-11-16", ""),
    ("¿de qué hablamos la semana pasada?", "2026-11-09", "2026-11-15", ""),
    ("о чём мы говорили вчера?", "2026-11-21", "2026-11-21", ""),
    ("三周前我说了什么？", "2026-10-29", "2026-11-04", ""),
    ("我们昨天聊了什么？", "2026-11-21", "2026-11-21", ""),
    ("things we discussed on november 3rd", "2026-11-03", "2026-11-03", ""),
    ("lo que me dijiste el jueves de la receta", "2026-11-19", "2026-11-19", "receta"),
    ("alles was wir diese woche zum umzug besprochen haben", "2026-11-16", "2026-11-22", "umzug"),
    ("peux-tu me rappeler stp ce qu'on s'est dit en juin", "2026-06-01", "2026-06-30", ""),
    ("напомни пожалуйста что мы обсуждали в июле", "2026-07-01", "2026-07-31", ""),
    ("какие фильмы ты мне посоветовал позавчера", "2026-11-20", "2026-11-20", "фильмы"),
    ("上个月我跟你聊了哪些关于装修的事", "2026-10-01", "2026-10-31", "装修"),
]

NOT_ASKED = [
    "what did I do last week",
    "When did I say that",
    "what did the doctor say last week",
    "what did I tell you about my holiday last summer",
    "who told me yesterday that he left?",
    "I said yesterday that the roof leaks",
    "what did I say I would do last week",
    "did Anna ask for money last month",
    "what did I say about last week's game?",
    "how do I ask for a raise this year",
    'what did we say yesterday about "the roof"',
    "what did we say in March 2031",
    "was sagte der Arzt gestern",
    "我昨天买了什么？",
]


@pytest.mark.parametrize(("text", "first", "last", "about"), ASKED)
def test_the_days_are_those_of_the_talk(text: str, first: str, last: str, about: str) -> None:
    found = asked_for(text, TODAY)
    assert found == (date.fromisoformat(first), date.fromisoformat(last), about)


@pytest.mark.parametrize("text", NOT_ASKED)
def test_the_time_of_an_event_is_another_matter(text: str) -> None:
    assert asked_for(text, TODAY) is None


def test_days_are_told() -> None:
    assert str(asked_for("what did I say last week", TODAY)) == "from 2026-11-09 to 2026-11-15"
    assert str(asked_for("what did I say yesterday", TODAY)) == "on 2026-11-21"


@given(st.text(max_size=40), st.text("wiehabgsdytz 我昨天说了, ?⧖", max_size=40), st.dates())
def test_any_text_on_any_day(text: str, words: str, today: date) -> None:
    for asked in (f"what did I say yesterday {text}", f"{words} said in May about {text}"):
        found = asked_for(asked, today)
        assert found is None or (found.first <= found.last and found.first <= today)
