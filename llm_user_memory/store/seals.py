"""The seal of a marker: a keyed hash (MAC) which proves that this memory made the marker.

LLM stores equal texts of fragments once, with the source of the first. So without a seal, a page or
a file that contains the text of a marker would count as a marker. The key is random and stays in
state.db. The seal changes each day, so that services cannot link a user's prompts by it for long,
and whoever was given one cannot use it later.
"""

import sqlite3
import time

from . import keyed_hash, state

_KEY, _SINCE = "marker_key", "sealed_since"


def key(db: sqlite3.Connection) -> str:
    """Return the key of this memory's seals."""
    return state.get(db, _KEY) or ""


def of(key: str, said: str, day: str = "") -> str:
    """Return the seal of the text of a marker, for the current day in UTC or `day` (YYYYMMDD)."""
    day = day or _day(time.time())
    return f"{day}-{keyed_hash.of(f'{day} {said}'.encode(), key.encode(), 8)}"


def is_ours(db: sqlite3.Connection, said: str, seal: str, started: float) -> bool:
    """Tell whether this memory made the marker of a turn.

    `said` is its text, and `seal` its seal, "" if it has none. Markers from before there were seals
    have none, and are accepted if the turn is that old. A seal is for turns of its day and the
    next: a model, which is given the marker, may have written it into a file.
    """
    if not seal:
        since = state.get(db, _SINCE)
        return since is None or started < float(since)
    known, day = key(db), seal.partition("-")[0]
    is_fresh = day in (_day(started), _day(started - 86400)) or _is_of_chat(said)
    return bool(known) and is_fresh and keyed_hash.is_same(of(known, said, day), seal)


def _is_of_chat(said: str) -> bool:
    """Whether the first turn may be typed days after the marker was made."""
    return 'learning="chat:' in said


def _day(moment: float) -> str:
    return time.strftime("%Y%m%d", time.gmtime(moment))
