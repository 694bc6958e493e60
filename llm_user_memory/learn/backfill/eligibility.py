"""Which old turns may be learned from. The rules are the same for every source."""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from ...egress import Place
from ...logs import Turn
from ...profile.line_marks import marks_local
from ...settings import read_settings
from ...store import backfilled, consent, forgotten, ledger, model_places
from ...store.consent import Consent
from ...text.fingerprints import is_turn_forgotten
from .staging import Candidate

DAEMON_LEARNS = "the daemon learns from it"
PAUSED = consent.PAUSED
AGENT = "an agent's run"


def may_be_given(prompt: str) -> bool:
    """Tell whether a prompt may come from elsewhere, if nobody saw how its program was called.

    `claude --continue "$(cat letter)"` adds one to an old session, too, and no transcript tells it
    from what was typed. An argument of one line is mostly typed as well, if only in the shell.
    """
    return "\n" in prompt.strip()


class Eligibility:
    """The rules for one profile: pauses, forgotten facts, and turns learned from already."""

    def __init__(self, db: sqlite3.Connection) -> None:
        consent.adjust_to_clock(db, time.time())
        self._db = db
        self._forgotten = forgotten.load(db)
        self._activated = consent.activated(db)

    def candidate(
        self,
        turn: Turn,
        given: Consent,
        by_program: bool = False,
        *,
        is_unmarked: bool = False,
        place: Place | Literal[""] = "",
    ) -> Candidate:
        """Return the turn with its prompt, or with the reason why it may not be learned from.

        `given` is the consent of the turn's marker, `by_program`, `is_unmarked` and `place` are
        those of `Candidate`. What the user marked ` #local` counts as said on this machine.
        """
        refusal = given.refusal
        if not refusal and consent.pause_at(self._db, turn.started, turn.typed_since):
            refusal = PAUSED
        if not refusal and consent.in_doubt(self._db, turn.started):
            refusal = consent.IN_DOUBT
        if not refusal and is_turn_forgotten(self._forgotten, turn.id, turn.prompt, turn.started):
            refusal = consent.FORGOTTEN
        typed = consent.typed_text(turn.prompt, given.typed)
        if marks_local(typed) and read_settings().learned_locally == "local":
            place = "here"
        prompt = "" if refusal else typed
        is_learned = backfilled.is_learned(self._db, turn.id)
        is_piped = given.typed is not None
        return Candidate(
            turn, prompt, refusal, by_program, is_learned, is_unmarked, is_piped, place
        )

    def of_undated(self, until: float) -> Consent:
        """Return the consent to learn from a turn of an unknown time, said before `until`."""
        return Consent(consent.NO_TIME if consent.has_paused(self._db, until) else "")

    def places(self, turns: Sequence[Turn]) -> Mapping[str, Place]:
        """Return where the models of turns ran, as far as hooks have seen it, by their ids."""
        return model_places.of_turns(self._db, [turn.id for turn in turns])

    def has_agents_turn(self, turn_ids: Sequence[str]) -> bool:
        """Tell whether the ledger has one of the turns as skipped because an agent made it."""
        return AGENT in ledger.reasons(self._db, turn_ids).values()

    def given_turns(self, turns: Sequence[Turn]) -> set[str]:
        """Return the ids of the turns of a session with whose prompt its program may be started.

        A hook has seen it; else their form tells.
        """
        ids = [turn.id for turn in turns]
        seen = ledger.reasons(self._db, ids).keys()
        unseen = {t.id for t in turns if t.id not in seen and may_be_given(t.prompt)}
        return unseen | ledger.given_turns(self._db, ids)

    def refused_if_daemons(self, candidate: Candidate, *, is_other: bool) -> Candidate:
        """Return a candidate typed with memory on; refuse it if the daemon learns from its turn.

        From the log that it watches, the daemon learns from every turn since memory was
        activated. Another log (`is_other`) may be a copy: there, the turns in the ledger count.
        """
        is_daemons = not is_other and candidate.turn.started >= self._activated
        is_daemons = is_daemons or ledger.has_turn(self._db, candidate.turn.id)
        return replace(candidate, prompt="", refusal=DAEMON_LEARNS) if is_daemons else candidate
