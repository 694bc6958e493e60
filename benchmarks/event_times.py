"""How well recall understands questions that name a time by an event, as in "before the move".

    python benchmarks/event_times.py [--write docs/recall.md] [--verbose]

Each row of event_times/tuned.jsonl and event_times/held_back.jsonl is a question. A person marked
the relation to the event ("before") and the words that name the event, if there is one. The authors
of the rules have not read the rows held back. A question is understood if both are found, or if no
event is found where there is none. --verbose lists the mistakes of the tuned rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness import table
from judged_rows import Benchmark

from llm_user_memory.recall import events
from llm_user_memory.text.words import content_words


@dataclass(frozen=True)
class Row:
    """A question, and the event that it names; `relation` is "" if it names none."""

    question: str
    relation: str
    event: str
    language: str


def is_right(row: Row) -> bool:
    """Tell whether the event of a question is found, or none where it names none."""
    found = events.named(row.question)
    if found is None or not row.relation:
        return found is None and not row.relation
    words = [set(content_words(text)) for text in (found.event, row.event)]
    return found.relation == row.relation and words[0] == words[1]


def _table(rows: Sequence[Row]) -> str:
    languages = sorted({row.language for row in rows})
    lines = [_line(name, [row for row in rows if row.language == name]) for name in languages]
    headings = ["language", "with an event", "understood", "others", "taken for one"]
    return table(headings, [*lines, _line("**all**", rows)])


def _line(name: str, rows: Sequence[Row]) -> list[str]:
    with_event = [is_right(row) for row in rows if row.relation]
    others = [not is_right(row) for row in rows if not row.relation]
    return [name, *map(str, (len(with_event), sum(with_event), len(others), sum(others)))]


def _mistakes(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        if not is_right(row):
            yield f"{row.question}\n  {row.relation} {row.event!r}: {events.named(row.question)}"


def _row(fields: dict[str, Any]) -> Row:
    return Row(fields["question"], fields["relation"], fields["event"], fields["lang"])


BENCHMARK = Benchmark("event_times", "questions", _row, _table, _mistakes)

if __name__ == "__main__":
    BENCHMARK.main(__doc__)
