"""Fits the weights of `llm_user_memory.recall.relevance`, which has them as plain numbers.

    python benchmarks/relevance_fit.py locomo10.json

takes files as `recall_prompts.py` does. A prompt is an example for giving passages if it is a
question of the conversation, and its evidence is among the passages that would be given; it is one
against that if it is among the ordinary prompts marked "first". A logistic regression is fitted to
those of conversations 1 to 3. Prints the weights, and for several bounds how many questions would
be given what answers them, and how many ordinary prompts something, in all conversations. It needs
numpy, as the extra `local` does.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import recall
import recall_data
import regression
from recall_data import Indexed, Question
from recall_prompts import HELD_BACK, PROMPTS

from llm_user_memory.recall import for_prompts, relevance
from llm_user_memory.recall.hits import Hit, Query
from llm_user_memory.recall.relevance import Fit, Signs
from llm_user_memory.recall.search import search
from llm_user_memory.text.fingerprints import Forgotten
from llm_user_memory.text.trivial import is_trivial

PENALTY = 1e-3
# The shares of ordinary prompts of conversations 1 to 3, "first", that may be given something.
RATES = (0.012, 0.014, 0.016, 0.018)
OWN = "questions"
PARTS = [name for name in recall.PARTS if name != "1 to 5"]

Array = np.ndarray[Any, np.dtype[np.float64]]


class Example(NamedTuple):
    """A prompt of one conversation; `answered` is whether the passages would answer it."""

    kind: str
    part: str
    fits: Sequence[Fit]
    signs: Signs | None
    answered: bool


def examples(paths: Sequence[Path]) -> Iterator[Example]:
    """Yield the questions of the conversations, and the ordinary prompts in each of them."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    rows = [line.split("\t") for line in PROMPTS.read_text().splitlines()]
    rows += [["held back", line] for line in HELD_BACK.read_text().splitlines()]
    with ExitStack() as stack:
        for number, each in enumerate(given):
            part = next(name for name in PARTS if number in recall.PARTS[name])
            index = recall_data.logged(stack, [each])
            for question in index.questions:
                yield _example(OWN, part, index, question)
            for kind, text in rows:
                yield _example(kind, part, index, Question(text, frozenset()))


def _example(kind: str, part: str, index: Indexed, question: Question) -> Example:
    query = Query(question.text, for_prompts.MAX_HITS, only_shareable=True, is_prose=True)
    hits: list[Hit] = []
    if not is_trivial(question.text):
        hits = search(index.db, index.folder, query, Forgotten(), mode="words")
    fits = [hit.fit for hit in hits]
    given = for_prompts.best(hits, question.text)
    answered = any(index.said(hit) in question.evidence for hit in given)
    found = relevance.signs(fits, hits[0].asked) if hits else None
    return Example(kind, part, fits, found, answered)


def fitted(wanted: Sequence[Signs], unwanted: Sequence[Signs]) -> Array:
    """Return the weights of a logistic regression; both kinds count equally."""
    table = np.array([*wanted, *unwanted])
    labels = np.repeat([1.0, 0.0], [len(wanted), len(unwanted)])
    counts = np.repeat([0.5 / len(wanted), 0.5 / len(unwanted)], [len(wanted), len(unwanted)])
    mean, spread = table.mean(0), table.std(0) + 1e-9
    weights = regression.fitted((table - mean) / spread, labels, counts, PENALTY)
    found: Array = weights[:-1] / spread
    return found


def report(given: Sequence[Example]) -> Iterator[str]:
    """Yield the weights, and a line of the table for each bound."""
    tuned = [each for each in given if each.part == "1 to 3" and each.signs]
    weights = fitted(
        [each.signs for each in tuned if each.signs and each.kind == OWN and each.answered],
        [each.signs for each in tuned if each.signs and each.kind == "first"],
    )
    yield f"{Signs(*(round(float(weight), 2) for weight in weights))}"

    def score(example: Example) -> float:
        return float(weights @ np.array(example.signs)) if example.signs else -np.inf

    ordinary = [each for each in given if each.part == "1 to 3" and each.kind == "first"]
    scores = sorted(map(score, ordinary), reverse=True)
    kinds = (OWN, "first", "second", "held back")
    columns = [f"{kind}, {part}" for kind in kinds for part in PARTS]
    yield recall.row(["bound", *columns])
    yield recall.row(["---"] * (1 + len(columns)))
    for rate in RATES:
        bound = scores[int(rate * len(scores))] + 1e-9
        cells = []
        for kind in kinds:
            for part in PARTS:
                some = [each for each in given if (each.kind, each.part) == (kind, part)]
                shown = [
                    score(each) > bound or any(map(relevance.is_clear, each.fits)) for each in some
                ]
                right = [is_shown and (kind != OWN or each.answered)
                         for is_shown, each in zip(shown, some, strict=True)]  # fmt: skip
                cells.append(f"{100 * float(np.mean(right)):.1f}" if some else "")
        yield recall.row([f"{bound:.2f}", *cells])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("paths", nargs="+", type=Path)
    for line in report(list(examples(parser.parse_args().paths))):
        print(line)


if __name__ == "__main__":
    main()
