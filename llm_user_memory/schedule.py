"""When there is something to learn: asked by the watcher, the worker and `status`."""

import sqlite3

from .settings import Settings
from .store import consent, ledger, updates

PAUSED = "paused"
SWITCHED_OFF = "switched off"
LIMIT_REACHED = "the daily limit is reached"


def hindrance(db: sqlite3.Connection, settings: Settings, now: float) -> tuple[str, float | None]:
    """Return why nothing may be learned now, and until when; ("", None) if nothing forbids it.

    The moment is None where only the user can change it.
    """
    if settings.disabled or not settings.updates:
        return SWITCHED_OFF, None
    if pause := consent.paused_now(db, now):
        return PAUSED, pause[1]
    if updates.requests_since(db, now - updates.DAY) >= settings.daily_limit:
        return LIMIT_REACHED, updates.next_request(db, settings.daily_limit, now)
    return "", None


def due(db: sqlite3.Connection, settings: Settings, now: float) -> float | None:
    """Return the moment at which the worker has something to do, in the past if it has now.

    None: not until something changes.
    """
    waiting = ledger.pending(db, settings.update_interval, now)
    if not waiting:
        return None
    reason, until = hindrance(db, settings, now)
    if not reason:
        return waiting[0].ready_at
    return None if until is None else max(until, waiting[0].ready_at)
