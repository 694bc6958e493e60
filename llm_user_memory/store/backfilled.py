"""The turns that backfills learned from, and when facts were last said.

A backfill learns from old conversations or from those of other programs. The ledger has only the
turns that were logged since memory came into use, so that these are recorded here.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from datetime import date

from ..egress import Place
from ..logs import Turn
from ..profile.document import facts
from ..text.words import fold
from .profile import changes

SAID_AT = """
    coalesce((select started from turns where id = e.turn_id),
             (select started from past where id = e.turn_id))
"""
"""SQL expression: when the quote of edit `e` was said, null if its turn is not recorded."""


def record(
    db: sqlite3.Connection,
    turns: Iterable[Turn],
    source: str,
    update_id: int,
    places: Mapping[str, Place],
) -> None:
    """Record the turns of a backfill's update. Call it inside a transaction.

    `source` is `updates.LOG`, `updates.SAID`, or the format of the file that the turns come from.
    `places` has where the models ran, by the ids of the turns; of a turn that is recorded already,
    the earlier place stays.
    """
    db.executemany(
        """
        insert into past values (?, ?, ?, ?, ?, ?) on conflict (id) do update
        set thread_id = excluded.thread_id, source = excluded.source, started = excluded.started,
            update_id = excluded.update_id,
            place = case place when '' then excluded.place else place end
        """,
        [
            (turn.id, turn.thread_id, source, turn.started, update_id, places.get(turn.id, ""))
            for turn in turns
        ],
    )


def is_learned(db: sqlite3.Connection, turn_id: str) -> bool:
    """Tell whether any update, of a backfill or not, learned from the turn already."""
    query = """
        select 1 from past where id = :id
        union all select 1 from turns where id = :id and outcome = 'learned'
    """
    return db.execute(query, {"id": turn_id}).fetchone() is not None


def recorded(db: sqlite3.Connection, turn_ids: Iterable[str]) -> set[str]:
    """Return those of the turns that are recorded, whether an update learned from them or not."""
    query = """
        select value as id from json_each(?)
        where value in (select id from past) or value in (select id from turns)
    """
    return {row["id"] for row in db.execute(query, (json.dumps([*turn_ids]),))}


def ids_from(db: sqlite3.Connection, source: str) -> list[str]:
    """Return the ids of the turns of a source from which updates learned: see `record`."""
    return [row["id"] for row in db.execute("select id from past where source = ?", (source,))]


def of_thread(db: sqlite3.Connection, thread_id: str) -> list[Turn]:
    """Return the turns of a conversation that are recorded, each once, in order.

    They have no answers, and only those that are stored, to be searched, have their prompts.
    """
    query = """
        select id, min(started) as started, max(prompt) as prompt from (
            select id, started, prompt from kept where thread_id = ?1
            union all select id, started, '' from past where thread_id = ?1
            union all select id, started, '' from turns where thread_id = ?1)
        group by id order by 2
    """
    return [
        Turn(row["id"], thread_id, "", row["started"], row["started"], row["prompt"], "")
        for row in db.execute(query, (thread_id,))
    ]


def last_said_at(db: sqlite3.Connection, profile: str) -> dict[str, float]:
    """Return when each fact was last said, in seconds since 1970, by its folded text.

    For a line that the user wrote into the profile, this is when a version first had it. It is 0
    for a time in the future, which a wrong clock or file gave: anything said later is newer.
    """
    query = f"""
        select e.new, {SAID_AT} as said_at from edits e
        where e.refusal = '' and e.new != '' order by said_at
    """
    known = {fold(row["new"]): row["said_at"] for row in db.execute(query) if row["said_at"]}
    now = time.time()
    known = {fact: said_at if said_at <= now else 0.0 for fact, said_at in known.items()}
    own = [fact.text for fact in facts(profile) if fold(fact.text) not in known]
    since = changes.first_with(db, own)
    known |= {fold(fact): version.created for fact, version in since.items()}
    return known


def months_said(db: sqlite3.Connection, profile: str) -> dict[str, str]:
    """Return the month ("2026-03") in which each fact was last said, by its folded text.

    It is "" for a line that the user wrote. A learned fact whose turn is not recorded is left out.
    """
    from ..checks.refusals import ALREADY_KNOWN  # reports load this module without the checks

    in_profile = [fact.text for fact in facts(profile)]
    query = f"""
        select e.new, max({SAID_AT}) as said from edits e
        where e.refusal in ('', ?) and e.op != 'remove'
        and e.new in (select value from json_each(?))
        group by e.new having min(e.refusal) = ''
    """
    rows = db.execute(query, (ALREADY_KNOWN, json.dumps(in_profile))).fetchall()
    learned = {row["new"]: row["said"] for row in rows}
    return {
        fold(text): f"{date.fromtimestamp(learned[text]):%Y-%m}" if text in learned else ""
        for text in in_profile
        if learned.get(text, 0) is not None
    }


def first_recorded_at(db: sqlite3.Connection) -> float | None:
    """Return the time of the oldest recorded version, update or turn, None if there is none."""
    query = """
        select min(at) from (select min(created) as at from versions
        union all select min(started) from updates
        union all select min(started) from turns where started > 0)
    """
    found = db.execute(query).fetchone()[0]
    return None if found is None else float(found)
