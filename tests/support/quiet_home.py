"""A memory folder for commands that run in the test's own process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from llm_user_memory.settings import Folder
from llm_user_memory.store.locks import try_lock


@contextmanager
def memory_without_daemon(base: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """Make a memory folder below `base`, which becomes HOME; no daemon starts in the block."""
    monkeypatch.setenv("LLM_USER_PATH", str(base / "llm"))
    monkeypatch.setenv("HOME", str(base))
    folder = Folder(base / "llm" / "memory")
    with no_daemon(folder):
        yield folder


@contextmanager
def no_daemon(folder: Folder) -> Iterator[None]:
    """Hold the lock that is needed to start a daemon."""
    folder.create()
    starting = try_lock(folder.start_lock)
    assert starting is not None
    try:
        yield
    finally:
        os.close(starting)
