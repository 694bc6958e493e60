"""Keeping the index as new as what is indexed: one writer at a time, a batch at a time."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..settings import Folder, Settings
from ..store.locks import locked
from . import conversations, embedder, index, meaning, terms

# Seconds between two comparisons of the whole index with LLM's log.
_A_DAY = 86400.0
_COMPARED = "compared_at"

# Seconds that another writer is waited for.
PATIENCE = 2.0


@contextmanager
def writing(folder: Folder, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """Open the index to write to it, for the block's duration. Raises BusyError, RecallError."""
    folder.create()
    with locked(folder.index_lock, patience, "Another process"), index.opened(folder) as db:
        yield db


def words(db: sqlite3.Connection, state: sqlite3.Connection, folder: Folder) -> Iterator[int]:
    """Bring what is found by words up to date; yields how much was entered, batch by batch.

    Call it after `ledger.take_stock`. Raises LogsError, and what reading the profile raises.
    """
    if _is_off(db, state, folder):
        make_anew(db)
    yield from conversations.refresh(db, state, folder)
    terms.count_frequent(db)


def meanings(db: sqlite3.Connection, folder: Folder, settings: Settings) -> Iterator[int]:
    """Bring what is found by meaning up to date, where there is a model for it; yields the same.

    Raises LogsError and RecallError.
    """
    if model := embedder.chosen(settings):
        yield from meaning.embed(db, folder, settings, model)


def make_anew(db: sqlite3.Connection) -> None:
    """Empty the index, so that the next refreshing enters everything again."""
    index.empty(db)


def _is_off(db: sqlite3.Connection, state: sqlite3.Connection, folder: Folder) -> bool:
    """Whether the index holds what only making it anew takes out."""
    if not conversations.mind_forgotten(db, state, folder):
        return True
    now = time.time()
    compared = float(index.get(db, _COMPARED) or 0)
    if index.get(db, index.STALE) is None and compared <= now < compared + _A_DAY:
        return False
    if conversations.gone(db, folder):
        return True
    with index.transaction(db):
        index.put(db, _COMPARED, now)
        db.execute("delete from meta where key = ?", (index.STALE,))
    return False
