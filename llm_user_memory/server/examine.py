"""Examines a database before the server uses it: nothing may be able to get round the policies."""

import re
from typing import TYPE_CHECKING, Any

from ..errors import ServerError
from . import database, migrations

if TYPE_CHECKING:
    from psycopg import Connection

_OLDEST = 150_000  # PostgreSQL 15
_OLDEST_VECTOR = (0, 7)  # the first with halfvec
_POLICY = "(user_id = current_setting('llm_memory.user_id'::text, true))"

_WHAT = (
    "a superuser",
    "exempt from row-level security",
    "allowed to create roles",
    "allowed to copy the whole database, as replication does",
    "allowed to get to the database's files",
)

# A superuser is a member of all roles, which need not be said of it.
_POWERS = """
select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication,
    r.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
    and not (select rolsuper from pg_roles where rolname = current_user)
from pg_roles r where pg_has_role(current_user, r.oid, 'member')
"""

_TABLES = """
select c.relname, c.relrowsecurity, c.relforcerowsecurity,
    pg_has_role(current_user, c.relowner, 'member') as owned,
    has_table_privilege(c.oid, 'truncate') or has_table_privilege(c.oid, 'trigger') as too_much,
    array(select pg_get_expr(p.polqual, p.polrelid) from pg_policy p
          where p.polrelid = c.oid and p.polpermissive and p.polqual is not null
          and (0 = any(p.polroles) or exists (select from unnest(p.polroles) g(role)
               where pg_has_role(current_user, g.role, 'member')))) as reads,
    array(select pg_get_expr(p.polwithcheck, p.polrelid) from pg_policy p
          where p.polrelid = c.oid and p.polpermissive and p.polwithcheck is not null
          and (0 = any(p.polroles) or exists (select from unnest(p.polroles) g(role)
               where pg_has_role(current_user, g.role, 'member')))) as writes
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
where c.relnamespace = 'llm_memory'::regnamespace and c.relkind in ('r', 'p')
order by 1
"""


def problems(connection: "Connection[Any]") -> list[str]:
    """Return why the database must not be used with this connection's role; [] if it may be.

    Raises ServerError if the database is of a newer version.
    """
    if connection.info.server_version < _OLDEST:
        return [f"PostgreSQL is version {connection.info.server_version // 10_000}, 15 is needed."]
    if pending := migrations.missing(connection):
        return [f"{len(pending)} migrations are missing: run `llm memory serve migrate`."]
    found = [*_of_extension(connection), *_of_role(connection), *_of_tables(connection)]
    return found or ([] if database.is_read_only(connection) else _probe(connection))


def facts(connection: "Connection[Any]") -> list[str]:
    """Return what the database is, in lines."""
    version = connection.info.server_version
    role = connection.execute("select current_user").fetchone()
    vector = _vector(connection)
    return [
        f"PostgreSQL {version // 10_000}.{version % 10_000}, role {role[0] if role else '?'}",
        *([f"pgvector {vector}"] if vector else []),
    ]


def queue(connection: "Connection[Any]") -> tuple[str, list[str]]:
    """Return how many sessions wait to be learned from, in a line, and what is wrong with them."""
    waiting, due, failing, aside = connection.execute(
        "select jobs_waiting, jobs_due, jobs_failing, jobs_aside from llm_memory.queue_state()"
    ).fetchone() or (0, 0, 0, 0)
    state = f"Sessions that wait to be learned from: {waiting:,}, due: {due:,}, failed: {failing:,}"
    wrong = (
        f"Sessions put aside, as they failed or their process ended again and again: {aside:,}. "
        "`llm memory serve aside` lists them, `llm memory serve aside --retry` tries them again."
    )
    return state, [wrong] if aside else []


def require(connection: "Connection[Any]") -> None:
    """Raise ServerError if there are `problems`."""
    if found := problems(connection):
        raise ServerError(
            " ".join(found),
            untouched="The server did not start.",
            remedy=f"It must connect as {migrations.APPLICATION}, and as nobody else.",
        )


def _vector(connection: "Connection[Any]") -> str:
    """The version of pgvector, "" if it is not there."""
    query = "select extversion from pg_extension where extname = 'vector'"
    found = connection.execute(query).fetchone()
    return str(found[0]) if found else ""


def _of_extension(connection: "Connection[Any]") -> list[str]:
    if not (version := _vector(connection)):
        return ["pgvector is not there: run `create extension vector` as a superuser."]
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < _OLDEST_VECTOR:
        needed = ".".join(map(str, _OLDEST_VECTOR))
        return [f"pgvector is version {version}, {needed} is needed."]
    return []


def _of_role(connection: "Connection[Any]") -> list[str]:
    found = []
    for name, *powers in connection.execute(_POWERS).fetchall():
        for has, what in zip(powers, _WHAT, strict=True):
            if has:
                found.append(f"The role {name}, which the server has, is {what}.")
    return found


def _of_tables(connection: "Connection[Any]") -> list[str]:
    found = []
    rows = connection.execute(_TABLES).fetchall()
    for name, enabled, forced, owned, too_much, reads, writes in rows:
        if not (enabled and forced):
            found.append(f"The table {name} has no row-level security in force.")
        if owned:
            found.append(f"The role owns the table {name}, and could switch its policy off.")
        if too_much:
            found.append(f"The role may empty the table {name}, or put a trigger on it.")
        if set(reads) != {_POLICY} or set(writes) != {_POLICY}:
            found.append(f"The policy of the table {name} is not the one of the migrations.")
    return found if rows else ["There are no tables."]


def _probe(connection: "Connection[Any]") -> list[str]:
    """Try to see and change, as one user, what another wrote. All of it is rolled back."""
    import psycopg

    def name(user: str) -> None:
        connection.execute("select set_config('llm_memory.user_id', %s, true)", (user,))

    found = []
    with connection.transaction(force_rollback=True):
        name("\x01 probe")
        connection.execute("insert into llm_memory.users default values on conflict do nothing")
        name("\x01 another probe")
        if connection.execute("select 1 from llm_memory.users").fetchone():
            found.append("A user can see what is another's.")
        if connection.execute("update llm_memory.users set created_at = now()").rowcount:
            found.append("A user can change what is another's.")
        try:
            with connection.transaction():
                connection.execute("insert into llm_memory.users (user_id) values ('\x01 probe 3')")
                found.append("A user can write in another's name.")
        except psycopg.errors.InsufficientPrivilege:
            pass
        name("")
        if connection.execute("select 1 from llm_memory.users").fetchone():
            found.append("Nobody can see what is somebody's.")
    return found
