"""Opening LLM's log database, read-only and briefly."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .. import sqlite
from ..errors import LogsError

# A writer holds the database for milliseconds; whoever cannot wait passes less.
PATIENCE = 2.0


@contextmanager
def opened(path: Path, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """Open the database for one batch, which sees one state of it. Raises LogsError."""
    with connected(path, patience) as db:
        # Between two looks, a VACUUM could renumber the rows.
        db.execute("begin")
        yield db


@contextmanager
def connected(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    """Open the database read-only; one that is not there is an empty one. Raises LogsError."""
    try:
        with closing(sqlite.connect(path if path.exists() else None, "ro", patience)) as db:
            yield db
    except (sqlite3.Error, OSError) as error:
        raise LogsError(
            problem(path, error),
            remedy="It is tried again; `llm logs status` tells whether LLM itself can read it.",
        ) from error


def problem(path: Path, error: Exception, doing: str = "read") -> str:
    """Return what the user is told when the database cannot be read, or "written"."""
    # Who only reads is told so where a journal has to be rolled back, which takes writing. SQLite's
    # own code for it is SQLITE_READONLY_ROLLBACK, which Python 3.10 does not pass on.
    if doing == "read" and "readonly database" in str(error):
        return (
            f"A program was stopped while it wrote to LLM's log database {path}, and what it had "
            "begun has not been taken back yet: LLM does that the next time that it runs."
        )
    return f"LLM's log database {path} cannot be {doing}: {error}."


def existing(db: sqlite3.Connection) -> set[str]:
    """Return the names of what the database holds."""
    return {row["name"] for row in db.execute("select name from sqlite_master")}


def columns(db: sqlite3.Connection, table: str) -> set[str]:
    """Return the names of a table's columns, none without the table."""
    return {row["name"] for row in db.execute("select name from pragma_table_info(?)", (table,))}
