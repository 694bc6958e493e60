"""Ordering passages: combining the scores by words and by embeddings. Pure.

How the weights were measured: docs/recall.md.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

CONTEXT_PASSAGES = 2
"""How many passages before a passage, and after it, count as its context."""


class Location(NamedTuple):
    """Where a passage is: the number of its document, and its ordinal in the document."""

    document: int
    ordinal: int


class Weights(NamedTuple):
    """The weight of each score. Each score is divided by the highest one of its kind.

    `alone` is for the words of the passage, `around` for the words of the passage and its context,
    and `document` for the best passages of its document. `meaning` is for the similarity of the
    passage and its context to the question. `speaker` is for a passage whose speaker is named in
    the question.
    """

    alone: float
    around: float
    document: float
    meaning: float = 0.0
    speaker: float = 0.0


WORDS = Weights(0.2, 0.8, 0.3, speaker=0.3)
HYBRID = Weights(0.2, 0.8, 0.3, 0.8, speaker=0.4)

# The weights of two windows: a passage with those before it, and a passage with those after it.
_SIDES = (0.6, 0.4)

# The weight of the similarity of each passage before, where that of the passage itself is 1.
_BEFORE = 0.5

# So many of the best passages of a document make its score.
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
    """Return the score of each passage in `locations`, by number.

    `alone` and `around` are scores by words: `alone[n]` of passage n, `around[n]` of passage n
    with the two before it. The context of passage n is scored by `around[n]` and by `around` of
    the passage two after it, because both windows contain n. `meaning[n]` is the similarity of
    passage n to the question; its context is scored in the same way. `said_by` are the passages
    whose speaker is named in the question.
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
    """The similarity of each passage with the two before it: `around`, but for meaning."""
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
    """For each passage, the weighted sum of the scores of its windows before and after it."""
    before, after = _SIDES
    sides = {}
    for number, (document, ordinal) in locations.items():
        own = found.get(number, 0.0)
        later = at.get((document, ordinal + CONTEXT_PASSAGES))
        sides[number] = before * own + after * (own if later is None else found.get(later, 0.0))
    return sides


def ordered(found: Mapping[int, float], newness: Callable[[int], float]) -> list[int]:
    """Return the passages, the best first; of two with almost equal scores, the newer one first."""
    return sorted(found, key=lambda number: (-round(found[number] / _TIE), -newness(number)))


def diverse(
    numbers: Sequence[int],
    found: Mapping[int, float],
    likeness: Callable[[int, int], float],
    limit: int,
    share: float = 0.7,
) -> list[int]:
    """Return `limit` passages, chosen for a high score and for differing from those before them.

    This is maximal marginal relevance (Carbonell and Goldstein 1998). `found` are the scores,
    `likeness` of two passages is between 0 and 1, and `share` is the weight of the score; the rest
    is the weight of the likeness to passages that were already chosen.
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
    """The scores divided by the highest one."""
    best = max(found.values(), default=0.0)
    return {key: score / best for key, score in found.items()} if best > 0 else {}
