"""However a switch is written, what may mean "off" is off."""

import pytest
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]

BEES = {"I keep bees": 'ADD Interests | Keeps bees | "I keep bees"'}


def test_what_may_mean_off_is_off(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.answer(BEES)
    product.type("Hello there, my friend")
    given = len(product.prompts()[-1]["prompt"])
    off = [("LLM_MEMORY_DISABLED", value) for value in ("y", "t", "Ja", "2")]
    off += [("LLM_MEMORY_INJECT", value) for value in (" ", "False ", "OFF", " no")]
    for number, (name, value) in enumerate(off):
        said = f"I keep bees, and {number} hens"
        ran = product.type(said, env={name: value})
        assert (ran.code, ran.out) == (0, "ok\n"), (name, value)
        assert product.prompts()[-1]["prompt"] == said, (name, value)
    assert given > len("Hello there, my friend")
    assert product.run("memory", "update").code == 0
    assert "bees" not in product.profile()
    told = product.run("memory", "status", env={"LLM_MEMORY_DISABLED": "y"}).out
    assert "LLM_MEMORY_DISABLED is “y”, which is not true or false; memory is off." in " ".join(
        told.split()
    )
