"""Whether the user said of a thing what the fact says of it, or something else. Pure.

"I work in Oslo" has the words of "Lives in Oslo", and says another thing of the city. A finding is
only a doubt: the fact waits for the user.
"""

import re
from collections.abc import Sequence

from ..text.vocabulary import plain
from ..text.vocabulary import predicates as words_for
from ..text.words import akin
from .matching import count_in, may_be_translated, telling, words_of
from .negation import clauses
from .quoted_clauses import highest
from .subjects import compiled, matches


def is_said_otherwise(fact: str, turn: str) -> bool:
    """Tell whether the clauses with the fact's words say another thing than the fact."""
    said = clauses(turn)
    return (
        _is_of_something_else(fact, said)
        or _is_other_allergy(fact, turn, said)
        or _is_raised(fact, turn)
        or _is_turned_around(fact, said)
        or _was_done_to_user(fact, said)
        or _is_left_place(fact, turn)
    )


def _is_of_something_else(fact: str, said: Sequence[str]) -> bool:
    for pattern, own, other in words_for.OTHERS:
        if not matches(pattern, fact) or matches(other, fact):
            continue
        near = _with_words(_object(fact, pattern), said)
        if near and all(matches(other, clause) and not matches(own, clause) for clause in near):
            return True
    return False


def _object(fact: str, pattern: str) -> str:
    """What the fact says it of: the words after the pattern, up to "and" or "with"."""
    claimed = plain(fact)
    match = compiled(pattern).search(claimed)
    return compiled(words_for.JOINS).split(claimed[match.end() :])[0] if match else fact


def _with_words(fact: str, said: Sequence[str]) -> list[str]:
    """The clauses with the most of the fact's telling words; none without any."""
    words = telling(fact)
    counts = [
        count_in(words, words_of(clause), across=may_be_translated(fact, clause)) for clause in said
    ]
    return highest(said, counts) if any(counts) else []


def _is_other_allergy(fact: str, turn: str, said: Sequence[str]) -> bool:
    """Tell whether an allergy was said of another thing, or not at all."""
    if not matches(words_for.ALLERGIC, fact):
        return False
    if any(matches(words_for.ALLERGIC_TO_IT, clause) for clause in said):
        return False
    if not matches(words_for.REACTS, turn):
        return True
    near = _with_words(compiled(words_for.ALLERGIC).sub(" ", plain(fact)), said)
    return bool(near) and all(
        matches(words_for.HARMLESS, clause) and not matches(words_for.REACTS, clause)
        for clause in near
    )


def _is_raised(fact: str, turn: str) -> bool:
    """Tell whether the fact says "only", "favourite" or "several", and the user nothing like it."""
    return any(
        matches(claimed, fact) and not matches(sign, turn)
        for claimed, sign in (
            (words_for.ONLY, words_for.SAYS_ONLY),
            (words_for.FAVOURITE, words_for.SAYS_FAVOURITE),
            (words_for.SEVERAL, words_for.SAYS_SEVERAL),
        )
    )


def _is_turned_around(fact: str, said: Sequence[str]) -> bool:
    """Tell whether the fact says that somebody did to the user what the user did to somebody."""
    match = compiled(words_for.PASSIVE).search(plain(fact))
    if not match:
        return False
    done = compiled(words_for.ACTIVE)
    return any(
        akin(match["verb"], found["verb"])
        for clause in said
        for found in done.finditer(plain(clause))
    )


def _was_done_to_user(fact: str, said: Sequence[str]) -> bool:
    """Tell whether the fact says that the user did to somebody what somebody did to the user."""
    claimed = plain(fact)
    match = compiled(words_for.TRANSFERS).search(claimed)
    if not match or matches(words_for.PASSIVE, claimed):
        return False
    having = [
        clause
        for clause in map(plain, said)
        if any(akin(match["verb"], word) for word in clause.split())
    ]
    return bool(having) and all(
        not words_for.TO_ME.isdisjoint(clause.split())
        and not compiled(words_for.SPEAKER).search(clause)
        for clause in having
    )


def _is_left_place(fact: str, turn: str) -> bool:
    """Tell whether the user moved away from the place to which the fact says that they moved."""
    match = compiled(words_for.TO_A_PLACE).search(plain(fact))
    if not match:
        return False
    place, said = match["place"], plain(turn)
    is_left = re.search(rf"\b{words_for.FROM} {place}\b", said)
    return bool(is_left) and not re.search(rf"\b{words_for.TO} {place}\b", said)
