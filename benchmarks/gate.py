"""The accuracy of the checks: how many right and wrong edits of each class they take or refuse.

    python benchmarks/gate.py [--write docs/trust.md] [--verbose]

Each row of the files in gate/ is what a user typed, the profile before, and one edit that a model
proposes; a person judged whether the edit is right. The authors of the rules have not read the rows
of held_back.jsonl. Those of held_back_everyday.jsonl were written by the author of the last rules,
before reading the rules, and only counted afterwards. The files of conversations have what a model
proposes for whole conversations, on the request of the product, judged by a third person: nearly
all of it is right. The files of eight more classes have what ends and what stands beside it, what
is supposed, what others are, games, pastes, corrections and wishes. Those of requests have one
prompt each that asks for something, and mostly says nothing of the user, or something in passing;
their class is the language.

The rows are handled as by the product: secrets and pasted text are removed, and the edit is
checked. A right edit should be taken, and a wrong one should not; an edit that waits for the user
counts as not taken. --verbose lists the mistakes of the tuned rows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from harness import table
from judged_rows import Benchmark

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext, Verdict
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY, facts, find_fact
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.text import pasted, redact
from llm_user_memory.text.words import fold

ENDS = ("taken", "waiting", "refused")
_FIELDS = ("op", "section", "old", "new", "quote")


@dataclass(frozen=True)
class Row:
    """One proposed edit, what was typed before it, and whether it is right.

    `profile` maps sections to facts, all of them learned before. `said_on` is the day of the
    conversation, in ISO format.
    """

    typed: Sequence[str]
    said_on: str
    profile: Mapping[str, Sequence[str]]
    edit: Edit
    is_right: bool
    group: str
    language: str


def verdicts_on(row: Row) -> tuple[str, list[Verdict]]:
    """Check the row's edit as an update does; return the profile after it, and the verdicts."""
    secrets = frozenset[str]().union(*map(redact.secrets_in, row.typed))
    said_at = datetime.fromisoformat(f"{row.said_on}T12:00").timestamp()
    typed = [
        TypedText(f"turn {number}", words, said_at, in_doubt)
        for number, prompt in enumerate(row.typed, 1)
        for words, in_doubt in pasted.quotable_parts(redact.redacted(prompt, secrets))
    ]
    before = _profile(row)
    learned = {fold(fact.text): "I said so" for fact in facts(before)}
    return guard.check([row.edit], before, typed, CheckContext(learned))


def end_of(row: Row) -> str:
    """Return whether the whole edit was taken, or waits for the user, or was refused."""
    after, verdicts = verdicts_on(row)
    is_made = any(not verdict.refusal for verdict in verdicts)
    is_gone = not row.edit.old or find_fact(after, row.edit.old) is None
    if is_made and is_gone:
        return "taken"
    return "waiting" if any(verdict.needs_review for verdict in verdicts) else "refused"


def _table(rows: Sequence[Row]) -> str:
    counted = Counter((row.group, row.is_right, end_of(row)) for row in rows)
    groups = sorted({row.group for row in rows})
    lines = [[group, *_cells(counted, [group])] for group in groups]
    headings = ["class", "right", *ENDS, "wrong", *ENDS]
    return table(headings, [*lines, ["**all**", *_cells(counted, groups)]])


def _cells(counted: Mapping[tuple[str, bool, str], int], groups: Sequence[str]) -> Iterator[str]:
    for is_right in (True, False):
        ends = [sum(counted.get((group, is_right, end), 0) for group in groups) for end in ENDS]
        yield str(sum(ends))
        share = f" ({ends[0] / sum(ends):.1%})" if len(groups) > 1 and sum(ends) else ""
        yield f"{ends[0]}{share}"
        yield from map(str, ends[1:])


def _mistakes(rows: Iterable[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if (end := end_of(row)) != "taken" if row.is_right else (end := end_of(row)) == "taken":
            reasons = "; ".join(verdict.refusal for verdict in verdicts_on(row)[1])
            what = "right" if row.is_right else "WRONG"
            edit = row.edit
            yield (
                f"{number} [{row.group}, {row.language}] {what}, {end} ({reasons}), "
                f"{row.said_on}\n  {' / '.join(row.typed)[:600]!r}\n"
                f"  {edit.op} {edit.old!r} -> {edit.new!r} <- {edit.quote!r}"
            )


def _row(fields: dict[str, Any]) -> Row:
    edit = fields["edit"]
    return Row(
        typed=fields["typed"],
        said_on=fields["said_on"],
        profile=fields["profile"],
        edit=Edit(**{name: edit.get(name) or "" for name in _FIELDS}),
        is_right=fields["right"],
        group=fields["class"],
        language=fields["language"],
    )


def _profile(row: Row) -> str:
    text = EMPTY
    for section, known in row.profile.items():
        for fact in known:
            text = apply_edit(text, Edit("add", section, new=fact))
    return text


BENCHMARK = Benchmark(
    "gate",
    "rows",
    _row,
    _table,
    _mistakes,
    more={
        "Everyday prompts, held back": "held_back_everyday",
        "Eight more classes, read": "classes",
        "Eight more classes, held back": "held_back_classes",
        "Requests, read": "requests",
        "Requests, held back": "held_back_requests",
        "Conversations, read": "conversations",
        "Conversations, held back": "held_back_conversations",
    },
)

if __name__ == "__main__":
    BENCHMARK.main(__doc__)
