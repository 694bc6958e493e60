"""Logistic regression for the scripts that fit weights. It needs numpy."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

STEPS = 60
CONSTANT = 1e-9  # the penalty of the constant, which only has to be more than nothing


def fitted(table: Array, wanted: Array, counts: Array, penalty: float) -> Array:
    """Return the weights of the columns of a table, and last the constant.

    `wanted` is 1.0 for the rows that are examples for it, `counts` how much each row counts;
    `penalty` that of the squares of the weights.
    """
    table = np.c_[table, np.ones(len(table))]
    penalties = np.r_[np.full(table.shape[1] - 1, penalty), CONSTANT]
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):  # Newton's method
        chance = chances(table, weights)
        slope = table.T @ (counts * (chance - wanted)) + penalties * weights
        curve = (table.T * (counts * chance * (1 - chance))) @ table + np.diag(penalties)
        weights -= np.linalg.solve(curve, slope)
    return weights


def chances(table: Array, weights: Array) -> Array:
    """Return the chance of each row of a table that ends with a column of ones."""
    found: Array = 1 / (1 + np.exp(-table @ weights))
    return found
