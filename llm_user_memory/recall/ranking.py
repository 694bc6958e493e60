"""Orders passages by their features and the weights of these. Pure.

benchmarks/recall_fit.py fits the weights; docs/recall.md says on what, and how well they do.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import compress
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # most prompts name no time
    from .dates import Time

CONTEXT_PASSAGES = 2
"""The number of passages before, and after, a passage that are its context."""


Location = tuple[int, int]
"""Where a passage is: the number of its document, and its ordinal in the document."""


class Features(NamedTuple):
    """What counts for a passage, or against it; the same names have the weights.

    Scores by words and by meaning are divided by the highest one of their kind. `alone` is that of
    the passage, `before` of it with the two passages before it, `after` with the two after it,
    `next` that of the next passage, `document` that of the best ones of its document. `nearby` is
    the share of the question's content words, by weight, that it has or is near. `speaker` is how
    likely the question is about who said it, `mentioned` whether its document is one in which
    somebody is called by a name in the question. `length` is the logarithm of the length. `then`
    and `soon` tell that it was said at a time that the question names, and within a month after
    one.

    `reading` adds what only the texts tell: `asks` that it ends in a question, `time` that it names
    a time and one is asked for. `covered` is the share of the question's words that it has, by
    weight, `answers` that of the passage before it if that one ends in a question and one is asked.
    `named` is how many names it has, if one is asked for.
    """

    alone: float = 0.0
    before: float = 0.0
    after: float = 0.0
    next: float = 0.0
    document: float = 0.0
    nearby: float = 0.0
    meaning: float = 0.0
    meaning_before: float = 0.0
    meaning_after: float = 0.0
    meaning_next: float = 0.0
    meaning_document: float = 0.0
    speaker: float = 0.0
    mentioned: float = 0.0
    length: float = 0.0
    then: float = 0.0
    soon: float = 0.0
    asks: float = 0.0
    time: float = 0.0
    covered: float = 0.0
    answers: float = 0.0
    named: float = 0.0


WORDS = Features(
    alone=0.39,
    before=1.0,
    after=0.56,
    next=0.02,
    document=0.11,
    nearby=2.67,
    speaker=1.25,
    mentioned=1.72,
    length=0.28,
    then=1.08,
    soon=0.54,
    asks=-0.37,
    time=1.02,
    covered=0.72,
    answers=1.86,
    named=1.89,
)
HYBRID = Features(
    alone=0.3,
    before=1.0,
    after=0.44,
    next=-0.52,
    document=0.07,
    nearby=3.15,
    meaning=0.31,
    meaning_before=1.11,
    meaning_after=0.27,
    meaning_next=0.7,
    meaning_document=1.14,
    speaker=1.69,
    mentioned=1.68,
    length=0.4,
    then=2.26,
    soon=0.89,
    asks=-0.59,
    time=1.54,
    covered=0.87,
    answers=2.04,
    named=2.22,
)

# The weight of the similarity of each preceding passage, relative to that of the passage itself.
_BEFORE = 0.5

# The number of a document's best passages that make up its score.
_OF_DOCUMENT = 10

# In characters: longer passages count as this long.
_LONG = 100
_MOST_LENGTH = math.log1p(_LONG)

_NONE: Mapping[int, Any] = {}

# Scores that differ by less count as equal; the newer passage then comes first.
_TIE = 0.01


def features(
    locations: Mapping[int, Location],
    *,
    alone: Mapping[int, float] = _NONE,
    around: Mapping[int, float] = _NONE,
    nearby: Mapping[int, float] = _NONE,
    meaning: Mapping[int, float] = _NONE,
    bears: Mapping[int, float] = _NONE,
    mentioned: Collection[int] = (),
    lengths: Mapping[int, int] = _NONE,
    said_at: Mapping[int, float] = _NONE,
    times: "Sequence[Time]" = (),
) -> dict[int, Features]:
    """Return the features of the passages at these locations, without those of `reading`.

    `alone` and `around` are scores by words: `alone[n]` of passage n, `around[n]` of passage n
    with the two before it. `nearby[n]` is the share of the question's content words, by weight,
    that passage n has or is near. `meaning[n]` is the similarity of passage n to the question.
    `bears[n]` is the probability that the question is about the speaker. `mentioned` are the
    documents in which a speaker whom the question names is called by name. `times` are those that
    the question names.
    """
    numbers = list(locations)
    at = {place: number for number, place in locations.items()}
    places = locations.values()
    documents = [document for document, _ordinal in places]
    later = [at.get((document, ordinal + 1), 0) for document, ordinal in places]
    ends = [
        at.get((document, ordinal + CONTEXT_PASSAGES), number)
        for number, (document, ordinal) in locations.items()
    ]
    by_words, by_words_around = _shares(alone), _shares(around)
    by_meaning = _shares(meaning)
    windows = _shares(_together(locations, at, meaning)) if meaning else {}
    zeros = [0.0] * len(numbers)

    def column(found: Mapping[int, float], keys: Iterable[int] = numbers) -> Iterable[float]:
        return map(found.get, keys, zeros) if found else zeros

    then, soon = _timely(map(said_at.get, numbers), times) if times else (zeros, zeros)
    columns: dict[str, Iterable[float]] = {
        "alone": column(by_words),
        "before": column(by_words_around),
        "after": column(by_words_around, ends),
        "next": column(by_words, later),
        "document": column(_shares(_of_documents(locations, around)), documents),
        "nearby": column(nearby),
        "meaning": column(by_meaning),
        "meaning_before": column(windows),
        "meaning_after": column(windows, ends),
        "meaning_next": column(by_meaning, later),
        "meaning_document": column(_shares(_best_of_documents(locations, meaning)), documents),
        "speaker": column(bears),
        "mentioned": [float(document in mentioned) for document in documents],
        "length": [math.log1p(min(lengths.get(n, 0), _LONG)) / _MOST_LENGTH for n in numbers],
        "then": then,
        "soon": soon,
    }
    rows = map(Features, *(columns.get(name, zeros) for name in Features._fields))
    return dict(zip(numbers, rows, strict=True))


def scores(given: Mapping[int, Features], weights: Features) -> dict[int, float]:
    """Return the score of each passage: the sum of its features, by weight."""
    factors = tuple(filter(None, weights))
    return {
        number: sum(map(mul, compress(each, weights), factors)) for number, each in given.items()
    }


def _timely(
    said_at: Iterable[float | None], times: "Sequence[Time]"
) -> tuple[Iterable[float], Iterable[float]]:
    """For each 1.0 if it was said at one of these times, else 0.0; and the same for soon after."""
    days = [None if at is None else date.fromtimestamp(at) for at in said_at]
    then = [day is not None and any(time.includes(day) for time in times) for day in days]
    soon = [day is not None and any(time.is_followed_by(day) for time in times) for day in days]
    return map(float, then), (float(after and not at) for at, after in zip(then, soon, strict=True))


def _of_documents(
    locations: Mapping[int, Location], around: Mapping[int, float]
) -> dict[int, float]:
    """The score of each document: the sum of its best passages' scores."""
    documents: dict[int, list[float]] = defaultdict(list)
    for number, score in around.items():
        document, _ordinal = locations[number]
        documents[document].append(score)
    return {key: sum(sorted(each)[-_OF_DOCUMENT:]) for key, each in documents.items()}


def _best_of_documents(
    locations: Mapping[int, Location], meaning: Mapping[int, float]
) -> dict[int, float]:
    best: dict[int, float] = {}
    for number, near in meaning.items():
        document, _ordinal = locations[number]
        best[document] = max(near, best.get(document, 0.0))
    return best


def _together(
    locations: Mapping[int, Location],
    at: Mapping[Location, int],
    meaning: Mapping[int, float],
) -> dict[int, float]:
    """The similarity of each passage together with the two before it, like `around` for words."""
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


def ordered(found: Mapping[int, float], newness: Callable[[int], float]) -> list[int]:
    """Return the passages, best first; of two with almost equal scores, the newer one first."""
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
    said = dict.fromkeys(numbers, 0.0)  # of those left, the likeness to one of the taken
    best = max((found[number] for number in said), default=0.0) or 1.0

    def worth(number: int) -> float:
        return share * found[number] / best - (1 - share) * said[number]

    while said and len(taken) < limit:
        chosen = max(said, key=worth)
        taken.append(chosen)
        del said[chosen]
        said = {number: max(had, likeness(number, chosen)) for number, had in said.items()}
    return taken


def _shares(found: Mapping[int, float]) -> dict[int, float]:
    """The scores, divided by the highest one."""
    best = max(found.values(), default=0.0)
    return {key: score / best for key, score in found.items()} if best > 0 else {}
