"""An answer goes no further than what was said before it in its conversation."""

from pathlib import Path

import pytest
from support.index_content import read_index, refresh_index
from support.llm_log import OFF, ON, START, Log

from llm_user_memory import logs
from llm_user_memory.egress import CLOUD, USER
from llm_user_memory.learn import locality, repeated
from llm_user_memory.recall.hits import Query, shareable_with
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.search import search
from llm_user_memory.settings import Settings
from llm_user_memory.store import consent, forgotten, ledger, state
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import Forgotten

pytestmark = pytest.mark.once

MODELS = """
- {model_id: here, model_name: a, api_base: "http://localhost:8080/v1"}
- {model_id: there, model_name: a, api_base: "https://example.com/v1"}
"""
ANY = Settings(learned_locally="any")
OTHER = '<user_memory learning="on" profile="work"/>'
FORGED = '<user_memory learning="on" seal="20260102-0123456789abcdef"/>'
PIPED = '<user_memory learning="last:5"/>'
_SECOND = {"What does a lizard eat?", "Your scaly friend the lizard eats moths"}


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    (tmp_path / "extra-openai-models.yaml").write_text(MODELS)


def _told(store: Store, *, elsewhere: bool = True) -> set[str]:
    """What a model is given of all that is said of lizards."""
    refresh_index(store)
    with index_db.opened(store.folder) as db:
        query = Query("lizard", only_shareable=True, limit=50)
        hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
    return {hit.text for hit in shareable_with(hits, CLOUD if elsewhere else USER)}


def _say(log: Log, number: int, prompt: str, response: str, **how: object) -> str:
    how = {"thread": "t", "model": "there", **how}
    return log.say(prompt, START + 60 * number, response=response, **how)  # type: ignore[arg-type]


KEPT = {
    "private": ((), "there"),
    "off": ((OFF,), "there"),
    "another profile": ((OTHER,), "there"),
    "piped": ((PIPED,), "there"),
    "a forged marker": ((FORGED,), "there"),
    "said here": ((ON,), "here"),
    "said nobody knows where": ((ON,), "gone"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("markers", "model"), KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("is_read_between", [True, False])
def test_what_follows_may_repeat_it(
    store: Store, log: Log, markers: tuple[str, ...], model: str, is_read_between: bool
) -> None:
    _say(log, 1, "The lizard has a name. Spike", "A lizard, well", markers=markers, model=model)
    if is_read_between:
        refresh_index(store)
    second = _say(log, 2, "What does a lizard eat?", "Spike the lizard eats moths")
    third = _say(log, 3, "And what does a lizard drink?", "Spike the lizard drinks dew")
    _say(log, 4, "Is a lizard a fish?", "No lizard is", thread="other")
    found = _told(store)
    assert {"What does a lizard eat?", "And what does a lizard drink?"} < found
    assert {"Is a lizard a fish?", "No lizard is"} < found
    assert not [text for text in found if "Spike the" in text]
    turns = logs.read(store.folder.logs, [second, third])
    assert repeated.answers(store, Settings(), "t", turns, Forgotten()) == {second, third}
    # A model here, and every model if the user says so, is told what stays for its place alone.
    is_free = markers == (ON,)
    repeats = {"Spike the lizard eats moths", "Spike the lizard drinks dew"}
    assert _told(store, elsewhere=False) & repeats == (repeats if is_free else set())
    told = set() if is_free else {second, third}
    assert repeated.answers(store, ANY, "t", turns, Forgotten()) == told
    drifted = read_index(store.folder)
    refresh_index(store, force=True)
    assert read_index(store.folder) == drifted


@pytest.mark.slow
@pytest.mark.parametrize(("markers", "model"), KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("is_read_before", [True, False])
def test_what_follows_may_repeat_it_also_if_it_was_deleted_from_the_log(
    store: Store, log: Log, markers: tuple[str, ...], model: str, is_read_before: bool
) -> None:
    first = _say(log, 1, "The lizard is Spike", "A lizard, well", markers=markers, model=model)
    _say(log, 2, "What does a lizard eat?", "Spike the lizard eats moths")
    _say(log, 3, "Is a lizard a fish?", "No lizard is", thread="other")
    ledger.ingest(store)
    locality.record_places(store)
    if is_read_before:
        refresh_index(store)
    log.run(
        f"delete from turn_fragments where turn_id = '{first}'",
        f"delete from turn_search where turn_id = '{first}'",
        f"delete from turns where id = '{first}'",
    )
    assert _told(store) == {"What does a lizard eat?", "Is a lizard a fish?", "No lizard is"}
    repeats = _told(store, elsewhere=False) & {"Spike the lizard eats moths"}
    assert bool(repeats) == (markers == (ON,))


def test_what_may_go_as_far_as_the_rest_is_given(store: Store, log: Log) -> None:
    first = _say(log, 1, "My lizard is Spike", "A lizard, well")
    second = _say(log, 2, "What does a lizard eat?", "Spike the lizard eats moths", model="here")
    third = _say(log, 3, "And my lizard drinks?", "Spike the lizard drinks dew", model="here")
    assert _told(store) == {"My lizard is Spike", "A lizard, well"}
    assert "Spike the lizard drinks dew" in _told(store, elsewhere=False)
    turns = logs.read(store.folder.logs, [first, second, third])
    assert repeated.answers(store, Settings(), "t", turns, Forgotten()) == set()


def test_an_answer_after_what_was_forgotten_is_not_given(store: Store, log: Log) -> None:
    first = _say(log, 1, "My lizard is Spike", "A lizard, well")
    _say(log, 2, "What does a lizard eat?", "Your scaly friend the lizard eats moths")
    assert "Your scaly friend the lizard eats moths" in _told(store)
    forgotten.block(store.db, "Has a lizard called Spike", "My lizard is Spike", first, START + 90)
    assert _told(store) == {"What does a lizard eat?"}
    drifted = read_index(store.folder)
    refresh_index(store, force=True)
    assert read_index(store.folder) == drifted


@pytest.mark.parametrize("is_indexed", [True, False], ids=["before", "after"])
def test_an_answer_after_a_turn_that_says_what_was_forgotten_is_not_given(
    store: Store, log: Log, *, is_indexed: bool
) -> None:
    """The fact was learned from another turn, before it or after it."""
    _say(log, 1, "What does a lizard drink?", "Dew, the lizard does")
    _say(log, 2, "As I keep bees, is a lizard fine?", "A lizard and your hive are fine")
    _say(log, 3, "And a second lizard?", "The hive and a second lizard, too")
    _say(log, 4, "Is a lizard a fish?", "No lizard is", thread="other")
    if is_indexed:
        refresh_index(store)
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Keeps bees"], START + 200)
    ids = logs.ids_of_thread(store.folder.logs, "t")
    ledger.ingest(store)
    turns = logs.read(store.folder.logs, ids)
    known = forgotten.load(store.db)
    assert repeated.answers(store, Settings(), "t", turns, known) == {ids[2]}
    above = {"What does a lizard drink?", "Dew, the lizard does", "And a second lizard?"}
    told = {*above, "Is a lizard a fish?", "No lizard is"}
    if is_indexed:
        with index_db.opened(store.folder) as db:
            query = Query("lizard", only_shareable=True, limit=50)
            hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
        assert {hit.text for hit in hits} == told
    assert _told(store) == told


def test_a_chat_in_which_learning_was_paused(store: Store, log: Log) -> None:
    consent.pause(store.db, None, START + 30)
    _say(log, 1, "My lizard is Spike", "A lizard, well")
    consent.resume(store.db, START + 90)
    _say(log, 2, "What does a lizard eat?", "Spike the lizard eats moths")
    assert _told(store) == {"What does a lizard eat?"}


def test_what_was_forgotten_counts_before_the_index_is_updated(store: Store, log: Log) -> None:
    first = _say(log, 1, "My lizard is Spike", "A lizard, well")
    _say(log, 2, "What does a lizard eat?", "Your scaly friend the lizard eats moths")
    refresh_index(store)
    forgotten.block(store.db, "Has a lizard called Spike", "My lizard is Spike", first, START + 90)
    with index_db.opened(store.folder) as db:
        for only, told in ((True, {"What does a lizard eat?"}), (False, _SECOND)):
            query = Query("lizard", only_shareable=only, limit=50)
            hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
            assert {hit.text for hit in hits} == told
