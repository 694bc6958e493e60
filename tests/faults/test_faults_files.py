"""Damaged or missing files of ours: no answer shows it, and they are repaired or reported."""

import errno
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import faults, torture
from support.faults import BEFORE, DURING
from support.product import Product, until

from llm_user_memory.daemon import control as daemon
from llm_user_memory.errors import BusyError
from llm_user_memory.settings import Folder
from llm_user_memory.store import locks, schema, state
from llm_user_memory.store.locks import read_holder
from llm_user_memory.store.profile import versions

pytestmark = [pytest.mark.product, pytest.mark.torture, pytest.mark.once]


@dataclass(frozen=True)
class Fault:
    """What is done to a file, what `status` says of it, and what is learned all the same.

    `told` is "" where the next prompt repairs it without help; a `quiet` fault hinders learning
    alone, so that no prompt speaks of it.
    """

    strike: Callable[[Path], object]
    told: str = ""
    learned: tuple[str, ...] = (BEFORE, DURING)
    quiet: bool = False


@pytest.fixture
def home(product: Product) -> Product:
    """A home in which a fact was learned."""
    faults.set_up_home(product)
    return product


def endure(home: Product, name: str, fault: Fault, struck: Path) -> None:
    """Strike, prompt, ask what is wrong, do what is said about it, and see that all is well."""
    fault.strike(struck)
    said = faults.type_prompt(home, "I love rowing")
    told = [problem for problem in faults.status_problems(home) if str(struck) in problem]
    if fault.told:
        assert (said == "") if fault.quiet else (fault.told in said and str(struck) in said)
        assert told and all(fault.told in problem for problem in told), told
        faults.run_suggested_command(home, told[0])
    else:
        assert (said, told) == ("", [])
    faults.check_recovery(home, name, list(fault.learned))


# The profile


def _replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Put something else in the file's place."""

    def strike(path: Path) -> None:
        path.unlink()
        make(path)

    return strike


def _linked(path: Path, elsewhere: Path) -> None:
    """Move the file elsewhere, and leave a link to it."""
    shutil.move(path, elsewhere)
    path.symlink_to(elsewhere)


def _cut(path: Path) -> None:
    """Leave the file as an editor that is killed while it saves leaves it."""
    path.write_bytes((path.read_text() + "- Naïve").encode()[:-3])


PROFILES = {
    "profile.md is a pipe": Fault(_replaced(os.mkfifo), "is no file"),
    "profile.md is a folder": Fault(_replaced(Path.mkdir), "cannot be read"),
    "profile.md is a device": Fault(_replaced(lambda path: path.symlink_to("/dev/zero")), "is no"),
    "profile.md is binary": Fault(lambda path: path.write_bytes(b"\x89PNG\0"), "not a text file"),
    "profile.md is cut within a letter": Fault(_cut, "not UTF-8"),
    "profile.md is in another encoding": Fault(
        lambda path: path.write_bytes("- Spricht öfter Deutsch\n".encode("latin-1")), "not UTF-8"
    ),
    "profile.md has 5 MB": Fault(lambda path: path.write_bytes(b"- word\n" * 800_000), "larger"),
    "profile.md is a circle of links": Fault(
        _replaced(lambda path: path.symlink_to(path)), "cannot be read"
    ),
    "profile.md is a link into nowhere": Fault(
        _replaced(lambda path: path.symlink_to(path.parent / "unmounted" / "profile.md")),
        "is a link",
    ),
    "profile.md is a link to nothing": Fault(
        _replaced(lambda path: path.symlink_to(path.parent.parent / "kept.md"))
    ),
    "profile.md is a link": Fault(lambda path: _linked(path, path.parent.parent / "kept.md")),
    "profile.md is empty": Fault(lambda path: path.write_bytes(b""), learned=(DURING,)),
    "profile.md is deleted": Fault(Path.unlink),
}


@pytest.mark.parametrize("name", torture.sample(list(PROFILES), 3))
def test_the_profile(home: Product, name: str) -> None:
    endure(home, name, PROFILES[name], home.folder.profile)


# state.db


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"pragma user_version = {schema.VERSION + 1}")


STATES = {
    "state.db has a spoilt header": Fault(faults.noise_writer(0, 100), "cannot be used", (BEFORE,)),
    "state.db has a spoilt schema": Fault(
        faults.noise_writer(100, 3900), "cannot be used", (BEFORE,)
    ),
    "state.db is noise": Fault(faults.noise_writer(0, 100_000), "cannot be used", (BEFORE,)),
    "state.db is cut to 100 bytes": Fault(
        lambda path: os.truncate(path, 100), "cannot be used", (BEFORE,)
    ),
    "state.db is a folder": Fault(_replaced(Path.mkdir), "cannot be used", (BEFORE,)),
    "state.db is empty": Fault(lambda path: os.truncate(path, 0)),
    "state.db is deleted": Fault(Path.unlink),
    "state.db is a link": Fault(lambda path: _linked(path, path.parent.parent / "kept.db")),
}


@pytest.mark.parametrize("name", torture.sample(list(STATES), 2))
def test_the_database(home: Product, name: str) -> None:
    endure(home, name, STATES[name], home.folder.state)


MAY_NOT: dict[str, Fault] = {
    "profile.md may not be read": Fault(lambda path: path.chmod(0), "cannot be read"),
    "state.db may not be read": Fault(lambda path: path.chmod(0), "cannot be used", (BEFORE,)),
    "state.db may not be written": Fault(
        lambda path: path.chmod(0o400), "cannot be used", quiet=True
    ),
}


@pytest.mark.parametrize("name", torture.sample(list(MAY_NOT), 1))
def test_a_file_is_out_of_bounds(home: Product, name: str) -> None:
    faults.enforce_file_modes(home)
    endure(home, name, MAY_NOT[name], home.folder.path / name.split()[0])


@torture.full_run_only
def test_state_db_is_of_a_newer_version(home: Product) -> None:
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION + 1}")
    content = home.folder.state.read_bytes()
    said = faults.type_prompt(home, "I love rowing")
    assert "newer" in said and "`llm install -U llm-user-memory`" in said
    assert any("newer" in problem for problem in faults.status_problems(home))
    assert home.folder.state.read_bytes() == content
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION}")
    faults.check_recovery(home, "state.db is of a newer version", [BEFORE])


def test_state_db_is_locked_for_long(home: Product) -> None:
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        said = faults.type_prompt(home, "I love rowing")
        assert "nothing is learned from this prompt" in said and "locked" in said
    faults.check_recovery(home, "state.db is locked for long", [BEFORE])


@torture.full_run_only
def test_state_db_is_being_written_for_long(home: Product) -> None:
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.execute("begin immediate")
        assert faults.type_prompt(home, "I love rowing") == ""
        db.execute("rollback")
    faults.check_recovery(home, "state.db is being written for long", [BEFORE, DURING])


def _with_journal(home: Product) -> Path:
    """Let state.db be as a killed worker leaves it: the last transactions are in its journal."""
    copy = home.base / "copy"
    copy.mkdir()
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.execute("insert into meta values ('late', 1)")
        db.commit()
        for path in home.folder.path.glob("state.db*"):
            shutil.copy(path, copy)
    for path in copy.iterdir():
        path.replace(home.folder.path / path.name)
    journal = home.folder.path / "state.db-wal"
    assert journal.stat().st_size
    return journal


JOURNALS: dict[str, Callable[[Path], object]] = {
    "the journal of state.db is deleted": Path.unlink,
    "the index of its journal is deleted": lambda path: path.with_name("state.db-shm").unlink(),
    "its journal is noise": lambda path: path.write_bytes(random.Random(2).randbytes(50_000)),
    "its journal is cut": lambda path: os.truncate(path, path.stat().st_size - 100),
    "state.db is deleted, and its journal is not": lambda path: path.with_suffix(".db").unlink(),
    "its journal is of another database": lambda path: _foreign(path),
}


def _foreign(journal: Path) -> None:
    other = journal.with_name("other.db")
    with closing(sqlite3.connect(other)) as db:
        db.execute("pragma journal_mode = wal")
        db.execute("create table other (x)")
        shutil.copy(f"{other}-wal", journal)
    other.unlink()


@pytest.mark.parametrize("name", torture.sample(list(JOURNALS), 1))
def test_the_journal(home: Product, name: str) -> None:
    endure(home, name, Fault(JOURNALS[name]), _with_journal(home))


@pytest.mark.parametrize("daemon_runs", torture.sample([True, False], 1))
def test_state_db_is_an_older_backup(home: Product, daemon_runs: bool) -> None:
    backup = home.base / "backup.db"
    shutil.copy(home.folder.state, backup)
    faults.type_prompt(home, "I love rowing")
    home.wait_for_fact(DURING)
    home.wait_until_settled()
    if not daemon_runs:
        daemon.stop(home.folder)
    for path in home.folder.path.glob("state.db*"):
        path.unlink()
    shutil.copy(backup, home.folder.state)
    faults.check_recovery(home, "state.db is an older backup", [BEFORE, DURING])


@torture.full_run_only
def test_state_db_is_deleted_while_a_worker_has_it_open(home: Product) -> None:
    gate = home.base / "gate"
    home.answer({"rowing": f"!wait {gate}", **faults.ANSWERS})
    faults.type_prompt(home, "I love rowing")
    until(home.requests, "that a worker asks")
    for path in home.folder.path.glob("state.db*"):
        path.unlink()
    gate.write_text(faults.ANSWERS["rowing"])
    home.wait_for_fact(DURING)
    faults.check_recovery(home, "state.db is deleted while a worker has it open", [BEFORE, DURING])


# The folder, the locks and the daemon's log


@torture.full_run_only
def test_the_folder_is_deleted_under_the_daemon(home: Product) -> None:
    faults.type_prompt(home, "I love rowing")
    home.wait_until_settled()
    shutil.rmtree(home.folder.path)
    faults.check_recovery(home, "the memory folder is deleted", [])
    assert DURING not in home.profile()


def test_the_folder_is_deleted_while_a_worker_waits_for_the_model(home: Product) -> None:
    gate = home.base / "gate"
    home.answer({"rowing": f"!wait {gate}", **faults.ANSWERS})
    faults.type_prompt(home, "I love rowing")
    until(home.requests, "that a worker asks")
    found = daemon.running(home.folder)
    assert found is not None
    shutil.rmtree(home.folder.path)
    gate.write_text(faults.ANSWERS["rowing"])
    faults.wait_until_gone(found.pid)
    assert not home.folder.path.exists(), "what the user deleted does not come back"
    faults.check_recovery(home, "the memory folder is deleted under a worker", [])
    assert BEFORE not in home.profile()


@torture.full_run_only
def test_the_folder_is_renamed_and_back_again(home: Product) -> None:
    faults.type_prompt(home, "I love rowing")
    home.wait_for_fact(DURING)
    home.wait_until_settled()
    away = home.folder.path.rename(home.base / "away")
    found = read_holder(away / "daemon.lock")
    faults.wait_until_gone(found["pid"])
    away.rename(home.folder.path)
    faults.check_recovery(home, "the memory folder is renamed and back again", [BEFORE, DURING])


LOGS: dict[str, Callable[[Path], object]] = {
    "daemon.log is a folder": Path.mkdir,
    "daemon.log is full": lambda path: path.symlink_to("/dev/full"),
    "daemon.log is a pipe": os.mkfifo,
    "daemon.log is large and stays": lambda path: (
        path.write_bytes(b"x" * 1_100_000),
        path.with_name("daemon.log.1").mkdir(),
        (path.with_name("daemon.log.1") / "full").touch(),
    ),
}


@pytest.mark.parametrize("name", torture.sample(list(LOGS), 1))
def test_the_daemons_log(home: Product, name: str) -> None:
    home.folder.daemon_log.unlink()
    LOGS[name](home.folder.daemon_log)
    assert faults.type_prompt(home, "I love rowing") == ""
    home.wait_for_fact(DURING)
    faults.check_recovery(home, name, [BEFORE, DURING])


LOCKS = ["worker.lock", "start.lock", "chats.lock", "profile.lock", "daemon.lock"]


@pytest.mark.parametrize("name", torture.sample(LOCKS, 1))
def test_a_lock_is_deleted_while_it_is_held(home: Product, name: str) -> None:
    gate = home.base / "gate"
    home.answer({"rowing": f"!wait {gate}", **faults.ANSWERS})
    faults.type_prompt(home, "I love rowing")
    until(home.requests, "that a worker asks")
    (home.folder.path / name).unlink(missing_ok=True)
    gate.write_text(faults.ANSWERS["rowing"])
    ran = home.run("memory", "update", env={"LLM_MEMORY_MODEL": "other"})
    assert ran.code == 0, ran
    home.wait_for_fact(DURING)
    faults.check_recovery(home, f"{name} is deleted while it is held", [BEFORE, DURING])


def test_profile_lock_is_deleted_and_another_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who made a version from one that is not the last any more must not take the place."""

    def unsupported(_: Path) -> int:  # else the lock of the folder keeps the other one waiting
        raise OSError(errno.EBADF, "a folder cannot be locked on NFS")

    monkeypatch.setattr(locks, "_try_lock_folder", unsupported)
    folder = Folder(tmp_path / "memory")

    def meanwhile(text: str) -> str:
        folder.profile_lock.unlink()
        with state.opened(folder) as other:
            versions.change(other, lambda text: text + "- Sails\n", "add")
        return text + "- Rows\n"

    with state.opened(folder) as store:
        with pytest.raises(BusyError, match="at the same moment"):
            versions.change(store, meanwhile, "add")
        versions.change(store, lambda text: text + "- Rows\n", "add")
    assert folder.profile.read_text().endswith("- Sails\n- Rows\n")


def test_a_chat_outlives_state_db(home: Product) -> None:
    """The number of its session is taken, though the new database does not know of it."""
    injecting = {"LLM_MEMORY_INJECT": "auto"}
    with home.terminal("chat", env=injecting) as first:
        first.wait_for("> ")
        daemon.stop(home.folder)
        for path in home.folder.path.glob("state.db*"):
            path.unlink()
        with home.terminal("chat", env=injecting) as second:
            assert "memory:" not in second.wait_for("> ")
            second.send("I love rowing\n")
            second.wait_for("ok")
            second.send("quit\n")
            second.end()
        first.send("quit\n")
        first.end()
    home.wait_for_fact(DURING)
    faults.check_recovery(home, "a chat outlives state.db", [BEFORE, DURING])


# Every page of state.db


def _damages(content: bytes) -> dict[str, bytes]:
    """Every page of a database, spoilt in three ways."""
    page, noise = 4096, random.Random(3)
    found = {}
    for start in range(0, len(content), page):
        for how, put in (
            ("zeros", bytes(page)),
            ("noise", noise.randbytes(page)),
            ("another page", content[page : 2 * page]),
        ):
            found[f"{start // page}: {how}"] = content[:start] + put + content[start + page :]
    return found


def test_every_page_of_state_db_is_spoilt(home: Product) -> None:
    """Whatever is read of it, the profile stays, and whoever looks is told or sees it right."""
    sound, profile = home.folder.state.read_bytes(), home.profile()
    damages = _damages(sound)
    noticed = 0
    for name in torture.sample(list(damages), 12):
        for path in home.folder.path.glob("state.db*"):
            path.unlink()
        home.folder.state.write_bytes(damages[name])
        noticed += bool(home.report()["problems"])
        assert home.profile() == profile, name
    torture.tally("a page of state.db is spoilt", runs=len(damages), noticed=noticed)
    for path in home.folder.path.glob("state.db*"):
        path.unlink()
    home.folder.state.write_bytes(sound)
    faults.check_recovery(home, "a page of state.db is spoilt", [BEFORE])
