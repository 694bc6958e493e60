"""`embedder`: where an embedding model runs, what may be sent to it, and the model of the extra."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import llm
import pytest

from llm_user_memory.egress import USER
from llm_user_memory.recall import embedder
from llm_user_memory.settings import Settings

HAS_EXTRA = importlib.util.find_spec("wordllama") is not None


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))


def test_where_it_runs_is_its_destination_unless_everything_may_go_anywhere() -> None:
    kept = embedder.chosen(Settings(embedder="3-small"))
    assert kept and kept.destination.place == "elsewhere"
    free = embedder.chosen(Settings(embedder="3-small", learned_locally="any"))
    assert free and free.destination == USER


def test_no_embedding_model_means_words_alone() -> None:
    assert embedder.chosen(Settings(embedder="none")) is None
    chosen = embedder.chosen(Settings())
    assert (chosen and chosen.id) == (embedder.LOCAL if HAS_EXTRA else None)
    with pytest.raises(embedder.RecallError, match="no embedding model “gone”"):
        embedder.chosen(Settings(embedder="gone"))


def test_the_persons_default_goes_before_the_extras() -> None:
    llm.set_default_embedding_model("3-small")
    chosen = embedder.chosen(Settings())
    assert chosen and "3-small" in chosen.id and chosen.destination.place == "elsewhere"


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
        assert chosen and chosen.destination.place == "here"

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_to_offer_it_loads_nothing(self) -> None:
        code = "import llm, sys; llm.get_embedding_models_with_aliases(); print(*sys.modules)"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert not {"tokenizers", "safetensors", "wordllama"} & set(run.stdout.split())
