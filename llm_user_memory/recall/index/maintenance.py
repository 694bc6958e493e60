"""What the worker does for the index: text before it learns, vectors after that, in limited time.

Every batch is committed, so the next worker continues where a stopped or killed one ended.
"""

import logging
import os
import sqlite3
import time
from typing import NamedTuple

from ...errors import LogsError, MemoryPluginError, RecallError
from ...settings import Folder, Settings
from ...signature import Signature
from ...store import ledger, sources
from ...store.state import Store
from . import db as index_db
from . import embed, refresh, staleness

log = logging.getLogger("memory.index")

# Seconds of work after which the process lowers its priority.
_LOW_PRIORITY_AFTER = 2.0

_LOWEST = 19


class Pass(NamedTuple):
    """The signatures of the indexed files when a pass over them began, and that time."""

    signatures: list[Signature | None]
    moment: float


def update_text(store: Store, settings: Settings, seconds: float) -> Pass | None:
    """Update the text index for at most so many seconds; returns None if there is more to do.

    Does nothing where no index is in use. What goes wrong is logged: to learn is worth more.
    """
    if not staleness.is_used(store.folder, settings):
        return None
    for _ in range(2):  # an index that is found damaged is deleted, and rebuilt
        try:
            return _update_text(store, seconds)
        except RecallError as error:
            log.warning("%s", error)
            if store.folder.index_db.exists():
                break
        except MemoryPluginError as error:
            log.info("%s", error)
            break
    return None


def update_vectors(folder: Folder, settings: Settings, started_pass: Pass, seconds: float) -> None:
    """Embed new passages for at most so many seconds, and record the pass.

    What is left is for the next worker, which is needed at once. A model that fails is asked
    again by the next one that has something else to do.
    """
    try:
        with refresh.writing(folder) as db:
            if _update_vectors(db, folder, settings, seconds):
                with index_db.transaction(db):
                    staleness.record(db, *started_pass)
    except MemoryPluginError as error:
        log.warning("%s", error)


def _update_text(store: Store, seconds: float) -> Pass | None:
    started_pass = Pass(staleness.signatures(store.folder, sources.every(store.db)), time.time())
    started = time.monotonic()
    number = 0
    with refresh.writing(store.folder) as db:
        try:
            ledger.ingest(store)
        except LogsError:  # a log that is damaged is no reason to lose sight of notes
            for _ in refresh.update_documents(db, store):
                pass
            raise
        for entered in refresh.update_text(db, store):
            number += entered
            spent = time.monotonic() - started
            if spent > _LOW_PRIORITY_AFTER:
                _lower_priority()
            if spent > seconds:
                log.info("index: %d turns and files, to be gone on with", number)
                return None
    if number:
        log.info("index: %d turns and files in %.1f s", number, time.monotonic() - started)
    return started_pass


def _update_vectors(
    db: sqlite3.Connection, folder: Folder, settings: Settings, seconds: float
) -> bool:
    """Tell whether all is embedded, or nothing more can be now."""
    if not embed.pending(db):
        return True
    _lower_priority()
    number = 0
    started = time.monotonic()
    try:
        for entered in refresh.update_vectors(db, folder, settings):
            number += entered
            if time.monotonic() - started > seconds:
                return False
    except MemoryPluginError as error:
        # A service may repeat what it was given in its error, and the log has nothing of that.
        cause = error.__cause__
        told = f"passages could not be embedded: {type(cause).__name__}" if cause else str(error)
        log.warning("%s (llm memory reindex says more)", told)
    finally:
        if number:
            log.info("index: %d passages by meaning", number)
    return True


def _lower_priority() -> None:
    """Give this process the lowest priority until it ends."""
    os.nice(_LOWEST - os.nice(0))
