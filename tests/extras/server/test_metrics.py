"""Metrics in Prometheus' text form: of all processes together, and of no user."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families
from support.faults import wait_until_gone

from llm_user_memory.errors import ModelError
from llm_user_memory.server import database, embeddings, keys, meaning, worker

from .conftest import Scripted, ScriptedEmbeddings, Served, make_due, serving
from .test_serve import Process, process  # noqa: F401 - a fixture

Sample = Callable[..., float]


@pytest.fixture
def sample(served: Served) -> Iterator[Sample]:
    """Ask for the metrics, and return the value of one of them."""
    with served.client() as client:
        yield lambda name, **labels: value(client.get("/metrics").text, name, **labels)


def value(text: str, name: str, **labels: str) -> float:
    """The value with these labels; 0 for one that was never counted."""
    for family in text_string_to_metric_families(text):
        for each in family.samples:
            if each.name == name and each.labels == labels:
                return float(each.value)
    return 0.0


def say(client: Any, text: str, **headers: str) -> Any:
    message = {"session": "s1", "role": "user", "typed": True, "content": text}
    return client.post("/v1/messages", json={"messages": [message, message]}, headers=headers)


def test_requests_and_changes_are_counted(client: Any, sample: Sample) -> None:
    posted = {"method": "POST", "path": "/v1/messages", "status": "201"}
    refused = {**posted, "status": "422"}
    one = {"method": "GET", "path": "/v1/sessions/{session:path}", "status": "200"}
    names = [("llm_memory_requests_total", each) for each in (posted, refused, one)]
    names.append(("llm_memory_request_seconds_count", {k: posted[k] for k in ("method", "path")}))
    names.append(("llm_memory_changes_total", {"action": "add messages"}))
    before = [sample(name, **labels) for name, labels in names]
    for _ in range(2):
        assert say(client, "hello", **{"Idempotency-Key": "k"}).status_code == 201
    assert say(client, "").status_code == 422
    assert client.get("/v1/sessions/s1").status_code == 200
    after = [sample(name, **labels) for name, labels in names]
    changed = [now - then for now, then in zip(after, before, strict=True)]
    assert changed == [2, 1, 1, 3, 2], "a request that is answered again changes nothing"


def test_what_is_learned_and_what_waits(
    client: Any, sample: Sample, model: Scripted, learner: Any, user: str
) -> None:
    def counted() -> list[float]:
        outcomes = [sample("llm_memory_learning_total", outcome=o) for o in ("done", "failed")]
        waiting = ("llm_memory_jobs_waiting", "llm_memory_jobs_due", "llm_memory_jobs_failing")
        return [*outcomes, *map(sample, waiting)]

    def due() -> None:
        with database.transaction(learner.pool, user) as db:
            make_due(db)

    before, tokens = counted(), sample("llm_memory_model_tokens_total")
    assert say(client, "I saw a numbat.").status_code == 201
    assert counted() == [before[0], before[1], before[2] + 1, before[3], before[4]]
    due()
    assert sample("llm_memory_jobs_due") == before[3] + 1
    assert sample("llm_memory_jobs_oldest_due_seconds") > 300 * 86_400

    def away() -> str:
        raise ModelError("The model is away.")

    model.answers["numbat"] = away
    assert worker.learner(learner).work_once()
    assert counted() == [before[0], before[1] + 1, before[2] + 1, before[3], before[4] + 1]
    model.answers["numbat"] = {"edits": [], "summary": "A numbat."}
    due()
    assert worker.learner(learner).work_once()
    assert counted() == [before[0] + 1, before[1] + 1, *before[2:]]
    assert sample("llm_memory_model_tokens_total") > tokens
    assert sample("llm_memory_model_seconds_count") >= 1


def test_questions_are_counted_by_whether_they_got_an_answer(
    postgres: Any, sample: Sample, model: Scripted, user: str
) -> None:
    def counted() -> list[float]:
        return [sample("llm_memory_answers_total", outcome=o) for o in ("answered", "nothing")]

    before = counted()
    with serving(postgres.urls(), model=model.id) as answering, answering.client(user) as client:
        client.post("/v1/facts", json={"text": "Lives in Oslo"})
        for reply in ('ANSWER: Oslo\nFROM 1: "Lives in Oslo"', "NOT FOUND"):
            model.answers["<records>"] = reply
            client.post("/v1/answer", json={"question": "Where do I live?"})
    assert counted() == [before[0] + 1, before[1] + 1]


def test_embedding_is_counted(
    client: Any, sample: Sample, learner: Any, user: str, meanings: ScriptedEmbeddings
) -> None:
    def counted() -> list[float]:
        outcomes = [sample("llm_memory_embedding_total", outcome=o) for o in ("done", "failed")]
        return [*outcomes, sample("llm_memory_embedded_passages_total")]

    def work() -> None:
        with database.transaction(learner.pool, user) as db:
            embeddings.enqueue(db, None)
            db.execute("update embedding_jobs set due_at = '2000-01-01Z'")
        assert worker.embedder(learner, meaning.embedder(meanings.id)).work_once()

    before = counted()
    assert say(client, "I saw a quokka.").status_code == 201
    meanings.fails = ValueError("away")
    work()
    assert counted() == [before[0], before[1] + 1, before[2]]
    meanings.fails = None
    work()
    assert counted() == [before[0] + 1, before[1] + 1, before[2] + 2]


def test_they_name_nobody(client: Any, served: Served, user: str) -> None:
    say(client, "Somebody saw a bandicoot.")
    client.get("/v1/sessions/bandicoot")
    client.put("/v1/diary/bandicoot", json={})
    with served.client() as asking:
        text = asking.get("/metrics").text
    assert "bandicoot" not in text and user.split()[1] not in text
    assert served.key.split("_")[1] not in text
    assert len(text) < 200_000


def test_who_may_ask(served: Served, user: str) -> None:
    with database.connect(served.urls.admin) as admin:
        bound = keys.add(admin, "bound", for_user=user)
        reads = keys.add(admin, "reads", scopes=["read", "write", "admin"])
        counts = keys.add(admin, "counts", scopes=["metrics"])
    for key, status in ((bound, 403), (reads, 403), ("none", 401), (counts, 200)):
        with served.client(key=key) as client:
            assert client.get("/metrics").status_code == status
    with served.client(user, counts) as client:
        assert client.get("/v1/messages").status_code == 403
    answer = httpx.get(f"{served.address}/metrics")
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"


def test_processes_count_together_and_lose_nothing(process: Process) -> None:  # noqa: F811
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start("--workers", "2"))
    headers = {"Authorization": f"Bearer {key}"}
    labels = {"method": "GET", "path": "/v1/messages", "status": "200"}

    def counted() -> set[float]:
        """What the processes say, of which each connection asks one."""
        url = f"http://127.0.0.1:{process.port}/metrics"
        texts = [httpx.get(url, headers=headers).text for _ in range(8)]
        return {value(text, "llm_memory_requests_total", **labels) for text in texts}

    for _ in range(20):
        assert process.get(key).status_code == 200
    assert counted() == {20}
    tree = psutil.Process(process.process.pid).children(recursive=True)
    spawned = [each.pid for each in tree if "spawn_main" in " ".join(each.cmdline())]
    assert len(spawned) == 2
    os.kill(spawned[0], signal.SIGKILL)
    wait_until_gone(spawned[0])  # till then it may count what it does not answer any more
    answered = 0
    while answered < 10:
        try:
            answered += process.get(key).status_code == 200
        except httpx.TransportError:  # it was the killed one's
            continue
    assert counted() == {30}
    assert process.stop() == 0
