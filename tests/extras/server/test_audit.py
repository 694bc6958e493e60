"""The audit trail, and what is kept for a time alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from llm_user_memory.server import audit, database, keys, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, Served, rows_with

TEXT = "I live in Reykjavik."


@pytest.fixture
def admin(served: Served) -> Iterator[Any]:
    with database.connect(served.urls.admin) as connection:
        yield connection


def trail(admin: Any, user: str) -> list[tuple[str, int]]:
    return [(action, number) for _at, _key, action, number in audit.listed(admin, user, 100)]


def say(client: Any, **headers: str) -> Any:
    given = {"id": "m0", "session": "s", "role": "user", "content": TEXT}
    return client.post("/v1/messages", json={"messages": [given]}, headers=headers)


def kept(learner: Context, user: str) -> list[Any]:
    with database.transaction(learner.pool, user) as db:
        return db.execute("select answer, request from idempotency").fetchall()


def test_it_says_what_was_done_to_a_user_and_outlives_them(
    client: Any, admin: Any, served: Served, user: str
) -> None:
    say(client)
    assert client.delete("/v1/user", params={"confirm": user}).status_code == 200
    done = trail(admin, user)
    assert [action for action, _ in done] == ["delete user", "add messages"]
    assert trail(admin, f"{user}x") == []
    assert rows_with(served, user) == []
    guess = "select 1 from llm_memory.audit where subject = sha256(convert_to(%s, 'utf8'))"
    assert admin.execute(guess, [user]).fetchone() is None, "ids cannot be tried"


def test_hashes_of_before_are_keyed_like_the_others(admin: Any, user: str) -> None:
    """As `0009` does it with what was recorded without a key."""
    query = (
        "select sha256(secret || sha256(convert_to(%(id)s, 'utf8'))) "
        "= llm_memory.subject_of(%(id)s) from llm_memory.audit_secret"
    )
    assert admin.execute(query, {"id": user}).fetchone() == (True,)


def test_keys_that_are_made_and_revoked_are_in_it(admin: Any, user: str) -> None:
    key_id = keys.add(admin, "bound", for_user=user).split("_")[1]
    assert keys.revoke(admin, key_id) == 1
    found = [(key, action) for _at, key, action, _n in audit.listed(admin, user, 10)]
    assert found == [(key_id, "revoke key"), (key_id, "add key")]
    free = keys.add(admin, "free").split("_")[1]
    assert (free, "add key") in [(k, a) for _at, k, a, _n in audit.listed(admin, None, 1)]


def test_summaries_that_are_asked_for_are_in_it(
    answering: Served, model: Scripted, admin: Any, user: str
) -> None:
    model.answers["Write a summary"] = "About Reykjavik."
    with answering.client(user) as client:
        say(client)
        made = client.post("/summary/create", params={"user_id": user, "session_id": "s"})
        assert made.status_code == 200, made.text
    assert trail(admin, user) == [("make summary", 1), ("add messages", 1)]


def test_answers_are_kept_for_a_day_also_of_users_who_are_gone(
    client: Any, admin: Any, learner: Context, user: str
) -> None:
    say(client, **{"Idempotency-Key": "old"})
    admin.execute("update llm_memory.idempotency set at = at - interval '25 hours'")
    client.post("/v1/facts", json={"text": "Keeps bees"})
    assert len(kept(learner, user)) == 1
    worker.prune(learner)
    assert kept(learner, user) == []
    say(client, **{"Idempotency-Key": "new"})
    worker.prune(learner)
    assert len(kept(learner, user)) == 1


def test_the_trail_is_kept_for_its_days(
    client: Any, admin: Any, learner: Context, user: str
) -> None:
    say(client)
    admin.execute(
        "update llm_memory.audit set at = at - interval '100 days' "
        "where subject = llm_memory.subject_of(%s)",
        [user],
    )
    for days, left in ((0, 1), (101, 1), (99, 0)):
        worker.prune(learner._replace(settings=learner.settings._replace(audit_days=days)))
        assert len(trail(admin, user)) == left


@pytest.mark.parametrize("path", ["/v1/messages", "/history"])
def test_nothing_is_kept_of_a_request_whose_messages_are_deleted(
    client: Any, learner: Context, user: str, path: str
) -> None:
    def send(session: str, key: str) -> Any:
        message = {"role": "user", "content": TEXT}
        body = (
            {"messages": [{**message, "id": session, "session": session}]}
            if path == "/v1/messages"
            else {"user_id": user, "session_id": session, "messages": [message]}
        )
        return client.post(path, json=body, headers={"Idempotency-Key": key})

    first, other = send("s1", "k1"), send("s2", "k2")
    assert first.status_code == other.status_code
    assert client.delete("/v1/messages", params={"session": "s1"}).status_code == 200
    rows = kept(learner, user)
    assert [(row["answer"], bytes(row["request"])) for row in rows if not row["answer"]] == [
        (None, b"")
    ]
    assert send("s1", "k1").status_code == 409, "it brings nothing back"
    assert client.get("/v1/messages", params={"session": "s1"}).json()["messages"] == []
    again = send("s2", "k2")
    assert (again.status_code, again.text) == (other.status_code, other.text)
    assert again.headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/knowledge", {"id": "k1", "text": TEXT}),
        ("PUT", "/v1/diary/2026-03-01", {"text": TEXT}),
    ],
)
def test_nothing_is_kept_of_what_was_stated_and_deleted(
    client: Any, learner: Context, user: str, method: str, path: str, body: dict[str, str]
) -> None:
    headers = {"Idempotency-Key": "k"}
    assert client.request(method, path, json=body, headers=headers).is_success
    client.delete(path if method == "PUT" else f"{path}/{body['id']}")
    assert [bytes(row["request"]) for row in kept(learner, user)] == [b""]
    assert "Reykjavik" not in json.dumps(kept(learner, user), default=str)
