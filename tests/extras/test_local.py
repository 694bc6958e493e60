"""The extra `local`: an embedding model on this machine, and a search by meaning with it."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import llm
import pytest
from support.product import Product

from llm_user_memory.recall import embedder
from llm_user_memory.settings import Settings

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("wordllama") is None, reason="needs the extra `local`"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "of_llm"))


def test_it_knows_what_is_alike() -> None:
    model = llm.get_embedding_model(embedder.LOCAL)
    texts = ["Our cat had kittens", "a pet gave birth", "The train was late", "", "猫", "\0"]
    vectors = [list(vector) for vector in model.embed_multi(texts)]
    assert {len(vector) for vector in vectors} == {256}
    cat, pet, train, empty, _, _ = vectors

    def near(one: list[float], other: list[float]) -> float:
        return sum(a * b for a, b in zip(one, other, strict=True))

    assert near(cat, pet) > near(cat, train) + 0.1
    assert abs(near(cat, cat) - 1) < 1e-5 and not any(empty)


def test_few_texts_are_embedded_as_many_are() -> None:
    texts = ["Our cat had kittens", "", "猫 \0 🎉", "where did I leave the keys? " * 5]
    few = [list(llm.get_embedding_model(embedder.LOCAL).embed(text)) for text in texts]
    many = list(llm.get_embedding_model(embedder.LOCAL).embed_multi(texts * 20))
    for one, other in zip(few, many[: len(texts)], strict=True):
        assert other == pytest.approx(one, abs=1e-5)


def test_a_question_loads_neither_all_vectors_nor_numpy() -> None:
    code = """
import importlib.util, sys
from llm_user_memory.recall import local
for name in [name for name in sys.modules if name.split(".")[0] == "numpy"]:
    sys.modules[name] = None
found = []
local.register(found.append)
assert len(list(found[0].embed("where are the keys?"))) == 256
assert "safetensors" not in sys.modules
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_it_is_local_and_used_unless_another_is_chosen() -> None:
    for settings in (Settings(embedder=embedder.LOCAL), Settings()):
        chosen = embedder.chosen(settings)
        assert chosen and (chosen.id, chosen.destination.place) == (embedder.LOCAL, "here")
    llm.set_default_embedding_model("3-small")
    chosen = embedder.chosen(Settings())
    assert chosen and "3-small" in chosen.id


def test_llm_embeds_with_it_and_asks_nobody(tmp_path: Path) -> None:
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


def test_to_offer_it_loads_nothing() -> None:
    code = "import llm, sys; llm.get_embedding_models_with_aliases(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not {"tokenizers", "safetensors", "wordllama"} & set(run.stdout.split())


def test_what_was_said_is_found_by_meaning(product: Product) -> None:
    for said in ("Our cat had kittens", "The train was late", "Flour, salt and water"):
        product.type(said)
    question = "memory", "search", "a pet gave birth"
    assert product.run(*question, env={"LLM_MEMORY_EMBEDDER": "none"}).code == 1
    found = product.run(*question)
    assert (found.code, "you: Our cat had kittens" in found.out) == (0, True)
    assert "by meaning with memory-local" in product.run("memory", "status").out
