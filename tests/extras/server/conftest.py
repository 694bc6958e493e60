"""A real PostgreSQL for the tests of the server, and the server itself on a local port."""

import json
import shutil
import socket
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

if find_spec("psycopg") is None or find_spec("uvicorn") is None:
    collect_ignore_glob = ["test_*.py"]


class Served(NamedTuple):
    """A running server: its address, and a maker's key for it."""

    address: str
    key: str
    urls: Any

    def client(self, user: str | None = None, key: str = "") -> Any:
        """Return a client whose requests are about the user."""
        from urllib.parse import quote

        import httpx

        headers = {"Authorization": f"Bearer {key or self.key}"}
        if user is not None:
            headers["X-Memory-User"] = quote(user, safe="")
        return httpx.Client(base_url=self.address, headers=headers, timeout=60)


def open_folder() -> Path:
    """Return a new folder that PostgreSQL's user may pass through, if the tests run as root."""
    folder = Path(tempfile.mkdtemp(prefix="lum-"))
    folder.chmod(0o711)
    return folder


def rows_with(served: Served, words: str) -> list[str]:
    """The tables of the whole database that hold the words, as a superuser sees them."""
    from llm_user_memory.server import database

    with database.connect(served.urls.admin) as admin:
        query = "select tablename from pg_tables where schemaname = 'llm_memory'"
        tables = [name for [name] in admin.execute(query).fetchall()]
        held = "select 1 from llm_memory.{} t where strpos(to_jsonb(t)::text, %s) > 0"
        return [name for name in tables if admin.execute(held.format(name), [words]).fetchone()]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """The embedded PostgreSQL, with all tables."""
    from llm_user_memory.server import embedded

    folder = open_folder()
    server = embedded.Server(folder / "db")
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def fresh(postgres: Any) -> Iterator[Any]:
    """The URLs of a database of its own, with all tables."""
    from psycopg.conninfo import make_conninfo

    from llm_user_memory.server import database, migrations

    name = f"test_{uuid.uuid4().hex}"
    urls = postgres.urls()
    with database.connect(urls.admin) as admin:
        admin.execute(f"create database {name}")
    made = type(urls)(*(make_conninfo(url, dbname=name) for url in urls))
    with database.connect(made.admin) as admin:
        migrations.migrate(admin)
    yield made
    with database.connect(urls.admin) as admin:
        admin.execute(f"drop database {name} with (force)")


@pytest.fixture(scope="session")
def served(postgres: Any) -> Iterator[Served]:
    """The server, on the database of `postgres`."""
    with serving(postgres.urls()) as found:
        yield found


class serving:
    """Run the server in a thread for a block, with a key of its own if none is given."""

    def __init__(self, urls: Any, key: str = "", **settings: Any) -> None:
        self.urls = urls
        self.key = key
        self.settings = settings

    def __enter__(self) -> Served:
        import uvicorn

        from llm_user_memory.server import app, database, keys
        from llm_user_memory.server.settings import ServerSettings

        if not (key := self.key):
            with database.connect(self.urls.admin) as admin:
                key = keys.add(admin, f"test {uuid.uuid4().hex}")
        settings = ServerSettings(
            **{"database": self.urls.application, "requests": 0, **self.settings}
        )
        self.server = uvicorn.Server(uvicorn.Config(app.create_for(settings), log_level="error"))
        listening = socket.socket()  # which uvicorn closes
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
        return Served(f"http://127.0.0.1:{port}", key, self.urls)

    def __exit__(self, *_error: object) -> None:
        self.server.should_exit = True
        self.thread.join(30)


class Scripted:
    """A model of LLM's whose answers a test writes beforehand, by a text in the request."""

    id = "scripted-for-the-server"

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.requests: list[str] = []

    def answer(self, text: str) -> str:
        self.requests.append(text)
        for needle, answer in self.answers.items():
            if needle in text:
                found = answer() if callable(answer) else answer
                return found if isinstance(found, str) else json.dumps(found)
        return json.dumps({"edits": [], "summary": "Nothing much."})


@pytest.fixture(scope="session")
def registered() -> Iterator[Scripted]:
    import llm
    from llm.plugins import load_plugins, pm

    load_plugins()
    scripted = Scripted()

    class Model(llm.Model):
        model_id = Scripted.id
        supports_schema = True

        def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
            yield scripted.answer(prompt.prompt)

    class Plugin:
        @llm.hookimpl
        def register_models(self, register: Any) -> None:
            register(Model())

    plugin = Plugin()
    pm.register(plugin)
    yield scripted
    pm.unregister(plugin)


class ScriptedEmbeddings:
    """An embedding model of LLM's for which the words of a line mean the same."""

    id = "scripted-meanings"
    MEANINGS = (
        "bicycle brompton velocipede cycling",
        "choir sings sing fado chorus vocalists",
        "postgres database sql storage",
        "cat feline minerva",
    )

    def __init__(self) -> None:
        self.fails: Exception | None = None
        self.waits = threading.Event()
        self.waits.set()
        self.given: list[str] = []

    def vector(self, text: str) -> list[float]:
        self.waits.wait(60)
        self.given.append(text)
        if self.fails:
            raise self.fails
        words = {word.strip(".,?!").lower() for word in text.split()}
        return [float(len(words & set(line.split()))) for line in self.MEANINGS] + [0.01]


@pytest.fixture(scope="session")
def registered_embeddings() -> Iterator[ScriptedEmbeddings]:
    import llm
    from llm.plugins import load_plugins, pm

    load_plugins()
    scripted = ScriptedEmbeddings()

    class Model(llm.EmbeddingModel):
        model_id = ScriptedEmbeddings.id
        batch_size = 16

        def embed_batch(self, items: Any, **_: Any) -> Iterator[list[float]]:
            yield from [scripted.vector(item) for item in items]

    class Plugin:
        @llm.hookimpl
        def register_embedding_models(self, register: Any) -> None:
            register(Model())

    plugin = Plugin()
    pm.register(plugin)
    yield scripted
    pm.unregister(plugin)


@pytest.fixture
def meanings(registered_embeddings: ScriptedEmbeddings) -> Iterator[ScriptedEmbeddings]:
    """The scripted embedding model, which answers."""
    registered_embeddings.fails = None
    registered_embeddings.given.clear()
    yield registered_embeddings
    registered_embeddings.waits.set()


@pytest.fixture
def model(registered: Scripted) -> Scripted:
    """The scripted model, without answers."""
    registered.answers.clear()
    registered.requests.clear()
    return registered


@pytest.fixture
def answering(postgres: Any, model: Scripted) -> Iterator[Served]:
    """A server that asks the scripted model."""
    with serving(postgres.urls(), model=model.id) as served:
        yield served


@pytest.fixture(scope="session")
def learners(postgres: Any) -> Iterator[Any]:
    """The context of `learner`, on the database that the tests of this process share."""
    from llm_user_memory.server import database
    from llm_user_memory.server.calls import Context
    from llm_user_memory.server.settings import ServerSettings

    settings = ServerSettings(database=postgres.urls().application, model=Scripted.id)
    pool = database.pool(settings.database, 4)
    yield Context(pool, settings)
    pool.close()


@pytest.fixture
def learner(learners: Any, postgres: Any) -> Any:
    """What a process that learns has; `worker.learner(learner).work_once()` is one round of it.

    What other tests left in the queue is gone: whether a job is claimed depends on all that wait.
    """
    from llm_user_memory.server import database

    with database.connect(postgres.urls().admin) as admin:
        admin.execute("delete from llm_memory.jobs")
    return learners


@pytest.fixture
def user() -> str:
    """The id of a user whom nobody else has."""
    return f"user {uuid.uuid4().hex}"


@pytest.fixture
def client(served: Served, user: str) -> Iterator[Any]:
    """A client for `user`."""
    with served.client(user) as found:
        yield found


def sayer(
    client: Any, first: datetime | None = None, apart: timedelta = timedelta()
) -> Callable[..., None]:
    """Return what sends lines as messages m0, m1 ... of a session.

    They were said now, or the first of them at `first`, and the others `apart` from each other.
    """
    count = iter(range(10_000))

    def said(*lines: str, session: str = "s1") -> None:
        given = []
        for line in lines:
            number = next(count)
            message = {"id": f"m{number}", "session": session, "role": "user", "content": line}
            if first is not None:
                message["said_at"] = (first + number * apart).isoformat()
            given.append(message)
        assert client.post("/v1/messages", json={"messages": given}).status_code == 201

    return said


def make_due(db: Any, where: str = "true") -> None:
    """Let the named user's sessions be learned from in their order, before those of other users."""
    db.execute("update turns set served_at = '-infinity'")
    db.execute(f"update jobs set due_at = due_at - interval '1 year' where {where}")


def buffers(db: Any, sql: str, *values: Any) -> int:
    """How many pages a statement looks at, with those of the functions that it calls."""
    rows = db.execute(f"explain (analyze, buffers, format json) {sql}", values, prepare=False)
    plan = rows.fetchone()["QUERY PLAN"][0]["Plan"]
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def pages(client: Any, path: str, **given: Any) -> Iterator[Any]:
    """Yield the pages of a list, from the first to the last."""
    asked: Mapping[str, Any] = given
    while True:
        answer = client.get(path, params=asked)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        yield page
        if page["next"] is None:
            return
        asked = {**given, "cursor": page["next"]}
