"""The invariants after any test that breaks the product; samples of such tests, and tallies.

These tests are marked `torture`; each kind is called an ordeal. `make test` runs a sample of each
ordeal. `make torture` sets TORTURE, runs all of them, and writes the tallies to docs/robustness.md.
"""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing
from typing import TypeVar

import pytest
from support.product import Product, until

from llm_user_memory import logs
from llm_user_memory.profile.document import facts
from llm_user_memory.store import consent
from llm_user_memory.store.profile import commit, history, texts

TORTURE = bool(os.environ.get("TORTURE"))

full_run_only = pytest.mark.skipif(not TORTURE, reason="not in the sample: `make torture`")
"""A mark for tests that only `make torture` runs; the sample has another test of the same kind."""

T = TypeVar("T")


def sample(cases: Sequence[T], sample: int) -> list[T]:
    """Return all cases under `make torture`, else `sample` of them, evenly spread."""
    if TORTURE or len(cases) <= sample:
        return list(cases)
    return [cases[n * len(cases) // sample] for n in range(sample)]


def example_count(number: int) -> int:
    """Return the number of examples for a slow property test: `number`, more in `make torture`."""
    return 20 * number if TORTURE else number


def tally(ordeal: str, **counts: int) -> None:
    """Append the counts of an ordeal to the file TALLY, for docs/robustness.md, if it is set."""
    if path := os.environ.get("TALLY"):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, json.dumps({"ordeal": ordeal, **counts}).encode() + b"\n")
        finally:
            os.close(descriptor)


def heal(product: Product, said: str = "Thanks!") -> None:
    """Type one more prompt, as a user would, so that memory recovers; wait until all is learned.

    An interrupted update is retried at once; the daemon alone would wait before the next attempt.
    """
    typed = product.type(said, env={"LLM_MEMORY_NEWS": "false"})
    assert typed.code == 0 and typed.out == "ok\n", typed
    until(lambda: product.run("memory", "update", "--retry").code == 0, "that an update succeeds")
    product.wait_until_settled()


def check_invariants(
    product: Product, ordeal: str, learned: Collection[str], *, gone: int = 0, **counts: int
) -> None:
    """Assert what must hold after any ordeal, once healed, and tally it.

    Every turn logged since memory was first used is in the ledger once, and so are `gone` turns
    that the log has lost since. Each fact of `learned`, which was said in one turn, is in the
    profile once and was recorded from one turn. The profile is its latest version.
    """
    report = product.report()
    turns = report["turns"]
    accounted = [turns[name] for name in ("learned", "skipped", "pending", "given_up")]
    assert sum(accounted) == turns["logged"], turns
    profile = product.profile()
    had = Counter(fact.text for fact in facts(profile))
    with closing(sqlite3.connect(product.folder.state)) as db:
        db.row_factory = sqlite3.Row
        entered = [row[0] for row in db.execute("select id from turns")]
        floor = logs.id_floor(consent.activated(db))
        numbers = [row["n"] for row in db.execute("select n from versions order by n")]
        unused = db.execute("select * from parts where id not in (select part from version_parts)")
        assert unused.fetchall() == [] and texts.fault(db) == ""
        last = history.latest(db)
        is_written = last is not None and commit.is_written(db, last)
        noted = Counter(
            row[0] for row in db.execute("select new from edits where refusal = '' and op = 'add'")
        )
    logged = {turn["id"] for turn in product.logged() if turn["id"] >= floor}
    assert turns["logged"] == len(entered) == len(logged) + gone, (turns, logged)
    assert logged <= set(entered)
    assert numbers == list(range(1, len(numbers) + 1))
    assert last is not None and (profile, True) == (last.text, is_written)
    lost = [fact for fact in learned if not had[fact]]
    twice = [fact for fact in learned if had[fact] > 1 or noted[fact] > 1]
    tally(ordeal, runs=1, turns=turns["logged"], lost=len(lost), twice=len(twice), **counts)
    assert not lost, f"lost: {lost}"
    assert not twice, f"learned twice: {twice}"
