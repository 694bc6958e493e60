"""Fifty conversations with memory and with the ancestor: requests, tokens, and facts learned.

Each turn is one `llm` at a terminal, with the default settings of each. The model takes half a
second, and answers both in the same way (plugins/llm_server.py). The user's messages are from
profile_quality_cases.json.
"""

import json
import statistics
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from harness import Panel, Row, home, say
from profile_quality_cases import load, says
from startup import typed
from support.product import until

from llm_user_memory.checks.dates import dated
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.line_marks import without_marks
from llm_user_memory.text.words import sentences

NUMBER = 50

# The kinds of cases: facts stated plainly, facts mentioned in passing, and nothing to learn.
_KINDS = ("plain", "indirect", "mixed", "answers", "task", "thanks")
_LEARNED_BAR = 100.0


@dataclass(frozen=True)
class Held:
    """The results of one: the tokens of the updates' requests and answers, the shares of the facts
    that were learned, and the seconds from each answer until its fact was in the profile."""

    requests: int
    asked: int
    answered: int
    learned: float
    waits: Sequence[float]


def compared(programs: Mapping[str, Path], number: int) -> tuple[list[Row], list[Panel]]:
    """Run the conversations with both; return the rows of the table, and the plot's panels."""
    conversations = _conversations(number)
    ours = _held("ours", programs["ours"], conversations)
    ancestor = _held("ancestor", programs["ancestor"], conversations)
    both = (ours, ancestor)

    def row(what: str, cells: Sequence[str], bar: str = "", is_within: bool | None = None) -> Row:
        return Row(f"{number} conversations: {what}", "–", *cells, bar, is_within)

    rows = [
        row("requests for updates", [f"{held.requests}" for held in both]),
        row("tokens in these requests", [f"{held.asked:,}" for held in both]),
        row("tokens in their answers", [f"{held.answered:,}" for held in both]),
        row("conversations with a fact that were learned from",
            [f"{held.learned:.0f} %" for held in both], "100 %", ours.learned >= _LEARNED_BAR),
        row("from the answer to the profile, median",
            [f"{statistics.median(held.waits):.1f} s" if held.waits else "–" for held in both]),
    ]  # fmt: skip
    names = ("with memory", "0.1.1")
    totals = [held.asked + held.answered for held in both]
    panels = [
        Panel(
            f"Tokens for the updates of {number} conversations",
            [(name, total, f"{total:,}") for name, total in zip(names, totals, strict=True)],
        ),
        Panel(
            "Conversations learned from, %",
            [(name, held.learned, f"{held.learned:.0f} %")
             for name, held in zip(names, both, strict=True)],
        ),
    ]  # fmt: skip
    return rows, panels


def _conversations(number: int) -> list[tuple[list[str], list[str]]]:
    """The user's turns in each conversation, and its fact as [section, fact, quote], or []."""
    found = []
    for case in load():
        if case.kind not in _KINDS:
            continue
        turns = [turn.typed for turn in case.said]
        wordings = case.expect[0] if case.expect else ()
        quotes = (
            sentence.strip()
            for turn in turns
            for sentence in sentences(turn)
            if any(says(sentence, wording) for wording in wordings)
        )
        quote = next(quotes, "")
        section = "Preferences" if case.kind == "answers" else "Interests"
        found.append((turns, [section, quote.rstrip(".!?"), quote] if quote else []))
    # A smaller number of conversations has the same share of every kind.
    return [found[place * len(found) // number] for place in range(number)]


def _held(name: str, llm: Path, conversations: Sequence[tuple[list[str], list[str]]]) -> Held:
    say(f"conversations: {name}")
    facts = [fact[1] for _turns, fact in conversations if fact]
    with home(llm, LLM_MODEL="server") as product:
        by_turn = {turn: fact for turns, fact in conversations for turn in turns if fact}
        (product.scripted / "facts.json").write_text(json.dumps(by_turn))
        with _seen(product.folder.profile, facts) as seen:
            answered = {}
            for turns, fact in conversations:
                for nth, turn in enumerate(turns):
                    cost, shown = typed(name, product, ["-c", turn] if nth else [turn])
                    if cost.code:
                        raise SystemExit(f"{name}: {turn!r} failed: {shown}")
                if fact:
                    answered[fact[1]] = time.time()
            if name == "ours":
                until(lambda: not product.report()["turns"]["pending"], "the last update", 120)
        lines = (product.scripted / "requests.jsonl").read_text().splitlines()
        requests = [asked for asked in map(json.loads, lines) if asked["update"]]
    return Held(
        len(requests),
        sum(tokens(asked["asked"]) for asked in requests),
        sum(tokens(asked["answer"]) for asked in requests),
        100 * len(seen) / len(facts),
        [max(0.0, moment - answered[fact]) for fact, moment in seen.items()],
    )


@contextmanager
def _seen(profile: Path, facts: Sequence[str]) -> Iterator[dict[str, float]]:
    """Record during the block when each fact first appears in the profile.

    A fact with "this month" counts with and without its date, and with the mark of a fact that was
    learned from a model on this machine, as this one is.
    """
    forms = {fact: (fact, dated(fact, date.today())) for fact in facts}
    seen: dict[str, float] = {}
    done = threading.Event()

    def look() -> None:
        text = without_marks(profile.read_text()) if profile.exists() else ""
        for fact, either in forms.items():
            if any(f"- {form}\n" in f"{text}\n" for form in either):
                seen.setdefault(fact, time.time())

    def watch() -> None:
        while not done.wait(0.1):
            look()

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield seen
    finally:
        done.set()
        watching.join()
        look()
