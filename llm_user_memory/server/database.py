"""Connections to PostgreSQL, and transactions in the name of one user.

All that is read or written of a user is done in a block of `transaction`, which names the user to
the policies of row-level security. The name ends with the transaction, so that a connection that
goes back to the pool belongs to nobody.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import ServerError

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow
    from psycopg_pool import ConnectionPool

# The classes of errors of a connection, and of an operator who intervenes but for one statement.
_AWAY = ("08", "57P")

# Seconds.
_PATIENCE = 10.0
_OPTIONS = (
    "-c search_path=llm_memory,public -c timezone=UTC -c statement_timeout=30000 "
    "-c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000"
)


class Connections(Protocol):
    """What lends connections: a pool, or a part of one."""

    def connection(self) -> "AbstractContextManager[Connection[DictRow]]":
        """Lend a connection for a block, which commits its transaction or rolls it back."""


def connect(url: str, *, autocommit: bool = True) -> "Connection":
    """Return a connection of its own, with rows as tuples. Raises ServerError."""
    import psycopg

    try:
        return psycopg.connect(url, autocommit=autocommit, connect_timeout=int(_PATIENCE))
    except psycopg.Error as error:
        raise ServerError(
            f"The database cannot be reached: {' '.join(str(error).split())[:300]}",
            untouched="Nothing was changed.",
            remedy="Check the URL, and that PostgreSQL runs.",
        ) from error


def cursor_key(connection: "Connection") -> bytes:
    """Return the key of the cursors, which all servers on this database have."""
    [key] = connection.execute("select llm_memory.cursor_key()").fetchone() or [b""]
    return bytes(key)


def pool(url: str, size: int) -> "ConnectionPool[Connection[DictRow]]":
    """Return an open pool of at most so many connections, with rows as dictionaries.

    It opens them as they are needed, and replaces those that the database closed.
    """
    from psycopg.rows import dict_row
    from psycopg_pool import ConnectionPool

    return ConnectionPool(
        url,
        min_size=1,
        max_size=size,
        timeout=_PATIENCE,
        open=True,
        # What is run often is prepared: planning it costs more than running it. Such a statement
        # keeps its plan for whoever is named later, which policies allow. Transactions are begun by
        # `begin`, together with what they always begin with.
        kwargs={"row_factory": dict_row, "options": _OPTIONS, "autocommit": True},
    )


def is_away(error: Exception) -> bool:
    """Tell whether an error says that the database cannot be reached, or is being stopped.

    Others, such as a statement that took too long, are of what was asked of it.
    """
    from psycopg import OperationalError

    if not isinstance(error, OperationalError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(_AWAY)


@contextmanager
def transaction(
    source: Connections, user_id: str, *, is_durable: bool = True
) -> Iterator["Connection[DictRow]"]:
    """Run a block in one transaction in the name of a user. Only `ensure_user` creates their row.

    A crash of the database may forget what was not `is_durable`, if that was within half a second;
    nobody waits for the disk then.

    Raises what psycopg does: OperationalError if the database is away, PoolTimeout if all
    connections are in use for ten seconds.
    """
    with source.connection() as connection:
        begin(connection, user_id, is_durable=is_durable)
        yield connection


def begin(
    connection: "Connection[Any]",
    user_id: str,
    *,
    is_snapshot: bool = False,
    is_durable: bool = True,
) -> None:
    """Begin a transaction and name the user to the policies until its end, in one message.

    The block in which the pool lent the connection commits it, or rolls it back. With `is_snapshot`
    all that is read in it is of one moment.
    """
    from psycopg import sql

    steps = [sql.SQL("begin isolation level repeatable read" if is_snapshot else "begin")]
    if not is_durable:
        steps.append(sql.SQL("set local synchronous_commit = off"))
    name = sql.SQL("select set_config('llm_memory.user_id', {}, true)").format(sql.Literal(user_id))
    # Several statements in one message cannot be prepared.
    connection.execute(sql.SQL("; ").join([*steps, name]), prepare=False)


def ensure_user(connection: "Connection[Any]") -> None:
    """Create the named user's row, if there is none."""
    connection.execute("insert into users default values on conflict do nothing")


def is_read_only(connection: "Connection[Any]") -> bool:
    """Tell whether nothing can be written with this connection, as on a replica."""
    query = "select 1 where current_setting('transaction_read_only') = 'on'"
    return connection.execute(query).fetchone() is not None


def lock_user(connection: "Connection[Any]") -> None:
    """Create the named user's row if needed, and hold it: one change of a profile at a time."""
    ensure_user(connection)
    hold_user(connection)


def hold_user(connection: "Connection[Any]") -> None:
    """Hold the named user's row, if there is one, until the end of the transaction.

    Before any other row that another transaction may hold, so that two never wait for each other.
    Rows that name the user may still be added: a lock that forbids that could not be had by two
    that have added one.
    """
    connection.execute("select 1 from users for no key update")
