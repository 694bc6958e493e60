"""Messages, sessions, limits and errors, over HTTP."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest

from llm_user_memory.server import database, keys

from .conftest import Scripted, Served, pages, serving

START = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)


def message(number: int = 0, **fields: Any) -> dict[str, Any]:
    at = (START + timedelta(minutes=number)).isoformat()
    return {
        "id": f"m{number}",
        "session": "s1",
        "role": "user",
        "content": f"word{number}",
        "said_at": at,
        **fields,
    }


def post(client: Any, *messages: dict[str, Any], **headers: str) -> Any:
    return client.post("/v1/messages", json={"messages": messages}, headers=headers)


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["messages"]]


def test_messages_are_added_and_listed(client: Any) -> None:
    metadata = {"a": 2**53 - 1, "b": None, "c": "é", "d": 0.1, "e": True}
    given = message(1, typed=True, channel="web", metadata=metadata)
    answer = post(client, given, message(2, role="assistant", channel="web"))
    assert answer.status_code == 201
    assert [each["status"] for each in answer.json()["messages"]] == ["created", "created"]
    [first, second] = client.get("/v1/messages").json()["messages"]
    assert datetime.fromisoformat(first.pop("said_at")) == START + timedelta(minutes=1)
    given.pop("said_at")
    assert first == given
    assert second["typed"] is False
    [session] = client.get("/v1/sessions").json()["sessions"]
    assert (session["session"], session["messages"], session["channel"]) == ("s1", 2, "web")
    assert client.get("/v1/sessions/s1").json() == session


def test_what_counts_as_typed_is_declared_and_never_assumed(client: Any) -> None:
    post(client, message(1))
    assert client.get("/v1/messages").json()["messages"][0]["typed"] is False
    assert post(client, message(2, role="assistant", typed=True)).status_code == 422


def test_a_known_message_is_not_added_again(client: Any) -> None:
    post(client, message(1))
    answer = post(client, message(1), message(2))
    assert [each["status"] for each in answer.json()["messages"]] == ["known", "created"]
    answer = post(client, message(3), message(1, content="other words"))
    assert answer.status_code == 409
    assert ids(client.get("/v1/messages")) == ["m1", "m2"], "nothing of a refused request is kept"
    assert client.get("/v1/sessions/s1").json()["messages"] == 2


@pytest.mark.parametrize("order", ["oldest", "newest"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 500])
def test_pages_hold_each_message_once(client: Any, order: str, size: int) -> None:
    # Three at each time, so that pages end among equal times.
    post(
        client,
        *(message(n, said_at=(START + timedelta(days=n // 3)).isoformat()) for n in range(10)),
    )
    found: list[str] = []
    for page in pages(client, "/v1/messages", limit=size, order=order):
        assert len(page["messages"]) <= size
        found += [each["id"] for each in page["messages"]]
    wanted = [f"m{n}" for n in range(10)]
    assert found == (wanted if order == "oldest" else wanted[::-1])


def test_sessions_are_paged(client: Any) -> None:
    post(client, *(message(n, session=f"s{n // 2}") for n in range(10)))
    found = [
        each["session"]
        for page in pages(client, "/v1/sessions", limit=2)
        for each in page["sessions"]
    ]
    assert found == ["s4", "s3", "s2", "s1", "s0"]


def test_filters(client: Any) -> None:
    post(client, *(message(n, session=f"s{n % 2}", channel=f"c{n % 2}") for n in range(6)))
    at = [(START + timedelta(minutes=n)).isoformat() for n in range(6)]
    get = lambda **params: ids(client.get("/v1/messages", params=params))  # noqa: E731
    assert get(session="s1") == get(channel="c1") == ["m1", "m3", "m5"]
    assert get(since=at[2], until=at[4]) == ["m2", "m3"]
    assert get(session="s0", since=at[1]) == ["m2", "m4"]
    shifted = (START + timedelta(minutes=4)).astimezone(timezone(timedelta(hours=9)))
    assert get(since=shifted.isoformat()) == ["m4", "m5"]


def test_deleting(client: Any) -> None:
    post(client, *(message(n, session=f"s{n % 2}") for n in range(6)))
    assert client.delete("/v1/messages").status_code == 400
    assert client.delete("/v1/messages", params={"id": "m9"}).status_code == 404
    assert client.delete("/v1/messages", params={"id": "m1", "session": "s0"}).status_code == 404
    assert client.delete("/v1/messages", params={"id": "m1"}).json()["deleted"]["messages"] == 1
    assert client.get("/v1/sessions/s1").json()["messages"] == 2
    gone = client.delete("/v1/messages", params={"session": "s0"}).json()
    assert (gone["deleted"]["messages"], gone["deleted"]["sessions"]) == (3, 1)
    assert gone["left"] == gone["left_rows"] == []
    assert ids(client.get("/v1/messages")) == ["m3", "m5"]
    assert client.get("/v1/sessions/s0").status_code == 404


HOSTILE = [
    ({"messages": []}, 422),
    ({}, 422),
    ([], 422),
    ({"messages": [message(1)], "more": 1}, 422),
    ({"messages": [message(1, said_at="2026-03-01T12:00:00")]}, 422),
    ({"messages": [message(1, said_at="0001-01-01T00:00:00+14:00")]}, 422),
    ({"messages": [message(1, said_at="9999-12-31T23:59:59-14:00")]}, 422),
    ({"messages": [message(1, said_at="2150-01-01T00:00:00Z")]}, 422),
    ({"messages": [message(1, said_at=1e300)]}, 422),
    ({"messages": [message(1, content="")]}, 422),
    ({"messages": [message(1, content="a\0b")]}, 422),
    ({"messages": [message(1, content="x" * 100_001)]}, 422),
    ({"messages": [message(1, role="root")]}, 422),
    ({"messages": [message(1, session="")]}, 422),
    ({"messages": [message(1, session="a\nb")]}, 422),
    ({"messages": [message(1, id="x" * 201)]}, 422),
    ({"messages": [message(1, id="\u202e")]}, 422),
    ({"messages": [message(1), message(1)]}, 422),
    ({"messages": [message(1, metadata={"a": {"b": 1}})]}, 422),
    ({"messages": [message(1, metadata={"a": 10**400})]}, 422),
    ({"messages": [message(1, metadata={"a": 2**53 + 1})]}, 422),
    ({"messages": [message(1, metadata={"a": -(2**63)})]}, 422),
    ({"messages": [message(1, metadata={"a": "\0"})]}, 422),
    ({"messages": [message(1, typed="perhaps")]}, 422),
    ({"messages": [message(1, typed=1)]}, 422),
    ({"messages": [message(1, typed="true")]}, 422),
    ({"messages": [message(1, said_at=0)]}, 422),
    ({"messages": [message(1, said_at="1772323200")]}, 422),
]


@pytest.mark.parametrize(("body", "status"), HOSTILE)
def test_hostile_bodies(client: Any, body: Any, status: int) -> None:
    answer = client.post("/v1/messages", json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert ids(client.get("/v1/messages")) == []


RAW = [
    (b"", 400), (b"{", 400), (b"\xff\xfe", 400), (b"nul", 400), (b"[" * 50_000, 400),
    (b'{"messages": [{"session": "s", "role": "user", "content": "\\ud800"}]}', 400),
    (b'{"messages": [{"session": "s", "role": "user", "content": "x", "metadata": {"a": 1e999}}]}',
     422),
    (b'{"messages": [{"session": "s", "role": "user", "content": "x", "metadata": {"a": NaN}}]}',
     422),
    (b"x" * 1_000_001, 413),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status"), RAW)
def test_hostile_bytes(client: Any, body: bytes, status: int) -> None:
    answer = client.post("/v1/messages", content=body)
    assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("limit=0", 422), ("limit=501", 422), ("limit=9" + "9" * 40, 422), ("limit=", 422),
        ("cursor=", 422), ("cursor=abc", 400), ("cursor=bnVsbA", 400), ("cursor=%00", 400),
        ("cursor=WyIyMDI2LTAxLTAxVDAwOjAwOjAwKzAwOjAwIiwgIicgb3IgMT0xIl0", 400),
        ("cursor=WyIyMDI2LTAxLTAxVDAwOjAwOjAwIiwgIjEiXQ", 400),
        ("since=0.5", 422), ("until=1772323200", 422), ("since=yesterday", 422),
        ("since=2026-01-01", 422), ("since=2026-01-01T00:00:00", 422),
        ("session=%ff", 200), ("session=%00", 400), ("session=a&session=b", 422), ("x=1", 422),
        ("order=sideways", 422),
    ],
)  # fmt: skip
def test_hostile_queries(client: Any, query: str, status: int) -> None:
    answer = client.get(f"/v1/messages?{query}")
    assert answer.status_code == status, answer.text


def test_who_may_do_what(served: Served, user: str) -> None:
    with database.connect(served.urls.admin) as admin:
        bound = keys.add(admin, "bound", for_user=user)
        reads = keys.add(admin, "reads", scopes=["read"])
    with served.client(None, bound) as client:
        assert post(client, message(1)).status_code == 201, "its user need not be named"
    with served.client("somebody else", bound) as client:
        assert client.get("/v1/messages").status_code == 403
    with served.client(user, reads) as client:
        assert ids(client.get("/v1/messages")) == ["m1"]
        assert post(client, message(2)).status_code == 403
        assert client.delete("/v1/messages", params={"id": "m1"}).status_code == 403
    with served.client(None, reads) as client:
        assert client.get("/v1/messages").status_code == 400, "a maker's key names the user"
    for wrong in ("-", "x", bound[:-1] + ("A" if bound[-1] != "A" else "B")):
        with served.client(user) as client:
            answer = client.get("/v1/messages", headers={"Authorization": f"Bearer {wrong}"})
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_two_idempotency_keys_are_none(client: Any) -> None:
    """As by a client and by a proxy before the server; which of them counts would be a guess."""
    body = {"messages": [{"session": "s1", "role": "user", "content": "Hello"}]}
    two = [("Idempotency-Key", "k1"), ("Idempotency-Key", "k2")]
    answer = client.post("/v1/messages", json=body, headers=two)
    assert answer.status_code == 422 and "twice" in answer.json()["detail"]
    assert client.get("/v1/messages").json()["messages"] == []


def test_an_idempotency_key_makes_a_write_once(client: Any) -> None:
    body = {k: v for k, v in message(1).items() if k != "id"}
    first = post(client, body, **{"Idempotency-Key": "k1"})
    second = post(client, body, **{"Idempotency-Key": "k1"})
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    assert second.headers["idempotent-replayed"] == "true"
    assert len(ids(client.get("/v1/messages"))) == 1
    other = post(client, {**body, "content": "else"}, **{"Idempotency-Key": "k1"})
    assert other.status_code == 422 and "key-reused" in other.json()["type"]
    failed = post(client, {**body, "role": "root"}, **{"Idempotency-Key": "k2"})
    assert failed.status_code == 422
    assert post(client, body, **{"Idempotency-Key": "k2"}).status_code == 201, "not stored"


def test_a_user_who_is_deleted_is_so_once(client: Any, user: str) -> None:
    post(client, message(1))
    delete = {"params": {"confirm": user}, "headers": {"Idempotency-Key": "k"}}
    assert client.delete("/v1/user", **delete).status_code == 200
    assert client.delete("/v1/user", **delete).status_code == 404
    assert client.delete("/history", params={"user_id": user}).status_code == 200
    assert client.get("/v1/user").status_code == 404, "a deletion makes no user"


def test_the_same_write_many_times_at_once_is_made_once(served: Served, user: str) -> None:
    body = {k: v for k, v in message(1).items() if k != "id"}

    def write(_number: int) -> Any:
        with served.client(user) as client:
            return post(client, body, **{"Idempotency-Key": "k"})

    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(write, range(32)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    with served.client(user) as client:
        assert len(ids(client.get("/v1/messages"))) == 1


def test_writers_at_once_lose_nothing(served: Served, user: str) -> None:
    def write(writer: int) -> None:
        with served.client(user) as client:
            for n in range(10):
                given = [
                    message(n, id=f"{writer}-{n}-{s}", session=f"s{(s + writer) % 3}")
                    for s in range(3)
                ]
                assert post(client, *given).status_code == 201

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, range(8)))
    with served.client(user) as client:
        assert len(ids(client.get("/v1/messages", params={"limit": 500}))) == 240
        sessions = client.get("/v1/sessions").json()["sessions"]
        assert [each["messages"] for each in sessions] == [80, 80, 80]


def test_limits(postgres: Any, user: str) -> None:
    with serving(postgres.urls(), requests=40) as served, served.client(user) as client:
        assert [client.get("/v1/messages").status_code for _ in range(10)] == [200] * 10
    with serving(postgres.urls(), requests=1) as served, served.client(user) as client:
        answers = [client.get("/v1/messages") for _ in range(15)]
        assert answers[0].status_code == 200
        limited = [each for each in answers if each.status_code == 429]
        assert limited and int(limited[0].headers["retry-after"]) >= 1
    with serving(postgres.urls(), daily_bytes=5_000) as served, served.client(user) as client:
        large = message(1, content="x" * 4_000)
        assert post(client, large).status_code == 201
        assert post(client, {**large, "id": "m2"}).status_code == 429
        assert ids(client.get("/v1/messages")) == ["m1"], "what exceeds it is not kept"


def test_a_key_holds_few_requests_at_once(postgres: Any, user: str, model: Scripted) -> None:
    asked, going_on = threading.Semaphore(0), threading.Event()

    def answer() -> str:
        asked.release()
        assert going_on.wait(60)
        return "NOT FOUND"

    model.answers["<records>"] = answer
    with (
        serving(postgres.urls(), model=model.id, at_once=2) as served,
        served.client(user) as client,
        ThreadPoolExecutor(1) as threads,
    ):
        with served.client("ada") as ada:
            for each in (client, ada):
                each.post("/v1/facts", json={"text": "Lives in Oslo"})
        before = refusals(client)
        first = threads.submit(client.post, "/v1/answer", json={"question": "Where?"})
        assert asked.acquire(timeout=60)
        with connected(served) as connection:  # it is given up, and not ended by that
            body = '{"question": "Where do I live?"}'
            connection.sendall((head("/v1/answer", served.key, len(body)) + body).encode())
            assert asked.acquire(timeout=60)
        for refused in (client.get("/v1/messages"), post(client, message(1))):
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert refused.headers["content-type"] == "application/problem+json"
            assert refused.json()["type"] == "urn:llm-user-memory:problem:too-many"
        with database.connect(postgres.urls().admin) as admin:
            other = keys.add(admin, "another")
        with served.client(user, other) as another:
            assert another.get("/v1/messages").status_code == 200
            assert refusals(another) == before + 2
        assert httpx.get(f"{served.address}/ready").status_code == 200
        going_on.set()
        assert first.result(60).status_code == 200
        until_free(client)
        assert post(client, message(1)).status_code == 201


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/v1/facts", {"text": "Lives in Oslo"}), ("/v1/answer", {"question": "Where do I live?"})],
)
def test_a_key_holds_half_of_the_connections(
    postgres: Any, user: str, model: Scripted, path: str, asked: dict[str, str]
) -> None:
    """Its other requests wait for these, and those of other keys are answered meanwhile."""
    with (
        serving(postgres.urls(), model=model.id, connections=2, at_once=4) as served,
        served.client("ben", added_key(postgres)) as ben,
        served.client(user) as ada,
        ThreadPoolExecutor(8) as threads,
    ):
        assert ada.post("/v1/facts", json={"text": "Keeps bees"}).status_code == 201
        with held(postgres, user):
            waiting = [threads.submit(ada.post, "/v1/facts", json={"text": "Likes tea"})]
            until_locked_out(postgres, 1)
            waiting += [threads.submit(ada.post, path, json=asked) for _ in range(7)]
            until(lambda: sum(each.done() for each in waiting) == 4)  # the others are held
            assert ben.get("/v1/messages").status_code == 200
            assert httpx.get(f"{served.address}/ready").status_code == 200
            assert sum(each.done() for each in waiting) == 4
        assert [each.result(60).status_code for each in waiting].count(429) == 4


def test_ready_does_not_wait_for_requests(postgres: Any, user: str) -> None:
    names = [user, f"another {user}"]
    with (
        serving(postgres.urls(), connections=2) as served,
        ThreadPoolExecutor(2) as threads,
        ExitStack() as stack,
    ):
        clients = [stack.enter_context(served.client(n, added_key(postgres))) for n in names]
        for client in clients:
            assert client.post("/v1/facts", json={"text": "Keeps bees"}).status_code == 201
        with held(postgres, *names):
            given = {"text": "Likes tea"}
            waiting = [threads.submit(each.post, "/v1/facts", json=given) for each in clients]
            until_locked_out(postgres, 2)
            assert httpx.get(f"{served.address}/ready").status_code == 200
            assert not any(each.done() for each in waiting)
        assert [each.result(60).status_code for each in waiting] == [201, 201]


def added_key(postgres: Any) -> str:
    with database.connect(postgres.urls().admin) as admin:
        return keys.add(admin, "another")


@contextmanager
def held(postgres: Any, *users: str) -> Iterator[None]:
    """Hold the rows of users, so that requests that change something of them wait."""
    with database.pool(postgres.urls().application, len(users)) as pool, ExitStack() as stack:
        for name in users:
            database.lock_user(stack.enter_context(database.transaction(pool, name)))
        yield


def until_locked_out(postgres: Any, number: int) -> None:
    """Wait until so many transactions wait for a row."""
    query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    with database.connect(postgres.urls().admin) as admin:
        until(lambda: admin.execute(query).fetchone() == (number,))


def test_a_request_that_is_broken_off_frees_its_place(postgres: Any, user: str) -> None:
    with serving(postgres.urls(), at_once=1) as served, served.client(user) as client:
        for _ in range(3):
            with connected(served) as connection:
                connection.sendall(head("/v1/messages", served.key, 100).encode())
                assert connection.recv(100).startswith(b"HTTP/1.1 100 "), "it waits for the body"
                assert client.get("/v1/messages").status_code == 429
            until_free(client)


def connected(served: Served) -> socket.socket:
    host, port = served.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)))


def head(path: str, key: str, size: int) -> str:
    """The beginning of a POST, with the key in another form than clients send it."""
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: x",
        f"Authorization: bearer  {key} ",
        "X-Memory-User: ada",
        f"Content-Length: {size}",
        "Expect: 100-continue",
    )
    return "".join(f"{line}\r\n" for line in (*lines, ""))


def until_free(client: Any) -> None:
    until(lambda: client.get("/v1/messages").status_code != 429)


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def refusals(client: Any) -> float:
    """How many requests were refused as their key had too many."""
    counted = client.get("/metrics").text
    [number] = re.findall(r"^llm_memory_too_many_at_once_total (.*)$", counted, re.M)
    return float(number)


def test_paths_and_methods_that_are_none(client: Any) -> None:
    for path in ("/nothing", "/v1/messages/", "/docs/"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["title"]) == (404, "There is no such thing")
    refused = client.put("/v1/messages")
    assert refused.status_code == 405
    assert set(refused.headers["allow"].split(", ")) == {"GET", "HEAD", "POST", "DELETE"}


def test_the_description_names_every_path_and_loads_nothing(client: Any) -> None:
    document = client.get("/openapi.json").json()
    assert document["paths"]["/v1/messages"].keys() == {"get", "post", "delete"}
    page = client.get("/docs").text
    assert "<script" not in page and "http://" not in page and "https://" not in page
    for path in document["paths"]:
        assert path in page
    assert json.dumps(document).count('"$ref"') == sum(
        json.dumps(document).count(f'"#/components/schemas/{name}"')
        for name in document["components"]["schemas"]
    )


def test_a_database_that_is_away_is_a_503(postgres: Any, user: str) -> None:
    ours = "from pg_stat_activity where usename = 'llm_memory_app'"
    with database.connect(postgres.urls().admin) as admin:
        others = [row[0] for row in admin.execute(f"select pid {ours}")]  # of other tests
        with serving(postgres.urls()) as served, served.client(user) as client:
            assert post(client, message(1)).status_code == 201
            ended = threading.Event()

            def cut() -> None:
                while not ended.is_set():
                    admin.execute(
                        f"select pg_terminate_backend(pid) {ours} and pid <> all(%s)", (others,)
                    )

            thread = threading.Thread(target=cut)
            thread.start()
            try:
                statuses = {
                    post(client, message(n), **{"Idempotency-Key": str(n)}).status_code
                    for n in range(2, 40)
                }
            finally:
                ended.set()
                thread.join()
            assert statuses <= {201, 503}
            for n in range(2, 40):
                assert post(client, message(n), **{"Idempotency-Key": str(n)}).status_code == 201
            assert len(ids(client.get("/v1/messages"))) == 39
