"""The quality of recall: how many of the turns that answer a question are found.

    python benchmarks/recall.py locomo10.json
    python benchmarks/recall.py REALTALK/data

takes a file or a folder as `recall_data` describes them. Each conversation becomes a log of LLM, in
which one speaker is the user and the other the assistant. The product reads and indexes it as
usual. Further variants have all conversations in one log, the user's name in the profile, or the
speakers' names in the index, which no importer does today. The result is the share of the turns
that the data names as evidence that is among the first five, and the first ten, passages found.

In LoCoMo, the features were chosen on conversations 1 to 5. The weights by words were fitted on 1
to 3, those with meaning on 1 to 5; nothing was chosen on 6 to 10 and on REALTALK. With --docs the
table goes into docs/recall.md.
`recall_ask.py`, `recall_prompts.py` and `recall_lost.py` measure what is done with the passages.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import recall_data
from recall_data import Conversation, Indexed, Question

from llm_user_memory.recall import embedder, search
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import embed
from llm_user_memory.recall.persons import without_names
from llm_user_memory.settings import Settings
from llm_user_memory.text.fingerprints import Forgotten

PAGE = Path(__file__).parents[1] / "docs" / "recall.md"
FIRST = (5, 10)

TRAINED_ON, CHOSEN_ON = 3, 5
PARTS = {
    "1 to 3": range(TRAINED_ON),
    "4 and 5": range(TRAINED_ON, CHOSEN_ON),
    "1 to 5": range(CHOSEN_ON),
    "6 to 10": range(CHOSEN_ON, 10),
}
"""The conversations of LoCoMo, by what was fitted on them."""

FITTED_ON = {"words": range(TRAINED_ON), "words and meaning": range(CHOSEN_ON)}
"""The conversations of LoCoMo on which the weights of `recall.ranking` were fitted."""

TOGETHER = "all in one log"

Find = Callable[[Indexed, str], list[str]]
"""A search: returns the ids of the turns that it finds, the best first."""


class Share(NamedTuple):
    """A question, and the number of its turns of evidence among the first N hits, N as in FIRST."""

    question: Question
    found: tuple[int, ...]


def finder(mode: search.Mode, model: embedder.Embedder | None = None) -> Find:
    """Return the search of the product, in one of its modes."""

    def find(given: Indexed, text: str) -> list[str]:
        query = Query(text, limit=FIRST[-1])
        asked = without_names(given.db, given.folder, text)
        vector = model.embed([asked])[0] if model else None
        hits = search.search(given.db, given.folder, query, Forgotten(), vector, mode)
        return [given.said(hit) for hit in hits]

    return find


def shares(given: Indexed, find: Find) -> list[Share]:
    """Return the share of the evidence found for each question."""
    result = []
    for question in given.questions:
        ids = find(given, question.text)
        found = tuple(len(question.evidence.intersection(ids[:first])) for first in FIRST)
        result.append(Share(question, found))
    return result


def mean(shares: Iterable[Share]) -> str:
    """Return the mean share over questions, in per cent."""
    given = list(shares)
    means = (
        fmean(each.found[n] / len(each.question.evidence) for each in given)
        for n in range(len(FIRST))
    )
    return " / ".join(f"{100 * value:.1f}" for value in means) if given else ""


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Yield the lines of the tables: what each way of searching finds."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    yield f"{counted(given)}"
    yield ""
    parts = _parts(given, paths)
    kinds = [
        name
        for kind, name in recall_data.KINDS.items()
        if any(question.kind == kind for each in given for question in each.questions)
    ]
    heading = ["share in the first 5 / 10, %", *parts, *kinds, "ms"]
    yield row(heading)
    yield row(["---"] * len(heading))
    model = local_model()
    for name, make in [*ways_to_keep(given), _with_a_name(given)]:
        if name == TOGETHER and any(path.is_dir() for path in paths):
            continue  # its few questions name people who occur in many conversations
        with ExitStack() as stack:
            indexes = make(stack)
            for how, find in ways(indexes, model):
                started = time.process_time()
                found = [share for each in indexes for share in shares(each, find)]
                taken = 1000 * (time.process_time() - started) / len(found)
                means = [mean(share for share in found if part(share)) for part in parts.values()]
                means += [mean(each for each in found if of_kind(each) == kind) for kind in kinds]
                yield row([f"{name}: {how}", *means, f"{taken:.0f}"])


def counted(given: Sequence[Conversation]) -> str:
    """Return a sentence about the data: conversations, questions, evidence."""
    asked = [question for each in given for question in each.questions]
    malformed = sum(each.malformed for each in given)
    return (
        f"{len(given)} conversations, {len(asked):,} questions, of which "
        f"{sum(each.is_complete for each in asked):,} have all of their evidence; {malformed} "
        "pieces of evidence that name no turn are left out."
    )


def _parts(
    given: Sequence[Conversation], paths: Sequence[Path]
) -> dict[str, Callable[[Share], bool]]:
    """The columns of a table, each with a function that tells whether a question belongs to it."""

    def of(numbers: Iterable[int]) -> Callable[[Share], bool]:
        turns = {turn for n in numbers if n < len(given) for turn in _turns(given[n])}
        return lambda share: not turns.isdisjoint(share.question.evidence)

    if any(path.is_dir() for path in paths):
        return {"all": lambda _: True, "all evidence": lambda share: share.question.is_complete}
    return {name: of(numbers) for name, numbers in PARTS.items() if numbers[0] < len(given)}


def of_kind(share: Share) -> str:
    """Return the kind of the question, as the tables name it."""
    return recall_data.KINDS[share.question.kind]


def ways_to_keep(
    given: Sequence[Conversation],
) -> Iterator[tuple[str, Callable[[ExitStack], list[Indexed]]]]:
    """Return the variants of indexing the conversations, each with its function."""
    yield "user and assistant", lambda stack: [recall_data.logged(stack, [each]) for each in given]
    yield TOGETHER, lambda stack: [recall_data.logged(stack, given)]
    yield "speakers with names", lambda stack: [recall_data.named(stack, each) for each in given]


def _with_a_name(
    given: Sequence[Conversation],
) -> tuple[str, Callable[[ExitStack], list[Indexed]]]:
    def make(stack: ExitStack) -> list[Indexed]:
        return [recall_data.logged(stack, [each], name=each.user) for each in given]

    return "the user's name in the profile", make


def ways(indexes: Sequence[Indexed], model: embedder.Embedder | None) -> Iterator[tuple[str, Find]]:
    """Return the available ways of searching; for some, this embeds the passages."""
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


def _turns(given: Conversation) -> Iterator[str]:
    return (turn for _, turns in given.sessions for turn, _, _ in turns)


def row(cells: Sequence[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write them into the page."""
    is_folder = any(Path(each).is_dir() for each in arguments)
    publish("realtalk" if is_folder else "recall", tables, arguments, __doc__ or "")


def publish(
    name: str,
    tables: Callable[[Sequence[Path]], Iterator[str]],
    arguments: Sequence[str],
    usage: str,
) -> None:
    """Print the tables for the given files; with --docs, write them into docs/recall.md."""
    parser = argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--docs", action="store_true", help=f"write into {PAGE.name}")
    given = parser.parse_args(arguments)
    if given.docs:
        _around(name)  # fails before the work if the page has no such place
    lines = []
    for line in tables(given.paths):
        print(line, flush=True)
        lines.append(line)
    if given.docs:
        put(name, lines)


def put(name: str, lines: Sequence[str]) -> None:
    """Write lines into the page, between the comments that name the place."""
    before, after = _around(name)
    PAGE.write_text(before + "\n" + "\n".join(lines) + "\n\n" + after)


def _around(name: str) -> tuple[str, str]:
    """The text of the page before a place, and after it."""
    before, begin, rest = PAGE.read_text().partition(f"<!-- begin {name} -->\n")
    _, end, after = rest.partition(f"<!-- end {name} -->")
    if not (begin and end):
        raise SystemExit(f"{PAGE} has no place for {name}.")
    return before + begin, end + after


if __name__ == "__main__":
    main(sys.argv[1:])
