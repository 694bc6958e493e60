"""What the user copies from an answer of the model is not what the user said."""

import pytest
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]

LETTER = "I keep bees in the garden behind my house, and honey is my trade."
BEES = 'ADD Interests | Keeps bees in the garden | "I keep bees in the garden behind my house"'


def _learn(product: Product, *prompts: str) -> str:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.answer({"bees": BEES}, {"Write": f"Dear all,\n\n{LETTER}\n\nYours"})
    for number, prompt in enumerate(prompts):
        assert product.type(*(["-c"] if number else []), prompt).code == 0
    return product.run("memory", "update").out


def test_a_sentence_of_an_answer_waits(product: Product) -> None:
    shown = _learn(product, "Write a few lines on gardens", f"{LETTER} Translate this please")
    assert "bees" not in product.profile(), shown
    assert "bees" in product.run("memory", "review").out


def test_a_sentence_of_ones_own_is_learned(product: Product) -> None:
    said = "I keep bees in the garden behind my house, and honey is nice. Translate this please"
    shown = _learn(product, "Write a few lines on gardens", said)
    assert "- Keeps bees in the garden" in product.profile(), shown


def test_what_was_said_before_the_answer_is_learned(product: Product) -> None:
    shown = _learn(product, f"{LETTER} Write that in nicer words", "Thank you, that is all for now")
    assert "- Keeps bees in the garden" in product.profile(), shown
