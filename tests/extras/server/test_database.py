"""The database: who may use it, what the start-up check refuses, and the embedded PostgreSQL."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from llm_user_memory.errors import ServerError
from llm_user_memory.server import database, embedded, examine, keys, migrations, run
from llm_user_memory.server.embedded import Urls

from .conftest import open_folder, serving


@pytest.mark.parametrize(
    ("name", "user"), [("", None), ("a\nb", None), ("a", ""), ("a", "x" * 201), ("a", "\u202e")]
)
def test_a_key_has_a_name_and_a_user_who_can_be_one(
    postgres: Any, name: str, user: str | None
) -> None:
    with database.connect(postgres.urls().admin) as admin, pytest.raises(ServerError):
        keys.add(admin, name, for_user=user)


def problems(urls: Urls) -> list[str]:
    with database.connect(urls.application) as connection:
        return examine.problems(connection)


def test_a_fresh_database_is_accepted(fresh: Urls) -> None:
    assert problems(fresh) == []


def test_its_owner_and_superuser_are_refused(fresh: Urls) -> None:
    found = " ".join(problems(Urls(fresh.admin, fresh.admin)))
    assert "superuser" in found and "exempt from row-level security" in found
    assert "could switch its policy off" in found


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("alter table messages disable row level security", "no row-level security in force"),
        ("alter table sessions no force row level security", "no row-level security in force"),
        ("drop policy own on messages", "policy of the table messages"),
        ("create policy all_of_it on messages using (true)", "policy of the table messages"),
        ("alter policy own on users using (true)", "policy of the table users"),
        ("alter policy own on users with check (true)", "policy of the table users"),
        ("create policy p on usage to llm_memory_app using (true)", "policy of the table usage"),
        ("grant truncate on messages to llm_memory_app", "may empty the table messages"),
        ("grant truncate on messages to public", "may empty the table messages"),
        ("grant trigger on users to llm_memory_app", "a trigger on it"),
        ("create table more (user_id text)", "table more has no row-level security"),
        ("alter table messages owner to llm_memory_app", "could switch its policy off"),
        ("delete from migrations", "migrations are missing"),
        ("drop extension vector cascade", "pgvector is not there"),
        ("update pg_extension set extversion = '0.6.2' where extname = 'vector'", "0.7 is needed"),
    ],
)
def test_what_lets_users_see_each_other_is_refused(fresh: Urls, harm: str, said: str) -> None:
    with psycopg.connect(fresh.admin, options="-c search_path=llm_memory") as admin:
        admin.execute("grant create on schema llm_memory to llm_memory_app")
        admin.execute(harm)
    assert said in " ".join(problems(fresh))
    with database.connect(fresh.application) as connection, pytest.raises(ServerError):
        examine.require(connection)


def test_a_database_that_can_only_be_read_is_served(fresh: Urls, user: str) -> None:
    """As a replica, which says the same of itself."""
    message = {"id": "m0", "session": "s", "role": "user", "content": "I sing in a choir."}
    with serving(fresh) as served, served.client(user) as client:
        assert client.post("/v1/messages", json={"messages": [message]}).status_code == 201
    name = conninfo_to_dict(fresh.admin)["dbname"]
    with database.connect(fresh.admin) as admin:
        key = keys.add(admin, "reads")
        admin.execute(f"alter database {name} set default_transaction_read_only = on")
    with database.connect(fresh.application) as connection:
        assert examine.problems(connection) == [] and database.is_read_only(connection)
    with serving(fresh, key) as served, served.client(user) as client:
        assert client.get("/v1/messages").json()["messages"][0]["id"] == "m0"
        found = client.post("/v1/search", json={"query": "choir"}).json()["passages"]
        assert [each["message"] for each in found] == ["m0"]
        assert client.post("/v1/context", json={"prompt": "my choir"}).status_code == 200
        refused = client.post("/v1/messages", json={"messages": [{**message, "id": "m1"}]})
        assert (refused.status_code, refused.json()["title"]) == (403, "This server only reads")


@pytest.mark.parametrize(
    ("power", "back", "said"),
    [
        ("superuser", "nosuperuser", "is a superuser"),
        ("bypassrls", "nobypassrls", "exempt from row-level security"),
        ("createrole", "nocreaterole", "allowed to create roles"),
        ("replication", "noreplication", "allowed to copy the whole database"),
    ],
)
def test_a_role_with_too_much_power_is_refused(
    postgres: Any, power: str, back: str, said: str
) -> None:
    urls = postgres.urls()
    with database.connect(urls.admin) as admin:
        admin.execute(f"create role {(name := f'r{uuid.uuid4().hex}')} {power}")
        admin.execute(f"grant {name} to llm_memory_app")  # also what it can become counts
        try:
            assert said in " ".join(problems(urls))
        finally:
            admin.execute(f"drop role {name}")
        admin.execute(f"alter role llm_memory_app {power}")
        try:
            assert said in " ".join(problems(urls))
        finally:
            admin.execute(f"alter role llm_memory_app {back}")
    assert problems(urls) == []


@pytest.mark.parametrize(
    "power", ["pg_read_server_files", "pg_write_server_files", "pg_execute_server_program"]
)
def test_a_role_that_reaches_the_files_is_refused(postgres: Any, power: str) -> None:
    urls = postgres.urls()
    with database.connect(urls.admin) as admin:
        admin.execute(f"grant {power} to llm_memory_app")
        try:
            assert f"{power}, which the server has, is allowed" in " ".join(problems(urls))
        finally:
            admin.execute(f"revoke {power} from llm_memory_app")
    assert problems(urls) == []


def test_a_newer_or_changed_database_is_refused(fresh: Urls) -> None:
    with database.connect(fresh.admin) as admin:
        admin.execute("insert into llm_memory.migrations values (9999, 'later', '')")
        with pytest.raises(ServerError, match="9999"):
            migrations.migrate(admin)
        with pytest.raises(ServerError, match="9999"):
            problems(fresh)
        admin.execute("delete from llm_memory.migrations where number = 9999")
        admin.execute("update llm_memory.migrations set hash = 'x' where number = 1")
        with pytest.raises(ServerError, match="not the one that was applied"):
            migrations.migrate(admin)


def test_migrating_again_changes_nothing(fresh: Urls) -> None:
    with database.connect(fresh.admin) as admin:
        assert migrations.migrate(admin) == []


def test_the_application_reads_a_key_by_its_id_and_no_other_way(postgres: Any) -> None:
    urls = postgres.urls()
    with database.connect(urls.admin) as admin:
        given = keys.add(admin, "one", for_user="ada")
    with database.connect(urls.application) as connection:
        for sql in (
            "select * from {}",
            "delete from {}",
            "truncate {}",
            "drop table {}",
        ):
            for table in ("keys", "audit", "audit_secret"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(sql.format(f"llm_memory.{table}"))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("set role llm_memory_owner")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("select llm_memory.subject_of('ada')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("create table llm_memory.mine (a int)")
    pool = database.pool(urls.application, 1)
    with pool.connection() as db:
        found = keys.find(db, given)
        assert found and found.for_user == "ada"
        for wrong in (given[:-1], given + "x", given.replace("lum_", "lum-"), given[:17], "", "é"):
            assert keys.find(db, wrong) is None
        last = "A" if given[20] != "A" else "B"
        assert keys.find(db, given[:20] + last + given[21:]) is None
    with database.connect(urls.admin) as admin:
        [hashed] = admin.execute(
            "select hash from llm_memory.keys where id = %s", [given.split("_")[1]]
        ).fetchone() or [b""]
        assert given.split("_", 2)[2].encode() not in bytes(hashed)
        assert keys.revoke(admin, given.split("_")[1]) == 1
    with pool.connection() as db:
        assert keys.find(db, given) is None
    pool.close()


def test_an_expired_key_is_no_key(postgres: Any) -> None:
    from datetime import datetime, timezone

    urls = postgres.urls()
    past = datetime(2020, 1, 1, tzinfo=timezone.utc)
    with database.connect(urls.admin) as admin:
        given = keys.add(admin, "past", expires_at=past)
    pool = database.pool(urls.application, 1)
    with pool.connection() as db:
        assert keys.find(db, given) is None
    pool.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    made = open_folder()
    yield made / "db"
    shutil.rmtree(made, ignore_errors=True)


def test_an_embedded_database_that_was_killed_is_taken_over(folder: Path) -> None:
    server = embedded.Server(folder)
    try:
        urls = server.start()
        with database.connect(urls.admin) as admin:
            keys.add(admin, "kept")
        with pytest.raises(ServerError, match="Another server uses"):
            embedded.Server(folder).start()
        os.kill(int((server.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        while server.is_running():
            pass
        server.ensure_running()
        with database.connect(urls.admin) as admin:
            assert [row[1] for row in keys.listed(admin)] == ["kept"]
    finally:
        server.stop()
    assert not server.is_running()
    again = embedded.Server(folder)
    try:
        assert again.start() == urls
    finally:
        again.stop()


def postmaster(server: embedded.Server) -> int:
    """The pid that PostgreSQL wrote down; 0 for none."""
    try:
        return int((server.data / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return 0


def test_one_that_is_still_starting_is_waited_for(folder: Path) -> None:
    """As after the server was killed while it started the database again."""
    server = embedded.Server(folder)
    urls = server.start()
    server.stop()
    program = ["-W", "-l", str(server.log), "-o", f"-h '' -k {server._socket_folder()}", "start"]
    while True:  # until it is stopped before it takes connections
        begun = threading.Thread(target=server._run, args=("pg_ctl", *program))
        begun.start()
        while not (pid := postmaster(server)):
            pass
        os.kill(pid, signal.SIGSTOP)
        begun.join()
        if "ready" not in (server.data / "postmaster.pid").read_text():
            break
        os.kill(pid, signal.SIGKILL)
        (server.data / "postmaster.pid").unlink()
    again = embedded.Server(folder)
    try:
        with ThreadPoolExecutor(1) as threads:
            started = threads.submit(again.start)
            wait([started], timeout=3)
            is_waiting = not started.done()
            os.kill(pid, signal.SIGCONT)
            assert started.result() == urls and is_waiting
    finally:
        again.stop()


def test_a_command_waits_while_another_process_starts_it(folder: Path) -> None:
    """As `key add` right after the first `serve`, which has yet to create everything."""
    code = (
        "import sys, pathlib\n"
        "from llm_user_memory.server import embedded\n"
        "server = embedded.Server(pathlib.Path(sys.argv[1]))\n"
        "server.start()\n"
        "sys.stdin.read()\n"
        "server.stop()\n"
    )
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as first:
        while not (folder / "serve.lock").exists():
            assert first.poll() is None
        attached = run.opened(run.ChosenDatabase(Urls("", ""), folder))
        with attached as urls, database.connect(urls.admin) as admin:
            keys.add(admin, "early")
        first.communicate()
    assert first.returncode == 0


def test_no_command_stops_the_database_that_another_command_uses(folder: Path) -> None:
    """Two commands at once, and no server: the one that started it stops it."""
    where = run.ChosenDatabase(Urls("", ""), folder)
    is_in, may_go = threading.Event(), threading.Event()

    def second() -> None:
        with run.opened(where) as urls:
            is_in.set()
            assert may_go.wait(60)
            with database.connect(urls.admin) as admin:
                keys.add(admin, "second")

    with ThreadPoolExecutor(1) as threads:
        with run.opened(where) as urls:
            begun = threads.submit(second)
            is_in.wait(3)
            with database.connect(urls.admin) as admin:
                keys.add(admin, "first")
        may_go.set()
        begun.result()
    with run.opened(where) as urls, database.connect(urls.admin) as admin:
        assert {row[1] for row in keys.listed(admin)} == {"first", "second"}


def test_a_database_that_was_killed_while_it_was_created_is_created_again(folder: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from llm_user_memory.server import embedded\n"
        "embedded.Server(pathlib.Path(sys.argv[1])).start()\n"
    )
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, start_new_session=True) as creating:
        while not list(folder.rglob("PG_VERSION")):
            assert creating.poll() is None
        os.killpg(creating.pid, signal.SIGKILL)
    server = embedded.Server(folder)
    try:
        with database.connect(server.start().admin) as admin:
            keys.add(admin, "kept")
    finally:
        server.stop()
    left = {each.name for each in folder.iterdir() if each.is_dir()}
    assert left == {"postgres"}


def test_another_process_with_its_number_is_not_the_embedded_database(folder: Path) -> None:
    """As after the machine lost its power, and numbers of processes are given anew."""
    server = embedded.Server(folder)
    server.start()
    names = [server.data / name for name in ("postmaster.pid", ".s.PGSQL.5432.lock")]
    left = [name.read_text().split("\n", 1) for name in names]
    owner = server.data.stat().st_uid
    server.stop()
    other = subprocess.Popen(["sleep", "600"], user=owner if os.geteuid() == 0 else None)
    try:
        for name, (_pid, rest) in zip(names, left, strict=True):
            name.write_text(f"{other.pid}\n{rest}")
            os.chown(name, owner, -1)
        again = embedded.Server(folder)
        assert not again.is_running()
        urls = again.start()
        with database.connect(urls.application) as connection:
            assert examine.problems(connection) == []
        again.stop()
    finally:
        other.kill()
        other.wait()


def test_nobody_gets_into_the_embedded_database_without_a_password(postgres: Any) -> None:
    host = postgres.data
    for role in ("postgres", "llm_memory_app"):
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(host=str(host), dbname="llm_memory", user=role, password="guessed")
    assert postgres.data.stat().st_mode & 0o077 == 0
    assert (postgres.folder / "passwords.json").stat().st_mode & 0o077 == 0
