"""What is said in a role that an earlier turn began waits, also if no request has that turn."""

import pytest
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]

FLATS = 'ADD Personal Information | Owns three flats | "I own three flats"'
BEGINS = "Pretend I am a landlord in Rome."


@pytest.mark.parametrize("how", ["learned", "paused", "private", "disabled"])
def test_a_role_goes_on_in_the_next_update(product: Product, how: str) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.answer({"three flats": FLATS})
    product.run("memory", "add", "Likes tea")
    if how == "paused":
        product.run("memory", "pause")
    if how == "private":
        product.run("memory", "private", BEGINS)
    else:
        env = {"LLM_MEMORY_DISABLED": "true"} if how == "disabled" else {}
        product.type(BEGINS, env=env)
    product.run("memory", "update")
    product.run("memory", "resume")
    product.type("-c", "I own three flats, what should I charge?")
    product.run("memory", "update")
    assert "flats" not in product.profile()
    assert "Owns three flats" in product.run("memory", "review").out
    product.type("-c", "Stop the game. Thanks.")
    product.type("-c", "I own three flats, by the way, in real life.")
    product.run("memory", "update")
    assert "Owns three flats" in product.profile()
