"""Purging LLM's log: only our text changes, no row comes or goes, and LLM's checks still pass."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256

import llm
import pytest
from support.purging import (
    FACT,
    OTHER,
    QUOTE,
    WITH_FACT,
    WITHOUT_FACT,
    all_rows,
    expected_text,
    integrity_problems,
    learn,
    log_conversation,
    log_conversations,
    log_store,
    logged_messages,
    our_fragment,
    our_fragments,
    purge,
)

from llm_user_memory.purge import run
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.purge.logs_db import rehash
from llm_user_memory.purge.logs_db import write as logs_write
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.slow


def test_only_our_text_changes(store: Store) -> None:
    log_conversations(store.folder)
    before, told = all_rows(store.folder.logs), logged_messages(store.folder)
    assert integrity_problems(store.folder) == ([], [], "ok")
    found = run.find(store, "Lisbon")
    report = run.purge(store, found, True)
    after = all_rows(store.folder.logs)
    assert after.keys() == before.keys(), "not one row comes or goes"
    changed = [row for row, values in before.items() if after[row] != values]
    assert {table: sum(t == table for t, _ in changed) for table, _ in changed} == report.rows
    assert report.rows == found.plan.rows
    assert {table for table, _ in changed} <= {
        *("fragments", "parts", "messages", "turns", "threads", "turn_search"),
    }
    for turn, messages in logged_messages(store.folder).items():
        expected = [(role, expected_text(role, text)) for role, text in told[turn]]
        assert [(role, expected_text(role, text)) for role, text in messages] == expected
    assert integrity_problems(store.folder) == ([], [], "ok")


def test_the_search_tells_whose_it_is(store: Store) -> None:
    log_conversations(store.folder)
    report = purge(store, FACT)
    assert report.is_clean and not report.left, report
    name = sha256(f"I say: {FACT}".encode()).hexdigest()[:12]
    fragment, title = sorted(report.places)
    assert fragment == f"LLM's log, the fragment {name} (mine.txt)"
    assert title.startswith("LLM's log, the title of ")
    with log_store(store.folder) as logged:
        for turn in report.turns:
            texts = [text for _role, text in logged_messages(store.folder)[turn.turn_id]]
            assert any(said in text for text in texts[-2:] for said in (FACT, QUOTE)), turn
            assert logged.thread_messages(turn.thread_id)


def test_a_fact_of_the_log_alone_is_found(store: Store) -> None:
    log_conversations(store.folder)
    found = run.find(store, "sailing")
    assert found.target.facts == (OTHER,) and found.plan.rows["fragments"] == 2


def test_refused_nothing_is_written(store: Store) -> None:
    log_conversations(store.folder)
    before = store.folder.logs.read_bytes()
    report = run.purge(store, run.find(store, FACT), False)
    assert store.folder.logs.read_bytes() == before
    assert not report.is_clean
    assert report.left["LLM's log, the profile that went into prompts"] == 2


def test_a_second_time_there_is_nothing_to_do(store: Store) -> None:
    log_conversations(store.folder)
    purge(store, FACT)
    again = run.find(store, FACT)
    assert not again.concerns_log and not again.target.facts
    before = store.folder.logs.read_bytes()
    assert run.purge(store, again, True).is_clean
    assert store.folder.logs.read_bytes() == before


def test_the_same_question_with_and_without_the_fact(store: Store) -> None:
    # LLM names a message by its content: without the fact these would be one and the same.
    for text in (WITHOUT_FACT, WITH_FACT, f"{WITH_FACT}\n"):
        log_conversation(store.folder, "Hello", "Again", fragments=[our_fragment(text)])
    log_conversation(store.folder, f"{WITH_FACT}\nHello", "Again")
    before = all_rows(store.folder.logs)
    assert purge(store, FACT).is_clean
    assert all_rows(store.folder.logs).keys() == before.keys()
    assert integrity_problems(store.folder) == ([], [], "ok")


def test_attached_files(store: Store) -> None:
    store.folder.create()
    there, gone = store.folder.path / "there.txt", store.folder.path / "gone.txt"
    for path in (there, gone):
        path.write_text(f"attached as {path.name}")
        file = llm.Attachment(type="text/plain", path=str(path))
        log_conversation(
            store.folder, "Look", "Again", fragments=our_fragments(WITH_FACT), attachments=[file]
        )
    gone.write_text("something else now")
    before = integrity_problems(store.folder)
    assert len(before[0]) == 1
    found = run.find(store, FACT)
    report = run.purge(store, found, True)
    assert report.is_clean
    after = integrity_problems(store.folder)
    # Its name fits what was attached then, as LLM has it on record.
    assert after[1:] == before[1:] and len(after[0]) == 1


def test_a_name_that_never_fitted_is_left_alone(store: Store) -> None:
    log_conversation(store.folder, "Hello", "Again", fragments=our_fragments(WITH_FACT))
    with logs_plan.opened(store.folder.logs, "rw") as opened:
        root = "select hash from messages where parent_hash is null"
        [[name]] = opened.execute(root).fetchall()
        for table, column in rehash.references(opened):
            opened.execute(f"update {table} set {column} = 'odd' where {column} = ?", (name,))
    before = integrity_problems(store.folder)
    assert "odd" in before[0]
    report = purge(store, FACT)
    assert report.is_clean and report.rows == {"fragments": 1}
    assert integrity_problems(store.folder) == before


def test_half_a_letter_that_llm_could_not_have_logged(store: Store) -> None:
    log_conversation(store.folder, "Hello", "Again", fragments=our_fragments(WITH_FACT))
    half = json.dumps({"text_ref": [{"literal": "\ud83d"}, {"fragment": 1}]})
    with logs_plan.opened(store.folder.logs, "rw") as opened:
        query = "update parts set payload = ? where payload like '%text_ref%'"
        assert opened.execute(query, (half,)).rowcount
    report = purge(store, FACT)
    assert report.is_clean and report.rows == {"fragments": 1}


def test_a_log_in_wal_mode(store: Store) -> None:
    log_conversations(store.folder)
    with closing(sqlite3.connect(store.folder.logs)) as changed:
        changed.execute("pragma journal_mode = wal")
    with logs_plan.opened(store.folder.logs) as reader:  # so that the journal is there meanwhile
        reader.execute("select count(*) from turns").fetchall()
        assert purge(store, FACT).is_clean
        wal = store.folder.logs.with_name("logs.db-wal")
        assert wal.exists() and wal.read_bytes() == b""
    assert integrity_problems(store.folder) == ([], [], "ok")


def test_pages_that_llm_freed_are_cleaned(store: Store) -> None:
    log_conversations(store.folder)
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("pragma secure_delete = off")
        changed.execute("delete from fragments where content like '%Lisbon%'")
        changed.execute("delete from part_fragments")
        changed.execute("delete from turn_search")
        changed.execute("update parts set text = 'x', payload = null")
        changed.execute("update turns set response_json = null")
        changed.execute("update threads set name = ''")
    assert FACT.encode() in store.folder.logs.read_bytes()
    before = integrity_problems(store.folder)
    found = run.find(store, FACT)
    assert found.residue and found.concerns_log and not found.plan.rows
    assert run.purge(store, found, True).is_clean
    assert FACT.encode() not in store.folder.logs.read_bytes()
    assert integrity_problems(store.folder) == before


def test_a_large_log_is_not_rebuilt(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs_write, "_QUICKLY", 0)
    for number in range(3):
        log_conversation(
            store.folder, f"Number {number}", "And?", fragments=our_fragments(WITH_FACT)
        )
    size = store.folder.logs.stat().st_size
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("delete from turn_search where rowid > 4")
    report = purge(store, FACT)
    assert report.is_clean and "vacuum" in report.notes[0]
    assert (
        FACT.encode() not in store.folder.logs.read_bytes()
        and store.folder.logs.stat().st_size == size
    )
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("pragma secure_delete = off")
        changed.execute("create table of_theirs (text)")
        changed.execute("insert into of_theirs values (?)", (f"- {FACT} " * 400,))
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("pragma secure_delete = off")
        changed.execute("drop table of_theirs")
    again = purge(store, FACT)
    [(place, number)] = again.left.items()
    assert not again.is_clean and "pages that were freed" in place
    assert number > 300, "those that go over the end of a page are not seen"


def test_the_numbers_of_rows_survive_the_cleaning(store: Store) -> None:
    for number in range(9):
        log_conversation(store.folder, f"Question {number}", fragments=our_fragments(WITH_FACT))
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("delete from turns where rowid in (2, 3, 5)")
    before = all_rows(store.folder.logs).keys()
    purge(store, FACT)
    assert all_rows(store.folder.logs).keys() == before


def test_a_log_that_is_not_there(store: Store) -> None:
    learn(store, FACT, QUOTE, "t1")
    assert purge(store, FACT).is_clean
    assert not store.folder.logs.exists()


def test_our_text_beside_bytes_of_another_writer_is_erased_and_they_stay(store: Store) -> None:
    log_conversation(store.folder, "Hello", fragments=our_fragments(WITH_FACT))
    given = f"{WITH_FACT} and \udcff".encode(errors="surrogateescape")
    with logs_plan.opened(store.folder.logs, "rw") as db:
        db.execute("update turn_search set prompt = cast(? as text)", (given,))
        db.execute("insert into parts (text, payload) values (x'ff', x'fe')")
        db.execute("insert into fragments (content, source) values (x'ff', 'memory:auto')")
    assert purge(store, FACT).is_clean
    with logs_plan.opened(store.folder.logs) as db:
        [[left]] = db.execute("select cast(prompt as blob) from turn_search").fetchall()
    assert left.endswith(b" and \xff") and FACT.encode() not in left


def test_messages_that_no_name_fits_are_erased_and_keep_theirs(store: Store) -> None:
    log_conversation(store.folder, "Hello", "Again", fragments=our_fragments(WITH_FACT))
    with logs_plan.opened(store.folder.logs, "rw") as db:
        newest = "(select hash from messages order by rowid desc limit 1)"
        db.execute(f"update messages set parent_hash = {newest} where parent_hash is null")
        db.execute("update messages set provider_metadata = '[1' where role = 'assistant'")
        names = [row["hash"] for row in db.execute("select hash from messages order by rowid")]
    report = purge(store, FACT)
    assert report.is_clean and report.rows == {"fragments": 1}
    with logs_plan.opened(store.folder.logs) as db:
        after = [row["hash"] for row in db.execute("select hash from messages order by rowid")]
    assert after == names
