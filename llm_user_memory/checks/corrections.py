"""What the user took back in the next breath: "140 guests / scratch that, 60". Pure."""

import re
from itertools import islice

from ..text.vocabulary import moods
from ..text.words import sentences
from .numerals import numbers

_MOST = 200  # sentences that are looked at
_NOT_THIS = re.compile(
    r"\b(?:not|nicht|no|pas|не|instead of|statt|rather than) \d+\w*|不是\d+", re.I
)


def is_taken_back(fact: str, typed: str) -> bool:
    """Tell whether the fact has a number that the user replaced by another one.

    The sentence that corrects has the new number, the one before it the old one.
    """
    claimed = set(numbers(fact))
    if not claimed:
        return False
    before: set[str] = set()
    for sentence in islice(sentences(typed), _MOST):
        corrects = re.search(moods.CORRECTS, sentence.lower())
        now = set(numbers(_NOT_THIS.sub(" ", sentence))) if corrects else set()
        if now and claimed & before - now and not claimed & now:
            return True
        before = set(numbers(sentence))
    return False
