"""The CPU and wall time of one wake-up of the daemon: `python daemon_wakeup.py FOLDER`.

It prints both in seconds.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from llm_user_memory.learn import schedule
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import ledger, state


def wake_up(folder: Folder) -> None:
    """Do what the daemon does when the log has changed."""
    with state.opened(folder, migrate=False) as store:
        ledger.ingest(store)
        schedule.due(store, Settings(), time.time())


def taken(work: Callable[[], object]) -> tuple[float, float]:
    """Do the work in this process; return the CPU and wall time that it took, in seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


if __name__ == "__main__":
    folder = Folder(Path(sys.argv[1]))
    print(*taken(lambda: wake_up(folder)))
