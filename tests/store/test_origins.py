"""Where a fact comes from: quote, turn, conversation, model, and what it replaced."""

import sqlite3
import time
from itertools import pairwise

import pytest
from support.learnt import adding, learn, profile
from support.logged import START

from llm_user_memory.profile.document import EMPTY, Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import origins, review_queue
from llm_user_memory.store.profile import history, versions

pytestmark = pytest.mark.once


def _history(db: sqlite3.Connection, fact: str) -> list[str]:
    return [origin.fact for origin in origins.history_of(origins.of_facts(db), fact)]


def _moves(db: sqlite3.Connection, folder: Folder, *places: str) -> None:
    for number, (old, new) in enumerate(pairwise(places)):
        said = f"We left {old} for {new}"
        edit = Edit("replace", "Interests", f"Lives in {old}", f"Lives in {new}", said)
        learn(db, folder, said, edit, turn=f"turn {number}", at=START + number)


def test_the_users_words_the_conversation_and_the_model_are_told(
    db: sqlite3.Connection, folder: Folder
) -> None:
    learn(db, folder, "I keep bees", adding("Keeps bees", "I keep bees"), turn="t")
    origin = origins.of_facts(db)["keeps bees"]
    assert (origin.fact, origin.quote, origin.model) == ("Keeps bees", "I keep bees", "model")
    assert (origin.turn_id, origin.thread_id) == ("t", "thread of t")
    assert (origin.said, origin.learned) == (START, START + 11)
    assert origin.replaced == ()


def test_a_line_of_the_users_has_no_origin(db: sqlite3.Connection, folder: Folder) -> None:
    versions.change(db, folder, lambda _: f"{EMPTY}- Rows\n", "add")
    assert _history(db, "Rows") == []


def test_what_was_refused_is_no_origin(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, "hello", adding("Keeps bees", "I keep bees"))
    assert origins.of_facts(db) == {}


def test_a_chain_goes_back_to_the_users_own_line(db: sqlite3.Connection, folder: Folder) -> None:
    versions.change(db, folder, lambda _: f"{EMPTY}- Lives in Bonn\n", "add")
    _moves(db, folder, "Bonn", "Rome", "Oslo", "Faro")
    assert "- Lives in Faro\n" in profile(db, folder)
    known = origins.of_facts(db)
    assert _history(db, "lives in FARO") == ["Lives in Faro", "Lives in Oslo", "Lives in Rome"]
    assert known["lives in rome"].replaced == ("Lives in Bonn",)


def test_a_fact_that_came_back_ends_the_chain(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, "I live in Bonn", adding("Lives in Bonn", "I live in Bonn"), turn="first")
    _moves(db, folder, "Bonn", "Rome", "Bonn")
    assert _history(db, "Lives in Bonn") == ["Lives in Bonn", "Lives in Rome"]


def test_what_was_merged_is_told_with_each_of_its_quotes(
    db: sqlite3.Connection, folder: Folder
) -> None:
    for fact, said in (("Keeps bees", "I keep bees"), ("Keeps hens", "I keep hens")):
        learn(db, folder, said, adding(fact, said), turn=said)
    merge = Edit("merge", "Interests", "Keeps bees | Keeps hens", "Keeps bees and hens")
    learn(db, folder, "hello", merge, turn="third")
    found = origins.history_of(origins.of_facts(db), "Keeps bees and hens")
    assert [origin.fact for origin in found] == ["Keeps bees and hens", "Keeps bees", "Keeps hens"]
    assert [origin.said for origin in found] == [None, START, START]
    assert found[0].quote == "I keep bees ... I keep hens"
    assert found[1].quote == "I keep bees"


def test_what_was_forgotten_since_is_told_of_no_other_fact(
    db: sqlite3.Connection, folder: Folder
) -> None:
    learn(db, folder, "I live in Bonn", adding("Lives in Bonn", "I live in Bonn"), turn="first")
    _moves(db, folder, "Bonn", "Rome")
    versions_before = history.before(db, versions.now(db, folder))
    assert versions_before is not None
    versions.change(db, folder, lambda _: versions_before.text, "undo", restores=1)
    versions.change(
        db,
        folder,
        lambda text: text.replace("Lives in Bonn", "Lives in Rome"),
        "forget",
        forget=["Lives in Bonn"],
    )
    assert _history(db, "Lives in Rome") == ["Lives in Rome"]
    assert origins.of_facts(db)["lives in rome"].replaced == ()


def test_what_was_taken_in_review_has_its_quote(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, "I keep bees", adding("Keeps bees", "I keep bees"), limit=5)
    assert _history(db, "Keeps bees") == []
    [edit] = review_queue.edits(db, profile(db, folder))
    review_queue.settle(db, edit, "taken")
    assert origins.of_facts(db)["keeps bees"].quote == "I keep bees"


def test_twenty_thousand_edits_are_looked_through_in_a_moment(
    db: sqlite3.Connection, folder: Folder
) -> None:
    learn(db, folder, "I keep bees", adding("Keeps bees", "I keep bees"))
    db.execute("begin")
    db.executemany(
        "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
        "values (1, 'add', 'Interests', '', ?, 'q', 'turn', '')",
        ((f"Likes number {n}",) for n in range(20_000)),
    )
    db.execute("commit")
    began = time.process_time()
    assert len(origins.of_facts(db)) == 20_001
    assert time.process_time() - began < 2
