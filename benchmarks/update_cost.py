"""What an update costs, with no archive and with thousands of archived facts.

    python benchmarks/update_cost.py

Two homes have the same profile of some 1,500 tokens; one has 5,000 archived facts besides, learned
like the others. Each round both learn one new fact from one conversation, of which a scripted model
answers at once: request, answer, checks, archive, version. Given is the CPU of this process, in
turn, so that what else the machine does counts for both. Prints a table in Markdown.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness import spread
from life import Said, material, registered
from support.long_history import profiles

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.learn import update
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import state, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store

ACTIVE = 160
SIZES = (0, 1_000, 5_000)
_WORDS = "amber brass cedar denim ebony flint grape hazel ivory jade khaki lemon maple navy".split()


def measured(sizes: Sequence[int], rounds: int, model: Any) -> dict[int, list[float]]:
    """Return the CPU seconds of each update, by the number of archived facts."""
    taken: dict[int, list[float]] = {size: [] for size in sizes}
    with TemporaryDirectory() as path:
        homes = {size: Folder(Path(path).resolve() / f"{size}" / "memory") for size in sizes}
        for size, folder in homes.items():
            with state.opened(folder) as store:
                _fill(store, size)
        number = count()  # each fact is another, as the words of one said before are cached
        for _ in range(rounds):
            for size, folder in homes.items():
                _one(folder, next(number), model)  # as another home's facts fill the caches
                taken[size].append(_one(folder, next(number), model))
    return taken


def _fill(store: Store, archived: int) -> None:
    """Record a profile as learned: `ACTIVE` facts, and so many in the archive."""
    text = next(profiles(ACTIVE + archived, 1))
    update_id = updates.begin(store.db, "thread", "life", "lines", time.time() - 86_400)
    learned = [
        Verdict(Edit("add", "Interests", new=fact.text, quote=fact.text)) for fact in facts(text)
    ]

    def record(_version: int) -> None:
        updates.finish(store.db, update_id, [], learned, time.time() - 86_000)
        state.put(store.db, state.MARKED_AT, time.time())

    with versions.current(store) as before:
        new = NewVersion(text, "learned", "update", update_id=update_id, record=record)
        versions.save(store, before, new)


def _one(folder: Folder, number: int, model: Any) -> float:
    """Learn one new fact; returns the CPU seconds that it took."""
    said = f"I collect {_WORDS[number % len(_WORDS)]} lanterns of series {number}"
    edit = {"op": "add", "section": "Interests", "old": "", "new": said[2:], "quote": said}
    model.answer = json.dumps({"edits": [edit | {"new": said[2:].capitalize()}]})
    turn = Said(f"turn {number}", time.time() - 60, said, [said])
    given = replace(material([turn]), source="")
    with state.opened(folder) as store:
        began = time.process_time()
        result = update.learn_from(store, Settings(), given, model.model_id)
        taken = time.process_time() - began
    assert result.status == "done" and result.version, (result.error, result.verdicts)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    taken = measured(SIZES, rounds, registered())
    print("| archived facts | an update, CPU ms | to none |")
    print("| ---: | ---: | ---: |")
    none = spread(taken[0]).median
    for size, seconds in taken.items():
        median = spread(seconds).median
        print(f"| {size:,} | {1000 * median:.1f} | × {median / none:.2f} |")


if __name__ == "__main__":
    with TemporaryDirectory() as home:
        os.environ["LLM_USER_PATH"] = home
        main()
