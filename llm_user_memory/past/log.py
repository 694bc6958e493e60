"""What LLM's log holds of the past, and which of it may be learned from.

Before memory was in use there was no marker, and nobody had said that they would not be learned
from. From then on a turn without one was said with memory off, or by a script: it is taken
only where the user names its conversation. What was said with learning off never is.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from .. import logs
from ..logs import Position
from ..settings import Folder
from ..store import consent
from ..store.consent import UNMARKED, Consent
from .judge import Judge
from .spool import Heard, Spool

SOURCE = "logs"

_BATCH = 200


def scan(
    spool: Spool,
    db: sqlite3.Connection,
    folder: Folder,
    log: Path,
    named: Collection[str] = (),
    *,
    is_other: bool = False,
) -> None:
    """Put every turn of the log database into the spool, with what may be learned from it.

    The user has named the conversations in `named`. `is_other` is whether it is another
    database than the one the daemon watches. Raises LogsError.
    """
    judge = Judge(db)
    in_use = judge.in_use_since
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
            given = consent.consent_of(db, turn, folder.name)
            unmarked = given.refusal == UNMARKED
            was_off = unmarked and turn.started >= in_use
            if unmarked and (not was_off or turn.thread_id in named):
                given = Consent()
            heard = judge.heard(turn, given, turn.id in by_program and not turn.markers)
            if not (unmarked or heard.refusal or heard.is_learned or is_other):
                heard = judge.without_the_daemons(heard)
            threads[turn.thread_id].append(replace(heard, was_off=was_off))
        for thread_id, found in threads.items():
            spool.add(thread_id, SOURCE, "", found)
        position = None if batch.is_last else batch.reached
