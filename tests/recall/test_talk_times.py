"""Questions about what was said at a time."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.rows import for_each

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

BEGINNING = "0001-01-01"

# The words before a time tell on which side of it the days are.
RELATED = [
    ("what did we talk about before 2024?", BEGINNING, "2023-12-31", ""),
    ("what did we discuss since 2024", "2024-01-01", "2026-11-22", ""),
    ("what did I tell you until March", BEGINNING, "2026-03-31", ""),
    ("what have we discussed since May about the roof", "2026-05-01", "2026-11-22", "roof"),
    ("What did we discuss before May?", BEGINNING, "2026-04-30", ""),
    ("what did we discuss after May", "2026-06-01", "2026-11-22", ""),
    ("what did i ask you since monday", "2026-11-16", "2026-11-22", ""),
    ("what did we say before last week", BEGINNING, "2026-11-08", ""),
    ("what did we say prior to 3 March 2024", BEGINNING, "2024-03-02", ""),
    ("what did I tell you up to 2024-03-05", BEGINNING, "2024-03-05", ""),
    ("what did you tell me since the beginning of 2024", "2024-01-01", "2026-11-22", ""),
    ("what did we discuss until the end of May", BEGINNING, "2026-05-31", ""),
    ("what had I told you by last summer", BEGINNING, "2026-08-31", ""),
    ("what did we discuss from 2024 onwards", "2024-01-01", "2026-11-22", ""),
    ("what did I tell you since the start of the year", "2026-01-01", "2026-11-22", ""),
    ("what did we discuss before the beginning of the month", BEGINNING, "2026-10-31", ""),
    ("was haben wir seit Anfang des Jahres besprochen", "2026-01-01", "2026-11-22", ""),
    ("was haben wir seit Jahresbeginn besprochen", "2026-01-01", "2026-11-22", ""),
    ("was haben wir seit dem 1.5.2024 besprochen", "2024-05-01", "2026-11-22", ""),
    ("¿de qué hemos hablado desde principios de año?", "2026-01-01", "2026-11-22", ""),
    ("de quoi avons-nous parlé depuis le début du mois ?", "2026-11-01", "2026-11-22", ""),
    ("о чём мы говорили с начала года?", "2026-01-01", "2026-11-22", ""),
    ("从2024年到现在我们聊了什么？", "2024-01-01", "2026-11-22", ""),
    ("what did we discuss the week before 3 May 2024", "2024-04-26", "2024-05-03", ""),
    ("what did we discuss two weeks after May 3rd, 2024", "2024-05-03", "2024-05-17", ""),
    ("what did I say on the Sunday before 2024-05-03", "2024-04-26", "2024-05-03", ""),
    ("what did we discuss in the weeks before May", "2026-03-27", "2026-05-31", ""),
    ("was haben wir zwei Wochen vor dem 3. Mai 2024 besprochen", "2024-04-19", "2024-05-03", ""),
    ("de quoi avons-nous parlé une semaine après le 3 mai 2024 ?", "2024-05-03", "2024-05-10", ""),
    ("what did I say before yesterday", BEGINNING, "2026-11-20", ""),
    ("what did I say the day before yesterday", "2026-11-20", "2026-11-20", ""),
    ("what did I say the week before last", "2026-11-02", "2026-11-08", ""),
    ("what did we discuss from May to July", "2026-05-01", "2026-07-31", ""),
    ("what did we discuss between 3 March and 5 May 2024", "2024-03-03", "2024-05-05", ""),
    ("what did we discuss from May until now", "2026-05-01", "2026-11-22", ""),
    ("what did we discuss between Monday and yesterday", "2026-11-16", "2026-11-21", ""),
    ("what did we discuss from November till February", "2025-11-01", "2026-02-28", ""),
    ("was haben wir seit Mai besprochen", "2026-05-01", "2026-11-22", ""),
    ("Worüber haben wir vor 2024 gesprochen?", BEGINNING, "2023-12-31", ""),
    ("was habe ich dir bis Ende März erzählt", BEGINNING, "2026-03-31", ""),
    ("was haben wir nach dem 3. Mai 2024 besprochen", "2024-05-04", "2026-11-22", ""),
    ("was haben wir seit letzter Woche besprochen", "2026-11-09", "2026-11-22", ""),
    ("was haben wir vor Montag besprochen", BEGINNING, "2026-11-15", ""),
    ("was haben wir ab gestern besprochen", "2026-11-21", "2026-11-22", ""),
    ("was haben wir von Mai bis Juli besprochen", "2026-05-01", "2026-07-31", ""),
    ("was haben wir zwischen 2023 und 2024 besprochen", "2023-01-01", "2024-12-31", ""),
    ("was haben wir vorletzte Woche besprochen", "2026-11-02", "2026-11-08", ""),
    ("¿de qué hablamos desde mayo?", "2026-05-01", "2026-11-22", ""),
    ("¿de qué hablamos antes de 2024?", BEGINNING, "2023-12-31", ""),
    ("¿qué te dije hasta marzo?", BEGINNING, "2026-03-31", ""),
    ("¿qué te dije después del 3 de mayo de 2024?", "2024-05-04", "2026-11-22", ""),
    ("¿de qué hablamos desde la semana pasada?", "2026-11-09", "2026-11-22", ""),
    ("¿de qué hablamos desde el lunes?", "2026-11-16", "2026-11-22", ""),
    ("¿de qué hablamos antes de ayer?", "2026-11-20", "2026-11-20", ""),
    ("¿de qué hablamos del 3 de mayo al 5 de junio de 2024?", "2024-05-03", "2024-06-05", ""),
    ("¿de qué hablamos entre mayo y julio?", "2026-05-01", "2026-07-31", ""),
    ("de quoi avons-nous parlé depuis mai ?", "2026-05-01", "2026-11-22", ""),
    ("de quoi avons-nous parlé avant 2024 ?", BEGINNING, "2023-12-31", ""),
    ("de quoi avons-nous parlé jusqu'en mars ?", BEGINNING, "2026-03-31", ""),
    ("de quoi avons-nous parlé après le 3 mai 2024 ?", "2024-05-04", "2026-11-22", ""),
    ("de quoi avons-nous parlé depuis la semaine dernière ?", "2026-11-09", "2026-11-22", ""),
    ("de quoi avons-nous parlé depuis lundi ?", "2026-11-16", "2026-11-22", ""),
    ("de quoi avons-nous parlé de mai à juillet ?", "2026-05-01", "2026-07-31", ""),
    ("о чём мы говорили с мая?", "2026-05-01", "2026-11-22", ""),
    ("о чём мы говорили до 2024 года?", BEGINNING, "2023-12-31", ""),
    ("о чём мы говорили после мая?", "2026-06-01", "2026-11-22", ""),
    ("о чём мы говорили с прошлой недели?", "2026-11-09", "2026-11-22", ""),
    ("о чём мы говорили с понедельника?", "2026-11-16", "2026-11-22", ""),
    ("о чём мы говорили с мая по июль?", "2026-05-01", "2026-07-31", ""),
    ("我们2024年以前聊了什么？", BEGINNING, "2023-12-31", ""),
    ("5月以来我们聊了什么？", "2026-05-01", "2026-11-22", ""),
    ("自从5月我们聊了什么？", "2026-05-01", "2026-11-22", ""),
    ("我们在3月之前聊了什么？", BEGINNING, "2026-02-28", ""),
    ("2024年之后我们聊了什么？", "2025-01-01", "2026-11-22", ""),
    ("从上周开始我们聊了什么？", "2026-11-09", "2026-11-22", ""),
    ("直到3月我们聊了什么？", BEGINNING, "2026-03-31", ""),
    ("从5月到7月我们聊了什么？", "2026-05-01", "2026-07-31", ""),
]

ROLLING = [
    ("what did we discuss in the last 3 days?", "2026-11-19", ""),
    ("What did I ask you in the past two weeks about docker", "2026-11-08", "docker"),
    ("what have we talked about the last few months", "2026-06-22", ""),
    ("what did I tell you over the past week", "2026-11-15", ""),
    ("what did we discuss this past week?", "2026-11-15", ""),
    ("what did I tell you in the last month", "2026-10-22", ""),
    ("what did we discuss in the last couple of weeks", "2026-11-08", ""),
    ("was haben wir in den letzten 3 Tagen besprochen", "2026-11-19", ""),
    ("was haben wir in den vergangenen Wochen besprochen", "2026-10-18", ""),
    ("was habe ich dir die letzten paar Monate erzählt", "2026-06-22", ""),
    ("was haben wir seit zwei Wochen besprochen", "2026-11-08", ""),
    ("de quoi avons-nous parlé depuis trois jours ?", "2026-11-19", ""),
    ("¿de qué hablamos en los últimos 3 días?", "2026-11-19", ""),
    ("¿de qué hablamos en las dos últimas semanas?", "2026-11-08", ""),
    ("¿qué te dije los últimos meses?", "2026-06-22", ""),
    ("de quoi avons-nous parlé ces trois derniers jours ?", "2026-11-19", ""),
    ("de quoi avons-nous parlé au cours des dernières semaines ?", "2026-10-18", ""),
    ("о чём мы говорили за последние три дня?", "2026-11-19", ""),
    ("о чём мы говорили в последние недели?", "2026-10-18", ""),
    ("о чём мы говорили за последнюю неделю?", "2026-11-15", ""),
    ("最近三天我们聊了什么？", "2026-11-19", ""),
    ("过去两周我问过你什么？", "2026-11-08", ""),
    ("我们最近几个月聊了什么？", "2026-06-22", ""),
    ("我们这几天聊了什么？", "2026-11-17", ""),
]

# What is asked about stands beside the time, and is so short that the time is not its own.
MENTIONED = [
    ("did I mention Lisbon last week?", "2026-11-09", "2026-11-15", "lisbon"),
    ("Did we ever discuss bees in 2024?", "2024-01-01", "2024-12-31", "bees"),
    ("what did I say about docker yesterday", "2026-11-21", "2026-11-21", "docker"),
    ("how often did we talk about New York this year", "2026-01-01", "2026-12-31", "new york"),
    ("when did I tell you about Anna and Tom before May?", BEGINNING, "2026-04-30", "anna and tom"),
    ("Habe ich letzte Woche Lissabon erwähnt?", "2026-11-09", "2026-11-15", "lissabon"),
    ("haben wir 2024 Bienen besprochen?", "2024-01-01", "2024-12-31", "bienen"),
    ("¿mencioné Lisboa la semana pasada?", "2026-11-09", "2026-11-15", "lisboa"),
    ("¿cuándo hablamos de abejas en 2024?", "2024-01-01", "2024-12-31", "abejas"),
    ("ai-je mentionné Lisbonne la semaine dernière ?", "2026-11-09", "2026-11-15", "lisbonne"),
    ("avons-nous parlé de Lisbonne en 2024 ?", "2024-01-01", "2024-12-31", "lisbonne"),
    ("мы обсуждали пчёл в 2024 году?", "2024-01-01", "2024-12-31", "пчел"),
    ("я упоминал Лиссабон на прошлой неделе?", "2026-11-09", "2026-11-15", "лиссабон"),
    ("我上周提到过里斯本吗？", "2026-11-09", "2026-11-15", "里斯本"),
    ("我们2024年聊过 docker 吗？", "2024-01-01", "2024-12-31", "docker"),
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
    "what did I buy since May",
    "¿de qué hablamos el 3 de mayo y el 5 de junio?",
    "¿de qué hablamos el 3 de mayo y 5 de junio?",
    "what did we discuss in May and in July",
    "what did we discuss in the last week of August 2023",
    "what did we discuss from May until the wedding",
    "what did we discuss between Friday and Monday",
    "did I mention my holiday last summer?",
    "did we discuss the election in 2024",
    "did I mention going to Lisbon last week",
    "did I mention that Anna left last week",
    "what did I say Anna did last week",
    "what did I write for school last week",
    "did Tom mention Lisbon last week",
    "habe ich letzte Woche die Steuer bezahlt",
    "was habe ich gestern Anna gesagt",
    "¿mencioné mi viaje el verano pasado?",
    "ai-je mentionné mon voyage l'été dernier ?",
    "я упоминал мой отпуск прошлым летом?",
    "我去年说我要做什么？",
    "我们去年讨论过他们要做的事吗？",
    "since last week's talk was bad, what did you say?",
    "what did we discuss since 2031",
    "what did we discuss in the last 3 months of 2023",
    "what did we discuss before March and after May",
]


@for_each(("text", "first", "last", "about"), [*ASKED, *RELATED, *MENTIONED])
def test_the_days_are_those_of_the_talk(text: str, first: str, last: str, about: str) -> None:
    found = asked_for(text, TODAY)
    assert found == (date.fromisoformat(first), date.fromisoformat(last), about)


@pytest.mark.parametrize(("text", "first", "about"), ROLLING)
def test_the_last_days_end_today(text: str, first: str, about: str) -> None:
    assert asked_for(text, TODAY) == (date.fromisoformat(first), TODAY, about)


@for_each("text", NOT_ASKED)
def test_the_time_of_an_event_is_another_matter(text: str) -> None:
    assert asked_for(text, TODAY) is None


def test_days_are_told() -> None:
    assert str(asked_for("what did I say last week", TODAY)) == "from 2026-11-09 to 2026-11-15"
    assert str(asked_for("what did I say yesterday", TODAY)) == "on 2026-11-21"


@given(st.text(max_size=40), st.text("wiehabgsdytz 我昨天说了, ?⧖", max_size=40), st.dates())
@example("", "", date.min)
def test_any_text_on_any_day(text: str, words: str, today: date) -> None:
    for asked in (f"what did I say yesterday {text}", f"{words} said in May about {text}"):
        found = asked_for(asked, today)
        assert found is None or (found.first <= found.last and found.first <= today)
