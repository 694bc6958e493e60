"""In which order passages are shown: scores from words and from meaning put together. Pure.

What the numbers rest on: docs/recall.md.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .index import BEFORE


class Spot(NamedTuple):
    """Where a passage stands: its document, and its place in it."""

    document: int
    place: int


class Weights(NamedTuple):
    """How much each thing counts, each as a share of the best there is.

    `alone` is the passage's own words, `around` those of what stands around it, `document` how
    much of its document fits, `meaning` its own meaning and `sense` that of what is around it.
    """

    alone: float
    around: float
    document: float
    meaning: float = 0.0


WORDS = Weights(0.5, 0.5, 0.2)
HYBRID = Weights(0.35, 0.35, 0.15, 0.5)
MEANING = Weights(0.0, 0.0, 0.0, 1.0)

# The passages of a document that say how much of it fits.
_OF_DOCUMENT = 10

# Scores this near are taken for the same, and the newer passage comes first.
_TIE = 0.01


def scores(
    spots: Mapping[int, Spot],
    alone: Mapping[int, float],
    around: Mapping[int, float],
    meaning: Mapping[int, float],
    weights: Weights,
) -> dict[int, float]:
    """Return the score of each passage in `spots`.

    `around[n]` is the score of passage n together with the two before it. What stands around a
    passage is that, and the same of the passage two further on: both hold it.
    """
    at = {spot: number for number, spot in spots.items()}

    def both_sides(number: int) -> float:
        spot = spots[number]
        later = at.get(Spot(spot.document, spot.place + BEFORE))
        own = around.get(number, 0.0)
        return (own + (around.get(later, 0.0) if later is not None else own)) / 2

    sides = {number: both_sides(number) for number in spots}
    documents: dict[int, list[float]] = defaultdict(list)
    for number, score in around.items():
        if number in spots:
            documents[spots[number].document].append(score)
    whole = {key: sum(sorted(each)[-_OF_DOCUMENT:]) for key, each in documents.items()}
    shares = (
        (weights.alone, _shares(alone)),
        (weights.around, _shares(sides)),
        (weights.meaning, _shares(meaning)),
    )
    of_documents = _shares(whole)
    return {
        number: sum(weight * share.get(number, 0.0) for weight, share in shares)
        + weights.document * of_documents.get(spot.document, 0.0)
        for number, spot in spots.items()
    }


def ordered(found: Mapping[int, float], newness: Callable[[int], float]) -> list[int]:
    """Return the passages, the best first; of two that are as good, the newer one."""
    return sorted(found, key=lambda number: (-round(found[number] / _TIE), -newness(number)))


def diverse(
    numbers: Sequence[int],
    found: Mapping[int, float],
    likeness: Callable[[int, int], float],
    limit: int,
    share: float = 0.7,
) -> list[int]:
    """Return `limit` of them, each as good and as unlike those before it as can be had.

    Maximal marginal relevance (Carbonell and Goldstein 1998): `share` is how much being good
    counts against being new. `likeness` of two passages is between 0 and 1.
    """
    taken: list[int] = []
    left = list(numbers)
    best = max((found[number] for number in left), default=0.0) or 1.0
    while left and len(taken) < limit:

        def worth(number: int) -> float:
            said = max((likeness(number, other) for other in taken), default=0.0)
            return share * found[number] / best - (1 - share) * said

        chosen = max(left, key=worth)
        taken.append(chosen)
        left.remove(chosen)
    return taken


def _shares(found: Mapping[int, float]) -> dict[int, float]:
    """Scores as shares of the best."""
    best = max(found.values(), default=0.0)
    return {key: score / best for key, score in found.items()} if best > 0 else {}
