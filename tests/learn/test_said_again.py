"""`learn.said_again`: known facts that a prompt with ` #local` says are marked, without a model."""

import io
import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.export_files import START as OF_FILES
from support.export_files import claude_code_record, json_lines, stable_id, write_file
from support.learning import current_profile
from support.llm_log import OFF, ON, START, Log
from support.product import Product

from llm_user_memory import hook
from llm_user_memory.daemon import worker
from llm_user_memory.learn import manual, pauses, said_again, schedule
from llm_user_memory.profile.document import local_texts
from llm_user_memory.settings import Settings
from llm_user_memory.store import consent, ledger, notices, state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

BEES = "I keep bees, what about wasps? #local"
SETTINGS = Settings(updates=False)
OF_WORK = '<user_memory learning="on" profile="work"/>'


@pytest.fixture
def bees(store: Store) -> Store:
    """A memory that knows two facts, in use before the turns of the tests."""
    state.put(store.db, "activated", START - 10)
    manual.add(store, [("Interests", "Keeps bees"), ("Interests", "Plays chess")])
    return store


def _local(store: Store) -> set[str]:
    return set(local_texts(current_profile(store)))


@pytest.mark.parametrize("marker", [(ON,), (OFF,), ()], ids=["on", "off", "none"])
def test_the_worker_marks_what_is_said_with_the_mark(
    bees: Store, log: Log, marker: tuple[str, ...]
) -> None:
    log.say(BEES, START, markers=marker)
    log.say("I play chess", START + 60)
    ledger.ingest(bees)
    assert schedule.due(bees, SETTINGS, time.time()) == 0.0
    assert not list(worker.work(bees, SETTINGS))
    assert _local(bees) == {"Keeps bees"}
    assert notices.take(bees, 200)[0].startswith("memory: 1 fact said on this machine, or with")
    assert schedule.due(bees, SETTINGS, time.time()) != 0.0
    manual.undo(bees)
    assert not list(worker.work(bees, SETTINGS))
    assert _local(bees) == set(), "each turn counts once"


def test_in_a_pause_the_mark_counts(bees: Store, log: Log) -> None:
    consent.pause(bees.db, None, START - 5)
    log.say(BEES, START)
    ledger.ingest(bees)
    assert schedule.due(bees, Settings(), time.time()) == 0.0
    assert not list(worker.work(bees, Settings()))
    assert _local(bees) == {"Keeps bees"}
    pauses.resume(bees.folder)


def test_turns_that_wait_since_an_earlier_version_count(bees: Store, log: Log) -> None:
    log.say(BEES, START)
    learned = log.say("I play chess #local", START + 60)
    ledger.ingest(bees)
    bees.db.execute("update turns set outcome = 'learned' where id = ?", (learned,))
    bees.db.execute("delete from meta where key = 'marked_turns'")
    assert not list(worker.work(bees, SETTINGS))
    assert _local(bees) == {"Keeps bees"}


@pytest.mark.parametrize(
    ("settings", "marker"), [(SETTINGS, OF_WORK), (Settings(learned_locally="any"), ON)]
)
def test_what_is_said_for_another_profile_or_may_go_anywhere_marks_nothing(
    bees: Store, log: Log, settings: Settings, marker: str
) -> None:
    log.say(BEES, START, markers=(marker,))
    ledger.ingest(bees)
    said_again.mark(bees, settings)
    assert _local(bees) == set()


def _hook(monkeypatch: pytest.MonkeyPatch, event: str, **given: str) -> None:
    raw = json.dumps({"session_id": stable_id("session"), **given}).encode()
    stdin = SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(raw))
    monkeypatch.setattr("sys.stdin", stdin)
    assert hook.main([event, "claude-code"]) == 0


@pytest.mark.parametrize("is_locked", [False, True], ids=["at once", "when it is read"])
def test_what_is_typed_into_another_program_counts(
    bees: Store, monkeypatch: pytest.MonkeyPatch, *, is_locked: bool
) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(bees.folder.path.parent))
    monkeypatch.setattr(hook.daemon, "wake", lambda _folder, replace: replace)
    monkeypatch.setattr(hook.invocation, "was_given", lambda *_told, **_piped: False)
    own = {"promptId": "key", "origin": {"kind": "human"}, "promptSource": "typed"}
    line = claude_code_record("user", BEES, OF_FILES, **own)
    path: Path = write_file(bees.folder.path.parent / "s.jsonl", json_lines(line))
    given = {"prompt": BEES, "transcript_path": str(path), "prompt_id": "key"}
    if is_locked:
        with versions.current(bees):
            _hook(monkeypatch, "UserPromptSubmit", **given)
    else:
        _hook(monkeypatch, "UserPromptSubmit", **given)
    assert _local(bees) == (set() if is_locked else {"Keeps bees"})
    assert not list(worker.work(bees, SETTINGS, wait_for_quiet=False))
    assert _local(bees) == {"Keeps bees"}


@pytest.mark.slow
@pytest.mark.product
@pytest.mark.parametrize("is_paused", [False, True], ids=["", "paused"])
def test_the_prompt_after_it_is_not_given_the_fact(product: Product, *, is_paused: bool) -> None:
    for fact in ("Keeps bees", "Plays chess"):
        product.run("memory", "add", fact)
    if is_paused:
        product.run("memory", "pause")
    product.type("-m", "scripted", BEES)
    product.run("-m", "scripted", "-f", "memory:auto", "hello there")
    told = json.dumps(product.prompts()[-1])
    assert "Plays chess" in told and "Keeps bees" not in told
