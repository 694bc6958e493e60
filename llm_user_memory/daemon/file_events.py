"""Tells the watcher of changed files: by events of the file system, or else by polling.

Never imports `llm`, or anything as large.
"""

import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from .. import signature
from ..signature import Signature
from ..store.sources import PROGRAM_SUFFIXES, SUFFIXES

# Seconds between two scans of the folders without events. The pause is also at least so many times
# what a scan takes, so that large folders cost no more than a hundredth of a core.
POLL = 60.0
_LEAST_PAUSE = 100

# A folder that is not indexed, to find out whether the system has a watch left.
_UNINDEXED = "/"

# Without these filters, the daemon's own reading would cause events.
_WRITE_EVENTS: list[type[FileSystemEvent]] = [FileModifiedEvent, FileCreatedEvent, FileMovedEvent]
_CHANGE_EVENTS: list[type[FileSystemEvent]] = [
    *_WRITE_EVENTS,
    FileDeletedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]

log = logging.getLogger("memory.daemon")


class ChangeTimes(NamedTuple):
    """The times of the first and the last change under a root, in seconds since 1970."""

    first: float
    last: float


class Watches:
    """Watches LLM's log and the indexed roots. Sets the event `woken` when one of them changes.

    A root is an indexed folder or file, of Markdown or of another program's conversations.
    """

    def __init__(self, woken: threading.Event) -> None:
        self.woken = woken
        self._changed: dict[Path, ChangeTimes] = {}
        self._changing = threading.Lock()  # the observer's thread adds, the watcher's discards
        self._observer = _started_observer()
        self._followed: dict[Path, tuple[int, ObservedWatch | None]] = {}  # by inode
        self._programs: frozenset[Path] = frozenset()
        self._grown: set[Path] = set()  # roots whose folders changed: a new one may have no watch
        self._polled: dict[Path, object] = {}
        self._polled_at = time.monotonic()
        self._scan_took = 0.0
        self._logs_polled: list[Path] = []

    @property
    def polled(self) -> list[Path]:
        """The roots without events, and LLM's log if it has none, which the watcher polls."""
        return [*self._logs_polled, *self._polled]

    def start(self, logs: Path) -> None:
        """Watch LLM's log."""
        watch = self._schedule(_LogHandler(logs, self.woken), logs.parent, _WRITE_EVENTS)
        self._logs_polled = [] if watch else [logs]

    def stop(self) -> None:
        """Stop the observer."""
        if self._observer:
            self._observer.stop()

    def follow(self, roots: Iterable[Path], programs: Collection[Path] = ()) -> None:
        """Watch the files under these roots, and stop watching all other roots.

        `programs` are the roots with conversations of other programs.
        """
        self._programs = frozenset(programs)
        inodes = {root: inode for root in roots if (inode := _inode(root))}
        for root, (inode, watch) in list(self._followed.items()):
            if inodes.get(root) != inode:  # removed, or replaced by another file or folder
                del self._followed[root]
                self._polled.pop(root, None)
                self._unschedule(watch)
        for root, inode in inodes.items():
            if root not in self._followed:
                is_folder = root.is_dir()
                watched = root if is_folder else root.parent
                handler = _RootHandler(root, self)
                watch = self._schedule(handler, watched, _CHANGE_EVENTS, recursive=is_folder)
                self._followed[root] = (inode, watch)
                if watch is None:
                    self._polled[root] = _digest(root, self.suffixes(root))
                elif is_folder:
                    self._poll_if_limited(root)

    def suffixes(self, root: Path) -> tuple[str, ...]:
        """Return the suffixes of the files that are indexed under a root."""
        return PROGRAM_SUFFIXES if root in self._programs else SUFFIXES

    def poll(self) -> None:
        """Scan the roots without events, at most once in `POLL` seconds."""
        with self._changing:
            grown, self._grown = self._grown, set()
        for root in grown:
            self._poll_if_limited(root)
        began = time.monotonic()
        pause = max(POLL, _LEAST_PAUSE * self._scan_took)
        if not self._polled or began - self._polled_at < pause:
            return
        for root, before in self._polled.items():
            now = _digest(root, self.suffixes(root))
            if now != before:
                self._polled[root] = now
                self.record_change(root)
        self._polled_at = time.monotonic()
        self._scan_took = self._polled_at - began

    def record_change(self, root: Path, *, of_folder: bool = False) -> None:
        """Record a change under a root. It sets `woken` unless one is recorded already."""
        now = time.time()
        with self._changing:
            if of_folder:
                self._grown.add(root)
            recorded = self._changed.get(root)
            self._changed[root] = ChangeTimes(recorded.first if recorded else now, now)
        if recorded is None:
            self.woken.set()

    def changed_under(self, roots: Iterable[Path]) -> dict[Path, ChangeTimes]:
        """Return the recorded changes of those roots that have any."""
        return {root: changed for root in roots if (changed := self._changed.get(root))}

    def discard(self, changed: Mapping[Path, ChangeTimes]) -> None:
        """Discard these changes after indexing, except for roots that have changed again since."""
        with self._changing:
            for root, recorded in changed.items():
                if self._changed.get(root) == recorded:
                    del self._changed[root]

    def _schedule(
        self,
        handler: FileSystemEventHandler,
        path: Path,
        events: list[type[FileSystemEvent]],
        *,
        recursive: bool = False,
    ) -> ObservedWatch | None:
        """Watch a folder. Return None if it is gone, or if the system's limit is reached."""
        if self._observer is None:
            return None
        try:
            return self._observer.schedule(
                handler, str(path), recursive=recursive, event_filter=events
            )
        except OSError as error:
            log.info("no events from %s (%s): polling instead", path, error.strerror or error)
            return None

    def _unschedule(self, watch: ObservedWatch | None) -> None:
        if self._observer and watch:
            with suppress(KeyError):
                self._observer.unschedule(watch)

    def _poll_if_limited(self, root: Path) -> None:
        """Poll a root instead of watching it, if some folder in it may have got no watch."""
        inode, watch = self._followed.get(root, (0, None))
        if watch and self._is_limit_reached():
            self._unschedule(watch)
            self._followed[root] = (inode, None)
            self._polled[root] = _digest(root, self.suffixes(root))
            log.info("no events from all folders of %s (limit reached): polling instead", root)

    def _is_limit_reached(self) -> bool:
        """Whether Linux has no watch left. Watchdog 7.1 tells only of a root that got none."""
        if sys.platform != "linux" or self._observer is None:
            return False
        try:
            watch = self._observer.schedule(
                FileSystemEventHandler(), _UNINDEXED, event_filter=[DirMovedEvent]
            )
        except OSError as error:
            return error.errno == errno.ENOSPC
        self._unschedule(watch)
        return False


def _started_observer() -> BaseObserver | None:
    """Return a started observer, None if the system's limit of them is reached."""
    try:
        observer = Observer()
        observer.start()
    except OSError as error:
        log.info("no events of files (%s): polling instead", error.strerror or error)
        return None
    return observer


class _LogHandler(FileSystemEventHandler):
    """Sets `woken` when LLM's log, or its write-ahead log, was written."""

    def __init__(self, logs: Path, woken: threading.Event) -> None:
        self.paths = {str(logs), f"{logs}-wal"}
        self.woken = woken

    def on_any_event(self, event: FileSystemEvent) -> None:
        if not self.paths.isdisjoint((event.src_path, event.dest_path)):
            self.woken.set()


class _RootHandler(FileSystemEventHandler):
    """Records changes of indexed files and of folders under a root."""

    def __init__(self, root: Path, watches: Watches) -> None:
        self.root = root
        self.is_folder = root.is_dir()
        self.watches = watches

    def on_any_event(self, event: FileSystemEvent) -> None:
        paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        if any(self._is_relevant(path, event.is_directory) for path in paths):
            self.watches.record_change(self.root, of_folder=event.is_directory)

    def _is_relevant(self, path: str, is_directory: bool) -> bool:
        if not self.is_folder:
            return path == str(self.root)
        inside = path.removeprefix(str(self.root))
        is_relevant = is_directory or path.lower().endswith(self.watches.suffixes(self.root))
        return is_relevant and "/." not in inside


def _inode(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_ino
    return 0


def _digest(root: Path, suffixes: tuple[str, ...]) -> tuple[int, int]:
    """The number of indexed files under the root, and a hash of their names and signatures."""
    found = sorted(_signatures(root, suffixes))
    return len(found), hash(tuple(found))


def _signatures(root: Path, suffixes: tuple[str, ...]) -> Iterator[tuple[str, Signature]]:
    for path in _indexed_files(root, suffixes) if root.is_dir() else [str(root)]:
        if found := signature.of(path):
            yield path, found


def _indexed_files(root: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.lower().endswith(suffixes) and not name.startswith("."):
                yield f"{folder}/{name}"
