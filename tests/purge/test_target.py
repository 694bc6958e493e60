"""Which facts and which lines a purge is about."""

import pytest
from support.purging import (
    FACT,
    OTHER,
)

from llm_user_memory.profile.render import EARLIER
from llm_user_memory.purge.target import Target, matching

MATCHING = {
    "just that fact": ("lives in lisbon", [FACT]),
    "words in a row": ("in Lisbon", [FACT, "Worked in Lisbon until 2020"]),
    "words in any order": ("Lisbon, works", ["Worked in Lisbon until 2020"]),
    "none": ("Porto", []),
}


@pytest.mark.parametrize(("text", "found"), MATCHING.values(), ids=MATCHING)
def test_the_facts_that_a_text_stands_for(text: str, found: list[str]) -> None:
    known = [FACT, OTHER, "Worked in Lisbon until 2020", FACT]
    assert list(matching(known, text)) == found


WITHOUT = {
    "a fact": ("- Lives in Lisbon\n- Rows\n", "- Rows\n"),
    "in other letters": ("* lives in LISBON.\r\n* Rows\r\n", "* Rows\r\n"),
    "on two lines": ("- Lives\n  in Lisbon\n- Rows\n", "- Rows\n"),
    "twice": ("- Lives in Lisbon\n- Rows\n- Lives in Lisbon", "- Rows\n"),
    "not what says more": ("- Lives in Lisbon now and then\n", "- Lives in Lisbon now and then\n"),
    "not prose": ("Lives in Lisbon\n", "Lives in Lisbon\n"),
    "not in a code fence": ("```\n- Lives in Lisbon\n```\n", "```\n- Lives in Lisbon\n```\n"),
}


@pytest.mark.parametrize(("before", "after"), WITHOUT.values(), ids=WITHOUT)
def test_only_the_facts_own_lines_go(before: str, after: str) -> None:
    assert Target("Lisbon", (FACT,)).without(before) == after


SAID = {
    "in the first person": ("I live in Lisbon. So what?", True),
    "over two lines": ("We live\nin Lisbon", True),
    "among other words": ("and as I live here in Lisbon, tell me", True),
    "in two sentences": ("I live well. Lisbon is far.", False),
    "denied": ("I do not live in Lisbon", False),
    "half of it": ("Is Lisbon large?", False),
}


@pytest.mark.parametrize(("text", "is_said"), SAID.values(), ids=SAID)
@pytest.mark.parametrize("target", [Target("Lisbon", (FACT,)), Target(FACT, is_fact=True)])
def test_what_says_a_fact_in_other_words(target: Target, text: str, is_said: bool) -> None:
    assert target.is_meant_in(text) == is_said
    assert not Target("lives in Lisbon").is_meant_in(text)
    assert not is_said or any(start in text.lower() for start in target.starts)


def test_a_recalled_passage_that_says_it_in_other_words_goes_and_another_fact_stays() -> None:
    target = Target(FACT, (FACT,))
    passage = f"{EARLIER}\nI live in Lisbon, you know\nI row\n"
    assert target.without(passage) == f"{EARLIER}\nI row\n"
    assert (
        target.without("- Has lived in Lisbon since May\n") == "- Has lived in Lisbon since May\n"
    )
