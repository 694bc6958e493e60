"""The periods for which facts were true, computed from the recorded edits."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache, partial
from typing import Literal, NamedTuple

from ..egress import Destination, Place, Said, may
from ..profile.document import Fact, facts, local_texts
from ..profile.expiry import last_day
from ..profile.split import is_archived
from ..text.fingerprints import of_facts, says
from ..text.words import content_words, fold, holds_all
from . import forgotten, formerly_local, placements, unmarked
from .backfilled import SAID_AT
from .origins import ACCEPTED
from .profile import changes

_EDITS = f"""
    select e.op, e.old, e.new, e.quote, e.place, u.thread_id, u.source,
           coalesce({SAID_AT}, u.ended, u.started) as said_at
    from edits e join updates u on u.id = e.update_id
    where {ACCEPTED}
    order by said_at, e.id
"""


class Period(NamedTuple):
    """The time for which a fact was true. Times are in seconds since 1970.

    `since` is None if that is unknown. `until` is None while the fact is true. Otherwise `ended_by`
    is the quote of the edit that ended it, and `followed_by` the fact that replaced it, if any. A
    fact whose own words tell its last day ends with that day. `quote` is "" for a line that the
    user typed. `end_place` is where the model ran to which `ended_by` was said, "" if unknown.
    """

    fact: str
    since: float | None
    quote: str = ""
    until: float | None = None
    followed_by: str = ""
    ended_by: str = ""
    thread_id: str = ""
    source: str = ""
    is_archived: bool = False
    end_place: Place | Literal[""] = ""


def periods(db: sqlite3.Connection, profile: str) -> list[Period]:
    """Return the periods of all facts of the profile, and of those that were replaced or removed.

    They are ordered by their beginning. Facts that the user deleted are left out, and former facts
    that repeat what was forgotten.
    """
    folded = cache(fold)  # most texts are folded twice: as a fact and as an edit
    ended, current = _recorded(db, folded)
    known = {folded(fact.text): fact for fact in facts(profile)}
    over = list(_ended(ended, current, known, folded))
    undone = {folded(period.fact) for period in over if period.until is None}
    lines = [
        fact.text for words, fact in known.items() if words not in current and words not in undone
    ]
    first = changes.first_with(db, lines)
    archived = {name: is_archived(name) for name in {fact.section for fact in known.values()}}
    found = [
        _of_fact(period, known[words].text, archived[known[words].section])
        for words, period in current.items()
        if words in known
    ]
    found += [
        Period(line, first[line].created, is_archived=archived[known[folded(line)].section])
        for line in lines
        if line in first
    ]
    is_forgotten = cache(partial(says, forgotten.load(db)))
    found += [
        period if not is_forgotten(period.followed_by) else _without_end(period)
        for period in over
        if period.until is None or not is_forgotten(period.fact)
    ]
    today = datetime.now().date()
    found = [_with_last_day(period, today) for period in found]
    return sorted(found, key=lambda period: (period.since or 0.0, period.until or 0.0))


def _of_fact(period: Period, text: str, is_archived: bool) -> Period:
    """The period with the fact in the profile's words. `_replace` is slow for thousands of them."""
    if period.fact == text and period.is_archived == is_archived:
        return period
    return Period(text, *period[1:8], is_archived, period.end_place)


def _ended(
    ended: Sequence[Period],
    current: Mapping[str, Period],
    known: Mapping[str, Fact],
    folded: Callable[[str], str],
) -> Iterator[Period]:
    """The ended periods. If the end of one was undone, so that the fact is known again, it is open.

    Only the last period of a fact can be reopened, and only if the fact was not said again: then it
    has a period in `current`.
    """
    last = {folded(period.fact): period for period in ended}
    for period in ended:
        words = folded(period.fact)
        may_be_undone = period is last[words] and words in known and words not in current
        is_undone = may_be_undone and folded(period.followed_by) not in known
        yield _without_end(period._replace(until=None)) if is_undone else period


def _without_end(period: Period) -> Period:
    """The period without the words that tell what ended it."""
    return period._replace(followed_by="", ended_by="")


def _recorded(
    db: sqlite3.Connection, folded: Callable[[str], str]
) -> tuple[list[Period], dict[str, Period]]:
    """The periods that ended, and by folded text those that did not, computed from the edits."""
    ended: list[Period] = []
    current: dict[str, Period] = {}
    # Unpacked, because looking up columns by name is slow for thousands of rows.
    for op, text, new, quote, place, thread_id, source, said_at in db.execute(_EDITS):
        followed_by = new if op != "remove" else ""
        words = folded(followed_by)
        for old in forgotten.old_facts(op, text) if op != "add" else ():
            if folded(old) != words:
                period = current.pop(folded(old), None) or Period(old, None)
                ended.append(
                    period._replace(
                        until=said_at, followed_by=followed_by, ended_by=quote, end_place=place
                    )
                )
        if followed_by and words not in current:
            current[words] = Period(followed_by, said_at, quote, None, "", "", thread_id, source)
    return ended, current


def matching(found: Iterable[Period], words: str) -> list[Period]:
    """Return the periods whose fact, or the fact that followed, has all content words given."""
    wanted = content_words(words) or fold(words).split()

    def matches(text: str) -> bool:
        return bool(wanted) and holds_all(content_words(text), wanted)

    return [period for period in found if matches(period.fact) or matches(period.followed_by)]


def shareable(
    db: sqlite3.Connection, found: Sequence[Period], profile: str, destination: Destination
) -> list[Period]:
    """Return the periods that may go to a destination.

    A period whose end may not go there is left out entirely, because without its end it would be
    false. So is a former fact that says a local one in the same words.
    """
    if destination.place == "here":
        return list(found)
    texts = {text for period in found for text in (period.fact, period.followed_by)}
    marked = local_texts(profile)
    local = marked | unmarked.facts(db) | placements.recorded_at(db, "local", texts).keys()
    fingerprints = formerly_local.load(db).joined(of_facts(forgotten.salt(db), marked))
    current = {fact.text for fact in facts(profile)} if fingerprints.moments else set()

    def stays(text: str) -> bool:
        # A line of the profile without the mark may go, whatever others say.
        return text in local or (text not in current and says(fingerprints, text, is_fact=True))

    return [
        period
        for period in found
        if not stays(period.fact)
        and not stays(period.followed_by)
        and may(Said(period.end_place), destination)
    ]


def _with_last_day(period: Period, today: date) -> Period:
    """The period, ended at the fact's last day if the fact's words tell one and it has passed."""
    day = last_day(period.fact)
    if day is None or day >= today:
        return period
    over = datetime(day.year, day.month, day.day).timestamp()
    return period._replace(until=min(over, period.until or over))
