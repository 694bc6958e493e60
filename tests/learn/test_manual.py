"""`manual`: facts that the user adds, many at once."""

import pytest

from llm_user_memory.learn import manual
from llm_user_memory.profile import document
from llm_user_memory.profile.document import facts
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


def test_each_fact_is_added_once_in_the_section_that_it_was_given_for(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees"), ("", "Is called Ana")])
    manual.add(
        store,
        [
            ("Music", "Plays the harp"),
            ("interests", "keeps bees."),
            ("music", "Plays the oboe"),
            ("Interests", "Rows"),
            ("Music", "plays the HARP"),
        ],
    )
    added = [(fact.section, fact.text) for fact in facts(versions.read(store).text)]
    assert sorted(added) == [
        ("Interests", "Keeps bees"),
        ("Interests", "Rows"),
        ("Music", "Plays the harp"),
        ("Music", "Plays the oboe"),
        ("Personal Information", "Is called Ana"),
    ]


def test_a_thousand_facts_are_no_thousand_readings_of_the_profile(store: Store) -> None:
    before = document._parse.cache_info().misses
    manual.add(store, [("Interests", f"Likes the song number {n}") for n in range(1000)], "import")
    assert document._parse.cache_info().misses - before < 50
    assert len(facts(versions.read(store).text)) == 1000
