"""Why prompts that recall get no answer: the step at which the evidence for a question is lost.

    python benchmarks/recall_lost.py locomo10.json

takes files as `recall_prompts.py` does, and splits the questions of its first rows. The search
examines twenty passages for a prompt. Either the evidence is not among them; or it is, but no
passage fits well enough for anything to be given; or what is given is something else.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import recall
import recall_data
from recall_data import Indexed, Question

from llm_user_memory.recall import for_prompts
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.search import search
from llm_user_memory.text.fingerprints import Forgotten

ANSWERED = "given what answers them"
OTHERS = "given something else"
BELOW = "evidence found, nothing given"
NOT_FOUND = "evidence not found, nothing given"
OUTCOMES = (ANSWERED, BELOW, NOT_FOUND, OTHERS)


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Return, line by line, the shares of questions by what becomes of their evidence."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    yield recall.row(["questions", *OUTCOMES])
    yield recall.row(["---"] * (1 + len(OUTCOMES)))
    with ExitStack() as stack:
        indexes = [recall_data.logged(stack, [each]) for each in given]
        for name in ("1 to 3", "4 and 5", "6 to 10"):
            some = [indexes[n] for n in recall.PARTS[name] if n < len(indexes)]
            counts = Counter(outcome(each, asked) for each in some for asked in each.questions)
            if counts:
                shares = [100 * counts[each] / counts.total() for each in OUTCOMES]
                cells = [f"{share:.1f} %" for share in shares]
                yield recall.row([f"{counts.total()} of conversations {name}", *cells])


def outcome(index: Indexed, question: Question) -> str:
    """Return what becomes of the evidence for a question, one of OUTCOMES."""
    query = Query(question.text, for_prompts.MAX_HITS, only_shareable=True, is_prose=True)
    hits = search(index.db, index.folder, query, Forgotten(), mode="words")
    given = for_prompts.relevant(hits, question.text)
    if any(index.said(hit) in question.evidence for hit in given):
        return ANSWERED
    if given:
        return OTHERS
    is_found = any(index.said(hit) in question.evidence for hit in hits)
    return BELOW if is_found else NOT_FOUND


if __name__ == "__main__":
    recall.publish("lost", tables, sys.argv[1:], __doc__ or "")
