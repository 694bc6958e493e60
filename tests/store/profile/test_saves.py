"""The profile as prompts are given it, when something was saved that no version records yet."""

import os

import pytest
from support.learning import current_profile

from llm_user_memory.errors import ProfileError
from llm_user_memory.learn import manual
from llm_user_memory.profile.document import local_texts
from llm_user_memory.store.locks import locked
from llm_user_memory.store.profile import history, saves
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


@pytest.fixture
def known(store: Store) -> Store:
    """A profile with two versions, the second of which lacks a fact that was forgotten."""
    manual.add(store, [("Interests", "Keeps bees"), ("Interests", "Takes insulin")])
    manual.forget(store, ["Takes insulin"])
    return store


def _save(store: Store, *lines: str) -> None:
    store.folder.profile.write_text("\n".join(["# User Profile", "", "## Interests", *lines, ""]))


def test_what_was_saved_is_recorded_first(known: Store) -> None:
    number = history.count(known.db)
    _save(known, "- Keeps bees", "- Rows boats")
    assert saves.look(known) == (known.folder.profile.read_text(), True)
    assert history.count(known.db) == number + 1
    assert saves.look(known)[1]
    assert history.count(known.db) == number + 1


def test_while_another_process_changes_the_profile_only_the_common_part_is_given(
    known: Store,
) -> None:
    """What it is doing may be to forget one of the facts, or to mark it."""
    manual.mark(known, "Keeps bees", {"local": True})
    before = known.folder.profile.read_text()
    _save(known, "- Keeps bees", "- Takes insulin", "- Rows boats")
    saved = known.folder.profile.read_text()
    with locked(known.folder.profile_lock, 1, "This test"):
        text, is_recorded = saves.look(known)
    assert not is_recorded
    assert "Keeps bees #local" in text
    assert "insulin" not in text and "boats" not in text
    assert known.folder.profile.read_text() == saved != before


def test_a_forgetting_that_was_killed_before_the_file_was_replaced_holds(known: Store) -> None:
    known.folder.profile.write_text(history.newest(known.db, 2)[1].text)
    assert "insulin" in known.folder.profile.read_text()
    known.db.execute("update versions set written = 0 where n = (select max(n) from versions)")
    assert "insulin" not in saves.given(known)
    assert "insulin" not in current_profile(known)


def test_a_conflict_copy_counts_also_beside_what_a_link_leads_to(known: Store) -> None:
    elsewhere = known.folder.path / "synchronised"
    elsewhere.mkdir()
    os.replace(known.folder.profile, elsewhere / "profile.md")  # noqa: PTH105
    known.folder.profile.symlink_to(elsewhere / "profile.md")
    copy = known.folder.profile.read_text().replace("Keeps bees", "Keeps bees #local")
    (elsewhere / "profile.sync-conflict-20261127-140000-ABCDEFG.md").write_text(copy)
    assert local_texts(saves.given(known)) == {"Keeps bees"}


def test_a_profile_that_cannot_be_read_is_an_error_and_a_missing_one_is_empty(
    known: Store,
) -> None:
    known.folder.profile.write_bytes(b"\xff\0")
    with pytest.raises(ProfileError):
        saves.given(known)
    known.folder.profile.unlink()
    assert saves.look(known) == ("", True)
