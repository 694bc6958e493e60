"""Reading the recorded versions of the profile. Writes nothing: `commit` adds versions."""

import sqlite3
from typing import NamedTuple

from . import texts
from .texts import Texts

SAVED = "saved"
"""The `note` of a version that the user saved in an editor."""

CONFLICT = "conflict"
"""The `note` of a text that another machine saved. It was merged, but never in profile.md."""


class Version(NamedTuple):
    """One state of the profile, numbered from 1.

    `created` is in seconds since 1970. `origin` is "user" or "update". `restores` is the number of
    the version that this one brought back, if any.
    """

    n: int
    created: float
    origin: str
    note: str
    update_id: int | None
    restores: int | None
    text: str


def latest(db: sqlite3.Connection) -> Version | None:
    """Return the newest version, None if there is none."""
    return next(iter(newest(db, 1)), None)


def newest(db: sqlite3.Connection, limit: int, before: int | None = None) -> list[Version]:
    """Return the newest `limit` versions, with `before` those before it; the newest first."""
    query = "select * from versions where ? is null or n < ? order by n desc limit ?"
    rows = db.execute(query, (before, before, limit)).fetchall()
    known = Texts(db)
    return [_version(row, known) for row in rows]


def count(db: sqlite3.Connection, since: float = 0.0) -> int:
    """Return the number of versions that were made since a time, in seconds since 1970."""
    query = "select count(*) from versions where created >= ?"
    return int(db.execute(query, (since,)).fetchone()[0])


def find(db: sqlite3.Connection, n: int) -> Version | None:
    """Return version `n`, or None."""
    if n >= 2**63:  # larger than SQLite's integers
        return None
    return _only(db, "select * from versions where n = ?", n)


def has_text(db: sqlite3.Connection, text: str, note: str = "") -> bool:
    """Tell whether a version, or one with this note, has exactly this text."""
    query = "select 1 from versions where digest = ? and ? in ('', note) limit 1"
    return db.execute(query, (texts.digest(text), note)).fetchone() is not None


def has_note(db: sqlite3.Connection, note: str) -> bool:
    """Tell whether a version has this note."""
    query = "select 1 from versions where note = ? limit 1"
    return db.execute(query, (note,)).fetchone() is not None


def preceding(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version with the next lower number, None for the first."""
    return _only(db, "select * from versions where n < ? order by n desc limit 1", version.n)


def before(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version that undoing `version` restores, None if there is none.

    An undo counts as the version that it restored, so a second undo goes one version further
    back. Undoing a restore brings back the version before the restore.
    """
    while version.note == "undo" and version.restores is not None:
        restored = find(db, version.restores)
        if restored is None:
            break
        version = restored
    query = """
        select * from versions where n < ? and note != ? and digest != ? order by n desc limit 1
    """
    return _only(db, query, version.n, CONFLICT, texts.digest(version.text))


def signature(db: sqlite3.Connection) -> str:
    """Return a text that changes whenever a version is made, is deleted, or gets another text."""
    rows = db.execute("select n, digest from versions order by n").fetchall()
    return texts.digest(repr([tuple(row) for row in rows])).hex()


def _only(db: sqlite3.Connection, query: str, *values: object) -> Version | None:
    """The one version that the query finds, or None."""
    row = db.execute(query, values).fetchone()
    return _version(row, Texts(db)) if row else None


def _version(row: sqlite3.Row, known: Texts) -> Version:
    # In a damaged database, SQLite may read a page of another table without an error.
    if not isinstance(row["digest"], bytes) or not isinstance(row["created"], float):
        raise sqlite3.DatabaseError("a version on record is none")
    return Version(
        row["n"],
        row["created"],
        row["origin"],
        row["note"],
        row["update_id"],
        row["restores"],
        known.read(row["n"], row["digest"]),
    )
