"""Checks of the daemon and its worker: whether they run, their version, their last errors."""

import re
import shlex
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from ..daemon import control as daemon
from ..settings import Folder
from ..store.locks import is_locked, read_holder
from .finding import Finding, of_remark
from .rebuild import HOLDER
from .repair import replace_unidentified_daemon, restart_daemon
from .status import Remark

DAEMON = "daemon"
WORKER = "worker"

# Seconds that a daemon may take, once it has its lock, to describe itself in the lock file.
_DESCRIPTION_LIMIT = 2.0

# The number of lines that are read at the end of the daemon's log.
_RECENT = 200

_ERROR = re.compile(r"^\S+ \S+ (?:WARNING|ERROR|CRITICAL) \S+ (.*)|^(\w[\w.]*(?:Error|Exit): .*)")
_SUCCESS = re.compile(r"^\S+ \S+ INFO (?:memory\.worker: conversation .*: done|.*: started, pid)")


def check_daemon(folder: Folder, found: dict[str, Any]) -> Finding:
    """Return the finding about the daemon. `found` is the report of `status`."""
    if not found["running"]:
        if _is_unidentified(folder):
            return _unidentified(folder)
        return Finding(DAEMON, "ok", "not running; the next prompt starts it")
    if found["suspended"]:
        what = f"The daemon (pid {found['pid']}) is suspended."
        remedy = "Run `llm memory daemon restart`."
        return Finding(DAEMON, "wrong", what, remedy, partial(restart_daemon, folder))
    return Finding(DAEMON, "ok", f"running, pid {found['pid']}, version {found['version']}")


def of_outdated_daemon(folder: Folder, remark: Remark) -> Finding:
    """Return the remark about a daemon of another version or settings, with the repair."""
    remark = Remark(remark.part, remark.what, "`llm memory daemon restart` does so now.")
    return of_remark(DAEMON, "warning", remark, partial(restart_daemon, folder))


def last_logged_error(folder: Folder) -> list[Finding]:
    """Return a finding with the last error in the daemon's log, [] if a success followed it."""
    last_error = ""
    with suppress(OSError), folder.daemon_log.open(errors="replace") as log:
        for line in deque(log, maxlen=_RECENT):
            if failed := _ERROR.match(line):
                last_error = (failed[1] or failed[2]).strip()
            elif _SUCCESS.match(line):
                last_error = ""
    if not last_error:
        return []
    what = f"The last error in its log is “{last_error[:200]}”"
    return [Finding(DAEMON, "warning", what, "See `llm memory daemon log`.")]


def check_worker(folder: Folder) -> Finding:
    """Return the finding about the worker; it is "wrong" if a worker has run for too long."""
    # Imported here because it loads watchdog, which `status` does not need.
    from ..daemon.watcher import WORKER_LIMIT

    if not is_locked(folder.worker_lock):
        return Finding(WORKER, "ok", "none is running")
    since = time.time() - folder.worker_lock.stat().st_mtime
    pid = read_holder(folder.worker_lock).get("pid")
    ours = (
        str(folder.path) in (said := daemon.process_field(pid, "args"))
        and "llm_user_memory.daemon.worker" in said
    )
    if ours and since > WORKER_LIMIT + 60:
        what = f"A worker (pid {pid}) has been waiting for its model for {since / 60:.0f} minutes."
        return Finding(WORKER, "wrong", what, f"Run `kill {pid}`.")
    return Finding(WORKER, "ok", "an update is running")


def _is_unidentified(folder: Folder) -> bool:
    """Whether the process that holds the daemon's lock does not describe itself in it.

    A daemon that is starting is given the time of a start. A running `doctor --fix` that rebuilds
    state.db describes itself, too.
    """
    began = time.monotonic()
    while is_locked(folder.daemon_lock) and daemon.running(folder) is None:
        if read_holder(folder.daemon_lock) == HOLDER:
            return False
        limit = daemon.START_LIMIT if is_locked(folder.start_lock) else _DESCRIPTION_LIMIT
        if time.monotonic() - began > limit:
            return True
        time.sleep(0.05)
    return False


def _unidentified(folder: Folder) -> Finding:
    lock = shlex.quote(str(folder.daemon_lock))
    return Finding(
        DAEMON,
        "wrong",
        "A process holds daemon.lock and does not say who it is.",
        f"Run `rm -- {lock}`: it ends then, and the next prompt starts another.",
        partial(replace_unidentified_daemon, folder),
    )
