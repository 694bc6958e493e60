"""A server asks over the connections that it has."""

from collections.abc import Iterator
from typing import Any

import llm
import pytest

from llm_user_memory.model import client


class OverHttp(llm.Model):
    """A model that makes its client as LLM's own for OpenAI's API do."""

    model_id = "over-http"
    needs_key = "over-http"

    def __init__(self) -> None:
        self.made: list[str] = []
        self.streamed: list[bool] = []

    def get_client(self, key: str | None, *, async_: bool = False) -> str:
        self.made.append(f"{self.get_key(key)} {async_}")
        return self.made[-1]

    def execute(self, _prompt: Any, stream: bool, *_: Any, **__: Any) -> Iterator[str]:
        self.streamed.append(stream)
        yield self.get_client(None)


class OfThisProcess(llm.Model):
    model_id = "of-this-process"

    def execute(self, *_: Any, **__: Any) -> Iterator[str]:
        yield str(id(self))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[OverHttp]:
    """The models that were made; LLM makes one whenever it is asked for it."""
    found: list[OverHttp] = []

    def get_model(name: str) -> llm.Model:
        if name == OfThisProcess.model_id:
            return OfThisProcess()
        if name != OverHttp.model_id:
            raise llm.UnknownModelError(name)
        found.append(OverHttp())
        return found[-1]

    monkeypatch.setattr(llm, "get_model", get_model)
    monkeypatch.setattr(client, "_kept", {})
    monkeypatch.setattr(client, "_whole", set())
    return found


def test_without_it_each_request_has_a_client(
    made: list[OverHttp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OverHttp, "get_key", lambda _self, key=None: key or "first")
    for _ in range(2):
        client.ask("over-http", "lines", "x")
    assert [each.made for each in made] == [["first False"], ["first False"]]


def test_a_kept_model_has_one_client_for_each_key(
    made: list[OverHttp], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ["first"]
    monkeypatch.setattr(OverHttp, "get_key", lambda _self, key=None: key or keys[-1])
    client.keep("over-http")
    for _ in range(3):
        assert client.ask("over-http", "lines", "x").text == "first False"
    keys.append("second")
    assert client.ask("over-http", "lines", "x").text == "second False"
    assert [each.made for each in made] == [["first False", "second False"]]


def test_a_kept_model_may_answer_whole(
    made: list[OverHttp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OverHttp, "get_key", lambda _self, key=None: key or "first")
    client.keep("over-http")
    assert client.ask("over-http", "lines", "x").text == "first False"
    client.keep("over-http", is_streamed=False)
    assert client.ask("over-http", "lines", "x").text == "first False"
    assert made[-1].streamed[-1] is False
    assert [each for model in made for each in model.streamed] == [True, False]


def test_models_of_other_kinds_and_unknown_ones_are_not_kept(made: list[OverHttp]) -> None:
    for name in (OfThisProcess.model_id, "unknown"):
        client.keep(name)
    assert client._kept == {}
    assert made == []
