"""What was said in a conversation that is too long for one request is learned all the same."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import llm
import pytest
from llm.plugins import load_plugins, pm
from support.llm_log import Log, sealed

from llm_user_memory import Memory
from llm_user_memory.daemon.worker import work
from llm_user_memory.inject.folders import user_folder
from llm_user_memory.model.request import LONGEST_CONVERSATION
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import read_settings
from llm_user_memory.store import consent, ledger, state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
CHESS = 'ADD Interests | Plays chess | "I play chess"'
QUESTION = "Why does the river that I walked along rise so late in the year {}, do you think? "


class Answering(llm.Model):
    """Names each fact that the request has, and remembers the requests."""

    model_id = "answering"

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.defence = "NO_UPDATE"

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        self.requests.append(prompt.prompt)
        asked = prompt.prompt.rpartition("<conversation>")[2]
        answers = {"bees": BEES, "chess": CHESS, "defence": self.defence}
        found = [line for word, line in answers.items() if word in asked]
        yield "\n".join(found) or "NO_UPDATE"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Answering]:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    load_plugins()
    made = Answering()

    class Plugin:
        @llm.hookimpl(trylast=True)
        def register_models(self, register: Any) -> None:
            register(made)

    plugin = Plugin()
    pm.register(plugin)
    yield made
    pm.unregister(plugin)


@pytest.fixture
def memory(model: Answering) -> Iterator[Store]:
    assert not model.requests
    with state.opened(user_folder()) as store:
        yield store


@pytest.fixture
def talk(memory: Store) -> Store:
    """A memory with a conversation of which one request holds only the newest part."""
    said = ["I keep bees.", *(QUESTION.format(n) * 10 for n in range(40)), "I play chess."]
    assert sum(map(len, said)) > LONGEST_CONVERSATION
    begun = consent.activated(memory.db)
    _say(memory, {begun + number / 100: words for number, words in enumerate(said)})
    return memory


def _say(store: Store, said: Mapping[float, str]) -> None:
    log = Log(store.folder.logs)
    for at, words in said.items():
        log.say(words, at, thread="talk", model="answering", markers=(sealed(store.db, at),))


def _facts(store: Store) -> list[str]:
    return [fact.text for fact in facts(versions.read(store).text)]


@pytest.mark.slow
def test_each_turn_that_counts_as_learned_was_in_a_request(model: Answering, talk: Store) -> None:
    results = [result for _, result in work(talk, read_settings(), wait_for_quiet=False)]
    assert {result.status for result in results} == {"done"} and len(results) == 2
    assert "I keep bees" in model.requests[0] and "I play chess" in model.requests[1]
    assert _facts(talk) == ["Keeps bees", "Plays chess"]
    assert ledger.totals(talk.db) == {
        "logged": 42,
        "learned": 42,
        "skipped": 0,
        "pending": 0,
        "given up": 0,
    }


@pytest.mark.slow
def test_a_program_that_learns_from_it_learns_from_all_of_it(talk: Store) -> None:
    learned = Memory().process_conversation("talk")
    assert [edit.new for edit in learned.edits] == ["Keeps bees", "Plays chess"]
    assert not ledger.totals(talk.db)["pending"]


def test_the_model_is_told_on_which_day_of_several_it_was_said(
    model: Answering, memory: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = datetime(2026, 11, 20, 23, 50).timestamp()
    memory.db.execute("update meta set value = ? where key = 'activated'", (late - 1,))
    words = "My thesis defence is tomorrow"
    _say(memory, {late: words, late + 3600: "What should I wear?"})
    fact = "Thesis defence on 2026-11-21"
    monkeypatch.setattr(model, "defence", f'ADD Current Projects | {fact} | "{words}"')
    list(work(memory, read_settings(), wait_for_quiet=False))
    [asked] = model.requests
    assert f'<user day="2026-11-20">\n{words}\n</user>' in asked
    assert '<user day="2026-11-21">\nWhat should I wear?\n</user>' in asked
    assert _facts(memory) == [fact]
