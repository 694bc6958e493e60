"""Finds values that the user corrected right after: "140 guests / scratch that, 60". Pure."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from ..text.patterns import regex
from ..text.vocabulary import moods, plain
from ..text.words import sentences
from .matching import count_in, telling, words_of
from .mentions import lowered, mentions, weekdays
from .numerals import numbers
from .subjects import compiled

_MOST = 200  # the most sentences that are examined
_NOT_THIS = regex(r"\b(?:not|nicht|no|pas|не|instead of|statt|rather than) \d+\w*|不是\d+", re.I)


def is_taken_back(fact: str, typed: str) -> bool:
    """Tell whether the user corrected a number, month or weekday of the fact, or took it back.

    The correcting sentence has the new value, and the sentence before it has the old one. "Forget
    the yoga thing I mentioned" takes back what has the words in between.
    """
    if any(
        _shares_word(fact, match["what"])
        for match in compiled(moods.FORGET_WHAT).finditer(plain(typed))
    ):
        return True
    claimed = set(_values(fact))
    if not claimed:
        return False
    said = list(islice(sentences(typed), _MOST))
    for before, sentence in pairwise(said):
        if compiled(moods.CORRECTED_TO).match(sentence.lower()):
            if _corrected(before, sentence) & claimed:
                return True
            continue
        if match := re.search(moods.CORRECTS, sentence.lower()):
            if match[0].startswith("make") and not set(_values(_next(sentence, match.end()))):
                continue  # "make it short, max 150 words"
            now = set(_values(_NOT_THIS.sub(" ", sentence)))
            if now and not claimed & now and claimed & set(_values(before)):
                return True
    return False


def _shares_word(fact: str, what: str) -> bool:
    return count_in(telling(fact), words_of(what), across=False) > 0


def _corrected(before: str, sentence: str) -> set[str]:
    """The number before a bare correction such as "sorry, 85": the one nearest to the new one."""
    now = [int(number) for number in numbers(sentence)]
    said = [int(number) for number in numbers(before)]
    if len(now) != 1 or not said or now[0] in said:
        return set()
    return {str(min(said, key=lambda number: abs(number - now[0])))}


def _next(sentence: str, start: int) -> str:
    """The rest of the clause from `start`."""
    return re.split(r"[,;:] ", sentence[start:], maxsplit=1)[0]


def _values(text: str) -> Iterator[str]:
    yield from numbers(text)
    yield from (f"month {one.month}" for one in mentions(text) if one.month)
    yield from (f"weekday {number}" for _at, number in weekdays(lowered(text)))
