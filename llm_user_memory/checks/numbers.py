"""The numbers that the user's words give: figures, words, sums, ages, spans of years. Pure.

"Two girls and a boy" gives 3 for children, "married 10 years" gives the year, "90s" gives 1990.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import islice
from unicodedata import normalize

from ..text.patterns import regex
from ..text.vocabulary import calendar, plain
from . import ordinals
from .counts import sums_and_lengths
from .mentions import lowered
from .numerals import (
    ages,
    ascii_digits,
    chinese_number,
    decimals,
    digits,
    earlier_ages,
    lower_plain,
    meant_numbers,
    number_of,
    numbers,
    only_ages,
    plain_list,
    without_grouping,
)

_AFTERNOON = regex(
    rf"(?<![\d:.])(?<!halb )(\d\d?)(?:[:.h]?[0-5]\d)?(?: ?(?:uhr|h|o['’]?clock))? ?"
    rf"(?:{calendar.AFTER_NOON})"
    rf"|(?:{calendar.BEFORE_NOON}) ?(?:(?:um|at|gegen|в) )?(\d\d?|[一二三四五六七八九十]{{1,2}})"
    r"(?![\d年月岁])",
    re.I,
)
# A time without a sign between hour and minutes: "445am", "1030 uhr".
_JOINED_TIME = regex(r"(?<![\d:.,])([01]?\d|2[0-3])([0-5]\d) ?(?:([ap])\.?m\b|uhr\b|h\b)", re.I)
_PART_OF_HOUR = regex(
    rf"\b(?:(?P<half_to>{calendar.HALF_TO})|{calendar.QUARTER_TO}) (?P<after>\w+)"
    rf"|\b(?P<before>\w+) (?:{calendar.QUARTER_TO})\b|(?P<half>{calendar.HALF_PAST})"
    rf"|(?:{calendar.QUARTER})"
)
_AFTER_NOON = regex(calendar.AFTER_NOON)
_NEAR = 20  # characters after an hour in which "in the afternoon" is searched
_AND_A_HALF = regex(rf"{calendar.AND_A_HALF}|{calendar.ONE_AND_A_HALF}")
_DECADE = regex(r"(?<!\d)['’]?(\d0)['’]?(?:s|er)\b|(\d0)年代")
_SHORT_YEAR = regex(
    r"(?:['’]|\b(?:in|since|of|from|class of|seit|desde|en|с|в) ['’]?)(\d\d)(?![\d:.,%])"
)
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_IS_AGED = regex(
    r"\b(?:is|aged|ist|a|tiene|ему|ей)? ?(\d{1,3}) (?:years? old|jahre alt|anos|ans"
    r"|лет)\b|\b(?:is|aged) (\d{1,3})$|(\d{1,3}) ?岁"
)
_TELLS_AN_AGE = regex(r"\b(?:years? old|jahre alt|\w*jahrig\w*)\b")
_LOST = regex(
    r"\b(?:lost|down|dropped|less|abgenommen|weniger|perdi\w*|bajad\w+|baje|perdu|похуде\w+|сбросил\w*)\b|瘦|减"
)
_MOST = 12
_WILL_BE = regex(
    r"\b(?:turning|will (?:be|turn)|(?:going|about) to (?:be|turn)|werde|wird|cumplo"
    r"|cumplire|voy a cumplir|vais avoir"
    r"|aurai|исполнится|будет|快|马上|即将|就要)(?: bald| soon| demnachst)? (\d{1,3})\b"
)


def given_numbers(text: str, said_on: date) -> set[str]:
    """Return every number, in digits, that the user's words can mean on the day they were said."""
    text = normalize("NFKC", text)
    found = {
        *("0", "1"),
        *numbers(text),
        *map(ascii_digits, digits(text)),
        *_times(text),
        *meant_numbers(text),
        *_multiples(text),
        *sums_and_lengths(text),
        *_differences(text),
        *_birthdays(text),
        *(str(number) for number in _spans(text, said_on)),
    }
    for short, chinese in _DECADE.findall(text):
        found |= {f"{century}{short or chinese}" for century in ("19", "20")}
    for short in _SHORT_YEAR.findall(text.lower()):
        found |= {f"{century}{short}" for century in ("19", "20")}
    return found


def _birthdays(text: str) -> Iterator[str]:
    """The ages of birthdays that are counted in words: 65 for "my sixty-fifth birthday"."""
    for ten, one in _BIRTHDAY.findall(plain(text)):
        tens = 10 * (_TENS.index(ten.replace("ieth", "y")) + 2) if ten else 0
        ones = ordinals.number_of(one) if one else 0
        if ones is not None and tens + ones:
            yield str(tens + ones)


_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_BIRTHDAY = regex(
    rf"\b(?:({'|'.join(_TENS)}|{'|'.join(ten[:-1] + 'ieth' for ten in _TENS)}) ?)?"
    r"(\w{2,8}(?:st|nd|rd|th)(?<!ieth))? ?(?:birthday|bday)\b"
)


def is_not_yet(fact: str, typed: str) -> bool:
    """Tell whether the fact states an age that the user only says somebody will have."""
    wanted = {int(part) for groups in _IS_AGED.findall(plain(fact)) for part in groups if part}
    if not wanted:
        return False
    ahead = {int(age) for age in _WILL_BE.findall(plain(typed))}
    rest = _WILL_BE.sub(" ", plain_list(typed))
    return bool(wanted & ahead - set(ages(rest)))


def wrong_decimal(fact: str, typed: str) -> str:
    """Return the first decimal of the fact that the user did not give, or "".

    "" too if the user gave no decimals at all.
    """
    if not (told := decimals(fact)):
        return ""
    said = decimals(typed)
    return next((found for found in told if said and found not in said), "")


def has_other_unit(fact: str, typed: str) -> bool:
    """Tell whether a number has another unit of time in the fact than in the user's words."""
    if not (pairs := [*_pairs_with_units(fact)]):
        return False
    said = {age: {"year"} for age in only_ages(typed)} | _with_units(typed)
    return any(number in said and unit not in said[number] for number, unit in pairs)


def has_other_length(fact: str, typed: str) -> bool:
    """Tell whether the fact counts years by a number that has no unit in the user's words.

    "Taught for 58 years" for "i'm 58, taught for 30 years". An age needs no unit.
    """
    if not (pairs := [*_pairs_with_units(fact)]):
        return False
    if _IS_AGED.search(plain(fact)) or only_ages(fact) or _TELLS_AN_AGE.search(plain(fact)):
        return False
    if _has_number_of_a_unit(fact, typed):
        return True
    said = set(_pairs_with_units(typed))
    units = {unit for _number, unit in said}
    written = {ascii_digits(found) for found in digits(typed)}
    return any(pair not in said and pair[1] in units and pair[0] in written for pair in pairs)


def _has_number_of_a_unit(fact: str, typed: str) -> bool:
    """Tell whether the fact takes an ordinal for a duration: "four years" for "year 4"."""
    named = set(_NUMBER_OF.findall(plain(typed))) - {pair[0] for pair in _pairs_with_units(typed)}
    return any(number in named for number, _unit in _pairs_with_units(fact))


_NUMBER_OF = regex(
    r"\b(?:years?|yr|grade|class|weeks?|month|day|level|klasse|semester) (\d{1,3})\b"
)


def _times(text: str) -> Iterator[str]:
    """The hours and minutes of the times in a text, also on the 24-hour clock."""
    for after, before in _AFTERNOON.findall(lowered(text)):
        hour = number_of(after or before) or chinese_number(before)
        if hour and hour < 12:
            yield str(hour + 12)
    for hour, minutes, half in _JOINED_TIME.findall(text.lower()):
        yield from (ascii_digits(hour), ascii_digits(minutes))
        if half:
            yield str(int(hour) % 12 + (12 if half == "p" else 0))
    for match in islice(_PART_OF_HOUR.finditer(lower_plain(text)), _MOST):
        yield from ("30",) if match["half"] or match["half_to"] else ("15", "45")
        if hour := number_of(match["after"] or match["before"] or ""):
            is_late = _AFTER_NOON.search(match.string, match.end(), match.end() + _NEAR)
            yield str(hour + 11 if is_late and hour < 12 else hour - 1)
    if _AND_A_HALF.search(lower_plain(text)):
        yield "5"


def _multiples(text: str) -> Iterator[str]:
    bare = without_grouping(text)
    for pattern, factor in _multiple_patterns():
        for whole, part, word in islice(pattern.findall(lowered(bare)), _MOST):
            number = int(whole) if whole else number_of(word) or chinese_number(word) or 0
            yield str(number * factor + int(part.ljust(3, "0") or 0) * factor // 1_000)


@cache
def _multiple_patterns() -> list[tuple[re.Pattern[str], int]]:
    return [
        (
            re.compile(
                rf"(?:(?<![\d.,])(\d{{1,12}})(?:[.,](\d{{1,3}}))? ?"
                r"|(?<![^\W_])([^\W\d_]{1,15}?) ?)"
                rf"(?:{words})(?![a-zа-я{_CHINESE}])"
            ),
            factor,
        )
        for factor, words in calendar.MULTIPLIERS.items()
    ]


def _differences(text: str) -> Iterator[str]:
    """All differences of two numbers, if the text says that somebody lost part of something."""
    if _LOST.search(plain(text)):
        said = [int(number) for number in islice(numbers(text), _MOST) if len(number) < 5]
        yield from (str(one - other) for one in said for other in said if one > other)


def _spans(text: str, said_on: date) -> Iterator[int]:
    """The years that the durations and ages of the text mean, and the years since each year."""
    yield from (said_on.year - int(year) for year in _YEAR.findall(text))
    for number in years_said(text):
        yield said_on.year - number
    for age in (now := ages(text)):
        yield from (said_on.year - age, said_on.year - age - 1)
    for years in {age - then for age in now for then in earlier_ages(text) if then < age}:
        yield from (said_on.year - years, said_on.year - years - 1, said_on.year - years + 1)


def years_said(text: str) -> list[int]:
    """Return the durations in years in the text: 10 for "for ten years", 40 for "40 лет"."""
    return [int(number) for number, unit in _pairs_with_units(text) if unit == "year"]


def months_said(text: str) -> list[int]:
    """Return the durations in months in the text: 18 for "18 months on the 20th"."""
    return [int(number) for number, unit in _pairs_with_units(text) if unit == "month"]


def _pairs_with_units(text: str) -> Iterator[tuple[str, str]]:
    for pattern, unit in _unit_patterns():
        for word in pattern.findall(lower_plain(text)):
            if (number := number_of(word)) is None:
                number = chinese_number(word)
            if number is not None:
                yield str(number), unit


def _with_units(text: str) -> dict[str, set[str]]:
    """The units of each number that never stands without one."""
    found: dict[str, set[str]] = {}
    pairs = list(_pairs_with_units(text))
    said = list(numbers(text))
    for number, unit in pairs:
        found.setdefault(number, set()).add(unit)
    return {
        number: units
        for number, units in found.items()
        if said.count(number) <= sum(one == number for one, _unit in pairs)
    }


_CHINESE = "零一二三四五六七八九两十百千"


@cache
def _unit_patterns() -> list[tuple[re.Pattern[str], str]]:
    return [
        (
            re.compile(
                rf"(\d{{1,3}}|(?<![{_CHINESE}])[{_CHINESE}]{{1,12}}|\b[^\W\d_]{{1,15}}(?= ))"
                rf" ?(?:{words})(?![a-zа-я])"
            ),
            unit,
        )
        for unit, words in calendar.UNITS.items()
    ]
