"""Times in German, Spanish, French, Russian and Chinese, put into English for `dates`. Pure.

"Was las ich letzten Sommer?" becomes "was las ich last summer?". A word of two meanings is taken
for a time only where the words around it say so: "hier" is yesterday in "qu'ai-je dit hier?", and
no time in "was steht hier?".
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from ..profile.expiry_words import MONTHS
from ..text.languages import MONTHS as ENGLISH_MONTHS
from ..text.patterns import regex

_MARKS = str.maketrans("áàâäãéèêëíìîïóòôöõúùûüñçё’", "aaaaaeeeeiiiiooooouuuuncе'")

_LONG = {
    "day": r"tage?n?|dias?|jours?|день|дня|дней",
    "week": r"wochen?|semanas?|semaines?|недел\w{1,3}",
    "month": r"monate?n?|mes(?:es)?|mois|месяц\w*",
    "year": r"jahre?n?|anos?|ans?|annees?|год\w*|лет",
}
_SEASONS = {
    "spring": r"fruhlings?|fruhjahrs?|primavera|printemps|весн\w{1,2}",
    "summer": r"sommers?|verano|ete|лет(?:о|ом|а)",
    "autumn": r"herbst(?:es)?|otono|automne|осен\w{1,3}",
    "winter": r"winters?|invierno|hiver|зим\w{1,2}",
}
_DAYS = {
    "weekend": r"wochenendes?|fin(?:es)? de semana|week-?end|выходн\w{2,3}",
    "monday": r"montags?|lunes|lundi|понедельник\w?",
    "tuesday": r"dienstags?|martes|mardi|вторник\w?",
    "wednesday": r"mittwochs?|miercoles|mercredi|сред[ауы]",
    "thursday": r"donnerstags?|jueves|jeudi|четверг\w?",
    "friday": r"freitags?|viernes|vendredi|пятниц\w",
    "saturday": r"samstags?|sonnabends?|sabado|samedi|суббот\w",
    "sunday": r"sonntags?|domingo|dimanche|воскресень\w",
}
_UNITS = _LONG | _SEASONS | _DAYS
_COUNTS = {
    "1": "einem|einer|un|une|una|один|одну",
    "2": "zwei|dos|deux|два|две",
    "3": "drei|tres|trois|три",
    "4": "vier|cuatro|quatre|четыре",
    "5": "funf|cinco|cinq|пять",
    "6": "sechs|seis|six|шесть",
}
_LAST = r"(?:letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?|прошл\w{2,3})"
_LAST_AFTER = r"(?:pasad[oa]s?|derniere?|passee?)"
_THIS = r"(?:diese[nmrs]?|est[ea]|cet(?:te)?|ce|эт(?:о[йтм]|у|им|ого))"
_BEFORE = (
    r"(?:im|am|vom|zum|seit|bis|ab|anfang|mitte|ende|en|el|del?|desde|hasta|au|du|des|depuis"
    r"|debut|fin|mi|avant|в|во|с|до|к|начал[еао]|конц[еау])[ -](?:el |de |du |l'|d')?"
)
_YEAR = r"((?:19|20)\d\d)"
_FRENCH = regex(r"\b(?:qu'|j'|l'|c'|(?:je|tu|nous|que|quoi|quel\w*)\b)|-(?:je|tu|on|nous)\b")

# A text of plain letters without one of these words is English, or has no time.
_SIGNS = frozenset(
    """
    im am vom zum seit bis ab vor anfang mitte ende letzten letzte letztes letzter letztem
    vergangenen vergangene vergangenes voriges vorigen vorige diesen diese dieses dieser diesem
    gestern vorgestern heute ich wir habe
    en el de del desde hasta hace ayer anteayer hoy pasado pasada este esta
    au du des depuis debut fin mi avant hier il y le derniere dernier passe passee ce cet cette
    aujourd
    """.split()
)
# How the words of times begin: without any, no rule is compiled, as that takes a while.
_BEGINNINGS = tuple(
    """
    tag dia jour д woche sem недел monat mes mois месяц jahr ano an год лет fruh primavera
    print весн somm verano ete herbst otono automne осен winter invierno hiver зим fin week
    выходн montag lunes lundi понед dienstag mar втор mittwoch mier merc сред donn juev jeud
    четв frei vier vend пят sams sonn sab sam субб dom dim воскр gest vorgest heute ayer anteayer
    hoy hier aujourd avant вчера позавчера сегодня 19 20
    """.split()
)
_CHARACTERS = frozenset("年月天日晚周期拜春夏秋冬")
_WORD = regex(r"\w+")

_NUMERALS = "一二三四五六七八九十"
_WEEK = r"(?:周|个?星期|个?礼拜)"
_CHINESE_UNITS = {
    "天": "day",
    "周": "week",
    "期": "week",
    "拜": "week",
    "月": "month",
    "年": "year",
}
_CHINESE_SEASONS = dict(zip("春夏秋冬", _SEASONS, strict=True))
_CHINESE_DAYS = dict(zip("末一二三四五六日", _DAYS, strict=True)) | {"天": "sunday"}

_Put = Callable[[re.Match[str]], str]


def in_english(text: str) -> str:
    """Return the text in lower case, without marks on Latin letters, with its times in English."""
    found = text.lower().translate(_MARKS)
    if not _may_have_times(found):
        return found
    for pattern, put in _rules():
        found = pattern.sub(put, found)
    return re.sub(r"\bhier\b", "yesterday", found) if _FRENCH.search(found) else found


def _may_have_times(text: str) -> bool:
    """Whether a text may name a time in another language: quick, and right where it says no."""
    words = _WORD.findall(text)
    if text.isascii() and _SIGNS.isdisjoint(words):
        return False
    return (
        any(word.startswith(_BEGINNINGS) for word in words)
        or not _CHARACTERS.isdisjoint(text)
        or not _months().keys().isdisjoint(words)
    )


@cache
def _rules() -> list[tuple[re.Pattern[str], _Put]]:
    rules = [*_chinese(), *_relative(), *_named()]
    return [(re.compile(pattern), put) for pattern, put in rules]


def _relative() -> Iterator[tuple[str, _Put]]:
    """Times that depend on the day of the question."""
    count = rf"(\d{{1,3}}|{'|'.join(_COUNTS.values())})"
    long, units, days = (_any(words) for words in (_LONG, _UNITS, _DAYS))
    months = "|".join(_months())
    yield r"\b(?:vorgestern|anteayer|avant-hier|позавчера)\b", lambda _: "2 days ago"
    yield r"\b(?:gestern|ayer|вчера)\b", lambda _: "yesterday"
    yield r"\b(?:heute|hoy|aujourd'hui|сегодня)\b", lambda _: "today"
    yield rf"\b(?:vor|hace|il y a) {count} ({long})\b", _ago
    yield rf"\b(?:{count} )?({long}) назад\b", _ago
    yield rf"\b{_LAST} ({units}|{months})\b", _last
    yield rf"\b({units}|{months}) {_LAST_AFTER}\b", _last
    yield rf"\b{_THIS} ({units})\b", lambda match: f"this {_unit(match[1])}"
    yield rf"\b(?:am|el|le|во?|на) ({days})\b", _last


def _named() -> Iterator[tuple[str, _Put]]:
    """Seasons, months and years."""
    names, seasons = "|".join(_months()), _any(_SEASONS)
    after = rf"(?:\.?,? (?:del? )?{_YEAR}(?: года?)?)?"
    yield (
        rf"\b{_BEFORE}(?:la |l')?({seasons})\b(?: (?:del? )?{_YEAR})?",
        lambda match: f"in {_unit(match[1])} {match[2] or ''}",
    )
    yield r"\b(?:весной|летом|осенью|зимой)\b", lambda match: f"in {_unit(match[0])}"
    yield (
        rf"\b(\d{{1,2}})(?:\.|er|-?го)? (?:de )?({names})\b{after}",
        lambda match: f"{match[1]} {_month(match[2])} {match[3] or ''}",
    )
    yield rf"\b{_BEFORE}({names})\b{after}", lambda m: f"in {_month(m[1])} {m[2] or ''}"
    yield (
        rf"(?<!\d )(?<!in )\b({names})\.?,? (?:del? )?{_YEAR}\b",
        lambda match: f"in {_month(match[1])} {match[2]}",
    )
    yield (
        rf"\b(?:jahre?s?|ano|annee|{_BEFORE}) ?{_YEAR}\b|\b{_YEAR}(?= год)",
        lambda match: f"in {match[1] or match[2]}",
    )
    yield rf"\b(ich|wir|habe) {_YEAR}\b", lambda match: f"{match[1]} in {match[2]}"


def _chinese() -> Iterator[tuple[str, _Put]]:
    number = rf"(\d{{1,3}}|[{_NUMERALS}两]{{1,2}})"
    last, this = r"(?:上个?|去)", r"(?:这个?|本|今)"
    yield "去年([春夏秋冬])[天季]?", lambda m: f" last year's {_CHINESE_SEASONS[m[1]]} "
    yield "前天", lambda _: " 2 days ago "
    yield "昨[天晚日]", lambda _: " yesterday "
    yield "今[天日]", lambda _: " today "
    yield (
        rf"{number}(天|{_WEEK}|个?月|年)之?前",
        lambda match: f" {_number(match[1])} {_CHINESE_UNITS[match[2][-1]]}s ago ",
    )
    yield rf"(?:上{_WEEK}|{_WEEK})([末一二三四五六日天])", lambda m: f" last {_CHINESE_DAYS[m[1]]} "
    yield rf"{last}({_WEEK}|月|年)", lambda m: f" last {_CHINESE_UNITS[m[1][-1]]} "
    yield rf"{this}({_WEEK}|月|年)", lambda m: f" this {_CHINESE_UNITS[m[1][-1]]} "
    yield r"([春夏秋冬])[天季]", lambda match: f" in {_CHINESE_SEASONS[match[1]]} "
    yield (
        rf"(?:{_YEAR}年)?(?<!个)(\d{{1,2}}|[{_NUMERALS}]{{1,2}})月(?:(\d{{1,2}})[日号])?",
        _chinese_date,
    )
    yield rf"{_YEAR}年", lambda match: f" in {match[1]} "


def _chinese_date(match: re.Match[str]) -> str:
    number = _number(match[2])
    if not 1 <= number <= 12:
        return match[0]
    named = f"{ENGLISH_MONTHS[number - 1].lower()} {match[1] or ''}"
    return f" {match[3]} {named} " if match[3] else f" in {named} "


def _ago(match: re.Match[str]) -> str:
    count = match[1] or "1"
    number = next((n for n, words in _COUNTS.items() if re.fullmatch(words, count)), count)
    return f"{number} {_unit(match[2])}s ago"


def _last(match: re.Match[str]) -> str:
    return f"last {_month(match[1]) or _unit(match[1])}"


def _unit(word: str) -> str:
    return next(name for name, words in _UNITS.items() if re.fullmatch(words, word))


def _month(word: str) -> str:
    number = _months().get(word)
    return ENGLISH_MONTHS[number - 1].lower() if number else ""


@cache
def _months() -> dict[str, int]:
    """The names of months in all languages, with their numbers."""
    return {name.translate(_MARKS): number for name, number in MONTHS.items()}


def _any(words: Mapping[str, str]) -> str:
    return "|".join(words.values())


def _number(numeral: str) -> int:
    """The number of a Chinese numeral up to 19, or of figures."""
    if numeral.isdigit():
        return int(numeral)
    values = {each: number for number, each in enumerate(_NUMERALS, 1)} | {"两": 2}
    return sum(values[each] for each in numeral)
