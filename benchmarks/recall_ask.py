"""What `ask` sends to a model: the share of the evidence, and the tokens and requests needed.

    python benchmarks/recall_ask.py locomo10.json

takes files as `recall.py` does, each conversation in a log of its own, and asks each question as
`llm memory ask` does. The model is scripted: it answers as soon as it gets a turn that answers the
question; otherwise it says that it found nothing, and asks for no search. Tokens are those of the
request with its instructions, estimated as four characters each.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean
from typing import NamedTuple
from unittest import mock

import recall
import recall_data
from recall_data import Conversation, Indexed

from llm_user_memory.model import client
from llm_user_memory.recall import ask, embedder
from llm_user_memory.settings import Settings
from llm_user_memory.store import state

HEADING = (
    "what `ask` shows",
    "evidence in the first request, %",
    "some of it, % of questions",
    "records",
    "tokens",
    "evidence in both requests, %",
    "some of it, % of questions",
    "requests",
)

# The model gets a turn if it gets this many of its words in a row, or the whole of a shorter turn.
_IN_A_ROW = 10


class Asked(NamedTuple):
    """The result of one question: the evidence, records and tokens in the first request.

    `share_of_all` is the share of the evidence in all `requests`.
    """

    share: float
    records: int
    tokens: int
    share_of_all: float
    requests: int


class Scripted:
    """A model that knows the evidence, and records which of it each request contains."""

    def __init__(self, evidence: Sequence[str]) -> None:
        self.evidence = evidence
        self.shown: list[set[str]] = []
        self.records: list[int] = []
        self.tokens: list[int] = []

    def ask(self, _model: str, _form: str, text: str) -> client.Reply:
        """Answer in place of `client.ask`."""
        records = text.partition("<records>\n")[2].partition("\n</records>")[0].splitlines()
        found = {
            said: f'FROM {number}: "{part}"'
            for said in self.evidence
            for part in _parts(said)
            for number, record in enumerate(records, 1)
            if part in record
        }
        self.shown.append(set(found))
        self.records.append(len(records))
        self.tokens.append(client.Reply("", None, None).tokens(text))
        answer = "\n".join(["ANSWER: it is there", *found.values()]) if found else "NOT FOUND"
        return client.Reply(answer, None, None)


def tables(paths: Sequence[Path]) -> Iterator[str]:
    """Yield the lines of the tables: what the model gets."""
    given = [each for path in paths for each in recall_data.conversations(path)]
    yield recall.row(HEADING)
    yield recall.row(["---"] * len(HEADING))
    with ExitStack() as stack:
        indexes = [recall_data.logged(stack, [each]) for each in given]
        for how, _ in recall.ways(indexes, recall.local_model()):
            name = embedder.NONE if how == "words" else embedder.LOCAL
            settings = Settings(embedder=name, learned_locally="any")
            for part, numbers in recall.PARTS.items():
                some = [n for n in numbers if n < len(given)]
                rows = [row for n in some for row in _asked(given[n], indexes[n], settings)]
                if rows and part in ("1 to 5", "6 to 10"):
                    yield _line(f"{part}: {how}", rows)


def _asked(given: Conversation, index: Indexed, settings: Settings) -> Iterator[Asked]:
    texts = {turn: text for _, turns in given.sessions for turn, _, text in turns}
    with state.opened(index.folder) as store:
        for question in given.questions:
            scripted = Scripted([texts[turn] for turn in question.evidence])
            with mock.patch.object(client, "ask", scripted.ask):
                answer = ask.answer(store, settings, question.text, "scripted")
            shown = [*scripted.shown, set[str]()]
            number = len(scripted.evidence)
            yield Asked(
                len(shown[0]) / number,
                sum(scripted.records[:1]),
                sum(scripted.tokens[:1]),
                len(set[str]().union(*shown)) / number,
                answer.requests,
            )


def _line(name: str, asked: Sequence[Asked]) -> str:
    def some(shares: Iterable[float]) -> str:
        return f"{100 * fmean(share > 0 for share in shares):.1f}"

    return recall.row(
        [
            name,
            f"{100 * fmean(each.share for each in asked):.1f}",
            some(each.share for each in asked),
            f"{fmean(each.records for each in asked):.1f}",
            f"{fmean(each.tokens for each in asked):.0f}",
            f"{100 * fmean(each.share_of_all for each in asked):.1f}",
            some(each.share_of_all for each in asked),
            f"{fmean(each.requests for each in asked):.2f}",
        ]
    )


def _parts(said: str) -> list[str]:
    """The runs of words by which a turn is recognized in a request."""
    words = said.split()
    starts = range(0, max(len(words) - _IN_A_ROW, 0) + 1, _IN_A_ROW)
    return [" ".join(words[start : start + _IN_A_ROW]) for start in starts]


if __name__ == "__main__":
    recall.publish("ask", tables, sys.argv[1:], __doc__ or "")
