"""Combining scores, and the order in which passages are shown."""

import pytest

from llm_user_memory.recall import ranking
from llm_user_memory.recall.for_prompts import relevant
from llm_user_memory.recall.ranking import Location, Weights
from llm_user_memory.recall.search import Hit

pytestmark = pytest.mark.once

SPOTS = {number: Location(1, number) for number in range(5)} | {9: Location(2, 0)}


def test_nothing_found_is_nothing_scored() -> None:
    assert ranking.scores({}, {}, {}, {}, ranking.HYBRID) == {}
    assert set(ranking.scores(SPOTS, {}, {}, {}, ranking.HYBRID).values()) == {0.0}


def test_both_sides_count() -> None:
    around = {2: 1.0}  # 2, with 1 and 0 before it
    scores = ranking.scores(SPOTS, {}, around, {}, Weights(0, 1, 0))
    assert scores[2] == 1.0 and 0 < scores[0] < scores[2] and scores[9] == 0


def test_meaning_is_taken_with_its_neighbours() -> None:
    scores = ranking.scores(SPOTS, {}, {}, {1: 0.9, 2: 0.5, 9: 0.9}, ranking.HYBRID)
    assert max(scores, key=lambda number: scores[number]) in (1, 9) and scores[3] > 0


def test_who_is_named_counts() -> None:
    scores = ranking.scores(SPOTS, {3: 1.0, 4: 1.0}, {}, {}, ranking.WORDS, said_by={4})
    assert scores[4] > scores[3]


def test_of_two_as_good_the_newer_comes_first() -> None:
    found = {1: 0.5, 2: 0.501, 3: 0.9}
    assert ranking.ordered(found, lambda number: -number) == [3, 1, 2]
    assert ranking.ordered(found, lambda number: number) == [3, 2, 1]


def test_diverse() -> None:
    found = {1: 1.0, 2: 0.99, 3: 0.6}
    alike = {frozenset({1, 2}): 1.0}

    def likeness(one: int, other: int) -> float:
        return alike.get(frozenset({one, other}), 0.0)

    assert ranking.diverse([1, 2, 3], found, likeness, 2) == [1, 3]
    assert ranking.diverse([], {}, likeness, 2) == []


def _hit(share: float, weight: float) -> Hit:
    empty = Hit(1, "logs", "", "", "", "user", "text", None, "", True, 0)
    return empty._replace(share=share, weight=weight)


def test_what_is_worth_a_place_in_a_prompt() -> None:
    good, common, little = _hit(0.4, 1.0), _hit(0.7, 0.3), _hit(0.1, 1.0)
    assert relevant([common, good, little]) == [good]
