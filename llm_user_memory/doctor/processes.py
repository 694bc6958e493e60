"""Checks of the daemon and its worker: whether they run, their version, their last errors."""

import re
import shlex
import subprocess
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from ..daemon import control as daemon
from ..settings import Folder
from ..store.locks import is_locked, read_holder
from .finding import Finding, of_remark
from .mend import replace_unsigned, restart
from .status import Remark

DAEMON = "daemon"
WORKER = "worker"

# Seconds within which a daemon that has its lock describes itself in the lock file.
_SIGNING = 2.0

# How many lines at the end of the daemon's log are read.
_RECENT = 200

_TROUBLE = re.compile(r"^\S+ \S+ (?:WARNING|ERROR|CRITICAL) \S+ (.*)|^(\w[\w.]*(?:Error|Exit): .*)")
_SUCCESS = re.compile(r"^\S+ \S+ INFO (?:memory\.worker: conversation .*: done|.*: started, pid)")


def look_at_daemon(folder: Folder, found: dict[str, Any]) -> Finding:
    """Return the finding about the daemon; `found` is what `status` reports about it."""
    if not found["running"]:
        if _is_silent(folder):
            return _silent(folder)
        return Finding(DAEMON, "ok", "not running; the next prompt starts it")
    if _process(found["pid"], "stat").startswith("T"):
        what = f"The daemon (pid {found['pid']}) is suspended."
        remedy = "Run `llm memory daemon restart`."
        return Finding(DAEMON, "wrong", what, remedy, partial(restart, folder))
    return Finding(DAEMON, "ok", f"running, pid {found['pid']}, version {found['version']}")


def of_other_settings(folder: Folder, remark: Remark) -> Finding:
    """Return a remark about a daemon with another version or settings, with a remedy."""
    remark = Remark(remark.part, remark.what, "`llm memory daemon restart` does so now.")
    return of_remark(DAEMON, "warning", remark, partial(restart, folder))


def last_trouble(folder: Folder) -> list[Finding]:
    """Return the last error in the daemon's log; nothing if a later update or start succeeded."""
    trouble = ""
    with suppress(OSError), folder.daemon_log.open(errors="replace") as log:
        for line in deque(log, maxlen=_RECENT):
            if failed := _TROUBLE.match(line):
                trouble = (failed[1] or failed[2]).strip()
            elif _SUCCESS.match(line):
                trouble = ""
    if not trouble:
        return []
    what = f"The last it said is “{trouble[:200]}”"
    return [Finding(DAEMON, "warning", what, "See `llm memory daemon log`.")]


def look_at_worker(folder: Folder) -> Finding:
    """Return whether a worker is running; "wrong" if it has been for too long."""
    # Imported here because it loads watchdog, which `status` does not need.
    from ..daemon.watcher import WORKER_LIMIT

    if not is_locked(folder.worker_lock):
        return Finding(WORKER, "ok", "none is at work")
    since = time.time() - folder.worker_lock.stat().st_mtime
    pid = read_holder(folder.worker_lock).get("pid")
    ours = (
        str(folder.path) in (said := _process(pid, "args"))
        and "llm_user_memory.daemon.worker" in said
    )
    if ours and since > WORKER_LIMIT + 60:
        what = f"A worker (pid {pid}) has been waiting for its model for {since / 60:.0f} minutes."
        return Finding(WORKER, "wrong", what, f"Run `kill {pid}`.")
    return Finding(WORKER, "ok", "an update is under way")


def _is_silent(folder: Folder) -> bool:
    """Whether the daemon's lock is held by a process that does not describe itself."""
    deadline = time.monotonic() + _SIGNING
    while is_locked(folder.daemon_lock) and daemon.running(folder) is None:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False


def _silent(folder: Folder) -> Finding:
    lock = shlex.quote(str(folder.daemon_lock))
    return Finding(
        DAEMON,
        "wrong",
        "Something holds daemon.lock and does not say who it is.",
        f"Run `rm -- {lock}`: it goes then, and the next prompt starts another.",
        partial(replace_unsigned, folder),
    )


def _process(pid: object, field: str) -> str:
    """A field of `ps` about a process, "" if there is no such process."""
    command = ["ps", "-ww", "-o", f"{field}=", "-p", str(pid)]
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, text=True, timeout=5).stdout.strip()
    return ""
