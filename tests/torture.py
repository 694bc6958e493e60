"""Run all tests that break the product; write the tallies to docs/robustness.md: `make torture`.

Hypothesis tries random examples here. Its seed is printed; the same examples run again with
`python tests/torture.py --hypothesis-seed=SEED -m hypothesis`.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "robustness.md"
BEGIN, END = "<!-- counted -->\n", "<!-- end -->\n"


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="llm-user-memory-torture-") as folder:
        path = Path(folder) / "tally"
        path.touch()
        started, seed = time.monotonic(), random.randrange(2**32)
        print(f"--hypothesis-seed={seed}", flush=True)
        code = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-v",  # names what failed at once; the whole takes an hour
                "--timeout=3600",
                "-m",
                "torture or hypothesis",
                f"--hypothesis-seed={seed}",
                *arguments,
            ],
            env={**os.environ, "TORTURE": "1", "TALLY": str(path)},
            cwd=ROOT,
        ).returncode
        rows = [json.loads(line) for line in path.read_text().splitlines()]
    print(table(rows))
    if code == 0 and not arguments:
        minutes = (time.monotonic() - started) / 60
        write(table(rows), f"One run of `make torture`, {minutes:.0f} minutes.")
    return code


def table(rows: list[dict[str, int | str]]) -> str:
    """Return the tallies as Markdown, summed by ordeal."""
    sums: dict[str, Counter[str]] = {}
    for row in rows:
        ordeal = str(row.pop("ordeal"))
        sums.setdefault(ordeal, Counter()).update({name: int(n) for name, n in row.items()})
    names = list(dict.fromkeys(name for counts in sums.values() for name in counts))
    lines = [["ordeal", *names], ["---", *("---:" for _ in names)]]
    for ordeal in sorted(sums):
        counted = sums[ordeal]
        lines.append([ordeal, *(f"{counted[name]:,}" if name in counted else "" for name in names)])
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def write(counted: str, said: str) -> None:
    """Put the table into the page, between its two marks."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{said}\n\n{counted}\n{END}{after}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
