"""The command `serve`, and its `init`, `migrate`, `check`, `audit`, `aside` and `key`."""

import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta, timezone
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import ServerError
from ..text.plurals import counted
from .base import Group, Number, json_option, memory
from .changes import tell
from .output import echo, echo_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from psycopg import Connection

    from ..server.embedded import Urls
    from ..server.run import ChosenDatabase

_NEEDED = ("starlette", "uvicorn", "psycopg", "psycopg_pool", "prometheus_client", "mcp")


def in_database(command: Callable[..., None]) -> Callable[..., None]:
    """Pass the database that the options of `serve` name to a command, as its first argument."""

    @click.pass_obj
    @wraps(command)
    def with_database(named: tuple[str | None, Path | None], *values: Any, **options: Any) -> None:
        command(_chosen(*named), *values, **options)

    return with_database


@memory.group(cls=Group, invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this address")
@click.option(
    "--port",
    type=Number(1, 65_535),
    default=8377,
    show_default=True,
    help="Listen on this port",
)
@click.option("--workers", type=Number(1), default=1, show_default=True, help="Number of processes")
@click.option(
    "--database",
    metavar="URL",
    help="Use this PostgreSQL; the URL is that of the application's role",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the PostgreSQL that is made in this folder",
)
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    workers: int,
    database: str | None,
    folder: Path | None,
) -> None:
    """
    Give each user of a chat program a memory, over HTTP

    Without a database one is made in a folder, and the first key is printed:

        llm memory serve

    Another PostgreSQL, with pgvector, is named by the variables
    LLM_MEMORY_SERVER_DATABASE and LLM_MEMORY_SERVER_ADMIN. docs/server.md has more.
    """
    ctx.obj = (database, folder)
    if ctx.invoked_subcommand is None:
        _serve(_chosen(database, folder), host, port, workers)


def _serve(where: "ChosenDatabase", host: str, port: int, workers: int) -> None:
    from ..server import embedded, run

    if where.folder is not None:
        if embedded.creates_system_user():
            name = embedded.SYSTEM_USER
            echo(f"PostgreSQL does not run as root: creating the system user {name}.", err=True)
        echo(f"The database is in {where.folder}.", err=True)

    def begins() -> None:
        echo(f"Listening on http://{host}:{port}, documented at /docs.", err=True)

    run.serve(where, host=host, port=port, workers=workers, first_key=_show_first, begins=begins)


@serve.command()
@json_option
@in_database
def init(where: "ChosenDatabase", as_json: bool) -> None:
    """
    Create roles and tables, and print the application's URL

    It needs LLM_MEMORY_SERVER_ADMIN, the URL of a role that may create roles and
    extensions. The application's role gets a new password each time.
    """
    from ..server import run

    with _opened(where) as urls:
        what = f"The database is in {where.folder}."
        url = run.init(urls) if where.folder is None else None
    if as_json:
        tell(what if url is None else "Roles and tables are made.", as_json=True, database=url)
    else:
        echo(what if url is None else f"LLM_MEMORY_SERVER_DATABASE={url!r}")


@serve.command()
@json_option
@in_database
def migrate(where: "ChosenDatabase", as_json: bool) -> None:
    """Bring the tables to this version"""
    from ..server import migrations

    with _administered(where) as admin:
        made = [
            f"{each.number:04} {each.name.replace('_', ' ')}" for each in migrations.migrate(admin)
        ]
    what = "The database is up to date."
    if as_json:
        tell(what, as_json=True, changed=bool(made), migrations=made)
    else:
        echo("\n".join([*made, what]))


@serve.command()
@click.option(
    "--try-models", is_flag=True, help="Ask the model and the embedding model, a request each"
)
@json_option
@in_database
def check(where: "ChosenDatabase", try_models: bool, as_json: bool) -> None:
    """Check database, role and policies, queue and models"""
    from ..server import database, examine, model_check, settings

    with _opened(where) as urls:
        if not urls.application:
            raise ServerError("LLM_MEMORY_SERVER_DATABASE is not set.")
        with database.connect(urls.application) as connection:
            facts, found = list(examine.facts(connection)), list(examine.problems(connection))
            if not found:
                state, found = examine.queue(connection)
                facts += ["Users are apart from each other.", state]
    for model in model_check.examined(settings.read_settings(), are_asked=try_models):
        (found if model.is_problem else facts).append(model.what)
    if as_json:
        echo_json({"healthy": not found, "facts": facts, "problems": found})
    else:
        for line in facts:
            echo(line)
        for problem in found:
            echo(problem, err=True)
    if found:
        raise SystemExit(1)


def _user_id(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    from ..server import keys

    if given is not None:
        keys.require_name("user's id", given, untouched="Nothing was changed.")
    return given


@serve.command()
@click.option("--user", metavar="ID", callback=_user_id, help="Only what was done to this user")
@click.option(
    "--limit", type=Number(1), default=100, show_default=True, help="Show at most so many"
)
@json_option
@in_database
def audit(where: "ChosenDatabase", user: str | None, limit: int, as_json: bool) -> None:
    """Show what was changed and taken out, the latest first"""
    from ..server import audit

    with _administered(where) as admin:
        found = audit.listed(admin, user, limit)
    if as_json:
        names = ("at", "key", "action", "number")
        echo_json([dict(zip(names, (at.isoformat(), *rest), strict=True)) for at, *rest in found])
    else:
        for at, key_id, action, number in found:
            echo(f"{at:%Y-%m-%d %H:%M:%S %Z}  {key_id}  {action}  {number}")
        if not found:
            echo("Nothing was changed or taken out.", err=True)


@serve.command()
@click.option("--user", metavar="ID", callback=_user_id, help="Only those of this user")
@click.option("--retry", is_flag=True, help="Try them again, each once")
@json_option
@in_database
def aside(where: "ChosenDatabase", user: str | None, retry: bool, as_json: bool) -> None:
    """
    List the sessions that were put aside, or try them again

    A session is put aside if the process that learns from it ended each time, five
    times in a row, as when it was killed for the memory it took; or if learning from
    it failed ten times in a row, and not because the model or the database was away.
    """
    from ..server import jobs

    with _administered(where) as admin:
        if retry:
            taken = jobs.take_up(admin, user)
        else:
            found = jobs.put_aside(admin, user)
    if retry:
        what = f"{counted(len(taken), 'session')} to be learned from again, once."
        sessions = [{"user": owner, "session": session} for owner, session in taken]
        tell(what, as_json=as_json, changed=bool(taken), sessions=sessions)
    elif as_json:
        names = ("user", "session", "error", "at")
        echo_json([dict(zip(names, (*rest, at.isoformat()), strict=True)) for *rest, at in found])
    else:
        for owner, session, error, at in found:
            echo(f"{at:%Y-%m-%d %H:%M:%S %Z}  {owner}  {session}  {error}")
        if not found:
            echo("No session was put aside.", err=True)


@serve.group(cls=Group)
def key() -> None:
    """Make, list and revoke the keys of the API"""


@key.command()
@click.argument("name")
@click.option("--user", "for_user", metavar="ID", help="For this user alone")
@click.option(
    "--shared",
    multiple=True,
    metavar="ID",
    help="It may also search the memory of this user, repeatable",
)
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(["read", "write", "admin", "metrics", "tools"]),
    help="What it may do, repeatable; all but “tools” if left out",
)
@click.option("--days", type=Number(1, 36_500), help="Valid for so many days")
@json_option
@in_database
def add(
    where: "ChosenDatabase",
    name: str,
    for_user: str | None,
    shared: tuple[str, ...],
    scopes: tuple[str, ...],
    days: int | None,
    as_json: bool,
) -> None:
    """Make a key, and print it this one time"""
    from ..server import keys

    expires = datetime.now(timezone.utc) + timedelta(days=days) if days else None
    if for_user is not None and scopes == ("metrics",):
        raise click.UsageError("A key for one user alone cannot have the scope “metrics”.")
    with _administered(where) as admin:
        keys.require_new(admin, name)
        made = keys.add(
            admin,
            name,
            scopes=scopes or keys.SCOPES,
            for_user=for_user,
            shared=shared,
            expires_at=expires,
        )
    back = f"llm memory serve {_same_database()}key revoke {keys.id_of(made)}"
    if as_json:
        tell("The key was made.", back=back, as_json=True, name=name, key=made)
    else:
        echo(made)
        tell("It is not shown again.", back=back, again="revokes it")


def _same_database() -> str:
    """The options of `serve` that name the same database, without secrets."""
    database, folder = click.get_current_context().obj
    if folder is not None:
        return f"--folder {shlex.quote(str(folder))} "
    return "--database URL " if database else ""


@key.command()
@click.argument("name")
@json_option
@in_database
def revoke(where: "ChosenDatabase", name: str, as_json: bool) -> None:
    """Revoke the keys with this name or id, at once"""
    from ..server import keys

    with _administered(where) as admin:
        number = keys.revoke(admin, name)
    what = f"Revoked {counted(number, 'key')}."
    if as_json:
        tell(what, as_json=True, name=name)
    else:
        echo(what)


@key.command("list")
@json_option
@in_database
def list_keys(where: "ChosenDatabase", as_json: bool) -> None:
    """List the keys, the newest first"""
    from ..server import keys

    with _administered(where) as admin:
        found = keys.listed(admin)
    if as_json:
        echo_json([_key_as_json(*each) for each in found])
        return
    for key_id, name, scopes, user, created, expires, revoked in found:
        ends = f"revoked {revoked:%Y-%m-%d}" if revoked else ""
        ends = ends or (f"until {expires:%Y-%m-%d}" if expires else "")
        whose = f"for {user}" if user is not None else "for any user"
        parts = (key_id, name, " ".join(scopes), whose, f"since {created:%Y-%m-%d}", ends)
        echo("  ".join(filter(None, parts)))
    if not found:
        echo("There are no keys: `llm memory serve key add NAME` makes one.", err=True)


def _key_as_json(
    key_id: str,
    name: str,
    scopes: list[str],
    user: str | None,
    *times: datetime | None,
) -> dict[str, Any]:
    dates = zip(("created", "expires", "revoked"), times, strict=True)
    moments = {what: at.timestamp() if at else None for what, at in dates}
    return {"id": key_id, "name": name, "scopes": list(scopes), "for_user": user, **moments}


def _opened(where: "ChosenDatabase") -> "AbstractContextManager[Urls]":
    from ..server import run

    return run.opened(where)


@contextmanager
def _administered(where: "ChosenDatabase") -> "Iterator[Connection]":
    from ..server import database, run

    with _opened(where) as urls, database.connect(run.administrator(urls)) as admin:
        yield admin


def _show_first(key: str) -> None:
    echo(f"The first key, for any user, shown this one time: {key}", err=True)


def _chosen(database: str | None, folder: Path | None) -> "ChosenDatabase":
    """The database that the options and the environment name. Raises ServerError."""
    from importlib.util import find_spec

    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise ServerError(
            f"The server needs {', '.join(missing)}.",
            untouched="Nothing was started.",
            remedy="Install it with `llm install 'llm-user-memory[server]'`.",
        )
    if folder and database:
        raise click.UsageError("Give --database or --folder, not both.")
    from ..server import run, settings

    found = settings.read_settings()
    return run.chosen_database(found._replace(database=database) if database else found, folder)
