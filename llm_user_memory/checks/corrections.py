"""Finds what the user corrected or dropped afterwards: "140 guests / scratch that, 60". Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from ..text.patterns import regex
from ..text.vocabulary import (
    likings,
    meanings_in,
    moods,
    names_region,
    places_known,
    plain,
    speakers,
    subjects,
)
from ..text.words import is_question, sentences
from .language import in_tables
from .matching import count_in, is_quoted_from, telling, words_of
from .mentions import lowered, mentions, weekdays
from .numerals import numbers
from .subjects import compiled, matches

_MOST = 200  # the most sentences that are examined
_BARE = 3  # the most words of a correction that is nothing but a name
_CAPITAL = regex(r"(?<=[^\W\d_] |[,:;!] )[A-ZÀ-ÖØ-Þ]\w+")
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


def may_be_taken_back(fact: str, quote: str, later: str) -> bool:
    """Tell whether a later sentence may correct or drop what the quote says.

    `later` is what was typed from the turn of the quote on. A sentence that begins as corrections
    do ("sorry, bergen!") is one of the fact if it has a name and nothing else, or a word of the
    fact; "just weighed her" tells of another number. "Forget it" drops plans and wishes.
    """
    claimed = set(numbers(fact))
    for sentence in _after(quote, later):
        words = plain(sentence)
        if compiled(moods.NOT_ME).search(words):
            return True
        if compiled(moods.DROPS).match(words):
            is_open = matches(speakers.FACT_MAYBE, fact) or matches(subjects.FACT_COMING, fact)
            if is_open or matches(likings.WANTS, fact) or _shares_word(fact, words):
                return True
        if matches(moods.MEASURED_ANEW, sentence) and _corrected(quote, sentence) & claimed:
            return True
        found = compiled(moods.CORRECTS_SELF).match(words)
        if found and _corrects(fact, sentence, words[found.end() :]):
            return True
    return False


def _after(quote: str, later: str) -> Iterator[str]:
    """The sentences after the last one that the quote is of."""
    said = list(islice(sentences(later), _MOST))
    ends = [at for at, sentence in enumerate(said, 1) if is_quoted_from(sentence, quote)]
    return iter(said[max(ends, default=0) :])


def _corrects(fact: str, sentence: str, rest: str) -> bool:
    """Tell whether the rest of a correcting sentence is another name, or speaks of the fact."""
    words = rest.split()
    if len(words) <= _BARE and _has_name(sentence, words) and not _shares_word(fact, rest):
        return True
    return not is_question(sentence) and _shares_word(fact, rest)


def _has_name(sentence: str, words: Sequence[str]) -> bool:
    """Tell whether one of these plain words is a place, or has a capital within the sentence."""
    if any(names_region(word) for word in words):
        return True
    capitals = {plain(match[0]) for match in _CAPITAL.finditer(sentence)}
    return any(
        word in capitals or meanings_in(word, in_tables(sentence)) & places_known()
        for word in words
    )


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
