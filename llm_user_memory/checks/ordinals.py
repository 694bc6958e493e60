"""Whether an ordinal of a fact is the user's: "the fifth floor" for "на третьем этаже". Pure."""

import re
from collections.abc import Iterator
from functools import cache

from ..text.patterns import regex
from ..text.vocabulary import calendar, plain
from .numerals import chinese_number

_DIGITS = regex(r"(?<!\d)(\d{1,2})(?: ?(?:st|nd|rd|th|e|er|ere|eme|[ºª]|го|й|я|е|м)\b)")
_CHINESE = regex("第([一二三四五六七八九十]+|\\d{1,2})|([一二三四五六七八九]|\\d)年级")


def wrong_ordinal(fact: str, typed: str, given: set[str]) -> str:
    """Return the first ordinal word of the fact that the user's words do not support, or "".

    `given` are the numbers that the words give. "First" and "second" are accepted where the words
    have no ordinal.
    """
    if not has_ordinal(fact):
        return ""
    said = set(_ordinals(typed))
    for word, number in _in_words(fact):
        is_small = number < 3 and not said
        if not is_small and number not in said and str(number) not in given:
            return word
    return ""


def has_ordinal(text: str) -> bool:
    """Tell whether a text has an ordinal in words."""
    return any(_in_words(text))


def is_ordinal(word: str) -> bool:
    """Tell whether a plain word is an ordinal."""
    return number_of(word) is not None


def _ordinals(text: str) -> Iterator[int]:
    yield from (number for _word, number in _in_words(text))
    yield from map(int, _DIGITS.findall(plain(text)))
    for chinese, grade in _CHINESE.findall(text):
        found = chinese or grade
        number = int(found) if found.isdigit() else chinese_number(found)
        if number is not None:
            yield number


def _in_words(text: str) -> Iterator[tuple[str, int]]:
    for word in plain(text).split():
        if (number := number_of(word)) is not None:
            yield word, number


def number_of(word: str) -> int | None:
    """Return the number of an ordinal in a plain word, or None."""
    for number, pattern in _patterns():
        if pattern.fullmatch(word):
            return number
    return None


@cache
def _patterns() -> tuple[tuple[int, re.Pattern[str]], ...]:
    rows = (row.split() for row in calendar.ORDINALS.strip().split("\n"))
    return tuple((int(number), re.compile("|".join(words))) for number, *words in rows)
