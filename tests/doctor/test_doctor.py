"""`llm memory doctor`: each kind of defect is made for real, found, named, and repaired."""

import json
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.product import LIMIT, Product, running_processes, until

from llm_user_memory.daemon import control as daemon
from llm_user_memory.doctor import files
from llm_user_memory.doctor.examine import examine
from llm_user_memory.doctor.files import remote_type
from llm_user_memory.doctor.finding import Finding
from llm_user_memory.doctor.repair import repair
from llm_user_memory.logs import check
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store import schema, state, updates
from llm_user_memory.store.locks import is_locked, try_lock, write_holder

pytestmark = [pytest.mark.product, pytest.mark.once]

BEES = 'ADD Interests | Keeps bees | "I keep bees"'


def run_doctor(product: Product, *options: str, env: dict[str, str] = {}) -> dict[str, Any]:  # noqa: B006
    """Run the doctor; returns what it says, and its exit code as "code"."""
    ran = product.run("memory", "doctor", "--json", *options, env=env)
    assert ran.code in (0, 1), ran
    found: dict[str, Any] = json.loads(ran.out)
    assert found["healthy"] == (ran.code == 0)
    return found


def unhealthy_findings(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the findings that are not ok, without the shell: no script has the function."""
    return [f for f in found["findings"] if f["state"] != "ok" and f["part"] != "shell"]


def run_in_shell(product: Product, command: str, env: dict[str, str] = {}) -> int:  # noqa: B006
    """Run a command in a shell as it was printed; return its exit code."""
    return subprocess.run(
        ["bash", "-c", command], env={**product.env, **env}, cwd=product.home, timeout=LIMIT
    ).returncode


def find_problems(product: Product) -> list[Finding]:
    """Return the findings that are not ok; the doctor runs in this process, which is quicker."""
    found = examine(
        product.folder, read_settings(product.env), product.env, product.home, active=True
    )
    return [finding for finding in found if finding.state != "ok"]


def problems_of(product: Product, part: str, what: str) -> list[Finding]:
    return [
        finding
        for finding in find_problems(product)
        if finding.part == part and what in finding.what
    ]


_REPAIR = """
import json, os, sys
from pathlib import Path
from llm_user_memory.doctor.examine import examine
from llm_user_memory.doctor.repair import repair
from llm_user_memory.settings import Folder, read_settings
found = examine(
    Folder(Path(sys.argv[1])), read_settings(), os.environ, Path.home(), active=True
)
print(json.dumps(repair(found)))
"""


def fix_problems(product: Product) -> list[str]:
    """Repair what `--fix` repairs, without the round trip; return what was done."""
    command = [sys.executable, "-c", _REPAIR, str(product.folder.path)]
    ran = subprocess.run(command, env=product.env, capture_output=True, text=True, timeout=LIMIT)
    done, failed = json.loads(ran.stdout)
    assert not failed
    return list(done)


def use_memory(product: Product) -> None:
    """A memory in which something was learned, and whose daemon has gone."""
    product.answer({"bees": BEES})
    product.type("I keep bees")
    product.wait_for_fact("Keeps bees")
    product.wait_until_settled()
    daemon.stop(product.folder)


# What is fine


def test_a_fresh_home_is_fine_and_stays_untouched(product: Product) -> None:
    product.folder.logs.unlink()
    found = run_doctor(product)
    assert found["healthy"] and not unhealthy_findings(found)
    assert [f["part"] for f in found["findings"]] == ["shell", "settings", "folder", "round trip"]
    assert not product.folder.path.exists() and not (product.user_path / "logs.db").exists()


def test_a_memory_in_use_is_fine_and_every_part_has_a_line(product: Product) -> None:
    use_memory(product)
    logged = (product.user_path / "logs.db").read_bytes()
    found = run_doctor(product)
    assert not unhealthy_findings(found)
    assert [f["part"] for f in found["findings"]] == [
        "shell", "settings", "folder", "log", "state.db", "profile", "daemon", "worker",
        "learning", "updates", "round trip",
    ]  # fmt: skip
    assert (product.user_path / "logs.db").read_bytes() == logged
    assert not product.folder.daemon_lock.exists() or not is_locked(product.folder.daemon_lock)


def test_it_reads_well_at_eighty_columns(product: Product) -> None:
    use_memory(product)
    product.folder.profile.chmod(0o644)
    ran = product.run("memory", "doctor", env={"LLM_MEMORY_DAILY_LIMIT": "many"})
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert all(len(line) <= 80 for line in lines if "chmod" not in line and "/" not in line)
    assert "✓ round trip" in ran.out and "! settings" in ran.out and "✗ folder" in ran.out
    assert "1 thing wrong." in ran.out and "--fix` repairs 1 of" in ran.out
    fixed = run_doctor(product, "--fix")
    assert fixed["healthy"] and fixed["repaired"] == ["1 file is yours alone to read and write."]


def test_the_round_trip_needs_no_key_and_leaves_nothing(product: Product, tmp_path: Path) -> None:
    (temporary := tmp_path / "tmp").mkdir()
    env = {"TMPDIR": str(temporary), "HTTPS_PROXY": "http://127.0.0.1:1", "LLM_MODEL": "nothing"}
    [trip] = [f for f in run_doctor(product, env=env)["findings"] if f["part"] == "round trip"]
    assert trip["state"] == "ok", trip
    assert list(temporary.iterdir()) == []
    assert (
        str(temporary)
        not in subprocess.run(
            ["ps", "-ww", "-eo", "args="], capture_output=True, text=True, check=True
        ).stdout
    )


def test_a_round_trip_that_fails_is_named(product: Product) -> None:
    # An entry point that takes the place of ours, as a broken installation would.
    broken = product.base / "broken"
    info = broken / "llm_user_memory-9.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: llm-user-memory\nVersion: 9\n")
    (info / "entry_points.txt").write_text("[llm]\nnothing = json\n")
    env = {"PYTHONPATH": f"{broken}{os.pathsep}{product.env['PYTHONPATH']}", "LLM_LOAD_PLUGINS": ""}
    code = "from llm_user_memory.doctor.round_trip import round_trip; print(round_trip())"
    ran = subprocess.run(
        [sys.executable, "-c", code], env={**product.env, **env}, capture_output=True, text=True
    )
    assert "state='wrong'" in ran.stdout and "was not taken for something" in ran.stdout, ran


# What is wrong, the remedy as printed, and what --fix does


def _start_daemon(product: Product) -> int:
    product.run("memory", "daemon", "start")
    found = daemon.running(product.folder)
    assert found
    return found.pid


def _start_other_version(product: Product) -> int:
    pid = _start_daemon(product)
    about = json.loads(product.folder.daemon_lock.read_text())
    product.folder.daemon_lock.write_text(json.dumps({**about, "version": "0.0.1"}))
    return pid


def _start_suspended(product: Product) -> int:
    pid = _start_daemon(product)
    os.kill(pid, signal.SIGSTOP)
    until(lambda: daemon.is_suspended(pid), "that the daemon is suspended")
    return pid


def _start_unidentified(product: Product) -> int:
    pid = _start_daemon(product)
    product.folder.daemon_lock.write_text("")
    return pid


def _set_newer_version(product: Product) -> None:
    with closing(sqlite3.connect(product.folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION + 1}")


def _damage(path: Path, offset: int = 8192) -> None:
    content = bytearray(path.read_bytes())
    content[offset : offset + 8192] = b"\x05garbage" * 1024
    path.write_bytes(content)


def _damage_log(product: Product) -> None:
    _damage(product.user_path / "logs.db")


def test_a_file_may_be_deleted_while_the_folder_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path / "memory")
    folder.create()
    journal = folder.path / "index.db-shm"
    lstat = Path.lstat

    def read_and_close(path: Path) -> os.stat_result:
        about = lstat(path)
        if path == journal:
            path.unlink()
        return about

    journal.touch(mode=0o644)
    assert any("index.db-shm" in finding.what for finding in files.check(folder))
    monkeypatch.setattr(Path, "lstat", read_and_close)
    files.check(folder)
    assert not journal.exists()


def _damage_state(product: Product) -> None:
    _damage(product.folder.state)


def _write_invalid_text(product: Product) -> None:
    product.folder.profile.write_bytes(b"# User Profile\n\xff\xfe")


def _open_to_others(product: Product) -> None:
    product.folder.path.chmod(0o755)
    product.folder.state.chmod(0o644)
    product.folder.profile.chmod(0o640)


def _add_overdue_turn(product: Product) -> None:
    with state.opened(product.folder) as store:
        turn = (
            "insert into turns (id, thread_id, started, ended, outcome) "
            "values ('t', 't', ?, ?, 'pending')"
        )
        store.db.execute(turn, (time.time() - 2000, time.time() - 2000))


def _drop_table(product: Product) -> None:
    with closing(sqlite3.connect(product.folder.state)) as db:
        db.execute("drop table pauses")


# What is done, the part, what is said, whether the printed remedy repairs it, whether --fix does.
DEFECTS: dict[str, tuple[Callable[[Product], object], str, str, bool, bool]] = {
    "open to others": (_open_to_others, "folder", "Others can look into", True, True),
    "logging off": (lambda p: p.run("logs", "off"), "log", "LLM logs nothing", True, False),
    "a damaged log": (_damage_log, "log", "LLM's log is damaged", True, False),
    "a profile that is no text": (
        _write_invalid_text,
        "profile",
        "not UTF-8 text",
        True,
        False,
    ),
    "a newer state.db": (_set_newer_version, "state.db", "written by a newer", False, False),
    "a damaged state.db": (_damage_state, "state.db", "It is damaged", True, True),
    "a table that is gone": (_drop_table, "state.db", "pauses missing", False, True),
    "a conversation that waits": (
        _add_overdue_turn,
        "learning",
        "has been ready to be learned from",
        True,
        True,
    ),
    "paused": (lambda p: p.run("memory", "pause"), "learning", "paused", True, False),
}


def test_each_defect_is_found_named_and_repaired(product: Product) -> None:
    use_memory(product)
    sound = shutil.copytree(product.user_path, product.base / "sound")
    for defect, (make, part, said, by_command, by_fix) in DEFECTS.items():
        make(product)
        [named] = problems_of(product, part, said)
        assert named.remedy and (named.repair is not None) == by_fix, defect
        broken = shutil.copytree(product.user_path, product.base / "broken")
        if by_fix:
            assert fix_problems(product), defect
            _wait_until_repaired(product, part, said)
        if by_command:
            _restore_folder(product, broken)
            assert run_in_shell(product, named.command) == 0, (defect, named)
            _wait_until_repaired(product, part, said)
        _restore_folder(product, sound)
        shutil.rmtree(broken)
    assert not find_problems(product)


@pytest.mark.parametrize("needs_user", [False, True])
def test_an_update_that_is_tried_again_is_no_fault_unless_it_needs_the_user(
    product: Product, *, needs_user: bool
) -> None:
    use_memory(product)
    now = time.time()
    with state.opened(product.folder) as store:
        update = updates.begin(store.db, "t", "scripted", "lines", now)
        updates.fail(
            store.db, update, (), "No network.", transient=True, now=now, needs_user=needs_user
        )
    [named] = problems_of(product, "updates", "The last update failed: No network.")
    assert named.state == ("wrong" if needs_user else "warning")


def test_how_long_a_conversation_waits_is_told(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    _add_overdue_turn(product)
    [named] = problems_of(product, "learning", "has been ready to be learned from")
    assert "for 33 minutes" in named.what


def _wait_until_repaired(product: Product, part: str, said: str) -> None:
    until(lambda: not problems_of(product, part, said), f"that it no longer says {said!r}")


def _restore_folder(product: Product, folder: Path) -> None:
    """Let everything be as it was, with no daemon running."""
    product.end()
    shutil.rmtree(product.user_path)
    shutil.copytree(folder, product.user_path)


DAEMONS = {
    "of another version": (_start_other_version, "older version", "warning"),
    "suspended": (_start_suspended, "is suspended", "wrong"),
    "unidentified": (_start_unidentified, "does not say who it is", "wrong"),
}


@pytest.mark.parametrize("daemons", DAEMONS)
def test_a_daemon_that_is_not_as_it_should_be_is_replaced(product: Product, daemons: str) -> None:
    make, said, how = DAEMONS[daemons]
    for by_command in (False, True):
        pid = make(product)
        in_status = " ".join(product.report()["problems"])
        assert (daemons == "suspended") == (said in in_status), in_status
        [named] = problems_of(product, "daemon", said)
        assert named.state == how and named.repair is not None
        if by_command:
            assert run_in_shell(product, named.command) == 0
        else:
            assert "was restarted" in fix_problems(product)[0]
        until(lambda pid=pid: not _is_running(product, pid), f"that {pid} is gone")
        product.end()


def test_a_daemon_that_is_starting_is_not_taken_for_an_unknown_one(product: Product) -> None:
    product.folder.create()
    starting = try_lock(product.folder.start_lock)
    lock = try_lock(product.folder.daemon_lock)
    assert lock is not None and starting is not None
    about = daemon.Daemon(os.getpid(), "1", time.time(), "", "", {})
    try:
        with ThreadPoolExecutor(1) as threads:
            told = threads.submit(problems_of, product, "daemon", "does not say who it is")
            wait([told], timeout=4)
            write_holder(lock, about._asdict())
        assert told.result() == []
    finally:
        os.close(lock)
        os.close(starting)


def test_what_the_daemon_has_to_poll_is_told(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    lock = try_lock(product.folder.daemon_lock)
    assert lock is not None
    about = daemon.Daemon(os.getpid(), "1", time.time(), "", "", {})._asdict()
    try:
        for polled in ({}, {"polled": []}, {"polled": ["/papers", "/more"]}):
            write_holder(lock, {**{key: about[key] for key in about if key != "polled"}, **polled})
            report = product.report()
            assert report["daemon"]["polled"] == polled.get("polled", [])
            told = [note for note in report["notes"] if "/papers and 1 more" in note]
            assert len(told) == bool(report["daemon"]["polled"])
        [found] = problems_of(product, "daemon", "/papers and 1 more")
        assert found.state == "warning" and found.repair is None
    finally:
        os.close(lock)


def _is_running(product: Product, pid: int) -> bool:
    return any(line.split()[0] == str(pid) for line in running_processes(product.folder.path))


def test_an_outdated_function_is_renewed_and_the_start_up_file_left_alone(
    product: Product,
) -> None:
    product.run("memory", "install-shell", "--shell", "bash")
    copy, bashrc = product.folder.shell / "llm-memory.bash", product.home / ".bashrc"
    shipped, before = copy.read_bytes(), bashrc.read_bytes()
    for by_command in (False, True):
        copy.write_text("# of an older version\n")
        [named] = find_problems(product)
        assert (named.state, named.what) == ("warning", "The bash function is outdated.")
        if by_command:
            assert run_in_shell(product, named.command) == 0
        else:
            assert repair([named])[1] == []
        assert copy.read_bytes() == shipped and bashrc.read_bytes() == before


def test_the_shell_is_told_of_as_it_is(product: Product) -> None:
    def shell(active: bool = False) -> Finding:
        settings = read_settings(product.env)
        return examine(product.folder, settings, product.env, product.home, active=active)[0]

    assert "is not installed" in shell().what
    product.run("memory", "install-shell", "--shell", "bash")
    assert "not active in this shell" in shell().what
    assert "every prompt typed" in shell(active=True).what
    with (product.home / ".bashrc").open("a") as file:
        file.write('llm() {\n    command llm -f memory:auto "$@"\n}\n')
    assert "the function of llm-user-memory 0.1" in shell().what and shell().repair is None


def test_a_setting_that_cannot_be_understood_is_named(product: Product) -> None:
    product.env["LLM_MEMORY_DAILY_LIMIT"] = "many"
    [named] = find_problems(product)
    assert (named.part, named.state) == ("settings", "warning")
    assert named.command == "unset LLM_MEMORY_DAILY_LIMIT"


def test_a_damaged_state_is_rebuilt_with_what_can_be_read(product: Product) -> None:
    use_memory(product)
    product.run("memory", "add", "Was in Oslo")
    product.run("memory", "forget", "Oslo", "--yes")
    daemon.stop(product.folder)
    with closing(sqlite3.connect(product.folder.state)) as db:
        [page] = db.execute("select rootpage from sqlite_master where name = 'chats'").fetchone()
    _damage_page(product.folder.state, page)
    broken, profile = product.folder.state.read_bytes(), product.profile()
    [said] = fix_problems(product)
    assert "versions: 4, edits: 1, fingerprints of what was forgotten: 3, turns: 1" in said
    assert "Some rows could not be read, of: chats." in said and "paused" not in said
    [aside] = product.folder.path.glob("state.db.broken-*")
    assert aside.read_bytes() == broken and product.profile() == profile
    assert "“I keep bees”" in product.run("memory", "why", "bees").out
    assert "Was in Oslo" not in product.profile()
    product.answer({"rowing": 'ADD Interests | Rows | "I love rowing"'})
    product.type("I love rowing")
    product.wait_for_fact("Rows")
    assert product.wait_until_settled()["turns"]["learned"] == 2 and product.report()["healthy"]


def _damage_page(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\x05garbage" * 512
    path.write_bytes(content)


def test_where_it_is_in_doubt_nothing_is_learned_until_the_user_says_so(product: Product) -> None:
    use_memory(product)
    product.run("memory", "pause")
    product.type("I have a secret")
    product.folder.state.write_bytes(b"\x17" * 50_000)
    assert "learning is paused" in fix_problems(product)[0]
    [paused] = [f for f in find_problems(product) if f.part == "learning"]
    assert paused.command == "llm memory resume"
    assert "Keeps bees" in product.profile()
    asked = len(product.requests())
    product.type("I love rowing")
    assert run_in_shell(product, paused.command) == 0
    product.answer({"cheese": 'ADD Interests | Makes cheese | "I make cheese"'})
    product.type("I make cheese")
    product.wait_for_fact("Makes cheese")
    assert len(product.requests()) == asked + 1, "nothing said before was asked about"


def test_a_prompt_during_the_repair_makes_no_second_memory(product: Product) -> None:
    use_memory(product)
    _damage(product.folder.state)
    with product.terminal("memory", "doctor", "--fix") as screen:
        while screen.process.poll() is None:
            assert product.type("Hello there, model").code == 0
        assert screen.end().code == 0
    assert state.integrity(product.folder) == ""
    product.answer({"rowing": 'ADD Interests | Rows | "I love rowing"'})
    product.run("memory", "resume")
    product.type("I love rowing")
    product.wait_for_fact("Rows")
    assert "Keeps bees" in product.profile()


def test_the_last_error_of_the_daemon_is_told_until_it_goes_well(product: Product) -> None:
    product.folder.create()
    log = product.folder.daemon_log
    log.touch(mode=0o600)
    log.write_text("2026-01-01 10:00:00,000 WARNING memory.daemon: worker 7 failed with 1\n")
    [named] = find_problems(product)
    assert "worker 7 failed with 1" in named.what
    assert named.command == "llm memory daemon log"
    with log.open("a") as file:
        file.write("2026-01-01 10:00:01,000 INFO memory.daemon: started, pid 8, version 1\n")
    assert not find_problems(product)
    with log.open("a") as file:
        file.write("Traceback (most recent call last):\nModuleNotFoundError: No module\n")
    assert "ModuleNotFoundError" in find_problems(product)[0].what


def test_a_worker_that_hangs_is_named(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    product.answer({"bees": "!hang"})
    product.type("I keep bees")
    until(lambda: product.requests(), "that the model is asked")
    now = time.time()
    os.utime(product.folder.worker_lock, (now - 900, now - 900))
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: now)
        [named] = [f for f in find_problems(product) if f.part == "worker"]
    assert "for 15 minutes" in named.what
    product.answer({"bees": BEES})
    assert run_in_shell(product, named.command) == 0
    until(lambda: not is_locked(product.folder.worker_lock), "that the worker is gone")


def _bound_by_permissions(*command: str) -> list[str]:
    """The command, run so that permissions bind it: root passes over them by a capability."""
    if os.geteuid():
        return list(command)
    if not shutil.which("setpriv"):
        pytest.skip("root passes over permissions, and there is no setpriv")
    less = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={less}", f"--inh-caps={less}", *command]


def test_a_user_without_permission_is_told_what_to_run(product: Product) -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        command = _bound_by_permissions(product.llm_path, *words)
        return subprocess.run(
            command,
            env=product.env,
            cwd=product.home,
            timeout=LIMIT,
            capture_output=True,
            text=True,
        )

    product.run("memory", "show")
    product.folder.path.chmod(0)
    ran = run("memory", "doctor", "--json")
    assert ran.returncode == 1, ran.stderr
    [named] = unhealthy_findings(json.loads(ran.stdout))
    assert named["part"] == "folder" and named["fixable"]
    assert "You cannot read and write" in named["what"]
    status = run("memory", "status")
    assert status.returncode == 1 and "Run `llm memory doctor`" in status.stdout, status
    assert run("memory", "doctor", "--fix").returncode == 0
    assert product.folder.path.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_named(product: Product) -> None:
    with state.opened(product.folder):
        os.chown(product.folder.state, 12345, 12345)
    [named] = find_problems(product)
    assert "state.db is another user's" in named.what and "sudo chown -R" in named.command


def test_a_file_in_place_of_the_folder_is_moved_away(product: Product) -> None:
    product.folder.path.write_text("not a folder")
    [named] = find_problems(product)
    assert "is no folder" in named.what
    assert run_in_shell(product, named.command) == 0
    assert not find_problems(product)


def test_network_file_systems_are_known_by_name() -> None:
    mounts = ["/dev/a / ext4 rw 0 0", "host:/b /home/my\\040share nfs4 rw 0 0"]
    assert remote_type(Path("/home/my share/llm"), mounts) == "nfs4"
    assert remote_type(Path("/home/llm"), mounts) == ""


# LLM is not hindered


def test_checking_the_log_lets_llm_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "logs.db"
    written: list[int] = []
    until = check._until
    # Without patience: whoever holds a lock at that moment makes the test fail.
    with closing(sqlite3.connect(path, timeout=0)) as db:
        db.execute("create table turns (id text primary key, text)")
        many = ((f"{n:026}", "x" * 2000) for n in range(2_000))
        db.executemany("insert into turns values (?, ?)", many)
        db.commit()

        def writing(deadline: float) -> Callable[[int, int, int], None]:
            look = until(deadline)

            def write(status: int, remaining: int, pages: int) -> None:
                look(status, remaining, pages)
                if len(written) < 20:
                    db.execute("insert into turns values (?, 'new')", (f"new {len(written)}",))
                    db.commit()
                    written.append(remaining)

            return write

        monkeypatch.setattr(check, "_until", writing)
        assert check.integrity(path) == ""
    assert len(written) == 20 and all(written), "it was written before the copy was whole"


def test_a_log_too_large_to_copy_is_read_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "logs.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table other (text)")
    monkeypatch.setattr(check, "LARGEST_FULL_CHECK", 0)
    assert check.integrity(path) == ""
    path.write_bytes(b"garbage" * 1000)
    assert check.integrity(path) == "file is not a database"


def test_paths_with_spaces_can_be_typed(tmp_path: Path) -> None:
    product = Product(tmp_path / "a home with 'spaces'")
    with state.opened(product.folder):
        product.folder.profile.write_text("# User Profile\n")
    _open_to_others(product)
    [named] = find_problems(product)
    assert shlex.split(named.command)[0] == "chmod"
    assert run_in_shell(product, named.command) == 0
    assert not find_problems(product)
