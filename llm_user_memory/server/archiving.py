"""Keeps profiles within their budget, and archives facts when their last day has passed.

It does what `learn.archiving` does on the command line, and asks no model. Only learned facts are
moved, never those that the user wrote, pinned or placed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING

from ..profile import archive
from ..profile.archive import Circumstances
from ..profile.document import Fact
from ..profile.fact_weight import OUTWEIGHS, Standing
from ..profile.split import parts_of
from . import database, known
from .calls import Context
from .known import Known

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# After so long without a sign of life a user's profile is another process's.
_LEASE = timedelta(seconds=120)

_SIZE = "select coalesce(sum(length(text) + 3), 0) as size from facts where state = 'active'"

_NOTE = """
insert into archiving_jobs (due_at, budget) values (coalesce(%s, 'infinity'::timestamptz), %s)
on conflict (user_id) do update set due_at = excluded.due_at, budget = excluded.budget
"""


@contextmanager
def fitted(db: "Connection[DictRow]", budget: int, said: Collection[str] = ()) -> Iterator[None]:
    """Keep the named user's profile within so many tokens, 0 for no limit, after the block.

    Other facts than those that were `said` return from the archive only if the block made room.
    Call it with the user's row held.
    """
    before = _size(db)
    yield
    _fit(db, budget, said, may_return=_size(db) < before)


def within(facts: Sequence[Known], tokens: int) -> str:
    """Return the active facts as the text of a profile, with only the weightiest of them.

    The text has at most `tokens` tokens, unless pinned facts alone have more. Facts that the user
    wrote outweigh all learned ones.
    """
    active = [each for each in facts if each.state == "active"]
    of_text = {each.text: each for each in active}

    def standing(texts: Sequence[str]) -> dict[str, Standing]:
        found = (of_text[name] for name in texts if name in of_text)
        return {each.text: OUTWEIGHS if each.own else _standing(each) for each in found}

    text = known.document(active)
    return archive.within(text, tokens, datetime.now(timezone.utc), standing)


def require(db: "Connection[DictRow]", budget: int) -> None:
    """Make a job due for each user whose profile was last fitted to another budget."""
    db.execute("select require_archiving(%s)", [budget])


def work_once(context: Context) -> bool:
    """Move what is over of the user who is due for longest; returns whether there was one.

    Raises what psycopg does.
    """
    with context.pool.connection() as db:
        row = db.execute("select * from claim_archiving(%s)", [_LEASE]).fetchone()
    if row is None:
        return False
    with database.transaction(context.pool, row["user_id"]) as db:
        database.hold_user(db)
        _fit(db, context.settings.profile_tokens, may_return=True)
    return True


def _size(db: "Connection[DictRow]") -> int:
    row = db.execute(_SIZE).fetchone()
    return int(row["size"]) if row else 0


def _fit(
    db: "Connection[DictRow]", budget: int, said: Collection[str] = (), *, may_return: bool
) -> None:
    """Move facts between the archive and the rest, as `profile.archive.fitted` says."""
    zone = known.zone(db)
    if zone is None:  # the user was deleted
        return
    facts = known.load(db)
    of_text = {each.text: each for each in facts}

    def movable(found: Sequence[Fact]) -> list[Fact]:
        return [f for f in found if f.text in of_text and not _is_fixed(of_text[f.text])]

    def standing(texts: Sequence[str]) -> dict[str, Standing]:
        return {name: _standing(of_text[name]) for name in texts if name in of_text}

    now = datetime.now(zone)
    circumstances = Circumstances(
        budget, now.timestamp(), now.date(), movable, standing, frozenset(said), may_return
    )
    text = archive.fitted(known.document(facts), circumstances)
    _place(db, facts, parts_of(text))
    day = archive.next_day_over(text, movable)
    db.execute(_NOTE, (_end(max(day, now.date()), zone) if day else None, budget))


def _place(
    db: "Connection[DictRow]", facts: Sequence[Known], is_archived: Mapping[str, bool]
) -> None:
    for each in facts:
        state = "archived" if is_archived.get(each.text, each.state == "archived") else "active"
        if state != each.state:
            db.execute("update facts set state = %s where id = %s", (state, each.id))


def _end(day: date, zone: tzinfo) -> datetime | None:
    """When a day ends; None for the last of the calendar."""
    if day == date.max:
        return None
    after = day + timedelta(days=1)
    return datetime(after.year, after.month, after.day, tzinfo=zone)


def _is_fixed(fact: Known) -> bool:
    return fact.own or fact.pinned or fact.placed


def _standing(fact: Known) -> Standing:
    return Standing(fact.said_at.timestamp(), fact.times)
