"""A model that fails in one form of request is asked in a simpler one, and later again."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm
import pytest
from llm.plugins import load_plugins, pm

from llm_user_memory import Memory, MemoryPluginError
from llm_user_memory.inject.folders import user_folder
from llm_user_memory.store import state

pytestmark = pytest.mark.once

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
DAY = 86400.0


class Chatting(llm.Model):
    """Understands no JSON schema, although it says so; answers lines as `answer` says."""

    model_id = "chatting"
    supports_schema = True

    def __init__(self) -> None:
        self.model_name = "small-1"
        self.answer = BEES
        self.understands_schemas = False
        self.asked: list[str] = []

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        self.asked.append("schema" if prompt.schema else "lines")
        assert "<conversation>" in prompt.prompt, "never as a base model"
        is_lost = prompt.schema and not self.understands_schemas
        yield "I do not know what you mean." if is_lost else self.answer


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Chatting]:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    monkeypatch.setenv("LLM_MODEL", "chatting")
    load_plugins()
    made = Chatting()

    class Plugin:
        @llm.hookimpl(trylast=True)
        def register_models(self, register: Any) -> None:
            register(made)

    plugin = Plugin()
    pm.register(plugin)
    yield made
    pm.unregister(plugin)


def _ask(model: Chatting) -> str:
    """Have the model asked about a new conversation; returns the form, with "!" if it failed."""
    model.answer = BEES
    try:
        Memory().learn([("user", f"I keep bees, {time.time_ns()}")])
    except MemoryPluginError:
        return model.asked[-1] + "!"
    return model.asked[-1]


def _days_pass(days: float) -> None:
    with state.opened(user_folder()) as store:
        store.db.execute("update forms set since = since - ?", (days * DAY,))


@pytest.mark.slow
def test_the_simpler_form_is_used_for_some_days_and_then_the_better_one_tried(
    model: Chatting,
) -> None:
    assert [_ask(model) for _ in range(4)] == ["schema!", "schema!", "lines", "lines"]
    _days_pass(6)
    assert _ask(model) == "lines"
    _days_pass(2)
    assert [_ask(model) for _ in range(3)] == ["schema!", "lines", "lines"]
    _days_pass(8)
    model.understands_schemas = True
    assert [_ask(model) for _ in range(3)] == ["schema"] * 3


@pytest.mark.slow
def test_another_model_under_the_same_name_starts_with_the_best_form(model: Chatting) -> None:
    assert [_ask(model) for _ in range(3)] == ["schema!", "schema!", "lines"]
    model.model_name = "large-2"
    model.understands_schemas = True
    assert _ask(model) == "schema"


@pytest.mark.slow
def test_a_chat_model_that_was_asked_as_a_base_model_is_not_any_more(model: Chatting) -> None:
    assert _ask(model) == "schema!"
    with state.opened(user_folder()) as store:
        store.db.execute("update forms set form = 'completion', misses = 0, since = 0")
    model.understands_schemas = True
    assert _ask(model) == "schema"


def test_an_answer_that_never_fits_says_what_to_do(model: Chatting) -> None:
    with pytest.raises(MemoryPluginError) as failed:
        Memory().learn([("user", "I keep bees")])
    assert "did not answer in any form" in str(failed.value)
    assert "The profile is as it was." in str(failed.value)
    assert "set LLM_MEMORY_MODEL" in str(failed.value)
    assert model.asked == ["schema"]
