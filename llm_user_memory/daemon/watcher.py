"""The daemon's process. It waits until something is due, starts a worker, and stops when idle.

`control` starts it with `python -m llm_user_memory.daemon.watcher DIR`. It runs for hours and must
stay small, so it never imports `llm`, or anything as large. A worker is a separate process, so
that a failing model plugin cannot harm the daemon.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .. import __version__, signature
from ..errors import MemoryPluginError
from ..learn import schedule
from ..recall.index import staleness
from ..settings import Folder, read_settings
from ..store import ledger, profiles, sources, state
from ..store.locks import is_same_file, try_lock, write_holder
from .file_events import Watches

# Seconds between two polls, which find what causes no event: changes on network file systems, the
# end of a chat, `llm memory resume`.
POLL = 5.0

# Seconds to wait after an event, because writes often come in groups.
SETTLE = 0.2

# Seconds after which a worker is stopped, and seconds between SIGTERM and SIGKILL.
WORKER_LIMIT = 600.0
STOP_LIMIT = 10.0

# The most seconds between two workers that make no progress.
LONGEST_PAUSE = 1800.0

# After so many workers in a row without progress, the daemon stops when idle even if the index is
# still stale.
MOST_STALLED_RUNS = 4

# The least seconds that a new daemon waits for the lock.
_MOMENT = 1.0

# Seconds between two checks whether the worker has ended.
_WORKER_POLL = 0.1

# In bytes. A larger log file is rotated before the next worker starts.
LARGEST_LOG = 1_000_000

log = logging.getLogger("memory.daemon")


@dataclass
class _Work:
    """What is due for one profile, and when.

    `learning` is when an update or marking is due, in seconds since 1970, or None. `archiving` is
    when the time of a fact passes, which may be in months. `roots` are the indexed folders and
    files, and `programs` those with conversations of other programs. `stalled_runs` is the number
    of workers in a row without progress; no worker starts before `not_before`, a monotonic time.
    `last_error` is the last error that was logged, so that it is not logged again; "" if there is
    none.
    """

    folder: Folder
    learning: float | None = None
    archiving: float | None = None
    index: staleness.Staleness = field(default_factory=staleness.Staleness)
    roots: tuple[Path, ...] = ()
    programs: tuple[Path, ...] = ()
    stalled_runs: int = 0
    not_before: float = 0.0
    last_error: str = ""

    @property
    def due(self) -> float | None:
        """When the next worker is due, in seconds since 1970; None if nothing is.

        Archiving counts only when its time has come, so that an idle daemon need not look at it.
        """
        is_over = self.archiving is not None and self.archiving <= time.time()
        times = (self.learning, self.index.refresh_at, self.archiving if is_over else None)
        return min((at for at in times if at is not None), default=None)

    @property
    def is_stalled(self) -> bool:
        """Whether only the index is due, and several workers made no progress with it."""
        return self.learning is None and self.stalled_runs >= MOST_STALLED_RUNS

    @property
    def wait(self) -> float:
        """The seconds until the next worker may start, or until the next poll if none is due."""
        if self.due is None:
            return POLL
        return max(self.due - time.time(), self.not_before - time.monotonic())


class Watcher:
    """One run of the daemon, which holds its lock."""

    def __init__(self, folder: Folder, lock: int, environment: str) -> None:
        self.folder = folder
        self.lock = lock
        self.environment = environment
        self.started = time.time()
        self.settings = read_settings()
        self.stopping = threading.Event()
        self.woken = threading.Event()
        self.watches = Watches(self.woken)
        self.described_polled: list[Path] | None = None
        self.last_turn = time.monotonic()
        self.signatures: tuple[object, ...] = ()
        self.work: dict[str, _Work] = {}  # by the profile's name
        self.requested_at = last_requested(folder)  # when a daemon was last asked for

    def stop(self, *_: object) -> None:
        """Ask the daemon to finish; safe in a signal handler."""
        self.stopping.set()
        self.woken.set()

    def describe(self) -> None:
        """Write the fields of `control.Daemon` into the lock file, if they have changed."""
        polled = self.watches.polled
        if polled == self.described_polled:
            return
        self.described_polled = polled
        settings = self.settings._asdict()
        for of_one_call in ("problems", "profile"):
            del settings[of_one_call]
        about = {
            "pid": os.getpid(),
            "version": __version__,
            "started": self.started,
            "environment": self.environment,
            "watching": str(self.folder.logs),
            "settings": settings,
            "polled": [str(path) for path in polled],
        }
        write_holder(self.lock, about)

    def run(self) -> None:
        """Watch until stopped, idle for too long, or the lock file or the package is removed."""
        self.watches.start(self.folder.logs)
        try:
            while not self.stopping.is_set() and self._is_wanted():
                try:
                    if not self._step():
                        return
                except Exception:
                    log.exception("unexpected; going on")
                    self.stopping.wait(POLL)
        finally:
            self.watches.stop()

    def _is_wanted(self) -> bool:
        """Whether the lock file is still the same, and the package still installed."""
        return is_same_file(self.folder.daemon_lock, self.lock) and is_installed()

    def _step(self) -> bool:
        """Check what is due, then run a worker or wait. Return False if the daemon is idle."""
        self.watches.poll()
        self._check_profiles()
        self.describe()
        first = min(self.work.values(), key=lambda work: work.wait)
        if first.wait <= 0:
            self._run_due(first)
            return True
        if self._is_idle():
            return False
        if self.woken.wait(min(POLL, first.wait)):
            self.stopping.wait(SETTLE)
            self.woken.clear()
            # Two writes within one tick of the clock give the same signatures, so the event counts.
            self.signatures = ()
        return True

    def _check_profiles(self) -> None:
        """Find out for each profile when a worker is due, unless nothing has changed."""
        signatures = self._signatures()
        if signatures == self.signatures and all(work.due is None for work in self.work.values()):
            return
        folders = profiles.every(self.folder.path) or [self.folder]
        self.work = {folder.name: self.work.get(folder.name) or _Work(folder) for folder in folders}
        succeeded = [self._ingest(work) for work in self.work.values()]
        self.watches.follow(
            {root for work in self.work.values() for root in work.roots},
            {root for work in self.work.values() for root in work.programs},
        )
        if all(succeeded):
            self.signatures = signatures

    def _signatures(self) -> tuple[object, ...]:
        """Values that change when there may be something new to learn or to index."""
        indexed = [
            staleness.signatures(work.folder, work.roots)
            for work in self.work.values()
            if staleness.is_used(work.folder, self.settings)
        ]
        return (*_signatures(self.folder), *indexed)

    def _ingest(self, work: _Work) -> bool:
        """Record a profile's new turns, and when its worker is due. Return False on an error."""
        try:
            with state.opened(work.folder, migrate=False) as store:
                if ledger.ingest(store):
                    self.last_turn = time.monotonic()
                work.learning = schedule.due(store, self.settings, time.time())
                work.archiving = schedule.archiving_due(store.db)
                self._check_index(work, sources.of_kinds(store.db))
            work.last_error = ""
        except MemoryPluginError as error:
            work.learning, work.archiving, work.index = None, None, staleness.Staleness()
            if str(error) != work.last_error:
                work.last_error = str(error)
                log.warning("%s", error)
        return not work.last_error

    def _check_index(self, work: _Work, added: list[sources.Source]) -> None:
        """Find out when the index has to be refreshed, if there is one."""
        if not staleness.is_used(work.folder, self.settings):
            work.index, work.roots, work.programs = staleness.Staleness(), (), ()
            return
        paths = [source.path for source in added]
        work.roots = (work.folder.notes, *paths)
        work.programs = tuple(source.path for source in added if source.format)
        changed = self.watches.changed_under(work.roots)
        work.index = staleness.check(
            work.folder, self.settings, paths, changed.values(), time.time()
        )
        if work.index.refresh_at is None:
            self.watches.discard(changed)

    def _run_due(self, work: _Work) -> None:
        """Run one worker. If it makes no progress, the pause before the next one doubles."""
        before, reached = work.due, work.index.progress
        _rotate_log(self.folder)
        _run_worker(work.folder, self.stopping)
        self._check_profiles()
        progress = work.due is None or before is None or work.due > before
        progress = progress or work.index.progress != reached
        work.stalled_runs = 0 if progress else work.stalled_runs + 1
        work.not_before = time.monotonic() + min(2.0**work.stalled_runs, LONGEST_PAUSE)

    def _is_idle(self) -> bool:
        """Whether nothing was asked for or logged in `idle_timeout`, and nothing is due soon."""
        if (requested_at := last_requested(self.folder)) != self.requested_at:
            self.requested_at, self.last_turn = requested_at, time.monotonic()
        idle = time.monotonic() - self.last_turn
        works = [work for work in self.work.values() if not work.is_stalled]
        dues = [work.due for work in works if work.due is not None]
        soon = min(dues, default=float("inf")) < time.time() + ledger.CHAT_QUIET
        return 0 < self.settings.idle_timeout < idle and not soon


def is_installed() -> bool:
    """Tell whether the package still exists. It may be uninstalled while the daemon runs."""
    return Path(__file__).exists()


def last_requested(folder: Folder) -> float:
    """Return when a prompt or command last asked for a daemon, in seconds since 1970.

    `control.wake` sets the modification time of the lock file. Returns 0.0 without a lock file.
    """
    with contextlib.suppress(FileNotFoundError):
        return folder.daemon_lock.stat().st_mtime
    return 0.0


def _signatures(folder: Folder) -> tuple[object, ...]:
    """Values that change when LLM's log changes, or when a daemon is asked for."""
    signatures: list[object] = [last_requested(folder)]
    for path in (folder.logs, Path(f"{folder.logs}-wal")):
        signatures.append(signature.of(path))
    return tuple(signatures)


def _run_worker(folder: Folder, stopping: threading.Event) -> None:
    """Run a worker until it ends, `WORKER_LIMIT` is over, or the daemon has to stop."""
    command = [sys.executable, "-m", "llm_user_memory.daemon.worker", str(folder.path), folder.name]
    # The worker gets its own process group, so that processes that a plugin starts end with it. Its
    # stdout is discarded: a plugin may print conversations, which must not be in our log.
    worker = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    # The limit counts polls and not time, because both processes may be suspended, as in a sleeping
    # computer.
    polls_left = int(WORKER_LIMIT / _WORKER_POLL)
    while worker.poll() is None:
        polls_left -= 1
        if stopping.wait(_WORKER_POLL) or polls_left < 0:
            level = logging.INFO if stopping.is_set() else logging.WARNING
            log.log(level, "worker %d is stopped before its end", worker.pid)
            _end(worker)
            break
    else:
        if worker.returncode:
            log.warning("worker %d failed with %d", worker.pid, worker.returncode)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.pid, signal.SIGKILL)


def _end(worker: "subprocess.Popen[bytes]") -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.wait(STOP_LIMIT)
            return


def _rotate_log(folder: Folder) -> None:
    """Rotate the log file if it is too large. One old file is kept."""
    try:
        if folder.daemon_log.stat().st_size <= LARGEST_LOG:
            return
        folder.daemon_log.replace(folder.daemon_log.with_name("daemon.log.1"))
    except OSError:
        return
    descriptor = folder.open_log()
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)


def _locked(folder: Folder, patience: float) -> int | None:
    """Take the daemon's lock; wait up to `patience` seconds for an older daemon to end.

    It waits at least `_MOMENT`, because a process that tests the lock holds it for a moment. The
    last daemon's pid is deleted from the file, because another process may have that pid by now.
    """
    deadline = time.monotonic() + max(patience, _MOMENT)
    while (lock := _emptied(folder)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return lock


def _emptied(folder: Folder) -> int | None:
    lock = try_lock(folder.daemon_lock)
    if lock is not None:
        os.ftruncate(lock, 0)
    return lock


def main(folder: Folder, patience: float, environment: str, start_lock: int | None) -> int:
    """Run the daemon, unless one runs already. Return the exit code.

    `environment` is the fingerprint of the settings, which prompts compare with theirs.
    `start_lock` is the descriptor of the start-up lock. It stays open until this process has the
    daemon's lock, so that many prompts at the same time start only one daemon.
    """
    lock = _locked(folder, patience)
    while lock is not None:
        watcher = Watcher(folder, lock, environment)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, watcher.stop)
        watcher.describe()
        if start_lock is not None:
            os.close(start_lock)
            start_lock = None
        log.info("started, pid %d, version %s", os.getpid(), __version__)
        watcher.run()
        log.info("stopped" if watcher.stopping.is_set() else "stopped, idle")
        os.close(lock)
        # A prompt first touches the lock file, then tries the lock. A prompt that did so after the
        # last check relies on this daemon, which therefore goes on.
        seen = (0.0, watcher.requested_at)
        ends = watcher.stopping.is_set() or not is_installed()
        relied_on = not ends and last_requested(folder) not in seen
        lock = _emptied(folder) if relied_on else None
    return 0


def _given(words: Sequence[str]) -> tuple[Folder, float, str, int | None]:
    """Read the arguments of `main`, as `control` gives them; `argparse` would stay in memory.

    They are the memory folder's absolute path, and perhaps --patience=SECONDS,
    --environment=FINGERPRINT and --start-lock=DESCRIPTOR.
    """
    folder, *options = words
    given = dict(option.split("=", 1) for option in options)
    lock = given.get("--start-lock")
    return (
        Folder(Path(folder)),
        float(given.get("--patience", 0)),
        given.get("--environment", ""),
        None if lock is None else int(lock),
    )


if __name__ == "__main__":
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING
    )
    log.setLevel(logging.INFO)
    sys.exit(main(*_given(sys.argv[1:])))
