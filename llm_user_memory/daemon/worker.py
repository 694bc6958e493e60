"""Run what is pending, once: the short-lived process that imports `llm`, and the index's upkeep.

`python -m llm_user_memory.daemon.worker DIR [PROFILE]`, started by the watcher. `llm memory
update` does the same work in the foreground, behind the same lock.
"""

import functools
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from ..errors import LogsError, MemoryPluginError
from ..learn import schedule
from ..learn.update import Result, run_update
from ..recall.index import maintenance
from ..settings import Folder, Settings, read_settings
from ..store import ledger, state, updates
from ..store.ledger import Conversation
from ..store.locks import try_lock, write_holder
from ..store.state import Store

# Seconds after which no further conversation is begun; the watcher starts a new worker.
BUDGET = 300.0

# Of these, how many go to the index at most before anything is learned.
INDEXING = 60.0

# Seconds that another is waited for: one that learns from the past pauses between requests.
PATIENCE = 60.0

# Seconds after which the worker dies, whatever it waits for, should the daemon that ends it after
# `watcher.WORKER_LIMIT` be gone itself.
LIMIT = 660

_RETRY = 0.02

log = logging.getLogger("memory.worker")


class Stopped(BaseException):
    """The daemon wants the worker to end. No plugin raises it, as one may SystemExit."""


def work(
    store: Store, settings: Settings, *, wait_for_quiet: bool = True
) -> Iterator[tuple[Conversation, Result]]:
    """Run one update for each conversation that is ready, and yield how each went.

    Call it with the worker's lock held. Without `wait_for_quiet` every pending conversation
    is taken. Stops when a hindrance arises, such as the daily limit. Raises LogsError.
    """
    updates.clear_running(store.db, time.time())
    done: set[str] = set()
    while True:
        ledger.ingest(store)
        now = time.time()
        if schedule.hindrance(store, settings, now)[0]:
            return
        ready = [
            conversation
            for conversation in ledger.pending(store.db, settings.update_interval, now)
            if conversation.thread_id not in done
            and (conversation.ready_at <= now or not wait_for_quiet)
        ]
        if not ready:
            return
        done.add(ready[0].thread_id)
        yield ready[0], run_update(store, settings, ready[0])


def main(folder: Folder) -> int:
    """Learn what is ready; returns the exit code: 0, or 1 when something of ours failed."""
    signal.alarm(LIMIT)
    lock = _locked(folder.worker_lock)
    if lock is None:
        log.info("another worker is at it")
        return 0
    # A process that a model plugin forks may stay, and must not stay with our lock.
    os.register_at_fork(after_in_child=functools.partial(os.close, lock))
    write_holder(lock, {"pid": os.getpid()})
    started = time.monotonic()
    try:
        settings = read_settings()
        with state.opened(folder) as store:
            passed = maintenance.update_text(store, settings, INDEXING)
            learned = False
            for conversation, result in work(store, settings):
                _report(conversation, result)
                learned = learned or result.version is not None
                if time.monotonic() - started > BUDGET:
                    break
            if passed and learned:  # else another worker would be needed for the new facts
                passed = maintenance.update_text(store, settings, INDEXING)
        if passed and (left := started + BUDGET - time.monotonic()) > 0:
            maintenance.update_vectors(folder, settings, passed, left)
    except LogsError as error:
        log.info("%s", error)
    except MemoryPluginError as error:
        log.error("%s", error)
        return 1
    return 0


def _locked(path: Path) -> int | None:
    deadline = time.monotonic() + PATIENCE
    while (lock := try_lock(path)) is None and time.monotonic() < deadline:
        time.sleep(_RETRY)
    return lock


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
    raise Stopped


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stop)
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING
    )
    for logger in (log, maintenance.log):
        logger.setLevel(logging.INFO)
    here = Folder(Path(sys.argv[1]), "".join(sys.argv[2:3]))
    # The watcher's working folder is not the one a relative LLM_USER_PATH was meant in.
    os.environ["LLM_USER_PATH"] = str(here.path.parent)
    try:
        sys.exit(main(here))
    except Stopped:
        sys.exit(143)
