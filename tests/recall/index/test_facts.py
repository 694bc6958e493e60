"""The profile and its history in the index: present and former facts, and no forgotten ones."""

import sqlite3
from typing import Any

import pytest
from support.index_content import read_index, refresh_index

from llm_user_memory.egress import CLOUD, USER
from llm_user_memory.learn import manual
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.recall import for_prompts
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store import forgotten, state
from llm_user_memory.store.profile import commit, versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.profile.history import CONFLICT
from llm_user_memory.store.state import Store

pytestmark = [pytest.mark.once, pytest.mark.slow]


def write(store: Store, *facts: str) -> None:
    text = EMPTY
    for fact in facts:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    versions.change(store, lambda _: text, "edit")


def dated(db: sqlite3.Connection) -> None:
    """Let version n be of the n-th second."""
    db.execute("update versions set created = n")


def known(folder: Folder) -> list[tuple[Any, ...]]:
    return [(row[1], row[4], row[13], row[6]) for row in read_index(folder)["passages"]]


def test_what_is_known_and_what_was(store: Store) -> None:
    write(store, "Keeps bees")
    write(store, "Keeps bees", "Rows")
    write(store, "Rows", "Plays chess")
    dated(store.db)
    numbers = [row["n"] for row in store.db.execute("select n from versions order by n")]
    refresh_index(store)
    assert known(store.folder) == [
        ("history", "Interests", "Keeps bees", float(numbers[-1])),
        ("profile", "Interests", "Rows", float(numbers[-2])),
        ("profile", "Interests", "Plays chess", float(numbers[-1])),
    ]
    drifted = read_index(store.folder, "bees", "rows")
    refresh_index(store, force=True)
    assert read_index(store.folder, "bees", "rows") == drifted


def test_a_fact_that_is_archived_keeps_its_date(store: Store) -> None:
    write(store, "Keeps bees", "Rows")
    first = store.db.execute("select max(n) from versions").fetchone()[0]
    archived = "\n## Archive: Interests\n- Keeps bees\n"
    versions.change(store, lambda text: text.replace("- Keeps bees\n", "") + archived, "update")
    dated(store.db)
    refresh_index(store)
    assert known(store.folder) == [
        ("profile", "Interests", "Rows", float(first)),
        ("profile", "Archive: Interests", "Keeps bees", float(first)),
    ]
    write(store, "Rows")
    refresh_index(store, force=True)
    assert [row[:3:2] for row in known(store.folder)] == [
        ("history", "Keeps bees"),
        ("profile", "Rows"),
    ]


def test_what_returns_is_no_history(store: Store) -> None:
    for facts in (["Keeps bees"], ["Rows"], ["Rows", "Keeps bees"]):
        write(store, *facts)
        refresh_index(store)
    assert [row[:3:2] for row in known(store.folder)] == [
        ("profile", "Rows"),
        ("profile", "Keeps bees"),
    ]


def test_what_was_forgotten_is_in_neither(store: Store) -> None:
    write(store, "Keeps bees", "Lives in Lisbon", "Rows")
    write(store, "Lives in Lisbon", "Rows")
    refresh_index(store)
    assert len(known(store.folder)) == 3
    versions.change(store, lambda _: EMPTY + "- Rows\n", "forget", forget=["Lives in Lisbon"])
    refresh_index(store)
    assert [row[2] for row in known(store.folder)] == ["Keeps bees", "Rows"]
    forgotten.unforget(store.db, ["Lives in Lisbon"])
    refresh_index(store)
    assert {row[2] for row in known(store.folder)} == {"Keeps bees", "Lives in Lisbon", "Rows"}


def test_what_another_machine_saved_never_was_the_profile(store: Store) -> None:
    write(store, "Rows")
    with state.transaction(store.db):
        commit.insert(store.db, NewVersion(f"{EMPTY}- Keeps wasps\n", CONFLICT), written=True)
        text = f"{EMPTY}- Rows\n- Swims\n"  # what came of merging that
        commit.insert(store.db, NewVersion(text, "merged"), written=True)
    store.folder.profile.write_text(text)
    refresh_index(store)
    assert [row[2] for row in known(store.folder)] == ["Rows", "Swims"]


def test_what_the_user_saved_is_found(store: Store) -> None:
    write(store, "Rows")
    refresh_index(store)
    store.folder.profile.write_text(store.folder.profile.read_text() + "- Swims\n")
    refresh_index(store)
    assert {row[2] for row in known(store.folder)} == {"Rows", "Swims"}


def test_a_profile_that_cannot_be_read_keeps_nothing_else_out(store: Store) -> None:
    write(store, "Rows")
    store.folder.profile.write_bytes(b"\xff\0")
    refresh_index(store)
    assert [row[2] for row in known(store.folder)] == ["Rows"], "its last version"


def test_nothing_new_is_looked_at_and_left(store: Store) -> None:
    write(store, "Rows")
    refresh_index(store)
    before = store.db.total_changes
    refresh_index(store)
    assert store.db.total_changes == before


def test_without_a_profile_there_is_none_made(store: Store) -> None:
    refresh_index(store)
    assert known(store.folder) == [] and not store.folder.profile.exists()


@pytest.mark.parametrize("how", ["command", "editor"])
def test_what_was_marked_since_stays_here(store: Store, how: str) -> None:
    write(store, "Keeps bees", "Is allergic to bees")
    refresh_index(store)
    if how == "command":
        manual.mark(store, "allergic", {"local": True})
    else:
        text = store.folder.profile.read_text()
        store.folder.profile.write_text(text.replace("to bees", "to bees #local"))
    for place, is_told in ((CLOUD, False), (USER, True)):
        found = for_prompts.passages_fragment(
            store.folder,
            read_settings({}),
            "bees",
            destination=lambda place=place: place,  # type: ignore[misc]
            is_question=True,
        )
        assert "Keeps bees" in found.text and ("Is allergic" in found.text) == is_told
