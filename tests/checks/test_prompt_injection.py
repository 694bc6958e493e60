"""`prompt_injection`: orders to a model are refused, and wishes of a user are not."""

import pytest
from support.hostile_injections import INJECTIONS
from support.rows import for_each

from llm_user_memory.checks import fact_format, guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.prompt_injection import speaks_to_a_model
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit

pytestmark = pytest.mark.once

ORDERS = [(group, text) for group, texts in INJECTIONS.items() for text in texts]
WISHES = [
    "Prefers short answers",
    "Wants answers in one line",
    "Wants the assistant to be brief",
    "Wants you to be blunt",
    "Always answer in German",
    "Answer in metric units",
    "Reply in haiku",
    "Never use emojis",
    "Do not use emojis",
    "You can call them Ana",
    "Assistant professor at MIT",
    "Works as an assistant manager",
    "Builds an AI assistant for farmers",
    "Teaches prompt engineering",
    "Lives in a system of caves",
    "Forgets what people told them",
    "Does not follow the rules of chess",
    "Runs the code club",
    "Runs scripts on Fridays",
    "Adds milk to tea",
    "Plays a pirate in a game with friends",
    "Uses 3 to 4 monitors",
    "Is assistant to the user of a telescope",
    "Ich bin Assistent der Geschäftsführung",
    "Arbeitet als Assistentin und muss viel reisen",
    "Es asistente de vuelo",
    "Assistant de direction à Lyon",
    "私はアシスタントです",
    "أعمل في شركة",
    "सहायक अध्यापक हूँ",
]


@for_each(("group", "text"), ORDERS)
def test_an_order_is_no_fact_though_the_user_typed_it(group: str, text: str) -> None:
    edit = Edit("add", "Preferences", new=text, quote=text)
    after, [verdict] = guard.check([edit], EMPTY, [TypedText("turn", text)], CheckContext())
    assert after == EMPTY
    assert verdict.refusal in {
        "markup": (fact_format.MARKUP, fact_format.NOT_ONE_LINE),
        "hidden": (fact_format.NOT_ONE_LINE,),
    }.get(group, (fact_format.TO_A_MODEL, fact_format.MARKUP))


@for_each("wish", WISHES)
def test_a_wish_of_the_users_is_none(wish: str) -> None:
    assert not speaks_to_a_model(wish)
