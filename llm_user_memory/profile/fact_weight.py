"""The weight of a fact: those with the most stay in every prompt, the others are archived. Pure.

The weight is `(1 + log2(times said)) * 0.5 ** (days since it was said / half-life)`. The half-life
depends on the section: who somebody is stays true for longer than what they are working on.

A pin (` #pin` at the end of the line) does not change the weight: a pinned fact is not weighed, and
never archived. Nor are lines that the user typed or moved: see `learn.archiving`. Where even those
do not fit, as in a context of few tokens, they outweigh all learned facts.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .document import Fact
from .split import home

# Half-lives of facts in days, by section; other sections have _HALF_LIFE.
_HALF_LIVES = {
    "Personal Information": 1460.0,
    "Preferences": 730.0,
    "Interests": 365.0,
    "Current Projects": 120.0,
}
_HALF_LIFE = 730.0

_DAY = 86400.0


class Standing(NamedTuple):
    """When a fact was last said, in seconds since 1970, and how often it was said."""

    said_at: float
    times: int = 1


NEVER_SAID = Standing(0.0)

# The standing of a line that the user typed: newer than any other, and said more often.
OUTWEIGHS = Standing(float("inf"), 1_000_000)


def weight(section: str, standing: Standing, now: float) -> float:
    """Return the weight of a fact, greater than 0: the larger, the longer it stays in prompts.

    `now` is in seconds since 1970. A fact said in the future counts as said now.
    """
    days = max(0.0, now - standing.said_at) / _DAY
    half_life = _HALF_LIVES.get(home(section), _HALF_LIFE)
    said: float = 1 + math.log2(max(1, standing.times))
    return said * math.pow(0.5, min(days / half_life, 1000.0))


def lightest_first(
    found: Iterable[Fact],
    standing: Callable[[Sequence[str]], Mapping[str, Standing]],
    now: float,
) -> list[Fact]:
    """Return facts in the order in which they are archived.

    Of facts with equal weight, the one said longer ago comes first, then the one further down.
    `standing` returns the standings of facts, by their texts; `now` is in seconds since 1970.
    """
    listed = list(found)
    standings = standing([fact.text for fact in listed])

    def order(fact: Fact) -> tuple[float, float, int]:
        known = standings.get(fact.text, NEVER_SAID)
        return weight(fact.section, known, now), known.said_at, -fact.start

    return sorted(listed, key=order)


def unpinned(found: Iterable[Fact]) -> list[Fact]:
    """Return those of the facts that have no pin."""
    return [fact for fact in found if not fact.pinned]
