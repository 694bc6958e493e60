"""A liking is what the user says that they like, prefer or always do, not what they ask for."""

import pytest
from support import judging

from llm_user_memory.checks.refusals import MAYBE_FOR_ONCE, NOT_LIKED

pytestmark = pytest.mark.once

# The fact, how it may be said so that it is taken, and so that it waits or is refused.
LIKINGS = [
    ("Likes limericks", "i like limericks, write one about rain", "a limerick about rain please"),
    ("Enjoys crosswords", "i enjoy crosswords, got a tip?", "whats a crosswords clue for emu"),
    ("Prefers window seats", "window seats for me, always", "window seats for the 9:40 to Bern"),
    ("Loves oat porridge", "i eat oat porridge every morning", "i have oat porridge in the pot"),
    (
        "Interested in falconry",
        "been fascinated by falconry for years",
        "how much does falconry cost",
    ),
    ("Prefers to be emailed", "i prefer to be emailed", "the shop said no, i want to be emailed"),
    (
        "Mag Gruselgeschichten",
        "ich lese gern Gruselgeschichten",
        "erzähl Gruselgeschichten für die Kinder",
    ),
    ("Le gustan los acertijos", "me gustan los acertijos", "dime dos acertijos"),
    ("Aime les contes", "j'aime bien les contes", "écris deux contes"),
    ("Любит загадки", "обожаю загадки", "придумай загадки"),
    ("喜欢谜语", "我最喜欢谜语", "来两个谜语"),
    ("Preferisce frasi brevi", "preferisco frasi brevi", "più brevi le frasi, grazie"),
    ("Gosta de adivinhas", "adoro adivinhas", "conta duas adivinhas"),
    ("Likes riddles", "me encantan los riddles", "dame riddles"),
]
WISHES = [
    ("Wants a packing list", "i want a packing list", "packing list, two columns, quick"),
    ("Wants answers as haiku", "answer in haiku from now on", "answer in haiku, two of them"),
    ("Quiere recetas sin sal", "quiero recetas sin sal", "recetas sin sal"),
    ("Veut un plan de table", "je veux un plan de table", "fais un plan de table"),
    ("Doesn't want a summary", "dont write a summary", "report, no summary"),
    ("Хочет план тренировок", "хочу план тренировок", "напиши план тренировок"),
    ("Möchte einen Putzplan", "ich möchte einen Putzplan", "schreib einen Putzplan"),
]


@pytest.mark.parametrize(("fact", "said"), [row[:2] for row in [*LIKINGS, *WISHES]])
def test_a_liking_that_is_stated_is_taken(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(("fact", "asked"), [(row[0], row[2]) for row in LIKINGS])
def test_what_is_asked_for_is_no_liking(fact: str, asked: str) -> None:
    assert judging.refusal(fact, asked) in (NOT_LIKED, MAYBE_FOR_ONCE)


@pytest.mark.parametrize(("fact", "asked"), [(row[0], row[2]) for row in WISHES])
def test_an_order_is_no_wish_for_always(fact: str, asked: str) -> None:
    assert judging.refusal(fact, asked) == MAYBE_FOR_ONCE


@pytest.mark.parametrize(
    ("typed", "quote"),
    [
        ("Tango! I love it. Tango shoes, which ones", "Tango shoes, which ones"),
        (f"i love {'very ' * 30} cold soup and also tango shoes", "tango shoes"),
    ],
)
def test_it_is_stated_in_the_sentence_of_the_quote_and_near_it(typed: str, quote: str) -> None:
    assert judging.refusal("Likes tango shoes", typed, quote) == NOT_LIKED


def test_a_language_without_tables_is_not_judged() -> None:
    assert judging.refusal("Likes 俳句", "俳句を書いて") == ""
