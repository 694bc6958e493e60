"""Benchmarks on rows that people judged: a table for the tuned rows, and one for those held back.

The authors of the rules must not read the rows held back, so only mistakes on tuned rows are
listed.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from harness import ROOT, arguments, clean, publish

Row = TypeVar("Row")


@dataclass(frozen=True)
class Benchmark(Generic[Row]):
    """A benchmark on the rows of benchmarks/NAME/tuned.jsonl and held_back.jsonl."""

    name: str
    rows_are: str
    """The plural noun for the rows, in the output."""
    parse: Callable[[dict[str, Any]], Row]
    table: Callable[[Sequence[Row]], str]
    mistakes: Callable[[Iterable[Row]], Iterable[str]]
    more: Mapping[str, str] = field(default_factory=dict)
    """The names of further files that the rules' authors have not read, with their titles."""

    def rows(self, which: str) -> list[Row]:
        """Return the rows of one file, such as "tuned" or "held_back"."""
        lines = (ROOT / "benchmarks" / self.name / f"{which}.jsonl").read_text().splitlines()
        return [self.parse(json.loads(line)) for line in lines if line.strip()]

    def main(self, doc: str | None) -> None:
        """Print or write a table for each file; with --verbose list the mistakes on tuned rows."""
        parser = arguments(doc)
        parser.add_argument("--verbose", action="store_true", help="list mistakes on tuned rows")
        given = parser.parse_args()
        publish(self.name, self._sections(), given.write)
        if given.verbose:
            print(*self.mistakes(self.rows("tuned")), sep="\n")
        clean()

    def _sections(self) -> Iterator[str]:
        for title, which in {"Tuned": "tuned", "Held back": "held_back", **self.more}.items():
            rows = self.rows(which)
            yield f"**{title}**, {len(rows)} {self.rows_are}:\n\n{self.table(rows)}"
