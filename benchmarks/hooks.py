"""The CPU time of our hooks in other programs, for each event, with and without recall.

    python benchmarks/hooks.py

Exits with 1 if an event takes longer than its limit. On a busy machine all figures are too high, so
the quickest of many runs counts.
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.product import Product

from llm_user_memory import Memory

BARS = {"SessionStart": 0.4, "UserPromptSubmit": 0.2, "Stop": 0.2, "SessionEnd": 0.2}
"""The limits in seconds of CPU time for each event."""

_RUNS = 15
_FACTS, _NOTES = 60, 200
_LONG = {"0.9 MB": "How are the bees? " * 50_000, "30 MB": "bees " * 6_000_000}


def main() -> int:
    """Measure every event; return the exit code, 1 if one takes too long."""
    with tempfile.TemporaryDirectory() as base:
        product = Product(Path(base))
        try:
            return _measured(product)
        finally:
            product.end()


def _measured(product: Product) -> int:
    memory = Memory(product.folder.path)
    memory.merge(f"Keeps bees in hive {number} behind the house" for number in range(_FACTS))
    for number in range(_NOTES):
        memory.note(f"Note {number}: the bees of hive {number % _FACTS} are well")
    product.run("memory", "search", "bees")
    transcript = product.home / "s.jsonl"
    transcript.write_text("")
    given = {"session_id": "s", "transcript_path": str(transcript), "cwd": str(product.home)}
    given |= {"prompt": "How are the bees in hive 7?", "prompt_id": "key"}
    product.hook("UserPromptSubmit", given)  # the daemon runs from now on
    failed = 0
    print(f"{'event':<18} {'recall':<7} {'prompt':<9} {'ms of CPU':>9} {'at most':>8}")
    for event, bar in BARS.items():
        for recall in ("false", "true"):
            product.env["LLM_MEMORY_RECALL"] = recall
            for prompt in ("a line", "0.9 MB", "30 MB"):
                whole = given | ({"prompt": _LONG[prompt]} if prompt in _LONG else {})
                cost = min(_cost(product, event, whole) for _ in range(_RUNS))
                failed += cost > bar
                print(f"{event:<18} {recall:<7} {prompt:<9} {cost * 1000:>9.0f} {bar * 1000:>8.0f}")
    return int(failed > 0)


def _cost(product: Product, event: str, given: dict[str, str]) -> float:
    """The seconds of CPU time of one hook."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "llm_user_memory.hook", event, "claude-code"],
        input=json.dumps(given).encode(),
        stdout=subprocess.DEVNULL,
        env=product.env,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
