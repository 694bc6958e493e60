"""Run what is pending, once: the short-lived process that imports `llm`.

`python -m llm_user_memory.worker DIR [PROFILE]`, started by the watcher. `llm memory update` does
the same work in the foreground, behind the same lock.
"""

import logging
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from . import schedule
from .errors import LogsError, MemoryPluginError
from .settings import Folder, Settings, read_settings
from .store import ledger, state, updates
from .store.ledger import Conversation
from .store.locks import sign, try_lock
from .update import Result, run_update

# Seconds after which no further conversation is begun; the watcher starts a new worker.
BUDGET = 300.0

log = logging.getLogger("memory.worker")


def work(
    db: sqlite3.Connection, folder: Folder, settings: Settings, *, wait_for_quiet: bool = True
) -> Iterator[tuple[Conversation, Result]]:
    """Run one update for each conversation that is ready, and yield how each went.

    Call it with the worker's lock held. Without `wait_for_quiet` every pending conversation
    is taken. Stops when a hindrance arises, such as the daily limit. Raises LogsError.
    """
    updates.clear_running(db, time.time())
    done: set[str] = set()
    while True:
        ledger.take_stock(db, folder)
        now = time.time()
        if schedule.hindrance(db, folder, settings, now)[0]:
            return
        ready = [
            conversation
            for conversation in ledger.pending(db, settings.update_interval)
            if conversation.thread_id not in done
            and (conversation.ready_at <= now or not wait_for_quiet)
        ]
        if not ready:
            return
        done.add(ready[0].thread_id)
        yield ready[0], run_update(db, folder, settings, ready[0])


def main(folder: Folder) -> int:
    """Learn what is ready; returns the exit code: 0, or 1 when something of ours failed."""
    lock = try_lock(folder.worker_lock)
    if lock is None:
        log.info("another worker is at it")
        return 0
    sign(lock, {"pid": os.getpid()})
    started = time.monotonic()
    try:
        with state.opened(folder) as db:
            for conversation, result in work(db, folder, read_settings()):
                _report(conversation, result)
                if time.monotonic() - started > BUDGET:
                    break
    except LogsError as error:
        log.info("%s", error)
    except MemoryPluginError as error:
        log.error("%s", error)
        return 1
    return 0


def _report(conversation: Conversation, result: Result) -> None:
    # Never what was said: the log is no second memory.
    taken = sum(not verdict.refusal for verdict in result.verdicts)
    log.info(
        "conversation %s: %s, %d turns, %d of %d edits made, model %s",
        conversation.thread_id,
        result.status,
        len(conversation.turn_ids),
        taken,
        len(result.verdicts),
        result.model,
    )


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stop)
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING
    )
    log.setLevel(logging.INFO)
    here = Folder(Path(sys.argv[1]), "".join(sys.argv[2:3]))
    # The watcher's working folder is not the one a relative LLM_USER_PATH was meant in.
    os.environ["LLM_USER_PATH"] = str(here.path.parent)
    sys.exit(main(here))
