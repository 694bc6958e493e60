"""Keeps the profile within its budget of tokens, by moving facts to the archive and back.

`profile.archive` decides which facts to move, by their weight (`profile.fact_weight`). This module
reads what it needs from state.db.

Learned facts may be moved, and those that were imported or that another machine saved. Lines that
the user typed, pinned facts, and facts that the user moved in an editor are never moved. No model
is asked.
"""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from ..profile import archive
from ..profile.archive import Circumstances
from ..profile.document import Fact
from ..profile.fact_weight import OUTWEIGHS, Standing, unpinned
from ..profile.split import without_archive
from ..settings import Settings
from ..store import origins, placements, state
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from . import schedule

# The key in the table `meta` of the version and the budget that were checked last.
_LOOKED_AT = "archive_looked_at"


@dataclass(frozen=True)
class Said:
    """Facts that were just said, which state.db does not have yet.

    Both map the texts of facts to when they were said, in seconds since 1970: `learned` has the
    facts that an update adds, and `again` those that the profile has already.
    """

    learned: Mapping[str, float] = field(default_factory=dict)
    again: Mapping[str, float] = field(default_factory=dict)


NOTHING_SAID = Said()


def fitted(
    store: Store, settings: Settings, before: Version, text: str, said: Said = NOTHING_SAID
) -> str:
    """Return a profile with facts moved between the archive and the rest: see `archive.fitted`.

    `text` will follow the version `before`. Facts that are not in `said` return from the archive
    only if the rest became shorter. Call it inside `with versions.current(...)`.
    """
    has_room = len(without_archive(text)) < len(without_archive(before.text))
    circumstances = _circumstances(store, settings, said, time.time())
    return archive.fitted(text, replace(circumstances, may_return=has_room))


def within(store: Store, active: str, tokens: int) -> str:
    """Return a profile as `archive.within` does: lines that the user typed outweigh all others."""

    def standing(texts: Sequence[str]) -> Mapping[str, Standing]:
        return dict.fromkeys(texts, OUTWEIGHS) | _standings(store.db, texts)

    return archive.within(active, tokens, datetime.fromtimestamp(time.time()), standing)


def tidy(store: Store, settings: Settings) -> Version | None:
    """Archive facts whose time has passed or that no longer fit, and return those that fit again.

    Returns the new version, None if nothing moved.

    The worker calls this before it learns. It costs nothing unless the profile changed since the
    last call, or a fact's last day has passed. Raises ProfileError and BusyError.
    """
    now = time.time()
    with versions.current(store) as before:
        seen = f"{before.n} {settings.profile_tokens}"
        due = schedule.archiving_due(store.db)
        if state.get(store.db, _LOOKED_AT) == seen and (due is None or now < due):
            return None
        circumstances = _circumstances(store, settings, NOTHING_SAID, now)
        text = archive.fitted(before.text, circumstances)

        def record(version: int) -> None:
            note_state(store, settings, text, version or before.n)

        return versions.save(store, before, NewVersion(text, "archived", "update", record=record))


def note_state(store: Store, settings: Settings, text: str, version: int) -> None:
    """Record that a version was checked, and when the time of its next fact passes."""
    movable = _circumstances(store, settings, NOTHING_SAID, time.time()).movable
    day = archive.next_day_over(text, movable)
    over = _midnight(day + timedelta(1)) if day and day < date.max else ""
    state.put(store.db, schedule.ARCHIVING_DUE, over)
    state.put(store.db, _LOOKED_AT, f"{version} {settings.profile_tokens}")


def last_said(db: sqlite3.Connection, texts: Sequence[str]) -> dict[str, float]:
    """Return when facts were last said, imported or restored; lines that were typed are left out.

    The times are in seconds since 1970.
    """
    return {fact: standing.said_at for fact, standing in _standings(db, texts).items()}


def _circumstances(store: Store, settings: Settings, said: Said, now: float) -> Circumstances:
    def movable(found: Sequence[Fact]) -> list[Fact]:
        candidates = unpinned(found)
        unsaid = [fact.text for fact in candidates if fact.text not in said.learned]
        fixed = _fixed(store.db, unsaid)
        return [fact for fact in candidates if fact.text not in fixed]

    def standing(texts: Sequence[str]) -> Mapping[str, Standing]:
        found = _standings(store.db, texts)
        for fact, at in {**said.learned, **said.again}.items():
            known = found.get(fact, Standing(at, 0))
            found[fact] = Standing(max(at, known.said_at), known.times + 1)
        return found

    today = datetime.fromtimestamp(now).date()
    returning = frozenset({*said.learned, *said.again})
    return Circumstances(settings.profile_tokens, now, today, movable, standing, returning)


def _fixed(db: sqlite3.Connection, wanted: Sequence[str]) -> set[str]:
    """Those facts that the user typed, or moved to the archive or out of it."""
    own = set(wanted) - origins.learned(db, wanted)
    own -= placements.recorded_at(db, "brought", own).keys()
    return own | placements.recorded_at(db, "placed", wanted).keys()


def _standings(db: sqlite3.Connection, texts: Sequence[str]) -> dict[str, Standing]:
    found = {
        fact: Standing(said.last, said.times) for fact, said in origins.mentions(db, texts).items()
    }
    for fact, at in placements.recorded_at(db, "brought", texts).items():
        found.setdefault(fact, Standing(at))
    for fact, at in placements.recorded_at(db, "restored", texts).items():
        known = found.get(fact, Standing(at))
        found[fact] = Standing(max(known.said_at, at), known.times)
    return found


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day).timestamp()
