"""A search whose time for updating the index is over, and one for what was said on some days."""

from datetime import date, datetime

import pytest
from support.llm_log import START, Log

from llm_user_memory.egress import CLOUD, USER, Destination
from llm_user_memory.learn import manual
from llm_user_memory.recall import lookup
from llm_user_memory.recall.hits import Hit, Query
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


OPENED_BY = [
    ("/m/notes/2026-11-01.md", "llm memory note --edit 2026-11-01"),
    ("/m/notes/ideas.md", "/m/notes/ideas.md"),
    ("/m/notes/2026-11-01.found-7.md", "/m/notes/2026-11-01.found-7.md"),
    ("/m/notes/old/2026-11-01.md", "/m/notes/old/2026-11-01.md"),
]


@pytest.mark.parametrize(("path", "command"), OPENED_BY)
def test_a_note_is_opened_by_a_command_that_works(path: str, command: str) -> None:
    hit = Hit(1, "notes", path, "1", "", "", "text", None, "", shareable=True, ordinal=0)
    assert lookup.open_command(hit) == command


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


def test_before_and_since_tell_on_which_side_of_a_day_is_searched(talks: Store) -> None:
    texts, remarks = _found(talks, "what did we talk about before 5 March 2024?")
    assert texts == ["Which paint holds on a tin roof?", "My boat needs new rope"]
    assert remarks == ("Only what was said until 2024-03-04 is shown.",)
    texts, remarks = _found(talks, "what have we discussed since 5 March 2024?")
    assert texts == ["And how thick must that rope be?", "The roof is done, rope next"]
    assert remarks == (f"Only what was said from 2024-03-05 to {date.today()} is shown.",)
    texts, _ = _found(talks, "did we discuss rope before 2024-03-05?")
    assert texts == ["My boat needs new rope"]


def test_where_the_days_have_nothing_the_others_are_searched(talks: Store) -> None:
    texts, remarks = _found(talks, "what did we say on 2024-03-06 about the rope?")
    assert "My boat needs new rope" in texts
    assert remarks == ("Nothing that fits was said on 2024-03-06: these are other days.",)


@pytest.mark.parametrize("is_marked", [False, True])
def test_no_remark_tells_a_model_that_something_is_kept_from_it(
    talks: Store, log: Log, is_marked: bool
) -> None:
    """That a day has what fits, which only models on this machine may know."""
    said = "I take insulin against my diabetes"
    log.say(said, _on("2024-03-04"), thread="four", model="echo" if is_marked else "here")
    manual.add(talks, [("Interests", "Fears diabetes")])
    if is_marked:
        manual.add(talks, [("Interests", "Takes insulin against diabetes #local")])
    settings, today = read_settings({}), "what did I say on 2024-03-04 about"

    def told(topic: str, destination: Destination = CLOUD) -> tuple[list[str], tuple[str, ...]]:
        wanted = Query(f"{today} {topic}?")
        found = lookup.find_for_model(talks, settings, wanted, destination, "words")
        return [hit.text for hit in found.hits if hit.role != "assistant"], found.remarks

    nothing = ("Nothing that fits was said on 2024-03-04: these are other days.",)
    assert told("aspirin") == ([], nothing)
    assert told("insulin") == ([], nothing)
    assert told("diabetes") == (["Fears diabetes"], nothing)
    assert told("insulin", USER) == ([said], ("Only what was said on 2024-03-04 is shown.",))


def test_days_that_were_set_are_left_as_they_are(talks: Store) -> None:
    wide = Query("what did we talk about on 4 March 2024?", since=_on("2024-03-01"))
    found = lookup.find(talks, read_settings({}), wide, "words")
    assert not found.remarks


@pytest.fixture
def moved(talks: Store, log: Log) -> Store:
    log.say("We moved to the coast last Saturday", _on("2024-05-06"), thread="four")
    log.say("What keeps foxes from a hen house?", _on("2024-06-10"), thread="five")
    return talks


def test_what_was_said_before_an_event_is_listed_and_the_day_is_named(moved: Store) -> None:
    texts, remarks = _found(moved, "what did we talk about before the move?")
    assert "My boat needs new rope" in texts and len(texts) == 4
    assert remarks == (
        "“the move” was on 2024-05-04: only what was said until 2024-05-03 is shown.",
    )
    texts, _ = _found(moved, "what did we talk about since we moved?")
    assert texts == ["We moved to the coast last Saturday", "What keeps foxes from a hen house?"]
    texts, remarks = _found(moved, "what did we say after the move about the rope?")
    assert "My boat needs new rope" in texts
    assert remarks[0].startswith("Nothing that fits was said from 2024-05-04 to ")


def test_an_event_of_which_nothing_tells_is_words_as_any(moved: Store) -> None:
    texts, remarks = _found(moved, "what did we say before the wedding about rope?")
    assert "My boat needs new rope" in texts and remarks == ()


def test_what_was_said_at_the_time_of_an_event_ranks_higher(moved: Store, log: Log) -> None:
    log.say("I bought rope for the awning", _on("2024-07-01"), thread="six")
    log.say("I bought rope for the jib", _on("2024-03-20"), thread="seven")
    before, _ = _found(moved, "what rope did I buy before the move?")
    since, remarks = _found(moved, "what rope did I buy since the move?")
    assert before.index("I bought rope for the jib") < before.index("I bought rope for the awning")
    assert since.index("I bought rope for the awning") < since.index("I bought rope for the jib")
    assert remarks == ()


def test_a_model_elsewhere_is_told_no_day_of_what_stays_here(store: Store, log: Log) -> None:
    state.put(store.db, "activated", str(_on("2024-01-01")))
    log.say("My boat needs new rope", _on("2024-03-04"), thread="one")
    log.say("We moved last Saturday", _on("2024-05-06"), thread="two", model="here")
    question = Query("what did we talk about before the move?")
    settings = read_settings({})
    assert lookup.find(store, settings, question, "words").remarks
    assert not lookup.find_for_model(store, settings, question, CLOUD, "words").remarks


def test_a_fact_is_not_found_for_the_facts_beside_it(store: Store, log: Log) -> None:
    log.say("Where do oboe reeds come from?", START + 1)
    log.say("My sister gave me hers", START + 2)
    for fact in ("Plays the oboe", "Lives in Oslo", "Keeps bees"):
        manual.add(store, [("", fact)])
    hits = lookup.find(store, read_settings({"LLM_MEMORY_EMBEDDER": "none"}), Query("oboe")).hits
    texts = [hit.text for hit in hits]
    assert {"Plays the oboe", "Where do oboe reeds come from?"} <= set(texts)
    assert "Lives in Oslo" not in texts and "Keeps bees" not in texts
