"""Whether the user's words end a fact of the profile: negate it, or say that it is over. Pure."""

import re

from ..text import vocabulary
from ..text.vocabulary import plain, speakers
from ..text.words import fold, is_negated, sentences
from .attribution import doubt
from .matching import count_in, may_be_translated, telling, words_of
from .mentions import lowered
from .negation import is_harmless, is_reversed


def is_named(fact: str, text: str) -> bool:
    """Tell whether the text has a word of the fact that tells it from others, or its meaning."""
    return bool(count_in(telling(fact), words_of(text), across=may_be_translated(fact, text)))


def is_spoken_of(fact: str, text: str) -> bool:
    """Tell whether the text names the fact, or both are about where somebody lives."""
    return is_named(fact, text) or _both_of_home(fact, text)


def is_ended(fact: str, quote: str, typed: str) -> bool:
    """Tell whether the user's words, those quoted or the sentences around them, end the fact.

    Whoever moved no longer lives where they did. What is so for a while only, or for somebody
    else, or may be so, ends nothing.
    """
    if _is_over_by(fact, quote):
        return not doubt(fact, quote)
    if not is_spoken_of(fact, quote):
        return False
    near = (
        " . ".join(sentence for sentence in sentences(typed) if _overlap(sentence, quote)) or quote
    )
    near = quote if is_spoken_of(fact, quote) else near
    said = _joined(near)
    if doubt(fact, near) or re.search(speakers.FOR_NOW, said) or re.search(speakers.MAYBE, said):
        return False
    if (is_negated(near) and is_reversed(fact, near)) or (
        is_negated(near) and not is_harmless(near) and not is_negated(fact)
    ):
        return True
    if is_negated(fact):
        return not is_negated(near)
    ends = re.search(speakers.ENDS, said) or re.search(speakers.ENDS, lowered(near))
    lives_elsewhere = re.search(speakers.LIVES_NOW, said) and not is_named(fact, near)
    moved = lives_elsewhere or re.search(speakers.MOVES, said)
    return bool(ends) or (_is_of_home(fact) and bool(moved))


def _is_over_by(fact: str, text: str) -> bool:
    """Tell whether something is so by which the fact is over: who got married is not single."""
    known, said = _joined(fact), _joined(text)
    return any(
        re.search(was, known) and re.search(now, said) and not is_negated(text)
        for was, now in speakers.OVER_BY
    )


def _overlap(sentence: str, quote: str) -> bool:
    one, other = fold(sentence), fold(quote)
    return one in other or other in one


def _is_of_home(fact: str) -> bool:
    live = vocabulary.row_of("live")
    return (
        any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2]) or "住" in fact
    )


def _both_of_home(fact: str, text: str) -> bool:
    said = _joined(text)
    moves = re.search(speakers.MOVES, said) or re.search(speakers.LIVES_NOW, said)
    return _is_of_home(fact) and bool(moves)


def _joined(text: str) -> str:
    said = plain(text)
    return said.replace(" ", "") if any("\u4e00" <= letter <= "\u9fff" for letter in said) else said
