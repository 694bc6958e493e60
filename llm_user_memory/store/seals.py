"""The seal of a marker, by which it is known that this memory made it.

LLM stores a text once for all fragments that have it, under the source of the first. So a page or a
file with the text of a marker would be one, whoever wrote it. The key is random and stays in
state.db. A seal is of one day, so that it tells no service for long which prompts are of one user.
"""

import sqlite3
import time

from . import state

_KEY, _SINCE = "marker_key", "sealed_since"


def key(db: sqlite3.Connection) -> str:
    """Return the key of this memory's seals."""
    return state.get(db, _KEY) or ""


def of(key: str, said: str, day: str = "") -> str:
    """Return the seal for what a marker says, of today unless a day is given as YYYYMMDD."""
    from hashlib import blake2b  # `llm` has loaded it

    day = day or time.strftime("%Y%m%d", time.gmtime())
    digest = blake2b(f"{day} {said}".encode(), key=key.encode(), digest_size=8)
    return f"{day}-{digest.hexdigest()}"


def is_ours(db: sqlite3.Connection, said: str, seal: str, started: float) -> bool:
    """Tell whether this memory made the marker of a turn; older ones than the seals have none."""
    if not seal:
        since = state.get(db, _SINCE)
        return since is None or started < float(since)
    from hmac import compare_digest

    known = key(db)
    return bool(known) and compare_digest(of(known, said, seal.partition("-")[0]), seal)
