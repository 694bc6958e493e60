"""What may be learned from a turn of the past, whatever it was said to."""

import sqlite3
import time
from dataclasses import replace

from ...logs import Turn
from ...store import backfilled, consent, forgotten, ledger
from ...store.consent import Consent
from ..update import FORGOTTEN
from .staging import Heard

THE_DAEMONS = "the daemon learns from it"
PAUSED = "said while learning was paused"


class Judge:
    """Goes by one state.db: its pauses, what was forgotten, and what was learned already."""

    def __init__(self, db: sqlite3.Connection) -> None:
        consent.note_clock(db, time.time())
        self._db = db
        self._forgotten = forgotten.load(db)
        self._activated = consent.activated(db)

    def heard(
        self,
        turn: Turn,
        given: Consent,
        by_program: bool = False,
        *,
        is_unmarked: bool = False,
    ) -> Heard:
        """Return the turn with what was typed in it, or why nothing may be learned from it."""
        refusal = given.refusal
        if not refusal and consent.paused(self._db, turn.started):
            refusal = PAUSED
        if not refusal and consent.in_doubt(self._db, turn.started):
            refusal = consent.IN_DOUBT
        if not refusal and self._forgotten.turn(turn.id):
            refusal = FORGOTTEN
        typed = "" if refusal else consent.typed_text(turn.prompt, given.typed)
        is_learned = backfilled.is_learned(self._db, turn.id)
        return Heard(turn, typed, refusal, by_program, is_learned, is_unmarked)

    def without_the_daemons(self, heard: Heard, *, is_other: bool) -> Heard:
        """Return a turn that was typed with memory on, refused if the daemon accounts for it.

        That is what its log has of its time; of another log, which may be a copy, what it knows.
        """
        is_its = not is_other and heard.turn.started >= self._activated
        is_its = is_its or ledger.knows(self._db, heard.turn.id)
        return replace(heard, typed="", refusal=THE_DAEMONS) if is_its else heard
