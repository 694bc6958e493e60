"""Learning from the selected conversations, the oldest first, and estimating the cost."""

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from ...errors import ProfileError
from ...logs import Turn
from ...model import client
from ...model.forms import Form
from ...model.request import LONGEST_REPLY, request
from ...profile.estimate import tokens
from ...settings import Settings
from ...store import backfilled, forgotten, state, updates
from ...store.profile import saves, versions
from ...store.state import Store
from ...text import pasted
from ...text.fingerprints import Forgotten, is_turn_forgotten, says
from .. import said_again, schedule, update
from ..material import Material
from ..portions import portions
from ..update import Result
from .dry_run import Copy
from .staging import Candidate, Staging, Thread

PAUSES = (5.0, 15.0, 30.0, 60.0)
"""Seconds to wait before each repetition of a request whose failure resolves itself."""

# Seconds between two requests. A waiting worker of the daemon polls the lock more often, so that it
# gets the lock.
_LOCK_GAP = 0.1

# Tokens of an average answer: a line or two.
_ANSWER = 60


@dataclass(frozen=True)
class Estimate:
    """What learning would cost: requests and input tokens, both by model id."""

    requests: Counter[str]
    tokens_by_model: Counter[str]

    @property
    def input_tokens(self) -> int:
        return self.tokens_by_model.total()

    @property
    def output_tokens(self) -> int:
        return _ANSWER * self.requests.total()

    def spent(self) -> list[tuple[str, int, int]]:
        """Each model, with its input and output tokens."""
        return [
            (model, self.tokens_by_model[model], _ANSWER * number)
            for model, number in self.requests.items()
        ]


@dataclass(frozen=True)
class Plan:
    """The conversations to learn from, in order.

    `models` maps a conversation's id to the id of the model to ask. `again` includes turns that
    were learned from already.
    """

    threads: Sequence[Thread]
    models: Mapping[str, str]
    again: bool = False


def estimate(staged: Staging, plan: Plan, profile: str) -> Estimate:
    """Return an estimate of what the plan will cost, without asking any model."""
    requests: Counter[str] = Counter()
    form_of = {name: client.best_form(name) for name in set(plan.models.values())}
    task = tokens(request("lines", profile, [], date.today(), is_past=True))
    sent: Counter[str] = Counter()
    for thread in plan.threads:
        for chunk in _chunks(staged, thread, plan.again, form_of[plan.models[thread.id]]):
            requests[plan.models[thread.id]] += 1
            size = sum(_size(candidate) for candidate in chunk) // 4
            sent[plan.models[thread.id]] += task + size
    return Estimate(requests, sent)


def learn(
    store: Store, settings: Settings, staged: Staging, plan: Plan
) -> Iterator[tuple[Thread, Result]]:
    """Ask about each conversation, and yield the result of each request.

    A result is recorded, with its turns, before the next request is made, so that the same plan
    can be resumed. The worker's lock is held for one request at a time, so that the daemon can
    learn in between. Before each request, what other processes learned, forgot or paused
    meanwhile is taken into account. In a copy of the memory nothing is kept, but the requests are
    recorded in the original. Raises StateError and BusyError, and ProfileError once learning is
    paused.
    """
    for thread in plan.threads:
        form = update.form_for(store.db, plan.models[thread.id])
        for chunk in _chunks(staged, thread, plan.again, form):
            if result := _ask_with_retries(store, settings, thread, chunk, plan):
                yield thread, result


def _ask_with_retries(
    store: Store,
    settings: Settings,
    thread: Thread,
    chunk: Sequence[Candidate],
    plan: Plan,
) -> Result | None:
    """Ask about a chunk, and again after a pause if the failure resolves itself.

    Returns None if there is nothing left to ask about.
    """
    for pause in (*PAUSES, None):
        with update.without_updates(store.folder):
            updates.clear_running(store.db, time.time())
            reason, gone = _as_it_is_now(store, settings)
            if reason:
                raise ProfileError(
                    f"Learning is {reason}.", untouched="What was learned until then is kept."
                )
            turns = _unlearned_turns(store.db, chunk, plan.again, gone)
            if not turns:
                return None
            said_again.mark_passed(store, settings, turns)
            material = Material(
                thread.id,
                turns,
                {turn.id: turn.prompt for turn in turns},
                {turn.id: turn.response for turn in turns if not says(gone, turn.response)},
                thread.source,
                in_doubt={each.turn.id for each in chunk if each.in_doubt},
            )
            try:
                result = update.learn_from(store, settings, material, plan.models[thread.id])
            finally:
                if isinstance(store, Copy):
                    store.record_requests()
        time.sleep(_LOCK_GAP)
        if not result.resolves_itself or pause is None:
            break
        time.sleep(pause)
    return result


def _as_it_is_now(store: Store, settings: Settings) -> tuple[str, Forgotten]:
    """Why learning is forbidden by now, "" if it is not, and what is forgotten by now.

    The user may pause learning or forget a fact while this runs, also by deleting a line of the
    profile. A copy of the memory does not know that.
    """
    folder = store.original if isinstance(store, Copy) else store.folder
    if not folder.state.exists():
        return "", Forgotten()
    with state.opened(folder) as now:
        reason = schedule.forbidden(now.db, settings, time.time())[0]
        with suppress(ProfileError):
            saves.look(now, versions.PATIENCE)  # records what was just saved
        return reason, forgotten.load(now.db)


def _unlearned_turns(
    db: sqlite3.Connection, chunk: Sequence[Candidate], again: bool, gone: Forgotten
) -> list[Turn]:
    """The turns of the chunk that may still be learned from, given what is forgotten by now."""
    turns = (candidate.turn for candidate in chunk)
    return [
        turn
        for turn in turns
        if not is_turn_forgotten(gone, turn.id, turn.prompt, turn.started)
        and (again or not backfilled.is_learned(db, turn.id))
    ]


def _chunks(staged: Staging, thread: Thread, again: bool, form: Form) -> Iterator[list[Candidate]]:
    """The candidates of a conversation, in parts that fit into one request."""
    wanted = (each for each in staged.turns(thread.id) if again or not each.is_learned)
    return portions(wanted, lambda candidate: candidate.prompt, form)


def _size(candidate: Candidate) -> int:
    """The number of characters that a request holds of a turn."""
    prompt = pasted.without_pasted(pasted.searched(candidate.prompt))
    return len(prompt) + min(len(candidate.turn.response), LONGEST_REPLY)
