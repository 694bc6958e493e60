"""Marks known facts that the user says again in a prompt with the mark ` #local`.

That asks no model, so it also holds where no update is made about the prompt: in a pause, while a
model fails, or if the model that is asked may not be shown the prompt. Where the prompt is typed,
it is done at once; for what is typed into a chat, or while the profile is locked, the worker does
it when it reads the turn.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from .. import logs
from ..errors import MemoryPluginError
from ..logs import Turn
from ..profile.document import facts, local_texts
from ..profile.line_marks import marks_local
from ..settings import Settings
from ..store import consent, forgotten, ledger, notices, state
from ..store.ledger import Marked
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import PATIENCE, Store
from ..text.fingerprints import of_turn
from . import locality, transcripts


def mark(store: Store, settings: Settings) -> None:
    """Mark the known facts that the recorded turns with the mark say, once for each turn.

    Raises LogsError, ProfileError and BusyError; then the next call does it.
    """
    turns = ledger.marked_turns(store.db)
    if turns and settings.learned_locally != "any":
        _mark(store, _typed(store, turns), PATIENCE)
        ledger.settle_marked(store.db, turns)


def mark_typed(store: Store, settings: Settings, prompt: str, patience: float) -> None:
    """Mark the known facts that a prompt with the mark says, while it is typed.

    Nothing is marked if the profile is locked for longer than `patience` seconds, or in an error:
    the worker reads the turn later.
    """
    with suppress(MemoryPluginError):
        if settings.learned_locally != "any":
            _mark(store, [prompt], patience)


def mark_passed(store: Store, settings: Settings, turns: Iterable[Turn]) -> None:
    """Mark the known facts that turns of a caller or of another program with the mark say.

    That is done once for each turn: it may be passed again after the user took off a mark. Raises
    ProfileError and BusyError.
    """
    marked = {turn.id: turn.prompt for turn in turns if marks_local(turn.prompt)}
    if not marked or settings.learned_locally == "any":
        return
    salt = forgotten.salt(store.db)
    names = {of_turn(salt, turn_id): prompt for turn_id, prompt in marked.items()}
    is_known = "select 1 from marked_turns where turn = ?"
    new = [name for name in names if not store.db.execute(is_known, (name,)).fetchone()]
    if new:
        _mark(store, [names[name] for name in new], PATIENCE)
        with state.transaction(store.db):
            query = "insert or ignore into marked_turns values (?)"
            store.db.executemany(query, [(name,) for name in new])


def _mark(store: Store, said: Sequence[str], patience: float) -> Version | None:
    with versions.current(store, patience) as before:
        known = [fact.text for fact in facts(before.text) if not fact.local]
        again = locality.said_in(said, known, forgotten.salt(store.db))
        text = locality.with_marks(before.text, dict.fromkeys(again, True))
        new = len(local_texts(text) - local_texts(before.text))
        if not new:
            return None

        def record(_version: int) -> None:
            told = int(state.get(store.db, notices.MARKED) or 0)
            state.put(store.db, notices.MARKED, told + new)

        marked = NewVersion(text, locality.MARKED, "update", record=record)
        return versions.save(store, before, marked)


def _typed(store: Store, turns: Sequence[Marked]) -> list[str]:
    """What the user typed in the turns, as far as LLM's log and the transcripts still have it."""
    lengths = {turn.id: turn.typed for turn in turns}
    found = list(logs.read(store.folder.logs, sorted(lengths)))
    for thread in {turn.thread_id for turn in turns}:
        if transcripts.client_of(store.db, thread):
            session = transcripts.session_of(store.db, thread)
            found += transcripts.unchanged(store.db, session, list(lengths))
    return [consent.typed_text(turn.prompt, lengths[turn.id]) for turn in found]
