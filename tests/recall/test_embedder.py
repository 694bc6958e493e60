"""`embedder`: which model embeds, where it runs, and what may be sent to it."""

from importlib.util import find_spec
from pathlib import Path

import llm
import pytest

from llm_user_memory.egress import USER
from llm_user_memory.recall import embedder
from llm_user_memory.settings import Settings


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
    assert (chosen and chosen.id) == (embedder.LOCAL if find_spec("wordllama") else None)
    with pytest.raises(embedder.RecallError, match="no embedding model “gone”"):
        embedder.chosen(Settings(embedder="gone"))


def test_the_persons_default_is_used() -> None:
    llm.set_default_embedding_model("3-small")
    chosen = embedder.chosen(Settings())
    assert chosen and "3-small" in chosen.id and chosen.destination.place == "elsewhere"
