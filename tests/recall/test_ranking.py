"""Combining scores, and the order in which passages are shown."""

from collections import Counter
from datetime import date, datetime
from typing import Any

import pytest

from llm_user_memory.recall import ranking
from llm_user_memory.recall.dates import Time
from llm_user_memory.recall.for_prompts import relevant
from llm_user_memory.recall.hits import Hit
from llm_user_memory.recall.ranking import Features

pytestmark = pytest.mark.once

PLACES = {number: (1, number) for number in range(5)} | {9: (2, 0)}


def scored(weights: Features, **given: Any) -> dict[int, float]:
    return ranking.scores(ranking.features(PLACES, **given), weights)


def test_nothing_found_is_nothing_scored() -> None:
    assert ranking.features({}) == {}
    assert set(scored(ranking.HYBRID).values()) == {0.0}


def test_both_sides_count() -> None:
    around = {2: 1.0}  # 2, with 1 and 0 before it
    found = scored(Features(before=0.6, after=0.4), around=around)
    assert (found[2], found[0], found[9]) == (0.6, 0.4, 0.0)


def test_meaning_is_taken_with_its_neighbours() -> None:
    found = scored(ranking.HYBRID, meaning={1: 0.9, 2: 0.5, 9: 0.9})
    assert max(found, key=lambda number: found[number]) in (1, 9) and found[3] > 0


@pytest.mark.parametrize("weights", [ranking.WORDS, ranking.HYBRID])
def test_who_is_named_and_when_it_was_said_count(weights: Features) -> None:
    alone = {3: 1.0, 4: 1.0}
    found = scored(weights, alone=alone, bears={4: 1.0})
    assert found[4] > found[3]
    may = [Time(date(2023, 5, 1), date(2023, 5, 31))]
    said = {n: datetime(2023, month, 9).timestamp() for n, month in ((2, 3), (3, 5), (4, 6))}
    found = scored(weights, alone=alone, said_at=said, times=may)
    assert found[3] > found[4] > found[2]


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


def test_diverse_compares_two_passages_once() -> None:
    compared = Counter[frozenset[int]]()

    def likeness(one: int, other: int) -> float:
        compared[frozenset({one, other})] += 1
        return 0.0

    found = {number: 1.0 - number / 100 for number in range(50)}
    assert ranking.diverse(list(found), found, likeness, 50) == list(found)
    assert set(compared.values()) == {1}


def _hit(share: float, weight: float) -> Hit:
    empty = Hit(1, "logs", "", "", "", "user", "text", None, "", True, 0)
    return empty._replace(share=share, weight=weight)


def test_what_is_worth_a_place_in_a_prompt() -> None:
    good, common, near, far = _hit(0.6, 1.0), _hit(0.7, 0.3), _hit(0.15, 0.4), _hit(0.05, 0.1)
    assert relevant([common, near, far]) == [], "none fits the prompt"
    assert relevant([near, good, far]) == [near, good]
    assert relevant([]) == []
    assert len(relevant([near, good] * 10, "When did I read Dune?")) == 10
    assert len(relevant([near, good] * 10, "Which books did I read?")) == 20
