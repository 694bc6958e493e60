"""`model.location`: where LLM's models run, and what they are as a destination."""

import socket
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llm
import pytest

from llm_user_memory.egress import USER, Destination
from llm_user_memory.logs import Turn
from llm_user_memory.model import location
from llm_user_memory.settings import Settings

EXTRA = """
- {model_id: here, model_name: a, api_base: "http://localhost:8080/v1"}
- {model_id: here-with-key, model_name: a, api_base: "http://127.0.0.1:1/v1", api_key_name: x}
- {model_id: here-completion, model_name: a, api_base: "http://[::1]:8080/v1", completion: true}
- {model_id: here-in-short, model_name: a, api_base: "http://127.1:8080/v1"}
- {model_id: here-in-one-number, model_name: a, api_base: "http://0x7f000001:8080/v1"}
- {model_id: here-of-both-kinds, model_name: a, api_base: "http://[::ffff:127.0.0.1]:8080/v1"}
- {model_id: here-at-any-address, model_name: a, api_base: "http://[::]:8080/v1"}
- {model_id: here-in-full, model_name: a, api_base: "http://LocalHost.:8080/v1"}
- {model_id: there, model_name: a, api_base: "https://example.com/v1"}
- {model_id: there-in-the-house, model_name: a, api_base: "http://192.168.1.5:11434/v1"}
- {model_id: there-in-disguise, model_name: a, api_base: "https://localhost.example.com/v1"}
- {model_id: there-by-number, model_name: a, api_base: "https://127.0.0.1.example.com/v1"}
- {model_id: there-of-both-kinds, model_name: a, api_base: "http://[::ffff:192.0.2.1]:8080/v1"}
- {model_id: there-by-default, model_name: a}
"""


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    for name in ("OLLAMA_HOST", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "extra-openai-models.yaml").write_text(EXTRA)


def test_models_with_an_address_run_there() -> None:
    names = [line.partition("model_id: ")[2].partition(",")[0] for line in EXTRA.split("\n")]
    names = list(filter(None, names))
    places = {name: "here" if name.startswith("here") else "elsewhere" for name in names}
    assert location.of_names(names) == places


CLOUD_OF_OLLAMA = """
- {model_id: big, model_name: "gpt-oss:120b-cloud", api_base: "http://localhost:11434/v1"}
- {model_id: "glm-4.6:Cloud", model_name: "glm-4.6:Cloud", api_base: "http://127.0.0.1:9/v1"}
- {model_id: doubtful, model_name: my-cloud, api_base: "http://localhost:8080/v1"}
- {model_id: cloud, model_name: "gpt-oss:20b", api_base: "http://localhost:11434/v1"}
"""


def test_ollama_forwards_to_its_cloud_behind_its_other_port_too(tmp_path: Path) -> None:
    (tmp_path / "extra-openai-models.yaml").write_text(CLOUD_OF_OLLAMA)
    assert location.of_names(["big", "glm-4.6:Cloud", "doubtful", "cloud"]) == {
        "big": "elsewhere",
        "glm-4.6:Cloud": "elsewhere",
        "doubtful": "unknown",
        "cloud": "here",
    }


def test_a_model_that_needs_a_key_is_a_service_and_one_that_is_not_known_may_be_here() -> None:
    found = location.of_names(["gpt-4o-mini", "gpt-3.5-turbo-instruct", "gone"])
    assert found == {
        "gpt-4o-mini": "elsewhere",
        "gpt-3.5-turbo-instruct": "elsewhere",
        "gone": "unknown",
    }
    assert location.of_model(llm.get_embedding_model("3-small")) == "elsewhere"


def test_openai_may_be_moved_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1234/v1")
    found = location.of_names(["gpt-4o-mini", "there"])
    assert found == {"gpt-4o-mini": "here", "there": "elsewhere"}


def test_the_variables_of_this_process_say_nothing_of_turns_with_a_marker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = [
        Turn(name, "thread", "gpt-4o-mini", 1.0, 2.0, "Hello", "Hi") for name in ("old", "marked")
    ]
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1234/v1")
    assert location.of_turns(turns, {"old"}) == {"old": "here", "marked": "elsewhere"}


@pytest.mark.parametrize(
    ("proxies", "expected"),
    [
        ({"HTTP_PROXY": "http://proxy.example.com:3128"}, "unknown"),
        ({"http_proxy": "proxy.example.com:3128"}, "unknown"),
        ({"ALL_PROXY": "socks5://10.0.0.1:1080", "NO_PROXY": ".example.com"}, "unknown"),
        ({"HTTP_PROXY": "http://proxy.example.com", "NO_PROXY": "localhost,127.0.0.1"}, "here"),
        ({"HTTP_PROXY": "http://proxy.example.com", "no_proxy": "*"}, "here"),
        ({"HTTP_PROXY": "http://127.0.0.1:7890"}, "here"),
        ({"HTTPS_PROXY": "http://proxy.example.com"}, "here"),
        ({"HTTP_PROXY": ""}, "here"),
    ],
)
def test_a_model_behind_a_proxy_is_not_certainly_here(
    proxies: Mapping[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in proxies.items():
        monkeypatch.setenv(name, value)
    assert location.of_names(["here", "there"]) == {"here": expected, "there": "elsewhere"}
    monkeypatch.setenv("OLLAMA_HOST", "")
    assert location.of_model(_model("llm_ollama", ollama_name="llama")) == expected
    assert location.of_model(_model("llm_gguf")) == "here"


def test_nobody_can_tell_whether_another_service_heeds_its_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claude = _model("llm_anthropic", needs_key="anthropic", base_url=None)
    assert location.of_model(claude) == "elsewhere"
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://localhost:11434")
    assert location.of_model(claude) == "unknown"
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://proxy.example.com")
    assert location.of_model(claude) == "elsewhere"


def _model(module: str, **attributes: Any) -> Any:
    """A model as a plugin that is not installed here makes it: see its source."""
    made = type("Model", (SimpleNamespace,), {"__module__": module})
    return made(**{"model_id": "any", "needs_key": None, **attributes})


@pytest.mark.parametrize(
    ("module", "host", "name", "expected"),
    [
        ("llm_ollama.models.embed", "", "nomic:latest", "here"),
        ("llm_ollama.models.chat", "127.0.0.1:11434", "llama", "here"),
        ("llm_ollama", "0.0.0.0", "llama", "here"),
        ("llm_ollama", ":11435", "llama", "here"),
        ("llm_ollama", "http://:11435", "llama", "here"),
        ("llm_ollama", socket.gethostname(), "llama", "unknown"),
        ("llm_ollama", "ollama.localhost", "llama", "unknown"),
        ("llm_ollama", "host.docker.internal", "llama", "unknown"),
        ("llm_ollama", "http://[gpu", "llama", "unknown"),
        ("llm_ollama", "http://user:word@gpu.example.com:11434", "llama", "elsewhere"),
        ("llm_ollama", "gpu", "llama", "elsewhere"),
        ("llm_ollama", "", "gpt-oss:120b-cloud", "elsewhere"),
        ("llm_gguf", "", "any", "here"),
        ("llm_sentence_transformers", "", "any", "here"),
        ("llm_bedrock", "", "any", "unknown"),
    ],
)
def test_plugins(
    module: str, host: str, name: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert location.of_model(_model(module, ollama_name=name)) == expected


def test_a_destination_has_the_full_name_of_an_alias() -> None:
    assert location.destination("4o-mini", Settings()) == Destination("elsewhere", "gpt-4o-mini")
    assert location.destination("here", Settings()) == Destination("here", "here")
    assert location.destination("gone", Settings()) == Destination("unknown")
    assert location.destination("4o-mini", Settings(learned_locally="any")) == USER


def test_a_model_whose_asynchronous_variant_runs_elsewhere_may_be_anywhere() -> None:
    from llm.plugins import pm

    def _of(kind: type, address: str) -> Any:
        model = kind()
        model.model_id, model.api_base = "two-places", address
        return model

    class Plugin:
        @llm.hookimpl
        def register_models(self, register: Any) -> None:
            sync = type("Sync", (llm.Model,), {"execute": lambda *_, **__: iter(())})
            other = type("Other", (llm.AsyncModel,), {"execute": lambda *_, **__: None})
            register(_of(sync, "http://localhost:1/v1"), _of(other, "https://example.com/v1"))

    plugin = Plugin()
    pm.register(plugin)
    try:
        assert location.of_names(["two-places"]) == {"two-places": "unknown"}
        assert location.destination("two-places", Settings()).place == "unknown"
    finally:
        pm.unregister(plugin)
