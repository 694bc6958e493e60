"""The cost of tokens, by the prices that the user sets in LLM_MEMORY_PRICES. Pure.

LLM has no prices, and a table of ours would soon be out of date.
"""

import math
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

_MILLION = 1_000_000


class Price(NamedTuple):
    """Dollars for a million input tokens, and for a million output tokens."""

    tokens_in: float
    tokens_out: float


Prices = Mapping[str, Price]
"""Prices by the id of a model, or by a pattern such as "gpt-4o*"."""


def parsed(text: str) -> dict[str, Price]:
    """Parse prices such as "gpt-4o-mini=0.15/0.60, claude-*=3/15". Raises ValueError."""
    found = {}
    for entry in text.replace(",", " ").split():
        model, equals, price = entry.rpartition("=")
        tokens_in, slash, tokens_out = price.partition("/")
        if not (model and equals and slash):
            raise ValueError(entry)
        found[model] = Price(_amount(tokens_in), _amount(tokens_out))
    return found


def of_model(prices: Prices, model: str) -> Price | None:
    """Return the price of a model, by its id or else by the longest pattern that matches it."""
    if model in prices:
        return prices[model]
    fitting = [pattern for pattern in prices if fnmatchcase(model, pattern)]
    return prices[max(fitting, key=len)] if fitting else None


def money(
    prices: Prices, spent: Iterable[tuple[str, int | None, int | None]]
) -> tuple[float | None, set[str]]:
    """Return the dollars of (model, input tokens, output tokens), and the models without a price.

    The dollars are None if no model has a price. Unknown numbers of tokens count as 0.
    """
    total, lacking = None, set[str]()
    for model, tokens_in, tokens_out in spent:
        price = of_model(prices, model)
        if price is None:
            lacking.add(model)
            continue
        used = (tokens_in or 0) * price.tokens_in + (tokens_out or 0) * price.tokens_out
        total = (total or 0.0) + used / _MILLION
    return total, lacking


def shown(dollars: float) -> str:
    """Return an amount as text: "$12.30", "$0.04", or "under $0.01" for less."""
    return "under $0.01" if 0 < dollars < 0.01 else f"${dollars:,.2f}"


def _amount(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and value >= 0):
        raise ValueError(text)
    return value
