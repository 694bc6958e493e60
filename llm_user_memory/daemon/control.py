"""Starts and stops the daemon, and finds out whether it runs. Its process is `watcher`.

A daemon runs if and only if its advisory lock is held. The pid in the lock file serves to show it
to people, and to send the signals that stop the daemon.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..errors import DaemonError
from ..settings import Folder, fingerprint
from ..store.locks import is_locked, read_holder, try_lock

# Seconds to wait for a start, and for a stop, before which a worker may finish its last write.
START_LIMIT = 15.0
STOP_LIMIT = 25.0

_RETRY = 0.05

_MODULE = "llm_user_memory.daemon.watcher"


class Daemon(NamedTuple):
    """A running daemon, as described in its lock file.

    `started` is in seconds since 1970, `environment` is its `settings.fingerprint()`, `watching`
    is the path of LLM's log, and `settings` has the fields of Settings. `polled` has the paths that
    the system gives no events of; it is missing in an older daemon's description.
    """

    pid: int
    version: str
    started: float
    environment: str
    watching: str
    settings: dict[str, Any]
    polled: Sequence[str] = ()

    @property
    def is_current(self) -> bool:
        """Whether it has this process's version and environment. If not, a prompt replaces it."""
        return self.version == __version__ and self.environment == fingerprint()


def running(folder: Folder) -> Daemon | None:
    """Return the running daemon; None if there is none, or if it has just begun to start.

    Raises OSError if the lock cannot be tested, is a link, or belongs to another user.
    """
    return _read_description(folder) if is_locked(folder.daemon_lock) else None


def wake(folder: Folder, *, replace: bool = True) -> None:
    """Start a daemon unless one with this version and environment runs; do not wait for it.

    Without `replace`, any running daemon is accepted, because other programs may lack the user's
    environment, such as API keys. Raises DaemonError if no daemon can be started.
    """
    try:
        with suppress(FileNotFoundError):
            os.utime(folder.daemon_lock, follow_symlinks=False)
        if not is_locked(folder.daemon_lock):
            _spawn(folder, patience=0.0)
        elif replace and (found := _read_description(folder)) and not found.is_current:
            _spawn(folder, patience=STOP_LIMIT, instead_of=found)
    except OSError as error:
        raise DaemonError(
            f"The daemon could not be started: {error.strerror}.",
            untouched="What you say is learned when it runs again.",
        ) from error


def start(folder: Folder) -> tuple[Daemon, bool]:
    """Start a daemon if none runs. Return the daemon, and whether it was started now.

    Raises DaemonError if it does not run within `START_LIMIT`, or if the folder cannot be used.
    """
    try:
        if found := running(folder):
            return found, False
        folder.create()
    except OSError as error:
        raise DaemonError(f"{folder.path} cannot be used: {error.strerror}.") from error
    wake(folder)
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline:
        if found := running(folder):
            return found, True
        time.sleep(_RETRY)
    raise DaemonError(
        "The daemon did not start.",
        untouched="Nothing is lost: what you say is learned when it runs again.",
        remedy="`llm memory daemon log` shows why.",
    )


def stop(folder: Folder) -> Daemon | None:
    """Stop the daemon and return it; None if there was none.

    If it is starting, this waits until it has written its pid. It is sent SIGTERM, and SIGKILL if
    it still runs after `STOP_LIMIT`. Raises DaemonError if it runs even then, if the pid is not
    that of a daemon of this folder, or if the lock belongs to another user.
    """
    try:
        return _stop(folder)
    except OSError as error:
        raise DaemonError(
            f"{folder.daemon_lock} cannot be used: {error.strerror}.",
            untouched="Nothing was stopped.",
        ) from error


def _stop(folder: Folder) -> Daemon | None:
    _wait_for_start(folder)
    found = running(folder)
    if found is None:
        return None
    for number, limit in ((signal.SIGTERM, STOP_LIMIT), (signal.SIGKILL, 5.0)):
        signalled = 0
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            # In this order, because a daemon takes its own lock before it releases the start-up
            # lock.
            if not is_locked(folder.start_lock) and not is_locked(folder.daemon_lock):
                return found
            # Another daemon may have taken the lock meanwhile.
            if (now := running(folder)) and now.pid != signalled:
                found = now
                if _signal(folder, found.pid, number):
                    signalled = found.pid
            time.sleep(_RETRY)
    raise DaemonError(
        f"The daemon (pid {found.pid}) does not stop.",
        remedy=f"Look at it with `ps -fp {found.pid}`.",
    )


def _signal(folder: Folder, pid: int, number: signal.Signals) -> bool:
    """Send a signal to the folder's daemon. Return False if the process is no such daemon."""
    if not _is_daemon(pid, folder):
        return False
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
        os.kill(pid, signal.SIGCONT)  # a suspended process does not handle signals
    return True


def _is_daemon(pid: int, folder: Folder) -> bool:
    """Whether a process is a daemon of this folder. The pid may be another process's by now."""
    if not Path("/proc/self/cmdline").exists():
        line = f" {process_field(pid, 'args')} "
        paths = (folder.path, os.path.realpath(folder.path))
        return f" {_MODULE} " in line and any(f" {path} " in line for path in paths)
    with suppress(OSError, ValueError, IndexError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        where = words[words.index(_MODULE.encode()) + 1]
        return folder.path.samefile(os.fsdecode(where))
    return False


def _wait_for_start(folder: Folder) -> None:
    """Wait while a daemon is starting, until it has described itself in its lock file."""
    deadline = time.monotonic() + START_LIMIT
    while is_locked(folder.start_lock) and running(folder) is None and time.monotonic() < deadline:
        time.sleep(_RETRY)


def is_suspended(pid: int) -> bool:
    """Tell whether a process is suspended by a signal or a debugger."""
    return process_field(pid, "stat").startswith(("T", "t"))


def process_field(pid: object, field: str) -> str:
    """Return what `ps` prints in a field for a process, "" if there is no such process."""
    command = ["ps", "-ww", "-o", f"{field}=", "-p", str(pid)]
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, text=True, timeout=5).stdout.strip()
    return ""


def _spawn(folder: Folder, patience: float, instead_of: Daemon | None = None) -> None:
    """Start a daemon unless another process is starting one. `instead_of` is told to stop."""
    start_lock = try_lock(folder.start_lock)
    if start_lock is None:
        return
    try:
        # Another process may have started a daemon since the caller checked.
        if (found := running(folder)) and found != instead_of:
            return
        if instead_of is not None:
            _signal(folder, instead_of.pid, signal.SIGTERM)
        log = folder.open_log()
        try:
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    _MODULE,
                    str(folder.path),
                    f"--patience={patience}",
                    f"--environment={fingerprint()}",
                    f"--start-lock={start_lock}",
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                pass_fds=(start_lock,),
            )
        finally:
            os.close(log)
    finally:
        os.close(start_lock)


def _read_description(folder: Folder) -> Daemon | None:
    """The daemon as its lock file describes it; None if the description is missing or invalid."""
    about = read_holder(folder.daemon_lock)
    try:
        found = Daemon(**{name: about[name] for name in Daemon._fields if name in about})
        texts = (found.version, found.environment, found.watching, *found.polled)
    except TypeError:
        return None
    is_sound = all(isinstance(text, str) for text in texts) and isinstance(found.settings, dict)
    is_sound = is_sound and type(found.pid) is int and isinstance(found.started, (int, float))
    # `kill` takes 0 for the process group, and -1 for all processes of the user.
    return found if is_sound and found.pid > 1 else None
