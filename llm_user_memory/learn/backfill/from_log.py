"""What LLM's log holds of the past, and which of it may be learned from.

Before memory was in use there was no marker, and nobody had said that they would not be learned
from. From then on a turn without one was said with memory off, or by a script: it is taken
only where the user names its conversation. What was said with learning off never is.
"""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

from ... import logs
from ...logs import Position
from ...store import backfilled, consent, profiles, state
from ...store.consent import UNMARKED, Consent
from ...store.state import Store
from ...store.updates import LOG
from .eligibility import Judge
from .staging import Heard, Spool

_BATCH = 200


def scan(
    spool: Spool,
    store: Store,
    log: Path,
    named: Collection[str] = (),
    *,
    is_other: bool = False,
) -> None:
    """Put every turn of the log database into the spool, with what may be learned from it.

    The user has named the conversations in `named`. `is_other` is whether it is another
    database than the one the daemon watches. Raises LogsError, and StateError where another
    profile's state.db cannot tell since when memory is in use.
    """
    in_use = _in_use_since(store)
    judge = Judge(store.db)
    position: Position | None = Position()
    while position is not None:
        batch = logs.after(log, position, _BATCH)
        if batch is None:  # the rows were numbered anew; what is there already stays as it is
            position = Position()
            continue
        by_program = logs.structured(log, [turn.id for turn in batch.turns])
        threads = defaultdict[str, list[Heard]](list)
        # The log knows it even where state.db was made anew since.
        in_use = min([in_use, *(turn.started for turn in batch.turns if turn.markers)])
        for turn in batch.turns:
            given = consent.consent_of(store.db, turn, store.folder.name)
            is_unmarked = given.refusal == UNMARKED
            is_programs = turn.id in by_program and not turn.markers
            heard = judge.heard(
                turn, Consent() if is_unmarked else given, is_programs, is_unmarked=is_unmarked
            )
            if not (is_unmarked or heard.refusal or heard.is_learned):
                heard = judge.without_the_daemons(heard, is_other=is_other)
            threads[turn.thread_id].append(heard)
        for thread_id, found in threads.items():
            spool.add(thread_id, LOG, "", found)
        position = None if batch.is_last else batch.reached
    # Not before: the rows are in no order of time.
    spool.judge_unmarked(in_use, named, UNMARKED)


def _in_use_since(store: Store) -> float:
    """Since when memory is in use, whichever profile it was first in use for."""
    found = [_of_one(store.db)]
    for other in profiles.every(store.folder.path):
        if other != store.folder:
            with state.opened(other) as there:
                found.append(_of_one(there.db))
    return min(found)


def _of_one(db: sqlite3.Connection) -> float:
    consent.note_clock(db, time.time())
    return min(consent.activated(db), backfilled.oldest(db) or float("inf"))
