"""The features of candidates that are computed from the words of their passages."""

import pytest

from llm_user_memory.recall import candidates
from llm_user_memory.recall.index import bag_of_words
from llm_user_memory.recall.keywords import Matches
from llm_user_memory.recall.persons import Persons

pytestmark = pytest.mark.once

SHARES = {"the": 0.5, "lighthouse": 0.01}


def nearby(texts: list[str], shares: dict[str, float]) -> list[float]:
    """Return the feature `nearby` of each passage of one document."""
    details: dict[int, candidates.Details] = {
        n: ((7, n), "user", None, len(text)) for n, text in enumerate(texts)
    }
    bags = {n: "".join(bag_of_words.letters(text)) for n, text in enumerate(texts)}
    matches = Matches(dict.fromkeys(details, 1.0), shares, shares)
    found = candidates.compared(details, bags, matches, {}, Persons(), [])
    return [found.features[n].nearby for n in details]


def test_a_word_counts_less_for_passages_further_away() -> None:
    texts = [*["the end"] * 5, "a lighthouse", *["the end"] * 5]
    before = [0.0, *(0.8**distance for distance in (4, 3, 2, 1))]
    after = [*(0.9**distance for distance in (1, 2, 3, 4)), 0.0]
    assert nearby(texts, SHARES) == pytest.approx([*before, 1.0, *after])


def test_each_word_counts_once_where_it_is_nearest_and_the_rarer_the_more() -> None:
    texts = ["two lighthouses", "a stove, a stove", "lighthouse"]
    rare, common = 0.01, 0.1  # so that "lighthouse" weighs twice as much as "stove"
    found = nearby(texts, {"lighthouse": rare, "stove": common})
    assert found == pytest.approx([(2 + 0.8) / 3, (2 * 0.9 + 1) / 3, (2 + 0.9) / 3])


def test_a_question_without_content_words_has_nothing_nearby() -> None:
    assert nearby(["the end", "of it"], {"the": 0.5, "what": 0.2}) == [0.0, 0.0]
