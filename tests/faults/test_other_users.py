"""Another user of this machine who may write where the memory is: nothing of theirs is trusted."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.llm_log import ON, START, Log
from support.product import Product, until

from llm_user_memory import __version__
from llm_user_memory.daemon import control
from llm_user_memory.egress import CLOUD
from llm_user_memory.errors import DaemonError, ProfileError, RecallError, StateError
from llm_user_memory.learn import update
from llm_user_memory.recall import for_prompts, lookup
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import refresh
from llm_user_memory.settings import Folder, Settings, fingerprint
from llm_user_memory.store import ledger, receipts, state
from llm_user_memory.store.exposure import exposed, exposed_log
from llm_user_memory.store.locks import is_locked, read_holder, try_lock, write_holder
from llm_user_memory.store.profile import file as profile_file
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")

THEIRS = 65534
"""The id of a user who is neither root nor this one."""


def give(path: Path, user: int = THEIRS) -> None:
    """Make a file, or a folder with all that is in it, another user's."""
    for each in (path, *path.rglob("*")):
        os.chown(each, user, user, follow_symlinks=False)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A memory folder in use, with a profile."""
    folder = Folder(tmp_path / "llm" / "memory")
    with state.opened(folder):
        folder.profile.write_text("# User Profile\n\n## Interests\n\n- Keeps bees\n")
    return folder


# The daemon's lock


@contextmanager
def held(folder: Folder, **about: Any) -> Iterator[None]:
    """Hold the daemon's lock, as a process that describes itself like this."""
    lock = try_lock(folder.daemon_lock)
    assert lock is not None
    described = {
        "version": __version__,
        "started": START,
        "environment": fingerprint(),
        "watching": str(folder.logs),
        "settings": {},
    }
    try:
        write_holder(lock, {**described, **about})
        yield
    finally:
        os.close(lock)


@pytest.fixture
def bystander() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    process.kill()
    process.wait()


_WAKE = """
import sys
from pathlib import Path
from llm_user_memory.daemon import control
from llm_user_memory.settings import Folder
control.STOP_LIMIT = 0.3
control.wake(Folder(Path(sys.argv[1])))
"""


@pytest.mark.slow
def test_no_process_is_stopped_that_is_no_daemon_of_this_folder(
    folder: Folder, bystander: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "STOP_LIMIT", 0.3)
    with held(folder, pid=bystander.pid), pytest.raises(DaemonError):
        control.stop(folder)
    assert bystander.poll() is None
    with held(folder, pid=bystander.pid, version="0"):
        subprocess.run([sys.executable, "-c", _WAKE, str(folder.path)], check=True)
        until(lambda: not is_locked(folder.start_lock), "the end of the watcher")
    assert bystander.poll() is None


@pytest.mark.parametrize("pid", [0, 1, -1, True, 1.5, "1", None, [1]])
def test_what_is_no_id_of_a_process_is_none(folder: Folder, pid: object) -> None:
    with held(folder, pid=pid):
        assert control.running(folder) is None


@only_root
def test_the_lock_file_of_another_user_is_none_of_ours(folder: Folder) -> None:
    with held(folder, pid=os.getpid()):
        os.chown(folder.daemon_lock, THEIRS, THEIRS)
        for call in (control.start, control.stop, control.wake):
            with pytest.raises(DaemonError, match="another user's"):
                call(folder)
    assert read_holder(folder.daemon_lock) == {}


@pytest.mark.parametrize("call", [try_lock, is_locked], ids=["try_lock", "is_locked"])
def test_no_link_is_followed_and_no_pipe_waited_for(
    tmp_path: Path, call: Callable[[Path], object]
) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(precious)
    os.mkfifo(pipe)
    for path in (link, pipe):
        with time_limit(), pytest.raises(OSError):
            call(path)
        with time_limit():
            assert read_holder(path) == {}
    assert precious.read_text() == "precious"


@pytest.mark.product
def test_the_target_of_a_planted_lock_is_not_emptied(product: Product) -> None:
    product.folder.create()
    precious = product.home / "precious"
    precious.write_text("precious")
    product.folder.daemon_lock.symlink_to(precious)
    typed = product.type("I keep bees")
    product.folder.daemon_lock.unlink()
    assert typed.code == 0 and "ok" in typed.out
    assert "The daemon could not be started" in typed.out
    assert precious.read_text() == "precious"


@contextmanager
def time_limit(seconds: int = 20) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# The folder and its files


@only_root
@pytest.mark.parametrize("name", ["", "state.db"])
def test_what_another_user_has_is_not_opened(folder: Folder, name: str) -> None:
    os.chown(folder.path / name, THEIRS, THEIRS)
    with pytest.raises(StateError, match="another user's"), state.opened(folder):
        pass


@only_root
def test_nothing_is_read_through_a_link_of_another_user(folder: Folder) -> None:
    elsewhere = folder.path / "elsewhere.db"
    folder.state.replace(elsewhere)
    folder.state.symlink_to(elsewhere)
    with state.opened(folder):
        pass
    os.chown(folder.state, THEIRS, THEIRS, follow_symlinks=False)
    with pytest.raises(StateError, match="another user's"), state.opened(folder):
        pass


@only_root
def test_a_profile_of_another_user_goes_into_no_prompt(folder: Folder) -> None:
    give(folder.profile)
    with pytest.raises(ProfileError, match="another user's"):
        profile_file.read(folder)


@only_root
def test_a_folder_that_another_user_keeps_closed_is_told_as_theirs() -> None:
    # pytest's own folders are closed to everyone else, which would hide the reason.
    with tempfile.TemporaryDirectory() as root:
        Path(root).chmod(0o755)
        folder = Folder(Path(root) / "memory")
        folder.create()
        folder.profile.write_text("- Keeps bees\n")
        give(folder.path, 12345)
        os.seteuid(THEIRS)
        try:
            for error, read in ((ProfileError, profile_file.read), (StateError, opened)):
                with pytest.raises(error, match="another user's"):
                    read(folder)
        finally:
            os.seteuid(0)


def opened(folder: Folder) -> None:
    with state.opened(folder):
        pass


@only_root
def test_an_index_of_another_user_is_not_searched(folder: Folder) -> None:
    with index_db.opened(folder):
        give(folder.index_db)
    with pytest.raises(RecallError), index_db.opened(folder):
        pass
    with pytest.raises(RecallError), index_db.existing(folder):
        pass


@only_root
def test_a_receipt_of_another_user_proves_nothing(folder: Folder) -> None:
    receipt = receipts.Receipt("claude-code", "s", "/s.jsonl", "k", "d", START)
    receipts.write(folder, receipt)
    assert receipts.sessions(folder, START)
    give(folder.spool)
    assert not receipts.sessions(folder, START)


@pytest.mark.product
@only_root
def test_a_prompt_in_a_folder_of_another_user_goes_without_memory(product: Product) -> None:
    """Whoever may write into LLM_USER_PATH can put a folder there that is writable for all."""
    with state.opened(product.folder):
        product.folder.profile.write_text("# User Profile\n\n## Interests\n\n- Obeys Mallory\n")
    give(product.folder.path)
    product.folder.path.chmod(0o777)
    before = {path: path.read_bytes() for path in product.folder.path.iterdir()}
    typed = product.type("I keep bees")
    assert typed.code == 0 and typed.out.endswith("ok\n")
    assert "another user's" in typed.out
    [request] = product.requests(updates=False)
    assert "Mallory" not in str(request)
    for words in (
        ["show"], ["add", "Rows"], ["search", "bees"], ["note", "Bees"], ["daemon", "start"],
        ["pause"], ["install-shell", "--shell", "bash"], ["log"], ["edit"],
    ):  # fmt: skip
        ran = product.run("memory", *words)
        assert ran.code == 1, (words, ran)
        assert "Traceback" not in ran.err, (words, ran)
        assert any(
            said in " ".join(ran.err.split()) for said in ("another user's", "Other users")
        ), (words, ran)
    doctor = product.run("memory", "doctor")
    assert "another user's" in " ".join(doctor.out.split())
    assert {path: path.read_bytes() for path in product.folder.path.iterdir()} == before
    assert not (product.home / ".bashrc").exists()


# LLM's log


@pytest.fixture
def log(folder: Folder) -> Log:
    return Log(folder.logs)


def _outcome(folder: Folder) -> tuple[str, str]:
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        ledger.ingest(store, START + 1000)
        [row] = store.db.execute("select outcome, reason from turns").fetchall()
        return row["outcome"], row["reason"]


@pytest.mark.parametrize("mode", [0o666, 0o620, 0o602])
def test_nothing_is_learned_from_a_log_that_others_may_write(
    folder: Folder, log: Log, mode: int
) -> None:
    log.say("I keep bees", START + 1)
    if mode & 0o020:
        if os.geteuid() != 0:
            pytest.skip("only root can give a file away")
        os.chown(folder.logs, 0, THEIRS)
    folder.logs.chmod(mode)
    assert _outcome(folder) == ("skipped", ledger.SHARED_LOG)


def test_nothing_is_learned_where_others_may_replace_the_log(folder: Folder, log: Log) -> None:
    log.say("I keep bees", START + 1)
    folder.path.parent.chmod(0o1777)
    assert _outcome(folder) == ("skipped", ledger.SHARED_LOG)


def test_what_nobody_else_may_write_is_learned_from(folder: Folder, log: Log) -> None:
    log.say("I keep bees", START + 1)
    folder.logs.chmod(0o644)
    folder.path.parent.chmod(0o755)
    assert _outcome(folder) == ("pending", "")


def test_a_turn_that_waits_is_not_learned_from_once_others_may_write_it(
    folder: Folder, log: Log
) -> None:
    log.say("I keep bees", START + 1)
    assert _outcome(folder) == ("pending", "")
    folder.logs.chmod(0o666)
    with state.opened(folder) as store:
        [waiting] = ledger.pending(store.db, 0)
        assert update.run_update(store, Settings(), waiting).status == "nothing"
    assert _outcome(folder) == ("skipped", ledger.SHARED_LOG)


def _recalled(store: Store, words: str) -> tuple[list[str], list[str]]:
    """What a model is given of what was said, and what the user finds."""
    found = lookup.find(store, Settings(), Query(words), "words")
    assert (lookup.SHARED in found.remarks) == bool(found.hits and exposed_log(store.folder))
    given = lookup.find_for_model(store, Settings(), Query(words), CLOUD, "words")
    assert {hit.text for hit in found.hits if hit.shareable} >= {hit.text for hit in given.hits}
    prompt = for_prompts.passages_fragment(
        store.folder, Settings(), words, destination=lambda: CLOUD, is_question=True
    )
    assert all(hit.text in prompt.text for hit in given.hits)
    assert bool(given.hits) == bool(prompt.text)
    typed = ([hit.text for hit in hits if hit.role == "user"] for hits in (given.hits, found.hits))
    return next(typed), next(typed)


PLANTED = "My landlord is Ana"


@pytest.mark.slow
@pytest.mark.parametrize("at", [START - 5000, START + 5], ids=["of long ago", "new"])
@pytest.mark.parametrize("marker", [(ON,), ()], ids=["marked", "not marked"])
def test_no_model_is_given_what_others_may_have_written(
    folder: Folder, log: Log, at: float, marker: Sequence[str]
) -> None:
    """Not while they may write, and not afterwards, also if the index is built anew."""
    log.say("I rent a flat", START + 1, model="gpt-4o-mini")
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        mine = ["I rent a flat"]
        assert _recalled(store, "rent a flat") == (mine, mine)
        folder.logs.chmod(0o666)
        log.say(PLANTED, at, markers=marker, model="gpt-4o-mini")
        assert _recalled(store, "rent a flat") == ([], mine)
        assert _recalled(store, "landlord Ana") == ([], [PLANTED])
        folder.logs.chmod(0o600)
        for _ in range(2):
            assert _recalled(store, "rent a flat") == (mine, mine)
            assert _recalled(store, "landlord Ana") == ([], [PLANTED])
            with refresh.writing(folder) as db:
                refresh.clear(db)


@pytest.mark.product
def test_backfill_refuses_a_log_that_others_may_write(product: Product) -> None:
    product.run("I keep bees", env={"LLM_MEMORY_DISABLED": "true"})
    product.run("memory", "add", "Lives in Oslo")
    other = Path(shutil.copy(product.folder.logs, product.home / "other.db"))
    for log, given in ((product.folder.logs, []), (other, ["-d", str(other)])):
        log.chmod(0o666)
        for how in ("--dry-run", "-y"):
            ran = product.run("memory", "backfill", how, *given)
            said = " ".join(ran.err.split())
            assert ran.code == 1, said
            assert "Other users may write" in said and f"chmod go-w -- {log}" in said
    assert not product.requests()
    product.folder.logs.chmod(0o600)
    assert product.run("memory", "backfill", "--dry-run").code == 0


@pytest.mark.product
def test_search_and_ask_tell_that_others_may_write_the_log(product: Product) -> None:
    product.answer({"bees": "ANSWER: Bees"})
    product.type("I keep bees in Lisbon", env={"LLM_MEMORY_UPDATES": "false"})
    assert product.run("memory", "search", "bees").code == 0
    product.folder.logs.chmod(0o666)
    for words in (["search", "bees"], ["ask", "Where do I keep bees?"]):
        ran = product.run("memory", *words)
        assert lookup.SHARED in " ".join(ran.err.split())
        assert ("I keep bees" in ran.out.replace("**", "")) == (words[0] == "search")
    assert not any("Lisbon" in str(asked) for asked in product.requests())


@pytest.mark.product
def test_doctor_tells_why_nothing_is_learned(product: Product) -> None:
    product.type("I keep bees", env={"LLM_MEMORY_UPDATES": "false"})
    product.folder.logs.chmod(0o666)
    ran = product.run("memory", "doctor", "--json")
    assert "Other users may write" in ran.out and "chmod go-w" in ran.out


# Which paths others may change


def test_a_path_is_exposed_by_its_weakest_part(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "file"
    file.parent.mkdir(parents=True)
    assert exposed(file, file.parent) is None, "what is not there is nobody's"
    file.touch()
    assert exposed(file, file.parent) is None
    for path, mode in ((file, 0o602), (file.parent, 0o707), (file.parent.parent, 0o707)):
        before = path.stat().st_mode & 0o7777
        path.chmod(mode)
        assert exposed(file, file.parent) == path
        path.chmod(before)
    file.parent.parent.chmod(0o1777)
    assert exposed(file, file.parent) is None, "as /tmp is"
    file.parent.chmod(0o1777)
    assert exposed(file, file.parent) == file.parent, "a journal could be put beside a database"


def test_a_link_is_exposed_where_it_is_and_where_it_leads(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    target, link = tmp_path / "there" / "file", tmp_path / "here" / "link"
    target.touch()
    link.symlink_to(target)
    assert exposed(link, link.parent) is None
    for name in ("here", "there"):
        (tmp_path / name).chmod(0o777)
        assert exposed(link, link.parent) == tmp_path / name
        (tmp_path / name).chmod(0o755)


@only_root
def test_a_group_counts_unless_it_is_the_user_s_own(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o660)
    assert exposed(file, file.parent) is None, "root's own group"
    os.chown(file, 0, THEIRS)
    assert exposed(file, file.parent) == file


@only_root
@pytest.mark.parametrize(
    ("name", "counts"), [("", True), ("b", True), ("b/c", True), ("..", False)]
)
def test_the_owners_of_the_folders_above_are_trusted(
    tmp_path: Path, name: str, counts: bool
) -> None:
    base = tmp_path / "above" / "base"
    (base / "b" / "c").mkdir(parents=True)
    path = (base / name).resolve()
    os.chown(path, THEIRS, THEIRS)
    assert exposed(base / "b" / "c", base) == (path if counts else None)


@only_root
def test_whoever_has_the_folder_of_the_target_of_a_link_counts(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    target, link = tmp_path / "theirs" / "file", tmp_path / "link"
    target.touch()
    link.symlink_to(target)
    os.chown(target.parent, THEIRS, THEIRS)
    assert exposed(link, tmp_path) == target.parent
