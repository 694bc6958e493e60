"""What may be learned from a turn of the past, whatever it was said to."""

import sqlite3
from dataclasses import replace

from ..logs import Turn
from ..store import consent, forgotten, past
from ..store.consent import Consent
from ..update import FORGOTTEN
from .spool import Heard

THE_DAEMONS = "the daemon learns from it"
PAUSED = "said while learning was paused"


class Judge:
    """Goes by one state.db: its pauses, what was forgotten, and what was learned already."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._forgotten = forgotten.load(db)
        self._activated = consent.activated(db)
        oldest = past.oldest(db)
        self.in_use_since = self._activated if oldest is None else min(self._activated, oldest)

    def heard(self, turn: Turn, given: Consent, by_program: bool = False) -> Heard:
        """Return the turn with what was typed in it, or why nothing may be learned from it."""
        refusal = given.refusal
        if not refusal and consent.paused(self._db, turn.started):
            refusal = PAUSED
        if not refusal and self._forgotten.turn(turn.id):
            refusal = FORGOTTEN
        typed = "" if refusal else consent.typed_text(turn.prompt, given.typed)
        is_learned = past.is_learned(self._db, turn.id)
        return Heard(turn, typed, refusal, by_program, is_learned)

    def without_the_daemons(self, heard: Heard) -> Heard:
        """Return a turn that was typed with memory on, refused if the daemon accounts for it."""
        is_its = heard.turn.started >= self._activated
        return replace(heard, typed="", refusal=THE_DAEMONS) if is_its else heard
