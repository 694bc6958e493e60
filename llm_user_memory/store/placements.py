"""Facts that the user did not type, and facts that they moved to the archive or out of it.

Recorded by fingerprint. `learn.archiving` decides by them which facts may be moved.
"""

import sqlite3
import time
from collections.abc import Iterable, Mapping

from ..text import fingerprints
from . import forgotten


def record_brought(db: sqlite3.Connection, brought: Iterable[str]) -> None:
    """Record that facts were imported, or that another machine saved them."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        "insert or replace into brought values (?, ?)",
        [(fingerprints.of_fact(salt, fact), now) for fact in brought],
    )


def brought_at(db: sqlite3.Connection, wanted: Iterable[str]) -> dict[str, float]:
    """Return when facts were imported, or saved by another machine; others are left out."""
    return _recorded(db, "select fact, at from brought", wanted)


def record_placed(db: sqlite3.Connection, placed: Mapping[str, bool]) -> None:
    """Record that the user moved facts, in an editor, to the archive (true) or out of it."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        "insert or replace into placed values (?, ?, ?)",
        [(fingerprints.of_fact(salt, fact), int(to), now) for fact, to in placed.items()],
    )


def placed_at(db: sqlite3.Connection, wanted: Iterable[str]) -> dict[str, float]:
    """Return when the user moved facts to the archive or out of it; others are left out."""
    return _recorded(db, "select fact, at from placed", wanted)


def _recorded(db: sqlite3.Connection, query: str, wanted: Iterable[str]) -> dict[str, float]:
    """The times of those of the facts whose fingerprints a query returns."""
    moments = {row["fact"]: row["at"] for row in db.execute(query)}
    if not moments:
        return {}
    salt = forgotten.salt(db)
    marks = {fact: fingerprints.of_fact(salt, fact) for fact in wanted}
    return {fact: moments[mark] for fact, mark in marks.items() if mark in moments}
