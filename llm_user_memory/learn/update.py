"""Runs one update: new turns of a conversation -> request -> edits -> checks -> new version.

The request and its answer are not logged in logs.db.
"""

import logging
import sqlite3
import time
import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import date

from ..checks.guard import Verdict
from ..errors import FolderError, MemoryPluginError, ModelError, ProfileError
from ..model import client, forms, installed, location
from ..model.answer import Answer, parse_answer
from ..model.client import Reply
from ..model.forms import Form, Remembered
from ..model.request import request
from ..profile import render
from ..profile.line_marks import without_marks
from ..profile.split import without_archive
from ..settings import Folder, Settings
from ..store import backfilled, ledger, model_places, updates
from ..store.ledger import Conversation
from ..store.locks import locked
from ..store.profile import file as profile_file
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from ..text import redact
from . import archiving, checking, locality
from .material import Material, Redacted, for_destination, redacted, take_pending, typed_texts
from .portions import portions

log = logging.getLogger("memory.update")

# Seconds to wait for the worker's lock, because the daemon's worker may be waiting for an answer.
_PATIENCE = 600.0

UNKNOWN_MODEL = "said to an unknown model"

WITHHELD = "withheld"
"""The status of a result if none of the turns may be shown to the model."""

WHY_WITHHELD = (
    "what was said to a model on this machine, or says what is marked #local, goes to no model "
    "that may be elsewhere"
)
"""The reason for that status, as a clause: what the user reads has it, wherever they meet it."""


@dataclass(frozen=True)
class Result:
    """The result of one update.

    `status` is "done", "failed", "given up", "nothing" if no turn was left to ask about, or
    WITHHELD. `version` is the number of the profile's new version, if any. `error` says why the
    update failed. `transient` tells whether the same request may succeed later, and
    `resolves_itself` whether it may without any action of the user.
    """

    status: str
    model: str = ""
    verdicts: tuple[Verdict, ...] = ()
    version: int | None = None
    error: str = ""
    transient: bool = False
    resolves_itself: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None


def without_updates(folder: Folder) -> AbstractContextManager[int]:
    """Hold the worker's lock for a block, so that no other process runs an update.

    Raises BusyError when the lock is not released within ten minutes, and FolderError.
    """
    return locked(folder.worker_lock, _PATIENCE, "A worker")


def run_update(store: Store, settings: Settings, conversation: Conversation) -> Result:
    """Ask a model about the conversation's pending turns, and make the edits that pass the checks.

    If the conversation is long, or its turns may not all be shown to the same models, only the
    first turns are asked about, and the others stay pending. An error of the model or the profile
    is recorded, and returned in the result. Raises LogsError and StateError; then nothing is
    recorded and the turns stay pending.
    """
    material = take_pending(store, settings, conversation)
    if not material.turns:
        return Result("nothing")
    try:
        at = locality.places_of(store.db, material.turns)
        turns = locality.first_group(material.turns, at)
    except ModelError:  # asking the model raises it again, and records it
        turns = list(material.turns)
    if material.client:  # the client's models are not LLM's, even if the names are equal
        models = [installed.default_model()]
    else:
        models = [turn.model for turn in turns if turn.model]
    if not settings.model and not models:  # these words were not said to LLM's default model
        ledger.resolve(store.db, [turn.id for turn in turns], "skipped", UNKNOWN_MODEL, 0)
        return Result("nothing")
    model_id = settings.model or models[-1]
    form = form_for(store.db, model_id)
    turns = next(portions(turns, lambda turn: material.prompts[turn.id], form))
    result = learn_from(store, settings, replace(material, turns=turns), model_id)
    if result.status == WITHHELD:
        model_places.withhold(store.db, [turn.id for turn in turns], settings.model)
    return result


def form_for(db: sqlite3.Connection, model_id: str) -> Form:
    """Return the form in which to ask the model: the best, or a simpler one after failures."""
    return forms.form_to_ask(
        client.best_form(model_id), _remembered(db, client.full_name(model_id)), time.time()
    )


def learn_from(store: Store, settings: Settings, material: Material, model_id: str) -> Result:
    """Ask the model about the material, and make the edits that pass the checks.

    Turns that may not be shown to the model are left out. If none is left, nothing is recorded, and
    the status is WITHHELD. An error of the model or the profile is recorded, and returned in the
    result. Raises StateError; then nothing is recorded. The caller holds the worker's lock.
    """
    destination = location.destination(model_id, settings)
    with suppress(ModelError):
        material = for_destination(store, material, destination)
    if not material.turns:
        return Result(WITHHELD, model_id)
    form = form_for(store.db, model_id)
    update_id = updates.begin(
        store.db, material.thread_id, model_id, form, time.time(), source=material.source
    )
    try:
        conversation = redacted(material)
        active = _storable(versions.read(store).text)
        profile = without_marks(locality.profile_for(store.db, active, destination))
        said = backfilled.months_said(store.db, profile)
        reply = client.ask(model_id, form, _request(form, conversation, profile, said))
        updates.record_tokens(store.db, update_id, reply.input_tokens, reply.output_tokens)
        answer = _parse(store.db, model_id, form, reply, profile)
        verdicts, version = _check_and_save(store, settings, update_id, conversation, answer)
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


def _storable(text: str) -> str:
    """The profile without its archive. Raises ProfileError if it is too large for more facts."""
    active = without_archive(text)
    if render.is_too_large(active):
        raise ProfileError(render.TOO_LARGE, untouched="No model was asked.")
    if profile_file.is_full(text):
        raise ProfileError(profile_file.FULL, untouched="No model was asked.")
    return active


def _request(form: Form, conversation: Redacted, profile: str, said: Mapping[str, str]) -> str:
    return request(
        form,
        redact.redacted(profile, conversation.secrets),
        conversation.messages,
        today=date.fromtimestamp(conversation.material.turns[-1].ended),
        said=said,
        is_past=bool(conversation.material.source),
    )


def _parse(db: sqlite3.Connection, model_id: str, form: Form, reply: Reply, profile: str) -> Answer:
    """The parsed answer, after remembering that the form works. Raises ModelError."""
    answer = parse_answer(reply.text, profile)
    # A completion model that proposes no edit may not say so in any known form.
    if not answer.understood and client.best_form(model_id) != "completion":
        raise ModelError(
            f"{model_id} did not answer in any form that can be understood.",
            transient=False,
            untouched="The profile is as it was.",
            remedy="If it happens again and again, set LLM_MEMORY_MODEL to a stronger model.",
        )
    _remember_form(db, model_id, form, understood=True)
    return answer


def _check_and_save(
    store: Store, settings: Settings, update_id: int, conversation: Redacted, answer: Answer
) -> tuple[list[Verdict], Version | None]:
    """Check the edits, and make those that pass; returns the verdicts and the new version, if any.

    The checks use the current profile, with its lock held, because the user may have edited it, or
    forgotten a fact, while the model answered.
    """
    material = conversation.material
    typed = typed_texts(conversation)
    with versions.current(store) as before:
        text, verdicts = checking.checked(
            store.db, before.text, answer.edits, typed, is_past=bool(material.source)
        )
        if settings.learned_locally == "local":
            marked = locality.marked_local(store, before.text)
            text = locality.tagged(before.text, text, verdicts, typed, material.places, marked)
        said = checking.said(verdicts, typed)
        text = archiving.fitted(store, settings, before, text, said)

        def record(version: int) -> None:
            updates.finish(
                store.db,
                update_id,
                [turn.id for turn in material.turns],
                verdicts,
                time.time(),
                material.places,
            )
            told = locality.heard(before.text, verdicts, typed, material.turns, material.places)
            model_places.record_told(store.db, told)
            archiving.note_state(store, settings, text, version or before.n)
            if material.source:
                # What another program exported, the user may send to another model next time.
                is_fixed = material.source in (updates.LOG, updates.SAID)
                places = material.places if is_fixed else {}
                backfilled.record(store.db, material.turns, material.source, update_id, places)

        new = NewVersion(text, "learned", "update", update_id=update_id, record=record)
        return verdicts, versions.save(store, before, new)


def _record_failure(
    db: sqlite3.Connection,
    update_id: int,
    model_id: str,
    form: Form,
    material: Material,
    error: Exception,
) -> Result:
    """Record why an update failed; its turns are retried later, or given up."""
    if isinstance(error, MemoryPluginError):
        reason = str(error)
        transient = not isinstance(error, ModelError) or error.transient
        if not transient:
            _remember_form(db, model_id, form, understood=False)
    else:
        log.error("unexpected\n%s", redact.redacted(traceback.format_exc()))
        reason, transient = f"Unexpected {type(error).__name__}: {error}", False
    reason = redact.redacted(reason)
    turn_ids = [turn.id for turn in material.turns]
    if isinstance(error, ModelError):
        needs_user = error.needs_user
    else:
        needs_user = isinstance(error, (ProfileError, FolderError))
    status = updates.fail(
        db,
        update_id,
        turn_ids,
        reason,
        transient=transient,
        now=time.time(),
        needs_user=needs_user,
    )
    resolves = isinstance(error, ModelError) and error.resolves_itself
    return Result(status, model_id, error=reason, transient=transient, resolves_itself=resolves)


def _remembered(db: sqlite3.Connection, model: str) -> Remembered | None:
    stored = updates.form_for(db, model)
    return Remembered(*stored) if stored else None


def _remember_form(db: sqlite3.Connection, model_id: str, form: Form, *, understood: bool) -> None:
    """Store the form in which to ask the model next time."""
    model = client.full_name(model_id)
    before = _remembered(db, model)
    after = forms.after_answer(form, before, time.time(), understood=understood)
    if after:
        updates.remember_form(db, model, *after)
    elif before:
        updates.forget_form(db, model)
