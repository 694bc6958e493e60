"""How well a completion model answers the request for updates: the table's first rows.

    python benchmarks/completion_request.py URL [--verbose]

URL is that of an OpenAI-compatible API that serves the model, such as the one that
demo/serve.py prints. The request, the reading of the answer and the checks are the product's
own. The cases are in completion_cases.json: the examples were chosen on the half called
`tune`, the half called `held` was looked at once they were.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from llm_user_memory.guard import Typed, Verdict, check
from llm_user_memory.profile import EMPTY
from llm_user_memory.protocol import COMPLETION_OPTIONS, Message, parse_answer, request

CASES = Path(__file__).with_name("completion_cases.json")
LIMIT = 120.0


@dataclass(frozen=True)
class Outcome:
    """What came of one case: the verdicts on the answer's edits, tokens and seconds."""

    case: dict[str, Any]
    answer: str
    verdicts: Sequence[Verdict]
    tokens: tuple[int, int]
    seconds: float

    @property
    def taken(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if not verdict.refusal]

    def found(self) -> int:
        """How many of the expected facts were taken, in whatever section."""
        return sum(
            any(_holds(taken, fact["words"]) for taken in self.taken) for fact in self._facts
        )

    def well_placed(self) -> int:
        """How many of them went to a section where a person might look for them."""
        return sum(
            any(_holds(t, fact["words"]) and t.edit.section in fact["sections"] for t in self.taken)
            for fact in self._facts
        )

    def false(self) -> list[Verdict]:
        """What was taken and is no fact of the user's."""
        right = [*(fact["words"] for fact in self._facts), *self.case["also"]]
        return [taken for taken in self.taken if not any(_holds(taken, w) for w in right)]

    @property
    def _facts(self) -> list[dict[str, Any]]:
        return list(self.case["expect"])


def main() -> None:
    """Ask the model about every case and print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url", help="such as http://127.0.0.1:8080/v1")
    parser.add_argument("--model", default="gemma-3-270m")
    parser.add_argument("--verbose", action="store_true", help="print every case that went wrong")
    options = parser.parse_args()
    cases = json.loads(CASES.read_text())
    _ask(options.url, options.model, [cases[0]["messages"][0]])  # the server reads the examples
    outcomes = [_outcome(options.url, options.model, case) for case in cases]
    print("| cases | facts found | false facts | in a good section | tokens in, out | ms |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in ("tune", "held", "long"):
        print(_row(name, [each for each in outcomes if _group(each.case) == name]))
    if options.verbose:
        print(*_mistakes(outcomes), sep="\n")


def _group(case: dict[str, Any]) -> str:
    return "long" if case["kind"] == "long" else str(case["split"])


def _outcome(url: str, model: str, case: dict[str, Any]) -> Outcome:
    begun = time.perf_counter()
    answer, tokens = _ask(url, model, case["messages"])
    seconds = time.perf_counter() - begun
    typed = [Typed(str(number), text) for number, text in enumerate(case["messages"])]
    edits = parse_answer(answer, EMPTY).edits
    _profile, verdicts = check(edits, EMPTY, typed, frozenset())
    return Outcome(case, answer, verdicts, tokens, seconds)


def _ask(url: str, model: str, messages: Sequence[str]) -> tuple[str, tuple[int, int]]:
    text = request("completion", EMPTY, [Message(typed) for typed in messages])
    body = json.dumps({"model": model, "prompt": text, **COMPLETION_OPTIONS}).encode()
    headers = {"Content-Type": "application/json"}
    opener = build_opener(ProxyHandler({}))
    with opener.open(Request(f"{url}/completions", body, headers), timeout=LIMIT) as response:
        found = json.load(response)
    usage = found["usage"]
    return found["choices"][0]["text"], (usage["prompt_tokens"], usage["completion_tokens"])


def _holds(verdict: Verdict, words: Sequence[str]) -> bool:
    fact = verdict.edit.new.lower()
    return all(word.lower() in fact for word in words)


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    expected = sum(len(each.case["expect"]) for each in outcomes)
    found = sum(each.found() for each in outcomes)
    asked, answered = (mean(each.tokens[place] for each in outcomes) for place in (0, 1))
    return (
        f"| {name} ({len(outcomes)}) | {found} of {expected} "
        f"| {sum(len(each.false()) for each in outcomes)} "
        f"| {sum(each.well_placed() for each in outcomes)} of {found} "
        f"| {asked:.0f}, {answered:.1f} "
        f"| {1000 * median(each.seconds for each in outcomes):.0f} |"
    )


def _mistakes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for each in outcomes:
        missed = len(each.case["expect"]) - each.found()
        if missed or each.false():
            said = " / ".join(each.case["messages"])[:100]
            yield f"\n{each.case['id']}: {said}\n  {' / '.join(each.answer.split(chr(10))).strip()}"
            yield from (f"  false: {verdict.edit.new}" for verdict in each.false())
            if missed:
                yield f"  missed: {missed}"


if __name__ == "__main__":
    main()
