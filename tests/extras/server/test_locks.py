"""What is done for one user at the same time waits for each other, and is never locked out."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from llm_user_memory.server import database, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, Served, make_due


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as found:
        yield found


@pytest.fixture
def wait(served: Served) -> Callable[[int], None]:
    """Wait until so many connections wait for a lock."""

    def waited(number: int) -> None:
        query = "select count(*) from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0"
        with database.connect(served.urls.admin) as admin:
            while admin.execute(query).fetchone() != (number,):
                threading.Event().wait(0.02)

    return waited


def message(content: str, name: str, session: str = "s1", **more: Any) -> dict[str, Any]:
    given = {"id": name, "session": session, "role": "user", "content": content, "typed": True}
    return {"messages": [{**given, **more}]}


def test_who_adds_to_a_session_that_is_learned_from(
    client: Any,
    model: Scripted,
    learner: Context,
    user: str,
    threads: ThreadPoolExecutor,
    wait: Callable[[int], None],
) -> None:
    client.post("/v1/messages", json=message("Hello.", "m0", "s0"))
    client.post("/v1/messages", json=message("I live in Oslo.", "m1"))
    quoted = {"op": "add", "quote": "I live in Oslo", "section": "Personal Information", "old": ""}
    model.answers["Oslo"] = {"edits": [{**quoted, "new": "Lives in Oslo"}], "summary": "Of Oslo."}
    adds: Future[Any]
    with learner.pool.connection() as db:
        database.begin(db, user)
        make_due(db, "session_id = 's1'")
        db.execute("delete from jobs where session_id <> 's1'")
        db.execute("commit")
        database.begin(db, user)
        db.execute(
            "insert into messages (id, session_id, role, content, said_at) "
            "values ('m2', 's0', 'user', 'It is not added.', now())"
        )
        adds = threads.submit(client.post, "/v1/messages", json=message("I keep bees.", "m2"))
        wait(1)
        learns = threads.submit(worker.learner(learner).work_once)
        wait(2)
        db.execute("rollback")
    assert adds.result().status_code == 201
    assert learns.result()
    facts = client.get("/v1/facts").json()["facts"]
    assert [each["text"] for each in facts] == ["Lives in Oslo"]


def test_two_changes_with_idempotency_keys(
    served: Served,
    learner: Context,
    user: str,
    threads: ThreadPoolExecutor,
    wait: Callable[[int], None],
) -> None:
    def add(text: str) -> int:
        with served.client(user) as client:
            headers = {"Idempotency-Key": text}
            return int(client.post("/v1/facts", json={"text": text}, headers=headers).status_code)

    assert add("Keeps snails") == 201
    with learner.pool.connection() as db:
        database.begin(db, user)
        db.execute("select 1 from users for no key update")
        statuses = [threads.submit(add, text) for text in ("Keeps bees", "Plays the cello")]
        wait(2)
        db.execute("rollback")
    assert [each.result() for each in statuses] == [201, 201]
