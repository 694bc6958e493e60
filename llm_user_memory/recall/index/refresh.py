"""Updating the index from all its sources: one writer at a time, one batch per transaction."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ... import notes
from ...errors import MemoryPluginError
from ...settings import Folder, Settings
from ...store import forgotten as forgetting
from ...store.locks import locked
from ...store.profile import versions
from ...store.state import Store
from ...text.fingerprints import Forgotten
from .. import embedder, keywords
from . import api_conversations, conversations, embed, facts, files
from . import db as index_db

# Seconds between two comparisons of the whole index with LLM's log.
_A_DAY = 86400.0
_COMPARED = "compared_at"

_FORGOTTEN = "forgotten"

# Seconds to wait for another writer.
PATIENCE = 2.0


@contextmanager
def writing(folder: Folder, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """Open the index to write to it, for the block's duration. Raises BusyError, RecallError."""
    with locked_index(folder, patience), index_db.opened(folder) as db:
        yield db


@contextmanager
def locked_index(folder: Folder, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other processes from writing to the index during the block. Raises BusyError."""
    folder.create()
    with locked(folder.index_lock, patience, "Another process"):
        yield


def create(folder: Folder) -> None:
    """Create the index if there is none; from then on the daemon keeps it up to date.

    Raises BusyError and RecallError.
    """
    if not folder.index_db.exists():
        with writing(folder):
            pass


def update_text(db: sqlite3.Connection, store: Store) -> Iterator[int]:
    """Update the text index; yields the number of items added per batch.

    Call it after `ledger.ingest`. Raises LogsError; files and the profile are then up to
    date all the same.
    """
    signature, forgotten = forgetting.signature(store.db), forgetting.load(store.db)
    yield from _documents(db, store, forgotten, signature)
    if _must_rebuild(db, store, forgotten, signature):
        clear(db)
        yield from _documents(db, store, forgotten, signature)
    yield from conversations.refresh(db, store, forgotten)
    is_doubted = (
        conversations.has_shrunk(db, store.folder) or index_db.get(db, index_db.STALE) is not None
    )
    if is_doubted and conversations.has_deleted_turns(db, store.folder):
        clear(db)
        yield from _documents(db, store, forgotten, signature)
        yield from conversations.refresh(db, store, forgotten)
    with index_db.transaction(db):
        index_db.put(db, _FORGOTTEN, signature)
    keywords.count_frequent(db)


def update_documents(db: sqlite3.Connection, store: Store) -> Iterator[int]:
    """Update the index from all sources except LLM's log: the profile, notes and others."""
    yield from _documents(db, store, forgetting.load(store.db), forgetting.signature(store.db))


def update_vectors(db: sqlite3.Connection, folder: Folder, settings: Settings) -> Iterator[int]:
    """Embed new passages if there is an embedding model; yields the number per batch.

    Raises LogsError and RecallError.
    """
    if model := embedder.chosen(settings):
        yield from embed.embed(db, folder, model)


def update_kept(db: sqlite3.Connection, store: Store) -> None:
    """Update the kept conversations in the index, and nothing else."""
    signature, forgotten = forgetting.signature(store.db), forgetting.load(store.db)
    for _ in api_conversations.refresh(db, store, forgotten, signature):
        pass


def update_profile(db: sqlite3.Connection, state: sqlite3.Connection) -> None:
    """Update the current and earlier facts in the index, and nothing else."""
    signature, forgotten = forgetting.signature(state), forgetting.load(state)
    for _ in facts.refresh(db, state, forgotten, signature):
        pass


def clear(db: sqlite3.Connection) -> None:
    """Empty the index, so that the next update adds everything again."""
    index_db.empty(db)


def pending(db: sqlite3.Connection, store: Store) -> int:
    """Return the approximate number of items that a text update would add. Raises LogsError."""
    return conversations.pending(db, store.folder) + files.pending(db, store)


def apply_forgotten(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> bool:
    """Remove what was forgotten since, and add what may return, except the profile's facts.

    Returns False if that needs a rebuild of the index. Raises LogsError.
    """
    with index_db.transaction(db):
        db.execute("delete from meta where key = ?", (_FORGOTTEN,))  # until all is as it says
    for _ in api_conversations.refresh(db, store, forgotten, forgetting.signature(store.db)):
        pass
    with index_db.transaction(db):
        files.apply_forgotten(db, store.db, forgotten)
    return conversations.apply_forgotten(db, store, forgotten)


def _documents(
    db: sqlite3.Connection,
    store: Store,
    forgotten: Forgotten,
    signature: str,
) -> Iterator[int]:
    """Bring the documents whose texts are kept up to date: the profile, notes and sources."""
    yield from api_conversations.refresh(db, store, forgotten, signature)
    if index_db.get(db, _FORGOTTEN) != signature:
        with index_db.transaction(db):
            files.apply_forgotten(db, store.db, forgotten)
    if store.folder.profile.exists():
        with suppress(MemoryPluginError):  # then by its last version
            versions.read(store)
    notes.merge_late(store.folder)
    yield from facts.refresh(db, store.db, forgotten, signature)
    yield from files.refresh(db, store, forgotten)


def _must_rebuild(
    db: sqlite3.Connection,
    store: Store,
    forgotten: Forgotten,
    signature: str,
) -> bool:
    """Whether the index holds something that only a rebuild removes."""
    conversations.withhold_doubtful(db, store.db)
    is_applied = index_db.get(db, _FORGOTTEN) == signature
    if not is_applied and not conversations.apply_forgotten(db, store, forgotten):
        return True
    now = time.time()
    compared = float(index_db.get(db, _COMPARED) or 0)
    if index_db.get(db, index_db.STALE) is None and compared <= now < compared + _A_DAY:
        return False
    if conversations.has_deleted_turns(db, store.folder):
        return True
    with index_db.transaction(db):
        index_db.put(db, _COMPARED, now)
        db.execute("delete from meta where key = ?", (index_db.STALE,))
    return False
