"""Reads LLM's log into staging, with what may be learned from each turn.

Since memory has been in use, a logged turn has a marker of the consent to learn from it. A turn
without a marker is eligible if it is from before that time. A later one was made with memory off,
or by a script: it is eligible only where the user names its conversation. A turn whose marker says
that learning was off is never eligible.
"""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ... import logs
from ...egress import Place
from ...errors import LogsError, ModelError
from ...logs import Position, Turn
from ...settings import read_settings
from ...store import backfilled, consent, profiles, state
from ...store.consent import UNMARKED, Consent
from ...store.exposure import exposed, protect_hint
from ...store.state import Store
from ...store.updates import LOG
from .. import locality
from .eligibility import Eligibility
from .staging import Candidate, Staging

_BATCH = 200


def scan(
    staged: Staging,
    store: Store,
    log: Path,
    named: Collection[str] = (),
    *,
    is_other: bool = False,
) -> None:
    """Stage every turn of the log database, with what may be learned from it.

    `named` are the ids of the conversations that the user named. `is_other` says that `log` is not
    the database that the daemon watches. Raises LogsError if the log cannot be read or other users
    may write to it. Raises StateError if the state.db of any profile cannot be read, because each
    tells since when memory has been in use.
    """
    _refuse_shared(log)
    in_use = _in_use_since(store)
    rules = Eligibility(store.db)
    stays = read_settings().learned_locally == "local"
    position: Position | None = Position()
    while position is not None:
        batch = logs.turns_after(log, position, _BATCH)
        if batch is None:  # the rows were renumbered: start again; staged turns stay
            position = Position()
            continue
        by_program = logs.ids_with_schema(log, [turn.id for turn in batch.turns])
        places = _places(store.db, batch.turns) if stays else {}
        threads = defaultdict[str, list[Candidate]](list)
        # A marker proves that memory was in use, even where state.db was recreated later.
        marked = [turn.started for turn in batch.turns if turn.markers]
        in_use = min([in_use, *filter(None, marked)])
        for turn in batch.turns:
            given = consent.consent_of(store.db, turn, store.folder.name)
            is_unmarked = given.refusal == UNMARKED
            is_by_program = turn.id in by_program and not turn.markers
            if is_unmarked:  # without a time it is unknown whether memory was in use
                given = consent.of_whole(turn) if turn.started else Consent(consent.NO_TIME)
            candidate = rules.candidate(
                turn,
                given,
                is_by_program,
                is_unmarked=is_unmarked,
                place=places.get(turn.id, "unknown") if stays else "",
            )
            if not (is_unmarked or candidate.refusal or candidate.is_learned):
                candidate = rules.refused_if_daemons(candidate, is_other=is_other)
            threads[turn.thread_id].append(candidate)
        for thread_id, found in threads.items():
            staged.add(thread_id, LOG, "", found)
        position = None if batch.is_last else batch.reached
    # Only after the last row, because rows are not in the order of time.
    staged.refuse_unmarked(in_use, named, UNMARKED)


def _places(db: sqlite3.Connection, turns: Sequence[Turn]) -> Mapping[str, Place]:
    """Where the models of the turns ran, {} if LLM's models cannot be listed."""
    with suppress(ModelError):
        return locality.places_of(db, turns)
    return {}


def _refuse_shared(log: Path) -> None:
    """Raise LogsError if other users may write to the log, as they could forge the user's words."""
    if part := exposed(log, log.absolute().parent):
        raise LogsError(
            f"Other users may write {part}, so what {log.name} has may not be yours.",
            untouched="Nothing was learned.",
            remedy=protect_hint(part, f"Copy {log} to a folder of your own, and give that to -d."),
        )


def _in_use_since(store: Store) -> float:
    """When memory was first used for any profile, in seconds since 1970."""
    found = [_first_use(store.db)]
    for other in profiles.every(store.folder.path):
        if other != store.folder:
            with state.opened(other) as there:
                found.append(_first_use(there.db))
    return min(found)


def _first_use(db: sqlite3.Connection) -> float:
    consent.adjust_to_clock(db, time.time())
    return min(consent.activated(db), backfilled.first_recorded_at(db) or float("inf"))
