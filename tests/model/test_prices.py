"""The table of prices in LLM_MEMORY_PRICES, and what tokens cost by it."""

import pytest

from llm_user_memory.model import prices
from llm_user_memory.model.prices import Price
from llm_user_memory.settings import read_settings

TABLE = "gpt-4o-mini=0.15/0.60, gpt-4o*=2.5/10 claude-*=3/15,a=b=1/2"


def test_a_table_is_read() -> None:
    assert prices.parsed(TABLE) == {
        "gpt-4o-mini": Price(0.15, 0.6),
        "gpt-4o*": Price(2.5, 10),
        "claude-*": Price(3, 15),
        "a=b": Price(1, 2),
    }
    assert prices.parsed("") == {}


WRONG = [
    "gpt",
    "gpt=1",
    "gpt=1/",
    "gpt=/1",
    "=1/2",
    "gpt=-1/2",
    "gpt=nan/1",
    "gpt=1/inf",
    "g=1/2/3",
]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_table_is_named_and_left_out(text: str) -> None:
    with pytest.raises(ValueError):
        prices.parsed(text)
    found = read_settings({"LLM_MEMORY_PRICES": text})
    assert found.prices is None and found.problems[0][:2] == ("LLM_MEMORY_PRICES", text)


@pytest.mark.parametrize("text", [TABLE.replace(",a=b=1/2", ""), "g=1/2", "g=1/2,", "m:7b=0/0"])
def test_what_the_settings_take_can_be_read(text: str) -> None:
    found = read_settings({"LLM_MEMORY_PRICES": text})
    assert not found.problems and prices.parsed(found.prices or "")


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("gpt-4o-mini", Price(0.15, 0.6)),
        ("gpt-4o-mini-2024", Price(2.5, 10)),
        ("claude-9", Price(3, 15)),
        ("gpt-4", None),
        ("", None),
    ],
)
def test_the_price_of_a_model(model: str, price: Price | None) -> None:
    assert prices.of_model(prices.parsed(TABLE), model) == price


def test_what_tokens_cost() -> None:
    table = prices.parsed(TABLE)
    spent = [("gpt-4o-mini", 1_000_000, 500_000), ("claude-9", 2_000, None), ("mine", 5, 5)]
    dollars, lacking = prices.money(table, spent)
    assert dollars == pytest.approx(0.15 + 0.3 + 0.006) and lacking == {"mine"}
    assert prices.money(table, [("mine", 1, 1)]) == (None, {"mine"})
    assert prices.money({}, []) == (None, set())


@pytest.mark.parametrize(
    ("dollars", "text"),
    [(0, "$0.00"), (0.004, "under $0.01"), (0.01, "$0.01"), (1234.5, "$1,234.50")],
)
def test_an_amount_as_text(dollars: float, text: str) -> None:
    assert prices.shown(dollars) == text
