"""`backfilled`: when facts were last said, as the request tells a model."""

import pytest
from support.learning import addition, current_profile, learn
from support.llm_log import START

from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.store import backfilled
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

MONTH = 31 * 86400.0


def test_learned_facts_have_a_month_and_own_lines_have_none(store: Store) -> None:
    versions.change(store, lambda _: f"{EMPTY}- Plays chess\n- I row!\n", "add")
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="a")
    learn(store, "I sail", addition("Sails", "I sail"), turn="b", at=START + MONTH)
    moved = Edit("replace", "Interests", "Sails", "Sails a dinghy", "I sail a dinghy")
    learn(store, "I sail a dinghy", moved, turn="c", at=START + 2 * MONTH)
    assert backfilled.months_said(store.db, current_profile(store)) == {
        "plays chess": "",
        "i row": "",
        "keeps bees": "2025-06",
        "sails a dinghy": "2025-08",
    }


@pytest.mark.parametrize("later", [(1, 2), (2, 1)])
def test_a_fact_learned_again_has_the_month_of_its_newest_quote(
    store: Store, later: tuple[int, int]
) -> None:
    for number in (0, *later):
        versions.change(store, lambda _: EMPTY, "edit")
        at = START + number * MONTH
        learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn=f"{at}", at=at)
        store.db.execute("delete from forgotten")
    assert backfilled.months_said(store.db, "- Keeps bees\n") == {"keeps bees": "2025-08"}


def test_a_time_in_the_future_is_older_than_any(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="a", at=4_070_908_800)
    learn(store, "I sail", addition("Sails", "I sail"), turn="b", at=START)
    assert backfilled.last_said_at(store.db, "") == {"keeps bees": 0.0, "sails": START}


def test_a_fact_said_again_has_the_month_in_which_it_was(store: Store) -> None:
    versions.change(store, lambda _: f"{EMPTY}- Plays chess\n", "add")
    for month in range(3):
        at, turn = START + month * MONTH, f"turn {month}"
        learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn=turn, at=at)
        learn(store, "I play chess", addition("Plays chess", "I play chess"), turn=turn, at=at)
    assert backfilled.months_said(store.db, current_profile(store)) == {
        "plays chess": "",
        "keeps bees": "2025-08",
    }


def test_a_fact_whose_turn_is_not_recorded_has_no_mark(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    store.db.execute("update edits set turn_id = ''")
    assert backfilled.months_said(store.db, current_profile(store)) == {}


@pytest.mark.parametrize("text", ["", EMPTY, "no facts\n"])
def test_an_empty_profile_has_none(store: Store, text: str) -> None:
    assert backfilled.months_said(store.db, text) == {}
