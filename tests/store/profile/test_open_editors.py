"""Profiles that are saved by an editor that was open while facts were added, or was not."""

import random
from collections.abc import Callable

import pytest

from llm_user_memory.learn import manual
from llm_user_memory.profile.document import facts
from llm_user_memory.store import forgotten
from llm_user_memory.store.profile import history, merge_base, versions
from llm_user_memory.store.state import Store

SECTIONS = ("Personal Information", "Current Projects", "Interests", "Preferences")
# Many begin alike, or have most letters in common.
FACTS = (
    "Lives in Oslo",
    "Lives with two cats",
    "Works as a nurse",
    "Works at Siemens",
    "Has a dog called Rex",
    "Has a sister in Bergen",
    "Has two daughters",
    "Plays the piano",
    "Plays chess on Tuesdays",
    "Takes insulin every morning",
    "Is allergic to cats",
    "Is vegetarian",
    "Is learning Korean",
    "Is building a treehouse",
    "Speaks Danish",
    "Speaks Spanish",
    "Keeps bees",
    "Bakes sourdough bread",
    "Uses Debian at home",
    "Uses Emacs",
    "Prefers short answers",
    "Prefers tabs over spaces",
    "Wants code with comments",
    "Wants answers in metric units",
)


def _at_start(text: str, section: str, fact: str) -> str:
    return text.replace(f"## {section}\n", f"## {section}\n- {fact}\n")


def _at_end(text: str, section: str, fact: str) -> str:
    above, below = text.split(f"## {section}\n")
    own, gap, rest = below.partition("\n\n")
    return f"{above}## {section}\n{own.rstrip()}\n- {fact}\n{gap[1:]}{rest}".replace(
        "\n\n- ", "\n- "
    )


def _facts(store: Store) -> set[str]:
    return {fact.text for fact in facts(versions.read(store).text)}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("place", [_at_start, _at_end])
def test_what_was_added_meanwhile_is_kept_beside_what_was_typed(
    store: Store, place: Callable[[str, str, str], str], seed: int
) -> None:
    draw = random.Random(seed)
    drawn = draw.sample(FACTS, 9 + draw.randrange(3))
    before, typed, meanwhile = drawn[:6], drawn[6:8], drawn[8:]
    manual.add(store, [(draw.choice(SECTIONS), fact) for fact in before])
    edited = versions.read(store).text
    for fact in meanwhile:
        manual.add(store, [(draw.choice(SECTIONS), fact)])
    for fact in typed:
        edited = place(edited, draw.choice(SECTIONS), fact)
    store.folder.profile.write_text(edited)
    assert _facts(store) == set(drawn)
    assert not any(forgotten.load(store.db).fact(fact) for fact in drawn)


REWORDED = {
    "a typing error": lambda fact: fact.replace("e", "", 1),
    "a longer one": lambda fact: f"{fact} at the weekend",
    "a shorter one": lambda fact: " ".join(fact.split()[:-1]),
    "another value": lambda fact: " ".join([*fact.split()[:-1], "Bergen"]),
}


@pytest.mark.parametrize("how", REWORDED)
@pytest.mark.parametrize("fact", ["Lives in Oslo", "Has a sister in Ulm", "Prefers short answers"])
def test_a_new_fact_that_is_reworded_where_it_stands_is_replaced(
    store: Store, fact: str, how: str
) -> None:
    manual.add(store, [("Interests", "Rows"), ("Interests", "Plays the piano")])
    for new in (fact, "Keeps bees"):
        manual.add(store, [("Interests", new)])
    wording = REWORDED[how](fact)
    text = versions.read(store).text.replace(f"- {fact}\n", f"- {wording}\n")
    store.folder.profile.write_text(text)
    assert _facts(store) == {"Rows", "Plays the piano", "Keeps bees", wording}


@pytest.mark.parametrize("how", ["a typing error", "a longer one"])
def test_so_it_is_where_other_changes_are_saved_too(store: Store, how: str) -> None:
    manual.add(store, [("Interests", "Rows")])
    manual.add(store, [("Interests", "Has a sister in Ulm")])
    wording = REWORDED[how]("Has a sister in Ulm")
    text = versions.read(store).text.replace("Has a sister in Ulm\n", f"{wording}\n- Keeps bees\n")
    store.folder.profile.write_text(text)
    assert _facts(store) == {"Rows", "Keeps bees", wording}


@pytest.mark.parametrize(("age", "base"), [(600.0, 3), (7200.0, 2)])
def test_a_save_that_lacks_what_was_newest_is_of_the_editor_s_version_if_that_is_old(
    age: float, base: int
) -> None:
    """The text is that of the first version; the user may not have seen the last one."""
    now = 1_800_000_000.0
    made = [
        history.Version(n, created, "user", "add", None, None, f"## Interests\n{lines}")
        for n, created, lines in (
            (1, now - 90_000.0, "- Rows\n"),
            (2, now - age, "- Rows\n- Keeps bees\n"),
            (3, now - 60.0, "- Rows\n- Keeps bees\n- Plays chess\n"),
        )
    ]
    assert merge_base.for_local_save(made[::-1], made[0].text, now).n == base
