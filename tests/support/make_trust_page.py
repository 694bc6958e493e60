"""The counts in docs/trust.md, computed from the tables: `make docs` writes them there."""

from collections import Counter
from collections.abc import Iterable

from support.hostile_answers import ROWS, TRUNCATED, cut_off, outcome, runs
from support.secret_cases import rates


def counts() -> str:
    """Return the numbers of test cases in Markdown: by category, form of answer, and language."""
    every = [run for row in ROWS for run in runs(row)]
    results = [outcome(run) for run in every]
    right = sum(run.left == left for run, (left, _verdicts) in zip(every, results, strict=True))
    refusals = Counter(verdict.refusal for _left, found in results for verdict in found)
    taken = refusals.pop("")
    cut = sum(len(list(cut_off(row))) for row in TRUNCATED)
    return "\n".join(
        [
            f"{len(ROWS)} rows, {len(every):,} runs. {right:,} of them leave exactly the profile "
            f"that they must. {taken:,} edits are taken on the way, {refusals.total():,} refused. "
            f"Beside them, {len(TRUNCATED)} answers are cut off at every byte: {cut:,} runs.",
            "",
            *_table("what is tried", (run.row.category for run in every), rows=True),
            "",
            *_table("form of the answer", (run.form for run in every)),
            "",
            *_table("the user writes", (run.row.language for run in every)),
            "",
            *_table("why an edit is refused", refusals.elements()),
        ]
    )


def secrets() -> str:
    """Return the rates of missed secrets, and of ordinary texts that are taken for one."""
    found = rates()
    lines = [
        (f"{found.secrets} texts with a secret: not found", found.missed, found.secrets),
        (f"{found.ordinary} ordinary texts: changed", found.wrongly_found, found.ordinary),
    ]
    rows = (f"| {what} | {len(wrong)} | {len(wrong) / of:.1%} |" for what, wrong, of in lines)
    return "\n".join(["| | wrong | rate |", "| --- | ---: | ---: |", *rows])


def _table(title: str, of_runs: Iterable[str], *, rows: bool = False) -> list[str]:
    """A table of how often each occurs; with `rows`, also the number of rows of the category."""
    count = "edits" if title.startswith("why") else "runs"
    counted = Counter(of_runs)
    in_table = Counter(row.category for row in ROWS)
    heads = [title, *(["rows"] if rows else []), count]
    lines = [
        [name, *([str(in_table[name])] if rows else []), f"{number:,}"]
        for name, number in counted.items()
    ]
    return [
        f"| {' | '.join(heads)} |",
        f"| --- |{' ---: |' * (len(heads) - 1)}",
        *(f"| {' | '.join(line)} |" for line in lines),
    ]
