"""The profile and its history in the index: what is known, what was, never what was forgotten."""

import sqlite3
from typing import Any

import pytest
from support.indexed import fresh, held

from llm_user_memory.profile.document import EMPTY, Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.history import CONFLICT

pytestmark = pytest.mark.once


def write(db: sqlite3.Connection, folder: Folder, *facts: str) -> None:
    text = EMPTY
    for fact in facts:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    versions.change(db, folder, lambda _: text, "edit")


def dated(db: sqlite3.Connection) -> None:
    """Let version n be of the n-th second."""
    db.execute("update versions set created = n")


def known(folder: Folder) -> list[tuple[Any, ...]]:
    return [(row[1], row[4], row[13], row[6]) for row in held(folder)["passages"]]


def test_what_is_known_and_what_was(db: sqlite3.Connection, folder: Folder) -> None:
    write(db, folder, "Keeps bees")
    write(db, folder, "Keeps bees", "Rows")
    write(db, folder, "Rows", "Plays chess")
    dated(db)
    numbers = [row["n"] for row in db.execute("select n from versions order by n")]
    fresh(db, folder)
    assert known(folder) == [
        ("history", "Interests", "Keeps bees", float(numbers[-1])),
        ("profile", "Interests", "Rows", float(numbers[-2])),
        ("profile", "Interests", "Plays chess", float(numbers[-1])),
    ]
    drifted = held(folder, "bees", "rows")
    fresh(db, folder, force=True)
    assert held(folder, "bees", "rows") == drifted


def test_what_returns_is_no_history(db: sqlite3.Connection, folder: Folder) -> None:
    for facts in (["Keeps bees"], ["Rows"], ["Rows", "Keeps bees"]):
        write(db, folder, *facts)
        fresh(db, folder)
    assert [row[:3:2] for row in known(folder)] == [("profile", "Rows"), ("profile", "Keeps bees")]


def test_what_was_forgotten_is_in_neither(db: sqlite3.Connection, folder: Folder) -> None:
    write(db, folder, "Keeps bees", "Lives in Lisbon", "Rows")
    write(db, folder, "Lives in Lisbon", "Rows")
    fresh(db, folder)
    assert len(known(folder)) == 3
    versions.change(db, folder, lambda _: EMPTY + "- Rows\n", "forget", forget=["Lives in Lisbon"])
    fresh(db, folder)
    assert [row[2] for row in known(folder)] == ["Keeps bees", "Rows"]
    forgotten.lift(db, ["Lives in Lisbon"])
    fresh(db, folder)
    assert {row[2] for row in known(folder)} == {"Keeps bees", "Lives in Lisbon", "Rows"}


def test_what_another_machine_saved_never_was_the_profile(
    db: sqlite3.Connection, folder: Folder
) -> None:
    write(db, folder, "Rows")
    with state.transaction(db):
        columns = "(created, origin, note, text, written)"
        db.execute(
            f"insert into versions {columns} values (1.0, 'user', ?, ?, 1)",
            (CONFLICT, f"{EMPTY}- Keeps wasps\n"),
        )
        text = f"{EMPTY}- Rows\n- Swims\n"  # what came of merging that
        query = f"insert into versions {columns} values (2.0, 'user', 'merged', ?, 1)"
        db.execute(query, (text,))
    folder.profile.write_text(text)
    fresh(db, folder)
    assert [row[2] for row in known(folder)] == ["Rows", "Swims"]


def test_what_the_user_saved_is_found(db: sqlite3.Connection, folder: Folder) -> None:
    write(db, folder, "Rows")
    fresh(db, folder)
    folder.profile.write_text(folder.profile.read_text() + "- Swims\n")
    fresh(db, folder)
    assert {row[2] for row in known(folder)} == {"Rows", "Swims"}


def test_a_profile_that_cannot_be_read_keeps_nothing_else_out(
    db: sqlite3.Connection, folder: Folder
) -> None:
    write(db, folder, "Rows")
    folder.profile.write_bytes(b"\xff\0")
    fresh(db, folder)
    assert [row[2] for row in known(folder)] == ["Rows"], "its last version"


def test_nothing_new_is_looked_at_and_left(db: sqlite3.Connection, folder: Folder) -> None:
    write(db, folder, "Rows")
    fresh(db, folder)
    before = db.total_changes
    fresh(db, folder)
    assert db.total_changes == before


def test_without_a_profile_there_is_none_made(db: sqlite3.Connection, folder: Folder) -> None:
    fresh(db, folder)
    assert known(folder) == [] and not folder.profile.exists()
