"""Finds answers that may repeat turns that a request must not contain: see `egress.Heard`."""

import sqlite3
from collections.abc import Collection, Sequence
from contextlib import suppress

from .. import logs
from ..egress import Heard, Place, Said
from ..errors import ModelError
from ..logs import Turn
from ..model import location
from ..settings import Settings
from ..store import consent, ledger
from ..store.state import Store

_KEPT = frozenset(
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


def answers(store: Store, settings: Settings, thread_id: str, turns: Sequence[Turn]) -> set[str]:
    """Return the ids of the turns whose answers may repeat an earlier turn that is restricted.

    A turn is restricted if memory was off or paused, if it was for another profile, if its prompt
    was piped in, if it cannot be known who wrote it, or if its model ran on this machine (unless
    `learned_locally` is "any"). Raises LogsError.
    """
    stays = settings.learned_locally == "local"
    query = "select id, reason, typed, place from turns where thread_id = ? order by id"
    rows = store.db.execute(query, (thread_id,)).fetchall()
    if len(rows) < 2:
        return set()
    wanted, found = {turn.id for turn in turns}, set()
    said = _said(store, rows)
    heard = Heard()
    for row in rows:
        answer = said[row["id"]]
        if row["id"] in wanted and (heard.is_kept or (stays and not heard.goes_as_far_as(answer))):
            found.add(row["id"])
        is_kept = row["reason"] in _KEPT or row["typed"] is not None
        heard = heard.after(answer, is_kept=is_kept)
    return found


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
