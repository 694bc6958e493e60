"""Decides whether a fact is right in spite of the objections to it. Pure.

The decision is a logistic regression on which objections there are, and on a few signs of how much
of the fact the user said. `benchmarks/gate_fit.py` fits the weights; docs/trust.md says on what.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..text.vocabulary import plain
from ..text.vocabulary import subjects as words_for
from ..text.words import content_words
from .objections import (
    ASKED,
    CLAUSES,
    MISPLACED,
    NO_WISH,
    ONCE,
    TURN,
    UNCOVERED,
    Case,
    Objection,
)
from .refusals import MAYBE_ANOTHERS, MAYBE_SO
from .subjects import compiled
from .told_elsewhere import is_told_elsewhere


class Signs(NamedTuple):
    """What speaks for a fact, or against it, besides the objections; the same names have weights.

    `words` is how many of its words the turn has, at most `_ENOUGH`; `elsewhere` is whether other
    turns say it, too; `others`, whether the quote speaks of other people; `objections`, how many
    there are.
    """

    words: float
    elsewhere: float
    others: float
    objections: float


_ENOUGH = 5

WEIGHTS: Mapping[Objection, float] = {
    UNCOVERED: 0.6,
    MISPLACED: -0.08,
    ONCE: -0.14,
    NO_WISH: 0.02,
    Objection(MAYBE_ANOTHERS, TURN): 0.53,
    ASKED: 0.42,
    Objection(MAYBE_ANOTHERS, CLAUSES): -0.58,
    Objection(MAYBE_SO, CLAUSES): -0.97,
}
"""The weights of the objections that can be outweighed."""

WEIGHTS_OF_SIGNS = Signs(words=0.79, elsewhere=2.17, others=-0.49, objections=-0.19)

# The least sum with which a fact is right.
_LEAST = 2.1


def doubt(objections: Iterable[Objection], case: Case) -> str:
    """Return why the user has to decide about the fact, by the first objection, or "".

    An objection without a weight decides, and so does any to an edit that would replace or remove
    what is known.
    """
    found = list[Objection]()
    for each in objections:
        found.append(each)
        if each not in WEIGHTS or case.edit.op != "add":
            return found[0].refusal
    return found[0].refusal if found and not is_outweighed(found, case) else ""


def is_outweighed(objections: Sequence[Objection], case: Case) -> bool:
    """Tell whether the fact is right in spite of the objections to it, which all have weights."""
    found = zip(WEIGHTS_OF_SIGNS, signs(objections, case), strict=True)
    total = sum(weight * sign for weight, sign in found)
    return total + sum(WEIGHTS[each] for each in objections) >= _LEAST


def signs(objections: Sequence[Objection], case: Case) -> Signs:
    """Return the signs of a fact to which there are objections."""
    fact, quote = case.edit.new, case.edit.quote
    said = plain(quote)
    people = (words_for.OTHER_PERSON, words_for.OTHER_PRONOUN)
    shared = {*content_words(fact)} & {*content_words(case.turn)}
    return Signs(
        words=min(_ENOUGH, len(shared)),
        elsewhere=is_told_elsewhere(fact, quote, case.known, case.elsewhere),
        others=any(compiled(each).search(said) for each in people),
        objections=len(objections),
    )
