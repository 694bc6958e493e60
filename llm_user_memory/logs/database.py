"""Opening LLM's log database read-only, for a short time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .. import sqlite
from ..errors import LogsError
from . import fields

# Seconds to wait for a lock. A writer holds it for milliseconds. Callers in a hurry pass less.
PATIENCE = 2.0


@contextmanager
def opened(path: Path, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """Open the database in one read transaction, to read one batch. Raises LogsError."""
    with connected(path, patience) as db:
        # Without a transaction, a VACUUM could renumber the rows between two queries.
        db.execute("begin")
        yield db


@contextmanager
def connected(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    """Open the database read-only; a missing one counts as empty. Raises LogsError."""
    try:
        with closing(sqlite.connect(path if path.exists() else None, "ro", patience)) as db:
            db.text_factory = fields.lossless
            yield db
    except (sqlite3.Error, OSError) as error:
        raise LogsError(
            error_message(path, error),
            remedy="It is tried again; `llm logs status` tells whether LLM itself can read it.",
        ) from error


def error_message(path: Path, error: Exception, doing: str = "read") -> str:
    """Return the message for the user. `doing` is what failed: "read" or "written"."""
    # A reader gets this error if a journal must be rolled back, because that writes to the file.
    # SQLite's code for it, SQLITE_READONLY_ROLLBACK, is not available in Python 3.10.
    if doing == "read" and "readonly database" in str(error):
        return (
            f"A program was stopped while it wrote to LLM's log database {path}, and what it had "
            "begun has not been taken back yet: LLM does that the next time that it runs."
        )
    return f"LLM's log database {path} cannot be {doing}: {error}."


def schema_names(db: sqlite3.Connection) -> set[str]:
    """Return the names of all tables, indexes, views and triggers."""
    return {row["name"] for row in db.execute("select name from sqlite_master")}


def columns(db: sqlite3.Connection, table: str) -> set[str]:
    """Return the names of a table's columns; none if there is no such table."""
    return {row["name"] for row in db.execute("select name from pragma_table_info(?)", (table,))}
