"""Starting, stopping and asking the daemon. The watcher is the process itself.

Whether a daemon runs is decided by its lock alone; the pid in the lock file is for people,
and for the signal that asks it to go.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any, NamedTuple

from .. import __version__
from ..errors import DaemonError
from ..settings import Folder, fingerprint
from ..store.locks import is_locked, read_holder, try_lock

# Seconds. The daemon lets its worker finish its last write before it goes.
START_LIMIT = 15.0
STOP_LIMIT = 25.0

_RETRY = 0.05


class Daemon(NamedTuple):
    """A running daemon, as it signed its lock file. `settings` has the fields of Settings."""

    pid: int
    version: str
    started: float
    environment: str
    watching: str
    settings: dict[str, Any]

    @property
    def is_current(self) -> bool:
        """Whether a prompt of this process would leave it running."""
        return self.version == __version__ and self.environment == fingerprint()


def running(folder: Folder) -> Daemon | None:
    """Return the running daemon, or None."""
    return _signed(folder) if is_locked(folder.daemon_lock) else None


def wake(folder: Folder) -> None:
    """See to it that a daemon with this version and environment runs, without waiting for it.

    Raises DaemonError when none can be started.
    """
    try:
        with suppress(FileNotFoundError):
            os.utime(folder.daemon_lock)
        if not is_locked(folder.daemon_lock):
            _spawn(folder, patience=0.0)
        elif (found := _signed(folder)) is not None and not found.is_current:
            _spawn(folder, patience=STOP_LIMIT, instead_of=found)
    except OSError as error:
        raise DaemonError(
            f"The daemon could not be started: {error}.",
            untouched="What you say is learned when it runs again.",
        ) from error


def start(folder: Folder) -> tuple[Daemon, bool]:
    """Return the running daemon, and whether it had to be started.

    Raises DaemonError when it does not come up.
    """
    if found := running(folder):
        return found, False
    folder.create()
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
    """Stop the daemon and return it, None when there was none.

    Raises DaemonError when it is still there afterwards.
    """
    found = running(folder)
    if found is None:
        return None
    for number, limit in ((signal.SIGTERM, STOP_LIMIT), (signal.SIGKILL, 5.0)):
        with suppress(ProcessLookupError):
            os.kill(found.pid, number)
            os.kill(found.pid, signal.SIGCONT)  # one that is suspended hears nothing
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if not is_locked(folder.daemon_lock):
                return found
            time.sleep(_RETRY)
    raise DaemonError(
        f"The daemon (pid {found.pid}) does not stop.",
        remedy=f"Look at it with `ps -fp {found.pid}`.",
    )


def _spawn(folder: Folder, patience: float, instead_of: Daemon | None = None) -> None:
    """Start a daemon unless somebody else is just doing so; the one it replaces is told to go."""
    start_lock = try_lock(folder.start_lock)
    if start_lock is None:
        return
    try:
        if instead_of is not None:
            with suppress(ProcessLookupError):
                os.kill(instead_of.pid, signal.SIGTERM)
        log = folder.open_log()
        try:
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "llm_user_memory.daemon.watcher",
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


def _signed(folder: Folder) -> Daemon | None:
    about = read_holder(folder.daemon_lock)
    try:
        return Daemon(**{name: about[name] for name in Daemon._fields})
    except KeyError:
        return None  # it holds the lock and has not signed yet
