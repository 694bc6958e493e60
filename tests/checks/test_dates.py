"""`dates`: words such as "tomorrow" become the date that they mean; ambiguous ones stay."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.rows import for_each

from llm_user_memory.checks import dates
from llm_user_memory.checks.dates import dated

pytestmark = pytest.mark.once

SAID = date(2025, 6, 18)  # a Wednesday

DATED = {
    "Flies to Oslo tomorrow": "Flies to Oslo (2025-06-19)",
    "Tomorrow flies to Oslo": "(2025-06-19) flies to Oslo",
    "Has an exam tomorrow morning": "Has an exam (2025-06-19)",
    "Is nervous about tomorrow's exam": "Is nervous about (2025-06-19) exam",
    "Flies to Oslo the day after tomorrow": "Flies to Oslo (2025-06-20)",
    "Starts the new job today": "Starts the new job (2025-06-18)",
    "Cooks for ten tonight": "Cooks for ten (2025-06-18)",
    "Finished the thesis yesterday": "Finished the thesis (2025-06-17)",
    "Finished it the day before yesterday": "Finished it (2025-06-16)",
    "Moves next week": "Moves (week of 2025-06-23)",
    "Moves this week": "Moves (week of 2025-06-16)",
    "Moved last week": "Moved (week of 2025-06-09)",
    "Marries next month": "Marries (2025-07)",
    "Marries this month": "Marries (2025-06)",
    "Married last month": "Married (2025-05)",
    "Retires next year": "Retires (2026)",
    "Retires this year": "Retires (2025)",
    "Retired last year": "Retired (2024)",
    "Next year retires": "(2026) retires",
    "Flies on to Rome next Friday": "Flies on to Rome (2025-06-20)",
    "Meets Ben this Wednesday": "Meets Ben (2025-06-25)",
    "Met Ben last Wednesday": "Met Ben (2025-06-11)",
    "Met Ben last Thursday": "Met Ben (2025-06-12)",
    "Quit smoking three weeks ago": "Quit smoking (week of 2025-05-26)",
    "Quit smoking 10 days ago": "Quit smoking (2025-06-08)",
    "Quit smoking 7 months ago": "Quit smoking (2024-11)",
    "Quit smoking two years ago": "Quit smoking (2023)",
    "Plans a trip (next month)": "Plans a trip (2025-07)",
    "Flies tomorrow, back next week": "Flies (2025-06-19), back (week of 2025-06-23)",
    "Just moved to Oslo": "Moved to Oslo (2025-06)",
    "Has just started to learn Rust": "Started to learn Rust (2025-06)",
    "User has recently moved to Oslo": "User moved to Oslo (2025-06)",
    "Recently bought a boat": "Bought a boat (2025-06)",
    "Just moved and just started a job": "Moved and started a job (2025-06)",
    # German
    "Fliegt übermorgen nach Oslo": "Fliegt (2025-06-20) nach Oslo",
    "Hat heute Geburtstag": "Hat (2025-06-18) Geburtstag",
    "War gestern beim Arzt": "War (2025-06-17) beim Arzt",
    "Zieht nächste Woche um": "Zieht (week of 2025-06-23) um",
    "Heiratet nächsten Monat": "Heiratet (2025-07)",
    "Ging letztes Jahr in Rente": "Ging (2024) in Rente",
    # Spanish
    "Vuela a Oslo pasado mañana": "Vuela a Oslo (2025-06-20)",
    "Empieza hoy": "Empieza (2025-06-18)",
    "Llegó ayer": "Llegó (2025-06-17)",
    "Se muda la próxima semana": "Se muda (week of 2025-06-23)",
    "Se casa el mes que viene": "Se casa (2025-07)",
    "Se jubiló el año pasado": "Se jubiló (2024)",
    # French
    "Part à Oslo demain": "Part à Oslo (2025-06-19)",
    "Commence aujourd'hui": "Commence (2025-06-18)",
    "Déménage la semaine prochaine": "Déménage (week of 2025-06-23)",
    "Se marie le mois prochain": "Se marie (2025-07)",
    "A pris sa retraite l'année dernière": "A pris sa retraite (2024)",
    # Italian, Portuguese, Dutch, Polish
    "Parte domani per Oslo": "Parte (2025-06-19) per Oslo",
    "È arrivata ieri": "È arrivata (2025-06-17)",
    "Viaja amanhã para Oslo": "Viaja (2025-06-19) para Oslo",
    "Chegou ontem": "Chegou (2025-06-17)",
    "Verhuist volgende week": "Verhuist (week of 2025-06-23)",
    "Leci jutro do Oslo": "Leci (2025-06-19) do Oslo",
    # Russian
    "Завтра летит в Осло": "(2025-06-19) летит в Осло",
    "Переезжает на следующей неделе": "Переезжает (week of 2025-06-23)",
    "Вышла на пенсию в прошлом году": "Вышла на пенсию (2024)",
    # Japanese, Chinese, Korean, Arabic
    "明日オスロに飛ぶ": "(2025-06-19)オスロに飛ぶ",
    "彼女は来週引っ越す": "彼女は(week of 2025-06-23)引っ越す",
    "明天飞奥斯陆": "(2025-06-19)飞奥斯陆",
    "下个月结婚": "(2025-07)结婚",
    "내일 오슬로에 간다": "(2025-06-19) 오슬로에 간다",
    "다음 주에 이사한다": "(week of 2025-06-23)에 이사한다",
    "يسافر غدًا إلى أوسلو": "يسافر (2025-06-19) إلى أوسلو",
}
STAYS = [
    "Lives in Oslo",
    "Reads USA Today",
    "Works for the Today Show",
    "Today Show producer",
    "Tomorrow Never Dies is a favourite film",
    "Worked at Tomorrowland",
    "Is called Morgen",
    "Heißt mit Nachnamen Morgen",
    "Steht jeden Morgen um sechs auf",
    "Arbeitet morgens",
    "Programmiert heutzutage in Rust",
    "Reads today's news at breakfast",
    "Plans tomorrow's meals every evening",
    "Always cooks for tomorrow",
    "Calls Ben every week, never next week",
    "Likes recently released films",
    "Eats just baked bread",
    "Just wants short answers",
    "Just a beginner",
    "Is just married in the film",
    "Prefers lately published papers",
    "Sings Hier encore",
    "Il vit hier et demainville",
    "明日香という名前",
    "今日子が好き",
    "Se llama Ayerbe",
    "Plays in the band Last Week Tonight",
    "Follows the band Next Year's Model",
    "Turned 40 on 2025-06-18",
    "Met Ben in June 2023",
    "Works Monday to Friday",
    "Was told so 1000 years ago",
]


@for_each(("fact", "expected"), DATED.items(), ids=DATED)
def test_words_of_a_day_become_its_date(fact: str, expected: str) -> None:
    assert dated(fact, SAID) == expected


@for_each("fact", STAYS)
def test_what_may_mean_anything_else_stays(fact: str) -> None:
    assert dated(fact, SAID) == fact


EDGES = {
    ("Moves tomorrow", date(2025, 12, 31)): "Moves (2026-01-01)",
    ("Moves tomorrow", date(2024, 2, 28)): "Moves (2024-02-29)",
    ("Moves next month", date(2025, 12, 5)): "Moves (2026-01)",
    ("Moved last month", date(2025, 1, 31)): "Moved (2024-12)",
    ("Moves next week", date(2025, 12, 31)): "Moves (week of 2026-01-05)",
    ("Moves next Monday", date(2025, 6, 16)): "Moves (2025-06-23)",
    ("Moved 12 months ago", date(2025, 1, 31)): "Moved (2024-01)",
    ("Moved 900 years ago", date(2025, 1, 31)): "Moved (1125)",
    # Beyond the calendar, with the year before 1 as 0000, like ISO 8601.
    ("Moved yesterday", date.min): "Moved (0000-12-31)",
    ("Moved last week", date.min): "Moved (week of 0000-12-25)",
    ("Moved last month", date.min): "Moved (0000-12)",
    ("Moved last year", date.min): "Moved (0000)",
    ("Met Ben last Friday", date.min): "Met Ben (0000-12-29)",
    ("Moved 999 years ago", date(970, 1, 31)): "Moved (-0029)",
    ("Moves tomorrow", date.max): "Moves (10000-01-01)",
    ("Moves next week", date.max): "Moves (week of 10000-01-03)",
    ("Moves next month", date.max): "Moves (10000-01)",
    ("Moves next year", date.max): "Moves (10000)",
    ("Meets Ben next Friday", date.max): "Meets Ben (10000-01-07)",
}


@pytest.mark.parametrize(("given", "expected"), EDGES.items(), ids=map(str, EDGES))
def test_months_and_years_end(given: tuple[str, date], expected: str) -> None:
    assert dated(*given) == expected


_LISTED = {
    f"{name} {ahead}": [phrase.strip() for phrase in phrases.split(",")]
    for name, table in (("day", dates._DAYS), ("span", dates._SPANS))
    for ahead, phrases in table.items()
}
_WEEKDAYS = {
    which: [f"{which} {day.capitalize()}" for day in dates._WEEKDAYS]
    for which in ("next", "this", "last", "coming")
}
_AGO = {
    f"{unit} ago": [f"{count} {unit}s ago" for count in (*dates._NUMBERS, 0, 1, 12, 400, 999)]
    for unit in ("day", "week", "month", "year")
}
ROWS = {**_LISTED, **_WEEKDAYS, **_AGO}
ENDS = [
    said
    for days in (*range(9), 30, 31, 364, 365, 366)
    for said in (date.min + timedelta(days), date.max - timedelta(days))
]


@pytest.mark.slow
@pytest.mark.parametrize("phrases", ROWS.values(), ids=ROWS)
def test_every_row_is_dated_at_the_ends_of_the_calendar(phrases: list[str]) -> None:
    for phrase in phrases:
        for said in ENDS:
            once = dated(f"Was there {phrase}", said)
            assert phrase not in once and once.endswith(")"), said
            assert dated(once, SAID) == once, said


@pytest.mark.slow
def test_weekdays_go_on_beyond_the_calendar() -> None:
    """The calendar repeats every 400 years, to the weekday; so do the dates of every row."""
    for phrase in (phrase for phrases in ROWS.values() for phrase in phrases):
        for said in ENDS:
            far = said.replace(year=said.year + (4000 if said.year < 5000 else -4000))
            expected, found = dated(f"({phrase})", far), dated(f"({phrase})", said)
            assert _shifted(found, far.year - said.year) == expected, (phrase, said)


def _shifted(fact: str, years: int) -> str:
    return re.sub(r"-?\d{4,}", lambda found: f"{int(found[0]) + years:04d}", fact, count=1)


_words = st.sampled_from(
    [
        *DATED,
        *STAYS,
        "tomorrow",
        "just",
        "just moved",
        "next week",
        "(",
        ")",
        "'s",
        "明日",
        "two",
        "ago",
        "Today",
        "Two days ago",
    ]
)
facts = st.one_of(st.text(), st.lists(_words, max_size=4).map(" ".join))


@given(facts, st.dates())
@example("Вышла на пенсию в прошлом году", date.min)
@example("Today Two days ago", SAID)
@example("明日tomorrow", SAID)
@example("Today HAS JUST 0ED", SAID)
def test_a_fact_is_dated_once(fact: str, said: date) -> None:
    once = dated(fact, said)
    assert dated(once, said) == once
    assert dated(once, date(2031, 1, 1)) == once, "the next day it says no other"
    assert dated(fact, said) == once
