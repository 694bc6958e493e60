"""What `redact` takes out of what people type: secrets found, and harmless texts changed.

    python benchmarks/redaction.py [--write docs/trust.md] [--verbose]

Each row of redaction/tuned.jsonl and redaction/held_back.jsonl is a text in one of eight
languages, with the made-up secrets in it, or with none. A row with secrets is found if no secret is
left in the text as it was written; a harmless row is changed if anything of it is. Nobody who wrote
the rules has read the rows held back. Some letters in the files are escaped, as JSON allows, so
no scanner of repositories takes them for leaked keys. --verbose lists what tuned rows got wrong.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import ROOT, arguments, clean, publish, table

from llm_user_memory.text import redact

ROWS = ROOT / "benchmarks" / "redaction"
SETS = {"Tuned": ROWS / "tuned.jsonl", "Held back": ROWS / "held_back.jsonl"}


@dataclass(frozen=True)
class Row:
    """What somebody typed, and the secrets in it, which may be none."""

    text: str
    secrets: Sequence[str]
    language: str
    group: str


def main() -> None:
    """Redact every row, and print a table for each set of rows."""
    parser = arguments(__doc__)
    parser.add_argument("--verbose", action="store_true", help="list what the tuned rows got wrong")
    given = parser.parse_args()
    publish("redaction", _sections(), given.write)
    if given.verbose:
        print(*_mistakes(load(SETS["Tuned"])), sep="\n")
    clean()


def load(path: Path) -> list[Row]:
    """Return the rows of a file."""
    rows = map(json.loads, path.read_text().splitlines())
    return [Row(row["text"], row["secrets"], row["language"], row["class"]) for row in rows]


def is_right(row: Row) -> bool:
    """Tell whether every secret of the row is gone, or, where it has none, nothing is."""
    left = redact.redacted(row.text)
    return not any(map(left.__contains__, row.secrets)) if row.secrets else left == row.text


def _sections() -> Iterator[str]:
    for name, path in SETS.items():
        rows = load(path)
        yield f"**{name}**, {len(rows)} rows:\n\n{_table(rows)}"


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


def _mistakes(rows: Sequence[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if not is_right(row):
            what = "MISSED" if row.secrets else "CHANGED"
            yield (
                f"{number} [{row.group}, {row.language}] {what} {', '.join(row.secrets)}\n"
                f"  {row.text[:500]!r}\n  {redact.redacted(row.text)[:500]!r}"
            )


if __name__ == "__main__":
    main()
