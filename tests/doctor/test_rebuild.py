"""A damaged state.db: what is salvaged, that nothing is learned twice, and crashes meanwhile."""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support import torture
from support.forked_runs import run_each
from support.llm_log import FIXTURES, START, Log
from support.long_history import profiles
from support.product import Ran, until

from llm_user_memory.doctor import processes, rebuild, salvage
from llm_user_memory.errors import StateError
from llm_user_memory.learn.backfill import from_log, selection, staging
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import Folder
from llm_user_memory.store import consent, forgotten, formerly_local, ledger, schema, state, updates
from llm_user_memory.store.locks import is_locked, locked
from llm_user_memory.store.profile import history, texts, versions
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import says

pytestmark = [pytest.mark.once, pytest.mark.slow]

PAGE = 4096
KEPT = ("versions", "updates", "edits", "turns", "chats", "pauses", "forgotten", "forms", "waiting")
KEPT += ("parts", "version_parts")
OF_VERSIONS = {"versions", "parts", "version_parts"}

Rows = dict[str, set[tuple[Any, ...]]]


@pytest.fixture
def filled(folder: Folder) -> Folder:
    """A memory of some months: every table holds something, the larger ones many pages."""
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        for n in range(20):
            line = f"- Fact number {n} " + "with many words " * 12
            versions.change(store, lambda old, line=line: f"{old}{line}\n", "edit")
        with state.transaction(store.db):
            for n in range(200):
                _record_update(store.db, n)
        with state.transaction(store.db):
            forgotten.forget(store.db, [f"Was once at place {n}" for n in range(150)], START)
        consent.pause(store.db, None, START + 10)
        consent.resume(store.db, START + 20)
        store.db.execute("insert into chats (started, ended) values (?, ?)", (START, START + 1))
        updates.remember_form(store.db, "small", "lines", 0, START)
        store.db.execute("insert into waiting (edit_id) values (7)")
    return folder


def _record_update(db: sqlite3.Connection, n: int) -> None:
    outcome = "pending" if n % 10 == 0 else "learned"
    update = updates.begin(db, f"thread {n}", "scripted", "lines", START + n)
    db.execute("update updates set status = 'done', ended = started where id = ?", (update,))
    db.execute(
        "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
        "values (?, 'add', 'Interests', '', ?, ?, ?, '')",
        (update, f"Likes {n}", f"I like number {n}, and always did", f"turn {n}"),
    )
    db.execute(
        "insert into turns (id, thread_id, started, ended, outcome, update_id) "
        "values (?, ?, ?, ?, ?, ?)",
        (f"turn {n:06}", f"thread {n}", START + n, START + n, outcome, update),
    )


def rows(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as db:
        return {table: set(db.execute(f"select * from {table}")) for table in KEPT}


def damage_page(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = b"\xa5garbage" * (PAGE // 8)
    path.write_bytes(content)


def saved_outcome(folder: Folder) -> dict[str, Any]:
    with state.opened(folder) as store:
        found: dict[str, Any] = json.loads(state.get(store.db, rebuild.REBUILT) or "{}")
    return found


def check_rebuilt(folder: Folder, before: Rows, broken: bytes, profile: str) -> dict[str, Any]:
    """Assert what must hold whatever was damaged; return the account of what was saved."""
    assert state.integrity(folder) == ""
    found, after = saved_outcome(folder), rows(folder.state)
    for table in set(KEPT) - OF_VERSIONS - {"chats", "pauses", "turns"}:
        assert after[table] <= before[table], f"{table} has what never was there"
        assert table in found["lost"] or after[table] == before[table], table
    assert {row[0] for row in after["turns"]} <= {row[0] for row in before["turns"]}
    assert (folder.path / found["aside"]).read_bytes() == broken
    assert folder.profile.read_text() == profile
    with state.opened(folder) as store:
        _check_versions(store, before, found)
        with versions.current(store) as version:
            assert version.text == profile
        pending = ledger.totals(store.db)["pending"]
        in_doubt = bool({"pauses", "forgotten"} & set(found["lost"]))
        # Without the salt, which meta holds, no fingerprint says anything.
        assert (
            found["is_paused"] >= in_doubt >= (found["is_paused"] and "meta" not in found["lost"])
        )
        assert bool(consent.pause_at(store.db, time.time())) == found["is_paused"]
        assert not (pending and found["is_paused"]), "in doubt, not"
        if {"turns", "meta"} & set(found["lost"]):
            assert consent.activated(store.db) > time.time() - 600
        else:
            assert consent.activated(store.db) == START or found["is_paused"]
        assert ledger.totals(store.db)["logged"] == len(after["turns"])
    assert not [path for path in folder.path.iterdir() if "rebuilt" in path.name]
    return found


def _check_versions(store: Store, before: Rows, found: dict[str, Any]) -> None:
    """Assert that each version has its text, or as much of it as can be read, and is counted."""
    assert texts.fault(store.db) == ""
    unused = "select 1 from parts where id not in (select part from version_parts)"
    assert store.db.execute(unused).fetchall() == []
    digests = {row[0]: row[6] for row in before["versions"]}
    kept = [version for version in history.newest(store.db, -1) if version.note != rebuild.REBUILT]
    changed = [version.n for version in kept if texts.digest(version.text) != digests[version.n]]
    assert len(changed) == found["incomplete"] and len(kept) == found["rows"]["versions"]
    if OF_VERSIONS.isdisjoint(found["lost"]):
        assert len(kept) + found["unreadable"] == len(before["versions"])


def test_a_sound_one_is_rebuilt_with_all_it_holds(filled: Folder) -> None:
    before, broken = rows(filled.state), filled.state.read_bytes()
    said = rebuild.rebuild(filled)
    found = check_rebuilt(filled, before, broken, filled.profile.read_text())
    assert rows(filled.state) == before and found["lost"] == []
    assert "versions: 21, edits: 200, fingerprints of what was forgotten: 300" in said
    assert "learning is paused" not in said and "could not be read" not in said


@pytest.mark.torture
def test_every_page_in_turn(filled: Folder) -> None:
    before, profile = rows(filled.state), filled.profile.read_text()
    sound = shutil.copytree(filled.path, filled.path.with_name("sound"))
    pages = filled.state.stat().st_size // PAGE
    assert pages > 40
    found_out, saved = 0, 0
    for page in torture.sample(range(pages), 15):
        shutil.rmtree(filled.path)
        shutil.copytree(sound, filled.path)
        damage_page(filled.state, page)
        found_out += bool(state.integrity(filled))
        broken = filled.state.read_bytes()
        rebuild.rebuild(filled)
        found = check_rebuilt(filled, before, broken, profile)
        saved += sum(found["rows"].values()) > 400
        if _schema_is_readable(filled.path / found["aside"]):
            assert len(found["lost"]) <= 3, (page, found)
    torture.tally(
        "a page of state.db damaged, and repaired", runs=len(torture.sample(range(pages), 15))
    )
    assert found_out > 0.9 * len(torture.sample(range(pages), 15))
    assert saved > 0.7 * len(torture.sample(range(pages), 15))


def _schema_is_readable(path: Path) -> bool:
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as db:
        try:
            return bool(db.execute("select * from sqlite_master").fetchall())
        except sqlite3.DatabaseError:
            return False


def _truncated(content: bytes) -> bytes:
    return content[: len(content) // PAGE // 2 * PAGE]


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "half of it gone": _truncated,
    "no database any more": lambda content: b"not a database" + content[14:],
    "all of it garbage": lambda content: b"\x17" * len(content),
}


@pytest.mark.parametrize("how", DAMAGED.values(), ids=DAMAGED)
def test_damaged_whole(filled: Folder, how: Callable[[bytes], bytes]) -> None:
    before, profile = rows(filled.state), filled.profile.read_text()
    broken = how(filled.state.read_bytes())
    filled.state.write_bytes(broken)
    assert state.integrity(filled)
    said = rebuild.rebuild(filled)
    check_rebuilt(filled, before, broken, profile)
    assert "`llm memory resume` ends the pause" in said


def test_a_lost_part_costs_only_its_lines(filled: Folder) -> None:
    with state.opened(filled) as store:
        for text in profiles(facts=400, versions=12):
            versions.change(store, lambda _, text=text: text, "edit")  # type: ignore[misc]
    with closing(sqlite3.connect(filled.state)) as db:
        query = "select part, count(*) from version_parts group by part order by 2 desc limit 1"
        part, has = db.execute(query).fetchone()
        db.execute("update parts set content = x'00' where id = ?", (part,))
        db.commit()
    before, broken = rows(filled.state), filled.state.read_bytes()
    assert has > 5
    assert state.integrity(filled) == f"versions of the profile that cannot be read: {has}"
    said = rebuild.rebuild(filled)
    found = check_rebuilt(filled, before, broken, filled.profile.read_text())
    assert found["incomplete"] == has and found["lost"] == [] and not found["unreadable"]
    wanted = "Versions of the profile of which only some lines could be read, and are kept: "
    assert f"{wanted}{has}." in said
    with state.opened(filled) as store:
        newest, *others = history.newest(store.db, -1)
    assert newest.note == rebuild.REBUILT and newest.text == filled.profile.read_text()
    assert all(len(facts(version.text)) > 250 for version in others[:12])


def test_versions_without_any_text_are_told(filled: Folder) -> None:
    with closing(sqlite3.connect(filled.state)) as db:
        db.execute("delete from version_parts where version in (3, 4)")
        db.commit()
    said = rebuild.rebuild(filled)
    assert "Versions of which no line could be read: 2." in said and "versions: 19," in said
    with state.opened(filled) as store:
        assert not {3, 4} & {version.n for version in history.newest(store.db, -1)}


@pytest.mark.parametrize("is_damaged", [False, True])
def test_one_of_an_older_version_keeps_its_versions(folder: Folder, is_damaged: bool) -> None:
    folder.create()
    shutil.copy(FIXTURES / "state-m001.db", folder.state)
    with closing(sqlite3.connect(folder.state)) as db:
        wanted = [row[0] for row in db.execute("select text from versions order by n")]
        root = "select rootpage from sqlite_master where name = 'turns_pending'"
        [page] = db.execute(root).fetchone()
    folder.profile.write_text(wanted[-1])
    if is_damaged:
        damage_page(folder.state, page - 1)
    said = rebuild.rebuild(folder)
    assert "versions: 3, edits: 1," in said and state.integrity(folder) == ""
    with state.opened(folder) as store:
        assert [version.text for version in history.newest(store.db, -1)][::-1] == wanted
        assert store.db.execute("pragma user_version").fetchone()[0] == schema.VERSION


def test_what_only_the_journal_has_is_read_too(filled: Folder) -> None:
    with closing(sqlite3.connect(filled.state)) as db:
        db.execute("insert into forms values ('late', 'lines', 0, 1.5)")
        db.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{filled.state}{end}", f"{filled.path.parent}/kept{end}")
    shutil.move(filled.path.parent / "kept", filled.state)
    shutil.move(filled.path.parent / "kept-wal", f"{filled.state}-wal")
    rebuild.rebuild(filled)
    with state.opened(filled) as store:
        assert updates.form_for(store.db, "late") == ("lines", 0, 1.5)
        aside = saved_outcome(filled)["aside"]
    assert (filled.path / f"{aside}-wal").stat().st_size > 0


def test_what_an_interrupted_write_left_beside_the_profile_is_a_version(
    filled: Folder,
) -> None:
    (filled.path / ".profile.md.next-99").write_text("# User Profile\n- Saved in a hurry\n")
    damage_page(filled.state, 0)
    rebuild.rebuild(filled)
    with state.opened(filled) as store, versions.current(store):
        texts = [version.text for version in history.newest(store.db, -1)]
    assert "# User Profile\n- Saved in a hurry\n" in texts


def test_nothing_is_learned_twice_or_from_before(filled: Folder, log: Log) -> None:
    log.say("I keep bees", time.time() - 60)
    damage_page(filled.state, 0)
    rebuild.rebuild(filled)
    log.say("I row", time.time() + 60)
    with state.opened(filled) as store:
        consent.resume(store.db, time.time())
        ledger.ingest(store)
        assert ledger.totals(store.db)["logged"] == 1, "only what was said since"


def test_what_may_have_been_forgotten_is_no_past_to_learn_from(filled: Folder, log: Log) -> None:
    log.say("I keep bees, and I have kept them for long", START - 60)
    damage_page(filled.state, 0)
    rebuild.rebuild(filled)
    with state.opened(filled) as store, closing(staging.Staging()) as staged:
        consent.resume(store.db, time.time())
        from_log.scan(staged, store, filled.logs)
        assert selection.select(staged, selection.Criteria()).skipped == {consent.IN_DOUBT: 1}


@pytest.mark.parametrize("what", ["the table", "the salt"])
def test_what_left_while_it_was_local_still_stays_here(folder: Folder, what: str) -> None:
    with state.opened(folder) as store:
        for text in ("- Takes insulin #local\n", "- Manages it #local\n- Keeps bees\n"):
            versions.change(store, lambda _old, text=text: text, "edit")
        assert says(formerly_local.load(store.db), "I take insulin")
        query = "select rootpage from sqlite_master where name = 'formerly_local'"
        page = store.db.execute(query).fetchone()[0]
        if what == "the salt":
            store.db.execute("delete from meta where key = 'salt'")
        store.db.execute("pragma wal_checkpoint(truncate)")
    if what == "the table":
        damage_page(folder.state, page - 1)
    rebuild.rebuild(folder)
    with state.opened(folder) as store:
        kept = formerly_local.load(store.db)
        assert says(kept, "I take insulin") and not says(kept, "I keep bees")
        assert not says(kept, "Manages it"), "which the profile has, with its mark"


def test_the_number_of_a_chat_is_never_given_twice(filled: Folder) -> None:
    damage_page(filled.state, 0)
    rebuild.rebuild(filled)
    with state.opened(filled) as store:
        assert consent.begin_chat(store, time.time()) > 1_000_000


def test_another_doctor_takes_it_for_no_unknown_process(filled: Folder) -> None:
    damage_page(filled.state, 3)
    with ThreadPoolExecutor(1) as pool:
        with locked(filled.profile_lock, 0, "A test"):
            rebuilding = pool.submit(rebuild.rebuild, filled)
            until(lambda: is_locked(filled.worker_lock))
            assert processes.check_daemon(filled, {"running": False}).state == "ok"
        assert rebuilding.result()


def test_it_waits_for_nobody_for_ever_and_changes_nothing_then(
    filled: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "_PATIENCE", 0.1)
    damage_page(filled.state, 3)
    broken = filled.state.read_bytes()
    with (
        locked(filled.worker_lock, 0, "A test"),
        pytest.raises(Exception, match="A worker has"),
    ):
        rebuild.rebuild(filled)
    assert filled.state.read_bytes() == broken


_CRASH = """
import os, sys
from pathlib import Path
from llm_user_memory.doctor.rebuild import rebuild
from llm_user_memory.settings import Folder
steps, last, folder = 0, int(sys.argv[2]), Path(sys.argv[1])

def hook(event, arguments):
    global steps
    if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"):
        if str(folder) in str(arguments[0]):
            steps += 1
            if steps == last:
                os._exit(9)

sys.addaudithook(hook)
rebuild(Folder(folder))
print(steps)
"""


@pytest.mark.torture
def test_a_crash_anywhere_leaves_what_the_next_run_finishes(filled: Folder) -> None:
    def run(*lasts: int) -> list[tuple[Folder, Ran]]:
        folders = [Folder(filled.path.with_name(f"ends at {last}")) for last in lasts]
        for folder in folders:
            shutil.copytree(filled.path, folder.path)
        given = [(str(folder.path), str(last)) for folder, last in zip(folders, lasts, strict=True)]
        return list(zip(folders, run_each(_CRASH, given), strict=True))

    damage_page(filled.state, 36)  # of updates; a new version would have another time each run
    broken, profile = filled.state.read_bytes(), filled.profile.read_text()
    [(folder, whole)] = run(0)
    assert whole.code == 0, whole.err
    wanted, lost = rows(folder.state), saved_outcome(folder)["lost"]
    steps = int(whole.out)
    assert steps > 20
    done = torture.sample(range(1, steps + 1), 8)
    for step, (folder, how) in zip(done, run(*done), strict=True):
        assert how.code == 9, (step, how.err)
        assert folder.profile.read_text() == profile
        if state.integrity(folder):
            rebuild.rebuild(folder)
        found = saved_outcome(folder)
        assert found["lost"] == lost
        assert {**rows(folder.state), "pauses": 0} == {**wanted, "pauses": 0}, step
        assert (folder.path / found["aside"]).read_bytes() == broken
        left = {path.name for path in folder.path.iterdir()}
        assert not {"state.db.rebuilt"} & left, step
    torture.tally("a crash while state.db is repaired", runs=len(done))


def test_what_is_written_after_a_crash_is_not_thrown_away(filled: Folder) -> None:
    damage_page(filled.state, 30)
    aside = rebuild._set_aside(filled)
    rebuild._build(filled, aside, time.time())
    with closing(sqlite3.connect(filled.state)) as db:
        db.execute("insert into pauses (started) values (1)")
        db.commit()
    rebuild.rebuild(filled)
    with state.opened(filled) as store:
        assert consent.pause_at(store.db, time.time())
    assert saved_outcome(filled)["aside"] != aside.name


def test_rows_of_the_wrong_type_are_left_out(filled: Folder) -> None:
    with closing(sqlite3.connect(filled.state)) as db:
        db.execute("update edits set quote = x'ff00' where id = 3")
        db.execute("update forms set misses = 'many'")
        db.execute("update turns set reason = cast(x'ff' as text) where id = 'turn 000005'")
        db.commit()
        db.row_factory = None
        with state.opened(Folder(filled.path.parent / "blank")) as store:
            tables = salvage.schema(store.db)
    found = salvage.read(filled.state, tables)
    assert {name for name, table in found.items() if not table.is_complete} == {
        "edits",
        "forms",
        "turns",
        "counts",
    }
    assert len(found["edits"].rows) == 199 and len(found["turns"].rows) == 199


def test_a_full_disk_is_said_before_anything_is_done(
    filled: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(filled.path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    before = {path.name for path in filled.path.iterdir()}
    with pytest.raises(StateError, match="no room"):
        rebuild.rebuild(filled)
    assert {path.name for path in filled.path.iterdir()} - before <= {
        "worker.lock",
        "daemon.lock",
    }
