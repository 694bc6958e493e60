"""The notice of new facts: what it shows, once, in one line of the terminal, and never waiting."""

import sqlite3
import threading
import time
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.llm_log import START

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.checks.refusals import PROPOSED_BY_TOOL, USERS_LINE
from llm_user_memory.learn import review
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, notices, review_queue, state, updates
from llm_user_memory.store.notices import _notice
from llm_user_memory.store.state import Store

WIDE = 500


def _added(fact: str, refusal: str = "") -> Verdict:
    return Verdict(Edit("add", "Interests", new=fact, quote="q"), refusal, "turn")


def _replaced(old: str, new: str) -> Verdict:
    return Verdict(Edit("replace", "Interests", old, new, "q"), "", "turn")


def _removed(fact: str) -> Verdict:
    return Verdict(Edit("remove", "Interests", fact, quote="q"), "", "turn")


def _finish(db: sqlite3.Connection, *verdicts: Verdict, at: float = START) -> None:
    update = updates.begin(db, "t", "model", "lines", at)
    with state.transaction(db):
        updates.finish(db, update, ["turn"], verdicts, at + 1)


def _write(store: Store, *facts: str) -> None:
    text = EMPTY
    for fact in facts:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    store.folder.profile.write_text(text)


def _learn(store: Store, *verdicts: Verdict) -> None:
    """Record the edits of an update, and a profile that has its facts."""
    _finish(store.db, *verdicts)
    _write(store, *(each.edit.new for each in verdicts if each.edit.new and not each.refusal))


BEES, OSLO = _added("Keeps bees"), _added("Lives in Oslo")
WAITS = _added("Plays chess", PROPOSED_BY_TOOL)
WAITS_TOO = _added("Plays the oboe", PROPOSED_BY_TOOL)
REFUSED = _added("Plays golf", "no")
LEFT = _removed("Works at Acme")
LONG = _added("Is writing a novel about the lighthouse keepers of the Outer Hebrides, in Gaelic")
JAPANESE = _added("東京の出版社で翻訳の仕事をしながら小説を書いている")

NOTICES = {
    "nothing": ([], 80, None),
    "nothing but refusals": ([REFUSED], 80, None),
    "one fact": ([OSLO], 80, "memory: learned “Lives in Oslo” (llm memory history)"),
    "a refused one beside it": (
        [OSLO, REFUSED],
        80,
        "memory: learned “Lives in Oslo” (llm memory history)",
    ),
    "two that fit": (
        [OSLO, BEES],
        80,
        "memory: learned “Lives in Oslo”, “Keeps bees” (llm memory history)",
    ),
    "a replaced one": (
        [_replaced("Lives in Rome", "Lives in Oslo")],
        80,
        "memory: learned “Lives in Oslo” (llm memory history)",
    ),
    "more than fit": (
        [OSLO, LONG, BEES],
        80,
        "memory: learned “Lives in Oslo”, and 2 more (llm memory history)",
    ),
    "more than a line shows": (
        [
            _added(f"Has {name}")
            for name in ("a cat", "a dog", "an axe", "tea", "wit", "two", "ten")
        ],
        WIDE,
        "memory: learned “Has a cat”, “Has a dog”, “Has an axe”, “Has tea”, “Has wit”, and 2 more "
        "(llm memory history)",
    ),
    "the same twice": (
        [OSLO, OSLO],
        80,
        "memory: learned “Lives in Oslo”, and 1 more (llm memory history)",
    ),
    "a long one": (
        [LONG],
        80,
        "memory: learned “Is writing a novel about the lighthouse…” (llm memory history)",
    ),
    "a long one first": (
        [LONG, BEES],
        80,
        "memory: learned “Keeps bees”, and 1 more (llm memory history)",
    ),
    "two long ones": (
        [LONG, JAPANESE],
        80,
        "memory: learned “Is writing a novel about the…”, and 1 more (llm memory history)",
    ),
    "a wide one": (
        [JAPANESE],
        60,
        "memory: learned “東京の出版社で翻訳の…” (llm memory history)",
    ),
    "a removed one": ([LEFT], 80, "memory: removed “Works at Acme” (llm memory history)"),
    "learned and removed": (
        [OSLO, LEFT],
        80,
        "memory: learned “Lives in Oslo”; removed “Works at Acme” (llm memory history)",
    ),
    "learned and removed, in little room": (
        [OSLO, LEFT],
        70,
        "memory: learned “Lives in Oslo”; removed 1 fact (llm memory history)",
    ),
    "one that waits": ([WAITS], 80, "memory: 1 waits for you (llm memory review)"),
    "some that wait": ([WAITS, WAITS_TOO], 80, "memory: 2 wait for you (llm memory review)"),
    "the same waits twice": ([WAITS, WAITS], 80, "memory: 1 waits for you (llm memory review)"),
    "learned, and one that waits": (
        [OSLO, BEES, LONG, WAITS],
        80,
        "memory: learned “Lives in Oslo”, and 2 more; 1 waits for you (llm memory review)",
    ),
    "in a narrow terminal": ([OSLO, BEES], 46, "memory: learned 2 facts (llm memory history)"),
    "in a very narrow terminal": ([OSLO, BEES], 24, "memory: learned 2 facts…"),
    "control characters": (
        [_added("Keeps \x1b[31mred\x07 bees\u202e")],
        80,
        "memory: learned “Keeps [31mred bees” (llm memory history)",
    ),
}


@pytest.mark.parametrize(("verdicts", "width", "line"), NOTICES.values(), ids=NOTICES)
def test_a_notice_shows_once_what_was_learned(
    store: Store, verdicts: list[Verdict], width: int, line: str | None
) -> None:
    _learn(store, *verdicts)
    assert notices.take(store, width) == ([line] if line else [])
    assert notices.take(store, width) == []


def test_what_several_updates_learned_is_one_line(store: Store) -> None:
    _finish(store.db, OSLO)
    _finish(store.db, BEES)
    _write(store, "Lives in Oslo", "Keeps bees", "Rows")
    assert notices.take(store, 80) == [
        "memory: learned “Lives in Oslo”, “Keeps bees” (llm memory history)"
    ]
    _finish(store.db, _added("Rows"))
    assert notices.take(store, 80) == ["memory: learned “Rows” (llm memory history)"]


NOT_IN_THE_PROFILE = {
    "changed by the user": ("Keeps wasps",),
    "a longer fact": ("Keeps bees for their honey",),
    "gone": (),
}


@pytest.mark.parametrize("left", NOT_IN_THE_PROFILE.values(), ids=NOT_IN_THE_PROFILE)
def test_a_fact_that_left_the_profile_is_only_counted(store: Store, left: tuple[str, ...]) -> None:
    _finish(store.db, BEES)
    _write(store, *left)
    assert notices.take(store, 80) == ["memory: learned 1 fact (llm memory history)"]


@pytest.mark.parametrize("line", ["* Keeps bees", "  - Keeps bees\r", "- Keeps bees #pin"])
def test_a_fact_is_recognized_however_its_line_is_written(store: Store, line: str) -> None:
    _finish(store.db, BEES)
    store.folder.profile.write_text(f"## Interests\n{line}\n")
    assert notices.take(store, 80) == ["memory: learned “Keeps bees” (llm memory history)"]


def test_a_profile_that_cannot_be_read_hides_the_facts_only(store: Store) -> None:
    _finish(store.db, BEES)
    store.folder.profile.write_bytes(b"\xff\xfe\x00")
    assert notices.take(store, 80) == ["memory: learned 1 fact (llm memory history)"]


@pytest.mark.parametrize(
    ("forgotten_at", "line"),
    [
        (START - 9, ["memory: removed “Works at Acme” (llm memory history)"]),
        (START + 9, []),
    ],
)
def test_what_was_removed_and_forgotten_since_is_not_told(
    store: Store, forgotten_at: float, line: list[str]
) -> None:
    _finish(store.db, LEFT)
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Works at Acme"], forgotten_at)
    assert notices.take(store, 80) == line


def test_what_was_learned_and_forgotten_since_is_not_told(store: Store) -> None:
    _learn(store, BEES, OSLO)
    _write(store, "Lives in Oslo")
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Keeps bees"], START + 9)
    assert notices.take(store, 80) == ["memory: learned “Lives in Oslo” (llm memory history)"]
    _finish(store.db, BEES)
    assert notices.take(store, 80) == []


def test_what_was_purged_is_not_told(store: Store) -> None:
    _learn(store, BEES, LEFT)
    store.db.execute("update edits set old = '', new = '', quote = ''")
    assert notices.take(store, 80) == []


def test_what_is_learned_after_a_tool_proposed_something_is_told(store: Store) -> None:
    now = time.time()
    asking = updates.begin(store.db, "t", "model", "lines", now)
    _finish(store.db, WAITS, at=now)  # meanwhile, so that it has a later number
    assert notices.take(store, WIDE) == []
    with state.transaction(store.db):
        updates.finish(store.db, asking, ["turn"], [BEES], now)
    _write(store, "Keeps bees")
    line = "memory: learned “Keeps bees”; 1 waits for you (llm memory review)"
    assert notices.take(store, WIDE) == [line]
    assert notices.take(store, WIDE) == []


def test_an_update_that_was_killed_holds_no_notice_back(store: Store) -> None:
    updates.begin(store.db, "t", "model", "lines", time.time() - 3600)
    _finish(store.db, WAITS)
    assert notices.take(store, WIDE) == ["memory: 1 waits for you (llm memory review)"]


def test_what_the_user_dropped_does_not_wait_again(store: Store) -> None:
    _write(store, "Likes tea")
    coffee = Verdict(Edit("replace", "Interests", "Likes tea", "Likes coffee", "q"), USERS_LINE)
    _finish(store.db, coffee)
    assert notices.take(store, WIDE) == ["memory: 1 waits for you (llm memory review)"]
    [waiting] = review_queue.open_edits(store.db, store.folder.profile.read_text())
    review.reject(store, waiting)
    _finish(store.db, coffee)
    assert notices.take(store, WIDE) == [], "review lists nothing"


def test_a_notice_does_not_wait_and_is_kept(store: Store) -> None:
    _learn(store, BEES)
    with state.opened(store.folder) as writer, state.opened(store.folder, patience=60) as prompt:
        writer.db.execute("begin immediate")
        assert notices.take(prompt, 80) == []
        writer.db.execute("rollback")
        assert notices.take(prompt, 80) == ["memory: learned “Keeps bees” (llm memory history)"]
        assert prompt.db.execute("pragma busy_timeout").fetchone()[0] == 60_000


def test_of_two_prompts_at_once_one_shows_it(store: Store) -> None:
    _learn(store, BEES)
    told: list[str] = []
    both = threading.Barrier(8)

    def prompt() -> None:
        with state.opened(store.folder) as own:
            both.wait()
            told.extend(notices.take(own, 80))

    threads = [threading.Thread(target=prompt) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told += notices.take(store, 80)
    assert len(told) == 1


def _columns(line: str) -> int:
    wide = (unicodedata.east_asian_width(letter) in "WF" for letter in line)
    return len(line) + sum(wide)


texts = st.lists(st.text(max_size=60), max_size=5)


@given(texts, texts, st.integers(0, 9), st.integers(0, 3), st.integers(1, 200))
def test_no_notice_is_wider_than_the_terminal(
    learned: Sequence[str], removed: Sequence[str], more: int, waiting: int, width: int
) -> None:
    changes = [
        ("learned", len(learned) + more, list(learned)),
        ("removed", len(removed), list(removed)),
    ]
    line = _notice([each for each in changes if each[1]], waiting, width)
    narrow = [letter for letter in line if unicodedata.category(letter) in ("Mn", "Me", "Cf")]
    assert _columns(line) - len(narrow) <= width


def test_the_command_is_of_the_profile_that_learned(store: Store) -> None:
    work = Folder(store.folder.path, "work")
    work.create()
    with state.opened(work) as other:
        _learn(other, BEES)
        expected = "memory: learned “Keeps bees” (llm memory --profile work history)"
        assert notices.take(other, WIDE) == [expected]
        _learn(other, WAITS)
        expected = "memory: 1 waits for you (llm memory --profile work review)"
        assert notices.take(other, WIDE) == [expected]
        state.put(other.db, notices.MARKED, 2)
        assert "(llm memory --profile work show)" in notices.take(other, WIDE)[0]
    _learn(store, OSLO)
    assert notices.take(store, WIDE) == ["memory: learned “Lives in Oslo” (llm memory history)"]
