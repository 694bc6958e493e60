"""The sentences that `backfill` and `import` end with."""

import pytest

from llm_user_memory.cli.backfill_report import Outcome, outcome_lines
from llm_user_memory.learn.backfill.staging import Thread
from llm_user_memory.learn.update import WITHHELD, Result

pytestmark = pytest.mark.once

THREAD = Thread("t", "logs", "", 1.0, 2.0, "m", 1, 1, 9, 9, 0, 1, 0, False, (), "Hello")


def test_what_may_go_to_no_model_elsewhere_is_no_answer() -> None:
    outcome = Outcome(2, [(THREAD, Result("done", "m")), (THREAD, Result(WITHHELD, "m"))])
    assert list(outcome_lines(outcome, keeps=True)) == [
        "1 request answered, with nothing to remember.",
        "1 request not made: what was said to a model on this machine, or says what is marked "
        "#local, goes to no model that may "
        "be elsewhere.",
    ]
