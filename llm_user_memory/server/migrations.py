"""Applies the SQL files of `migrations/`, in order and once each, as the role that owns the tables.

They are plain SQL and append-only. A file that was applied and is different now is an error.
"""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ServerError

if TYPE_CHECKING:
    from psycopg import Connection

OWNER = "llm_memory_owner"
"""Owns the schema; nobody logs in as this role."""

APPLICATION = "llm_memory_app"
"""The role that the server's processes log in as."""

_LOCK = 7_203_115_604  # of all databases' numbers for advisory locks, ours

_BOOTSTRAP = f"""
do $$ begin
    if not exists (select from pg_roles where rolname = '{OWNER}') then
        create role {OWNER} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
    end if;
    if not exists (select from pg_roles where rolname = '{APPLICATION}') then
        create role {APPLICATION} login nosuperuser nocreatedb nocreaterole nobypassrls noinherit;
    end if;
    if not pg_has_role(current_user, '{OWNER}', 'member') then
        execute format('grant {OWNER} to %I', current_user);
    end if;
end $$;
create extension if not exists vector;
create schema if not exists llm_memory authorization {OWNER};
grant usage on schema llm_memory to {APPLICATION};
"""

_TABLE = """
create table if not exists llm_memory.migrations (
    number int primary key,
    name text not null,
    hash text not null,
    applied_at timestamptz not null default now()
);
grant select on llm_memory.migrations to llm_memory_app;
"""


class Migration(NamedTuple):
    """One file: its number, its name, and its SQL."""

    number: int
    name: str
    sql: str

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def shipped() -> list[Migration]:
    """Return the migrations of this version, in order."""
    folder = files(__package__) / "migrations"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return [Migration(int(name[:4]), name[5:-4], (folder / name).read_text()) for name in names]


def migrate(admin: "Connection") -> list[Migration]:
    """Create what is missing, and return the migrations that were applied.

    `admin` is a connection in autocommit mode of a role that may create roles and extensions.
    Processes that migrate at the same time wait for each other. Raises ServerError if the
    database is of a newer version, or a migration changed after it was applied.
    """
    with admin.transaction():
        admin.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        admin.execute(_BOOTSTRAP)
        admin.execute(f"set local role {OWNER}")
        admin.execute("set local search_path = llm_memory, public")
        admin.execute(_TABLE)
        pending = _pending(_applied(admin))
        for each in pending:
            admin.execute(each.sql)
            admin.execute(
                "insert into llm_memory.migrations (number, name, hash) values (%s, %s, %s)",
                (each.number, each.name, each.hash),
            )
    return pending


def missing(connection: "Connection") -> list[Migration]:
    """Return the migrations that were not applied yet; raises as `migrate`."""
    found = connection.execute("select to_regclass('llm_memory.migrations')").fetchone()
    if found is None or found[0] is None:
        return shipped()
    return _pending(_applied(connection))


def _applied(connection: "Connection") -> dict[int, str]:
    return dict(connection.execute("select number, hash from llm_memory.migrations").fetchall())


def _pending(applied: dict[int, str]) -> list[Migration]:
    known = shipped()
    _refuse(applied, known)
    return [each for each in known if each.number not in applied]


def _refuse(applied: dict[int, str], known: Sequence[Migration]) -> None:
    numbers = {each.number for each in known}
    if newer := sorted(set(applied) - numbers):
        raise ServerError(
            f"The database has migration {newer[-1]}, which this version does not know.",
            untouched="Nothing was changed.",
            remedy="Install the version that wrote it, or a newer one.",
        )
    for each in known:
        if applied.get(each.number, each.hash) != each.hash:
            raise ServerError(
                f"Migration {each.number} ({each.name}) is not the one that was applied.",
                untouched="Nothing was changed.",
                remedy="Install the version that created the database.",
            )
