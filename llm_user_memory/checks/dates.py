"""Replaces relative days in a fact by dates, since "tomorrow" is true for one day only. Pure.

A model is asked to write dates; this handles the answers of models that do not. Words that are
not in the tables stay as they are: no date is better than a wrong one.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from ..text.languages import CHINESE_AND_JAPANESE, WEEKDAYS
from ..text.patterns import regex

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WEEKDAYS = tuple(map(str.lower, WEEKDAYS))
# After these "明日" is part of a name: 明日香 is Asuka.
_NAME_SUFFIXES = "香菜奈美子花"
_PARTICLES = "(?:에|은|는|도|부터|까지)"  # Korean, written without a space after the word

# Words for one day, by the number of days ahead. A phrase stands before the phrases it contains.
# They match only in lower case, or as the first word: "USA Today" is not a day.
_DAYS = {
    2: "the day after tomorrow, day after tomorrow, übermorgen, pasado mañana, après-demain, "
    "dopodomani, depois de amanhã, overmorgen, pojutrze, послезавтра, 明後日, あさって, 后天, 모레",
    -2: "the day before yesterday, day before yesterday, vorgestern, anteayer, avant-hier, "
    "l'altro ieri, anteontem, eergisteren, przedwczoraj, позавчера, 一昨日, 前天, 그저께",
    1: "tomorrow morning, tomorrow evening, tomorrow night, tomorrow, demain, domani, amanhã, "
    "jutro, завтра, 明日, 明天, 내일, غدًا, غدا",
    0: "this morning, this afternoon, this evening, tonight, today, heute, hoy, aujourd'hui, "
    "oggi, hoje, vandaag, dzisiaj, dziś, сегодня, 今日, 今天, 오늘, اليوم",
    -1: "yesterday, last night, gestern, ayer, hier soir, ieri, ontem, gisteren, wczoraj, "
    "вчера, 昨日, 昨天, 어제, أمس",
}
# Words for one week, month or year, by the number of them ahead.
_SPANS = {
    ("week", 2): "the week after next, week after next, übernächste Woche, 再来週, 下下周",
    ("week", 1): "next week, nächste Woche, la próxima semana, próxima semana, "
    "la semana que viene, la semaine prochaine, la prossima settimana, na próxima semana, "
    "semana que vem, "
    "volgende week, w przyszłym tygodniu, на следующей неделе, 来週, 下周, 다음 주",
    ("week", 0): "this week, diese Woche, esta semana, cette semaine, questa settimana, "
    "deze week, w tym tygodniu, на этой неделе, 今週, 本周, 이번 주",
    ("week", -1): "last week, letzte Woche, la semana pasada, la semaine dernière, "
    "la settimana scorsa, na semana passada, vorige week, w zeszłym tygodniu, "
    "на прошлой неделе, 先週, 上周, 지난주",
    ("month", 1): "next month, nächsten Monat, el próximo mes, el mes que viene, "
    "le mois prochain, il mese prossimo, no próximo mês, "
    "mês que vem, volgende maand, w przyszłym miesiącu, "
    "в следующем месяце, 来月, 下个月, 다음 달",
    ("month", 0): "this month, diesen Monat, este mes, ce mois-ci, questo mese, este mês, "
    "deze maand, w tym miesiącu, в этом месяце, 今月, 这个月, 이번 달",
    ("month", -1): "last month, letzten Monat, el mes pasado, le mois dernier, il mese scorso, "
    "no mês passado, vorige maand, w zeszłym miesiącu, в прошлом месяце, 先月, 上个月, 지난달",
    ("year", 1): "next year, nächstes Jahr, el próximo año, el año que viene, "
    "l'année prochaine, l'anno prossimo, no próximo ano, "
    "ano que vem, volgend jaar, w przyszłym roku, "
    "в следующем году, 来年, 明年, 내년",
    ("year", 0): "this year, dieses Jahr, este año, cette année, quest'anno, este ano, "
    "dit jaar, w tym roku, в этом году, 今年, 올해",
    ("year", -1): "last year, letztes Jahr, el año pasado, l'année dernière, l'anno scorso, "
    "no ano passado, vorig jaar, w zeszłym roku, в прошлом году, 去年, 작년",
}
# A habit has no date.
_HABIT = regex(
    r"\b(?:always|never|ever|every|each|usually|often|sometimes|daily|weekly|immer|nie|jede[nrs]?"
    r"|täglich|siempre|nunca|cada|toujours|jamais|chaque|sempre|mai|ogni|altijd|nooit|elke"
    r"|zawsze|nigdy|każd\w+|всегда|никогда|кажд\w+)\b|毎|每|항상|매일",
    re.I,
)
# "Just moved" becomes "moved (2026-11)".
_JUST = regex(
    r"(?:\A|(?P<and>\b(?:and|but) )|\b(?:has|have|had) )(?:just|recently|lately) "
    r"(?=\w+ed\b|got\b|began\b|took\b|became\b|left\b|quit\b|bought\b|sold\b|won\b|lost\b"
    r"|met\b|built\b|gave\b)",
    re.I,
)

_WITH_POSSESSIVE = r"(?:['’]s\b)?"
_NOT_POSSESSIVE = r"(?!['’]s\b)"

_Meaning = Callable[[re.Match[str], date], tuple[str, date]]
"""A function of (match, day of saying) that returns a unit and a day in it.

The unit is day, week, month or year. For a week the day is its Monday.
"""


def dated(fact: str, said_on: date) -> str:
    """Return the fact with dates in the place of relative days, computed from the day `said_on`.

    It is idempotent: replacing one word may complete another phrase, so the tables are applied
    until nothing changes.
    """
    return fact if _HABIT.search(fact) else with_dates(fact, said_on)


def with_dates(fact: str, said_on: date) -> str:
    """Return the text with dates in the place of relative days, even if it describes a habit."""
    before = None
    while fact != before:
        before = fact
        for phrases, possessive, meaning in _PHRASES:
            # Compiling all of them takes a tenth of a second, and few facts need any.
            if _has_any_of(phrases, fact):
                fact = _with_dates(fact, _any_of(phrases, possessive), meaning, said_on)
        for pattern, meaning in _COUNTED:
            fact = _with_dates(fact, pattern, meaning, said_on)
        fact = _without_just(fact, said_on)
    return fact


def _with_dates(fact: str, pattern: re.Pattern[str], meaning: _Meaning, said_on: date) -> str:
    # The calendar repeats every 400 years, weekdays included. Computing in the years 2000 to 2399
    # keeps dates near the ends of the calendar in the range of `date`.
    later = 2000 + said_on.year % 400 - said_on.year

    def date_of(match: re.Match[str]) -> str:
        unit, day = meaning(match, said_on.replace(year=said_on.year + later))
        found = _written(unit, day, day.year - later)
        in_brackets = fact[: match.start()].endswith("(") and fact[match.end() :].startswith(")")
        return found if in_brackets else f"({found})"

    return pattern.sub(date_of, fact)


def _written(unit: str, day: date, year: int) -> str:
    """The day, week, month or year as text. The year before 1 is 0000, as in ISO 8601."""
    years = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if unit == "year":
        return years
    if unit == "month":
        return f"{years}-{day:%m}"
    return f"{'week of ' if unit == 'week' else ''}{years}-{day:%m-%d}"


def _without_just(fact: str, said_on: date) -> str:
    """The fact without "just": the month is appended to it instead."""
    bare = fact
    while (shorter := _JUST.sub(lambda match: match["and"] or "", bare)) != bare:
        bare = shorter
    if bare == fact:
        return fact
    return f"{bare[:1].upper()}{bare[1:]} ({said_on.year}-{said_on.month:02d})"


def _has_any_of(phrases: str, fact: str) -> bool:
    lowered = fact.lower()
    return any(phrase in lowered for phrase in _listed(phrases.lower()))


@cache
def _listed(phrases: str) -> list[str]:
    return [phrase.strip() for phrase in phrases.split(",")]


@cache
def _any_of(phrases: str, possessive: str) -> re.Pattern[str]:
    listed = _listed(phrases)
    words = "|".join(map(re.escape, [*listed, *(phrase.lower() for phrase in listed)]))
    firsts = "|".join(re.escape(phrase[0].upper() + phrase[1:]) for phrase in listed)
    # Chinese and Japanese have no spaces between words.
    start = rf"(?<=[{CHINESE_AND_JAPANESE}])|(?<!\w)"
    edge = (
        rf"(?=[{CHINESE_AND_JAPANESE}])|(?={_PARTICLES}(?!\w))"
        rf"|(?<=[{CHINESE_AND_JAPANESE}])(?=\d)|(?!\w)"
    )
    # Before another capitalized word the first word begins a name: "Today Show producer".
    first = rf"\A(?:{firsts})(?! (?!I\b)[A-Z])"
    return re.compile(
        rf"(?:{start})(?:(?:{words})|{first}){possessive}(?![{_NAME_SUFFIXES}])(?:{edge})"
    )


def _day(ahead: int) -> _Meaning:
    return lambda _match, said_on: ("day", said_on + timedelta(ahead))


def _span(unit: str, ahead: int) -> _Meaning:
    return lambda _match, said_on: (unit, _span_ahead(said_on, unit, ahead))


def _span_ahead(said_on: date, unit: str, ahead: int) -> date:
    """The first day of the week or month that is `ahead` units away; for a year, a day in it."""
    if unit == "week":
        return said_on + timedelta(7 * ahead - said_on.weekday())
    months = said_on.year * 12 + said_on.month - 1 + ahead * (12 if unit == "year" else 1)
    return date(months // 12, months % 12 + 1, 1)


def _weekday(match: re.Match[str], said_on: date) -> tuple[str, date]:
    ahead = (_WEEKDAYS.index(match[2].lower()) - said_on.weekday()) % 7
    return "day", said_on + timedelta(ahead - 7 if match[1] == "last" else ahead or 7)


def _ago(match: re.Match[str], said_on: date) -> tuple[str, date]:
    number, unit = match[1].lower(), match[2].lower()
    count = int(number) if number.isdigit() else _NUMBERS.index(number) + 1
    return unit, said_on - timedelta(count) if unit == "day" else _span_ahead(said_on, unit, -count)


_PHRASES: tuple[tuple[str, str, _Meaning], ...] = (
    # "Today's news" has no date: it is the news of any day.
    *(
        (words, _WITH_POSSESSIVE if ahead else _NOT_POSSESSIVE, _day(ahead))
        for ahead, words in _DAYS.items()
    ),
    *((words, _WITH_POSSESSIVE, _span(*span)) for span, words in _SPANS.items()),
)
_COUNTED: tuple[tuple[re.Pattern[str], _Meaning], ...] = (
    (regex(rf"\b(next|this|last|coming) ((?i:{'|'.join(_WEEKDAYS)}))\b"), _weekday),
    (
        regex(rf"\b(\d{{1,3}}|{'|'.join(_NUMBERS)}) (day|week|month|year)s? ago\b", re.I),
        _ago,
    ),
)
