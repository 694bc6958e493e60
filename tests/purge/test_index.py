"""Purging the index: no passage, word or byte of the purged fact is left, and none comes back."""

import os
from pathlib import Path

import pytest
from support.index_content import read_index, refresh_index
from support.learning import save_update
from support.llm_log import START, Log
from support.product import Product

from llm_user_memory import notes
from llm_user_memory.checks.guard import Verdict
from llm_user_memory.logs import Turn
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.purge import index as purge_index
from llm_user_memory.purge import run
from llm_user_memory.purge.run import Report
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import refresh, vectors
from llm_user_memory.recall.index.bag_of_words import encode
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, kept_conversations, sources, state, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

pytestmark = [pytest.mark.once, pytest.mark.slow]

FACT, QUOTE = "Dances the Lindyhop", "I dance the Lindyhop"
WORDS = ("lindyhop", "bees", "rows")


@pytest.fixture
def turns(store: Store, log: Log, tmp_path: Path) -> list[str]:
    """Index a log, a profile, notes and a source, some of which state the fact; return turn ids."""
    said = [
        "I keep bees",
        f"{QUOTE} on Fridays",
        "Where is that taught?",
        "I row",
        "lindyhop, is that a dance?",
    ]
    ids = [log.say(text, START + 60 * n, thread=f"t{n // 3}") for n, text in enumerate(said)]
    edit = Edit("add", "Interests", new=FACT, quote=QUOTE)
    store.db.execute(
        "insert into turns (id, thread_id, started, ended, outcome) "
        "values (?, 't0', ?, ?, 'pending')",
        (ids[1], START, START),
    )
    update = updates.begin(store.db, "t0", "m", "lines", START)
    versions.change(store, lambda _: EMPTY + "- Rows\n", "edit")
    save_update(
        store,
        lambda text: apply_edit(text, edit),
        update,
        lambda _: updates.finish(
            store.db, update, [ids[1]], [Verdict(edit, turn_id=ids[1])], START
        ),
    )
    notes.add(store.folder, "I keep bees", now=START)
    notes.add(store.folder, "We dance. I dance the\nLindyhop, and how", now=START + 60)
    notes.add(store.folder, f"{QUOTE}!", now=START + 120)
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.md").write_text(f"# One\nRows\n# Two\nShe {FACT.lower()}, they say.\n# Three\nx\n")
    (papers / "b.md").write_text("# The lindyhop\nis fun\n")
    for path in (*papers.iterdir(), *store.folder.notes.iterdir()):
        os.utime(path, (START, START))  # long ago: what is as it was is not read again
    sources.add(store, papers)
    refresh_index(store)
    with refresh.writing(store.folder) as opened, index_db.transaction(opened):
        numbers = [row["id"] for row in opened.execute("select id from passages")]
        vectors.put(opened, {number: vectors.packed([1.0] * 16) for number in numbers})
        index_db.put(opened, index_db.EMBEDDED, max(numbers))
    return ids


def purge(store: Store, text: str = "Lindyhop") -> Report:
    return run.purge(store, run.find(store, text), in_log=True)


def _bytes(folder: Folder) -> bytes:
    found = b""
    for kind in ("", "-wal"):
        path = Path(f"{folder.index_db}{kind}")
        found += path.read_bytes() if path.exists() else b""
    return found.lower()


def _says(folder: Folder) -> bool:
    found = read_index(folder, *WORDS)
    texts = " ".join(row[13] or "" for row in found["passages"]).lower()
    in_bags = any(encode("lindyhop") in letters for _, letters in found["bags"])
    return bool("lindyhop" in texts or found["words: lindyhop"] or in_bags)


def test_a_purge_takes_it_out_of_the_index_to_the_last_byte(store: Store, turns: list[str]) -> None:
    assert _says(store.folder) and b"lindyhop" in _bytes(store.folder)
    report = purge(store)
    assert report.is_clean and report.gone["passages"] >= 5, report
    assert not _says(store.folder)
    assert b"lindyhop" not in _bytes(store.folder)
    left = {row[3] for row in read_index(store.folder)["passages"] if row[0] == "logs"}
    assert left == {turns[0], turns[2], turns[3]}
    with index_db.existing(store.folder) as opened:
        assert opened is not None
        passages = {row["id"] for row in opened.execute("select id from passages")}
        assert {row["passage"] for row in opened.execute("select passage from vectors")} <= passages
    [place] = [place for place in report.places if "notes" in place]
    assert "index" not in " ".join(report.places) and place.startswith("notes/")


def test_it_does_not_come_back(store: Store, turns: list[str]) -> None:
    purge(store)
    refresh_index(store)
    assert not _says(store.folder)
    drifted = read_index(store.folder, *WORDS)
    refresh_index(store, force=True)
    assert read_index(store.folder, *WORDS) == drifted
    index_db.delete(store.folder)
    refresh_index(store)
    assert read_index(store.folder, *WORDS) == drifted and turns[1] in drifted["barred"]
    path = notes.path(store.folder, notes.parse_day("2025-06-15"))
    path.write_text(path.read_text() + "\nmore\n")
    refresh_index(store)
    assert not _says(store.folder)


def test_what_says_a_fact_that_no_turn_was_learned_from_goes_too(store: Store, log: Log) -> None:
    """As it was added by hand, or was forgotten before and said again."""
    versions.change(store, lambda _: EMPTY + f"- {FACT}\n", "add")
    said = [log.say(text, START) for text in ("I dance the Lindyhop and like tea", "I row")]
    notes.add(store.folder, "We dance the Lindyhop here", now=START)
    kept = Turn("k1", "k", "", START, START, "I dance the Lindyhop", "ok")
    kept_conversations.add(store.db, [kept], "elsewhere")
    refresh_index(store)
    report = purge(store, FACT)
    assert report.is_clean and [turn.turn_id for turn in report.turns] == said[:1]
    assert [place for place in report.places if place.startswith("notes/")]
    assert report.gone["turns"] == 1 and b"lindyhop" not in _bytes(store.folder)
    said.append(log.say("I dance the Lindyhop so much", START + 60))
    refresh_index(store)
    assert _says(store.folder)
    report = purge(store, FACT)
    assert [turn.turn_id for turn in report.turns] == [said[0], said[2]]
    refresh_index(store, force=True)
    assert not _says(store.folder) and b"lindyhop" not in _bytes(store.folder)


def test_what_is_remembered_may_return(store: Store, turns: list[str]) -> None:
    before = read_index(store.folder, "lindyhop")["words: lindyhop"]
    purge(store)
    forgotten.unforget(store.db, [FACT])
    refresh_index(store)
    after = read_index(store.folder, "lindyhop")["words: lindyhop"]
    assert {name for name, _ in after} == {name for name, _ in before if name[0] != "profile"}
    assert turns[1] in {row[3] for row in read_index(store.folder)["passages"]}


def test_a_turn_that_was_deleted_from_the_log_is_purged_all_the_same(
    store: Store, log: Log, turns: list[str]
) -> None:
    log.run(f"delete from turn_search where turn_id = '{turns[1]}'")
    log.run(f"delete from turns where id = '{turns[1]}'")
    report = purge(store)
    assert report.is_clean
    assert b"lindyhop" not in _bytes(store.folder)
    refresh_index(store)
    assert not _says(store.folder)


def test_an_index_that_is_made_later_lacks_it(store: Store, turns: list[str]) -> None:
    index_db.delete(store.folder)
    report = purge(store)
    assert "passages" not in report.gone and not store.folder.index_db.exists()
    refresh_index(store)
    assert turns[4] not in {row[3] for row in read_index(store.folder)["passages"]}


def test_where_the_log_cannot_be_read_the_index_goes_as_a_whole(
    store: Store, log: Log, turns: list[str]
) -> None:
    log.path.write_bytes(b"no database, but a file of the same name" * 50)
    report = purge(store)
    assert not report.is_clean and "cannot be" in " ".join(report.left)
    assert b"lindyhop" not in _bytes(store.folder)
    assert len(turns) == 5


@pytest.mark.product
def test_who_reads_the_index_puts_its_cleaning_off(
    store: Store, turns: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge_index, "_PATIENCE", 0.1)
    with refresh.locked_index(store.folder):
        report = purge(store)
    assert not report.is_clean and "index.lock" in " ".join(report.left) and len(turns) == 5
    with index_db.existing(store.folder) as reading:
        assert reading is not None
        reading.execute("begin")
        reading.execute("select * from passages").fetchone()
        report = purge(store)
        assert report.notes == (
            "The index of what was said is not clean: another process is reading it. "
            "Run the same again.",
        )
    assert purge(store).is_clean and b"lindyhop" not in _bytes(store.folder)


def test_forgetting_alone_takes_its_turn_out_with_the_next_refresh(
    store: Store, turns: list[str]
) -> None:
    versions.change(store, lambda _: EMPTY + "- Rows\n", "forget", forget=[FACT])
    refresh_index(store)
    found = read_index(store.folder, *WORDS)
    assert turns[1] not in {row[3] for row in found["passages"]}
    assert [row[13] for row in found["passages"] if row[0] != "logs"] == [
        "Rows",
        "x",
        "is fun",
        "I keep bees",
        "Rows",
    ]


@pytest.mark.product
def test_the_commands_leave_nothing(product: Product) -> None:
    product.answer({"Lindyhop": f'ADD Interests | {FACT} | "{QUOTE}"'})
    product.type(QUOTE)
    product.wait_for_fact(FACT)
    product.run("memory", "note", "Rows and rows")
    product.run("memory", "reindex")
    product.run("memory", "daemon", "stop")
    assert _says(product.folder)
    ran = product.run("memory", "forget", "--purge", "--yes", "Lindyhop")
    assert ran.code == 0 and "indexed passage" in ran.out, ran
    assert not _says(product.folder) and b"lindyhop" not in _bytes(product.folder)
    assert product.run("memory", "reindex", "--force").code == 0
    assert not _says(product.folder) and b"lindyhop" not in _bytes(product.folder)


@pytest.mark.product
def test_clearing_the_history_clears_it_in_the_index_too(product: Product) -> None:
    for fact in ("Dances the Lindyhop", "Rows"):
        product.run("memory", "add", fact)
    product.run("memory", "reindex")
    with state.opened(product.folder):
        assert b"lindyhop" in _bytes(product.folder)
    assert product.run("memory", "clear", "--history", "--yes").code == 0
    product.run("memory", "daemon", "stop")
    assert not _says(product.folder) and b"lindyhop" not in _bytes(product.folder)
