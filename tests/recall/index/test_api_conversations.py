"""Conversations that are kept: without secrets, found, forgotten and purged like any other."""

import time
from typing import Any

import pytest
from support.index_content import read_index, refresh_index

from llm_user_memory.egress import CLOUD, Destination
from llm_user_memory.learn.backfill.from_messages import TimedMessage, dated, turns_of
from llm_user_memory.purge import index as purge_index
from llm_user_memory.purge import search as purge_search
from llm_user_memory.purge import state as purge_state
from llm_user_memory.purge.target import Target
from llm_user_memory.recall.hits import Query, shareable_with
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.search import search
from llm_user_memory.store import consent, forgotten, kept_conversations, state
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

TALK = [
    ("user", "I keep bees in Lisbon"),
    ("assistant", "Bees need water. " * 200),
    ("user", "And a dog"),
    ("assistant", "What breed is it?"),
]
AT = 1_700_000_000.0


def keep(store: Store, talk: Any = TALK, place: Any = "elsewhere", name: str = "c1") -> int:
    turns = turns_of([TimedMessage(*said) for said in talk], name, 200_000)
    return kept_conversations.add(store.db, dated(turns, AT), place)


def texts(store: Store) -> list[tuple[str, str]]:
    refresh_index(store)
    rows = [row for row in read_index(store.folder)["passages"] if row[0] == "said"]
    return [(row[8], row[-1]) for row in rows]


def test_it_is_found_whole_and_once(store: Store) -> None:
    assert keep(store, TALK[:3]) == 2
    assert texts(store)[-1] == ("user", "And a dog")
    assert keep(store) == 1, "an answer has come"
    assert keep(store) == 0
    found = texts(store)
    assert found[0] == ("user", TALK[0][1]) and found[-1] == ("assistant", TALK[3][1])
    assert sum(len(text) for role, text in found if role == "assistant") > 3000
    rows = read_index(store.folder)["passages"]
    assert {(row[1], round(row[6])) for row in rows if row[0] == "said"} == {("c1", AT)}
    refresh_index(store, force=True)
    assert texts(store) == found


def test_it_has_no_secrets(store: Store) -> None:
    keep(store, [("user", "The password is hunter2hunter2! for the bees")])
    [(_role, text)] = texts(store)
    assert "hunter2" not in text and "bees" in text
    assert not [row for row in store.db.execute("select * from kept") if "hunter2" in row["prompt"]]


def shown_to(
    store: Store, destination: Destination, role: str = "user", *, is_indexed: bool = True
) -> list[str]:
    if is_indexed:
        refresh_index(store)
    with index_db.opened(store.folder) as db:
        query = Query("bees dog", only_shareable=True)
        hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
    return sorted(hit.text for hit in shareable_with(hits, destination) if hit.role == role)


def test_where_it_was_said_decides_who_is_shown_it(store: Store) -> None:
    keep(store, place="here")
    keep(store, [("user", "A dog called Rex")], "elsewhere", "c2")
    assert shown_to(store, CLOUD) == ["A dog called Rex"]
    assert len(shown_to(store, Destination("here"))) == 3


def test_a_prompt_that_the_user_marked_is_shown_here_alone(store: Store) -> None:
    keep(store, [("user", "I keep bees #local"), ("assistant", "ok"), ("user", "And a dog")])
    assert shown_to(store, CLOUD) == ["And a dog"]
    assert len(shown_to(store, Destination("here"))) == 2


def test_what_was_said_in_a_pause_is_shown_to_no_model(store: Store) -> None:
    consent.pause(store.db, None, AT - 5)
    consent.resume(store.db, AT + 5)
    keep(store)
    assert shown_to(store, Destination("here")) == []
    assert texts(store)


def test_it_is_forgotten_and_may_return(store: Store) -> None:
    keep(store)
    with state.transaction(store.db):
        forgotten.forget(store.db, ["I keep bees in Lisbon"], time.time())
    assert TALK[0] not in texts(store) and ("user", "And a dog") in texts(store)
    with state.transaction(store.db):
        forgotten.unforget(store.db, ["I keep bees in Lisbon"])
    assert TALK[0] in texts(store)


def test_answers_after_what_is_forgotten_go_to_no_model(store: Store) -> None:
    """They may speak of it in other words; the conversation was kept before."""
    keep(store, [TALK[0], ("assistant", "A bee or a dog?"), TALK[2], ("assistant", "A dog, then")])
    assert "A dog, then" in shown_to(store, CLOUD, "assistant")
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Keeps bees in Lisbon"], time.time())
    assert shown_to(store, CLOUD, "assistant", is_indexed=False) == []
    assert shown_to(store, CLOUD, "assistant") == []
    assert shown_to(store, CLOUD) == ["And a dog"]


@pytest.mark.parametrize("is_indexed", [True, False], ids=["indexed", "not indexed"])
def test_purging_erases_it(store: Store, is_indexed: bool) -> None:
    keep(store)
    keep(store, [("user", "Rust is fine")], name="c2")
    if is_indexed:
        refresh_index(store)
    target = Target("bees in Lisbon")
    assert purge_state.purge(store, target)["turns"] == 1
    purge_state.clean(store.db)
    purge_index.purge(store, target, [])
    findings = purge_search.Findings()
    purge_search.search_memory(store, target, findings)
    assert dict(findings.left) == {}
    assert [text for _, text in texts(store)] == ["And a dog", TALK[3][1], "Rust is fine"]


def test_a_fact_in_other_words_takes_its_turn_along(store: Store) -> None:
    keep(store)
    [turn, _] = kept_conversations.turns(store.db, "c1")
    assert not forgotten.load(store.db).turn(turn.id)
    purge_state.purge(store, Target("Beekeeper", ("Is a beekeeper",), (), (turn.id,)))
    assert [text for _, text in texts(store)] == ["And a dog", TALK[3][1]]
    assert forgotten.load(store.db).turn(turn.id), "so that it is not kept again"
