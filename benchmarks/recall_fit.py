"""Fits the weights of `llm_user_memory.recall.ranking`, which has them as plain numbers.

    python benchmarks/recall_fit.py locomo10.json

takes the features that the product computes for the candidates of each question, and fits a linear
score to them by listwise softmax (Cao et al. 2007), so that evidence comes first, with a penalty on
large weights. Conversations are indexed as by `recall.py`: each in a log of its own, all in one
log, and with names. It prints what is found with weights from the first three conversations, what
is found in each conversation with weights from all others, and the weights that the code has. By
words these are from the first three conversations, as `relevance_fit.py` builds on them; with
meaning they are from the first five, by which the features had been chosen.
With --cache FILE the features are stored there. It needs numpy, as the extra `local` does.
"""

import argparse
import pickle
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import recall
import recall_data
from recall_data import Conversation, Indexed

from llm_user_memory.recall import candidates, persons, reading, search
from llm_user_memory.recall.embedder import Embedder
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import passage_texts
from llm_user_memory.recall.ranking import Features

CANDIDATES = search.RERANKED
PENALTY = 0.01
STEPS, RATE = 150, 0.1

# All weights are relative to this one, which is 1 in the code. The next has a lower limit, so that
# a search for a single word finds passages with it before their neighbours. The last has an upper
# limit, as people's messages to a model are short. Neither limit makes a difference to this data.
UNIT = "before"
LEAST = {"alone": 0.3}
MOST = {"length": 0.4}

BY_WORDS = [name for name in Features._fields if not name.startswith("meaning")]
Array = np.ndarray[Any, np.dtype[np.float32]]


class Lists(NamedTuple):
    """Questions: their conversations, the features of their candidates, and the evidence."""

    owner: Array
    features: Array
    evidence: Array
    present: Array
    total: Array

    def of(self, owners: Sequence[int]) -> "Lists":
        """Return the questions about some conversations."""
        chosen = np.isin(self.owner, owners)
        return Lists(*(each[chosen] for each in self))


def lists(
    given: Sequence[Conversation], indexes: Sequence[Indexed], model: Embedder | None
) -> Lists:
    """Return the product's candidates for each question; without a model, those by words."""
    owner_of = {
        turn: number
        for number, each in enumerate(given)
        for _, turns in each.sessions
        for turn, _, _ in turns
    }
    rows = []
    for index in indexes:
        for question in index.questions:
            features, evidence = _candidates(index, question, model)
            wide = np.zeros((CANDIDATES, len(Features._fields)), np.float32)
            marks = np.zeros((2, CANDIDATES), bool)
            wide[: len(features)] = features
            marks[0, : len(features)] = evidence
            marks[1, : len(features)] = True
            owner = owner_of[next(iter(question.evidence))]
            rows.append((owner, wide, marks[0], marks[1], len(question.evidence)))
    return Lists(*(np.array(column) for column in zip(*rows, strict=True)))


def _candidates(
    index: Indexed, question: recall_data.Question, model: Embedder | None
) -> tuple[Array, Array]:
    """The features of the passages that the product would rank, and which are evidence."""
    text = question.text
    asked = persons.without_names(index.db, index.folder, text)
    vector = model.embed([asked])[0] if model else None
    every = candidates.Condition()
    parsed, found = search.find_candidates(index.db, index.folder, Query(text), every, vector)
    order = search.first_order(found, parsed)[:CANDIDATES]
    rows = candidates.rows(index.db, order, every)
    read = passage_texts.read(index.db, index.folder, order)
    texts = {
        number: (rows[number]["document"], rows[number]["ordinal"], read[number])
        for number in order
    }
    features = reading.with_texts(found.features, texts, text, parsed.words)
    evidence = [
        index.turns.get((rows[number]["part"], rows[number]["role"]), rows[number]["part"])
        in question.evidence
        for number in order
    ]
    given = np.array([features[number] for number in order], np.float32)
    return given.reshape(-1, len(Features._fields)), np.array(evidence, bool)


def fitted(given: Lists, columns: Sequence[int]) -> Array:
    """Return the fitted weights for these lists."""
    used = given.evidence.any(1)
    evidence, present = given.evidence[used], given.present[used]
    features = given.features[used][:, :, columns]
    spread = features[present].std(0) + 1e-6
    scaled = (features - features[present].mean(0)) / spread
    flat = scaled.reshape(-1, len(columns))
    number = evidence.sum(1, keepdims=True)
    weights = first = second = np.zeros(len(columns), np.float32)
    for step in range(1, STEPS + 1):  # Adam (Kingma and Ba 2015)
        scores = np.where(present, (flat @ weights).reshape(present.shape), -1e9)
        scores = np.exp(scores - scores.max(1, keepdims=True))
        others = np.where(evidence, 0, scores).sum(1, keepdims=True)
        right = np.where(evidence, scores, 0)
        slope = np.where(evidence, right / (right + others + 1e-9) - 1, 0) / number
        missed = np.where(evidence, 1 / (right + others + 1e-9), 0).sum(1, keepdims=True) / number
        slope += np.where(evidence, 0, scores) * missed
        change = slope.astype(np.float32).ravel() @ flat / len(slope) + PENALTY * weights
        first, second = 0.9 * first + 0.1 * change, 0.999 * second + 0.001 * change**2
        size = np.sqrt(second / (1 - 0.999**step)) + 1e-8
        weights = weights - RATE * first / (1 - 0.9**step) / size
    whole = np.zeros(len(Features._fields), np.float32)
    whole[list(columns)] = weights / spread
    whole /= abs(whole[Features._fields.index(UNIT)])  # negative, if there is little data
    for name, least in LEAST.items():
        place = Features._fields.index(name)
        whole[place] = max(whole[place], least)
    for name, most in MOST.items():
        place = Features._fields.index(name)
        whole[place] = min(whole[place], most)
    return whole


def shares(given: Lists, weights: Array) -> Array:
    """Return for each question the share of its evidence in the first 5 and 10."""
    scores = np.where(given.present, given.features @ weights, -1e9)
    order = np.argsort(-scores, axis=1, kind="stable")
    sorted_evidence = np.take_along_axis(given.evidence, order, 1)
    return np.stack([sorted_evidence[:, :n].sum(1) / given.total for n in recall.FIRST], 1)


def report(sets: dict[str, Lists], how: str, names: Sequence[str], owners: int) -> Iterator[str]:
    """Yield the lines of the report: what is found, and the weights."""
    columns = [Features._fields.index(name) for name in names]
    together = Lists(*(np.concatenate(each) for each in zip(*sets.values(), strict=True)))
    trained = list(range(recall.TRAINED_ON))
    weights = fitted(together.of(trained), columns)
    without = {
        owner: fitted(together.of([other for other in range(owners) if other != owner]), columns)
        for owner in range(owners)
    }
    for name, given in sets.items():
        others = [owner for owner in range(owners) if owner not in trained]
        left_out = np.concatenate([shares(given.of([n]), each) for n, each in without.items()])
        cells = [f"{name}: {how}", _mean(shares(given.of(trained), weights))]
        yield recall.row([*cells, _mean(shares(given.of(others), weights)), _mean(left_out)])
    fitted_on = recall.FITTED_ON[how]
    named = dict(zip(Features._fields, fitted(together.of(fitted_on), columns), strict=True))
    yield ", ".join(f"{name}={named[name]:.2f}" for name in names)


def _mean(given: Array) -> str:
    return " / ".join(f"{100 * value:.1f}" for value in given.mean(0)) if len(given) else ""


def all_lists(paths: Sequence[Path]) -> tuple[int, dict[str, dict[str, Lists]]]:
    """Return the number of conversations, and their lists by words, and by words and meaning."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    model = recall.local_model()
    found: dict[str, dict[str, Lists]] = {"words": {}, "words and meaning": {}}
    for name, make in recall.ways_to_keep(given):
        with ExitStack() as stack:
            indexes = make(stack)
            for how, _ in recall.ways(indexes, model):
                found[how][name] = lists(given, indexes, model if how != "words" else None)
    return len(given), found


def main() -> None:
    """Print what is found, and the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    if options.cache and options.cache.exists():
        owners, found = pickle.loads(options.cache.read_bytes())
    else:
        owners, found = all_lists(options.paths)
        if options.cache:
            options.cache.write_bytes(pickle.dumps((owners, found)))
    print("| share in the first 5 / 10, % | 1 to 3 | the others | each by the other four |")
    for how, sets in found.items():
        names = BY_WORDS if how == "words" else Features._fields
        for line in report(sets, how, names, owners) if sets else ():
            print(line, flush=True)


if __name__ == "__main__":
    main()
