"""Purging: what goes, what stays, and that no turn of the user's is ever lost by it."""

import errno
import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import llm
import pytest
import sqlite_utils
from llm.logs import LogStore
from support.forked_runs import ended
from support.learning import save_update
from support.llm_log import FIXTURES
from support.product import LIMIT, Product, Ran, until

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.errors import LogsError
from llm_user_memory.inject import context
from llm_user_memory.logs import Turn
from llm_user_memory.profile.document import EMPTY, Edit, apply_edit
from llm_user_memory.purge import run, search
from llm_user_memory.purge import state as purge_state
from llm_user_memory.purge.logs_db import locks as logs_locks
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.purge.logs_db import rehash
from llm_user_memory.purge.logs_db import text as logs_text
from llm_user_memory.purge.logs_db import write as logs_write
from llm_user_memory.purge.logs_db.text import Blocks
from llm_user_memory.purge.target import Target, matching
from llm_user_memory.settings import Folder
from llm_user_memory.store import backfilled, forgotten, review_queue, state, updates
from llm_user_memory.store.profile import history, versions
from llm_user_memory.store.state import Store

FACT = "Lives in Lisbon"
QUOTE = "I live in Lisbon"
OTHER = "Likes sailing"
ON = '<user_memory learning="on"/>'


# What is wanted

MATCHING = {
    "just that fact": ("lives in lisbon", [FACT]),
    "words in a row": ("in Lisbon", [FACT, "Worked in Lisbon until 2020"]),
    "words in any order": ("Lisbon, works", ["Worked in Lisbon until 2020"]),
    "none": ("Porto", []),
}


@pytest.mark.parametrize(("text", "found"), MATCHING.values(), ids=MATCHING)
def test_the_facts_that_a_text_stands_for(text: str, found: list[str]) -> None:
    known = [FACT, OTHER, "Worked in Lisbon until 2020", FACT]
    assert list(matching(known, text)) == found


WITHOUT = {
    "a fact": ("- Lives in Lisbon\n- Rows\n", "- Rows\n"),
    "in other letters": ("* lives in LISBON.\r\n* Rows\r\n", "* Rows\r\n"),
    "on two lines": ("- Lives\n  in Lisbon\n- Rows\n", "- Rows\n"),
    "twice": ("- Lives in Lisbon\n- Rows\n- Lives in Lisbon", "- Rows\n"),
    "not what says more": ("- Lives in Lisbon now and then\n", "- Lives in Lisbon now and then\n"),
    "not prose": ("Lives in Lisbon\n", "Lives in Lisbon\n"),
    "not in a code fence": ("```\n- Lives in Lisbon\n```\n", "```\n- Lives in Lisbon\n```\n"),
}


@pytest.mark.parametrize(("before", "after"), WITHOUT.values(), ids=WITHOUT)
def test_only_the_facts_own_lines_go(before: str, after: str) -> None:
    assert Target("Lisbon", (FACT,)).without(before) == after


def block(*facts: str, folder: Folder | None = None) -> str:
    """The profile as it goes into a prompt."""
    folder = folder or Folder(Path(os.environ["LLM_USER_PATH"]) / "of-a-block")
    folder.create()
    folder.profile.write_text(profile(*facts))
    return context.profile_text(folder)


def profile(*facts: str) -> str:
    text = EMPTY
    for fact in facts:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    return text


WITH, LESS = block(FACT, OTHER), block(OTHER)
RELIEVED = {
    "alone": (WITH, LESS),
    "within a prompt": (f"Hm\n{WITH}\n{ON}\nGo on", f"Hm\n{LESS}\n{ON}\nGo on"),
    "twice": (WITH + WITH, LESS + LESS),
    "what is said beside it": (f"{WITH}\n- {FACT}", f"{LESS}\n- {FACT}"),
    "nothing of ours": (f"- {FACT}\n", f"- {FACT}\n"),
}


@pytest.mark.parametrize(("before", "after"), RELIEVED.values(), ids=RELIEVED)
def test_the_fact_goes_from_our_text_alone(before: str, after: str) -> None:
    ours = Blocks(Target("Lisbon", (FACT,)), {})
    assert ours.relieved(before) == after
    for plain in (True, False):
        texts = ({"é": [text, 1.5, None]} for text in (before, after))
        old, new = (json.dumps(text, ensure_ascii=plain) for text in texts)
        assert ours.relieved_json(old) == new
    assert ours.relieved_json(f'{{"{before[:9]}') == f'{{"{before[:9]}', "no JSON stays"


ANCESTOR = f"# User Profile\n\n## Personal Information\n- {FACT}\n- Rows\n"
NAMES = {
    "cut in the fact": ("# User Profile ## Personal Information - Lives i…", "Rows"),
    "cut behind it": ("# User Profile ## Personal Information - Lives in Lisbon - R…", "Rows"),
    "with the prompt": (
        "# User Profile ## Personal Information - Lives in Lisbon - Rows Hi",
        "Rows Hi",
    ),
    "the user's": ("Lives in Lisbon", ""),
    "the user's, cut": ("Who lives in Lis…", ""),
}


@pytest.mark.parametrize(("name", "end"), NAMES.values(), ids=NAMES)
def test_the_name_of_a_conversation(name: str, end: str) -> None:
    target = Target("Lisbon", (FACT,))
    ours = Blocks(target, {ANCESTOR: target.without(ANCESTOR)})
    after = f"# User Profile ## Personal Information - {end}" if end else name
    assert ours.relieved_name(name) == after


# What is ours


def learn(store: Store, fact: str, quote: str, turn: str) -> None:
    """Learn a fact as an update does."""
    update = updates.begin(store.db, f"thread-{turn}", "model", "lines", 0)
    edit = Edit("add", "Interests", new=fact, quote=quote)

    def record(_version: int) -> None:
        updates.finish(store.db, update, [turn], [Verdict(edit, "", turn)], 0)

    save_update(store, lambda text: apply_edit(text, edit), update, record)


def lived_in(store: Store) -> None:
    """A memory that has learned two facts and had one refused, was read, and failed once."""
    learn(store, OTHER, "I like sailing", "t1")
    learn(store, FACT, QUOTE, "t2")
    update = updates.begin(store.db, "thread-t3", "model", "lines", 0)
    refused = Edit("add", "Interests", new="Lives near Lisbon", quote="we live near Lisbon")
    unsettled = Edit("replace", "Interests", OTHER, "Likes Lisbon", "I like Lisbon more")
    with state.transaction(store.db):
        updates.finish(
            store.db,
            update,
            ["t3"],
            [Verdict(refused, "already in the profile", "t3"), Verdict(unsettled, "x", "t3")],
            0,
        )
        store.db.execute("insert into waiting select max(id), null from edits")
    failed = updates.begin(store.db, "thread-t4", "model", "lines", 0)
    updates.fail(store.db, failed, (), f"400: {FACT}?", transient=True, now=0)
    store.folder.daemon_log.write_text(f"started\nunexpected: “{FACT}”\nstopped\n")
    (store.folder.path / "profile.edit.md").write_text(f"- {FACT}\n- Unsaved\n")


def purge(store: Store, text: str) -> run.Report:
    return run.purge(store, run.find(store, text), True)


def raw(folder: Folder, *texts: str) -> list[str]:
    """The files of the memory folder that hold one of the texts."""
    return [
        path.name
        for path in folder.path.rglob("*")
        if path.is_file() and any(text.encode() in path.read_bytes() for text in texts)
    ]


def test_nothing_of_ours_says_it_any_more(store: Store) -> None:
    lived_in(store)
    assert raw(store.folder, "Lisbon")
    report = purge(store, "Lisbon")
    assert report.facts == (FACT, "Lives near Lisbon", "Likes Lisbon")
    assert report.is_clean and not report.left and not report.notes
    assert dict(report.gone) == {"versions": 1, "edits": 3, "errors": 1, "files": 2}
    assert raw(store.folder, "Lisbon", "isbon") == []


def test_all_else_stays(store: Store) -> None:
    lived_in(store)
    kept = store.db.execute("select count(*) from edits").fetchone()[0]
    purge(store, "Lisbon")
    assert f"- {OTHER}\n" in store.folder.profile.read_text()
    assert [version.note for version in history.newest(store.db, 9)][::-1] == [
        "created",
        "learned",
        "learned",
        "forget",
    ]
    assert updates.learned_facts(store.db) == {OTHER: "I like sailing"}
    assert store.db.execute("select count(*) from edits").fetchone()[0] == kept
    assert review_queue.edits(store.db, store.folder.profile.read_text()) == []
    assert (store.folder.path / "profile.edit.md").read_text() == "- Unsaved\n"
    log_text = store.folder.daemon_log.read_text()
    assert log_text.startswith("started\nunexpected: “---") and log_text.endswith("stopped\n")
    for version in history.newest(store.db, 9):
        text = version.text
        versions.change(store, lambda _, to=text: to, "restore", restores=version.n)  # type: ignore[misc]
        assert store.folder.profile.read_text() == text


def test_it_stays_forgotten(store: Store) -> None:
    lived_in(store)
    purge(store, "Lisbon")
    known = forgotten.load(store.db)
    assert known.turn("t2") and known.since(FACT, "") and known.since("", QUOTE)
    assert not known.turn("t1") and not known.since(OTHER, "I like sailing")


def test_what_only_the_history_has_is_found(store: Store) -> None:
    lived_in(store)
    versions.change(store, lambda _: profile(OTHER), "forget", forget=[FACT])
    report = purge(store, FACT)
    assert report.facts == (FACT,) and report.version is None and report.gone["versions"] == 1
    assert raw(store.folder, FACT, QUOTE) == []


def test_what_is_not_of_these_facts_is_told_and_not_touched(store: Store) -> None:
    learn(store, FACT, QUOTE, "t2")
    mine = store.folder.profile.read_text() + f"\n{FACT}, as I said.\n"
    store.folder.profile.write_text(mine)
    swap = store.folder.path / ".profile.md.swp"
    backup = store.folder.logs.with_name("logs.db.bak")
    backup.write_text(FACT)
    swap.write_bytes(b"\0\xff" + FACT.encode("utf-16-le"))
    report = purge(store, FACT)
    assert set(report.left) == {"profile.md", "state.db, versions.text"}
    assert not report.is_clean
    assert report.places == {".profile.md.swp": 1, str(backup): 1}
    assert store.folder.profile.read_text() == mine.replace(f"- {FACT}\n", "")
    assert swap.exists()


def test_a_quote_that_also_says_it_goes(store: Store) -> None:
    learn(store, FACT, QUOTE, "t2")
    learn(store, "Has a boat", f"{QUOTE} and have a boat", "t2")
    assert purge(store, FACT).is_clean
    assert updates.learned_facts(store.db) == {"Has a boat": ""}
    assert "- Has a boat\n" in store.folder.profile.read_text()


FORMS = [
    f"- {FACT}\n".encode(),
    FACT.encode("utf-16-le"),
    FACT.encode("utf-16-be"),
    json.dumps([f"Überall: {FACT}"]).encode(),
]


@pytest.mark.parametrize("content", FORMS)
def test_the_search_sees_every_form(store: Store, content: bytes) -> None:
    (store.folder.path / "kept.bin").write_bytes(b"\0\xff" * 9 + content)
    found = search.Findings()
    search.in_memory(store, Target("Lisbon", (FACT,)), found)
    assert found.places == {"kept.bin": 1} and not found.left


def test_letters_that_json_escapes_are_found(store: Store) -> None:
    (store.folder.path / "kept.json").write_text(json.dumps(["Mag Öl und “Brot”"]))
    found = search.Findings()
    search.in_memory(store, Target("Öl", ("Mag Öl und “Brot”",)), found)
    assert found.places == {"kept.json": 1}


# clear --history


def test_the_history_is_cleared(store: Store) -> None:
    lived_in(store)
    store.db.execute("insert into turns values ('t9', 'thread', 0, 0, null, 'learned', '', 1)")
    versions.change(store, lambda _: profile(OTHER), "forget", forget=[FACT])
    kept = {
        table: store.db.execute(f"select * from {table}").fetchall()
        for table in ("turns", "counts", "pauses", "forgotten")
    }
    versions.change(store, lambda _: EMPTY, "clear")
    assert purge_state.clear_history(store) == {"versions": 4, "edits": 4}
    assert purge_state.clean(store.db) == ""
    [version] = history.newest(store.db, 9)
    assert version.text == EMPTY == store.folder.profile.read_text()
    assert (
        history.before(store.db, version) is None and history.preceding(store.db, version) is None
    )
    (store.folder.path / "profile.edit.md").unlink()
    store.folder.daemon_log.unlink()
    assert raw(store.folder, "Lisbon", "sailing") == []
    for table, rows in kept.items():
        assert store.db.execute(f"select * from {table}").fetchall() == rows
    assert forgotten.load(store.db).turn("t2")
    learn(store, "Keeps bees", "I keep bees", "t5")
    assert history.latest(store.db).n == version.n + 1  # type: ignore[union-attr]


def test_the_turns_of_a_fact_that_was_purged_and_the_history_cleared_are_still_known(
    store: Store,
) -> None:
    def keep(_version: int) -> None:
        edit = Edit("add", "Personal Information", new=FACT, quote=QUOTE)
        updates.finish(store.db, update, [], [Verdict(edit, "", "t1")], 1.0)
        backfilled.consume(store.db, [Turn("t1", "t", "m", 0.5, 0.5, QUOTE, "")], "logs", update)

    update = updates.begin(store.db, "t", "m", "lines", 1.0, source="logs")
    save_update(store, lambda _: profile(FACT), update, keep)
    target = purge_state.target_of(store.db, FACT, ())
    purge_state.forget(store, target)
    purge_state.purge(store, target)
    purge_state.clear_history(store)
    assert purge_state.turns_of(store.db, Target(FACT, (FACT,))) == {"t1"}


# LLM's log


class Echo(llm.Model):
    """A model whose service repeats its instructions in what it returns."""

    model_id = "echo"
    attachment_types = {"text/plain"}  # noqa: RUF012 - as LLM has it

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:  # noqa: ARG002
        response.response_json = {"instructions": prompt.system, "id": "r"}
        yield f"I heard {prompt.prompt[-40:]}"


def ours(text: str, source: str = "memory:auto") -> llm.Fragment:
    return llm.Fragment(text, source)


def marked(text: str) -> list[llm.Fragment]:
    return [ours(text), ours(ON)]


@contextmanager
def log_store(folder: Folder) -> Iterator[LogStore]:
    """LLM's own way to its log, which brings it up to date."""
    folder.create()
    database = sqlite_utils.Database(folder.logs)
    try:
        yield LogStore(database)
    finally:
        database.close()


def converse(folder: Folder, *prompts: str, **first: Any) -> str:
    """Hold a conversation that LLM logs; returns its id."""
    conversation = llm.Conversation(Echo())
    with log_store(folder) as logged:
        for number, prompt in enumerate(prompts):
            response = conversation.prompt(prompt, **({} if number else first))
            response.text()
            response.log_to_db(logged.db)
    return conversation.id


def conversed(folder: Folder) -> None:
    """A log with the profile in every place that LLM has for it, with the fact and without."""
    converse(folder, "Before it was known", fragments=marked(LESS))
    converse(folder, f"{QUOTE}, you know", "And now?", fragments=marked(WITH))
    converse(folder, "In the system place", "More", system_fragments=marked(WITH))
    converse(folder, "Old", fragments=[ours(ANCESTOR, "memory:profile")])
    converse(folder, "Of my own", fragments=[ours(f"I say: {FACT}", "mine.txt")])
    converse(folder, "Without any")
    # What LLM stores where it knows no fragment: the text itself.
    converse(folder, f"{WITH}\n{ON}\nContinued from an older log", "Yes")


def rows(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Every row of every table, but for the search index's own."""
    with logs_plan.opened(path) as db:
        return {
            (table, row["n"]): dict(row)
            for table in logs_plan.columns(db)
            if "_fts" not in table
            for row in db.execute(f'select rowid as n, * from "{table}"')
        }


def said(folder: Folder) -> dict[str, list[tuple[str, str]]]:
    """What LLM says was said, up to each turn: (role, text)."""
    with log_store(folder) as logged:
        turns = logged.db.execute("select id, tip_message_hash from turns").fetchall()
        return {
            turn: [
                (message.role, "".join(getattr(part, "text", "") for part in message.parts))
                for message in logged.load_chain(tip)
            ]
            for turn, tip in turns
        }


def without_fact(role: str, text: str) -> str:
    """What is to become of a message, but for an empty line in front of our text."""
    text = text.replace("\n<user_memory>", "<user_memory>").removeprefix("\n")
    changed = role in ("user", "system") and ("<user_memory>\n" in text or "# User P" in text)
    return text.replace(f"- {FACT}\n", "") if changed else text


def faults(folder: Folder) -> tuple[list[str], list[Any], str]:
    """What LLM's check, and SQLite's two, find fault with."""
    with log_store(folder) as logged:
        check = logged.db.execute("pragma integrity_check").fetchone()[0]
        return logged.verify(), logged.db.execute("pragma foreign_key_check").fetchall(), check


def test_only_our_text_changes(store: Store) -> None:
    conversed(store.folder)
    before, told = rows(store.folder.logs), said(store.folder)
    assert faults(store.folder) == ([], [], "ok")
    found = run.find(store, "Lisbon")
    report = run.purge(store, found, True)
    after = rows(store.folder.logs)
    assert after.keys() == before.keys(), "not one row comes or goes"
    changed = [row for row, values in before.items() if after[row] != values]
    assert {table: sum(t == table for t, _ in changed) for table, _ in changed} == report.rows
    assert report.rows == found.plan.rows
    assert {table for table, _ in changed} <= {
        *("fragments", "parts", "messages", "turns", "threads", "turn_search"),
    }
    for turn, messages in said(store.folder).items():
        expected = [(role, without_fact(role, text)) for role, text in told[turn]]
        assert [(role, without_fact(role, text)) for role, text in messages] == expected
    assert faults(store.folder) == ([], [], "ok")


def test_the_search_tells_whose_it_is(store: Store) -> None:
    conversed(store.folder)
    report = purge(store, FACT)
    assert report.is_clean and not report.left, report
    name = sha256(f"I say: {FACT}".encode()).hexdigest()[:12]
    fragment, title = sorted(report.places)
    assert fragment == f"LLM's log, the fragment {name} (mine.txt)"
    assert title.startswith("LLM's log, the title of ")
    with log_store(store.folder) as logged:
        for turn in report.turns:
            texts = [text for _role, text in said(store.folder)[turn.turn_id]]
            assert any(FACT in text for text in texts[-2:]), turn
            assert logged.thread_messages(turn.thread_id)


def test_a_fact_of_the_log_alone_is_found(store: Store) -> None:
    conversed(store.folder)
    found = run.find(store, "sailing")
    assert found.wanted.facts == (OTHER,) and found.plan.rows["fragments"] == 2


def test_refused_nothing_is_written(store: Store) -> None:
    conversed(store.folder)
    before = store.folder.logs.read_bytes()
    report = run.purge(store, run.find(store, FACT), False)
    assert store.folder.logs.read_bytes() == before
    assert not report.is_clean
    assert report.left["LLM's log, the profile that went into prompts"] == 2


def test_a_second_time_there_is_nothing_to_do(store: Store) -> None:
    conversed(store.folder)
    purge(store, FACT)
    again = run.find(store, FACT)
    assert not again.concerns_log and not again.wanted.facts
    before = store.folder.logs.read_bytes()
    assert run.purge(store, again, True).is_clean
    assert store.folder.logs.read_bytes() == before


def test_the_same_question_with_and_without_the_fact(store: Store) -> None:
    # LLM names a message by its content: without the fact these would be one and the same.
    for text in (LESS, WITH, f"{WITH}\n"):
        converse(store.folder, "Hello", "Again", fragments=[ours(text)])
    converse(store.folder, f"{WITH}\nHello", "Again")
    before = rows(store.folder.logs)
    assert purge(store, FACT).is_clean
    assert rows(store.folder.logs).keys() == before.keys()
    assert faults(store.folder) == ([], [], "ok")


def test_attached_files(store: Store) -> None:
    store.folder.create()
    there, gone = store.folder.path / "there.txt", store.folder.path / "gone.txt"
    for path in (there, gone):
        path.write_text(f"attached as {path.name}")
        file = llm.Attachment(type="text/plain", path=str(path))
        converse(store.folder, "Look", "Again", fragments=marked(WITH), attachments=[file])
    gone.write_text("something else now")
    before = faults(store.folder)
    assert len(before[0]) == 1
    found = run.find(store, FACT)
    report = run.purge(store, found, True)
    assert report.is_clean
    after = faults(store.folder)
    # Its name fits what was attached then, as LLM has it on record.
    assert after[1:] == before[1:] and len(after[0]) == 1


def test_a_name_that_never_fitted_is_left_alone(store: Store) -> None:
    converse(store.folder, "Hello", "Again", fragments=marked(WITH))
    with logs_plan.opened(store.folder.logs, "rw") as opened:
        root = "select hash from messages where parent_hash is null"
        [[name]] = opened.execute(root).fetchall()
        for table, column in rehash.references(opened):
            opened.execute(f"update {table} set {column} = 'odd' where {column} = ?", (name,))
    before = faults(store.folder)
    assert "odd" in before[0]
    report = purge(store, FACT)
    assert report.is_clean and report.rows == {"fragments": 1}
    assert faults(store.folder) == before


def test_half_a_letter_that_llm_could_not_have_logged(store: Store) -> None:
    converse(store.folder, "Hello", "Again", fragments=marked(WITH))
    half = json.dumps({"text_ref": [{"literal": "\ud83d"}, {"fragment": 1}]})
    with logs_plan.opened(store.folder.logs, "rw") as opened:
        query = "update parts set payload = ? where payload like '%text_ref%'"
        assert opened.execute(query, (half,)).rowcount
    report = purge(store, FACT)
    assert report.is_clean and report.rows == {"fragments": 1}


def test_a_log_in_wal_mode(store: Store) -> None:
    conversed(store.folder)
    with closing(sqlite3.connect(store.folder.logs)) as changed:
        changed.execute("pragma journal_mode = wal")
    with logs_plan.opened(store.folder.logs) as reader:  # so that the journal is there meanwhile
        reader.execute("select count(*) from turns").fetchall()
        assert purge(store, FACT).is_clean
        wal = store.folder.logs.with_name("logs.db-wal")
        assert wal.exists() and wal.read_bytes() == b""
    assert faults(store.folder) == ([], [], "ok")


def test_pages_that_llm_freed_are_cleaned(store: Store) -> None:
    conversed(store.folder)
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("pragma secure_delete = off")
        changed.execute("delete from fragments where content like '%Lisbon%'")
        changed.execute("delete from part_fragments")
        changed.execute("delete from turn_search")
        changed.execute("update parts set text = 'x', payload = null")
        changed.execute("update turns set response_json = null")
        changed.execute("update threads set name = ''")
    assert FACT.encode() in store.folder.logs.read_bytes()
    before = faults(store.folder)
    found = run.find(store, FACT)
    assert found.residue and found.concerns_log and not found.plan.rows
    assert run.purge(store, found, True).is_clean
    assert FACT.encode() not in store.folder.logs.read_bytes()
    assert faults(store.folder) == before


def test_a_large_log_is_not_rebuilt(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs_write, "_QUICKLY", 0)
    for number in range(3):
        converse(store.folder, f"Number {number}", "And?", fragments=marked(WITH))
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
        converse(store.folder, f"Question {number}", fragments=marked(WITH))
    with closing(sqlite3.connect(store.folder.logs)) as changed, changed:
        changed.execute("delete from turns where rowid in (2, 3, 5)")
    before = rows(store.folder.logs).keys()
    purge(store, FACT)
    assert rows(store.folder.logs).keys() == before


def test_a_log_that_is_not_there(store: Store) -> None:
    learn(store, FACT, QUOTE, "t1")
    assert purge(store, FACT).is_clean
    assert not store.folder.logs.exists()


# The log is in use


@contextmanager
def held(path: Path, how: str) -> Iterator[None]:
    """Another program holds the log."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin" if how == "read" else f"begin {how}")
        if how == "read":
            other.execute("select * from turns").fetchone()
        yield
        other.execute("rollback")


@pytest.mark.once
@pytest.mark.product  # it waits for as long as a person would be let wait
@pytest.mark.parametrize("how", ["read", "immediate", "exclusive"])
def test_while_the_log_is_in_use_only_our_part_is_done(store: Store, how: str) -> None:
    conversed(store.folder)
    learn(store, FACT, QUOTE, "t1")
    before = store.folder.logs.read_bytes()
    found = run.find(store, FACT)
    with held(store.folder.logs, how):
        report = run.purge(store, found, True)
    assert "Nothing in it was changed" in report.trouble and not report.is_clean
    assert store.folder.logs.read_bytes() == before
    assert raw(store.folder, FACT, QUOTE) == [], "ours is gone, and so is the copy"
    assert purge(store, FACT).is_clean


def test_what_is_said_while_it_is_worked_out_is_not_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversed(store.folder)
    found = run.find(store, FACT)
    plan, asked = logs_plan.plan, []

    def interrupted(*given: Any) -> logs_plan.Plan:
        made = plan(*given)
        if len(asked) < 2:
            asked.append(converse(store.folder, "Said meanwhile", fragments=marked(WITH)))
        return made

    monkeypatch.setattr(logs_write, "plan", interrupted)
    report = run.purge(store, found, True)
    assert report.is_clean and len(asked) == 2
    assert set(asked) <= {
        row["id"] for (table, _), row in rows(store.folder.logs).items() if table == "threads"
    }
    assert faults(store.folder) == ([], [], "ok")


# A process of its own is killed before each of its steps, one run for each

_KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
import sqlite_utils  # migrating loads it
from llm_user_memory.purge import run
from llm_user_memory.settings import Folder
from llm_user_memory.store import state

folder, last, steps = Folder(Path(sys.argv[1])), int(sys.argv[2]), 0

def step(what=""):
    global steps
    if not what.lower().startswith(("select", "pragma table_info", "pragma foreign_key_l")):
        steps += 1
        if steps == last:
            os.kill(os.getpid(), signal.SIGKILL)

class Traced(sqlite3.Connection):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.set_trace_callback(step)

def audit(event, given):
    writes = event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event in ("os.rename", "os.remove", "os.link") or writes:
        step()

connect = sqlite3.connect
sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Traced)
sys.addaudithook(audit)
with state.opened(folder) as store:
    run.purge(store, run.find(store, "Lisbon"), True)
print(steps, flush=True)
os._exit(0)
"""


# All of them hold, and take half a minute; the suite kills at every so many.
_EVERY = 3


@pytest.mark.once
@pytest.mark.product
def test_killed_at_any_step_it_is_finished_the_next_time(tmp_path: Path) -> None:
    before = Folder(tmp_path / "before" / "memory")
    conversed(before)
    with state.opened(before) as store:
        learn(store, FACT, QUOTE, "t1")
    whole, told = rows(before.logs), said(before)

    def killed(*lasts: int) -> list[tuple[Folder, Ran]]:
        folders = [Folder(tmp_path / str(last) / "memory") for last in lasts]
        for folder in folders:
            shutil.copytree(before.path.parent, folder.path.parent)
        given = [(str(folder.path), str(last)) for folder, last in zip(folders, lasts, strict=True)]
        return list(zip(folders, ended(_KILLED, given), strict=True))

    [(_, done)] = killed(0)
    assert done.code == 0, done.err
    steps = range(1, int(done.out) + 1)
    assert len(steps) > 60
    tried = sorted({*steps[:4], *steps[4::_EVERY], *steps[-4:]})
    for step, (folder, how) in zip(tried, killed(*tried), strict=True):
        assert how.code == -signal.SIGKILL, (step, how.err)
        _is_whole(folder, whole, told, f"killed before step {step}")


def _is_whole(
    folder: Folder,
    whole: dict[tuple[str, int], dict[str, Any]],
    told: dict[str, list[tuple[str, str]]],
    when: str,
) -> None:
    logs_write.roll_back(folder.logs)  # as the next call of LLM's does, and the next purge
    assert rows(folder.logs).keys() == whole.keys(), when
    assert faults(folder) == ([], [], "ok"), when
    for turn, messages in said(folder).items():
        for (role, before), (_, after) in zip(told[turn], messages, strict=True):
            assert without_fact(role, after) in (before, without_fact(role, before)), when
    with state.opened(folder) as store:
        assert purge(store, "Lisbon").is_clean, when
    assert raw(folder, FACT, QUOTE) == [], when
    for turn, messages in said(folder).items():
        for (role, before), (_, after) in zip(told[turn], messages, strict=True):
            assert without_fact(role, after) == without_fact(role, before), when
            assert FACT not in "".join(logs_text.of_text(after)), when


# The system ends a process that lets a file grow above its limit: with a low one while the journal
# is written, with a higher one while the pages are. (A VACUUM's journal outgrows the pages.)
_LIMITS = {"begin exclusive": (512, 65_536, 200_000, 400_000, 800_000), "vacuum": (512, 600_000)}
_GROWN_TOO_LARGE = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
statement, limit = sys.argv[3], int(sys.argv[4])

def step(what=""):
    if what.lower() == statement:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
"""


@pytest.mark.once
@pytest.mark.product
def test_killed_while_sqlite_writes(tmp_path: Path) -> None:
    before = Folder(tmp_path / "before" / "memory")
    for number in range(30):
        converse(before, f"Number {number} " + "of many words " * 900, fragments=marked(WITH))
    with state.opened(before):
        pass
    whole, told = rows(before.logs), said(before)
    script = _KILLED.replace("class Traced", f"{_GROWN_TOO_LARGE}\nclass Traced")
    script = script.replace("(step)", '(step)\n        self.execute("pragma temp_store = memory")')
    hot: list[bool] = []
    for statement, limit in ((name, limit) for name in _LIMITS for limit in _LIMITS[name]):
        folder = Folder(tmp_path / f"{statement} {limit}" / "memory")
        shutil.copytree(before.path.parent, folder.path.parent)
        command = [sys.executable, "-c", script, folder.path, "0", statement, str(limit)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        when = f"{statement!r} killed at {limit}"
        assert ended.returncode == -signal.SIGXFSZ, (when, ended.stderr)
        hot.append(_is_hot(folder.logs))
        _is_whole(folder, whole, told, when)
    assert sum(hot) > 1, "some were killed when pages were half written"


def _is_hot(path: Path) -> bool:
    """Whether a journal has to be rolled back before the database can be read."""
    journal = path.with_name(f"{path.name}-journal")
    return journal.exists() and journal.read_bytes()[:1] not in (b"", b"\0")


_HALF_WRITTEN = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("pragma cache_size = 5")  # so that pages are written before the end
db.execute("begin exclusive")
db.execute("update parts set text = text || 'half written'")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_half_written_is_taken_back(store: Store) -> None:
    converse(store.folder, *(f"Number {n} " + "of many words " * 900 for n in range(30)))
    converse(store.folder, "Hello", fragments=marked(WITH))
    told = said(store.folder)
    subprocess.run([sys.executable, "-c", _HALF_WRITTEN, str(store.folder.logs)], check=False)
    with pytest.raises(LogsError, match="was stopped while it wrote"):
        logs_plan.survey(store.folder.logs)
    assert purge(store, FACT).is_clean
    for turn, messages in said(store.folder).items():
        expected = [without_fact(*message) for message in told[turn]]
        assert [without_fact(*message) for message in messages] == expected
    assert faults(store.folder) == ([], [], "ok")


# The whole product


def remember(product: Product, *facts: str) -> None:
    """Give the profile these facts."""
    for fact in facts:
        assert product.run("memory", "add", fact).code == 0


def purged(product: Product, text: str, code: int = 0) -> dict[str, Any]:
    ran = product.run("memory", "forget", "--purge", text, "-y", "--json")
    assert ran.code == code, ran
    report: dict[str, Any] = json.loads(ran.out)
    assert report["is_clean"] == (code == 0)
    return report


def works_on(product: Product, *threads: str) -> None:
    """LLM lists its log, finds in it, and goes on with every conversation in it."""
    listed = json.loads(product.run("logs", "--json", "-n", "0").out)
    assert set(threads) <= {each["conversation_id"] for each in listed}
    assert product.run("logs", "-n", "0").code == product.run("logs", "-s", "-n", "0").code == 0
    for thread in threads:
        assert product.run("logs", "--cid", thread).code == 0
        assert product.type("--cid", thread, "And then?").code == 0
    ran = product.type("-c", "And at last?")
    assert ran.code == 0, ran
    after = json.loads(product.run("logs", "--json", "-n", "0").out)
    assert {each["id"] for each in listed} < {each["id"] for each in after}
    assert len(after) == len(listed) + len(threads) + 1
    assert faults(product.folder) == ([], [], "ok")


@pytest.mark.product
@pytest.mark.parametrize("place", ["prompt", "system"])
def test_a_log_of_today(product: Product, place: str) -> None:
    remember(product, FACT, OTHER)
    env = {"LLM_MEMORY_PLACEMENT": place}
    assert product.type("Where do I live?", env=env).code == 0
    assert product.type("-c", "And when?", env=env).code == 0
    before = product.logged()
    report = purged(product, "Lisbon")
    assert report["rows"]["fragments"] == 1 and report["rows"]["turns"] == 2
    assert [turn["id"] for turn in product.logged()] == [turn["id"] for turn in before]
    told = product.run("logs", "-n", "0", "-x").out + product.run("logs", "--json").out
    assert FACT not in told and OTHER in told
    works_on(product, *{turn["thread_id"] for turn in before})
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    assert FACT not in json.dumps(product.prompts()[-1]) and OTHER in json.dumps(
        product.prompts()[-1]
    )


def made_old(path: Path, fixture: str) -> str:
    """Lay an old log there, with our text in it as its llm stored it; returns a conversation."""
    shutil.copy(FIXTURES / f"{fixture}.db", path)
    with logs_plan.opened(path, "rw") as db:
        query = "select id, conversation_id from responses order by id limit 1"
        response, thread = db.execute(query).fetchone()
        for number, (text, source) in enumerate(
            [(WITH, "memory:auto"), (ANCESTOR, "memory:profile")]
        ):
            fragment = db.execute(
                "insert into fragments (hash, content, source) values (?, ?, ?)",
                (sha256(text.encode()).hexdigest(), text, source),
            ).lastrowid
            for table in ("prompt_fragments", "system_fragments"):
                values = (response, fragment, 7 + number)
                db.execute(f"insert into {table} values (?, ?, ?)", values)
        request = {"messages": [{"role": "user", "content": {"$r": [{"$": "f1"}, WITH, "é"]}}]}
        db.execute(
            "update responses set system = ?, prompt_json = ?, response_json = ? where id = ?",
            (f"Be brief\n{WITH}", json.dumps(request), json.dumps({"in": ANCESTOR}), response),
        )
        for table in {"conversations", "responses", "turns"} & set(logs_plan.columns(db)):
            db.execute(f"update {table} set model = 'scripted'")
        name = f"{' '.join(ANCESTOR.split())[:31]}…"
        db.execute("update conversations set name = ? where id = ?", (name, thread))
    return str(thread)


@pytest.mark.product
@pytest.mark.parametrize("continued", [False, True])
@pytest.mark.parametrize("fixture", ["legacy", "upgraded"])
def test_a_log_of_an_older_llm(product: Product, fixture: str, continued: bool) -> None:
    thread = made_old(product.user_path / "logs.db", fixture)
    remember(product, OTHER)
    if continued:  # LLM copies the conversation into its new tables, with our text in full
        assert product.type("--cid", thread, "And now?").code == 0
    before = rows(product.folder.logs)
    report = purged(product, "Lisbon")
    after = rows(product.folder.logs)
    assert after.keys() == before.keys()
    assert report["rows"]["responses"] == 1 and report["rows"]["fragments"] == 2
    assert ("parts" in report["rows"]) == (continued and fixture == "legacy")
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    for (table, number), row in before.items():
        if table in ("responses", "turn_search"):
            for column in ("prompt", "response"):
                assert after[table, number][column] == row[column]
    works_on(product, thread)


_LLM = """
import json, sys, time
from pathlib import Path
import llm, sqlite_utils

class Echo(llm.Model):
    model_id = "echo"
    def execute(self, *given, **named):
        time.sleep(0.01)  # no model answers faster
        yield "heard"

path, stop, said, given = sys.argv[1], Path(sys.argv[2]), [], json.loads(sys.argv[3])
while not stop.exists():
    conversation = llm.Conversation(Echo())
    ours = llm.Fragment(given, "memory:auto")
    response = conversation.prompt(f"Said {len(said)}", fragments=[ours])
    response.text()
    db = sqlite_utils.Database(path)
    response.log_to_db(db)
    db.close()
    said.append(conversation.id)
    print(conversation.id, flush=True)
"""


@pytest.mark.product
def test_llm_writes_at_the_same_moment(store: Store, tmp_path: Path) -> None:
    conversed(store.folder)
    for number in range(40):  # so that it takes long enough to be in somebody's way
        converse(store.folder, f"Number {number}", "And?", "So?", fragments=marked(WITH))
    stop = tmp_path / "stop"
    given = block("Owns a cat", OTHER)
    command = [sys.executable, "-c", _LLM, str(store.folder.logs), str(stop), json.dumps(given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        said = [child.stdout.readline().strip()]
        for fact in (FACT, OTHER, "Owns a cat", FACT, OTHER, "Owns a cat"):
            report = purge(store, fact)
            assert not report.trouble, report
            said.append(child.stdout.readline().strip())
        stop.touch()
        said += child.stdout.read().split()
        assert child.wait() == 0
    with log_store(store.folder) as logged:
        assert all(logged.thread_messages(thread) for thread in said)
    assert faults(store.folder) == ([], [], "ok")


_READER = """
import fcntl, sqlite3, sys
from pathlib import Path

path, stop, half_locked = sys.argv[1], Path(sys.argv[2]), 0
db = sqlite3.connect(path, isolation_level=None)
db.execute("begin")
db.execute("select count(*) from threads").fetchone()
print("reading", flush=True)
with open(path, "rb+", buffering=0) as file:
    while not stop.exists():
        for _ in range(1000):
            try:  # what SQLite does as soon as one who has read goes on to write
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0x40000001)
                fcntl.lockf(file, fcntl.LOCK_UN, 1, 0x40000001)
            except OSError:
                half_locked += 1
    db.execute("update threads set name = '' where rowid = 1")
    db.execute("commit")
print(half_locked)
"""


_WRITER = """
import sqlite3, sys

db = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
db.execute("update threads set name = '' where rowid = 1")
"""


def journal(folder: Folder, mode: str) -> None:
    with closing(sqlite3.connect(folder.logs)) as changed:
        changed.execute(f"pragma journal_mode = {mode}")


@contextmanager
def reading(folder: Folder, stop: Path) -> Iterator[IO[str]]:
    """Another process that reads the log, and goes on to write it once there is a file `stop`.

    Yields what it prints then: how often it found the log half locked.
    """
    command = [sys.executable, "-c", _READER, str(folder.logs), str(stop)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stdout.readline() == "reading\n"
        yield child.stdout


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("deed", ["write", "clean"])
def test_llm_that_has_begun_by_reading_can_go_on_to_write(
    store: Store,
    deed: str,
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    conversed(store.folder)
    journal(store.folder, mode)
    found = run.find(store, FACT)
    deeds: dict[str, Callable[[], object]] = {
        "write": lambda: logs_write.write(store.folder.logs, found.wanted, found.survey),
        "clean": lambda: logs_write.clean(store.folder.logs),
    }
    attempts, original = [], logs_locks._executed

    def attempted(*given: Any) -> bool:
        attempts.append(given)
        return original(*given)

    monkeypatch.setattr(logs_locks, "_executed", attempted)
    monkeypatch.setattr(logs_locks, "_RETRY", 0)
    monkeypatch.setattr(logs_locks, "_PATIENCE", 60)
    stop = tmp_path / "stop"
    with reading(store.folder, stop) as printed, ThreadPoolExecutor(1) as pool:
        done = pool.submit(deeds[deed])
        until(lambda: len(attempts) > 3000 or done.done(), "that the log is waited for")
        stop.touch()
        assert printed.read() == "0\n", "it went on, and at no moment was the log half locked"
        assert done.result() is not None
    assert faults(store.folder) == ([], [], "ok")


@pytest.mark.parametrize("problem", ["no locks here", "may not be opened by us"])
def test_where_nobody_can_be_seen_sqlite_alone_decides(
    store: Store, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_given: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    conversed(store.folder)
    found = run.find(store, FACT)
    target = (fcntl, "lockf") if problem == "no locks here" else (os, "open")
    with monkeypatch.context() as patched:
        patched.setattr(*target, refused)
        assert logs_write.write(store.folder.logs, found.wanted, found.survey).rows
        assert logs_write.clean(store.folder.logs) == ""
    assert faults(store.folder) == ([], [], "ok")


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_the_log_is_everybodys_again_between_two_locks(folder: Folder, mode: str) -> None:
    conversed(folder)
    journal(folder, mode)
    command = [sys.executable, "-c", _WRITER, str(folder.logs)]
    with logs_locks.opened(folder.logs) as opened:
        for _ in range(2):
            with logs_locks.locked(opened, "begin exclusive"):
                pass
            subprocess.run(command, check=True)


def test_in_wal_mode_who_only_has_the_log_open_does_not_hinder(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    conversed(store.folder)
    journal(store.folder, "wal")
    monkeypatch.setattr(logs_locks, "_PATIENCE", 0.1)
    found = run.find(store, FACT)
    stop = tmp_path / "stop"
    with reading(store.folder, stop):
        assert logs_write.write(store.folder.logs, found.wanted, found.survey).rows
        stop.touch()
    assert faults(store.folder) == ([], [], "ok")


@pytest.mark.product
def test_an_answer_under_way_brings_it_back_once(product: Product) -> None:
    remember(product, FACT)
    go = product.base / "go"
    product.answer(prompts={"Slow": f"!wait {go}"})
    with product.terminal("Slow", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        until(product.prompts, "that the model was asked")
        purged(product, FACT)
        go.touch()
        assert screen.end().code == 0
    assert len(product.logged()) == 1
    report = purged(product, FACT)
    assert report["facts"] == [FACT] and report["rows"]["fragments"] == 1
    works_on(product)


@pytest.mark.once
@pytest.mark.product
def test_an_open_chat_is_told_of(product: Product) -> None:
    remember(product, FACT)
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("Hello\n")
        until(product.logged, "that the turn is logged")
        report = purged(product, FACT, code=1)
        assert "chat" in " ".join(report["left"]) and report["rows"]
        screen.send("And now?\n")
        until(lambda: len(product.logged()) == 2, "that the second turn is logged")
        screen.send("quit\n")
        assert screen.end().code == 0
    report = purged(product, FACT)
    assert report["rows"]["parts"] >= 1
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    assert len(product.logged()) == 2
    works_on(product)


@pytest.mark.once
@pytest.mark.product
def test_it_asks_twice(product: Product) -> None:
    remember(product, FACT)
    product.type(f"{QUOTE}, and so on")
    log_before = (product.user_path / "logs.db").read_bytes()
    asked = ["memory", "forget", "--purge", "Lisbon"]
    with product.terminal(*asked) as screen:
        assert FACT in screen.wait_for("[y/N]")
        screen.send("n\n")
        assert screen.end().code == 1
    assert f"- {FACT}\n" in product.profile()
    with product.terminal(*asked) as screen:
        screen.wait_for("[y/N]")
        screen.send("y\n")
        assert "rows of logs.db" in screen.wait_for("[y/N]")
        screen.send("n\n")
        ended = screen.end()
    assert ended.code == 1 and "Still there: LLM's log" in ended.out
    assert FACT not in product.profile()
    assert (product.user_path / "logs.db").read_bytes() == log_before
    with product.terminal(*asked) as screen:
        assert "only in LLM's log" in screen.wait_for("[y/N]")
        screen.send("y\n")
        screen.wait_for("[y/N]")
        screen.send("y\n")
        ended = screen.end()
    [turn] = product.logged()
    assert ended.code == 0 and f"llm logs --cid {turn['thread_id']}" in ended.out
    assert all(len(line) < 80 for line in ended.out.splitlines()), ended.out
    assert product.run("memory", "forget", "--purge", "Lisbon").code == 1, "nobody answers"
    assert product.run("memory", "forget", "--purge", " ", "-y").code == 1


@pytest.mark.product
def test_the_words_are_learned_and_purged_and_not_learned_again(product: Product) -> None:
    product.answer({"Lisbon": f'ADD Personal Information | {FACT} | "{QUOTE}"'})
    product.type(f"{QUOTE}, by the way")
    product.learns(FACT)
    report = purged(product, FACT)
    [turn] = product.logged()
    assert [(said["turn_id"], said["where"]) for said in report["turns"]] == [
        (turn["id"], "prompt")
    ]
    assert product.run("memory", "update", "--retry").code == 0
    assert FACT not in product.profile()
    assert FACT not in product.run("memory", "log").out + product.run("memory", "history").out
    assert purged(product, FACT)["turns"] == report["turns"]


@pytest.mark.once
@pytest.mark.product
def test_an_update_under_way_is_waited_for(product: Product) -> None:
    go = product.base / "go"
    product.answer({"sailing": f"!wait {go}"})
    remember(product, FACT)
    product.type("I like sailing, and there is nothing better")
    until(product.requests, "that the update is under way")
    with product.terminal("memory", "forget", "--purge", FACT, "-y") as screen:
        screen.wait_for("Waiting for an update")
        assert FACT in product.profile()
        go.touch()
        assert screen.end().code == 0
    assert FACT not in product.profile()


@pytest.mark.once
@pytest.mark.product
def test_clear_with_its_history(product: Product) -> None:
    remember(product, FACT, OTHER)
    assert product.run("memory", "clear", "--history").code == 1, "nobody answers"
    assert FACT in product.profile()
    ran = product.run("memory", "clear", "--history", "-y")
    assert ran.code == 0 and "3 versions" in ran.err
    assert product.profile() == EMPTY
    assert raw(product.folder, FACT, OTHER) == []
    assert product.run("memory", "undo").code == 1
    assert product.run("memory", "add", "Anew").code == 0
