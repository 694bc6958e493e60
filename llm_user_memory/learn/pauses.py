"""Pausing and resuming to learn, for all profiles together."""

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TypeVar

from ..errors import LogsError, StateError
from ..logs import Turn
from ..settings import Folder
from ..store import consent, ledger, profiles, refused_sentences, state
from ..store.state import Store

T = TypeVar("T")


def pause(default: Folder, until: float | None = None) -> bool:
    """Pause learning until a time, in seconds since 1970; None: until `resume` is called.

    Returns whether this ended a pause that would have been longer. Raises StateError if the
    state.db of a profile cannot be used.
    """
    now = time.time()
    return any(for_every_profile(default, lambda store: consent.pause(store.db, until, now)))


def resume(default: Folder) -> bool:
    """End the pause; tell whether there was one. Raises StateError as `pause`.

    The caller has to wake the daemon.
    """
    return any(for_every_profile(default, _resume))


def refuse(default: Folder, turns: Sequence[Turn], sentences: Collection[str], reason: str) -> None:
    """Record for every profile that turns of a caller may not be learned from.

    `sentences` are the names of theirs: see `backfill.refused_turns`. Raises StateError as `pause`.
    """

    def enter(store: Store) -> None:
        with state.transaction(store.db):
            for turn in turns:
                ledger.enter(store.db, turn, reason)
            refused_sentences.add(store.db, sentences, reason)

    for_every_profile(default, enter)


def for_every_profile(default: Folder, act: Callable[[Store], T]) -> list[T]:
    """Call `act` for every profile, and return the results; the default profile is created.

    If a profile cannot be opened, `act` is still called for the others. The first StateError is
    raised at the end.
    """
    results, errors = list[T](), list[StateError]()
    for folder in dict.fromkeys([default, *profiles.every(default.path)]):
        try:
            with state.opened(folder) as store:
                results.append(act(store))
        except StateError as error:
            errors.append(error)
    if errors:
        raise errors[0]
    return results


def _resume(store: Store) -> bool:
    with suppress(LogsError):  # first record the turns of the pause, which are not learned from
        ledger.ingest(store)
    return consent.resume(store.db, time.time())
