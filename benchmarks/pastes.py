"""How well pasted text is told from typed text, in prompts with and without other people's words.

    python benchmarks/pastes.py [--write docs/trust.md] [--verbose]

Each row of pastes/tuned.jsonl and pastes/held_back.jsonl is a prompt, in which a person marked the
pasted parts (words in the first person that are not the user's) and the typed parts. The authors of
the rules have not read the rows held back. A paste is kept out if none of its words can be learned
from, and is in doubt if none can without the user's review. A typed part counts as typed if all its
words do. --verbose lists the mistakes of the tuned rows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from harness import table
from judged_rows import Benchmark

from llm_user_memory.text import pasted

PASTED_ENDS = ("kept out", "in doubt", "typed")
TYPED_ENDS = ("typed", "in doubt", "left out")


@dataclass(frozen=True)
class Row:
    """A prompt, and its pasted and its typed parts; other parts may count as either."""

    prompt: str
    pasted: Sequence[str]
    typed: Sequence[str]
    language: str
    group: str


def ends_of(row: Row) -> Iterator[tuple[bool, str, str]]:
    """Yield (whether it was pasted, what it counts as, its text) for each marked part."""
    counts_as = [
        "typed" if piece.is_typed else "in doubt" if piece.in_doubt else "left out"
        for piece in pasted.pieces(row.prompt)
        for _ in piece.text
    ]
    for is_pasted, part in chain(((True, p) for p in row.pasted), ((False, t) for t in row.typed)):
        start = row.prompt.index(part)
        found = {
            end for end, letter in zip(counts_as[start:], part, strict=False) if letter.isalnum()
        }
        ends = ("typed", "in doubt", "left out") if is_pasted else ("left out", "in doubt", "typed")
        end = next(end for end in ends if end in found)
        yield is_pasted, "kept out" if is_pasted and end == "left out" else end, part


def _table(rows: Sequence[Row]) -> str:
    counted = Counter(
        (row.language, is_pasted, end) for row in rows for is_pasted, end, _ in ends_of(row)
    )
    languages = sorted({row.language for row in rows})
    lines = [[language, *_cells(counted, [language])] for language in languages]
    headings = ["language", "pasted", *PASTED_ENDS, "said", *TYPED_ENDS]
    return table(headings, [*lines, ["**all**", *_cells(counted, languages)]])


def _cells(counted: Counter[tuple[str, bool, str]], languages: Sequence[str]) -> Iterator[str]:
    for is_pasted, names in ((True, PASTED_ENDS), (False, TYPED_ENDS)):
        ends = [sum(counted[language, is_pasted, end] for language in languages) for end in names]
        yield str(sum(ends))
        for end in ends:
            share = f" ({end / sum(ends):.1%})" if len(languages) > 1 else ""
            yield f"{end}{share}"


def _mistakes(rows: Iterable[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        for is_pasted, end, part in ends_of(row):
            if end != ("kept out" if is_pasted else "typed"):
                what = "PASTED" if is_pasted else "said"
                yield (
                    f"{number} [{row.group}, {row.language}] {what}, {end}: {part[:80]!r}\n"
                    f"  {row.prompt[:900]!r}"
                )


def _row(fields: dict[str, Any]) -> Row:
    return Row(
        prompt=fields["prompt"],
        pasted=fields["pasted"],
        typed=fields["typed"],
        language=fields["language"],
        group=fields["class"],
    )


BENCHMARK = Benchmark("pastes", "prompts", _row, _table, _mistakes)

if __name__ == "__main__":
    BENCHMARK.main(__doc__)
