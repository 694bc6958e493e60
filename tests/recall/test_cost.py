"""What a prompt that recalls passages does not compile and does not read."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.once

_PROBE = """
import sys
from datetime import date
from llm_user_memory.recall import date_patterns, dates, persons
dates.times(sys.argv[1], date(2026, 11, 22))
persons.own_names(sys.argv[2:])
patterns = {**vars(date_patterns), **vars(persons)}
print(*(name for name, each in patterns.items() if "_compiled" in getattr(each, "__dict__", {})))
"""

FACTS = ["Takes their coffee black", "Works on the atlas", "Has a dog"]


def compiled(question: str, facts: list[str]) -> set[str]:
    """Return the names of the patterns that a new process compiles for a question."""
    command = [sys.executable, "-c", _PROBE, question, *facts]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "question",
    ["where is my jade inkwell from series 3?", "what is between the walls, and on the roof?"],
)
def test_a_prompt_without_a_time_compiles_no_pattern_of_times(question: str) -> None:
    assert compiled(question, FACTS) <= {"WORD"}


def test_what_is_needed_is_compiled() -> None:
    found = compiled("what did I do from May to July?", ["Name is Ana"])
    assert {"RANGE", "_OWN_NAME"} <= found
