"""Users are apart from each other: on every path, under load, and because of the policies alone."""

import json
import re
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
from psycopg.conninfo import make_conninfo

from llm_user_memory.server import app, database, examine, keys, migrations
from llm_user_memory.server.embedded import Urls

from .conftest import Scripted, Served, serving

MARK = "zanzibar"

# What each path is asked by another user: the parts of its path and its query that name what the
# first one has, and a body. A path that is not here fails `test_every_path_is_tried`.
ATTEMPTS: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/v1/messages"): {
        "json": {"messages": [{"id": "m1", "session": "s1", "role": "user", "content": "mine"}]}
    },
    ("GET", "/v1/messages"): {"params": {"session": "s1"}},
    ("DELETE", "/v1/messages"): {"params": {"session": "s1"}},
    ("GET", "/v1/sessions"): {},
    ("GET", "/v1/sessions/{session:path}"): {"path": "/v1/sessions/s1"},
    ("GET", "/v1/profile"): {},
    ("GET", "/v1/facts"): {},
    ("POST", "/v1/facts"): {"json": {"text": f"Lives in {MARK}"}},
    ("GET", "/v1/facts/{fact}"): {"path": "/v1/facts/FACT"},
    ("PATCH", "/v1/facts/{fact}"): {"path": "/v1/facts/FACT", "json": {"pinned": True}},
    ("DELETE", "/v1/facts/{fact}"): {"path": "/v1/facts/FACT"},
    ("GET", "/v1/facts/{fact}/why"): {"path": "/v1/facts/FACT/why"},
    ("GET", "/v1/facts/{fact}/history"): {"path": "/v1/facts/FACT/history"},
    ("GET", "/v1/export"): {},
    ("GET", "/v1/user"): {},
    ("PATCH", "/v1/user"): {"json": {"language": "german"}},
    ("DELETE", "/v1/user"): {"params": {"confirm": "OTHER"}},
    ("POST", "/v1/search"): {"json": {"query": "Where do I live?"}},
    ("POST", "/v1/context"): {"json": {"prompt": "Where do I live?"}},
    ("POST", "/v1/answer"): {"json": {"question": "Where do I live?"}},
    ("GET", "/v1/review"): {},
    ("POST", "/v1/review/{id}"): {"path": "/v1/review/WAITING", "json": {"accept": True}},
    ("POST", "/v1/knowledge"): {"json": {"id": "k1", "text": "mine"}},
    ("GET", "/v1/knowledge"): {},
    ("GET", "/v1/knowledge/{knowledge:path}"): {"path": "/v1/knowledge/k1"},
    ("PATCH", "/v1/knowledge/{knowledge:path}"): {
        "path": "/v1/knowledge/k1",
        "json": {"text": "mine"},
    },
    ("DELETE", "/v1/knowledge/{knowledge:path}"): {"path": "/v1/knowledge/k1"},
    ("GET", "/v1/diary"): {},
    ("PUT", "/v1/diary/{day}"): {"path": "/v1/diary/2026-03-01", "json": {"text": "mine"}},
    ("GET", "/v1/diary/{day}"): {"path": "/v1/diary/2026-03-01"},
    ("DELETE", "/v1/diary/{day}"): {"path": "/v1/diary/2026-03-01"},
    ("POST", "/history"): {
        "json": {
            "user_id": "OTHER",
            "session_id": "s1",
            "messages": [{"role": "user", "content": "mine"}],
        }
    },
    ("GET", "/history"): {"params": {"user_id": "OTHER", "within_seconds": 0}},
    ("DELETE", "/history"): {"params": {"user_id": "OTHER"}},
    ("GET", "/history/session_ids"): {"params": {"user_id": "OTHER"}},
    ("GET", "/history/sessions"): {"params": {"user_id": "OTHER"}},
    ("POST", "/summary/create"): {
        "params": {"user_id": "OTHER", "session_id": "s1", "overwrite": True}
    },
    ("GET", "/summary"): {"params": {"user_id": "OTHER"}},
    ("DELETE", "/summary"): {"params": {"user_id": "OTHER"}},
    ("POST", "/knowledge"): {"json": {"user_id": "OTHER", "knowledge": "mine"}},
    ("GET", "/knowledge"): {"params": {"user_id": "OTHER"}},
    ("DELETE", "/knowledge"): {"params": {"user_id": "OTHER"}},
    ("POST", "/diary"): {
        "json": {"user_id": "OTHER", "diary_date": "2026-03-01", "content": "mine"}
    },
    ("GET", "/diary"): {"params": {"user_id": "OTHER"}},
    ("DELETE", "/diary"): {"params": {"user_id": "OTHER"}},
    ("POST", "/search"): {"json": {"user_id": "OTHER", "query": "Where do I live?"}},
}

# The paths that show all of what a user has.
VIEWS = (
    "/v1/messages",
    "/v1/sessions",
    "/v1/profile",
    "/v1/facts",
    "/v1/review",
    "/v1/knowledge",
    "/v1/diary",
)


def test_every_path_is_tried() -> None:
    assert {(each.method, each.path) for each in app.ALL_ENDPOINTS} == set(ATTEMPTS)


def fill(client: httpx.Client, mark: str) -> None:
    """Give the user something on every path, with the mark in it."""
    messages = [
        {
            "id": f"m{n}",
            "session": "s1",
            "channel": mark,
            "role": "user",
            "typed": True,
            "content": f"I live in {mark} {n}",
            "metadata": {"where": mark},
        }
        for n in range(3)
    ]
    messages.append({"session": mark, "role": "user", "content": f"Of {mark}"})
    assert client.post("/v1/messages", json={"messages": messages}).status_code == 201
    assert client.post("/v1/facts", json={"text": f"Lives in {mark}"}).status_code == 201
    stated = {"id": "k1", "title": mark, "text": f"Of {mark}", "channel": mark, "tags": [mark]}
    assert client.post("/v1/knowledge", json=stated).status_code == 201
    entry = {"text": f"In {mark}", "metadata": {"where": mark}}
    assert client.put("/v1/diary/2026-03-01", json=entry).status_code == 200


def learn_manually(served: Served, user: str, mark: str) -> None:
    """Let something wait for the user, and summarise their sessions, as learning does."""
    pool = database.pool(served.urls.application, 1)
    with database.transaction(pool, user) as db:
        db.execute(
            "insert into review (op, section, old, new, quote, reason, message_seq) "
            "select 'add', 'Interests', '', %s, 'q', 'r', max(seq) from messages",
            [f"Likes {mark}"],
        )
        db.execute("update sessions set summary = %s, summarised_at = now()", [f"Of {mark}"])
    pool.close()


def with_ids(attempt: str, mine: httpx.Client, mark: str) -> str:
    """An attempt with the ids of what the owner has, and with the owner's mark."""
    fact = mine.get("/v1/facts").json()["facts"][0]["id"]
    waiting = mine.get("/v1/review").json()["waiting"][0]["id"]
    return attempt.replace("FACT", fact).replace("WAITING", waiting).replace(MARK, mark)


def seen(client: httpx.Client) -> dict[str, Any]:
    return {path: client.get(path).json() for path in VIEWS}


def leaks(served: Served) -> list[str]:
    """Return what one user got to see of another, or changed of theirs, on which path."""
    found = []
    for (method, path), attempt in ATTEMPTS.items():
        number = uuid.uuid4().hex
        mark = MARK + "".join(chr(97 + int(digit, 16)) for digit in number[:8])
        with served.client(f"owner {number}") as mine, served.client(f"other {number}") as theirs:
            fill(mine, mark)
            learn_manually(served, f"owner {number}", mark)
            before = seen(mine)
            attempted = json.dumps(attempt).replace("OTHER", f"other {number}")
            given = json.loads(with_ids(attempted, mine, mark))
            answer = theirs.request(method, given.pop("path", path), **given)
            tells = mark in answer.text and mark not in json.dumps(given)
            if answer.status_code >= 500:
                found.append(f"{method} {path} failed")
            if tells or answer.status_code == 409:
                found.append(f"{method} {path} shows what is another's")
            if seen(mine) != before:
                found.append(f"{method} {path} changes what is another's")
            if mark in json.dumps(seen(theirs)) and mark not in json.dumps(given):
                found.append(f"{method} {path} gives away what is another's")
    return found


@pytest.fixture
def talkative(model: Scripted) -> Scripted:
    """A model that answers with the mark that stands in the records, and quotes it."""

    def answer() -> str:
        lines = [line for line in model.requests[-1].splitlines() if f"Lives in {MARK}" in line]
        if not lines:
            return "NOT FOUND"
        number, mark = re.findall(rf"\[(\d+)].*Lives in ({MARK}\w*)", lines[-1])[0]
        return f'ANSWER: {mark}\nFROM {number}: "Lives in {mark}"'

    model.answers["<records>"] = answer
    return model


def test_no_path_shows_or_changes_what_is_anothers(postgres: Any, talkative: Scripted) -> None:
    with serving(postgres.urls(), model=talkative.id) as served:
        assert leaks(served) == []
        with served.client(f"owner {uuid.uuid4().hex}") as mine:
            fill(mine, f"{MARK}abc")
            asked = mine.post("/v1/answer", json={"question": "Where do I live?"})
            assert asked.json()["answer"] == f"{MARK}abc", "it tells whoever may know"


@pytest.fixture
def without_policies(
    postgres: Any, monkeypatch: pytest.MonkeyPatch, talkative: Scripted
) -> Iterator[Served]:
    """The server on a database whose policies let everything through, without start-up check."""
    name = f"open_{uuid.uuid4().hex}"
    with database.connect(postgres.urls().admin) as admin:
        admin.execute(f"create database {name}")
    urls = Urls(*(make_conninfo(url, dbname=name) for url in postgres.urls()))
    with database.connect(urls.admin) as admin:
        migrations.migrate(admin)
        query = "select tablename from pg_tables where schemaname = 'llm_memory' and rowsecurity"
        for [table] in admin.execute(query).fetchall():
            admin.execute(f"alter table llm_memory.{table} disable row level security")
    monkeypatch.setattr(examine, "require", lambda _connection: None)
    with serving(urls, model=talkative.id) as found:
        yield found
    with database.connect(postgres.urls().admin) as admin:
        admin.execute(f"drop database {name} with (force)")


def test_the_same_without_policies_finds_leaks_on_every_path(without_policies: Served) -> None:
    """What fails has shown nothing, so that it does not count."""
    found = [line for line in leaks(without_policies) if not line.endswith(" failed")]
    missed = [
        f"{method} {path}"
        for method, path in ATTEMPTS
        if not any(line.startswith(f"{method} {path} ") for line in found)
    ]
    assert missed == []


@pytest.mark.parametrize("number", range(3))
def test_the_same_without_policies_finds_what_connections_leave_behind(
    without_policies: Served, number: int
) -> None:
    """Else it would be the tests that see nothing."""
    urls = without_policies.urls
    name = f"user {uuid.uuid4().hex}"
    find = (mixed_up_among_many, shown_after_requests_given_up, left_to_nobody)[number]
    assert find(urls, name) != []


HOSTILE_IDS = [
    *("'", '"', "\\", "%", "_", "*", ";", "--", "/*", "$1", "%s", "{}", "null", "undefined"),
    *("' or '1'='1", "'; drop table messages; --", "\\' or 1=1 --", "a' union select 1", "\\x00"),
    *("../ada", "..", ".", "/", "//", "/v1/messages", "ada/../bob", "~", "%2e%2e", "%00", "%27"),
    *("current_user", "llm_memory_app", "postgres", "public", "ALL", "true", "0", "-1", "1e9"),
    *(
        "ada",
        "Ada",
        "ADA",
        "ada ",
        " ada",
        "a da",
        "аda",
        "ａｄａ",
        "ada\u0301",
        "adá",
        "ÅDA",
        "ß",
        "ss",
    ),
    *("<script>", "${x}", "{{x}}", "`id`", "$(id)", "|", "&", "#", "?a=b", "a=b&c=d", "+", "%20"),
    *(f"user{chr(number)}" for number in range(0x21, 0x7F)),
    *(chr(number) * 3 for number in range(0x4E00, 0x4E34)),
]


def test_hostile_ids_are_users_like_others(served: Served) -> None:
    assert len(set(HOSTILE_IDS)) >= 200

    def write(number: int) -> None:
        with served.client(HOSTILE_IDS[number]) as client:
            given = [{"id": "m", "session": "s", "role": "user", "content": f"of {number}."}]
            assert client.post("/v1/messages", json={"messages": given}).status_code == 201

    def read(number: int) -> list[str]:
        with served.client(HOSTILE_IDS[number]) as client:
            return [each["content"] for each in client.get("/v1/messages").json()["messages"]]

    numbers = [HOSTILE_IDS.index(name) for name in dict.fromkeys(HOSTILE_IDS)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, numbers))
        assert list(threads.map(read, numbers)) == [[f"of {number}."] for number in numbers]


# Percent-encoded, such a name is twelve times as long.
LONG = "%F0%9F%98%80"


@pytest.mark.parametrize(
    "name",
    [
        *("", "%00", "%0a", "%e2%80%ae", "x" * 201, "%ff", "%ed%a0%80", "é".encode()),
        *(LONG * 201, "a" * 8 + LONG * 166 + "b" * 200),
    ],
)
def test_ids_that_are_none_are_refused(served: Served, name: str) -> None:
    with served.client() as client:
        answer = client.get("/v1/messages", headers={"X-Memory-User": name})
        assert answer.status_code == 400, answer.text


def test_long_names_with_the_same_beginning_are_users_of_their_own(served: Served) -> None:
    names = [f"{'a' * 8}{chr(0x1F600) * 166}{uuid.uuid4().hex[:26]}" for _ in range(2)]
    for name in [*names, chr(0x1F600) * 200]:
        with served.client(name) as client:
            assert client.get("/v1/messages").json()["messages"] == []
            given = [{"id": "m", "session": "s", "role": "user", "content": name}]
            assert client.post("/v1/messages", json={"messages": given}).status_code == 201
            assert client.get("/v1/user").json()["user"] == name


def test_a_user_who_is_named_twice_is_nobody(served: Served) -> None:
    """As by a client and by the proxy before the server, which adds to what it was sent."""
    named = [("Authorization", f"Bearer {served.key}"), *[("X-Memory-User", n) for n in "ab"]]
    answer = httpx.get(f"{served.address}/v1/messages", headers=named)
    assert answer.status_code == 400 and "twice" in answer.json()["detail"]


def test_hostile_names_of_sessions(client: httpx.Client) -> None:
    names = [name for name in dict.fromkeys(HOSTILE_IDS) if name not in (".", "..")]
    given = [
        {"id": f"m-{name}", "session": name, "role": "user", "content": name} for name in names
    ]
    assert client.post("/v1/messages", json={"messages": given}).status_code == 201
    for name in names:
        found = client.get("/v1/messages", params={"session": name}).json()["messages"]
        assert [each["content"] for each in found] == [name]


def test_many_at_once_with_few_connections_get_their_own(postgres: Any, user: str) -> None:
    assert mixed_up_among_many(postgres.urls(), user) == []


def mixed_up_among_many(urls: Urls, user: str) -> list[str]:
    """A connection goes from user to user, after answers, refusals and rollbacks alike."""
    names = [f"u{number}-{user}" for number in range(12)]

    def work(name: str) -> list[str]:
        wrong = []
        with served.client(name) as client:
            for n in range(12):
                given = {"id": f"{n}", "session": "s", "role": "user", "content": f"{name} {n}"}
                client.post("/v1/messages", json={"messages": [given]})
                client.post("/v1/messages", json={"messages": [{**given, "content": "else"}]})
                client.get("/v1/messages", params={"cursor": "x"})
                found = client.get("/v1/messages").json()["messages"]
                if [each["content"] for each in found] != [f"{name} {i}" for i in range(n + 1)]:
                    wrong.append(f"{name}: {found}")
        return wrong

    with serving(urls, connections=2) as served, ThreadPoolExecutor(12) as threads:
        return [line for wrong in threads.map(work, names) for line in wrong]


def test_requests_that_clients_give_up_leave_nobodys_name_behind(postgres: Any, user: str) -> None:
    assert shown_after_requests_given_up(postgres.urls(), user) == []


def shown_after_requests_given_up(urls: Urls, user: str) -> list[Any]:
    """What another user is shown on a connection whose requests ended early."""
    owner, other = (f"{name}-{user}" for name in ("owner", "other"))
    shown: list[Any] = []
    with serving(urls, connections=1) as served:
        with served.client(owner) as client:
            given = [
                {"id": f"m{n}", "session": "s", "role": "user", "content": f"{MARK} {n}"}
                for n in range(500)
            ]
            assert client.post("/v1/messages", json={"messages": given}).status_code == 201
        for number in range(30):
            with served.client(owner) as client, suppress(httpx.TimeoutException):
                client.get("/v1/messages?limit=500", timeout=0.001 * (number + 1))
            with served.client(other) as client:
                shown += client.get("/v1/messages").json()["messages"]
    return shown


def test_a_connection_of_the_pool_belongs_to_nobody(postgres: Any, user: str) -> None:
    assert left_to_nobody(postgres.urls(), user) == []


def left_to_nobody(urls: Urls, user: str) -> list[Any]:
    """What a connection shows whose transaction was committed, and rolled back."""
    pool = database.pool(urls.application, 1)
    with database.transaction(pool, user) as db:
        database.ensure_user(db)
        assert {"user_id": user} in db.execute("select user_id from users").fetchall()
    with pool.connection() as db:
        shown = db.execute("select user_id from users").fetchall()
    with suppress(RuntimeError), database.transaction(pool, user) as db:
        raise RuntimeError
    with pool.connection() as db:
        shown += db.execute("select user_id from users").fetchall()
    pool.close()
    return shown


class Attacked(NamedTuple):
    """A server, and the id of a user of it who has something on every path."""

    server: Served
    victim: str


@pytest.fixture(scope="module")
def attacked(postgres: Any, registered: Scripted) -> Iterator[Attacked]:
    """A server with a model, and a new user."""
    registered.answers.clear()
    victim = f"victim {uuid.uuid4().hex}"  # tests of other modules may run in between
    with serving(postgres.urls(), model=registered.id) as served:
        with served.client(victim) as client:
            fill(client, VICTIMS)
        learn_manually(served, victim, VICTIMS)
        yield Attacked(served, victim)


VICTIMS = f"{MARK}victims"


@pytest.fixture(scope="module")
def bound_keys(postgres: Any) -> dict[str, str]:
    """A key for each of some hostile ids, and bound to it."""
    with database.connect(postgres.urls().admin) as admin:
        return {name: keys.add(admin, "hostile", for_user=name) for name in HOSTILE_IDS[1::3]}


@pytest.mark.parametrize(("method", "path"), [(e.method, e.path) for e in app.ALL_ENDPOINTS])
def test_hostile_ids_show_and_change_nothing_on_any_path(
    attacked: Attacked, bound_keys: dict[str, str], method: str, path: str
) -> None:
    """Each id in turn as the user in the header, as that of a key, and as a part of the request."""
    server, victim = attacked
    with server.client(victim) as mine:
        before = seen(mine)
    for number, name in enumerate(dict.fromkeys(HOSTILE_IDS)):
        given = json.loads(json.dumps(ATTEMPTS[method, path]))
        key = bound_keys.get(name, "")
        is_part = number % 3 == 2
        user = None if key else f"attacker {number}" if is_part else name
        given = with_name(given, name if key or not is_part else user or "", "OTHER")
        if is_part:
            given = with_name(given, name, "s1", "k1", "FACT", "WAITING", "2026-03-01", "m1")
        with server.client(user, key) as client:
            answer = client.request(method, given.pop("path", path), **given)
        assert answer.status_code < 500, (name, answer.text)
        assert VICTIMS not in answer.text, name
    with server.client(victim) as mine:
        assert seen(mine) == before


def with_name(given: Any, name: str, *parts: str) -> Any:
    """An attempt in which a name stands for these parts; percent-encoded in a path."""
    if isinstance(given, dict):
        return {
            key: "/".join(
                quote(name, safe="") if part in parts else part for part in each.split("/")
            )
            if key == "path"
            else with_name(each, name, *parts)
            for key, each in given.items()
        }
    if isinstance(given, list):
        return [with_name(each, name, *parts) for each in given]
    return name if given in parts else given
