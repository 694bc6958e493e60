"""Keeps the profile within its budget: what `profile.archive` needs to know, read from the records.

No model is asked. Learned facts, and those that were imported or that another machine saved, may
be moved to the archive. Lines that the user typed are never moved, nor pinned facts, nor facts
that the user moved in an editor.
"""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from ..profile import archive
from ..profile.archive import Circumstances, Standing
from ..profile.document import Fact
from ..profile.split import without_archive
from ..settings import Settings
from ..store import origins, placements, state
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from . import schedule

# The key, in the table meta, of the version and the budget that were looked at last.
_LOOKED_AT = "archive_looked_at"


@dataclass(frozen=True)
class Said:
    """What was just said, and is not on record yet.

    `learned` maps the texts of facts that an update adds to when they were said, in seconds since
    1970; `again`, those of facts that the profile has.
    """

    learned: Mapping[str, float] = field(default_factory=dict)
    again: Mapping[str, float] = field(default_factory=dict)


NOTHING_SAID = Said()

# The standing of a line that the user typed: newer than any other, and said more often.
_OUTWEIGHS = Standing(float("inf"), 1_000_000)


def fitted(
    store: Store, settings: Settings, before: Version, text: str, said: Said = NOTHING_SAID
) -> str:
    """Return a profile with facts moved between the archive and the rest: see `archive.fitted`.

    `text` will follow the version `before`. Facts that were not said return only if there is more
    room than before. Call it in the block of `versions.current`.
    """
    has_room = len(without_archive(text)) < len(without_archive(before.text))
    circumstances = _circumstances(store, settings, said, time.time())
    return archive.fitted(text, replace(circumstances, may_return=has_room))


def within(store: Store, active: str, tokens: int) -> str:
    """Return a profile without an archive, with only the weightiest of its facts.

    All that stays has at most so many tokens, unless pinned facts, or what is no fact of one line,
    have more. Lines that the user typed outweigh all others.
    """
    now = time.time()

    def standing(texts: Sequence[str]) -> Mapping[str, Standing]:
        return dict.fromkeys(texts, _OUTWEIGHS) | _standings(store.db, texts)

    def movable(found: Sequence[Fact]) -> list[Fact]:
        return [fact for fact in found if not fact.pinned]

    today = datetime.fromtimestamp(now).date()
    circumstances = Circumstances(max(tokens, 1), now, today, movable, standing)
    return without_archive(archive.fitted(active, circumstances))


def tidy(store: Store, settings: Settings) -> Version | None:
    """Move what is over, or no longer fits; returns the new version, None if nothing moved.

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
    """Record that a version was looked at, and when its next fact is over."""
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
        texts = [fact.text for fact in found if not fact.pinned]
        fixed = _fixed(store.db, [text for text in texts if text not in said.learned])
        return [fact for fact in found if not fact.pinned and fact.text not in fixed]

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
