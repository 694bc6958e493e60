"""Purging the memory folder, and clearing its history: what goes, what stays, what is reported."""

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.learning import addition, save_update
from support.learning import learn as learn_checked
from support.llm_log import START
from support.purging import (
    FACT,
    OTHER,
    QUOTE,
    files_containing,
    learn,
    log_conversation,
    our_fragments,
    profile_with,
    purge,
    stored_parts,
)

from llm_user_memory import notes
from llm_user_memory.checks.guard import Verdict
from llm_user_memory.checks.refusals import FORGOTTEN
from llm_user_memory.egress import CLOUD
from llm_user_memory.errors import NotesError
from llm_user_memory.learn import manual, proposing
from llm_user_memory.logs import Turn
from llm_user_memory.profile import render
from llm_user_memory.profile.document import EMPTY, STANDARD_SECTIONS
from llm_user_memory.profile.edits import Edit
from llm_user_memory.profile.render import EARLIER
from llm_user_memory.purge import search
from llm_user_memory.purge import state as purge_state
from llm_user_memory.purge.target import Target
from llm_user_memory.settings import Folder
from llm_user_memory.store import (
    backfilled,
    consent,
    forgotten,
    ledger,
    review_queue,
    state,
    updates,
)
from llm_user_memory.store.profile import history, texts, versions
from llm_user_memory.store.state import Store

COPIES = ("profile.edit.md", "profile.edit.md.unsaved-20260101-120000")
"""What is, or was, in the user's editor."""


def fill_memory(store: Store) -> None:
    """Fill the memory: two learned facts, a refused one, one for review, a failed update, files."""
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
    for name in COPIES:
        (store.folder.path / name).write_text(f"- {FACT}\n- Unsaved\n")


def test_a_note_below_such_a_heading_stays_and_only_its_record_goes(store: Store) -> None:
    learn(store, FACT, QUOTE, "t2")
    notes.add(store.folder, f"## {FACT}\nsince spring")
    notes.add(store.folder, "rowed today")
    report = purge(store, "Lisbon")
    assert report.is_clean, report.left
    assert FACT in (notes.text_of(store.folder, date.today()) or "")
    assert notes.undo(store.folder).text == "rowed today"
    with pytest.raises(NotesError, match="nothing to take back"):
        notes.undo(store.folder)


def test_nothing_of_ours_says_it_any_more(store: Store) -> None:
    fill_memory(store)
    assert files_containing(store.folder, "Lisbon")
    report = purge(store, "Lisbon")
    assert report.facts == (FACT, "Lives near Lisbon", "Likes Lisbon")
    assert report.is_clean and not report.left and not report.notes
    assert dict(report.gone) == {"versions": 1, "edits": 3, "errors": 1, "turns": 0, "files": 3}
    assert files_containing(store.folder, "Lisbon", "isbon") == []


def test_all_else_stays(store: Store) -> None:
    fill_memory(store)
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
    assert review_queue.open_edits(store.db, store.folder.profile.read_text()) == []
    assert [(store.folder.path / name).read_text() for name in COPIES] == ["- Unsaved\n"] * 2
    log_text = store.folder.daemon_log.read_text()
    assert log_text.startswith("started\nunexpected: “---") and log_text.endswith("stopped\n")
    for version in history.newest(store.db, 9):
        text = version.text
        versions.change(store, lambda _, to=text: to, "restore", restores=version.n)  # type: ignore[misc]
        assert store.folder.profile.read_text() == text


def test_it_stays_forgotten(store: Store) -> None:
    fill_memory(store)
    purge(store, "Lisbon")
    known = forgotten.load(store.db)
    assert known.turn("t2") and known.since(FACT, "") and known.since("", QUOTE)
    assert not known.turn("t1") and not known.since(OTHER, "I like sailing")


def test_what_only_the_history_has_is_found(store: Store) -> None:
    fill_memory(store)
    versions.change(store, lambda _: profile_with(OTHER), "forget", forget=[FACT])
    report = purge(store, FACT)
    assert report.facts == (FACT,) and report.version is None and report.gone["versions"] == 1
    assert files_containing(store.folder, FACT, QUOTE) == []


def test_what_was_purged_is_not_written_down_again(store: Store) -> None:
    """Neither when an old conversation has it, nor when a model proposes it with a tool."""
    fill_memory(store)
    assert purge(store, "Lisbon").is_clean
    [verdict] = learn_checked(store, f"{QUOTE}, and I row", addition(FACT, QUOTE), at=START - 1)
    assert verdict.refusal == FORGOTTEN
    proposed = addition(FACT, "")
    assert proposing.propose(store, proposed, asked_by=CLOUD, model="m", thread="t") == ""
    assert files_containing(store.folder, FACT, QUOTE) == []


def test_a_longer_fact_with_the_same_words_stays_however_often_it_is_run(store: Store) -> None:
    """The report says to run the same command again while something is left."""
    longer = f"{FACT} with Tom"
    versions.change(store, lambda _: profile_with(FACT, OTHER, longer), "edit")
    reports = [purge(store, FACT), purge(store, FACT.lower()), purge(store, "living in Lisbon")]
    assert [report.facts for report in reports] == [(FACT,), (), ()]
    assert [report.also for report in reports] == [(longer,), (longer,), ()]
    assert versions.read(store).text == profile_with(OTHER, longer)
    assert purge(store, longer).is_clean
    assert versions.read(store).text == profile_with(OTHER)


def test_other_forms_of_a_forgotten_fact_still_find_it(store: Store) -> None:
    fill_memory(store)
    versions.change(store, lambda _: profile_with(OTHER), "forget", forget=[FACT])
    assert purge(store, "living in Lisbon").facts == (FACT,)
    assert files_containing(store.folder, FACT, QUOTE) == []


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


@pytest.mark.parametrize("level", ["##", "#", "###", "## Archive:"])
def test_a_heading_stays_until_the_user_renames_it_and_then_goes_from_the_history(
    store: Store, level: str
) -> None:
    mine = f"{EMPTY}\n{level} Lisbon #local\n- {OTHER}\n- {FACT}\n"
    store.folder.profile.write_text(mine)
    report = purge(store, "Lisbon")
    assert report.headings == (f"{level.lstrip('#')} Lisbon #local".strip(),)
    assert not report.is_clean
    assert store.folder.profile.read_text() == mine.replace(f"- {FACT}\n", "")
    assert purge(store, "Lisbon").left == report.left

    store.folder.profile.write_text(mine.replace(f"- {FACT}\n", "").replace("Lisbon", "Town"))
    report = purge(store, "Lisbon")
    assert report.is_clean and not report.headings, report.left
    assert files_containing(store.folder, "Lisbon") == []
    earlier = manual.version(store.db, 1).text
    assert earlier == mine.replace(f"- {FACT}\n", "").replace("Lisbon", "purged")


def test_edits_on_record_lose_such_a_heading_and_those_that_wait_still_do(store: Store) -> None:
    mine = f"{EMPTY}\n## Lisbon\n- {OTHER}\n"
    store.folder.profile.write_text(mine)
    learn_checked(store, "I row", addition("Rows", "I row", "Lisbon"), waits=True)
    store.folder.profile.write_text(mine.replace("Lisbon", "Town"))
    assert purge(store, "Lisbon").is_clean
    [waiting] = review_queue.open_edits(store.db, versions.read(store).text)
    assert (waiting.new, waiting.section) == ("Rows", STANDARD_SECTIONS[0])


@pytest.mark.parametrize("text", ["interests", "personal", "user", "preferences"])
def test_headings_that_every_profile_has_say_nothing(store: Store, text: str) -> None:
    learn(store, OTHER, "I like sailing", "t1")
    archived = f"\n## Archive: Preferences #local\n- {OTHER} in spring\n"
    store.folder.profile.write_text(store.folder.profile.read_text() + archived)
    assert purge(store, text).is_clean


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["memory", "learning", "log", "user", "text", "earlier conversations"]
)
def test_words_of_ours_say_nothing_and_stay(store: Store, text: str) -> None:
    """Why a turn was skipped also tells which answers go to no model."""
    kept = [consent.UNMARKED, consent.LEARNING_OFF, ledger.SHARED_LOG, ledger.ONLY_PASTED]
    with state.transaction(store.db):
        for number, reason in enumerate(kept):
            turn = Turn(f"t{number}", "thread", "", START, START, "", "")
            ledger.enter(store.db, turn, reason)
    learn(store, f"Has a {text}", f"I have a {text}", "t9")
    said = render.of_profile(versions.read(store).text)
    log_conversation(store.folder, "Hello", fragments=our_fragments(said))
    assert purge(store, text).is_clean
    assert list(ledger.reasons(store.db, [f"t{n}" for n in range(4)]).values()) == kept


def test_a_quote_that_also_says_it_goes(store: Store) -> None:
    learn(store, FACT, QUOTE, "t2")
    learn(store, "Has a boat", f"{QUOTE} and have a boat", "t2")
    assert purge(store, FACT).is_clean
    assert updates.learned_facts(store.db) == {"Has a boat": ""}
    assert "- Has a boat\n" in store.folder.profile.read_text()


@pytest.mark.parametrize(
    ("kept", "quote", "left"),
    [
        ("Sails in Kiel", "I take insulin and I sail in Kiel", ""),
        ("Sails in Kiel", "I sail in Kiel", "I sail in Kiel"),
        ("Takes insulin twice a day", "I take insulin twice a day", "I take insulin twice a day"),
    ],
)
def test_a_quote_that_says_it_in_other_forms_goes(
    store: Store, kept: str, quote: str, left: str
) -> None:
    learn(store, "Takes insulin", "yes, I still inject insulin, so I take it", "t1")
    learn(store, kept, quote, "t2")
    purge(store, "Takes insulin")
    assert updates.learned_facts(store.db) == {kept: left}


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
    search.search_memory(store, Target("Lisbon", (FACT,)), found)
    assert found.places == {"kept.bin": 1} and not found.left


def test_letters_that_json_escapes_are_found(store: Store) -> None:
    (store.folder.path / "kept.json").write_text(json.dumps(["Mag Öl und “Brot”"]))
    found = search.Findings()
    search.search_memory(store, Target("Öl", ("Mag Öl und “Brot”",)), found)
    assert found.places == {"kept.json": 1}


def test_the_history_is_cleared(store: Store) -> None:
    fill_memory(store)
    store.db.execute(
        "insert into turns (id, thread_id, started, ended, outcome, update_id) "
        "values ('t9', 'thread', 0, 0, 'learned', 1)"
    )
    versions.change(store, lambda _: profile_with(OTHER), "forget", forget=[FACT])
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
    for name in COPIES:
        (store.folder.path / name).unlink()
    store.folder.daemon_log.unlink()
    assert files_containing(store.folder, "Lisbon", "sailing") == []
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
        turns = [Turn("t1", "t", "m", 0.5, 0.5, QUOTE, "")]
        backfilled.record(store.db, turns, "logs", update, {"t1": "elsewhere"})

    update = updates.begin(store.db, "t", "m", "lines", 1.0, source="logs")
    save_update(store, lambda _: profile_with(FACT), update, keep)
    target = purge_state.target_of(store.db, FACT, ())
    purge_state.forget(store, target)
    purge_state.purge(store, target)
    purge_state.clear_history(store)
    assert purge_state.turns_of(store.db, Target(FACT, (FACT,))) == {"t1"}


IN_OTHER_LETTERS = {
    "another case": ("LIVES IN LISBON", "lives in lisbon"),
    "wide letters": ("Lives in Ｌｉｓｂｏｎ", "Lisbon"),
    "an apostrophe": ("Likes Dunkin' donuts and O'Brien", "OBrien"),
    "a grave accent": ("Likes O`Brien", "O'Brien"),
    "a capital that only Unicode knows": ("Живёт в МОСКВЕ", "москве"),
    "an accent on its own": ("Likes cafe\u0301s", "Cafés"),
    "no spaces": ("住在東京都", "東京"),
    "another form": ("Studies flies", "study flying"),
}


@pytest.mark.parametrize(("fact", "text"), IN_OTHER_LETTERS.values(), ids=IN_OTHER_LETTERS)
def test_a_recorded_fact_is_found_in_other_letters(store: Store, fact: str, text: str) -> None:
    learn(store, fact, QUOTE, "t1")
    versions.change(store, lambda _: EMPTY, "clear")
    found = purge_state.target_of(store.db, text, ())
    assert (found.facts, found.quotes, found.turn_ids) == ((fact,), (QUOTE,), ("t1",))
    texts.delete_versions_except(store.db, history.latest(store.db).n)  # type: ignore[union-attr]
    assert purge_state.target_of(store.db, text, ()) == found, "in the edit alone"


def test_of_many_recorded_facts_only_those_are_read_that_may_match(store: Store) -> None:
    """A page waits for it."""
    learn(store, FACT, QUOTE, "t1")
    lines = "".join(f"- Knows the {n}th thing of a list\n" for n in range(2000))
    versions.change(store, lambda text: f"{text}{lines}", "edit")
    many = [Edit("add", "Interests", new=f"Knows the {n}th thing") for n in range(2000)]
    update = updates.begin(store.db, "thread", "model", "lines", 0)
    with state.transaction(store.db):
        updates.finish(store.db, update, [], [Verdict(edit, "", "t2") for edit in many], 0)
    assert len(purge_state.recorded_facts(store.db, "Lives in Lisbon")) < 200
    assert purge_state.target_of(store.db, FACT, ()).facts == (FACT,)


def _long_profile(*facts: str) -> str:
    """A profile whose versions are stored in several compressed parts."""
    lines = [f"- Fact number {n} of many that are told of the user\n" for n in range(300)]
    for place, fact in enumerate(facts):
        lines.insert(50 * (place + 1), f"- {fact}\n")
    return EMPTY + "".join(lines)


def _live_long(store: Store) -> None:
    """Make versions of a long profile, of which the newest no longer has FACT."""
    for facts in ((OTHER,), (OTHER, FACT), (FACT, OTHER, "Rows"), (OTHER, "Rows")):
        versions.change(store, lambda _, facts=facts: _long_profile(*facts), "edit")  # type: ignore[misc]


def test_it_vanishes_from_every_compressed_part(store: Store) -> None:
    _live_long(store)
    before = {version.n: version.text for version in history.newest(store.db, -1)}
    assert any(FACT in part for part in stored_parts(store.folder))
    assert FACT.encode() not in store.folder.state.read_bytes(), "only the compressed parts say it"
    assert files_containing(store.folder, FACT)
    report = purge(store, FACT)
    assert report.is_clean and report.gone["versions"] == 2
    assert files_containing(store.folder, FACT, "Lisbon") == []
    assert texts.fault(store.db) == "" and _unused_parts(store) == []
    for version in history.newest(store.db, -1):
        assert version.text == before[version.n].replace(f"- {FACT}\n", "")


def test_no_part_is_left_of_a_history_that_was_cleared(store: Store) -> None:
    _live_long(store)
    versions.change(store, lambda _: _long_profile("Rows"), "edit")
    purge_state.clear_history(store)
    assert purge_state.clean(store.db) == ""
    left = "".join(stored_parts(store.folder))
    assert sorted(left.splitlines()) == sorted(_long_profile("Rows").splitlines())
    assert _unused_parts(store) == [] and files_containing(store.folder, FACT) == []


def test_what_only_a_version_says_in_other_words_is_told(store: Store) -> None:
    _live_long(store)
    versions.change(store, lambda text: f"{text}\nNo fact: lives in\n  LISBON.\n", "edit")
    versions.change(store, lambda _: _long_profile(), "edit")
    assert purge(store, FACT).left == {"state.db, versions.text": 1}


def test_another_state_db_is_searched_in_its_parts_too(store: Store) -> None:
    _live_long(store)
    store.db.execute("pragma wal_checkpoint(truncate)")
    content = store.folder.state.read_bytes()
    other = Folder(store.folder.path / "profiles" / "work")
    other.create()
    other.state.write_bytes(content)
    damaged = store.folder.path / "a damaged copy.db"
    damaged.write_bytes(b"no database" + content[100:])
    set_aside = store.folder.path / "state.db.broken-2026-11-23"  # as `doctor --fix` names it
    set_aside.write_bytes(damaged.read_bytes())
    found = search.Findings()
    search.search_memory(store, Target(FACT, (FACT,)), found)
    assert set(found.places) == {damaged.name}
    assert set(found.left) == {
        "state.db, versions.text",
        "profiles/work/state.db",
        set_aside.name,
    }


def test_letters_that_compressed_parts_have_by_chance_are_nothing_that_is_left(
    store: Store,
) -> None:
    _live_long(store)
    store.db.execute("pragma wal_checkpoint(truncate)")
    stored = b"".join(texts.stored(store.db))
    two = next(
        pair.decode()
        for start in range(len(stored))
        if (pair := stored[start : start + 2]).isascii()
        and pair.decode().isupper()
        and pair.decode().isalpha()
    )
    found = search.Findings()
    search.search_memory(store, Target(two, (two,)), found)
    assert not {"state.db", "state.db, parts.content"} & set(found.left)


LINES = [
    "- Lives in Lisbon\n",
    "- Rows\n",
    "  more\n",
    "```\n",
    "<!--\n",
    "-->\n",
    "## Work\n",
    "## Lives in Lisbon\n",
    "x\n",
]


@given(st.lists(st.sampled_from([*LINES, f"{EARLIER}\n"]), max_size=14), st.integers(1, 4))
def test_erasing_part_by_part_is_erasing_in_the_whole(lines: list[str], size: int) -> None:
    parts = ["".join(lines[start : start + size]) for start in range(0, len(lines), size)]
    assume(not any(part[0].isspace() for part in parts[1:]))
    target = Target(FACT, (FACT,))
    assert purge_state._eraser(target)(parts) == target.without("".join(lines))


def _unused_parts(store: Store) -> list[int]:
    query = "select id from parts where id not in (select part from version_parts)"
    return [row["id"] for row in store.db.execute(query)]


def test_a_copy_that_ends_while_it_is_searched_is_passed_over(
    store: Store, own_temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(store, "Has a boat", "I have a boat", "t1")
    (own_temporary_folder / "llm-memory-copy-x" / "memory").mkdir(parents=True)
    listed = os.scandir

    def scandir(path: str | Path) -> Any:
        if Path(path).name == "memory" and Path(path).is_relative_to(own_temporary_folder):
            raise FileNotFoundError(path)
        return listed(path)

    with monkeypatch.context() as while_searching:
        while_searching.setattr(os, "scandir", scandir)
        assert purge(store, "boat").is_clean
