"""Fits the weights of `llm_user_memory.checks.weighing`, which has them as plain numbers.

    python benchmarks/gate_fit.py

An example is an addition of the files in gate/ that were read, to which the checks have only
objections with a weight: one for the fact if a person judged it right. The rows of whole
conversations count half, as they are many, and nearly all of them right. Prints the weights, and
for several bounds how many right and wrong additions would be taken: of the rows fitted to, each
by the weights of the others ("across"), and of those held back. It needs numpy, as the extra
`local` does.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unittest.mock import patch

import gate
import numpy as np
import regression
from harness import table
from regression import Array

from llm_user_memory.checks import weighing
from llm_user_memory.checks.objections import Objection

READ = ("tuned", "classes", "requests", "conversations")
HELD_BACK = tuple(
    f"held_back{part}" for part in ("", "_classes", "_everyday", "_requests", "_conversations")
)
COUNTS = {"conversations": 0.5}
PENALTY = 2.0
PARTS, NEIGHBOURS = 10, 8  # for the figures "across": neighbouring rows are alike
# The shares of the wrong rows fitted to that may be taken, across.
RATES = (0.0125, 0.025, 0.05)


class Example(NamedTuple):
    """An addition to which there are objections."""

    which: str
    objections: Sequence[Objection]
    signs: weighing.Signs
    is_right: bool


def examples(which: str) -> Iterator[Example]:
    """Yield the examples of one file of rows."""
    for row in gate.BENCHMARK.rows(which):
        with patch.object(weighing, "is_outweighed", return_value=False) as weighed:
            end = gate.end_of(row)
        for call in weighed.call_args_list if end == "waiting" else ():
            objections, case = call.args
            yield Example(which, objections, weighing.signs(objections, case), row.is_right)


def columns(given: Sequence[Example]) -> Array:
    """Return the table of the examples: a column for each objection with a weight, and sign."""
    rows = [[*(each in one.objections for each in weighing.WEIGHTS), *one.signs] for one in given]
    return np.array(rows, dtype=float)


def across(table: Array, right: Array, counts: Array) -> Array:
    """Return the chance of each example by the weights that are fitted to the other parts."""
    part = np.arange(len(table)) // NEIGHBOURS % PARTS
    found = np.zeros(len(table))
    for number in range(PARTS):
        others = part != number
        weights = regression.fitted(table[others], right[others], counts[others], PENALTY)
        found[~others] = chances_of(table[~others], weights)
    return found


def chances_of(table: Array, weights: Array) -> Array:
    return regression.chances(np.c_[table, np.ones(len(table))], weights)


def report() -> Iterator[str]:
    """Yield the weights, and the table of bounds."""
    read = [one for which in READ for one in examples(which)]
    given = columns(read)
    right = np.array([float(one.is_right) for one in read])
    counts = np.array([COUNTS.get(one.which, 1.0) for one in read])
    weights = regression.fitted(given, right, counts, PENALTY)
    names = [
        *(f"{each.source}: {each.refusal}" for each in weighing.WEIGHTS),
        *weighing.Signs._fields,
    ]
    yield from (
        f"{weight:6.2f}  {name}" for name, weight in zip([*names, "constant"], weights, strict=True)
    )

    chance = across(given, right, counts)
    wrong = np.sort(chance[right == 0])[::-1]
    unread = {which: list(examples(which)) for which in HELD_BACK}
    lines = []
    for rate in RATES:
        bound = float(wrong[int(rate * len(wrong))])
        cells = [taken(chance, right, bound)]
        for some in unread.values():
            held = np.array([float(one.is_right) for one in some])
            cells.append(taken(chances_of(columns(some), weights), held, bound))
        lines.append([f"{np.log(bound / (1 - bound)):.2f}", *cells])
    yield table(["bound", "across", *HELD_BACK], lines)


def taken(chance: Array, right: Array, bound: float) -> str:
    """Return how many of the right and the wrong examples have more than the bound."""
    shown = (
        f"{int((chance[right == is_right] > bound).sum())} of {int((right == is_right).sum())}"
        for is_right in (1, 0)
    )
    return " right, ".join(shown) + " wrong"


if __name__ == "__main__":
    print(*report(), sep="\n")
