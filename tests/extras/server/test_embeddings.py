"""Embeddings: what has another word and the same meaning is found, and nothing waits for them."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from llm_user_memory.server import database, embeddings, meaning, passages, worker
from llm_user_memory.server.calls import Context

from .conftest import ScriptedEmbeddings, Served, buffers, sayer, serving

SAID = [
    "I finally bought a green Brompton.",
    "My sister Ines sings in Porto.",
    "We chose Postgres for the shop.",
    "Minerva learned to open doors.",
    *(f"Nothing happened on day {n}." for n in range(6)),
]


@pytest.fixture
def embedding(postgres: Any, meanings: ScriptedEmbeddings) -> Iterator[Served]:
    with serving(postgres.urls(), embedder=meanings.id) as served:
        yield served


@pytest.fixture
def client(embedding: Served, user: str) -> Iterator[Any]:
    with embedding.client(user) as found:
        yield found


@pytest.fixture
def say(client: Any) -> Callable[..., None]:
    return sayer(client)


@pytest.fixture
def embed(learner: Context, user: str, meanings: ScriptedEmbeddings) -> Callable[[], None]:
    """Make the user due and embed until nothing is left."""

    def embedded(model: str = "") -> None:
        made = meaning.embedder(meanings.id)
        if model:
            made = made._replace(id=model)
        with database.transaction(learner.pool, user) as db:
            db.execute("update embedding_jobs set due_at = now() - interval '1 year' "
                       "where due_at <> 'infinity'")  # fmt: skip
        while worker.embedder(learner, made).work_once():  # for users of other tests, too
            if job_of(learner, user)["due_at"] > "3000":
                return
        assert job_of(learner, user)["due_at"] > "3000", "nothing is due, and it is not done"

    return embedded


def job_of(learner: Context, user: str) -> Any:
    with database.transaction(learner.pool, user) as db:
        query = "select *, due_at::text as due_at, due_at > now() as waits from embedding_jobs"
        return db.execute(query.replace("select *,", "select generation, failures, model, error,"
                          )).fetchone()  # fmt: skip


def vectors(learner: Context, user: str) -> list[Any]:
    with database.transaction(learner.pool, user) as db:
        return db.execute("select passage, model, vector::text as v from embeddings").fetchall()


def index(learner: Context) -> None:
    """Make the passages of all who wait for that, as the background does."""
    indexer = passages.Indexer(learner)
    while indexer.work_once():
        pass


def found(client: Any, query: str, **fields: Any) -> tuple[list[str], bool]:
    answer = client.post("/v1/search", json={"query": query, **fields})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return [each["message"] for each in told["passages"]], told["by_meaning"]


def test_the_same_meaning_in_other_words_is_found(client: Any, say: Any, embed: Any) -> None:
    say(*SAID)
    assert found(client, "velocipede") == ([], True), "not embedded yet"
    embed()
    for query, best in (("velocipede", "m0"), ("chorus", "m1"), ("SQL storage", "m2")):
        ids, by_meaning = found(client, query)
        assert (ids[0], by_meaning) == (best, True), query
    say("Cycling is fun.", session="s2")
    embed()
    assert set(found(client, "velocipede")[0]) >= {"m0", "m10"}
    assert found(client, "velocipede", sessions=["s2"])[0] == ["m10"]
    assert "m0" not in found(client, "velocipede", without_session="s1")[0]


def test_vectors_go_with_what_they_are_of(
    client: Any, say: Any, embed: Any, learner: Context, user: str
) -> None:
    say(*SAID)
    embed()
    assert len(vectors(learner, user)) == len(SAID)
    told = client.delete("/v1/messages", params={"id": "m0"}).json()
    assert told["left"] == told["left_rows"] == []
    assert len(vectors(learner, user)) == len(SAID) - 1
    assert found(client, "velocipede")[0] == []
    assert client.delete("/v1/user", params={"confirm": user}).json()["left_rows"] == []
    assert vectors(learner, user) == [] and job_of(learner, user) is None


def test_what_is_deleted_while_the_model_answers_gets_no_vector(
    client: Any, say: Any, learner: Context, user: str, meanings: ScriptedEmbeddings
) -> None:
    say(*SAID[:2])
    made = meaning.embedder(meanings.id)

    class Meanwhile:
        def embed_multi(self, texts: Any) -> Any:
            client.delete("/v1/messages", params={"id": "m1"})
            return made.model.embed_multi(texts)

    with database.transaction(learner.pool, user) as db:
        db.execute("update embedding_jobs set due_at = now() - interval '1 year'")
    assert worker.embedder(learner, made._replace(model=Meanwhile())).work_once()  # type: ignore[arg-type]
    assert len(vectors(learner, user)) == 1


@pytest.mark.parametrize(
    "error", [RuntimeError("words of the user: Brompton"), ValueError(), KeyError("x")]
)
def test_a_model_that_fails_is_asked_again_later_and_words_still_find(
    client: Any, say: Any, embed: Any, learner: Context, user: str,
    meanings: ScriptedEmbeddings, error: Exception,
) -> None:  # fmt: skip
    say(*SAID)
    meanings.fails = error
    made = meaning.embedder(meanings.id)
    for attempt in range(1, 4):
        with database.transaction(learner.pool, user) as db:
            db.execute("update embedding_jobs set due_at = now() - interval '1 year'")
        assert worker.embedder(learner, made).work_once()
        job = job_of(learner, user)
        assert job["waits"] and job["failures"] == attempt and job["error"]
        assert "Brompton" not in str(job)
    say("More.")
    assert job_of(learner, user)["waits"], "the pause goes on"
    ids, by_meaning = found(client, "green Brompton")
    assert (ids[0], by_meaning) == ("m0", False)
    asked = len(meanings.given)
    assert found(client, "green Brompton")[1] is False
    assert len(meanings.given) == asked, "it rests after a failure"
    meanings.fails = None
    embed()
    assert len(vectors(learner, user)) == len(SAID) + 1


def test_what_is_added_costs_no_more_where_much_has_vectors(
    client: Any, say: Any, embed: Any, learner: Context, user: str
) -> None:
    said = [f"Nothing happened on day {number}." for number in range(500)]
    for start in range(0, len(said), 100):
        say(*said[start : start + 100])
    embed()
    with database.transaction(learner.pool, user) as db:
        [row] = db.execute("select embedded_to from embedding_jobs").fetchall()
        upto = embeddings._AFTER_ALL, 128
        assert db.execute(embeddings._PENDING, [row["embedded_to"], *upto]).fetchall() == []
        new, all_of_them = (
            buffers(db, embeddings._PENDING, start, *upto) for start in (row["embedded_to"], 0)
        )
    print(new, all_of_them)
    assert 4 * new < all_of_them, "else this measures nothing"
    assert client.patch("/v1/user", json={"language": "german"}).status_code == 200
    index(learner)
    embed()
    assert len(vectors(learner, user)) == len(said), "all passages are new, and all have one"


def test_what_is_committed_after_a_later_passage_gets_a_vector(
    client: Any, say: Any, embed: Any, learner: Context, user: str
) -> None:
    """Two who add to different sessions take numbers in one order and commit in the other."""
    say("Hello.", session="s0")
    with database.transaction(learner.pool, user) as db:
        db.execute("insert into sessions values (default, 's1', '', now(), now())")
        [message] = db.execute(
            "insert into messages (id, session_id, role, content, said_at) "
            "values ('early', 's1', 'user', 'A green Brompton.', now()) "
            "returning seq, session_id, role, content, said_at"
        ).fetchall()
        language = passages.share_user(db)
        assert language is not None
        first = passages.add(db, [message], language)
        say("My sister sings.", session="s2")
        embed()
        embeddings.enqueue(db, first)
    embed()
    assert len(vectors(learner, user)) == 3
    assert "early" in found(client, "velocipede")[0]


def test_what_ends_its_process_waits_longer_each_time_and_is_claimed_once(fresh: Any) -> None:
    """Also if more is said meanwhile. A claim by itself is no failure."""
    pool = database.pool(fresh.application, 1)

    def claimed() -> bool:
        with pool.connection() as db:
            row = db.execute("select * from claim_embedding('5 min', '10 s', '1 h')").fetchone()
        return row is not None

    def job(change: str = "") -> Any:
        with database.transaction(pool, "ada") as db:
            if change:
                db.execute(f"update embedding_jobs set {change}")
            return db.execute(
                "select *, extract(epoch from due_at - now()) as wait from embedding_jobs"
            ).fetchone()

    def say() -> None:
        with database.transaction(pool, "ada") as db:
            database.ensure_user(db)
            embeddings.enqueue(db, None)

    say()
    for failures in range(3):
        assert claimed() and job()["failures"] == failures
        say()
        assert not claimed()
        job("claimed_until = now()")
        assert not claimed()
        with pool.connection() as db:
            embeddings.require(db, "as the next process does")
        pause = 10 * 2**failures
        assert job()["failures"] == failures + 1 and pause - 5 < job()["wait"] <= pause
        assert job()["error"] == "its process ended"
        job("due_at = now()")
    pool.close()


@pytest.mark.parametrize("fails", [False, True])
def test_a_process_that_is_told_to_end_gives_its_claim_back(
    say: Any, learner: Context, user: str, meanings: ScriptedEmbeddings, fails: bool
) -> None:
    """It was no failure, and the user is due at once. What comes later changes nothing of that."""
    say(*SAID[:2])
    with database.transaction(learner.pool, user) as db:
        db.execute("update embedding_jobs set due_at = now() - interval '1 year'")
    made = meaning.embedder(meanings.id)
    is_asked, may_answer, ended = (threading.Event() for _ in range(3))

    class Waits:
        def embed_multi(self, texts: Any) -> Any:
            is_asked.set()
            assert may_answer.wait(60)
            if fails:
                raise ValueError("away")
            return made.model.embed_multi(texts)

    embedder = worker.embedder(learner, made._replace(model=Waits()))  # type: ignore[arg-type]
    thread = threading.Thread(target=worker.work, args=(embedder.work_once, ended))
    thread.start()
    assert is_asked.wait(60)
    ended.set()
    worker.end([thread], [embedder], 0.1)

    def state() -> tuple[Any, ...]:
        with database.transaction(learner.pool, user) as db:
            query = (
                "select claimed_until, failures, error, due_at < now() as due from embedding_jobs"
            )
            return tuple(db.execute(query).fetchone().values())

    assert state() == (None, 0, None, True)
    may_answer.set()
    thread.join()
    assert state() == (None, 0, None, True)
    assert worker.embedder(learner, made).work_once()
    assert len(vectors(learner, user)) == 2


def test_a_model_that_never_answers_costs_a_search_seconds_and_the_next_nothing(
    client: Any, say: Any, meanings: ScriptedEmbeddings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meaning, "_PATIENCE", 0.2)
    say(*SAID)
    meanings.waits.clear()
    assert found(client, "green Brompton")[1] is False
    assert found(client, "green Brompton")[0][0] == "m0"


def test_another_model_embeds_all_again(
    client: Any, say: Any, embed: Any, learner: Context, user: str, meanings: ScriptedEmbeddings
) -> None:
    say(*SAID)
    embed()
    with database.transaction(learner.pool, user) as db:
        embeddings.require(db, meanings.id)
    assert job_of(learner, user)["due_at"] == "infinity", "all have vectors of this one"
    with database.transaction(learner.pool, user) as db:
        embeddings.require(db, "another")
    embed("another")
    assert {each["model"] for each in vectors(learner, user)} == {"another"}
    assert found(client, "velocipede") == ([], True), "vectors of two models are not compared"


def test_users_of_before_are_embedded_once_a_model_is_named(
    served: Served, learner: Context, user: str, embed: Any, meanings: ScriptedEmbeddings
) -> None:
    with served.client(user) as plain:
        given = {"session": "s", "role": "user", "content": SAID[0]}
        plain.post("/v1/messages", json={"messages": [given]})
        assert found(plain, "velocipede") == ([], False)
    assert job_of(learner, user) is None
    with learner.pool.connection() as db:
        embeddings.require(db, meanings.id)
    embed()
    assert len(vectors(learner, user)) == 1


def test_secrets_go_to_no_embedding_model(
    client: Any, say: Any, embed: Any, meanings: ScriptedEmbeddings
) -> None:
    say("My password is hunter2-Xy9! and I live in Oslo.")
    embed()
    found(client, "is my password hunter2-Xy9! the same")
    assert len(meanings.given) >= 2 and "hunter2" not in str(meanings.given)


def test_a_language_keeps_the_vectors_in_step(
    client: Any, say: Any, embed: Any, learner: Context, user: str
) -> None:
    say(*SAID)
    embed()
    client.patch("/v1/user", json={"language": "german"})
    index(learner)
    embed()
    assert len(vectors(learner, user)) == len(SAID)
    assert found(client, "velocipede")[0][0] == "m0"


@pytest.mark.parametrize("given", [[0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_a_vector_without_a_direction_is_near_nothing(given: list[float]) -> None:
    assert meaning.packed(given) == "[0,0]"


def test_vectors_have_the_length_one() -> None:
    assert meaning.packed([3e5, 4e5]) == "[0.6,0.8]"


def test_a_model_on_this_machine_is_loaded_before_the_first_question(postgres: Any) -> None:
    meaning.embedder.cache_clear()
    with serving(postgres.urls(), embedder="memory-local"):
        model: Any = meaning.embedder("memory-local").model
        assert model._tokenizer is not None


def test_a_model_elsewhere_is_not_asked_before_the_first_question(
    postgres: Any, meanings: ScriptedEmbeddings
) -> None:
    with serving(postgres.urls(), embedder=meanings.id):
        assert meanings.given == []
