"""Backup and restore as docs/server.md says: by pg_dump, and by a copy of the embedded folder."""

import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import make_conninfo

from llm_user_memory.server import database, embedded, examine, migrations, run
from llm_user_memory.server.embedded import Urls

from .conftest import Served, open_folder, serving

PROGRAMS = embedded._programs() / "bin"
DUMP = ["--format=custom"]
RESTORE = ["--clean", "--if-exists", "--exit-on-error"]


def program(name: str, *words: str) -> None:
    done = subprocess.run([PROGRAMS / name, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def elsewhere() -> Iterator[embedded.Server]:
    """Another PostgreSQL, as on a new machine."""
    folder = open_folder()
    server = embedded.Server(folder / "db")
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def fill(client: Any, fact: str) -> None:
    message = {"session": "s1", "role": "user", "typed": True, "content": "I live in Oslo."}
    assert client.post("/v1/messages", json={"messages": [message]}).status_code == 201
    assert client.post("/v1/facts", json={"text": fact}).status_code == 201
    assert client.post("/v1/knowledge", json={"text": "Open from 9."}).status_code == 201
    assert client.put("/v1/diary/2026-03-01", json={"text": "It rained."}).status_code == 200


def export(client: Any) -> list[str]:
    return sorted(client.get("/v1/export").text.splitlines())


def same(served: Served, restored: Urls, user: str) -> None:
    """Assert that the restored database has the same of the user, and is in order."""
    with database.connect(restored.application) as connection:
        assert examine.problems(connection) == []
    with served.client(user) as client:
        before = export(client)
    with serving(restored) as again, again.client(user, served.key) as client:
        assert export(client) == before and len(before) >= 6, "with the same keys, too"
        fill(client, "Rows")  # numbers go on where they were
        found = client.post("/v1/search", json={"query": "Oslo"}).json()["passages"]
        assert len(found) == 2
        assert client.delete("/v1/user", params={"confirm": user}).json()["left_rows"] == []
    with database.connect(restored.admin) as admin:
        [waiting] = admin.execute("select count(*) from llm_memory.jobs").fetchone() or [None]
        assert waiting is not None and migrations.migrate(admin) == []


def test_a_dump_is_restored_on_a_new_machine(
    served: Served, user: str, elsewhere: embedded.Server, tmp_path: Path
) -> None:
    with served.client(user) as client:
        fill(client, "Keeps bees")
    file = tmp_path / "memory.dump"
    program("pg_dump", *DUMP, "--file", str(file), "--dbname", served.urls.admin)
    target = elsewhere.start()
    made = run.init(target)  # the roles, and a password
    program("pg_restore", *RESTORE, "--dbname", target.admin, str(file))
    same(served, Urls(made, target.admin), user)


def test_a_role_that_sees_too_little_cannot_dump(served: Served, tmp_path: Path) -> None:
    """Its dump would have no users; also the owner's would, as the policies are forced."""
    name, password = f"r{uuid.uuid4().hex}", uuid.uuid4().hex
    with database.connect(served.urls.admin) as admin:
        admin.execute(f"create role {name} login password '{password}' in role llm_memory_owner")
        try:
            owner = make_conninfo(served.urls.admin, user=name, password=password)
            given = ((owner, "row-level security"), (served.urls.application, "permission denied"))
            for url, why in given:
                with pytest.raises(AssertionError, match=why):
                    program("pg_dump", *DUMP, "--file", str(tmp_path / "x"), "--dbname", url)
        finally:
            admin.execute(f"drop role {name}")


def test_a_copy_of_the_stopped_folder_is_a_backup(user: str) -> None:
    folder = open_folder()
    first, second = (embedded.Server(folder / name) for name in ("db", "copy"))
    try:
        with serving(first.start()) as served, served.client(user) as client:
            fill(client, "Keeps bees")
            before = export(client)
        first.stop()
        subprocess.run(["cp", "-a", folder / "db", folder / "copy"], check=True)
        shutil.rmtree(folder / "db")
        urls = second.start()
        with serving(urls) as again, again.client(user, served.key) as client:
            assert export(client) == before
    finally:
        first.stop()
        second.stop()
        shutil.rmtree(folder, ignore_errors=True)


def test_the_commands_are_those_of_the_docs() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "server.md").read_text()
    for words in (DUMP, RESTORE):
        assert all(word in docs for word in words)
