"""How the daemon notices changed files, by events or by polling, and keeps the index up to date."""

import errno
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.index_content import read_index
from support.processes import wait_for_daemon
from support.product import Product, until
from watchdog.observers.api import BaseObserver

from llm_user_memory import notes
from llm_user_memory.daemon import file_events
from llm_user_memory.daemon.file_events import Watches
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import staleness
from llm_user_memory.settings import Folder, Settings

pytestmark = pytest.mark.once


@pytest.fixture
def watches(tmp_path: Path) -> Iterator[Watches]:
    """The watches of a daemon whose log is in a folder without Markdown files."""
    (tmp_path / "llm").mkdir()
    made = Watches(threading.Event())
    made.start(tmp_path / "llm" / "logs.db")
    yield made
    made.stop()


def wakes(watches: Watches, root: Path) -> bool:
    """Wait for a recorded change under the root, and discard it. Return whether it set `woken`."""
    until(lambda: watches.changed_under([root]), f"that a change under {root} is recorded")
    watches.discard(watches.changed_under([root]))
    return watches.woken.is_set()


def test_changes_in_a_folder_are_recorded(watches: Watches, tmp_path: Path) -> None:
    root = tmp_path / "papers"
    (root / "sub" / ".git").mkdir(parents=True)
    watches.follow([root, tmp_path / "nowhere"])
    for name in ("a.txt", ".hidden.md", "sub/.git/a.md"):
        (root / name).write_text("no")
    (root / "sub" / "a.md").write_text("yes")
    assert wakes(watches, root)
    (root / "sub" / "a.md").read_text()
    (root / "sub" / "a.md").rename(root / "b.markdown")
    assert wakes(watches, root)
    (root / "b.markdown").unlink()
    assert wakes(watches, root)
    (root / "sub").rename(root / "dub")
    assert wakes(watches, root)


def test_changes_of_a_file_are_recorded(watches: Watches, tmp_path: Path) -> None:
    root = tmp_path / "one.md"
    root.write_text("x")
    watches.follow([root])
    (tmp_path / "other.md").write_text("no")
    root.write_text("yes")
    assert wakes(watches, root)


def test_a_folder_of_the_same_name_is_followed_again(watches: Watches, tmp_path: Path) -> None:
    root = tmp_path / "papers"
    root.mkdir()
    watches.follow([root])
    root.rename(tmp_path / "old")
    root.mkdir()
    watches.follow([root])
    watches.discard(watches.changed_under([root]))
    (root / "a.md").write_text("yes")
    assert wakes(watches, root)
    watches.follow([])
    watches.follow([root])
    (root / "a.md").write_text("again")
    assert wakes(watches, root)


def test_a_folder_that_the_system_cannot_watch_is_polled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refusing(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "inotify watch limit reached")

    monkeypatch.setattr(BaseObserver, "schedule", refusing)
    caplog.set_level(logging.INFO)
    root = tmp_path / "papers"
    (root / "sub").mkdir(parents=True)
    watches = Watches(threading.Event())
    watches.start(tmp_path / "logs.db")
    try:
        watches.follow([root])
        assert watches.polled == [tmp_path / "logs.db", root]
        assert caplog.text.count("watch limit reached") == 2
        watches.follow([root])
        assert caplog.text.count("watch limit reached") == 2, "it is told once"
        watches.poll()
        (root / "sub" / "a.md").write_text("new")
        watches.poll()
        assert not watches.changed_under([root]), "not all the time"
        monkeypatch.setattr(file_events, "POLL", 0.0)
        watches.poll()
        assert watches.changed_under([root]) and watches.woken.is_set()
    finally:
        watches.stop()


def test_without_an_observer_all_is_polled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing() -> None:  # so does watchdog 7.1 where no instance of inotify is left
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    monkeypatch.setattr(file_events, "Observer", refusing)
    monkeypatch.setattr(file_events, "POLL", 0.0)
    root = tmp_path / "papers"
    root.mkdir()
    watches = Watches(threading.Event())
    watches.start(tmp_path / "logs.db")
    watches.follow([root])
    assert watches.polled == [tmp_path / "logs.db", root]
    (root / "a.md").write_text("new")
    watches.poll()
    assert watches.changed_under([root])
    watches.follow([])
    assert watches.polled == [tmp_path / "logs.db"]
    watches.stop()


def test_a_large_folder_is_polled_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_events, "_started_observer", lambda: None)
    monkeypatch.setattr(file_events, "POLL", 0.0)
    watches = Watches(threading.Event())
    watches.follow([tmp_path])
    scan = file_events._digest

    def slow(*given: Any) -> object:
        time.sleep(0.05)
        return scan(*given)

    monkeypatch.setattr(file_events, "_digest", slow)
    watches.poll()
    (tmp_path / "a.md").write_text("new")
    watches.poll()
    assert not watches.changed_under([tmp_path])


# What a child does with at most four watches: of LLM's folder, and of three folders.
_FEW_WATCHES = """
import sys, threading, time
from pathlib import Path
from llm_user_memory.daemon import file_events

Path("/proc/sys/user/max_inotify_watches").write_text("4")
top = Path(sys.argv[1])
small, large = top / "small", top / "large"
for folder in (top / "llm", small, *(large / str(n) for n in range(9))):
    folder.mkdir(parents=True)
watches = file_events.Watches(threading.Event())
watches.start(top / "llm" / "logs.db")
watches.follow([small])
assert watches.polled == [], watches.polled
watches.follow([small, large])
assert watches.polled == [large], watches.polled
for n in range(9):
    (small / str(n)).mkdir()
deadline = time.monotonic() + 30
while small not in watches.polled and time.monotonic() < deadline:
    watches.poll()
    time.sleep(0.05)
assert watches.polled == [large, small], watches.polled
file_events.POLL = 0.0
watches.discard(watches.changed_under([small, large]))
for root in (small, large):
    (root / "8" / "deep.md").write_text("new")
watches.poll()
assert set(watches.changed_under([small, large])) == {small, large}
watches.stop()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_a_root_is_polled_whose_folders_do_not_all_get_a_watch(tmp_path: Path) -> None:
    own_limits = ["unshare", "--user", "--map-root-user"]
    if not shutil.which("unshare") or subprocess.run([*own_limits, "true"], check=False).returncode:
        pytest.skip("no namespace of users here")
    subprocess.run([*own_limits, sys.executable, "-c", _FEW_WATCHES, str(tmp_path)], check=True)


NOW = 1_790_000_000.0
DUE: dict[str, tuple[list[tuple[float, float]], float | None]] = {
    "nothing": ([], None),
    "a change": ([(NOW - 3, NOW - 3)], NOW + 7),
    "many": ([(NOW - 30, NOW - 1)], NOW + 9),
    "many, and for long": ([(NOW - 100, NOW - 1)], NOW - 40),
    "before it was refreshed": ([(NOW - 900, NOW - 800)], None),
}


@pytest.mark.parametrize(("events", "wanted"), DUE.values(), ids=DUE)
def test_when_it_is_due(
    folder: Folder, events: list[tuple[float, float]], wanted: float | None
) -> None:
    with index_db.opened(folder) as db:
        staleness.record(db, staleness.signatures(folder, []), NOW - 500)
    assert staleness.check(folder, Settings(), [], events, NOW).refresh_at == wanted


def test_when_it_is_due_by_the_times_of_files(folder: Folder, tmp_path: Path) -> None:
    with index_db.opened(folder) as db:
        staleness.record(db, staleness.signatures(folder, []), NOW - 500)
    settings, source = Settings(), tmp_path / "papers"
    assert staleness.check(folder, settings, [source], [], NOW).refresh_at is not None, "one more"
    folder.logs.touch()
    for changed, wanted in ((NOW - 3, NOW + 7), (NOW + 900, NOW)):
        os.utime(folder.logs, (changed, changed))
        assert staleness.check(folder, settings, [], [], NOW).refresh_at == pytest.approx(wanted)
    with index_db.opened(folder) as db:
        staleness.record(db, staleness.signatures(folder, []), NOW)
    assert staleness.check(folder, settings, [], [], NOW).refresh_at is None
    folder.index_db.write_bytes(b"no database at all, but there" * 99)
    assert staleness.check(folder, settings, [], [], NOW).refresh_at is not None


def _worker_count(product: Product) -> int:
    """How many workers have indexed something so far."""
    log = (product.folder.path / "daemon.log").read_text()
    return len(re.findall(r"memory\.index: index: \d+ turns and files", log))


def _wait_until_indexed(product: Product, word: str) -> None:
    until(lambda: read_index(product.folder, word)[f"words: {word}"], f"that {word} is found")


@pytest.mark.product
@pytest.mark.once
def test_it_is_kept_new_and_then_left_alone(product: Product) -> None:
    product.answer({"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.run("memory", "note", "to begin with")
    product.type("I keep bees")
    product.wait_for_fact("Keeps bees")
    _wait_until_indexed(product, "bees")
    _wait_until_indexed(product, "keeps")
    path = notes.path(product.folder, notes.parse_day("today"))
    with path.open("a") as file:
        file.write("\n## 23:59\n\nA wasp\n")
    _wait_until_indexed(product, "wasp")
    papers = product.home / "papers"
    (papers / "deep" / "er").mkdir(parents=True)
    assert product.run("memory", "sources", "add", str(papers)).code == 0
    (papers / "deep" / "er" / "a.md").write_text("# Hornets\nsting\n")
    _wait_until_indexed(product, "hornets")
    (papers / "deep" / "er" / "a.md").write_text("# Hornets\nsleep\n")
    _wait_until_indexed(product, "sleep")
    (papers / "deep" / "er" / "a.md").unlink()
    until(lambda: not read_index(product.folder, "hornets")["words: hornets"])
    listed = product.run("memory", "sources").out
    assert listed == f"{papers}  0 files, 0 passages indexed\n"
    assert product.run("memory", "sources", "remove", str(papers)).code == 0
    before, started = _worker_count(product), time.monotonic()
    # Nothing changes: in this many polls of the daemon no worker is started.
    until(lambda: time.monotonic() - started > 2 * 5.0 + 1)
    assert _worker_count(product) == before


@pytest.mark.product
@pytest.mark.once
def test_one_worker_learns_and_indexes(product: Product) -> None:
    product.run("memory", "note", "to begin with")
    product.type("Hello there, model")
    product.wait_until_settled()
    wait_for_daemon(product)
    _wait_until_indexed(product, "begin")
    until(lambda: read_index(product.folder, "hello")["words: hello"])
    before = _worker_count(product)
    product.answer({"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.type("I keep bees")
    product.wait_for_fact("Keeps bees")
    until(lambda: read_index(product.folder, "keeps")["words: keeps"])
    until(
        lambda: staleness.check(product.folder, Settings(), [], [], time.time()).refresh_at is None
    )
    assert _worker_count(product) == before + 2, "once before it learned, and once after"


@pytest.mark.product
@pytest.mark.once
def test_what_changed_while_it_was_away_is_indexed_when_it_returns(product: Product) -> None:
    product.run("memory", "note", "to begin with")
    product.type("Hello there, model")
    product.wait_until_settled()
    _wait_until_indexed(product, "begin")
    product.run("memory", "daemon", "stop")
    notes.add(product.folder, "A wasp")
    product.run("memory", "daemon", "start")
    _wait_until_indexed(product, "wasp")


@pytest.mark.product
@pytest.mark.once
@pytest.mark.parametrize("backend", ["none", "markdown"])
def test_without_an_index_nothing_is_done(product: Product, backend: str) -> None:
    product.run("memory", "note", "to begin with")
    product.env["LLM_MEMORY_SEARCH"] = backend
    product.run("memory", "daemon", "restart")
    product.type("I keep bees")
    product.wait_until_settled()
    assert not read_index(product.folder, "bees")["words: bees"]
