"""Reading the recorded versions of the profile. Writes nothing: `commit` adds versions."""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from ...profile.document import facts

SAVED = "saved"
"""The `note` of a version that the user saved in an editor."""

CONFLICT = "conflict"
"""The `note` of a text that another machine saved. It is merged, and never the profile here."""


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


def newest(db: sqlite3.Connection, limit: int) -> list[Version]:
    """Return the newest `limit` versions, the newest first."""
    rows = db.execute("select * from versions order by n desc limit ?", (limit,))
    return [_version(row) for row in rows]


def find(db: sqlite3.Connection, n: int) -> Version | None:
    """Return version `n`, or None."""
    row = db.execute("select * from versions where n = ?", (n,)).fetchone()
    return _version(row) if row else None


def first_with(db: sqlite3.Connection, wanted: Sequence[str]) -> dict[str, Version]:
    """Return, for each of these facts, the first version since which all versions have it.

    Facts that the newest version does not have are left out.
    """
    first: dict[str, Version] = {}
    left = set(wanted)
    for row in db.execute("select * from versions order by n desc"):
        left &= {fact.text for fact in facts(row["text"])}
        if not left:
            break
        first |= dict.fromkeys(left, _version(row))
    return first


def has_text(db: sqlite3.Connection, text: str) -> bool:
    """Tell whether a version has exactly this text."""
    row = db.execute("select 1 from versions where text = ? limit 1", (text,)).fetchone()
    return row is not None


def preceding(db: sqlite3.Connection, version: Version) -> Version | None:
    """Return the version with the next lower number, None for the first."""
    query = "select * from versions where n < ? order by n desc limit 1"
    row = db.execute(query, (version.n,)).fetchone()
    return _version(row) if row else None


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
    query = "select * from versions where n < ? and note != ? order by n desc"
    rows = db.execute(query, (version.n, CONFLICT))
    return next((_version(row) for row in rows if row["text"] != version.text), None)


def _version(row: sqlite3.Row) -> Version:
    # In a damaged database SQLite may read another table's page as this table's, without an error.
    if not isinstance(row["text"], str) or not isinstance(row["created"], float):
        raise sqlite3.DatabaseError("a version on record is none")
    return Version(
        row["n"],
        row["created"],
        row["origin"],
        row["note"],
        row["update_id"],
        row["restores"],
        row["text"],
    )
