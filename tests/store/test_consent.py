"""`consent`: from which turns may be learned, by markers, pauses and chat sessions."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.llm_log import OFF, ON, START, Log

from llm_user_memory import logs
from llm_user_memory.egress import Place
from llm_user_memory.logs import Turn
from llm_user_memory.settings import Folder
from llm_user_memory.store import consent, ledger, seals, state
from llm_user_memory.store.consent import Consent
from llm_user_memory.store.state import Store

CHAT = '<user_memory learning="chat:1"/>'


def _turn(*markers: str, at: float = START, thread: str = "thread") -> Turn:
    return Turn("id", thread, "model", at, at + 1, "I keep bees", "ok", markers, 100)


MARKERS: dict[str, tuple[tuple[str, ...], Consent]] = {
    "on": ((ON,), Consent()),
    "off": ((OFF,), Consent(consent.LEARNING_OFF)),
    "the end of it": (('<user_memory learning="last:34"/>',), Consent(typed=34)),
    "none of it": (('<user_memory learning="last:0"/>',), Consent(typed=0)),
    "a chat's first": ((CHAT,), Consent(chat=1)),
    "none": ((), Consent(consent.UNMARKED)),
    "two that agree": ((ON, ON), Consent(consent.LEARNING_OFF)),
    "two that do not": ((ON, OFF), Consent(consent.LEARNING_OFF)),
    "one in another text": ((f"see {ON}",), Consent(consent.UNMARKED)),
    "one with more after it": ((f"{ON}\n",), Consent(consent.UNMARKED)),
    "of another version": (('<user_memory learning="maybe"/>',), Consent(consent.UNMARKED)),
    "a negative length": (('<user_memory learning="last:-1"/>',), Consent(consent.UNMARKED)),
}


@pytest.mark.parametrize(("markers", "expected"), MARKERS.values(), ids=MARKERS)
def test_a_marker_says_what_may_be_learned(
    db: sqlite3.Connection, markers: tuple[str, ...], expected: Consent
) -> None:
    assert consent.consent_of(db, _turn(*markers)) == expected


@pytest.mark.parametrize(
    "given",
    [Consent(), Consent(consent.LEARNING_OFF), Consent(typed=0), Consent(typed=9), Consent(chat=3)],
)
def test_a_marker_is_read_as_it_was_meant(db: sqlite3.Connection, given: Consent) -> None:
    for place in ("", "here", "elsewhere", "unknown"):
        turn = _turn(consent.marker(given, "a" * 40, cast(Place, place)))
        assert consent.consent_of(db, turn, "a" * 40) == given
        assert consent.place_of(db, turn) == place


NOW = time.time() + 3600
"""A time at which every marker of this memory has a seal."""


@pytest.mark.parametrize("given", [Consent(), Consent(typed=9), Consent(chat=3)])
def test_a_marker_counts_only_with_the_seal_of_this_memory(
    store: Store, tmp_path: Path, given: Consent
) -> None:
    db = store.db
    with state.opened(Folder(tmp_path / "other")) as other:
        foreign = consent.marker(given, "", "elsewhere", seals.key(other.db))
    ours = consent.marker(given, "", "elsewhere", seals.key(db))
    assert consent.consent_of(db, _turn(ours, at=NOW)) == given
    assert consent.place_of(db, _turn(ours, at=NOW)) == "elsewhere"
    changed = [
        ours.replace("elsewhere", "here"),
        ours.replace("/>", "/> "),
        ours.replace("-", "1-"),
    ]
    for forged in (consent.marker(given, "", "elsewhere"), foreign, *changed):
        assert consent.consent_of(db, _turn(forged, at=NOW)).refusal, forged
        assert consent.place_of(db, _turn(forged, at=NOW)) != "elsewhere"
    assert consent.consent_of(db, _turn(consent.marker(given))) == given, "before there were seals"


@pytest.mark.parametrize("given", [Consent(), Consent(typed=9)])
def test_a_marker_is_for_turns_of_its_day(store: Store, given: Consent) -> None:
    """A model is given the marker with each prompt, and may write it into a file for later."""
    ours = consent.marker(given, key=seals.key(store.db))
    for days in (-400, -2, 3, 400):
        turn = _turn(ours, at=NOW + 86400 * days)
        assert consent.consent_of(store.db, turn).refusal == consent.FOREIGN_MARKER, days


def test_the_marker_of_a_chat_is_for_its_thread(store: Store) -> None:
    chat = consent.begin_chat(store, NOW)
    ours = consent.marker(Consent(chat=chat), key=seals.key(store.db))
    assert consent.consent_of(store.db, _turn(ours, at=NOW, thread="t")) == Consent(chat=chat)
    consent.join_chat(store.db, chat, "t")
    assert consent.consent_of(store.db, _turn(ours, at=NOW, thread="t")) == Consent(chat=chat)
    copied = consent.consent_of(store.db, _turn(ours, at=NOW, thread="other"))
    assert copied == Consent(consent.FOREIGN_MARKER)


def test_the_longest_marker_is_read_from_the_log(store: Store) -> None:
    longest = consent.marker(Consent(chat=10**17), "a" * 40, "elsewhere", seals.key(store.db))
    log = Log(store.folder.logs)
    turn_id = log.say("I keep bees", START, thread="t", markers=[longest])
    [turn] = logs.read(store.folder.logs, [turn_id])
    assert turn.markers == (longest,)


@given(st.text(), st.text())
def test_the_typed_end_never_holds_a_piped_letter(piped: str, argument: str) -> None:
    prompt = f"{piped} {argument}"
    assert argument.strip().endswith(consent.typed_text(prompt, len(argument)))
    paragraph = f"{piped}!\n\n{argument}"  # not one that goes on below, as after a comma
    assert consent.typed_text(paragraph, len(argument)) == argument.strip()
    assert consent.typed_text(prompt, None) == prompt.strip()


# What the shell or a pipe puts in, what is typed after it, and what of that counts.
ENDS = [
    ("I am Bo. ", "I keep bees. Is that odd?", "I keep bees. Is that odd?"),
    ("Dear Bo,\nBest wishes, Ann\n ", "reply to it", "reply to it"),
    ("def f():\n    return 1\n ", "i use debian. what is f?", "i use debian. what is f?"),
    ('{"a": [1]} ', "i use debian", "i use debian"),
    ("Is that you? ", "answer in German", "answer in German"),
    ('He said "no." ', "I keep bees", "I keep bees"),
    ("", "I keep bees", "I keep bees"),
    (" \n ", "I keep bees", "I keep bees"),
    ("Anna ", "works at Siemens. Write a short bio", ""),
    ("I do not ", "keep bees, is that odd?", ""),
    ("Ich habe keine ", "Bienen. Ist das schlimm?", ""),
    ("Я не ", "держу пчёл. Это странно?", ""),
    ("I live in Rome ", "and keep bees. I am a nurse.", "I am a nurse."),
    ("I live in Rome", ". I am a nurse.", "I am a nurse."),
    ("Anna ", "is 12. Loves Lego. My budget is small.", "My budget is small."),
    ("Anna ", "is 12.\n\nKeep it short.", "Keep it short."),
    ("My brother", ": I am allergic to nuts. I live in Oslo.", ""),
    ("My brother: ", "I am allergic to nuts. I live in Oslo.", ""),
    ("My brother ", "says: I have asthma.\nI live in Oslo.\n\nI am 40.", "I am 40."),
    ("Translate this:\n ", "I keep bees", ""),
    ("My brother - ", "I am allergic to nuts", ""),
    ("My brother said,\n ", "I am allergic to nuts", ""),
    ("I do not... ", "Keep bees", ""),
    ("I work for Acme Inc. ", "pays my rent", ""),
    ("{Anna} ", "works at Siemens", ""),
    ("我不", "养蜜蜂。", ""),
]


@pytest.mark.parametrize(("before", "typed", "counts"), ENDS)
def test_nothing_counts_of_a_sentence_that_begins_before_what_was_typed(
    before: str, typed: str, counts: str
) -> None:
    assert consent.typed_text(before + typed, len(typed)) == counts


# Pauses: from, until (None: until resumed), resumed at


PAUSES = {
    "before": (-1, True),
    "at its beginning": (0, False),
    "within": (5, False),
    "at its end": (10, True),
    "after": (11, True),
}
moments = pytest.mark.parametrize(("at", "learned"), PAUSES.values(), ids=PAUSES)


@moments
def test_within_a_pause_that_ends_by_itself_nothing_may_be_learned(
    db: sqlite3.Connection, at: float, learned: bool
) -> None:
    consent.pause(db, START + 10, START)
    assert (consent.pause_at(db, START + at) is None) == learned


@moments
def test_within_a_pause_that_was_ended_nothing_may_be_learned(
    db: sqlite3.Connection, at: float, learned: bool
) -> None:
    consent.pause(db, None, START)
    assert consent.resume(db, START + 10)
    assert (consent.pause_at(db, START + at) is None) == learned


def test_a_pause_ended_early_ends_then(db: sqlite3.Connection) -> None:
    consent.pause(db, START + 100, START)
    consent.resume(db, START + 10)
    assert consent.pause_at(db, START + 9) and not consent.pause_at(db, START + 11)


def test_a_second_pause_replaces_the_first(db: sqlite3.Connection) -> None:
    assert not consent.pause(db, None, START)
    assert consent.pause(db, START + 10, START + 5), "the first was longer"
    assert not consent.pause(db, START + 10, START + 5)
    assert consent.pause_at(db, START + 4) == (START, None)
    assert consent.pause_at(db, START + 9) == (START + 5, START + 10)
    assert consent.pause_at(db, START + 11) is None


def test_there_is_nothing_to_resume_when_nothing_is_paused(db: sqlite3.Connection) -> None:
    assert not consent.resume(db, START)
    consent.pause(db, START + 1, START)
    assert not consent.resume(db, START + 2), "that pause is over"


@pytest.mark.parametrize("marker", [ON, CHAT, '<user_memory learning="last:3"/>'])
def test_what_is_begun_within_a_pause_is_not_learned_whatever_its_marker_says(
    db: sqlite3.Connection, marker: str
) -> None:
    consent.pause(db, None, START)
    assert consent.consent_of(db, _turn(marker, at=START + 1)).refusal == consent.LEARNING_OFF


# Chats


CHAT_TURNS = {
    "at its beginning": (0, True),
    "within": (5, True),
    "within its pause": (7, False),
    "after the pause": (8.5, True),
    "after the clock was set back": (-1000, True),
    "after the clock was set forward": (1000, True),
}


@pytest.mark.parametrize(("at", "learned"), CHAT_TURNS.values(), ids=CHAT_TURNS)
def test_an_unmarked_turn_counts_if_its_chat_logged_it(
    store: Store, at: float, learned: bool
) -> None:
    chat = consent.begin_chat(store, START)
    consent.join_chat(store.db, chat, "thread")
    consent.pause(store.db, START + 8, START + 6)
    turn = _turn(at=START + at)
    assert consent.consent_of(store.db, turn).refusal == consent.UNMARKED
    consent.record_chat_turn(store.db, chat, turn.id)
    assert (consent.consent_of(store.db, turn).refusal == "") == learned
    consent.end_chat(store.db, chat, START + 10)
    assert (consent.consent_of(store.db, turn).refusal == "") == learned


@pytest.mark.parametrize(("since", "learned"), [(None, True), (5, False), (7, False), (8, True)])
def test_a_turn_that_was_typed_ahead_may_have_been_typed_in_a_pause(
    store: Store, since: float | None, learned: bool
) -> None:
    chat = consent.begin_chat(store, START)
    consent.join_chat(store.db, chat, "thread")
    consent.pause(store.db, START + 8, START + 6)
    turn = _turn(at=START + 9)
    consent.record_chat_turn(
        store.db, chat, turn.id, since=None if since is None else START + since
    )
    assert (consent.consent_of(store.db, turn).refusal == "") == learned


THREADS_AND_WRITERS = [(thread, writer) for thread in "xyz" for writer in "12o"]


@pytest.mark.parametrize(("thread", "writer"), THREADS_AND_WRITERS)
def test_only_what_a_chat_logged_in_its_own_thread_counts(
    store: Store, thread: str, writer: str
) -> None:
    """Two chats, 1 in thread x and 2 in y, and others (o) that record nothing."""
    for joined in "xy":
        consent.join_chat(store.db, consent.begin_chat(store, START), joined)
    if writer != "o":
        consent.record_chat_turn(store.db, int(writer), "id")
    counts = (thread, writer) in (("x", "1"), ("y", "2"))
    assert (consent.consent_of(store.db, _turn(thread=thread)).refusal == "") == counts


def test_what_a_tool_in_the_chat_logs_elsewhere_is_not_said_in_the_chat(store: Store) -> None:
    chat = consent.begin_chat(store, START)
    consent.join_chat(store.db, chat, "thread")
    consent.record_chat_turn(store.db, chat, "id")
    assert consent.consent_of(store.db, _turn(thread="another")).refusal == consent.UNMARKED


_HOLD = """
import sys, time
from pathlib import Path
from llm_user_memory.settings import Folder
from llm_user_memory.store import consent, state
folder = Folder(Path(sys.argv[1]))
with state.opened(folder) as store:
    print(consent.begin_chat(store, float(sys.argv[2])), flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def open_chat(folder: Folder) -> Iterator["subprocess.Popen[str]"]:
    """A process that holds chat 1, begun at START."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder.path), str(START)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdout.readline() == "1\n"
    yield process
    process.kill()
    process.communicate()


def _kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()


def test_in_an_open_chat_its_turns_without_marker_count(
    store: Store, log: Log, open_chat: "subprocess.Popen[str]"
) -> None:
    log.say("I keep bees", START + 1, thread="t", markers=[CHAT])
    consent.record_chat_turn(store.db, 1, log.say("I row, too", START + 2, thread="t", markers=[]))
    log.say("I am elsewhere", START + 3, thread="other", markers=[])
    ledger.ingest(store, START + 4)
    assert ledger.totals(store.db)["pending"] == 2
    assert ledger.counts(store.db)[-1] == ("skipped", consent.UNMARKED, 1)
    assert consent.is_open(store.db, "t") and not consent.is_open(store.db, "other")
    assert open_chat.poll() is None
    consent.end_chat(store.db, 1, START + 5)
    assert not consent.is_open(store.db, "t")


def test_the_first_turn_of_a_chat_may_come_after_a_pause_began(
    store: Store, log: Log, open_chat: "subprocess.Popen[str]"
) -> None:
    consent.pause(store.db, START + 10, START + 1)
    log.say("I keep bees", START + 2, thread="t", markers=[CHAT])
    consent.record_chat_turn(store.db, 1, log.say("I row, too", START + 11, thread="t", markers=[]))
    ledger.ingest(store, START + 12)
    assert open_chat.poll() is None
    assert ledger.counts(store.db) == [("pending", "", 1), ("skipped", consent.LEARNING_OFF, 1)]


def test_a_chat_whose_process_lives_stays_open(
    store: Store, log: Log, open_chat: "subprocess.Popen[str]"
) -> None:
    log.say("I keep bees", START + 1, thread="t", markers=[CHAT])
    for _ in range(3):
        ledger.ingest(store, START + 2)
    assert open_chat.poll() is None
    assert consent.is_open(store.db, "t")


def test_a_chat_whose_process_died_is_ended(
    store: Store, log: Log, open_chat: "subprocess.Popen[str]"
) -> None:
    log.say("I keep bees", START + 1, thread="t", markers=[CHAT])
    consent.record_chat_turn(store.db, 1, log.say("I row, too", START + 2, thread="t", markers=[]))
    ledger.ingest(store, START + 3)
    _kill(open_chat)
    log.say("says a script", START + 60, thread="t", markers=[])
    ledger.ingest(store, START + 90)
    assert ledger.counts(store.db) == [("pending", "", 2), ("skipped", consent.UNMARKED, 1)]


def test_what_a_chat_said_before_it_died_unseen_counts(
    store: Store, log: Log, open_chat: "subprocess.Popen[str]"
) -> None:
    log.say("I keep bees", START + 1, thread="t", markers=[CHAT])
    consent.record_chat_turn(store.db, 1, log.say("I row, too", START + 2, thread="t", markers=[]))
    _kill(open_chat)
    log.say("says a script", START + 60, thread="t", markers=[])
    ledger.ingest(store, START + 90)
    assert ledger.counts(store.db) == [("pending", "", 2), ("skipped", consent.UNMARKED, 1)]


def test_without_the_lock_file_every_chat_counts_as_ended(
    store: Store, open_chat: "subprocess.Popen[str]"
) -> None:
    consent.join_chat(store.db, 1, "t")
    store.folder.chats_lock.unlink()
    consent.end_dead_chats(store, START + 5)
    assert open_chat.poll() is None and not consent.is_open(store.db, "t")


def test_a_chat_is_never_seen_before_it_is_held(store: Store) -> None:
    store.folder.chats_lock.mkdir()
    with pytest.raises(OSError):
        consent.begin_chat(store, START)
    assert store.db.execute("select count(*) from chats").fetchone()[0] == 0


# A clock that is set back


def test_a_pause_in_force_holds_though_its_beginning_lies_ahead(db: sqlite3.Connection) -> None:
    consent.pause(db, None, START)
    assert consent.pause_in_force(db, START - 86400) == (START, None)
    consent.adjust_to_clock(db, START - 86400)
    assert consent.consent_of(db, _turn(ON, at=START - 90000)).refusal == consent.LEARNING_OFF, (
        "in doubt"
    )
    consent.resume(db, START - 86300)
    assert not consent.pause_in_force(db, START - 86300)
    assert consent.consent_of(db, _turn(ON, at=START - 86310)).refusal == consent.LEARNING_OFF
    assert consent.consent_of(db, _turn(ON, at=START - 86290)).refusal == ""


def test_a_pause_with_an_end_lasts_no_shorter_and_no_year(db: sqlite3.Connection) -> None:
    consent.pause(db, START + 3600, START)
    earlier = START - 365 * 86400
    consent.adjust_to_clock(db, earlier)
    assert consent.pause_in_force(db, earlier + 3599) and not consent.pause_in_force(
        db, earlier + 3600
    )
    assert consent.consent_of(db, _turn(ON, at=START)).refusal == consent.LEARNING_OFF, "in doubt"
    consent.adjust_to_clock(db, earlier + 3601)
    assert consent.consent_of(db, _turn(ON, at=earlier + 3600)).refusal == ""


def test_memory_came_into_use_no_later_than_now(db: sqlite3.Connection) -> None:
    consent.adjust_to_clock(db, START + 1)
    assert consent.activated(db) == START
    consent.adjust_to_clock(db, START - 1000)
    assert consent.activated(db) < START - 1000
