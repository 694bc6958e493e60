"""The cost of recall in a large log: making the index, searching it, and adding a turn.

For 1,000 to 1,000,000 turns in LLM's log (each has two passages or more), this measures the time to
make the index, and its size; a search by words, and by words and meaning, as by `llm memory
search`; the extra time of a prompt, in a process that has loaded LLM but nothing for searching; and
adding one new turn. The memory is that of the whole process. The texts are drawn from a vocabulary
with the word frequencies of English prose, and the questions contain common words as people's do.

    python benchmarks/recall_scale.py
    python benchmarks/recall_scale.py --turns 500000

The first writes all rows, the second those of some sizes.
"""

import argparse
import json
import os
import random
import sqlite3
import string
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import large_log

from llm_user_memory.recall import search
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import refresh, vectors
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.text.fingerprints import Forgotten

SIZES = (1_000, 10_000, 50_000, 500_000, 1_000_000)
QUESTIONS = 60
PROMPTS = 30
DIMENSIONS = 256

HEADINGS = (
    "turns",
    "passages",
    "turns indexed a second",
    "index.db, MB",
    "by words, p50 / p95",
    "more for a prompt, p50 / p95",
    "by words and meaning, p50 / p95",
    "one new turn",
    "memory, MB",
)

# The commonest words of English, in descending order. They are a third of all words in a text.
_WORDS = (
    "the of and to a in that it is was i for on you he be with as by at have are this not "
    "but had his they from she which or we an there her were one do been all their has "
    "would will what if can when so no more out up about said who me my your how did "
    "where like just know get go"
)
COMMON = _WORDS.split()
VOCABULARY = 60_000


class Prose:
    """Generates texts, the same for the same number, with word frequencies by Zipf's law."""

    def __init__(self) -> None:
        chance = random.Random(1)
        rare = {
            "".join(chance.choices(string.ascii_lowercase, k=chance.randint(4, 10)))
            for _ in range(VOCABULARY)
        }
        self.words = COMMON + sorted(rare, key=chance_of)
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def turn(self, number: int) -> tuple[str, str]:
        """Return the prompt and the answer of a turn: 25 and 75 words on average."""
        chance = random.Random(number)
        words = chance.choices(self.words, cum_weights=self.weights, k=100 + number % 60)
        said = 10 + number % 31
        return " ".join(words[:said]) + "?", " ".join(words[said:-30]) + "."

    def question(self, number: int) -> str:
        """Return a question of five to twelve words: half are common, half are from one passage."""
        chance = random.Random(-1 - number)
        said = self.turn(number)[0].strip("?").split()
        rare = [word for word in said if word not in COMMON]
        some = chance.sample(rare, min(len(rare), chance.randint(2, 5)))
        common = chance.choices(COMMON, k=chance.randint(3, 7))
        return " ".join([*common[:2], *some, *common[2:]]) + "?"


def chance_of(word: str) -> float:
    """Return a pseudo-random number from 0 to 1 that is the same for the same word."""
    return random.Random(word).random()


class Costs(NamedTuple):
    """The results for one size. Times are CPU milliseconds, as wall time depends on the disk."""

    turns: int
    passages: int
    rate: float
    megabytes: float
    words: tuple[float, float]
    prompt: tuple[float, float]
    hybrid: tuple[float, float]
    new_turn: float
    memory: float


def measured(size: int) -> Costs:
    """Write a log of that size, index it and ask it, in a process of its own."""
    with TemporaryDirectory() as name:
        folder = Folder(Path(name) / "memory")
        folder.create()
        prose = Prose()
        first = time.time() - size * 60 - 7 * 86400
        large_log.write(folder.logs, size, first, prose.turn)
        questions = [prose.question(number * size // QUESTIONS) for number in range(QUESTIONS)]
        command = [sys.executable, __file__, "--measure", str(folder.path), str(first)]
        given = json.dumps(questions)
        shown = subprocess.run(command, input=given, stdout=-1, text=True, check=True).stdout
    return Costs(size, *map(_tupled, json.loads(shown)))


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def measure(folder: Folder, first: float, questions: Sequence[str]) -> None:
    """Index the log and ask the questions; print the fields of `Costs` except the first."""
    with refresh.writing(folder) as db, state.opened(folder) as store:
        state.put(store.db, "activated", first)
        started = time.process_time()
        turns = sum(refresh.update_text(db, store))
        rate = turns / (time.process_time() - started)
        db.execute("pragma wal_checkpoint(truncate)")
        size = index_db.path(folder).stat().st_size / 1e6
        passages = db.execute("select max(id) from passages").fetchone()[0]
        words = _asked(db, folder, questions, "words")
        prompt = _in_prompts(folder, questions)
        new = []
        for number in range(5):
            large_log.add(folder.logs, turns + number, time.time())
            started = time.process_time()
            assert sum(refresh.update_text(db, store)) == 1
            new.append(1000 * (time.process_time() - started))
        _give_meanings(db, passages)
        hybrid = _asked(db, folder, questions, "hybrid")
    print(json.dumps([passages, rate, size, words, prompt, hybrid, median(new), _memory()]))


def _memory() -> float:
    """The peak memory of this process in MB; that of `getrusage` may be the parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _asked(
    db: sqlite3.Connection, folder: Folder, questions: Sequence[str], mode: search.Mode
) -> tuple[float, float]:
    vector = [random.Random(1).gauss(0, 1) for _ in range(DIMENSIONS)]
    return _taken(
        lambda question: search.search(
            db, folder, search.Query(question), Forgotten(), vector, mode
        ),
        questions,
    )


_IN_A_PROMPT = """
import sys, time
from pathlib import Path
import llm.cli
from llm_user_memory.inject import context
from llm_user_memory.settings import Folder, read_settings
settings = read_settings()
llm.get_model_aliases()  # as every prompt does
started = time.process_time()
from llm_user_memory.model import location
from llm_user_memory.recall import for_prompts
folder = Folder(Path(sys.argv[1]))
there = lambda: location.destination("another", settings)  # all passages are local
found = for_prompts.passages_fragment(folder, settings, sys.argv[2], destination=there)
print(1000 * (time.process_time() - started))
assert not found.lines, found.lines
"""


def _in_prompts(folder: Folder, questions: Sequence[str]) -> tuple[float, float]:
    env = {**os.environ, "LLM_USER_PATH": str(folder.path.parent)}
    taken = []
    for question in questions[:PROMPTS]:
        command = [sys.executable, "-c", _IN_A_PROMPT, str(folder.path), question]
        ran = subprocess.run(command, stdout=-1, text=True, check=True, env=env)
        taken.append(float(ran.stdout))
    return _typical(taken)


def _taken(ask: Callable[[str], object], questions: Sequence[str]) -> tuple[float, float]:
    taken = []
    for question in questions:
        started = time.process_time()
        ask(question)
        taken.append(1000 * (time.process_time() - started))
    return _typical(taken)


def _typical(taken: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return median(taken), quantiles(taken, n=20)[-1]


def _give_meanings(db: sqlite3.Connection, passages: int) -> None:
    """Store random vectors, as an embedding model would take hours for so many."""
    for start in range(1, passages + 1, vectors.BLOCK):
        numbers = range(start, min(start + vectors.BLOCK, passages + 1))
        with index_db.transaction(db):
            vectors.put(db, {number: os.urandom(DIMENSIONS) for number in numbers})


def main(arguments: Sequence[str]) -> None:
    """Print the table, or the rows of some sizes."""
    if arguments[:1] == ["--measure"]:
        folder = Folder(Path(arguments[1]))
        measure(folder, float(arguments[2]), json.load(sys.stdin))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--turns", type=int, action="append", metavar="N", help="a row of this size; repeatable"
    )
    sizes = parser.parse_args(arguments).turns or SIZES
    print("| " + " | ".join(HEADINGS) + " |\n" + "| --- " * len(HEADINGS) + "|")
    for size in sizes:
        print(shown(measured(size)), flush=True)


def shown(costs: Costs) -> str:
    """Return a row of the table."""
    cells = [f"{costs.turns:,}", f"{costs.passages:,}", f"{costs.rate:,.0f}"]
    cells += [f"{costs.megabytes:,.0f}"]
    cells += [
        f"{half:.0f} / {most:.0f}" for half, most in (costs.words, costs.prompt, costs.hybrid)
    ]
    cells += [f"{costs.new_turn:.1f}", f"{costs.memory:.0f}"]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
