"""Facts that a model replaces: the old one goes only if the new one is instead of it."""

from datetime import datetime

import pytest
from support import judging

from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import find_fact
from llm_user_memory.profile.edits import Edit

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 11, 20, 12).timestamp()
SECTION = "Personal Information"

# The old fact, the new one, and what was typed.
BESIDE = (
    ("Allergic to penicillin", "Allergic to latex", "I'm allergic to latex too"),
    ("Allergic to penicillin", "Allergic to amoxicillin", "I'm allergic to amoxicillin"),
    ("Allergic to nuts and shellfish", "Has a nut allergy", "i have a nut allergy"),
    ("Speaks Dutch", "Speaks Farsi", "i speak farsi"),
    ("Plays the guitar", "Plays the piano", "i play the piano"),
    ("Daughter is called Mia", "Daughter is called Lea", "my daughter Lea starts school"),
    ("Visited Rome in 2019", "Visited Oslo in 2024", "i visited Oslo in 2024"),
    ("Likes jazz", "Likes sushi", "i like sushi"),
    ("Takes metformin", "Takes ramipril", "i take ramipril in the morning"),
    ("Uses Postgres", "Uses Redis for queues", "i use redis for queues"),
    ("Wants short answers", "Wants answers in German", "answer in german from now on"),
    ("Spricht Dänisch", "Spricht Farsi", "ich spreche Farsi"),
    ("Toca la guitarra", "Toca el piano", "toco el piano"),
    ("Joue de la guitare", "Joue du piano", "je joue du piano"),
    ("Играет на гитаре", "Играет на пианино", "я играю на пианино"),
)
INSTEAD = (
    ("Lives in Oslo", "Lives in Bergen", "i live in Bergen"),
    ("Moved to Oslo in May", "Lives in Lima", "i live in Lima"),
    ("Works at Siemens", "Works at Bosch", "i work at Bosch"),
    ("Has two cats", "Has three cats", "we have three cats"),
    ("Uses Postgres", "Uses MySQL", "i use mysql now"),
    ("Uses Postgres", "Uses MySQL", "i moved from postgres to mysql"),
    ("Favourite colour is red", "Favourite colour is blue", "my favourite colour is blue"),
    ("Plays the guitar", "Plays the guitar in a band", "i play the guitar in a band"),
    ("Is single", "Is married", "i am married"),
)


def is_replaced(old: str, new: str, typed: str, *, learned: bool) -> bool:
    """Tell whether the old fact goes when a model replaces it; the new one must be there."""
    edit = Edit("replace", SECTION, old, new, typed)
    after = judging.after(edit, old, [TypedText("turn", typed, SAID_AT)], learned=learned)
    assert find_fact(after, new)
    return find_fact(after, old) is None


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(("old", "new", "typed"), BESIDE)
def test_what_stands_beside_a_fact_does_not_replace_it(
    old: str, new: str, typed: str, learned: bool
) -> None:
    assert not is_replaced(old, new, typed, learned=learned)


@pytest.mark.parametrize(("old", "new", "typed"), INSTEAD)
def test_what_is_instead_of_a_fact_replaces_it(old: str, new: str, typed: str) -> None:
    assert is_replaced(old, new, typed, learned=True)
