"""The accuracy of `redact` on typed text: secrets found, and harmless texts changed.

    python benchmarks/redaction.py [--write docs/trust.md] [--verbose]

Each row of tuned.jsonl, held_back.jsonl, harder.jsonl and newest.jsonl in redaction/ is a text in
one of eight languages, with the made-up secrets in it, or with none. A row with secrets is found if
no secret is left in the text as it was written; a harmless row counts as changed if any part of it
is. The authors of the rules have not read the rows held back. Some letters in the files are
escaped, as JSON allows, so that scanners of repositories do not report them as leaked keys.
--verbose lists the mistakes on the tuned rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness import table
from judged_rows import Benchmark

from llm_user_memory.text import redact


@dataclass(frozen=True)
class Row:
    """A typed text, and the secrets in it, if any."""

    text: str
    secrets: Sequence[str]
    language: str
    group: str


def is_right(row: Row) -> bool:
    """Tell whether every secret was removed, or whether a row without one is unchanged."""
    left = redact.redacted(row.text)
    return not any(map(left.__contains__, row.secrets)) if row.secrets else left == row.text


def _table(rows: Sequence[Row]) -> str:
    languages = sorted({row.language for row in rows})
    lines = [_line(name, [row for row in rows if row.language == name]) for name in languages]
    headings = ["language", "with secrets", "found", "harmless", "changed"]
    return table(headings, [*lines, _line("**all**", rows)])


def _line(name: str, rows: Sequence[Row]) -> list[str]:
    with_secrets = [is_right(row) for row in rows if row.secrets]
    harmless = [not is_right(row) for row in rows if not row.secrets]
    return [name, *_cells(with_secrets), *_cells(harmless)]


def _cells(results: Sequence[bool]) -> tuple[str, str]:
    return str(len(results)), f"{sum(results)} ({sum(results) / max(1, len(results)):.1%})"


def _mistakes(rows: Iterable[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if not is_right(row):
            what = "MISSED" if row.secrets else "CHANGED"
            yield (
                f"{number} [{row.group}, {row.language}] {what} {', '.join(row.secrets)}\n"
                f"  {row.text[:500]!r}\n  {redact.redacted(row.text)[:500]!r}"
            )


def _row(fields: dict[str, Any]) -> Row:
    return Row(fields["text"], fields["secrets"], fields["language"], fields["class"])


MORE = {"Held back, harder": "harder", "Held back, newest": "newest"}
BENCHMARK = Benchmark("redaction", "rows", _row, _table, _mistakes, MORE)

if __name__ == "__main__":
    BENCHMARK.main(__doc__)
