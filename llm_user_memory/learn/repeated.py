"""Finds answers that may repeat turns that a request must not contain: see `egress.Heard`."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from .. import logs
from ..egress import Heard, Place, Said
from ..errors import ModelError
from ..logs import Turn
from ..model import location
from ..settings import Settings
from ..store import consent, ledger
from ..store.state import Store

KEPT = frozenset(
    {
        consent.CUT,
        consent.FOREIGN_MARKER,
        consent.FORGOTTEN,
        consent.IN_DOUBT,
        consent.LEARNING_OFF,
        consent.NO_TIME,
        consent.OTHER_PROFILE,
        consent.PAUSED,
        consent.UNMARKED,
        consent.UNREADABLE_MARKER,
        ledger.SHARED_LOG,
    }
)
"""The reasons for which a turn is skipped because it may go to no model."""


def answers(store: Store, settings: Settings, thread_id: str, turns: Sequence[Turn]) -> set[str]:
    """Return the ids of the turns whose answers may repeat an earlier turn that is restricted.

    A turn is restricted if memory was off or paused, if it was for another profile, if its prompt
    was piped in, if it cannot be known who wrote it, or if its model ran on this machine (unless
    `learned_locally` is "any"). So is one from before memory was in use, which is not recorded.
    Raises LogsError.
    """
    query = "select id, reason, typed, place from turns where thread_id = ?"
    rows = {row["id"]: row for row in store.db.execute(query, (thread_id,))}
    ids = sorted({*rows, *logs.ids_of_thread(store.folder.logs, thread_id)})
    if len(ids) < 2:
        return set()
    said = _said(store, rows.values())
    return _of_turns(settings, [_asked(id_, rows.get(id_), said.get(id_)) for id_ in ids], turns)


def answers_in_session(
    store: Store, settings: Settings, session: Iterable[Turn], turns: Sequence[Turn]
) -> set[str]:
    """Return the same for the turns of another program's session, which has all of its turns.

    A turn that is not recorded is restricted, too: its prompt has no receipt, such as one that was
    typed with memory off, or with another profile.
    """
    query = """
        select id, reason, typed, place from turns where id in (select value from json_each(?))
    """
    session = list(session)
    ids = json.dumps([turn.id for turn in session])
    rows = {row["id"]: row for row in store.db.execute(query, (ids,))}
    models = {turn.id: turn.model for turn in session}
    said = {id_: Said(row["place"], models[id_]) for id_, row in rows.items()}
    every = [_asked(turn.id, rows.get(turn.id), said.get(turn.id)) for turn in session]
    return _of_turns(settings, every, turns)


class Asked(NamedTuple):
    """A turn of a conversation. `is_kept` tells whether it may go to no model."""

    turn_id: str
    said: Said
    is_kept: bool


def repeating(every: Iterable[Asked], *, stays: bool) -> Iterator[str]:
    """Yield the ids of the turns of a conversation whose answers may repeat a restricted one.

    `every` has all turns, in order. `stays` tells whether what was said to a model on this machine
    is restricted.
    """
    heard = Heard()
    for turn_id, said, is_kept in every:
        if heard.is_kept or (stays and not heard.goes_as_far_as(said)):
            yield turn_id
        heard = heard.after(said, is_kept=is_kept)


def _asked(turn_id: str, row: sqlite3.Row | None, said: Said | None) -> Asked:
    """A turn by its record; one without a record may go to no model."""
    if row is None or said is None:
        return Asked(turn_id, Said(""), is_kept=True)
    return Asked(turn_id, said, _kept(row))


def _of_turns(settings: Settings, every: Iterable[Asked], turns: Sequence[Turn]) -> set[str]:
    stays = settings.learned_locally == "local"
    return {turn.id for turn in turns}.intersection(repeating(every, stays=stays))


def _kept(row: sqlite3.Row) -> bool:
    return row["reason"] in KEPT or row["typed"] is not None


def _said(store: Store, rows: Collection[sqlite3.Row]) -> dict[str, Said]:
    """The model of each turn and where it ran: as recorded, else where it runs now."""
    models = logs.models_of(store.folder.logs, [row["id"] for row in rows])
    names = {models.get(row["id"], "") for row in rows if not row["place"]} - {""}
    now: dict[str, Place] = dict.fromkeys(names, "unknown")
    with suppress(ModelError):  # LLM's plugins cannot be loaded
        now |= location.of_names(names)
    found: dict[str, Said] = {}
    for row in rows:
        model = models.get(row["id"], "")
        found[row["id"]] = Said(row["place"] or now.get(model, ""), model)
    return found
