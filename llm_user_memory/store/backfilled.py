"""What was learned from the past: turns said before memory was in use, or to other programs.

The ledger has every turn that was logged since memory was first in use; these are beside it.
"""

import sqlite3
from collections.abc import Iterable

from ..logs import Turn
from ..profile.document import facts
from ..text.words import fold
from .profile import history

SAID_AT = """
    coalesce((select started from turns where id = e.turn_id),
             (select started from past where id = e.turn_id))
"""
"""SQL for the moment at which the quote of edit `e` was said, null where no turn has it."""


def record(db: sqlite3.Connection, turns: Iterable[Turn], source: str, update_id: int) -> None:
    """Record that an update was about these turns. Call it inside a transaction."""
    db.executemany(
        "insert or replace into past values (?, ?, ?, ?, ?)",
        [(turn.id, turn.thread_id, source, turn.started, update_id) for turn in turns],
    )


def is_learned(db: sqlite3.Connection, turn_id: str) -> bool:
    """Tell whether an update was about the turn already, when it was said or later."""
    query = """
        select 1 from past where id = :id
        union all select 1 from turns where id = :id and outcome = 'learned'
    """
    return db.execute(query, {"id": turn_id}).fetchone() is not None


def last_said_at(db: sqlite3.Connection, profile: str) -> dict[str, float]:
    """Return when each fact of the profile was last said, by its folded text.

    Of a line of the user's own, that is when it was first there.
    """
    query = f"""
        select e.new, {SAID_AT} as said from edits e
        where e.refusal = '' and e.new != '' order by said
    """
    known = {fold(row["new"]): row["said"] for row in db.execute(query) if row["said"]}
    own = [fact.text for fact in facts(profile) if fold(fact.text) not in known]
    since = history.first_with(db, own)
    known |= {fold(fact): version.created for fact, version in since.items()}
    return known


def first_recorded_at(db: sqlite3.Connection) -> float | None:
    """Return when the first version, turn or update on record was made, None without any."""
    query = """
        select min(at) from (select min(created) as at from versions
        union all select min(started) from updates union all select min(started) from turns)
    """
    found = db.execute(query).fetchone()[0]
    return None if found is None else float(found)
