"""Ordering passages: combining the scores by words and by embeddings. Pure.

How the weights were measured: docs/recall.md.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

CONTEXT_PASSAGES = 2
"""How many passages before a passage, and after it, count as its context."""


class Location(NamedTuple):
    """Where a passage is: the number of its document, and its ordinal in it."""

    document: int
    ordinal: int


class Weights(NamedTuple):
    """The weight of each score; scores are shares of the best one.

    `alone` is the passage's own words, `around` those of what stands around it, `document` how
    much of its document fits, `meaning` what it and what stands around it means, and `speaker`
    that who said it is named in the question.
    """

    alone: float
    around: float
    document: float
    meaning: float = 0.0
    speaker: float = 0.0


WORDS = Weights(0.2, 0.8, 0.3, speaker=0.3)
HYBRID = Weights(0.2, 0.8, 0.3, 0.8, speaker=0.4)

# Weights of a passage together with those before it, and together with those after it.
_SIDES = (0.6, 0.4)

# How much the meaning of each of the two before a passage counts beside its own.
_BEFORE = 0.5

# The passages of a document that say how much of it fits.
_OF_DOCUMENT = 10

# Scores that differ by less count as equal; the newer passage then comes first.
_TIE = 0.01


def scores(
    locations: Mapping[int, Location],
    alone: Mapping[int, float],
    around: Mapping[int, float],
    meaning: Mapping[int, float],
    weights: Weights,
    said_by: Collection[int] = (),
) -> dict[int, float]:
    """Return the score of each passage in `spots`.

    `around[n]` is the score of passage n together with the two before it. What stands around a
    passage is that, and the same of the passage two further on: both hold it. Meaning is taken
    the same way, from that of each passage by itself. `said_by` are the passages of those whom
    the question names.
    """
    at: dict[tuple[int, int], int] = {location: number for number, location in locations.items()}
    documents: dict[int, list[float]] = defaultdict(list)
    for number, score in around.items():
        if number in locations:
            documents[locations[number].document].append(score)
    whole = {key: sum(sorted(each)[-_OF_DOCUMENT:]) for key, each in documents.items()}
    together = _together(locations, at, meaning) if meaning else {}
    shares = (
        (weights.alone, _shares(alone)),
        (weights.around, _shares(_both_sides(locations, at, around))),
        (weights.meaning, _shares(_both_sides(locations, at, together))),
    )
    of_documents = _shares(whole)
    return {
        number: sum(weight * share.get(number, 0.0) for weight, share in shares)
        + weights.document * of_documents.get(location.document, 0.0)
        + (weights.speaker if number in said_by else 0.0)
        for number, location in locations.items()
    }


def _together(
    locations: Mapping[int, Location],
    at: Mapping[tuple[int, int], int],
    meaning: Mapping[int, float],
) -> dict[int, float]:
    """How near each passage is together with the two before it, as `around` has it for words."""
    found = {}
    for number, (document, ordinal) in locations.items():
        near, weight = meaning.get(number, 0.0), 1.0
        for earlier in range(max(0, ordinal - CONTEXT_PASSAGES), ordinal):
            other = at.get((document, earlier))
            if other is not None:
                near += _BEFORE * meaning.get(other, 0.0)
                weight += _BEFORE
        found[number] = near / weight
    return found


def _both_sides(
    locations: Mapping[int, Location], at: Mapping[tuple[int, int], int], found: Mapping[int, float]
) -> dict[int, float]:
    """Of each passage what is found together with those before it, and with those after it."""
    before, after = _SIDES
    sides = {}
    for number, (document, ordinal) in locations.items():
        own = found.get(number, 0.0)
        later = at.get((document, ordinal + CONTEXT_PASSAGES))
        sides[number] = before * own + after * (own if later is None else found.get(later, 0.0))
    return sides


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
