"""Run all tests that break the product; write the tallies to docs/robustness.md: `make torture`.

It has parts, each of which can be run alone: `make torture PART=kills`. Each replaces its own table
on the page when all its tests have passed.

Hypothesis tries random examples here. Its seed is printed; the same examples run again with
`python tests/torture.py examples --hypothesis-seed=SEED`. What follows the part is given to pytest.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "robustness.md"

_FILES = {
    "kills": [
        "tests/faults/test_kills.py",
        "tests/purge/logs_db/test_kills.py",
        "tests/recall/index/test_reindex.py",
        "tests/store/test_state.py",
    ],
    "power": ["tests/faults/test_power_loss.py"],
    "shells": ["tests/shell"],
    "growth": ["tests/test_growth.py"],
}
_NAMED = [path for paths in _FILES.values() for path in paths]

PARTS: dict[str, list[str]] = {
    **{name: ["-m", "torture", *paths] for name, paths in _FILES.items()},
    "faults": ["-m", "torture", "tests", *(f"--ignore={path}" for path in _NAMED)],
    "examples": ["-m", "hypothesis and not torture", "tests"],
}
"""The arguments for pytest of each part; `faults` is what is in no other one."""


def main(arguments: Sequence[str]) -> int:
    """Run the part that is named first, or all; returns the worst exit code of pytest."""
    part, *more = arguments or ["all"]
    if part != "all" and part not in PARTS:
        print(f"There is no part {part!r}: all, {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    return max(run(name, more) for name in ([part] if part != "all" else PARTS))


def run(part: str, more: Sequence[str]) -> int:
    """Run a part; its table on the page is replaced if all of it passed. Returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="llm-user-memory-torture-") as folder:
        path, report = Path(folder) / "tally", Path(folder) / "report.xml"
        path.touch()
        started, seed = time.monotonic(), random.randrange(2**32)
        print(f"{part}: --hypothesis-seed={seed}", flush=True)
        code = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-v"),  # tells at once what has failed
                *("--timeout=3600", f"--hypothesis-seed={seed}", f"--junitxml={report}"),
                *(*PARTS[part], *more),
            ],
            env={**os.environ, "TORTURE": "1", "TALLY": str(path)},
            cwd=ROOT,
        ).returncode
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        passed = _count_passed(report)
    minutes = (time.monotonic() - started) / 60
    said = f"{time.strftime('%Y-%m-%d')}, {minutes:.0f} minutes, {passed:,} tests passed."
    print(said, table(rows), sep="\n\n")
    if code == 0 and not more:
        PAGE.write_text(replaced(PAGE.read_text(), part, f"{said}\n\n{table(rows)}".strip()))
    return code


def _count_passed(report: Path) -> int:
    """Return how many tests passed, by a report in the form of JUnit."""
    if not report.exists():
        return 0
    cases = ElementTree.parse(report).iter("testcase")
    return sum(
        not {"failure", "error", "skipped"} & {child.tag for child in case} for case in cases
    )


def table(rows: Sequence[dict[str, int | str]]) -> str:
    """Return the tallies as Markdown, summed by ordeal; nothing if there are none."""
    sums: dict[str, Counter[str]] = {}
    for row in rows:
        counts = {name: int(n) for name, n in row.items() if name != "ordeal"}
        sums.setdefault(str(row["ordeal"]), Counter()).update(counts)
    names = list(dict.fromkeys(name for counts in sums.values() for name in counts))
    lines = [["ordeal", *names], ["---", *("---:" for _ in names)]]
    for ordeal in sorted(sums):
        counted = sums[ordeal]
        lines.append([ordeal, *(f"{counted[name]:,}" if name in counted else "" for name in names)])
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines) if sums else ""


def replaced(page: str, part: str, text: str) -> str:
    """Return the page with another text between the two marks of a part; both must be there."""
    marks = re.compile(rf"(<!-- counted: {part} -->\n).*?(\n<!-- end: {part} -->)", re.DOTALL)
    found, times = marks.subn(lambda match: f"{match[1]}\n{text}\n{match[2]}", page)
    if times != 1:
        raise ValueError(f"docs/robustness.md has no marks of the part {part!r}")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
