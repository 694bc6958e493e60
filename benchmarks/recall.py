"""The quality of recall: how many of the turns that answer a question are found.

    python benchmarks/recall.py locomo10.json

takes files in the form of LoCoMo (Maharana et al. 2024): `data/locomo10.json` of the public
repository snap-research/LoCoMo, licence CC BY-NC 4.0, which is why it is not here. Each of its
conversations becomes an index of its own: a session is a document with its date, a turn a part
with who says it. The questions of categories 1 to 4 are asked, and of the turns that the data
names as evidence the share is counted that is among the first five, and ten, that are found.
Then what would go into a prompt: one that asks such a question, one that asks it of another
conversation, and one of ordinary_prompts.txt, which are about nothing that was said.

With --docs the tables go into docs/recall.md.
"""

import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from llm_user_memory.recall import embedder, search
from llm_user_memory.recall.for_prompts import relevant
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import embed
from llm_user_memory.recall.index.db import Part, Piece
from llm_user_memory.recall.search import Query
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.text.fingerprints import Forgotten

PROMPTS = Path(__file__).parent / "ordinary_prompts.txt"
PAGE = Path(__file__).parents[1] / "docs" / "recall.md"
TUNED_ON = 3
FIRST = (5, 10)
DECAY = 0.1  # a day, as is often recommended

_EVIDENCE = re.compile(r"D(\d+):(\d+)")


class Question(NamedTuple):
    """What is asked, and the turns that answer it."""

    text: str
    evidence: frozenset[str]


class Conversation(NamedTuple):
    """Sessions, each a date and turns of (id, speaker, text), and what is asked about them."""

    sessions: list[tuple[float, list[tuple[str, str, str]]]]
    questions: list[Question]
    malformed: int


def conversations(path: Path) -> Iterator[Conversation]:
    """Return what a file holds."""
    for each in json.loads(path.read_text()):
        sessions = list(_sessions(each["conversation"]))
        known = {turn for _, turns in sessions for turn, _, _ in turns}
        questions, malformed = [], 0
        for asked in each["qa"]:
            if asked["category"] > 4:
                continue
            named = [
                f"D{int(session)}:{int(turn)}"
                for text in asked["evidence"]
                for session, turn in _EVIDENCE.findall(text)
            ]
            malformed += sum(not _EVIDENCE.search(text) for text in asked["evidence"])
            malformed += sum(turn not in known for turn in named)
            if evidence := known.intersection(named):
                questions.append(Question(asked["question"], frozenset(evidence)))
        yield Conversation(sessions, questions, malformed)


def _sessions(given: dict[str, Any]) -> Iterator[tuple[float, list[tuple[str, str, str]]]]:
    number = 1
    while f"session_{number}_date_time" in given:
        when = datetime.strptime(given[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y")
        turns = given.get(f"session_{number}", [])
        yield when.timestamp(), [(turn["dia_id"], turn["speaker"], turn["text"]) for turn in turns]
        number += 1


class Indexed(NamedTuple):
    """A conversation in an index of the product's own."""

    conversation: Conversation
    folder: Folder
    db: Any


def indexed(stack: ExitStack, given: Conversation) -> Indexed:
    """Return the conversation in an index that lasts as long as the stack."""
    folder = Folder(Path(stack.enter_context(TemporaryDirectory())) / "memory")
    db = stack.enter_context(index_db.opened(folder))
    with index_db.transaction(db):
        for number, (when, turns) in enumerate(given.sessions):
            parts = [Part(turn, [Piece(who, 0, text)], when) for turn, who, text in turns]
            index_db.append(
                db, index_db.document(db, index_db.FILES, f"session {number}"), parts, keep=True
            )
    return Indexed(given, folder, db)


Find = Callable[[Indexed, str], list[str]]
"""Returns the ids of the turns that are found, the best first."""


def finder(mode: search.Mode, model: embedder.Embedder | None = None, **how: Any) -> Find:
    """Return how the product finds."""

    def find(given: Indexed, text: str) -> list[str]:
        query = Query(text, limit=FIRST[-1], **how)
        vector = model.embed([text])[0] if model else None
        hits = search.search(given.db, given.folder, query, Forgotten(), vector, mode)
        return [hit.part for hit in hits]

    return find


def decaying(given: Indexed, text: str) -> list[str]:
    """What is found where what is older counts less, by the day."""
    query = Query(text, limit=100)
    hits = search.search(given.db, given.folder, query, Forgotten(), None, "words")
    newest = max(when for when, _ in given.conversation.sessions)

    def worth(hit: search.Hit) -> float:
        return hit.score * math.exp(-DECAY * (newest - (hit.said_at or 0)) / 86400)

    return [hit.part for hit in sorted(hits, key=worth, reverse=True)[: FIRST[-1]]]


class Share(NamedTuple):
    """Of one question how many of the turns that answer it were found, of how many."""

    found: tuple[int, ...]
    of: int


def shares(given: Indexed, find: Find) -> list[Share]:
    """Return what is found for each question."""
    result = []
    for question in given.conversation.questions:
        ids = find(given, question.text)
        found = tuple(len(question.evidence.intersection(ids[:first])) for first in FIRST)
        result.append(Share(found, len(question.evidence)))
    return result


def mean(given: Sequence[Share]) -> str:
    """Return the mean share over questions."""
    means = (fmean(each.found[n] / each.of for each in given) for n in range(len(FIRST)))
    return " / ".join(f"{100 * value:.1f}" for value in means)


def pooled(given: Sequence[Share]) -> str:
    """Return the share of all turns that answer a question."""
    total = sum(each.of for each in given)
    sums = (sum(each.found[n] for each in given) for n in range(len(FIRST)))
    return " / ".join(f"{100 * value / total:.1f}" for value in sums)


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Return, line by line, what is found and in which way."""
    given = [each for path in paths for each in conversations(path)]
    asked = sum(len(each.questions) for each in given)
    malformed = sum(each.malformed for each in given)
    yield (
        f"{len(given)} conversations, {asked:,} questions; {malformed} pieces of evidence that "
        "name no turn are left out."
    )
    yield ""
    heading = ["share in the first 5 / 10, %", "all", "pooled", f"1 to {TUNED_ON}", "the others"]
    heading += [str(number + 1) for number in range(len(given))] + ["ms"]
    yield _row(heading)
    yield _row(["---"] * len(heading))
    with ExitStack() as stack:
        indexes = [indexed(stack, each) for each in given]
        for name, find in _ways(indexes):
            started = time.perf_counter()
            found = [shares(each, find) for each in indexes]
            taken = 1000 * (time.perf_counter() - started) / asked
            yield _line(name, found, taken)
        yield ""
        yield from confidence(indexes)


def confidence(indexes: Sequence[Indexed]) -> Iterator[str]:
    """Return, line by line, what would go into prompts that are about a conversation, or not."""
    prompts = list(filter(None, PROMPTS.read_text().splitlines()))
    yield _row(["prompts, with the index of a conversation", f"1 to {TUNED_ON}", "the others"])
    yield _row(["---"] * 3)
    own: list[list[Worth]] = []
    others: list[list[Worth]] = []
    ordinary: list[list[Worth]] = []
    for each in indexes:
        own.append([worth(each, question) for question in each.conversation.questions])
        foreign = [
            q for other in indexes if other is not each for q in other.conversation.questions
        ]
        others.append([worth(each, Question(q.text, frozenset())) for q in foreign])
        ordinary.append([worth(each, Question(text, frozenset())) for text in prompts])
    yield _percent("its questions: given something", own, lambda each: each.given > 0)
    yield _percent(
        "its questions: given a turn that answers them", own, lambda each: each.right > 0
    )
    yield _percent("questions of the others: given something", others, lambda each: each.given > 0)
    name = f"{len(prompts)} ordinary prompts: given something"
    yield _percent(name, ordinary, lambda each: each.given > 0)


class Worth(NamedTuple):
    """How many passages would go into a prompt, and how many of them answer it."""

    given: int
    right: int


def worth(given: Indexed, question: Question) -> Worth:
    """Return what would go into a prompt that asks the question."""
    query = Query(question.text, limit=FIRST[-1], only_shareable=True)
    hits = relevant(search.search(given.db, given.folder, query, Forgotten(), None, "words"))
    return Worth(len(hits), len(question.evidence.intersection(hit.part for hit in hits)))


def _percent(name: str, given: Sequence[Sequence[Worth]], test: Callable[[Worth], bool]) -> str:
    cells = [name]
    for some in _split(given):
        tests = [test(each) for kind in some for each in kind]
        cells.append(f"{100 * fmean(tests):.1f} %" if tests else "")
    return _row(cells)


def _ways(indexes: Sequence[Indexed]) -> Iterator[tuple[str, Find]]:
    yield "words", finder("words")
    yield "words, diverse", finder("words", diverse=True)
    yield f"words, {DECAY} a day older, {DECAY:.0%} less", decaying
    model = embedder.chosen(Settings(embedder=embedder.LOCAL)) if _has_extra() else None
    if model:
        for each in indexes:
            for _ in embed.embed(each.db, each.folder, Settings(), model):
                pass
        yield "meaning", finder("meaning", model)
        yield "words and meaning", finder("hybrid", model)
        yield "words and meaning, diverse", finder("hybrid", model, diverse=True)


def _has_extra() -> bool:
    import llm

    return embedder.LOCAL in llm.get_embedding_model_aliases()


def _line(name: str, found: Sequence[Sequence[Share]], taken: float) -> str:
    def together(some: Sequence[Sequence[Share]]) -> list[Share]:
        return [share for each in some for share in each]

    cells = [name, mean(together(found)), pooled(together(found))]
    cells += [mean(together(some)) if some else "" for some in _split(found)]
    return _row([*cells, *map(mean, found), f"{taken:.0f}"])


def _split(found: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    return found[:TUNED_ON], found[TUNED_ON:]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write them into the page."""
    paths = [Path(each) for each in arguments if each != "--docs"]
    if not paths:
        raise SystemExit(__doc__)
    lines = []
    for line in tables(paths):
        print(line, flush=True)
        lines.append(line)
    if "--docs" in arguments:
        put("recall", lines)


def put(name: str, lines: Sequence[str]) -> None:
    """Write lines into the page, between the comments that name the place."""
    before, begin, rest = PAGE.read_text().partition(f"<!-- begin {name} -->\n")
    _, end, after = rest.partition(f"<!-- end {name} -->")
    assert begin and end, f"{PAGE} has no place for {name}."
    PAGE.write_text(before + begin + "\n" + "\n".join(lines) + "\n\n" + end + after)


if __name__ == "__main__":
    main(sys.argv[1:])
