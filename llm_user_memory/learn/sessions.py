"""Records what was typed into other programs in the ledger, to be learned from like LLM's turns.

A hook left a receipt for each prompt (`store.receipts`), and the program's transcript has the
words. A turn gets the same id as in an import of the transcript, so that it is learned from only
once. After that, only `transcripts`, which reads its text, treats it differently from LLM's turns.
"""

import logging
import time
from collections.abc import Iterator, Mapping

from ..egress import Place
from ..errors import ImportFileError
from ..imports import Conversation
from ..imports.agents import begins_a_run
from ..logs import Turn
from ..store import forgotten, ledger, receipts, state
from ..store.consent import Consent
from ..store.receipts import Receipt, Session
from ..store.state import Store
from . import proofs, transcripts
from .backfill.eligibility import AGENT, Eligibility, may_be_given

UNREADABLE = "its transcript cannot be read"
NOT_TYPED = "not typed by a person, as far as the transcript tells"
OTHER_WORDS = "its transcript has other words than were typed"
IMPORTED = "learned from already"

log = logging.getLogger("memory.sessions")


def ingest(store: Store, *, wait_for_quiet: bool = True) -> int:
    """Record the turns of the sessions that are quiet; returns how many are new.

    Without `wait_for_quiet`, every session with receipts counts as quiet. The receipts of these
    sessions are deleted. Raises StateError.
    """
    now = time.time()
    entered = 0
    for session in receipts.sessions(store.folder, now):
        if session.ready_at <= now or not wait_for_quiet:
            entered += _ingest(store, session)
            receipts.discard(session.files)
    receipts.discard_old(store.folder, now)
    return entered


def enter_found(store: Store, session: Session, found: Conversation) -> None:
    """Record the turns of a session that its transcript has by now, though it is not quiet yet.

    An import then knows of them what the hooks saw. The receipts stay, as others of the session may
    be of turns that are not written yet. Raises StateError.
    """
    typed = dict(matches(forgotten.salt(store.db), session, found))
    with state.transaction(store.db):
        _enter(store, session, found, typed)


def matches(salt: bytes, session: Session, found: Conversation) -> Iterator[tuple[Receipt, Turn]]:
    """Yield each receipt of a profile with its turn, which has the same words.

    It has the same id, too, if the client has ids. `salt` is that of the profile. The words are
    those that were typed, or the whole message that the client made of them, because its hook may
    have been given either.
    """
    said: dict[tuple[str, str], list[Turn]] = {}
    for turn in found.turns:
        key = found.keys.get(turn.id, "")
        for words in {turn.prompt, found.written.get(turn.id, turn.prompt)}:
            said.setdefault((key, receipts.digest_of(words, salt)), []).append(turn)
    for receipt in session.receipts:
        match = said.get((receipt.key, receipt.digest)) or said.get(("", receipt.digest))
        if match:
            # The same words may have been typed again, with memory off.
            yield receipt, min(match, key=lambda turn: abs(turn.started - receipt.at))


def _ingest(store: Store, session: Session) -> int:
    found, missing = None, UNREADABLE
    try:
        found = transcripts.read(session.client, session.transcript)
        missing = NOT_TYPED
    except ImportFileError:
        log.warning("a transcript of %s cannot be read", session.client)
    typed = dict(matches(forgotten.salt(store.db), session, found)) if found else {}
    known = set(found.keys.values()) if found else set()
    entered = 0
    with state.transaction(store.db):
        if found:
            entered += _enter(store, session, found, typed)
        for receipt in session.receipts:
            if receipt not in typed:
                why = OTHER_WORDS if receipt.key in known else missing
                entered += ledger.enter(store.db, _lost(session, receipt), why)
        is_run = found is not None and begins_a_run(found.turns[0].prompt)
        proofs.prove_quotes(store, session, found, typed, is_run=is_run)
    return entered


def _enter(
    store: Store, session: Session, found: Conversation, typed: Mapping[Receipt, Turn]
) -> int:
    """Record the typed turns of a session. Call it inside a transaction."""
    if typed:
        thread = next(iter(typed.values())).thread_id
        transcripts.record(store.db, thread, session.client, session.transcript)
    salt, rules = forgotten.salt(store.db), Eligibility(store.db)
    is_run = begins_a_run(found.turns[0].prompt)
    entered = 0
    for receipt, turn in typed.items():
        candidate = rules.candidate(turn, Consent())
        why = candidate.refusal or (IMPORTED if candidate.is_learned else "")
        why = why or (AGENT if is_run else ledger.skip_reason(turn.prompt))
        place: Place = "here" if receipt.local else "elsewhere"
        digest = receipts.digest_of(turn.prompt, salt)
        is_given = receipt.is_given
        if is_given is None:
            is_given = may_be_given(turn.prompt)
        entered += ledger.enter(store.db, turn, why, place, digest, is_given=is_given)
    return entered


def _lost(session: Session, receipt: Receipt) -> Turn:
    """A turn without words, so that it is counted as skipped."""
    name = f"{session.client}:{receipt.key or receipt.digest}"
    return Turn(name, session.thread_id, "", receipt.at, receipt.at, "", "")
