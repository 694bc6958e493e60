"""Decides whether a prompt is about what was said before, so that passages are added to it. Pure.

The decision is a logistic regression on a few signs of the first hits.
`benchmarks/relevance_fit.py` fits the weights; docs/recall.md says on what, and how many prompts
are given what they need.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Asked(NamedTuple):
    """How much a query asks for.

    `words` is the number of its keywords. `unmatched` is the weight of the content words among them
    that no passage has, in units of a word that occurs in a single passage.
    """

    words: int = 0
    unmatched: float = 0.0


class Signs(NamedTuple):
    """What the decision is made by; the same names have the weights.

    `weight` is the logarithm of the highest `search.Hit.weight`, `apart` the highest `Hit.apart`,
    `unmatched` and `words` (its logarithm) are those of `Asked`. `first_share` and `first_weight`
    are the means of `Hit.share` and `Hit.weight` over the first five hits.
    """

    weight: float
    apart: float
    unmatched: float
    words: float
    first_share: float
    first_weight: float


WEIGHTS = Signs(
    weight=7.39, apart=1.36, unmatched=-1.21, words=-2.44, first_share=-17.47, first_weight=5.39
)

# The least sum for which the prompt counts as about what was said.
_LEAST = 6.7

# A clear match decides alone, as the regression has hardly seen prompts of a few words, such as
# "What about the Albatross?", or with an order around them: a passage with at least this share and
# this weight, where a word that occurs in a single passage weighs about 1, and both together.
_LEAST_SHARE, _LEAST_WEIGHT = 0.2, 0.8
_CLEAR, _SHARES_IN_CLEAR = 2.2, 2.0

# What the texts of passages add to `apart`, at most: it was less in 99 of 100 prompts.
_FROM_TEXTS = 2.3

_FIRST = 5


class Fit(NamedTuple):
    """How well a hit fits, as in `search.Hit`."""

    share: float
    weight: float
    apart: float


def signs(fits: Sequence[Fit], asked: Asked) -> Signs:
    """Return the signs of hits, given the best first; at least one."""
    first = fits[:_FIRST]
    return Signs(
        weight=math.log1p(max(each.weight for each in fits)),
        apart=max(each.apart for each in fits),
        unmatched=asked.unmatched,
        words=math.log1p(asked.words),
        first_share=sum(each.share for each in first) / _FIRST,
        first_weight=sum(each.weight for each in first) / _FIRST,
    )


def is_about(fits: Sequence[Fit], asked: Asked, *, with_texts: bool = True) -> bool:
    """Whether a prompt is about the hits, given the best first.

    Without the features of their texts in `apart`, the answer is whether they may still decide it.
    """
    if not fits:
        return False
    if any(map(is_clear, fits)):
        return True
    found = signs(fits, asked)
    missing = 0.0 if with_texts else _FROM_TEXTS * WEIGHTS.apart
    return sum(w * sign for w, sign in zip(WEIGHTS, found, strict=True)) + missing >= _LEAST


def is_clear(fit: Fit) -> bool:
    """Whether a hit matches so well that nothing else counts."""
    both = _SHARES_IN_CLEAR * fit.share + fit.weight
    return fit.share >= _LEAST_SHARE and fit.weight >= _LEAST_WEIGHT and both >= _CLEAR
