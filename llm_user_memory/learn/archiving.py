"""Keeps the profile within its budget: what `profile.archive` needs to know, read from the records.

No model is asked. Learned facts, and those that were imported or that another machine saved, may
be moved to the archive. Lines that the user typed are never moved, nor pinned facts, nor facts
that the user moved in an editor.
"""

import json
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from ..checks.guard import ALREADY_KNOWN
from ..profile import archive
from ..profile.archive import Circumstances, Standing
from ..profile.document import Fact, facts, lines_of
from ..profile.split import moved
from ..settings import Settings
from ..store import placements, state
from ..store.backfilled import SAID_AT
from ..store.profile import history, versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import SAVED, Version
from ..store.state import Store
from . import schedule

# Versions with these notes may have moved facts by hand.
_EDITED = frozenset({SAVED, "edit", "merged"})

# The notes of versions that bring facts back, and how many of the newest are looked at.
_RESTORED = ("undo", "restore")
_MOST_RESTORED = 50

# The key, in the table meta, of the version and the budget that were looked at last.
_LOOKED_AT = "archive_looked_at"

_LEARNED = f"""
    select new as fact, max({SAID_AT}) as said_at, max(u.started) as learned_at, count(*) as times
    from (
        select id, update_id, turn_id, new from edits where refusal = '' and op != 'remove'
        union all
        select id, update_id, turn_id, old from edits where refusal = :known and op = 'add'
        union all
        select id, update_id, turn_id, new from edits
        where id in (select edit_id from waiting where settled = 'taken')
    ) e join updates u on u.id = e.update_id
    where new in (select value from json_each(:wanted)) group by new
"""


@dataclass(frozen=True)
class Said:
    """What was just said, and is not on record yet.

    `learned` maps the texts of facts that an update adds to when they were said, in seconds since
    1970; `again`, those of facts that the profile has.
    """

    learned: Mapping[str, float] = field(default_factory=dict)
    again: Mapping[str, float] = field(default_factory=dict)


def fitted(
    store: Store, settings: Settings, before: Version, text: str, said: Said = Said()
) -> str:
    """Return a profile with facts moved between the archive and the rest: see `archive.fitted`.

    `text` will follow the version `before`. Call it in the block of `versions.current`.
    """
    _record_placed(store, before)
    return archive.fitted(text, _circumstances(store, settings, said, time.time()))


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
        text = fitted(store, settings, before, before.text)

        def record(version: int) -> None:
            note_state(store, settings, text, version or before.n)

        return versions.save(store, before, NewVersion(text, "archived", "update", record=record))


def note_state(store: Store, settings: Settings, text: str, version: int) -> None:
    """Record that a version was looked at, and when its next fact is over."""
    movable = _circumstances(store, settings, Said(), time.time()).movable
    day = archive.next_day_over(text, movable)
    over = _midnight(day + timedelta(1)) if day and day < date.max else ""
    state.put(store.db, schedule.ARCHIVING_DUE, over)
    state.put(store.db, _LOOKED_AT, f"{version} {settings.profile_tokens}")


def last_said(db: sqlite3.Connection, texts: Sequence[str]) -> dict[str, float]:
    """Return when facts were last said, imported or restored; lines that were typed are left out.

    The times are in seconds since 1970.
    """
    return {fact: standing.said_at for fact, standing in _standings(db, texts).items()}


def _record_placed(store: Store, now: Version) -> None:
    """Record which facts the user moved, in an editor, since the last version looked at."""
    seen = (state.get(store.db, _LOOKED_AT) or f"{now.n}").partition(" ")[0]
    placed: dict[str, bool] = {}
    for before, after in _changes_since(store.db, int(seen), now):
        if after.origin == "user" and after.note in _EDITED:
            placed |= moved(before.text, after.text)
    if placed:
        placements.record_placed(store.db, placed)


def own_lines(db: sqlite3.Connection, wanted: Sequence[str]) -> set[str]:
    """Return those facts that the user typed: in an editor, or with `llm memory add`."""
    left = set(wanted) - _learned(db, wanted).keys()
    return left - placements.brought_at(db, left).keys()


def _circumstances(store: Store, settings: Settings, said: Said, now: float) -> Circumstances:
    def movable(found: Sequence[Fact]) -> list[Fact]:
        texts = [fact.text for fact in found if not fact.pinned]
        own = own_lines(store.db, texts) - said.learned.keys()
        fixed = own | placements.placed_at(store.db, texts).keys()
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


def _learned(db: sqlite3.Connection, wanted: Sequence[str]) -> dict[str, Standing]:
    """The standings of the facts that were learned."""
    rows = db.execute(_LEARNED, {"known": ALREADY_KNOWN, "wanted": json.dumps(list(wanted))})
    return {
        row["fact"]: Standing(row["said_at"] or row["learned_at"], row["times"]) for row in rows
    }


def _standings(db: sqlite3.Connection, texts: Sequence[str]) -> dict[str, Standing]:
    found = _learned(db, texts)
    brought = placements.brought_at(db, [text for text in texts if text not in found])
    found |= {fact: Standing(at) for fact, at in brought.items()}
    for fact, at in _restored(db, set(texts)).items():
        known = found.get(fact, Standing(at))
        found[fact] = Standing(max(known.said_at, at), known.times)
    return found


def _restored(db: sqlite3.Connection, wanted: Collection[str]) -> dict[str, float]:
    """When `undo` or `restore` last brought back each fact, which counts as said that day."""
    found: dict[str, float] = {}
    for version in history.with_notes(db, _RESTORED, _MOST_RESTORED):
        before = history.preceding(db, version)
        old = set(lines_of(before.text)) if before else set()
        new = "".join(line for line in lines_of(version.text) if line not in old)
        found |= {fact.text: version.created for fact in facts(new) if fact.text in wanted}
    return found


def _changes_since(
    db: sqlite3.Connection, seen: int, now: Version
) -> Iterator[tuple[Version, Version]]:
    """Each version after number `seen` with the one before it."""
    after = now
    while after.n > seen and (before := history.preceding(db, after)):
        yield before, after
        after = before


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day).timestamp()
