"""`fact_weight`: which facts stay in every prompt longer than others."""

import pytest

from llm_user_memory.profile.document import Fact
from llm_user_memory.profile.fact_weight import Standing, lightest_first, unpinned, weight

NOW = 1_795_000_000.0
DAY = 86400.0

WEIGHTS = {  # heavier, then lighter: (section, days ago, times)
    "said later": (("Interests", 1, 1), ("Interests", 100, 1)),
    "said more often": (("Interests", 100, 4), ("Interests", 100, 1)),
    "who somebody is stays true": (("Personal Information", 200, 1), ("Interests", 200, 1)),
    "projects end first": (("Interests", 200, 1), ("Current Projects", 200, 1)),
    "often said long ago against once yesterday": (("Interests", 700, 16), ("Interests", 600, 1)),
    "once yesterday against twice years ago": (("Interests", 1, 1), ("Interests", 1500, 2)),
    "an archived section weighs like its own": (
        ("Archive: Personal Information", 200, 1),
        ("Archive: Interests", 200, 1),
    ),
    "never said": (("Current Projects", 2000, 1), ("Current Projects", 9e9, 1)),
}


@pytest.mark.parametrize(("heavier", "lighter"), WEIGHTS.values(), ids=WEIGHTS)
def test_what_weighs_more(heavier: tuple[str, float, int], lighter: tuple[str, float, int]) -> None:
    def of(section: str, days: float, times: int) -> float:
        return weight(section, Standing(NOW - days * DAY, times), NOW)

    assert of(*heavier) > of(*lighter) >= 0


def test_of_equal_weight_the_one_further_down_goes_first() -> None:
    first, second = (Fact("Interests", text, at, at + 1) for at, text in enumerate("ab"))
    assert lightest_first([first, second], lambda _texts: {}, NOW) == [second, first]
    said = {"b": Standing(NOW)}
    assert lightest_first([first, second], lambda _texts: said, NOW) == [first, second]


def test_a_pinned_fact_is_not_weighed() -> None:
    facts = [Fact("Interests", "a", 0, 1), Fact("Interests", "b", 1, 2, marks=("pin",))]
    assert [fact.text for fact in unpinned(facts)] == ["a"]
