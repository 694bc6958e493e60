"""Where the models of turns ran, and which models of unknown place were told which facts.

The worker records this, so that other processes need not load LLM's models. See `egress`.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..egress import Place
from ..settings import asked_model
from ..text import fingerprints
from . import forgotten


class QuotedEdit(NamedTuple):
    """An edit, and what tells to which model its quote was said.

    `source` is described at `updates.Update`, and `model` is the one that proposed the edit.
    """

    id: int
    fact: str
    turn_id: str
    source: str
    model: str


def of_turns(db: sqlite3.Connection, turn_ids: Collection[str]) -> dict[str, Place]:
    """Return where the models of turns ran, by the ids of the turns, as far as it is recorded.

    Turns from before memory was in use are among them, if a backfill learned from them.
    """
    query = """
        select id, place from past where place != '' and id in (select value from json_each(?1))
        union all
        select id, place from turns where place != '' and id in (select value from json_each(?1))
    """
    rows = db.execute(query, (json.dumps(list(turn_ids)),))
    return {row["id"]: row["place"] for row in rows}


def record(db: sqlite3.Connection, places: Mapping[str, Place]) -> None:
    """Record where the models of turns ran, by the ids of the turns."""
    db.executemany(
        "update turns set place = ? where id = ? and place = ''",
        [(place, turn_id) for turn_id, place in places.items()],
    )


def unplaced(db: sqlite3.Connection) -> list[str]:
    """Return the ids of the turns for which nobody has looked where their models run."""
    return [row["id"] for row in db.execute("select id from turns where place = ''")]


def withhold(db: sqlite3.Connection, turn_ids: Iterable[str], model: str | None) -> None:
    """Record that the pending turns may not be shown to `model`, which is LLM_MEMORY_MODEL.

    They wait until another model is set, or until models run at other addresses: see
    `settings.asked_model`.
    """
    db.executemany(
        "update turns set withheld_from = ? where id = ? and outcome = 'pending'",
        [(asked_model(model), turn_id) for turn_id in turn_ids],
    )


def withheld(db: sqlite3.Connection, model: str | None) -> int:
    """Return how many conversations have turns that are withheld from `model`: see `withhold`."""
    query = """
        select count(distinct thread_id) from turns
        where outcome = 'pending' and withheld_from = ?
    """
    return int(db.execute(query, (asked_model(model),)).fetchone()[0])


def record_told(db: sqlite3.Connection, told: Iterable[tuple[str, str]]) -> None:
    """Record which model was told which fact, as (fact, model). Call it inside a transaction."""
    salt = forgotten.salt(db)
    db.executemany(
        "insert or ignore into told values (?, ?)",
        [(fingerprints.of_fact(salt, fact), model) for fact, model in told],
    )


def told_to(db: sqlite3.Connection, model: str, facts: Collection[str]) -> set[str]:
    """Return those of the facts that the model was told, as far as it is recorded."""
    heard = {row["fact"] for row in db.execute("select fact from told where model = ?", (model,))}
    salt = forgotten.salt(db) if heard else b""
    return {fact for fact in facts if heard and fingerprints.of_fact(salt, fact) in heard}


def unplaced_edits(db: sqlite3.Connection) -> list[QuotedEdit]:
    """Return the edits for which the place of the quote's model is not recorded."""
    query = """
        select e.id, e.new as fact, e.turn_id, u.source, u.model
        from edits e join updates u on u.id = e.update_id
        where e.place = '' and (e.turn_id != '' or u.source != '')
    """
    return [QuotedEdit(*row) for row in db.execute(query).fetchall()]


def record_edits(db: sqlite3.Connection, found: Mapping[int, Place]) -> None:
    """Record where the models of the edits' quotes ran, by the ids of the edits."""
    db.executemany(
        "update edits set place = ? where id = ?",
        [(place, number) for number, place in found.items()],
    )
