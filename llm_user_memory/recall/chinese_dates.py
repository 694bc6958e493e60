"""Translates times in Chinese into English, for `dates`. Pure."""

import re
from collections.abc import Iterator

from ..text.languages import MONTHS, WEEKDAYS
from .date_translation import Put

_YEAR = r"((?:19|20)\d\d)"
_NUMERALS = "一二三四五六七八九十"
_WEEK = r"(?:周|个?星期|个?礼拜)"
_COUNT = rf"(\d{{1,3}}|[{_NUMERALS}两]{{1,2}}|几)"
_UNITS = {
    "天": "day",
    "周": "week",
    "期": "week",
    "拜": "week",
    "月": "month",
    "年": "year",
}
_SEASONS = dict(zip("春夏秋冬", ("spring", "summer", "autumn", "winter"), strict=True))
_DAYS = {"末": "weekend", "天": "sunday"} | {
    sign: day.lower() for sign, day in zip("一二三四五六日", WEEKDAYS, strict=True)
}


def rules() -> Iterator[tuple[str, Put]]:
    """Yield (expression, replacement), in the order of application."""
    yield from _times()
    yield from _relations()


def _times() -> Iterator[tuple[str, Put]]:
    number = rf"(\d{{1,3}}|[{_NUMERALS}两]{{1,2}})"
    last, this = r"(?:上个?|去)", r"(?:这个?|本|今)"
    yield "去年([春夏秋冬])[天季]?", lambda m: f" last year's {_SEASONS[m[1]]} "
    yield "前天", lambda _: " 2 days ago "
    yield "前年", lambda _: " the year before last "
    yield rf"上上({_WEEK}|个?月)", lambda m: f" the {_UNITS[m[1][-1]]} before last "
    yield (
        rf"(?:在|于)?(?:(?:最近|过去|近)的?(?:这)?|[这前](?=几)){_COUNT}(天|{_WEEK}|个?月|年)[里内间]?",
        _rolling,
    )
    yield "昨[天晚日]", lambda _: " yesterday "
    yield "今[天日]", lambda _: " today "
    yield (
        rf"(?<!\d){number}(天|{_WEEK}|个月|年)之?前",
        lambda match: f" {_number(match[1])} {_UNITS[match[2][-1]]}s ago ",
    )
    yield rf"(?:上{_WEEK}|{_WEEK})([末一二三四五六日天])", lambda m: f" last {_DAYS[m[1]]} "
    yield rf"{last}({_WEEK}|月|年)", lambda m: f" last {_UNITS[m[1][-1]]} "
    yield rf"{this}({_WEEK}|月|年)", lambda m: f" this {_UNITS[m[1][-1]]} "
    yield r"([春夏秋冬])[天季]", lambda match: f" in {_SEASONS[match[1]]} "
    yield (
        rf"(?:{_YEAR}年)?(?<!个)(\d{{1,2}}|[{_NUMERALS}]{{1,2}})月(?:(\d{{1,2}})[日号])?",
        _date,
    )
    yield rf"{_YEAR}年", lambda match: f" in {match[1]} "


def _relations() -> Iterator[tuple[str, Put]]:
    """Rules for words before or after a time that is already in English."""
    time = r" *((?:in|last|this|yesterday|today|\d)[a-z0-9' -]{0,24}?) *"
    yield rf"[从自]{time}[到至](?:现在|目前|如今)", lambda match: f" since {match[1]} "
    yield rf"[从自]{time}[到至]{time}(?![a-z0-9])", lambda m: f" from {m[1]} to {m[2]} "
    yield (
        rf"(?:直到|截至|截止到?|到(?=[^为]{{1,28}}为止)){time}(?:为止|(?![a-z0-9' -]))",
        (lambda match: f" until {match[1]} "),
    )
    yield (
        rf"(?:自从|[从自]){time}(?:以来|以后|之后|开始|起|后|(?![a-z0-9' -]))",
        (lambda match: f" since {match[1]} "),
    )
    for relation, words in {
        "since": "以来|开始|起",
        "before": "之前|以前|前",
        "after": "之后|以后|后",
    }.items():
        yield rf"(?<![a-z0-9]){time}(?:{words})", _relating(relation)


def _relating(relation: str) -> Put:
    return lambda match: f" {relation} {match[1]} "


def _rolling(match: re.Match[str]) -> str:
    count = "few" if match[1] == "几" else _number(match[1])
    return f" in the last {count} {_UNITS[match[2][-1]]}s "


def _date(match: re.Match[str]) -> str:
    number = _number(match[2])
    if not 1 <= number <= 12:
        return match[0]
    named = f"{MONTHS[number - 1].lower()} {match[1] or ''}"
    return f" {match[3]} {named} " if match[3] else f" in {named} "


def _number(numeral: str) -> int:
    """The value of a Chinese numeral up to 19, or of digits."""
    if numeral.isdigit():
        return int(numeral)
    values = {each: number for number, each in enumerate(_NUMERALS, 1)} | {"两": 2}
    return sum(values[each] for each in numeral)
