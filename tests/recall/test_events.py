"""Questions that name a time by an event of the user's life."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.recall import events, talk_times
from llm_user_memory.recall.dates import Time

pytestmark = pytest.mark.once

TODAY = date(2026, 11, 22)

NAMED = [
    ("What did we discuss before the move?", "before", "the move"),
    ("which books have i read since the surgery", "since", "the surgery"),
    ("After I started at Siemens, what did I ask about Excel?", "after", "I started at Siemens"),
    ("what running shoes was I using until the marathon?", "until", "the marathon"),
    ("what did we say about the garden while I was on leave?", "during", "I was on leave"),
    ("wat did i tell you about tom befor the breakup", "before", "the breakup"),
    ("recipes after breakup", "after", "breakup"),
    ("Since switching to nights, what have I asked you?", "since", "switching to nights"),
    ("in the weeks before my bar exam what was i stressed about", "before", "my bar exam"),
    ("Worüber haben wir vor dem Umzug gesprochen?", "before", "dem Umzug"),
    ("Wo habe ich bis zur Hochzeit gewohnt?", "until", "Hochzeit"),
    ("Nachdem ich nach Wien gezogen bin, was habe ich gekocht?", "after",
     "ich nach Wien gezogen bin"),
    ("¿De qué hablamos antes de la boda de Marta?", "before", "la boda de Marta"),
    ("qué te pregunté desde que me despidieron", "since", "me despidieron"),
    ("quels livres j'ai lus depuis ma démission", "since", "ma démission"),
    ("où est-ce que j'habitais jusqu'au mariage ?", "until", "mariage"),
    ("О чём мы говорили до отпуска?", "before", "отпуска"),
    ("что я готовила до того, как родился Миша?", "before", "родился Миша"),
    ("搬家之前我们聊过什么？", "before", "搬家"),
    ("自从我去了腾讯工作，我问过你哪些问题？", "since", "我去了腾讯工作"),
]  # fmt: skip

NOT_NAMED = [
    "have I asked this before?",
    "what did we talk about before 2020?",
    "which films did I watch since last May",
    "what did i ask you after Monday",
    "do i drink coffee before breakfast?",
    "what should I do before the interview?",
    "how long after surgery can one fly?",
    "do I add salt before or after boiling?",
    "Did I like Before Sunrise?",
    "since I am vegan, what should I order?",
    "who did I ask to look after the cat?",
    "since when have I been allergic to nuts?",
    "where did I save my before-and-after photos",
    "after all, did I get the job?",
    "who is my daughter named after",
    "what did I eat before the move and after the wedding",
    "Was trinke ich vor dem Schlafengehen?",
    "seit wann spiele ich gitarre",
    "¿te he preguntado esto antes?",
    "qu'est-ce que j'ai fait avant-hier ?",
    "что я пью перед сном",
    "我以前问过这个吗",
]


@pytest.mark.parametrize(("text", "relation", "event"), NAMED)
def test_the_words_of_the_event_are_found(text: str, relation: str, event: str) -> None:
    found = events.named(text)
    assert found and (found.relation, found.event) == (relation, event)


@pytest.mark.parametrize("text", NOT_NAMED)
def test_other_times_and_idioms_are_none(text: str) -> None:
    assert events.named(text) is None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("What did we discuss before the move?", ""),
        ("what did we say before the move about rope", "rope"),
        ("Worüber haben wir vor dem Umzug gesprochen?", ""),
        ("搬家之前我们聊过什么？", ""),
        ("which books have i read since the surgery", None),
        ("what did i tell you about tom before the breakup", None),  # was Tom before it, or I?
    ],
)
def test_the_topic_of_talk_at_that_time(text: str, about: str | None) -> None:
    found = events.named(text)
    assert found and talk_times.topic(found.marked) == about


def _on(day: str) -> date:
    return date.fromisoformat(day)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ([("We moved last Saturday", "2026-05-04")], "2026-05-02", "2026-05-02"),
        ([("We moved today!", "2026-05-04")], "2026-05-04", "2026-05-04"),
        ([("Moved to Lisbon in May 2026", "2026-09-01")], "2026-05-01", "2026-05-31"),
        ([("The move is on June 20", "2026-03-01")], "2026-06-20", "2026-06-20"),
        ([("Packing. The move is near.", "2026-05-04")], "2026-05-04", "2026-05-04"),
        (
            [("We moved in May", "2026-06-04"), ("We moved on May 2", "2026-08-04")],
            "2026-05-02",
            "2026-05-02",
        ),
    ],
)
def test_when_it_was_is_told_by_what_was_said_of_it(
    said: list[tuple[str, str]], first: str, last: str
) -> None:
    found = events.told("the move", [(text, _on(day)) for text, day in said], TODAY)
    assert found == Time(_on(first), _on(last))


@pytest.mark.parametrize(
    "said",
    [
        [],
        [("The kitchen is done", "2026-05-04")],
        [("When did we move?", "2026-05-04")],
        [("The move is on June 20, 2031", "2026-03-01")],
        [("We moved in May 2020", "2020-06-01"), ("We moved in May 2024", "2024-06-01")],
        [("The move is near", "2026-03-04"), ("After the move, the garden", "2026-08-01")],
        [("The move was before May 2024", "2024-06-01")],
        [("I want the move to be done by last Monday", "2026-05-04")],
    ],
)
def test_what_is_not_clear_is_not_told(said: list[tuple[str, str]]) -> None:
    assert events.told("the move", [(text, _on(day)) for text, day in said], TODAY) is None


@pytest.mark.parametrize(
    ("relation", "first", "last"),
    [
        ("before", "0001-01-01", "2026-05-01"),
        ("until", "0001-01-01", "2026-05-03"),
        ("during", "2026-05-02", "2026-05-03"),
        ("since", "2026-05-02", "2026-11-22"),
        ("after", "2026-05-02", "2026-11-22"),
    ],
)
def test_the_days_that_are_meant(relation: events.Relation, first: str, last: str) -> None:
    event = Time(_on("2026-05-02"), _on("2026-05-03"))
    time = events.EventTime(relation, "the move", "", "").time(event, TODAY)
    assert time == Time(_on(first), _on(last))


@given(
    st.text(max_size=40),
    st.text("thebforasincupldygw 前后以之搬家我在,.?⧖", max_size=40),
    st.dates(),
)
def test_any_text_on_any_day(text: str, words: str, day: date) -> None:
    for asked in (f"what did I say before {text}", f"{words} since {text}", f"{text}之前{words}"):
        if found := events.named(asked):
            assert found.event and found.event in asked
            talk_times.topic(found.marked)
            time = events.told(found.event, [(asked, day), (f"{text} in May", day)], day)
            assert time is None or time.first <= time.last
