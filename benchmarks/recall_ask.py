"""What `ask` shows the model first: the share of the evidence, and how many tokens that is.

    python benchmarks/recall_ask.py locomo10.json

takes files as `recall.py` does, each conversation in a log of its own, and asks no model.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean

import recall
import recall_data

from llm_user_memory.recall import ask, search
from llm_user_memory.recall.search import Query
from llm_user_memory.text.fingerprints import Forgotten

_PER_TOKEN = 4  # characters


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Return, line by line, what is found and what is shown."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    model = recall.local_model()
    yield recall.row(["the first request", "evidence, %", "records", "tokens"])
    yield recall.row(["---"] * 4)
    with ExitStack() as stack:
        indexes = [recall_data.logged(stack, [each]) for each in given]
        for how, _ in recall.ways(indexes, model):
            embedder = model if how != "words" else None
            rows = [row for index in indexes for row in _shown(index, embedder)]
            share, records, tokens = (fmean(column) for column in zip(*rows, strict=True))
            yield recall.row([how, f"{100 * share:.1f}", f"{records:.1f}", f"{tokens:.0f}"])


def _shown(
    index: recall_data.Indexed, model: recall.embedder.Embedder | None
) -> Iterator[tuple[float, int, float]]:
    for question in index.questions:
        text = question.text
        asked = recall.without_names(index.db, index.folder, text)
        vector = model.embed([asked])[0] if model else None
        query = Query(text, limit=ask.EXTRACTS, only_shareable=True)
        hits = search.search(index.db, index.folder, query, Forgotten(), vector)
        records = list(ask.extracts(hits, text))
        shown = {index.said(record.hit) for record in records if record.hit}
        characters = sum(len(record.text) + len(record.day) + 6 for record in records)
        share = len(question.evidence & shown) / len(question.evidence)
        yield share, len(records), characters / _PER_TOKEN


if __name__ == "__main__":
    recall.publish("ask", tables, sys.argv[1:], __doc__ or "")
