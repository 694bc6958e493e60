"""What is given to the embedding model, and what of it is kept."""

from collections.abc import Iterable, Iterator
from typing import Any

import llm
import pytest

from llm_user_memory.egress import CLOUD, Destination, Place
from llm_user_memory.errors import RecallError
from llm_user_memory.learn import manual
from llm_user_memory.recall import embedder
from llm_user_memory.recall.embedder import Embedder
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import documents, embed, maintenance
from llm_user_memory.recall.index.passages import Part, Piece
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


class Model(llm.EmbeddingModel):
    """Returns a vector for each text but the last `forgets` of them."""

    model_id = "counting"

    def __init__(self, forgets: int = 0) -> None:
        self.forgets = forgets
        self.given: list[str] = []

    def embed_batch(
        self,
        items: Iterable[Any],
        *,
        key: str | None = None,  # noqa: ARG002 - in LLM's signature
    ) -> Iterator[list[float]]:
        texts = [str(item) for item in items]
        self.given += texts
        yield from [[1.0, 0.5]] * (len(texts) - self.forgets)


def parts(origin: Any) -> list[Part]:
    return [
        Part("a", [Piece("user", 0, "the barn")], origin="elsewhere"),
        Part("b", [Piece("user", 0, "the mill")], origin=origin),
        Part("c", [Piece("user", 0, "the boat")], origin="elsewhere"),
    ]


def given(folder: Folder, model: Model, origin: Any) -> list[str]:
    """Index a conversation, whose second turn was said at `origin`, and embed it elsewhere."""
    model.given.clear()
    embedder = Embedder(model, model.model_id, Destination("elsewhere", "counting"))
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            documents.renew(db, "codex", "talk", parts(origin))
        list(embed.embed(db, folder, embedder))
        assert embed.pending(db) == 0
    return model.given


def test_what_proves_to_have_been_said_elsewhere_is_embedded(folder: Folder) -> None:
    model = Model()
    assert given(folder, model, "unknown") == ["the barn", "the boat"]
    assert given(folder, model, "elsewhere") == ["the mill"]
    assert given(folder, model, "elsewhere") == []
    assert given(folder, model, "here") == []


def test_a_model_that_gives_too_few_vectors_has_failed(folder: Folder) -> None:
    with pytest.raises(RecallError, match="2 vectors for 3 texts"):
        given(folder, Model(forgets=1), "elsewhere")


def test_no_secret_is_given_to_an_embedding_model(folder: Folder) -> None:
    secret = "zwq7" + "Kp4xt"
    text = f"the barn wifi, my password is {secret}, and hay"
    model = Model()
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            said = Part("a", [Piece("user", 0, text)], origin="elsewhere")
            documents.renew(db, "codex", "talk", [said])
        list(embed.embed(db, folder, Embedder(model, model.model_id, Destination("here"))))
    [given] = model.given
    assert "barn" in given and "hay" in given and secret not in given


def test_no_secret_of_a_heading_is_given_to_an_embedding_model(folder: Folder) -> None:
    secret = "zwq7" + "Kp4xt"
    note = Part("a", [Piece("", 0, "for the barn")], heading=f"my password is {secret}")
    model = Model()
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            documents.renew(db, "notes", "note", [note])
        list(embed.embed(db, folder, Embedder(model, model.model_id, CLOUD)))
    [given] = model.given
    assert "for the barn" in given and secret not in given


def test_what_stands_below_a_local_fact_is_given_to_no_service(store: Store) -> None:
    """The heading goes with the passage, so it may not say the fact either."""
    manual.add(store, [("Personal Information", "Takes insulin #local")])
    model = Model()
    note = [
        Part("a", [Piece("", 0, "twice a day")], heading="Takes insulin"),
        Part("b", [Piece("", 0, "on Mondays")], heading="Rows"),
    ]
    with index_db.opened(store.folder) as db:
        with index_db.transaction(db):
            documents.renew(db, "notes", "note", note)
        list(embed.embed(db, store.folder, Embedder(model, model.model_id, CLOUD)))
    assert model.given == ["Rows: on Mondays"]


def test_what_says_a_forgotten_fact_is_given_to_no_service(store: Store) -> None:
    """Also where it was said in another conversation than the one that it was learned from."""
    manual.add(store, [("Personal Information", "Keeps bees")])
    manual.forget(store, ["Keeps bees"])
    model = Model()
    talk = [
        Part("a", [Piece("user", 0, "As I keep bees, which lids?")], origin="elsewhere"),
        Part("b", [Piece("user", 0, "the barn")], origin="elsewhere"),
    ]
    with index_db.opened(store.folder) as db:
        with index_db.transaction(db):
            documents.renew(db, "codex", "talk", talk)
        list(embed.embed(db, store.folder, Embedder(model, model.model_id, CLOUD)))
        assert embed.pending(db) == 0
    assert model.given == ["the barn"]


def test_an_answer_below_what_says_a_forgotten_fact_is_given_to_no_service(store: Store) -> None:
    manual.add(store, [("Personal Information", "Keeps bees")])
    manual.forget(store, ["Keeps bees"])
    model = Model()
    below = [Piece("user", 0, "As I keep bees, beer?"), Piece("assistant", 0, "Fine by a hive")]
    talk = [
        Part("a", [Piece("user", 0, "milk?"), Piece("assistant", 0, "Yes")], origin="elsewhere"),
        Part("b", below, origin="elsewhere"),
    ]
    with index_db.opened(store.folder) as db:
        with index_db.transaction(db):
            documents.renew(db, index_db.LOGS, "talk", talk)
        list(embed.embed(db, store.folder, Embedder(model, model.model_id, CLOUD)))
    assert model.given == ["milk?", "Yes"]


@pytest.mark.parametrize(("place", "is_given"), [("here", True), ("unknown", False)])
def test_what_no_model_may_be_given_no_embedding_service_is(
    folder: Folder, place: Place, *, is_given: bool
) -> None:
    """What was said with memory off, in a pause or for another profile, and what was piped in."""
    model = Model()
    said = [Piece("user", 0, "the barn"), Piece("user", 9, "the mill", shareable=False)]
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            documents.renew(db, "codex", "talk", [Part("a", said, origin="elsewhere")])
        list(embed.embed(db, folder, Embedder(model, model.model_id, Destination(place))))
        assert embed.pending(db) == 0
    assert model.given == ["the barn", "the mill"][: 1 + is_given]


@pytest.mark.parametrize(
    "vector", [["a"], [None], [[1.0]], [10**400], "abc", {"a": 1}, [1j], [float("nan")], None]
)
def test_a_model_that_gives_no_numbers_has_failed(vector: Any) -> None:
    class Odd(Model):
        def embed_batch(self, items: Iterable[Any], *, key: str | None = None) -> Iterator[Any]:  # noqa: ARG002
            return (vector for _ in items)

    with pytest.raises(RecallError, match="could not be asked"):
        Embedder(Odd(), "odd", Destination("here")).embed(["the barn"])


class Repeats(Model):
    """Fails like a service that repeats in its error what it was given."""

    def embed_batch(
        self,
        items: Iterable[Any],
        *,
        key: str | None = None,  # noqa: ARG002 - in LLM's signature
    ) -> Iterator[list[float]]:
        raise ValueError(f"too long: {list(items)}")


def test_the_log_has_nothing_of_what_was_to_be_embedded(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    model = Repeats()
    failing = Embedder(model, model.model_id, Destination("here"))
    monkeypatch.setattr(embedder, "chosen", lambda _settings: failing)
    with index_db.opened(folder) as db, index_db.transaction(db):
        documents.renew(db, "codex", "talk", parts("elsewhere"))
    maintenance.update_vectors(folder, Settings(), maintenance.Pass({}, 0.0), 1.0)
    assert "ValueError" in caplog.text and "barn" not in caplog.text
