"""What became of facts, beside being said: typed, moved, imported, restored, kept on this machine.

Recorded by fingerprint, in the transaction of the version. `learn.archiving` decides by this which
facts may be moved to the archive, and the search index which earlier facts are local.
"""

import sqlite3
import time
from collections.abc import Iterable
from typing import Literal

from ..text import fingerprints
from . import forgotten

Kind = Literal["placed", "brought", "restored", "local"]
"""Typed or moved by the user; imported, or saved by another machine; brought back by an undo;
learned on this machine, which they do not leave."""


def record(db: sqlite3.Connection, kind: Kind, facts: Iterable[str]) -> None:
    """Record facts as of that kind, now. Call it inside a transaction."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        f"insert or replace into {kind} values (?, ?)",
        [(fingerprints.of_fact(salt, fact), now) for fact in facts],
    )


def remove(db: sqlite3.Connection, kind: Kind, facts: Iterable[str]) -> None:
    """Remove the record of facts, which are no longer of that kind."""
    salt = forgotten.salt(db)
    db.executemany(
        f"delete from {kind} where fact = ?",
        [(fingerprints.of_fact(salt, fact),) for fact in facts],
    )


def is_any(db: sqlite3.Connection, kind: Kind) -> bool:
    """Tell whether any fact is recorded as of that kind."""
    return db.execute(f"select 1 from {kind} limit 1").fetchone() is not None


def recorded_at(db: sqlite3.Connection, kind: Kind, wanted: Iterable[str]) -> dict[str, float]:
    """Return when facts were recorded as of that kind; others are left out."""
    if not is_any(db, kind):
        return {}
    salt = forgotten.salt(db)
    query = f"select at from {kind} where fact = ?"
    rows = {
        fact: db.execute(query, (fingerprints.of_fact(salt, fact),)).fetchone() for fact in wanted
    }
    return {fact: row["at"] for fact, row in rows.items() if row}
