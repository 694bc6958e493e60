"""The short-lived process that runs pending updates and refreshes the index, once. Imports `llm`.

The watcher starts it with `python -m llm_user_memory.daemon.worker DIR [PROFILE]`. `llm memory
update` runs the same updates in the foreground, with the same lock.
"""

import functools
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType

from ..errors import LogsError, MemoryPluginError, ModelError
from ..learn import archiving, locality, said_again, schedule, sessions
from ..learn.update import Result, run_update
from ..recall.index import maintenance
from ..settings import Folder, Settings, read_settings
from ..store import ledger, state, updates
from ..store.ledger import Conversation
from ..store.locks import try_lock, write_holder
from ..store.state import Store

# Seconds after which no other conversation is begun, but left to the next worker.
BUDGET = 300.0

# The most seconds for one pass over the texts of the index.
INDEXING = 60.0

# Seconds to wait for the lock. A backfill releases it between requests.
PATIENCE = 60.0

# Seconds after which SIGALRM ends the worker in any case. The watcher ends it earlier, after
# `watcher.WORKER_LIMIT`, unless the watcher itself has ended.
LIMIT = 660

_RETRY = 0.02

log = logging.getLogger("memory.worker")


class Stopped(BaseException):
    """Raised on SIGTERM. SystemExit would not do, because a plugin may raise that itself."""


def work(
    store: Store, settings: Settings, *, wait_for_quiet: bool = True
) -> Iterator[tuple[Conversation, Result]]:
    """Run one update for each conversation that is ready, and yield the results.

    Before that, facts and turns of an earlier version are marked as local, and facts whose time has
    passed are archived. Known facts that a prompt with ` #local` says are marked in a pause, too.
    The caller must have the worker's lock. Without `wait_for_quiet`, every pending conversation
    counts as ready. Stops if learning is not possible, as in a pause or at the daily limit. Raises
    LogsError, ProfileError and BusyError.
    """
    updates.clear_running(store.db, time.time())
    locality.mark_learned_before(store, settings)
    locality.record_marks(store)
    archiving.tidy(store, settings)
    done: set[tuple[str, ...]] = set()
    while True:
        ledger.ingest(store)
        sessions.ingest(store, wait_for_quiet=wait_for_quiet)
        said_again.mark(store, settings)
        with suppress(ModelError):  # asking the model raises it again
            locality.record_places(store)
        now = time.time()
        if schedule.hindrance(store, settings, now)[0]:
            return
        ready = [
            conversation
            for conversation in ledger.pending(
                store.db, settings.update_interval, now, model=settings.model
            )
            if conversation.turn_ids not in done
            and (conversation.ready_at <= now or not wait_for_quiet)
        ]
        if not ready:
            return
        done.add(ready[0].turn_ids)
        yield ready[0], run_update(store, settings, ready[0])


def main(folder: Folder) -> int:
    """Run the pending updates and refresh the index. Return the exit code, 1 for an error.

    A LogsError does not count, because another program may be using LLM's log.
    """
    signal.alarm(LIMIT)
    lock = _locked(folder.worker_lock)
    if lock is None:
        log.info("another worker is running")
        return 0
    # A process that a model plugin forks may outlive this one, and must not keep its lock.
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
            if passed and learned:  # otherwise another worker would have to index the new facts
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
    # The log never contains facts or text of conversations.
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
    # The working folder is "/" here, so a relative LLM_USER_PATH would be wrong.
    os.environ["LLM_USER_PATH"] = str(here.path.parent)
    try:
        sys.exit(main(here))
    except Stopped:
        sys.exit(143)
