"""What only the user can decide: it waits once, until it is decided or has become idle."""

import sqlite3
import time

import pytest
from support.learnt import adding, learn, profile

from llm_user_memory.checks.guard import FULL, SAID_ANEW, YOURS
from llm_user_memory.profile.document import EMPTY, Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, review_queue
from llm_user_memory.store.profile import versions
from llm_user_memory.store.review_queue import Waiting

pytestmark = pytest.mark.once

MINE = EMPTY.replace("## Interests\n", "## Interests\n- Works at Acme\n")
LEFT = Edit("replace", "Interests", "Works at Acme", "Retired early", "I retired early")
GONE = Edit("remove", "Interests", "Works at Acme", quote="I am retired")
BEES = adding("Keeps bees", "I keep bees")


def _by_hand(db: sqlite3.Connection, folder: Folder, text: str = MINE) -> None:
    versions.change(db, folder, lambda _: text, "load")


def _forget_bees(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, BEES.quote, BEES, turn="first")
    versions.change(
        db, folder, lambda text: text.replace("- Keeps bees\n", ""), "forget", forget=["Keeps bees"]
    )


def _waits(db: sqlite3.Connection, folder: Folder) -> list[Waiting]:
    return review_queue.edits(db, profile(db, folder))


def test_at_first_nothing_waits(db: sqlite3.Connection) -> None:
    assert review_queue.edits(db, EMPTY) == []


def test_what_contradicts_a_line_of_the_users_waits_beside_what_was_added(
    db: sqlite3.Connection, folder: Folder
) -> None:
    _by_hand(db, folder)
    learn(db, folder, LEFT.quote, LEFT, turn="left")
    text = profile(db, folder)
    assert "- Works at Acme\n" in text and "- Retired early\n" in text
    [edit] = _waits(db, folder)
    assert (edit.op, edit.old, edit.new) == ("replace", "Works at Acme", "Retired early")
    assert (edit.quote, edit.reason) == (LEFT.quote, YOURS)
    assert (edit.turn_id, edit.thread_id, edit.said) == ("left", "thread of left", 1_750_000_000.0)


def test_what_would_remove_a_line_of_the_users_waits(
    db: sqlite3.Connection, folder: Folder
) -> None:
    _by_hand(db, folder)
    learn(db, folder, GONE.quote, GONE)
    assert [edit.op for edit in _waits(db, folder)] == ["remove"]


def test_what_is_said_anew_waits(db: sqlite3.Connection, folder: Folder) -> None:
    _forget_bees(db, folder)
    learn(db, folder, BEES.quote, BEES, turn="later", at=time.time() + 5)
    assert [(edit.new, edit.reason) for edit in _waits(db, folder)] == [("Keeps bees", SAID_ANEW)]


def test_what_a_full_profile_has_no_room_for_waits(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, BEES.quote, BEES, limit=5)
    assert [(edit.new, edit.reason) for edit in _waits(db, folder)] == [("Keeps bees", FULL)]


def test_what_waits_several_times_waits_once_with_its_newest_quote(
    db: sqlite3.Connection, folder: Folder
) -> None:
    _by_hand(db, folder)
    learn(db, folder, BEES.quote, BEES, limit=5, turn="one")
    learn(db, folder, GONE.quote, GONE, turn="two")
    again = adding("keeps bees.", "yes, I keep bees")
    learn(db, folder, again.quote, again, limit=5, turn="three")
    found = _waits(db, folder)
    assert [(edit.op, edit.quote) for edit in found] == [
        ("add", again.quote),
        ("remove", GONE.quote),
    ]
    review_queue.settle(db, found[0], "taken")
    assert [edit.op for edit in _waits(db, folder)] == ["remove"]
    assert db.execute("select count(*) from waiting where settled = 'taken'").fetchone()[0] == 2


def test_what_was_settled_does_not_wait_any_more(db: sqlite3.Connection, folder: Folder) -> None:
    _by_hand(db, folder)
    learn(db, folder, LEFT.quote, LEFT)
    for edit in _waits(db, folder):
        review_queue.settle(db, edit, "taken")
    assert _waits(db, folder) == []


def test_a_line_that_the_user_kept_is_not_asked_about_again(
    db: sqlite3.Connection, folder: Folder
) -> None:
    _by_hand(db, folder)
    learn(db, folder, GONE.quote, GONE, turn="one")
    [edit] = _waits(db, folder)
    review_queue.settle(db, edit, "dropped")
    learn(db, folder, GONE.quote, GONE, turn="two")
    assert _waits(db, folder) == []


def test_what_is_dropped_waits_again_only_when_it_is_said_again(
    db: sqlite3.Connection, folder: Folder
) -> None:
    _forget_bees(db, folder)
    now = time.time()
    learn(db, folder, BEES.quote, BEES, turn="later", at=now + 5)
    [edit] = _waits(db, folder)
    forgotten.bar(db, edit.new, edit.quote, edit.turn_id, now + 10)
    review_queue.settle(db, edit, "dropped")
    learn(db, folder, BEES.quote, BEES, turn="before", at=now + 9)
    assert _waits(db, folder) == []
    learn(db, folder, BEES.quote, BEES, turn="after", at=now + 11)
    assert len(_waits(db, folder)) == 1


IDLE = {
    "its old line is gone": ([LEFT], MINE.replace("- Works at Acme\n", "- Other\n")),
    "its line is gone": ([GONE], MINE.replace("- Works at Acme\n", "- Other\n")),
    "it is there already": ([BEES], MINE.replace("- Works", "- keeps bees!\n- Works")),
}


@pytest.mark.parametrize(("edits", "text"), IDLE.values(), ids=IDLE)
def test_what_would_change_nothing_any_more_does_not_wait(
    db: sqlite3.Connection, folder: Folder, edits: list[Edit], text: str
) -> None:
    _by_hand(db, folder)
    for edit in edits:
        learn(db, folder, edit.quote, edit, limit=5 if edit == BEES else 0)
    assert _waits(db, folder)
    before = profile(db, folder)
    _by_hand(db, folder, text)
    assert _waits(db, folder) == []
    _by_hand(db, folder, before)
    assert _waits(db, folder), "an undo brings the question back too"


def test_what_was_forgotten_since_does_not_wait(db: sqlite3.Connection, folder: Folder) -> None:
    learn(db, folder, BEES.quote, BEES, limit=5)
    assert _waits(db, folder)
    forgotten.forget(db, ["Keeps bees"], time.time())
    assert _waits(db, folder) == []


def test_facts_that_were_kept_are_known_again_by_their_words(db: sqlite3.Connection) -> None:
    review_queue.keep(db, "Keeps bees", 5.0)
    review_queue.keep(db, "Keeps bees", 7.0)
    assert review_queue.kept(db, ["keeps bees!", "Rows"]) == {"keeps bees!": 7.0}
