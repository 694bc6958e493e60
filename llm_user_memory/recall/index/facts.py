"""Indexing the profile: its current facts and its former ones, except forgotten ones."""

import sqlite3
from collections.abc import Iterator

from ...profile.document import facts
from ...store.profile.history import CONFLICT
from ...text.fingerprints import Forgotten, says
from . import db as index_db
from . import documents
from .chunks import pieces
from .db import CURRENT, HISTORY, PROFILE, Part, Piece

_SEEN = "facts_of"

# A section, and a fact in it.
_Fact = tuple[str, str]


def refresh(
    db: sqlite3.Connection, state: sqlite3.Connection, forgotten: Forgotten, signature: str
) -> Iterator[int]:
    """Enter the facts if the profile or what was forgotten has changed; yields how many.

    `signature` tells whether the latter did.
    """
    stamp = _stamp(state, signature)
    if index_db.get(db, _SEEN) == stamp:
        return
    now, gone = _facts(state)
    with index_db.transaction(db):
        for key, moments in ((CURRENT, now), (HISTORY, gone)):
            parts = [part for fact, moment in moments.items() if (part := _part(key, fact, moment))]
            remaining = [part for part in parts if not _is_forgotten(forgotten, part)]
            documents.renew(db, PROFILE, key, remaining)
        index_db.put(db, _SEEN, stamp)
    yield len(now) + len(gone)


def _stamp(state: sqlite3.Connection, signature: str) -> str:
    """A text that changes when the versions or the forgotten facts do."""
    query = "select count(*), min(n), max(n), total(length(text)) from versions"
    return f"{tuple(state.execute(query).fetchone())} {signature}"


def _facts(state: sqlite3.Connection) -> tuple[dict[_Fact, float], dict[_Fact, float]]:
    """Current facts with the time they were added, and former ones with the time they left."""
    now: dict[_Fact, float] = {}
    current: set[_Fact] | None = None
    since: set[_Fact] = set()
    gone: dict[_Fact, float] = {}
    until = 0.0
    text, had = "", set[_Fact]()
    query = "select created, text from versions where note != ? order by n desc"
    for row in state.execute(query, (CONFLICT,)):
        if row["text"] != text:
            text, had = row["text"], {(fact.section, fact.text) for fact in facts(row["text"])}
        if current is None:
            current = since = had
            now = dict.fromkeys(
                ((fact.section, fact.text) for fact in facts(text)), float(row["created"])
            )
        since = since & had
        for fact in since:
            now[fact] = row["created"]
        current_texts = {words for _section, words in current}
        for fact in sorted(had):
            if fact[1] not in current_texts:
                gone.setdefault(fact, until)
        until = row["created"]
    return now, dict(sorted(gone.items(), key=lambda item: (item[1], item[0])))


def _part(key: str, fact: _Fact, moment: float) -> Part | None:
    section, words = fact
    found = [Piece("", start, text) for start, text in pieces(words)]
    return Part(key, found, moment, heading=section) if found else None


def _is_forgotten(forgotten: Forgotten, part: Part) -> bool:
    return any(says(forgotten, piece.text) for piece in part.pieces)
