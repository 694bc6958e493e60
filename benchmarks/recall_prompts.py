"""Which prompts are given passages with LLM_MEMORY_RECALL=true, and whether these answer them.

    python benchmarks/recall_prompts.py locomo10.json

takes files as `recall.py` does, each conversation in a log of its own. The prompts are its
questions, those of another conversation, and those of ordinary_prompts.tsv, which are about nothing
in the conversation. That table was written before any threshold was chosen. The thresholds were
chosen with its rows "first" and the first three conversations. As the results for the rows "second"
were seen meanwhile, these are not held back. held_back_prompts.txt is: it was written later,
without looking at results, and nothing was chosen by it.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean

import recall
import recall_data
from recall_data import Indexed, Question

from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.render import of_passages
from llm_user_memory.recall import for_prompts
from llm_user_memory.recall.hits import Hit
from llm_user_memory.settings import Settings
from llm_user_memory.text.fingerprints import Forgotten
from llm_user_memory.text.trivial import is_trivial

PROMPTS = Path(__file__).parent / "ordinary_prompts.tsv"
HELD_BACK = Path(__file__).parent / "held_back_prompts.txt"


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Yield the lines of the tables: what the prompts are given."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    rows = [line.split("\t") for line in PROMPTS.read_text().splitlines()]
    rows += [["held back", line] for line in HELD_BACK.read_text().splitlines()]
    with ExitStack() as stack:
        indexes = [recall_data.logged(stack, [each]) for each in given]
        yield recall.row(["prompts", "given something", "given what answers them", "tokens"])
        yield recall.row(["---"] * 4)
        for name in ("1 to 3", "4 and 5", "6 to 10"):
            some = [indexes[n] for n in recall.PARTS[name] if n < len(indexes)]
            own = [(each, question) for each in some for question in each.questions]
            yield _line(f"questions, conversations {name}", own, is_own=True)
            foreign = [
                (each, question)
                for each, other in zip(some, [*some[1:], *some[:1]], strict=True)
                for question in other.questions
            ]
            yield _line(f"questions about another conversation, {name}", foreign)
        for kind in ("first", "second", "held back"):
            texts = [text for this, text in rows if this == kind]
            ordinary = [(each, Question(text, frozenset())) for each in indexes for text in texts]
            yield _line(f"{len(texts)} ordinary prompts, {kind}", ordinary)


def _line(name: str, prompts: Sequence[tuple[Indexed, Question]], *, is_own: bool = False) -> str:
    found = [(index, question, shown(index, question.text)) for index, question in prompts]
    some = fmean(bool(hits) for _, _, hits in found)
    right = fmean(
        any(index.said(hit) in question.evidence for hit in hits) for index, question, hits in found
    )
    sizes = [_tokens(question.text, hits) for _, question, hits in found if hits]
    cells = [name, f"{100 * some:.1f} %", f"{100 * right:.1f} %" if is_own else ""]
    return recall.row([*cells, f"{fmean(sizes):.0f}" if sizes else ""])


def shown(index: Indexed, text: str) -> list[Hit]:
    """Return the passages that the product gives a prompt."""
    if is_trivial(text):
        return []
    return for_prompts.recalled(index.db, index.folder, text, Forgotten())


def _tokens(text: str, hits: Sequence[Hit]) -> int:
    most = Settings().recall_tokens
    return tokens(of_passages(for_prompts.as_passages(hits, text), most))


if __name__ == "__main__":
    recall.publish("prompts", tables, sys.argv[1:], __doc__ or "")
