"""`embedder`: where an embedding model runs, what may be sent to it, and the model of the extra."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llm
import pytest

from llm_user_memory.recall import embedder
from llm_user_memory.recall.embedder import Embedder
from llm_user_memory.recall.index import embed
from llm_user_memory.settings import Settings

HAS_EXTRA = importlib.util.find_spec("wordllama") is not None

EXTRA = """
- {model_id: here, model_name: a, api_base: "http://localhost:8080/v1"}
- {model_id: here-with-key, model_name: a, api_base: "http://127.0.0.1:1/v1", api_key_name: x}
- {model_id: here-completion, model_name: a, api_base: "http://[::1]:8080/v1", completion: true}
- {model_id: there, model_name: a, api_base: "https://example.com/v1"}
- {model_id: there-in-the-house, model_name: a, api_base: "http://192.168.1.5:11434/v1"}
- {model_id: there-in-disguise, model_name: a, api_base: "https://localhost.example.com/v1"}
- {model_id: there-by-number, model_name: a, api_base: "https://127.0.0.1.example.com/v1"}
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
    assert embedder.local_models(names) == {name for name in names if name.startswith("here")}


def test_a_model_that_needs_a_key_is_a_service_and_one_that_is_not_known_may_be_here() -> None:
    assert embedder.local_models(["gpt-4o-mini", "gpt-3.5-turbo-instruct", "gone"]) == {"gone"}
    assert embedder.where(llm.get_embedding_model("3-small")) == "elsewhere"


def test_openai_may_be_moved_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1234/v1")
    assert embedder.local_models(["gpt-4o-mini", "there"]) == {"gpt-4o-mini"}


def _model(module: str, **attributes: Any) -> Any:
    """A model as a plugin that is not installed here makes it: see its source."""
    made = type("Model", (SimpleNamespace,), {"__module__": module})
    return made(model_id="any", needs_key=None, **attributes)


@pytest.mark.parametrize(
    ("module", "host", "name", "expected"),
    [
        ("llm_ollama.models.embed", "", "nomic:latest", "here"),
        ("llm_ollama.models.chat", "127.0.0.1:11434", "llama", "here"),
        ("llm_ollama", "0.0.0.0", "llama", "here"),
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
    assert embedder.where(_model(module, ollama_name=name)) == expected


@pytest.mark.parametrize(
    ("model", "is_local", "allowed", "expected"),
    [
        ("here", True, False, True),
        ("here", False, False, False),
        ("here", False, True, True),
        ("gone", False, False, False),
        ("gpt-4o-mini", False, False, True),
        ("", False, False, True),
    ],
)
def test_what_was_said_to_a_local_model_stays_here(
    model: str, is_local: bool, allowed: bool, expected: bool
) -> None:
    given = Embedder(llm.get_embedding_model("3-small"), "3-small", is_local)
    assert embed.may_be_sent(model, given, Settings(recall_local=allowed)) is expected


def test_no_embedding_model_means_words_alone() -> None:
    assert embedder.chosen(Settings(embedder="none")) is None
    chosen = embedder.chosen(Settings())
    assert (chosen and chosen.id) == (embedder.LOCAL if HAS_EXTRA else None)
    with pytest.raises(embedder.RecallError, match="no embedding model “gone”"):
        embedder.chosen(Settings(embedder="gone"))


def test_the_persons_default_goes_before_the_extras() -> None:
    llm.set_default_embedding_model("3-small")
    chosen = embedder.chosen(Settings())
    assert chosen and "3-small" in chosen.id and not chosen.is_local


@pytest.mark.skipif(not HAS_EXTRA, reason="needs the extra `local`")
class TestLocal:
    """The extra's model."""

    def test_it_knows_what_is_alike(self) -> None:
        model = llm.get_embedding_model(embedder.LOCAL)
        texts = ["Our cat had kittens", "a pet gave birth", "The train was late", "", "猫", "\0"]
        vectors = [list(vector) for vector in model.embed_multi(texts)]
        assert {len(vector) for vector in vectors} == {256}
        cat, pet, train, empty, _, _ = vectors

        def near(one: list[float], other: list[float]) -> float:
            return sum(a * b for a, b in zip(one, other, strict=True))

        assert near(cat, pet) > near(cat, train) + 0.1
        assert abs(near(cat, cat) - 1) < 1e-5 and not any(empty)

    def test_it_is_local(self) -> None:
        chosen = embedder.chosen(Settings(embedder=embedder.LOCAL))
        assert chosen and chosen.is_local

    def test_llm_embeds_with_it_and_asks_nobody(self, tmp_path: Path) -> None:
        nowhere = {f"{kind}_PROXY": "http://127.0.0.1:9" for kind in ("HTTP", "HTTPS", "ALL")}
        code = """
import socket, sys
def refused(*_args, **_kwargs):
    raise AssertionError("asked the network")
socket.socket.connect = socket.getaddrinfo = refused
from llm.cli import cli
cli(["embed", "-m", "memory-local", "-c", "hello"], standalone_mode=False)
assert not {"wordllama", "requests", "huggingface_hub"} & set(sys.modules), sorted(sys.modules)
import logging
assert not logging.getLogger().handlers
"""
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **nowhere, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout.startswith("[") and run.stdout.count(",") == 255 and not run.stderr

    def test_to_offer_it_loads_nothing(self) -> None:
        code = "import llm, sys; llm.get_embedding_models_with_aliases(); print(*sys.modules)"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert not {"tokenizers", "safetensors", "wordllama"} & set(run.stdout.split())
