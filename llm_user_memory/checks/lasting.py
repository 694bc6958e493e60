"""Whether the user says a thing as lasting, and instead of a fact rather than beside it. Pure.

"They offered me a job at Bosch" and "in Lyon for two weeks" change no job and no home, and "also
started Dutch" ends nothing.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..text.vocabulary import lasting
from .language import is_comparable
from .matching import is_in, telling, words_of
from .quoted_clauses import closest, is_mine, quoted_clauses
from .subjects import matches


def may_not_last(fact: str, old: str, quote: str, turn: str) -> bool:
    """Tell whether the user may have the fact only for a while, or not yet, instead of `old`.

    The clauses with most of the fact's words decide, and of their neighbours what only says how
    long.
    """
    near = _clauses_near(fact, quote, turn)
    if any(_is_not_yet(clause) for clause in near) and not matches(lasting.TAKEN, turn):
        return True
    return _is_for_a_while(fact, old, [*near, *_limits_beside(near, turn)])


def is_unstated_place(fact: str, quote: str, turn: str) -> bool:
    """Tell whether the quote names the place of a home, a job or studies, and states none of them.

    "A job at Bosch came up". In languages without tables this cannot be told.
    """
    near = _with_described(_clauses_near(fact, quote, turn), quote, turn)
    is_told = _is_any(lasting.STATED, near) or matches(lasting.TAKEN, turn)
    return not is_told and is_comparable(fact, turn)


def is_beside(fact: str, quote: str, turn: str) -> bool:
    """Tell whether the user says that the fact is added to another: "also", "a second cat"."""
    return _is_any(lasting.BESIDE, _with_described(_clauses_near(fact, quote, turn), quote, turn))


def _is_for_a_while(fact: str, old: str, near: Iterable[str]) -> bool:
    """Tell whether the state is limited in time, which neither fact says of itself.

    "Lives in a caravan until June" leaves "Lives in a farmhouse" as it is, too.
    """
    if _is_limited(fact) and not _tells_how_long(old):
        return any(not is_in(word, words_of(fact), across=False) for word in telling(old))
    if _tells_how_long(fact) or _tells_how_long(old):
        return False
    return any(
        _is_limited(clause)
        or (matches(lasting.DATED, clause) and not matches(lasting.CHANGES, clause))
        for clause in near
        if not matches(lasting.FOR_GOOD, clause)
    )


def _tells_how_long(text: str) -> bool:
    """Whether a text says until when something is so, how long, or on which day."""
    return _is_limited(text) or matches(lasting.DATED, text)


def _is_limited(clause: str) -> bool:
    if matches(lasting.LIMITED, clause):
        return True
    return matches(lasting.DURATION, clause) and not matches(lasting.SINCE, clause)


def _is_not_yet(clause: str) -> bool:
    return matches(lasting.NOT_YET, clause) and not matches(lasting.FOR_GOOD, clause)


def _is_any(pattern: str, clauses: Iterable[str]) -> bool:
    return any(matches(pattern, clause) for clause in clauses)


def _clauses_near(fact: str, quote: str, turn: str) -> list[str]:
    """The clauses of the quote with most of the fact's words; the quote if it is not found."""
    found = quoted_clauses(quote, turn)
    return [clause.text for clause in closest(fact, found, turn)] if found else [quote]


def _with_described(near: list[str], quote: str, turn: str) -> list[str]:
    """The clauses, and what they only go on to describe: "got a second dog, a beagle"."""
    if not (found := quoted_clauses(quote, turn)):
        return near
    described = [
        before.text
        for before, after in pairwise(found.clauses)
        if before.sentence == after.sentence
        and after.text in near
        and not is_mine(after.text, found)
    ]
    return [*near, *described]


def _limits_beside(near: Iterable[str], turn: str) -> Iterator[str]:
    """The clauses next to those in a sentence that begin with how long, or until when."""
    found = quoted_clauses(turn, turn)
    for one, other in pairwise(found.every if found else ()):
        if one.sentence != other.sentence:
            continue
        for clause, neighbour in ((one, other), (other, one)):
            says_limit = matches(lasting.BEGINS_WITH_LIMIT, neighbour.text)
            is_only_day = len(neighbour.words) <= _WORDS_OF_A_DAY or _is_limited(neighbour.text)
            if clause.text in near and says_limit and is_only_day:
                yield neighbour.text


_WORDS_OF_A_DAY = 3  # "this week only"; "today was my first day" limits nothing
