"""Archived facts in prompts: given where they bear, once in a thread, and never after they go."""

import pytest
from support.product import Product

pytestmark = pytest.mark.product

PROFILE = """\
# User Profile

## Personal Information
- Lives in Oslo

## Archive: Interests
- Keeps bees in the garden
- Plays the cello #pin

## Archive: Personal Information
- Sister Ana lives in Bonn
"""


@pytest.fixture
def known(product: Product) -> Product:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    assert product.run("memory", "load", "-", stdin=PROFILE).code == 0
    return product


def _sent(product: Product) -> str:
    """All that the model was sent with the last prompt."""
    last = product.prompts()[-1]
    return f"{last.get('system') or ''}\n{last['prompt']}"


def test_facts_are_given_to_the_prompts_on_which_they_bear(known: Product) -> None:
    asked = {
        "how do bees survive the winter?": ["Keeps bees in the garden"],
        "which cello strings should I buy for my sister Ana?": [
            "Plays the cello",
            "Sister Ana lives in Bonn",
        ],
        "what is the capital of Mongolia?": [],
    }
    for prompt, expected in asked.items():
        assert known.type(prompt).code == 0
        sent = _sent(known)
        facts = ["Keeps bees in the garden", "Plays the cello", "Sister Ana lives in Bonn"]
        assert [fact for fact in facts if f"- {fact}\n" in sent] == expected
        assert "- Lives in Oslo" in sent and "Archive" not in sent and "#pin" not in sent


def test_a_fact_is_given_once_in_a_thread(known: Product) -> None:
    known.type("how do bees survive the winter?")
    assert "Keeps bees" in known.prompts()[-1]["prompt"]
    known.type("-c", "and what do bees eat?")
    assert "Keeps bees" not in known.prompts()[-1]["prompt"]
    known.type("-c", "how do I tune a cello?")
    assert "Plays the cello" in known.prompts()[-1]["prompt"]


def test_a_line_that_was_deleted_is_given_no_more(known: Product) -> None:
    text = known.folder.profile.read_text()
    known.folder.profile.write_text(text.replace("- Keeps bees in the garden\n", ""))
    known.type("how do bees survive the winter?")
    assert "Keeps bees" not in _sent(known)


def test_it_can_be_switched_off(known: Product) -> None:
    known.env["LLM_MEMORY_ARCHIVE"] = "false"
    known.type("how do bees survive the winter?")
    assert "Keeps bees" not in _sent(known) and "- Lives in Oslo" in _sent(known)
