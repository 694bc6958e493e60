"""Learning from selected conversations, one after the other, the oldest first."""

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ...errors import ProfileError
from ...logs import Turn
from ...model import client
from ...model.request import (
    LONGEST_COMPLETION,
    LONGEST_CONVERSATION,
    LONGEST_MESSAGE,
    LONGEST_REPLY,
    Form,
    request,
)
from ...profile.document import tokens
from ...settings import Settings
from ...store import backfilled, forgotten, updates
from ...store.state import Store
from ...text import pasted
from .. import schedule, update
from ..update import Material, Result
from .staging import Heard, Spool, Thread

PAUSES = (5.0, 15.0, 30.0, 60.0)
"""Seconds between requests that a service refuses for the moment."""

# Seconds between two requests: the daemon's worker, who waits for the lock, looks more often.
_BREATH = 0.1

# Characters of a conversation that are asked about at once. A request leaves its beginning out
# where little room is left; and it is longer by what says that the middle of a message is cut.
_ROOM = LONGEST_CONVERSATION - 1_000
_CUT = 60

# The same for a model that only continues text, which is shown less; sentences stand apart in it.
_LITTLE_ROOM = LONGEST_COMPLETION - 200

# Tokens of an answer, on average: a line or two.
_ANSWER = 60


@dataclass(frozen=True)
class Estimate:
    """What learning would take: requests, by model, and tokens sent and answered."""

    requests: Counter[str]
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Plan:
    """Conversations to learn from, in order, with the model to ask about each, by its id.

    `again` is whether turns are taken that were learned from already.
    """

    threads: Sequence[Thread]
    models: Mapping[str, str]
    again: bool = False


def estimate(spool: Spool, plan: Plan, profile: str) -> Estimate:
    """Return about what it takes to carry out the plan."""
    requests: Counter[str] = Counter()
    forms = {name: client.best_form(name) for name in set(plan.models.values())}
    task = tokens(request("lines", profile, [], date.today(), is_past=True))
    sent = 0
    for thread in plan.threads:
        for chunk in _chunks(spool, thread, plan.again, forms[plan.models[thread.id]]):
            requests[plan.models[thread.id]] += 1
            sent += task + sum(_size(heard) for heard in chunk) // 4
    return Estimate(requests, sent, _ANSWER * requests.total())


def learn(
    store: Store, settings: Settings, spool: Spool, plan: Plan
) -> Iterator[tuple[Thread, Result]]:
    """Ask about each conversation, and yield what came of each request.

    Each is on record, with its turns, before the next is made: whoever stops in between goes
    on there. The worker's lock is held for one request at a time, so that the daemon goes on
    learning too. What another process learned, forgot or paused meanwhile counts. Raises
    StateError and BusyError, and ProfileError once learning is paused.
    """
    for thread in plan.threads:
        form = update.form_for(store.db, plan.models[thread.id])
        for chunk in _chunks(spool, thread, plan.again, form):
            if result := _patiently(store, settings, thread, chunk, plan):
                yield thread, result


def _patiently(
    store: Store,
    settings: Settings,
    thread: Thread,
    chunk: Sequence[Heard],
    plan: Plan,
) -> Result | None:
    """Ask the model, and again where that may help: services limit how often they are asked.

    None if there is nothing left to ask about.
    """
    for pause in (*PAUSES, None):
        with update.without_updates(store.folder):
            updates.clear_running(store.db, time.time())
            if reason := schedule.forbidden(store.db, settings, time.time())[0]:
                raise ProfileError(
                    f"Learning is {reason}.", untouched="What was learned until then is kept."
                )
            turns = _left(store.db, chunk, plan.again)
            if not turns:
                return None
            material = Material(
                thread.id,
                turns,
                {turn.id: turn.prompt for turn in turns},
                {turn.id: turn.response for turn in turns},
                thread.source,
            )
            result = update.learn_from(store, settings, material, plan.models[thread.id])
        time.sleep(_BREATH)
        if not result.passing or pause is None:
            break
        time.sleep(pause)
    return result


def _left(db: sqlite3.Connection, chunk: Sequence[Heard], again: bool) -> list[Turn]:
    """The turns that nobody has learned from, or had a fact of forgotten, since they were read."""
    known = forgotten.load(db)
    return [
        heard.turn
        for heard in chunk
        if not known.turn(heard.turn.id) and (again or not backfilled.is_learned(db, heard.turn.id))
    ]


def _chunks(spool: Spool, thread: Thread, again: bool, form: Form) -> Iterator[list[Heard]]:
    """The turns of a conversation that say something, in parts that fit into one request."""
    chunk: list[Heard] = []
    longest = _LITTLE_ROOM if form == "completion" else LONGEST_MESSAGE
    most = room = _LITTLE_ROOM if form == "completion" else _ROOM
    for heard in spool.turns(thread.id):
        if heard.is_learned and not again:
            continue
        size = len(pasted.without_shown(heard.typed))
        if size > longest:
            size = longest + _CUT
        if chunk and size > room:
            yield chunk
            chunk, room = [], most
        chunk.append(heard)
        room -= size
    if chunk:
        yield chunk


def _size(heard: Heard) -> int:
    typed = min(len(heard.typed), LONGEST_MESSAGE)
    return typed + min(len(heard.turn.response), LONGEST_REPLY)
