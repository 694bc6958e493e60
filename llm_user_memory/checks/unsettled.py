"""Whether the quote leaves open what the fact states. Pure.

"We can use AI to raise alerts" does not mean that they use it, "so what beers" does not mean that
the user drinks, "quiero dejar la medicación" does not mean that they stopped, advice of others is
not followed yet, who is moving to Ghent does not live there, and who "was going to" may not have
gone. A finding is only a doubt: the fact waits for the user.
"""

import re
from collections.abc import Sequence

from ..text.vocabulary import likings, plain, subjects, unsettled
from ..text.words import sentences
from .matching import count_in, telling, words_of
from .subjects import compiled, matches

_REMARK = 3  # the most words of a sentence that remarks on the one before
_CONDITION = 2  # the least words of a condition, besides its first
_OPENING = 3  # the most words before it: "ok so now if"


def is_unsettled(fact: str, quote: str, best: Sequence[str]) -> bool:
    """Tell whether the quote only states a possibility, advice, an impression or a wished change.

    `best` are the clauses of the quote that have most of the fact's words.
    """
    if matches(unsettled.DUE_DAY, quote) and matches(unsettled.BIRTHDAY, fact):
        return not matches(unsettled.BIRTHDAY, quote)
    if all(matches(unsettled.AIMS_AT, clause) for clause in best) and _is_reached(fact):
        return True
    if _is_possible(quote) and not matches(unsettled.FACT_POSSIBLE, fact):
        return True
    if matches(unsettled.APPEARS, quote) and not matches(unsettled.FACT_APPEARS, fact):
        return True
    if matches(unsettled.ADVISED, quote) and not matches(unsettled.DOCTOR, quote):
        return not matches(unsettled.FACT_ADVISED, fact)
    is_wanted = all(matches(unsettled.WANTED, clause) for clause in best)
    return is_wanted and matches(unsettled.FACT_CHANGED, fact)


def is_supposed(fact: str, quote: str, turn: str) -> bool:
    """Tell whether the sentence of the quote only supposes it, from its beginning to its end.

    A state may also be what would follow, or what the condition would make of the user: "if the
    test is right im pregnant", "if they take me as a driver". What the user does on a condition,
    such as cycling in good weather, is a habit.
    """
    if matches(likings.WANTS, fact) or matches(unsettled.HYPOTHETICAL, fact):
        return False
    is_state = matches(unsettled.FACT_OF_STATE, fact) and not matches(unsettled.CONDITION, fact)
    said, near = plain(quote), [plain(sentence) for sentence in sentences(turn)]
    for number, words in enumerate(near):
        if (at := words.find(said)) < 0:
            continue
        remark = next(iter(near[number + 1 : number + 2]), "")  # "all hypothetical."
        if len(remark.split()) > _REMARK:
            remark = ""
        if compiled(unsettled.HYPOTHETICAL).search(f"{words} . {remark}"):
            return True
        if (found := _begins(unsettled.SUPPOSED, words)) and found.start() <= at:
            return True
        condition = _begins(unsettled.CONDITION, words) if is_state else None
        if condition is None or _has_as_own(fact, said):
            return False
        if len(words[condition.end() : at].split()) >= _CONDITION:
            return True
        return matches(unsettled.WOULD_BECOME, said)
    return False


def _has_as_own(fact: str, said: str) -> bool:
    """Tell whether the words behind "my" have all that the fact says: "my shift at the bakery"."""
    own, told = compiled(unsettled.OWN).search(said), telling(fact)
    if own is None or not told:
        return False
    return count_in(told, words_of(said[own.end() :]), across=False) == len(told)


def _begins(sign: str, words: str) -> re.Match[str] | None:
    """The sign, if it is among the first few of these words."""
    found = compiled(sign).search(words)
    return found if found and len(words[: found.start()].split()) <= _OPENING else None


def is_only_planned(fact: str, best: Sequence[str]) -> bool:
    """Tell whether the clauses say only what was planned: "we were going to move to Porto"."""
    is_planned = all(matches(unsettled.WAS_PLANNED, clause) for clause in best)
    return is_planned and not matches(unsettled.FACT_WAS_PLANNED, fact)


def is_home_to_come(fact: str, near: Sequence[str]) -> bool:
    """Tell whether the fact says that the user lives in a place that they are only moving to.

    `near` are the clauses that name the place.
    """
    if matches(subjects.FACT_COMING, fact):
        return False
    return bool(near) and all(
        matches(unsettled.MOVES_THERE, clause) and not matches(unsettled.MOVED_THERE, clause)
        for clause in near
    )


def _is_reached(fact: str) -> bool:
    """Tell whether a fact states what an exam, a training or a goal would lead to."""
    return matches(unsettled.FACT_STATE, fact) and not matches(unsettled.FACT_AIM, fact)


def asks_what(fact: str, clause: str) -> bool:
    """Tell whether a clause asks about a thing of which the fact says more than the question."""
    if not matches(unsettled.ASKED_WHAT, clause) or matches(unsettled.FACT_ASKED, fact):
        return False
    return not is_learned(fact, clause)


def is_learned(fact: str, clause: str) -> bool:
    """Tell whether a clause asks about learning what the fact says that the user learns."""
    return matches(unsettled.LEARNING, fact) and matches(unsettled.LEARNING, clause)


def is_to_be_made(clause: str) -> bool:
    """Tell whether a clause asks how to make "my own" thing, which does not exist yet."""
    return bool(compiled(unsettled.MY_OWN).search(clause))


def _is_possible(quote: str) -> bool:
    in_german = compiled(unsettled.POSSIBLE_IN_GERMAN).search(quote.lower())
    return bool(in_german) or matches(unsettled.POSSIBLE, quote)
