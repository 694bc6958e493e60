"""`origins`: the quote, turn, conversation and model of a fact, and what it replaced."""

import sqlite3
from itertools import pairwise

import pytest
from support.cpu import bounded
from support.learning import addition, current_profile, learn, record_merge
from support.llm_log import START

from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.store import origins, review_queue
from llm_user_memory.store.profile import history, versions
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


def _history(db: sqlite3.Connection, fact: str) -> list[str]:
    return [origin.fact for origin in origins.history_of(origins.of_facts(db), fact)]


def _learn_moves(store: Store, *places: str) -> None:
    for number, (old, new) in enumerate(pairwise(places)):
        said = f"We left {old} for {new}"
        edit = Edit("replace", "Interests", f"Lives in {old}", f"Lives in {new}", said)
        learn(store, said, edit, turn=f"turn {number}", at=START + number)


def test_the_users_words_the_conversation_and_the_model_are_told(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="t")
    origin = origins.of_facts(store.db)["keeps bees"]
    assert (origin.fact, origin.quote, origin.model) == ("Keeps bees", "I keep bees", "model")
    assert (origin.turn_id, origin.thread_id) == ("t", "thread of t")
    assert (origin.said_at, origin.learned_at) == (START, START + 11)
    assert origin.replaced == ()


def test_a_line_of_the_users_has_no_origin(store: Store) -> None:
    versions.change(store, lambda _: f"{EMPTY}- Rows\n", "add")
    assert _history(store.db, "Rows") == []


def test_what_was_refused_is_no_origin(store: Store) -> None:
    learn(store, "hello", addition("Keeps bees", "I keep bees"))
    assert origins.of_facts(store.db) == {}


def test_a_chain_goes_back_to_the_users_own_line(store: Store) -> None:
    versions.change(store, lambda _: f"{EMPTY}- Lives in Bonn\n", "add")
    _learn_moves(store, "Bonn", "Rome", "Oslo", "Faro")
    assert "- Lives in Faro\n" in current_profile(store)
    known = origins.of_facts(store.db)
    assert _history(store.db, "lives in FARO") == [
        "Lives in Faro",
        "Lives in Oslo",
        "Lives in Rome",
    ]
    assert known["lives in rome"].replaced == ("Lives in Bonn",)


def test_a_fact_that_came_back_ends_the_chain(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="first")
    _learn_moves(store, "Bonn", "Rome", "Bonn")
    assert _history(store.db, "Lives in Bonn") == ["Lives in Bonn", "Lives in Rome"]


def test_what_was_merged_is_told_with_each_of_its_quotes(store: Store) -> None:
    for fact, said in (("Keeps bees", "I keep bees"), ("Keeps hens", "I keep hens")):
        learn(store, said, addition(fact, said), turn=said)
    record_merge(store, "Keeps bees | Keeps hens", "Keeps bees and hens")
    found = origins.history_of(origins.of_facts(store.db), "Keeps bees and hens")
    assert [origin.fact for origin in found] == ["Keeps bees and hens", "Keeps bees", "Keeps hens"]
    assert [origin.said_at for origin in found] == [None, START, START]
    assert found[0].quote == "I keep bees ... I keep hens"
    assert found[1].quote == "I keep bees"


def test_what_was_forgotten_since_is_told_of_no_other_fact(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="first")
    _learn_moves(store, "Bonn", "Rome")
    versions_before = history.before(store.db, versions.read(store))
    assert versions_before is not None
    versions.change(store, lambda _: versions_before.text, "undo", restores=1)
    versions.change(
        store,
        lambda text: text.replace("Lives in Bonn", "Lives in Rome"),
        "forget",
        forget=["Lives in Bonn"],
    )
    assert _history(store.db, "Lives in Rome") == ["Lives in Rome"]
    assert origins.of_facts(store.db)["lives in rome"].replaced == ()


def test_what_was_taken_in_review_has_its_quote(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), waits=True)
    assert _history(store.db, "Keeps bees") == []
    [edit] = review_queue.open_edits(store.db, current_profile(store))
    review_queue.resolve(store.db, edit, "taken")
    assert origins.of_facts(store.db)["keeps bees"].quote == "I keep bees"


@pytest.mark.slow
def test_twenty_thousand_edits_are_looked_through_in_a_moment(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    store.db.execute("begin")
    store.db.executemany(
        "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
        "values (1, 'add', 'Interests', '', ?, 'q', 'turn', '')",
        ((f"Likes number {n}",) for n in range(20_000)),
    )
    store.db.execute("commit")
    with bounded():
        assert len(origins.of_facts(store.db)) == 20_001
