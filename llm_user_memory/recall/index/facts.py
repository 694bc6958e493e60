"""Indexing the profile: its current facts and its former ones, except forgotten ones."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator

from ...profile.document import local_texts
from ...store import placements, unmarked
from ...store.profile import changes, history
from ...store.profile.changes import SectionFact
from ...text.fingerprints import Forgotten, says
from . import db as index_db
from . import documents
from .chunks import pieces
from .db import CURRENT, HISTORY, PROFILE
from .passages import Part, Piece

_SEEN = "facts_of"


def refresh(
    db: sqlite3.Connection, state: sqlite3.Connection, forgotten: Forgotten, signature: str
) -> Iterator[int]:
    """Add the facts to the index if they have changed; yields the number of facts added.

    `signature` tells whether the latter did.
    """
    stamp = _stamp(state, signature)
    if index_db.get(db, _SEEN) == stamp:
        return
    now, gone = _facts(state)
    with index_db.transaction(db):
        for key, moments in ((CURRENT, now), (HISTORY, gone)):
            local = _local(state, key, [text for _section, text in moments])
            parts = [
                part
                for fact, moment in moments.items()
                if (part := _part(key, fact, moment, is_local=fact[1] in local))
            ]
            remaining = [part for part in parts if not _is_forgotten(forgotten, part)]
            documents.renew(db, PROFILE, key, remaining)
        index_db.put(db, _SEEN, stamp)
    yield len(now) + len(gone)


def _stamp(state: sqlite3.Connection, signature: str) -> str:
    """A text that changes with the versions, the forgotten facts and the unmarked facts."""
    waiting = " unmarked" if unmarked.exist(state) else ""
    return f"{history.signature(state)} {signature}{waiting}"


def _facts(state: sqlite3.Connection) -> tuple[dict[SectionFact, float], dict[SectionFact, float]]:
    """Current facts with the time they were added, and former ones with the time they left.

    A fact that moves to another section, as to the archive, stays the same fact.
    """
    now: dict[SectionFact, float] = {}
    added: dict[str, float] = {}
    sections = Counter[str]()  # in how many sections the version has a fact
    gone: dict[str, tuple[float, str]] = {}
    texts: set[str] | None = None
    newer = 0.0
    for (_n, created, _note), gained, lost in changes.steps(state, without=history.CONFLICT):
        sections.update(text for _section, text in gained)
        sections.subtract(text for _section, text in lost)
        if texts is None:
            texts = {text for _section, text in gained}
            now = dict.fromkeys(gained, 0.0)
        for _section, text in lost:
            if text in texts and not sections[text]:
                added.setdefault(text, newer)
        for section, text in gained:
            if text not in texts:
                gone.setdefault(text, (newer, section))
        newer = created
    left = sorted((at, section, text) for text, (at, section) in gone.items())
    return (
        {fact: added.get(fact[1], newer) for fact in now},
        {(section, text): at for at, section, text in left},
    )


def _local(state: sqlite3.Connection, key: str, texts: list[str]) -> Collection[str]:
    """The facts that must stay on this machine, by their last known marks."""
    learned = unmarked.facts(state)
    if key == CURRENT:
        latest = history.latest(state)
        return learned | local_texts(latest.text) if latest else learned
    return learned | placements.recorded_at(state, "local", texts).keys()


def _part(key: str, fact: SectionFact, moment: float, *, is_local: bool) -> Part | None:
    section, words = fact
    found = [Piece("", start, text) for start, text in pieces(words)]
    if not found:
        return None
    return Part(key, found, moment, heading=section, origin="here" if is_local else "")


def _is_forgotten(forgotten: Forgotten, part: Part) -> bool:
    return any(says(forgotten, piece.text, is_fact=True) for piece in part.pieces)
