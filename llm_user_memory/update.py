"""One update: a conversation's new turns -> a request -> edits -> checks -> a new version.

Nothing of it is ever logged to logs.db.
"""

import logging
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from . import guard, logs, model, protocol
from .errors import MemoryPluginError, ModelError
from .guard import Typed, Verdict
from .logs import Turn
from .model import Reply
from .protocol import Answer, Form, Message
from .settings import Folder, Settings
from .store import consent, ledger, updates, versions
from .store.ledger import Conversation
from .words import fold

log = logging.getLogger("memory.update")

# What to ask for next when so many requests in a row were refused or not understood.
_SIMPLER: dict[Form, Form] = {"schema": "lines", "lines": "completion"}
_MISSES = 2


@dataclass(frozen=True)
class Result:
    """What one update came to.

    `status` is "done", "failed", "given up", or "nothing" when no turn was left to ask about;
    `error` says why it failed; `version` is the number of the profile's new version, if any.
    """

    status: str
    model: str = ""
    verdicts: tuple[Verdict, ...] = ()
    version: int | None = None
    error: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None


def run_update(
    db: sqlite3.Connection, folder: Folder, settings: Settings, conversation: Conversation
) -> Result:
    """Ask a model about the conversation's pending turns, and make the edits that pass.

    Returns how it went; what goes wrong with the model or the profile is recorded, not raised.
    Raises LogsError and StateError, with nothing recorded and the turns still pending.
    """
    turns = logs.read(folder.logs, conversation.turn_ids)
    lost = set(conversation.turn_ids) - {turn.id for turn in turns}
    if lost:
        ledger.settle(db, sorted(lost), "skipped", "deleted from the log", 0)
    if not turns:
        return Result("nothing")
    model_id = settings.model or turns[-1].model
    form = _form(db, model_id)
    update_id = updates.begin(db, conversation.thread_id, model_id, form, time.time())
    try:
        return _updated(db, folder, update_id, model_id, form, turns)
    except Exception as error:  # one bad conversation, or a bug of ours, never blocks the next
        if isinstance(error, MemoryPluginError):
            said = str(error)
            transient = not isinstance(error, ModelError) or error.transient
            if not transient:
                _note_form(db, model_id, form, hit=False)
        else:
            log.exception("unexpected")
            said, transient = f"Unexpected {type(error).__name__}: {error}", False
        turn_ids = [turn.id for turn in turns]
        status = updates.fail(db, update_id, turn_ids, said, transient=transient, now=time.time())
        return Result(status, model_id, error=said)
    except BaseException:
        updates.stop(db, update_id, time.time())
        raise


def _updated(
    db: sqlite3.Connection,
    folder: Folder,
    update_id: int,
    model_id: str,
    form: Form,
    turns: Sequence[Turn],
) -> Result:
    lengths = ledger.typed_lengths(db, [turn.id for turn in turns])
    typed = [
        Typed(turn.id, consent.typed_text(turn.prompt, lengths[turn.id]))
        for turn in turns
        if turn.id in lengths
    ]
    with versions.current(db, folder) as version:
        profile = version.text
    messages = _messages(folder, turns, typed)
    reply = model.ask(model_id, form, protocol.request(form, profile, messages))
    updates.answered(db, update_id, reply.input_tokens, reply.output_tokens)
    answer = protocol.parse_answer(reply.text, profile)
    # One that only continues text may find no way to say that there is nothing.
    if not answer.understood and model.best_form(model_id) != "completion":
        raise ModelError(
            f"{model_id} did not answer in any form that can be understood.", transient=False
        )
    _note_form(db, model_id, form, hit=True)
    return _learned(db, folder, update_id, model_id, answer, typed, reply)


def _learned(
    db: sqlite3.Connection,
    folder: Folder,
    update_id: int,
    model_id: str,
    answer: Answer,
    typed: Sequence[Typed],
    reply: Reply,
) -> Result:
    verdicts: list[Verdict] = []
    learned = frozenset(fold(fact) for fact in updates.learned_facts(db))

    def make(profile: str) -> str:
        # On the profile as it is now: the user may have edited it while the model was asked.
        text, judged = guard.check(answer.edits, profile, typed, learned)
        verdicts[:] = judged
        return text

    def record(_version: int) -> None:
        updates.finish(db, update_id, [turn.turn_id for turn in typed], verdicts, time.time())

    version = versions.learn(db, folder, make, update_id, record)
    return Result(
        "done",
        model_id,
        tuple(verdicts),
        version.n if version else None,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
    )


def _messages(folder: Folder, turns: Sequence[Turn], typed: Sequence[Typed]) -> list[Message]:
    words = {said.turn_id: said.text for said in typed}
    return [Message(words[turn.id], _reply_to(folder, turn)) for turn in turns if turn.id in words]


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


def _form(db: sqlite3.Connection, model_id: str) -> Form:
    """The form remembered for the model, else the best it can do."""
    remembered = updates.form_for(db, model_id)
    return remembered[0] if remembered else model.best_form(model_id)


def _note_form(db: sqlite3.Connection, model_id: str, form: Form, hit: bool) -> None:
    """Remember how the model took the form; after misses in a row a simpler one is asked for."""
    remembered = updates.form_for(db, model_id)
    misses = 0 if hit else 1 + (remembered[1] if remembered else 0)
    if misses >= _MISSES and form in _SIMPLER:
        updates.remember_form(db, model_id, _SIMPLER[form], 0)
    elif misses or remembered:
        updates.remember_form(db, model_id, form, misses)
