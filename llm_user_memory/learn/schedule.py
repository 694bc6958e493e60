"""Tells when the worker has something to do, and why it may not learn now.

The watcher loads this module, so it imports no model and no checks.
"""

import sqlite3
from contextlib import suppress

from ..errors import StateError
from ..settings import Settings
from ..store import consent, ledger, profiles, receipts, state, unmarked, updates
from ..store.state import Store

PAUSED = "paused"
SWITCHED_OFF = "switched off"
FORBIDDEN = (PAUSED, SWITCHED_OFF)
ARCHIVING_DUE = "archive_due"
"""The key in the table `meta` of when the time of the next fact passes."""

LIMIT_REACHED = "the daily limit is reached"


def hindrance(store: Store, settings: Settings, now: float) -> tuple[str, float | None]:
    """Return why nothing may be learned now, and until when; ("", None) if learning is possible.

    The time is in seconds since 1970, None if only the user can end it. The reasons are those of
    `forbidden`, and the daily limit of requests, which is for all profiles together.
    """
    if (found := forbidden(store.db, settings, now))[0]:
        return found
    requests = _requests_of_a_day(store, now)
    if len(requests) >= settings.daily_limit:
        limit = settings.daily_limit
        return LIMIT_REACHED, requests[-limit] + updates.DAY if limit else None
    return "", None


def forbidden(db: sqlite3.Connection, settings: Settings, now: float) -> tuple[str, float | None]:
    """Return why the user has forbidden learning now, and until when; ("", None) if they have not.

    The reasons are a setting and a pause. The time is in seconds since 1970, None if there is none.
    """
    if settings.disabled or not settings.updates:
        return SWITCHED_OFF, None
    if pause := consent.pause_in_force(db, now):
        return PAUSED, pause[1]
    return "", None


def as_clause(reason: str) -> str:
    """Return the clause that says a reason of `hindrance`."""
    return reason if reason == LIMIT_REACHED else f"learning is {reason}"


def due(store: Store, settings: Settings, now: float) -> float | None:
    """Return when the worker has something to do, in seconds since 1970; None if it has nothing.

    A time in the past means now. Facts that a version without marks learned are due for marking at
    once, even during a pause, and so are those that a prompt with the mark says again: see
    `locality.mark_learned_before` and `said_again`.
    """
    has_unmarked = unmarked.exist(store.db) or ledger.has_marked(store.db)
    if settings.learned_locally != "any" and not settings.disabled and has_unmarked:
        return 0.0
    waiting = ledger.pending(store.db, settings.update_interval, now, model=settings.model)
    ready = [conversation.ready_at for conversation in waiting[:1]]
    ready += [session.ready_at for session in receipts.sessions(store.folder, now)[:1]]
    if not ready:
        return None
    reason, until = hindrance(store, settings, now)
    if not reason:
        return min(ready)
    return None if until is None else max(until, min(ready))


def archiving_due(db: sqlite3.Connection) -> float | None:
    """Return when the worker has to archive the next fact whose time passes; None for never.

    The result is in seconds since 1970.
    """
    found = state.get(db, ARCHIVING_DUE)
    return float(found) if found else None


def _requests_of_a_day(store: Store, now: float) -> list[float]:
    """The times of all requests of the last day, for any profile, in order."""
    asked = updates.requests_since(store.db, now - updates.DAY)
    for other in profiles.every(store.folder.path):
        if other != store.folder:
            with suppress(StateError), state.opened(other, migrate=False) as there:
                asked += updates.requests_since(there.db, now - updates.DAY)
    return sorted(asked)
