"""What `cost` and `backfill` show of money, with a table of prices and without."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from llm.cli import cli

from llm_user_memory.cli import backfill_report
from llm_user_memory.learn.backfill.run import Estimate
from llm_user_memory.settings import Folder
from llm_user_memory.store import state, updates

pytestmark = pytest.mark.once

PRICES = "gpt-4o*=0.15/0.60"


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that has asked two models."""
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    with state.opened(Folder(tmp_path / "llm" / "memory")) as store:
        for model, tokens_in, tokens_out in (("gpt-4o-mini", 2_000_000, 50_000), ("mine", 5, 1)):
            number = updates.begin(store.db, "t", model, "lines", time.time())
            store.db.execute(
                "update updates set input_tokens = ?, output_tokens = ?, status = 'done' "
                "where id = ?",
                (tokens_in, tokens_out, number),
            )


def cost(*words: str) -> str:
    ran = CliRunner().invoke(cli, ["memory", "cost", *words])
    assert ran.exit_code == 0
    return ran.output


@pytest.mark.usefixtures("asked")
def test_what_was_not_counted_costs_nobody_knows_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_MEMORY_PRICES", PRICES)
    with state.opened(Folder(tmp_path / "llm" / "memory")) as store:
        updates.begin(store.db, "t", "gpt-4o-failed", "lines", time.time())
    [row] = [line for line in cost().splitlines() if line.endswith("gpt-4o-failed")]
    assert "$" not in row and row.count("?") == 3


@pytest.mark.usefixtures("asked")
def test_money_stands_beside_tokens_where_the_price_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "$" not in cost() and "dollars" not in cost()
    monkeypatch.setenv("LLM_MEMORY_PRICES", PRICES)
    lines = cost().splitlines()
    assert "dollars" in lines[0]
    assert "$0.33" in lines[1] and lines[1].endswith("gpt-4o-mini")
    assert " ? " in lines[2] and lines[2].endswith("mine")
    assert lines[3].endswith("$0.33") and lines[4].endswith("no price of mine.")
    found = json.loads(cost("--json"))
    assert [row["dollars"] for row in found] == [pytest.approx(0.33), None]


def test_an_estimate_of_money(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Estimate(
        Counter({"gpt-4o-mini": 100, "mine": 1}), Counter({"gpt-4o-mini": 4_000_000, "mine": 9})
    )
    assert backfill_report._money(wanted) == ""
    monkeypatch.setenv("LLM_MEMORY_PRICES", PRICES)
    assert backfill_report._money(wanted) == ": about $0.60, without mine"
