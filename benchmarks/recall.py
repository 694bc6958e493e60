"""The quality of recall: how many of the turns that answer a question are found.

    python benchmarks/recall.py locomo10.json

takes files in the form that `recall_data` describes. Each conversation becomes a log of LLM, in
which one speaker is the user and the other the assistant, and which the product reads and indexes
as it does anybody's. Then all conversations are in one log; the profile has the user's name; and
the speakers keep their names, as in conversations that were imported. Of the turns that the data
names as evidence, the share is counted that is among the first five, and ten, that are found.

With --docs the tables go into docs/recall.md. `recall_ask.py` and `recall_prompts.py` tell what
becomes of what is found.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import recall_data
from recall_data import Conversation, Indexed, Question

from llm_user_memory.recall import embedder, search
from llm_user_memory.recall.index import embed
from llm_user_memory.recall.persons import without_names
from llm_user_memory.recall.search import Query
from llm_user_memory.settings import Settings
from llm_user_memory.text.fingerprints import Forgotten

PAGE = Path(__file__).parents[1] / "docs" / "recall.md"
TRAINED_ON = 3
FIRST = (5, 10)

Find = Callable[[Indexed, str], list[str]]
"""Returns the ids of the turns that are found, the best first."""


class Share(NamedTuple):
    """Of one question how many of the turns that answer it were found, of how many."""

    question: Question
    found: tuple[int, ...]


def finder(mode: search.Mode, model: embedder.Embedder | None = None, **how: bool) -> Find:
    """Return how the product finds."""

    def find(given: Indexed, text: str) -> list[str]:
        query = Query(text, limit=FIRST[-1], **how)
        asked = without_names(given.db, given.folder, text)
        vector = model.embed([asked])[0] if model else None
        hits = search.search(given.db, given.folder, query, Forgotten(), vector, mode)
        return [given.said(hit) for hit in hits]

    return find


def shares(given: Indexed, find: Find) -> list[Share]:
    """Return what is found for each question."""
    result = []
    for question in given.questions:
        ids = find(given, question.text)
        found = tuple(len(question.evidence.intersection(ids[:first])) for first in FIRST)
        result.append(Share(question, found))
    return result


def mean(given: Sequence[Share]) -> str:
    """Return the mean share over questions, in per cent."""
    means = (
        fmean(each.found[n] / len(each.question.evidence) for each in given)
        for n in range(len(FIRST))
    )
    return " / ".join(f"{100 * value:.1f}" for value in means) if given else ""


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Return, line by line, what is found and in which way."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    asked = sum(len(each.questions) for each in given)
    malformed = sum(each.malformed for each in given)
    yield (
        f"{len(given)} conversations, {asked:,} questions; {malformed} pieces of evidence that "
        "name no turn are left out."
    )
    yield ""
    heading = ["share in the first 5 / 10, %", "all", f"1 to {TRAINED_ON}", "the others"]
    yield row([*heading, *recall_data.KINDS.values(), "ms"])
    yield row(["---"] * (len(heading) + len(recall_data.KINDS) + 1))
    model = local_model()
    for name, make in [*ways_to_keep(given), _with_a_name(given)]:
        with ExitStack() as stack:
            indexes = make(stack)
            for how, find in ways(indexes, model):
                started = time.process_time()
                found = [share for each in indexes for share in shares(each, find)]
                taken = 1000 * (time.process_time() - started) / asked
                yield _line(f"{name}: {how}", found, given, taken)


def ways_to_keep(
    given: Sequence[Conversation],
) -> Iterator[tuple[str, Callable[[ExitStack], list[Indexed]]]]:
    """Return the ways in which conversations are kept, and what makes the indexes."""
    yield "user and assistant", lambda stack: [recall_data.logged(stack, [each]) for each in given]
    yield "all in one log", lambda stack: [recall_data.logged(stack, given)]
    yield "speakers with names", lambda stack: [recall_data.named(stack, each) for each in given]


def _with_a_name(
    given: Sequence[Conversation],
) -> tuple[str, Callable[[ExitStack], list[Indexed]]]:
    def make(stack: ExitStack) -> list[Indexed]:
        return [recall_data.logged(stack, [each], name=each.user) for each in given]

    return "the user's name in the profile", make


def ways(indexes: Sequence[Indexed], model: embedder.Embedder | None) -> Iterator[tuple[str, Find]]:
    """Return the ways to search that there are; the passages are embedded for some of them."""
    yield "words", finder("words")
    if model:
        for each in indexes:
            for _ in embed.embed(each.db, each.folder, model):
                pass
        yield "words and meaning", finder("hybrid", model)


def local_model() -> embedder.Embedder | None:
    """Return the embedding model of the extra `local`, if it is installed."""
    import llm

    if embedder.LOCAL not in llm.get_embedding_model_aliases():
        return None
    return embedder.chosen(Settings(embedder=embedder.LOCAL))


def _line(name: str, found: Sequence[Share], given: Sequence[Conversation], taken: float) -> str:
    trained = {turn for each in given[:TRAINED_ON] for turn in _turns(each)}
    first = [share for share in found if share.question.evidence & trained]
    others = [share for share in found if not share.question.evidence & trained]
    kinds = ([each for each in found if each.question.kind == kind] for kind in recall_data.KINDS)
    return row([name, mean(found), mean(first), mean(others), *map(mean, kinds), f"{taken:.0f}"])


def _turns(given: Conversation) -> Iterator[str]:
    return (turn for _, turns in given.sessions for turn, _, _ in turns)


def row(cells: Sequence[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write them into the page."""
    publish("recall", tables, arguments, __doc__ or "")


def publish(
    name: str,
    tables: Callable[[Sequence[Path]], Iterator[str]],
    arguments: Sequence[str],
    usage: str,
) -> None:
    """Print the tables about the files that are given; with --docs they go into the page."""
    paths = [Path(each) for each in arguments if each != "--docs"]
    if not paths:
        raise SystemExit(usage)
    lines = []
    for line in tables(paths):
        print(line, flush=True)
        lines.append(line)
    if "--docs" in arguments:
        put(name, lines)


def put(name: str, lines: Sequence[str]) -> None:
    """Write lines into the page, between the comments that name the place."""
    before, begin, rest = PAGE.read_text().partition(f"<!-- begin {name} -->\n")
    _, end, after = rest.partition(f"<!-- end {name} -->")
    assert begin and end, f"{PAGE} has no place for {name}."
    PAGE.write_text(before + begin + "\n" + "\n".join(lines) + "\n\n" + end + after)


if __name__ == "__main__":
    main(sys.argv[1:])
