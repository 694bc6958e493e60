"""One update: a conversation's new turns -> a request -> edits -> checks -> a new version.

Nothing of it is ever logged to logs.db.
"""

import logging
import sqlite3
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date

from .. import logs
from ..checks import guard
from ..checks.guard import Known, Verdict
from ..checks.quotes import Typed
from ..errors import MemoryPluginError, ModelError
from ..logs import Turn
from ..model import client
from ..model.answer import Answer, parse_answer
from ..model.client import Reply
from ..model.request import LONGEST_REPLY, Form, Message, request
from ..profile.document import tokens
from ..settings import Folder, Settings
from ..store import backfilled, consent, forgotten, ledger, updates
from ..store.ledger import Conversation
from ..store.locks import locked
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from ..text import pasted, redact
from ..text.words import fold

log = logging.getLogger("memory.update")

# What to ask for next when so many requests in a row were refused or not understood.
_SIMPLER: dict[Form, Form] = {"schema": "lines", "lines": "completion"}
_MISSES = 2

# Seconds: a worker of the daemon's may be in the middle of a request.
_PATIENCE = 600.0

FORGOTTEN = "you had a fact of it forgotten"


@dataclass(frozen=True)
class Result:
    """What one update came to.

    `status` is "done", "failed", "given up", or "nothing" when no turn was left to ask about;
    `error` says why it failed, `transient` whether the same may succeed later, `passing` even
    by itself; `version` is the number of the profile's new version, if any.
    """

    status: str
    model: str = ""
    verdicts: tuple[Verdict, ...] = ()
    version: int | None = None
    error: str = ""
    transient: bool = False
    passing: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True)
class Material:
    """What one update is about: turns of one conversation, what was typed and answered in each.

    `replies` lacks the answers that may repeat what was piped in. `source` says where the turns
    are from, "" for what was logged as it was said.
    """

    thread_id: str
    turns: Sequence[Turn]
    typed: Mapping[str, str]
    replies: Mapping[str, str]
    source: str = ""


def without_updates(folder: Folder) -> AbstractContextManager[int]:
    """Hold the worker's lock for a block, so that no other process runs an update.

    Raises BusyError when a worker does not end, and FolderError.
    """
    return locked(folder.worker_lock, _PATIENCE, "A worker")


def run_update(store: Store, settings: Settings, conversation: Conversation) -> Result:
    """Ask a model about the conversation's pending turns, and make the edits that pass.

    Returns how it went; what goes wrong with the model or the profile is recorded, not raised.
    Raises LogsError and StateError, with nothing recorded and the turns still pending.
    """
    material = _pending(store, conversation)
    if not material.turns:
        return Result("nothing")
    return learn_from(store, settings, material, settings.model or material.turns[-1].model)


def form_for(db: sqlite3.Connection, model_id: str) -> Form:
    """Return the form in which the model is asked: the one remembered, else the best it can do."""
    remembered = updates.form_for(db, model_id)
    return remembered[0] if remembered else client.best_form(model_id)


def learn_from(store: Store, settings: Settings, material: Material, model_id: str) -> Result:
    """Ask the model about the material, and make the edits that pass.

    Returns how it went; what goes wrong with the model or the profile is recorded, not raised.
    Raises StateError, with nothing recorded. Call it with the worker's lock held.
    """
    form = form_for(store.db, model_id)
    update_id = updates.begin(
        store.db, material.thread_id, model_id, form, time.time(), source=material.source
    )
    try:
        conversation, profile = _redact(material), versions.now(store).text
        reply = client.ask(model_id, form, _request(settings, form, conversation, profile))
        updates.answered(store.db, update_id, reply.input_tokens, reply.output_tokens)
        answer = _parse(store.db, model_id, form, reply, profile)
        verdicts, version = _save(store, settings, update_id, conversation, answer)
    except Exception as error:  # noqa: BLE001 - one bad conversation blocks no other
        return _record_failure(store.db, update_id, model_id, form, material, error)
    except BaseException:
        updates.stop(store.db, update_id, time.time())
        raise
    return Result(
        "done",
        model_id,
        tuple(verdicts),
        version.n if version else None,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
    )


def _pending(store: Store, conversation: Conversation) -> Material:
    """The conversation's pending turns, but for those that nothing may be learned from any more."""
    turns = logs.read(store.folder.logs, conversation.turn_ids)
    lost = set(conversation.turn_ids) - {turn.id for turn in turns}
    known = forgotten.load(store.db)
    barred = {turn.id for turn in turns if known.turn(turn.id)}
    for turn_ids, reason in ((lost, "deleted from the log"), (barred, FORGOTTEN)):
        if turn_ids:
            ledger.settle(store.db, sorted(turn_ids), "skipped", reason, 0)
    lengths = ledger.typed_lengths(store.db, conversation.turn_ids)
    turns = [turn for turn in turns if turn.id in lengths]
    typed = {turn.id: consent.typed_text(turn.prompt, lengths[turn.id]) for turn in turns}
    whole = [turn for turn in turns if lengths[turn.id] is None]
    replies = {turn.id: _reply_to(store.folder, turn) for turn in whole}
    return Material(conversation.thread_id, turns, typed, replies)


@dataclass(frozen=True)
class _Redacted:
    """A conversation without its `secrets`.

    `prompts` holds what was typed in each turn, by the turn's id; `messages` what the model is
    shown of the turns.
    """

    material: Material
    prompts: Mapping[str, str]
    messages: Sequence[Message]
    secrets: frozenset[str]


def _redact(material: Material) -> _Redacted:
    """Take the secrets out of what was typed, and out of the answers that repeat them."""
    secrets = frozenset[str]().union(*map(redact.secrets_in, material.typed.values()))
    prompts = {turn_id: redact.redacted(text, secrets) for turn_id, text in material.typed.items()}
    messages = [
        Message(
            pasted.without_pasted(prompts[turn.id]),
            # Twice what is shown of an answer: what is redacted becomes shorter.
            redact.redacted(material.replies.get(turn.id, "")[: LONGEST_REPLY * 2], secrets),
        )
        for turn in material.turns
    ]
    return _Redacted(material, prompts, messages, secrets)


def _request(settings: Settings, form: Form, conversation: _Redacted, profile: str) -> str:
    return request(
        form,
        redact.redacted(profile, conversation.secrets),
        conversation.messages,
        today=date.fromtimestamp(conversation.material.turns[-1].ended),
        is_past=bool(conversation.material.source),
        over_budget=tokens(profile) > settings.profile_tokens,
    )


def _parse(db: sqlite3.Connection, model_id: str, form: Form, reply: Reply, profile: str) -> Answer:
    """Return the edits of the answer. Raises ModelError when it cannot be understood."""
    answer = parse_answer(reply.text, profile)
    # One that only continues text may find no way to say that there is nothing.
    if not answer.understood and client.best_form(model_id) != "completion":
        raise ModelError(
            f"{model_id} did not answer in any form that can be understood.", transient=False
        )
    _note_form(db, model_id, form, hit=True)
    return answer


def _save(
    store: Store, settings: Settings, update_id: int, conversation: _Redacted, answer: Answer
) -> tuple[list[Verdict], Version | None]:
    """Check the edits, and make those that pass; returns the verdicts and the new version, if any.

    They are checked on the profile as it is now, and with its lock held: the user may have
    edited it, and forgotten what was asked about, while the model answered.
    """
    material = conversation.material
    typed = [
        Typed(turn.id, words, turn.started)
        for turn in material.turns
        for words in pasted.typed_parts(conversation.prompts[turn.id])
    ]
    with versions.current(store) as before:
        known = _known(store.db, settings, material, answer, before.text)
        text, verdicts = guard.check(answer.edits, before.text, typed, known)

        def record(_version: int) -> None:
            updates.finish(store.db, update_id, list(conversation.prompts), verdicts, time.time())
            if material.source:
                backfilled.consume(store.db, material.turns, material.source, update_id)

        new = NewVersion(text, "learned", "update", update_id=update_id, record=record)
        return verdicts, versions.save(store, before, new)


def _known(
    db: sqlite3.Connection, settings: Settings, material: Material, answer: Answer, profile: str
) -> Known:
    """What the checks go by, beside the profile and what was typed."""
    learned = {fold(fact): quote for fact, quote in updates.learned_facts(db).items()}
    said: dict[str, float] = {}
    # What was said in the past must not change what was said since. Only an edit that names a
    # line can change one of the user's own, whose age is costly to find out.
    if material.source:
        said = backfilled.last_said(db, profile if any(edit.old for edit in answer.edits) else "")
    return Known(learned, forgotten.load(db), settings.full_at, said)


def _record_failure(
    db: sqlite3.Connection,
    update_id: int,
    model_id: str,
    form: Form,
    material: Material,
    error: Exception,
) -> Result:
    """Record why an update failed; its turns are tried again later, or given up."""
    if isinstance(error, MemoryPluginError):
        said = str(error)
        transient = not isinstance(error, ModelError) or error.transient
        if not transient:
            _note_form(db, model_id, form, hit=False)
    else:
        log.error("unexpected\n%s", redact.redacted(traceback.format_exc()))
        said, transient = f"Unexpected {type(error).__name__}: {error}", False
    said = redact.redacted(said)
    turn_ids = [turn.id for turn in material.turns]
    status = updates.fail(db, update_id, turn_ids, said, transient=transient, now=time.time())
    passing = isinstance(error, ModelError) and error.passing
    return Result(status, model_id, error=said, transient=transient, passing=passing)


def _reply_to(folder: Folder, turn: Turn) -> str:
    """The answer to a turn; of a tool loop, that of its last round."""
    if turn.response:
        return turn.response
    for later in logs.following(folder.logs, turn):
        if later.prompt.strip():
            break
        if later.response:
            return later.response
    return ""


def _note_form(db: sqlite3.Connection, model_id: str, form: Form, hit: bool) -> None:
    """Remember how the model took the form; after misses in a row a simpler one is asked for."""
    remembered = updates.form_for(db, model_id)
    misses = 0 if hit else 1 + (remembered[1] if remembered else 0)
    if misses >= _MISSES and form in _SIMPLER:
        updates.remember_form(db, model_id, _SIMPLER[form], 0)
    elif misses or remembered:
        updates.remember_form(db, model_id, form, misses)
