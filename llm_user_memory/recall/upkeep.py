"""What the worker does for the index: words before it learns, meanings after, each for a while.

A worker that is told to stop, or killed, leaves whole batches; the next one goes on there.
"""

import logging
import os
import sqlite3
import time

from ..errors import MemoryPluginError, RecallError
from ..settings import Folder, Settings
from ..store import ledger, sources
from . import due, index, meaning, refresh

log = logging.getLogger("memory.index")

# Seconds of work after which it is plainly a lot, and everything else on the machine goes first.
_A_LOT = 2.0

_LOWEST = 19


def words(state: sqlite3.Connection, folder: Folder, settings: Settings, seconds: float) -> bool:
    """Bring what is found by words up to date, for so many seconds; tell whether that is done.

    Does nothing where no index is in use. What goes wrong is logged: to learn is worth more.
    """
    if not due.is_used(folder, settings):
        return False
    for _ in range(2):  # an index that is found damaged is deleted, and made anew
        try:
            return _words(state, folder, seconds)
        except RecallError as error:
            log.warning("%s", error)
            if folder.index_db.exists():
                break
        except MemoryPluginError as error:
            log.info("%s", error)
            break
    return False


def meanings(folder: Folder, settings: Settings, seconds: float) -> None:
    """Bring what is found by meaning up to date, for so many seconds; the rest is for the next.

    A model that fails is asked again by the next worker that has something else to do.
    """
    try:
        with refresh.writing(folder) as db:
            if not meaning.waiting(db):
                return
            _lower()
            number = 0
            started = time.monotonic()
            for entered in refresh.meanings(db, folder, settings):
                number += entered
                if time.monotonic() - started > seconds:
                    with index.transaction(db):
                        due.unseen(db)
                    break
            if number:
                log.info("index: %d passages by meaning", number)
    except MemoryPluginError as error:
        log.warning("%s", error)


def _words(state: sqlite3.Connection, folder: Folder, seconds: float) -> bool:
    ledger.take_stock(state, folder)
    traces, moment = due.traces(folder, sources.every(state)), time.time()
    started = time.monotonic()
    number = 0
    with refresh.writing(folder) as db:
        for entered in refresh.words(db, state, folder):
            number += entered
            spent = time.monotonic() - started
            if spent > _A_LOT:
                _lower()
            if spent > seconds:
                log.info("index: %d turns and files, to be gone on with", number)
                return False
        with index.transaction(db):
            due.seen(db, traces, moment)
    if number:
        log.info("index: %d turns and files in %.1f s", number, time.monotonic() - started)
    return True


def _lower() -> None:
    """Let every other process go first, for the rest of this one's life."""
    os.nice(_LOWEST - os.nice(0))
