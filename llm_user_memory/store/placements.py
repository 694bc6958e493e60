"""Records which facts were typed, moved, imported or restored, and which are local.

Facts are recorded by fingerprint, in the transaction of the version. `learn.archiving` uses this to
decide which facts may be moved to the archive, and the search index to know which former facts are
local.
"""

import sqlite3
import time
from collections.abc import Iterable
from typing import Literal

from ..text import fingerprints
from . import forgotten

Kind = Literal["placed", "brought", "restored", "local"]
"""What is recorded of a fact.

"placed": typed or moved by the user; "brought": imported, or saved by another machine; "restored":
brought back by undo or restore; "local": not to leave this machine.
"""


def record(db: sqlite3.Connection, kind: Kind, facts: Iterable[str]) -> None:
    """Record facts as of a kind, with the current time. Call it inside a transaction."""
    salt, now = forgotten.salt(db), time.time()
    db.executemany(
        f"insert or replace into {kind} values (?, ?)",
        [(fingerprints.of_fact(salt, fact), now) for fact in facts],
    )


def remove(db: sqlite3.Connection, kind: Kind, facts: Iterable[str]) -> None:
    """Record that facts are no longer of a kind. Call it inside a transaction."""
    salt = forgotten.salt(db)
    db.executemany(
        f"delete from {kind} where fact = ?",
        [(fingerprints.of_fact(salt, fact),) for fact in facts],
    )


def is_any(db: sqlite3.Connection, kind: Kind) -> bool:
    """Tell whether any fact is recorded as of a kind."""
    return db.execute(f"select 1 from {kind} limit 1").fetchone() is not None


def recorded_at(db: sqlite3.Connection, kind: Kind, wanted: Iterable[str]) -> dict[str, float]:
    """Return when each fact was recorded as of a kind; other facts are left out."""
    if not is_any(db, kind):
        return {}
    salt = forgotten.salt(db)
    query = f"select at from {kind} where fact = ?"
    rows = {
        fact: db.execute(query, (fingerprints.of_fact(salt, fact),)).fetchone() for fact in wanted
    }
    return {fact: row["at"] for fact, row in rows.items() if row}
