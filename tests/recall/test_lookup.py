"""A search whose time for updating the index is over, and one for what was said on some days."""

from datetime import datetime

import pytest
from support.llm_log import START, Log

from llm_user_memory.recall import lookup
from llm_user_memory.recall.search import Query
from llm_user_memory.settings import read_settings
from llm_user_memory.store import state
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


def test_an_update_without_time_keeps_no_lock(
    store: Store, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.say("The accordion stands in the attic", START + 1)
    monkeypatch.setattr(lookup, "PATIENCE", -1.0)
    cut_short = lookup.find(store, read_settings({}), Query("accordion"))
    assert lookup.INCOMPLETE in cut_short.remarks
    assert not [remark for remark in cut_short.remarks if "Another process" in remark]
    monkeypatch.undo()
    found = lookup.find(store, read_settings({}), Query("accordion"))
    assert found.hits[0].text == "The accordion stands in the attic"


def _on(day: str) -> float:
    return datetime.fromisoformat(f"{day}T12:00").timestamp()


@pytest.fixture
def talks(store: Store, log: Log) -> Store:
    """Conversations of three days in March 2024, a month in which memory was in use."""
    state.put(store.db, "activated", str(_on("2024-01-01")))
    log.say("Which paint holds on a tin roof?", _on("2024-03-04"), thread="one")
    log.say("My boat needs new rope", _on("2024-03-04") + 60, thread="two")
    log.say("And how thick must that rope be?", _on("2024-03-05"), thread="two")
    log.say("The roof is done, rope next", _on("2024-03-08"), thread="three")
    return store


def _found(store: Store, question: str) -> tuple[list[str], tuple[str, ...]]:
    found = lookup.find(store, read_settings({}), Query(question), "words")
    return [hit.text for hit in found.hits if hit.role == "user"], found.remarks


def test_what_was_said_on_a_day_is_listed_by_time(talks: Store) -> None:
    texts, remarks = _found(talks, "what did we talk about on 4 March 2024?")
    assert texts == ["Which paint holds on a tin roof?", "My boat needs new rope"]
    assert remarks == ("Only what was said on 2024-03-04 is shown.",)


def test_a_topic_is_searched_within_its_days(talks: Store) -> None:
    texts, remarks = _found(talks, "what did I ask you on 2024-03-05 about the rope")
    assert texts == ["And how thick must that rope be?"]
    assert remarks == ("Only what was said on 2024-03-05 is shown.",)


def test_where_the_days_have_nothing_the_others_are_searched(talks: Store) -> None:
    texts, remarks = _found(talks, "what did we say on 2024-03-06 about the rope?")
    assert "My boat needs new rope" in texts
    assert remarks == ("Nothing that fits was said on 2024-03-06: these are other days.",)


def test_days_that_were_set_are_left_as_they_are(talks: Store) -> None:
    wide = Query("what did we talk about on 4 March 2024?", since=_on("2024-03-01"))
    found = lookup.find(talks, read_settings({}), wide, "words")
    assert not found.remarks
