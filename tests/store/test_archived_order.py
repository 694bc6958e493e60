"""The facts that are chosen from an archive have the order that its parser gives them."""

import pytest

from llm_user_memory.store import archived

ARCHIVES = [
    "## Archive: Interests\n- Keeps bees\n- Reads a lot\n- Has a cat\n",
    "## Archive\n\n- Has a cat\n\n\n- Keeps bees\n- Reads a lot",
    "## Archive\n- Keeps bees\n- Has a cat\n- Keeps bees\n",
    "## Archive\n- Keeps bees #pin\n- Has a cat\n",
    "## Archive\n```\n- Keeps bees\n```\n- Has a cat\n",
    "## Archive\n- Keeps bees\n  and hens\n- Has a cat\n",
    "## Archive\r\n- Keeps bees\r\n- Has a cat\r\n",
    "## Archive\n- - -\n- Has a cat\n- Keeps  bees\n",
    "## Archive\n<!--\n- Has a cat\n-->\n- Keeps bees\n",
    "## Archive\n- Reads a lot and\n- Hält Bienen\n- Has a cat",
    "",
]
FACTS = ["Has a cat", "Hält Bienen", "Keeps bees", "Keeps bees and hens", "Reads a lot", "Swims"]


@pytest.mark.parametrize("archive", ARCHIVES)
@pytest.mark.parametrize("most", [1, 2, 6])
def test_the_first_facts_are_those_of_the_parser_in_its_order(archive: str, most: int) -> None:
    places = {fact: place for place, fact in enumerate(archived.texts_in(archive))}
    present = [fact for fact in FACTS if fact in places][:most]
    expected = sorted(present, key=places.__getitem__)
    assert archived.first_in(archive, iter(FACTS), most) == expected
