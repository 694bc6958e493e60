"""`ledger`: every turn is accounted for once, whatever happens to the log."""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.llm_log import FIXTURES, OFF, ON, START, Log, turns_of
from support.torture import example_count

from llm_user_memory import logs
from llm_user_memory.errors import LogsError
from llm_user_memory.learn import schedule
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import consent, ledger, state, updates
from llm_user_memory.store.state import Store
from llm_user_memory.text import pasted, words

NOW = START + 1000


def _outcomes(db: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    rows = db.execute("select id, outcome, reason from turns")
    return {row["id"]: (row["outcome"], row["reason"]) for row in rows}


def _counts(db: sqlite3.Connection) -> dict[tuple[str, str], int]:
    return {(outcome, reason): turns for outcome, reason, turns in ledger.counts(db)}


# One turn, by what was said and with which marker

LAST_FIVE = '<user_memory learning="last:5"/>'
PENDING = ("pending", "")
OUTCOMES: dict[str, tuple[str, Sequence[str], tuple[str, str]]] = {
    "a sentence": ("I keep bees", [ON], PENDING),
    "two words": ("I'm vegan", [ON], PENDING),
    "a Chinese sentence": ("我是素食者", [ON], PENDING),
    "a word that may say much": ("vegan", [ON], PENDING),
    "fragments' line ends before it": ("\n\nI keep bees", [ON], PENDING),
    "the typed end of piped text": ("Rome. I row", [LAST_FIVE], PENDING),
    "thanks": ("Thanks!", [ON], ("skipped", ledger.NOTHING_TO_LEARN)),
    "a bare command": ("  continue. ", [ON], ("skipped", ledger.NOTHING_TO_LEARN)),
    "only signs": ("?!", [ON], ("skipped", ledger.NOTHING_TO_LEARN)),
    "nothing": ("", [ON], ("skipped", ledger.NOTHING_TYPED)),
    "space": (" \n ", [ON], ("skipped", ledger.NOTHING_TYPED)),
    "nothing and no marker": ("", [], ("skipped", ledger.NOTHING_TYPED)),
    "only piped text": (
        "Rome",
        ['<user_memory learning="last:0"/>'],
        ("skipped", ledger.NOTHING_TYPED),
    ),
    "a command after piped text": (
        "I live in Rome\n go on",
        [LAST_FIVE],
        ("skipped", ledger.NOTHING_TO_LEARN),
    ),
    "with learning off": ("I keep bees", [OFF], ("skipped", consent.LEARNING_OFF)),
    "without a marker": ("I keep bees", [], ("skipped", consent.UNMARKED)),
}


@pytest.mark.parametrize(("prompt", "markers", "outcome"), OUTCOMES.values(), ids=OUTCOMES)
def test_what_becomes_of_a_turn(
    store: Store,
    log: Log,
    prompt: str,
    markers: Sequence[str],
    outcome: tuple[str, str],
) -> None:
    turn = log.say(prompt, START + 1, markers=markers)
    assert ledger.ingest(store, NOW) == 1
    assert _outcomes(store.db) == {turn: outcome}
    assert _counts(store.db) == {outcome: 1}


def test_no_prompt_stays_in_the_memory_of_the_process(store: Store, log: Log) -> None:
    """The daemon runs for hours."""
    log.say("I keep bees. What should I plant for them?", START + 1)
    assert ledger.ingest(store, NOW) == 1
    assert [cached.cache_info().currsize for cached in (pasted.pieces, words.fold)] == [0, 0]


def test_turns_from_before_memory_was_in_use_are_none_of_ours(store: Store, log: Log) -> None:
    log.say("I kept wasps", START - 1)
    ledger.ingest(store, NOW)
    log.say("a slow answer to an old question", START - 0.5)
    bees = log.say("I keep bees", START)
    ledger.ingest(store, NOW)
    assert set(_outcomes(store.db)) == {bees}


@pytest.mark.parametrize("name", ["legacy", "upgraded"])
def test_old_and_upgraded_logs_are_accounted_for_once(store: Store, name: str) -> None:
    store.folder.logs.write_bytes((FIXTURES / f"{name}.db").read_bytes())
    wanted = {turn.id for turn in turns_of(store.folder.logs)}
    assert wanted
    for _ in range(2):
        state.put(store.db, "position", "")
        ledger.ingest(store, NOW)
        assert set(_outcomes(store.db)) == wanted


def test_a_turn_logged_late_with_a_lower_id_is_found(store: Store, log: Log) -> None:
    log.say("quick", START + 9)
    ledger.ingest(store, NOW)
    slow = log.say("slow", START + 1)
    assert ledger.ingest(store, NOW) == 1
    assert _outcomes(store.db)[slow] == PENDING


def test_more_turns_than_one_batch_are_all_entered(store: Store, log: Log) -> None:
    ids = {log.say(f"turn {number}", START + number) for number in range(120)}
    assert ledger.ingest(store, NOW) == 120
    assert set(_outcomes(store.db)) == ids
    assert ledger.ingest(store, NOW) == 0


def test_while_the_log_cannot_be_read_what_was_entered_stays(store: Store, log: Log) -> None:
    log.say("I keep bees", START + 1)
    ledger.ingest(store, NOW)
    content = log.path.read_bytes()
    log.path.write_bytes(b"no database" * 999)
    with pytest.raises(LogsError):
        ledger.ingest(store, NOW)
    log.path.write_bytes(content)
    assert ledger.ingest(store, NOW) == 0
    assert len(_outcomes(store.db)) == 1


def test_looking_takes_no_write_when_nothing_is_new(store: Store, log: Log) -> None:
    log.say("I keep bees", START + 1)
    ledger.ingest(store, NOW)
    before = store.db.total_changes
    ledger.ingest(store, NOW)
    assert store.db.total_changes == before


# Whatever happens to the log


def _vacuum(log: Log) -> None:
    log.run("vacuum")


def _delete_some_rows(log: Log) -> None:
    ids = log.ids()
    gone = random.Random(len(ids)).sample(ids, len(ids) // 3)
    log.run(*(f"delete from turns where id = '{turn}'" for turn in gone))


def _delete_last_row(log: Log) -> None:
    log.run("delete from turns where rowid = (select max(rowid) from turns)")


CALAMITIES: dict[str, Callable[[Log], None]] = {
    "vacuum": _vacuum,
    "delete some": _delete_some_rows,
    "delete the last": _delete_last_row,
    "written from a dump": Log.rebuild,
}
_deeds = st.lists(st.sampled_from(["say", "say late", "look", *CALAMITIES]), max_size=25)


@pytest.mark.slow
@settings(max_examples=example_count(25), deadline=None)
@given(_deeds)
def test_no_turn_is_lost_and_none_counted_twice(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[str]
) -> None:
    folder = Folder(tmp_path_factory.mktemp("ledger") / "memory")
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        store.db.execute("pragma synchronous = off")
        log = Log(folder.logs)
        seen: set[str] = set()
        for number, deed in enumerate(deeds):
            if deed == "say":
                log.say(f"turn {number}", START + number)
            elif deed == "say late":
                log.say(f"turn {number}", START + 0.001 * number)
            elif deed == "look":
                ledger.ingest(store, NOW)
                seen |= set(log.ids())
            else:
                CALAMITIES[deed](log)
        ledger.ingest(store, NOW)
        seen |= set(log.ids())
        assert set(_outcomes(store.db)) == seen
        assert ledger.totals(store.db)["logged"] == len(seen)


_moves = st.lists(
    st.tuples(
        st.sampled_from(["say", "off", "nothing", "learn", "give up", "retry", "say again"]),
        st.integers(0, 20),
    ),
    max_size=30,
)


@pytest.mark.slow
@settings(max_examples=example_count(25), deadline=None)
@given(_moves)
def test_the_counts_always_say_what_the_turns_say(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, int]]
) -> None:
    folder = Folder(tmp_path_factory.mktemp("counts") / "memory")
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        log = Log(folder.logs)
        for deed, number in moves:
            known = sorted(_outcomes(store.db))
            if deed in ("say", "off", "nothing"):
                prompt = "" if deed == "nothing" else f"turn {number}"
                log.say(prompt, START + number, markers=[OFF if deed == "off" else ON])
                ledger.ingest(store, NOW)
            elif deed == "say again":
                state.put(store.db, "position", "")
                ledger.ingest(store, NOW)
            elif deed == "retry":
                ledger.retry_given_up(store.db)
            elif known:
                outcome = "learned" if deed == "learn" else "given up"
                reason = f"error {number % 2}" if outcome == "given up" else ""
                with state.transaction(store.db):
                    ledger.resolve(store.db, known[number % len(known) :][:3], outcome, reason, 1)
            assert _counts(store.db) == Counter(_outcomes(store.db).values())
        totals = ledger.totals(store.db)
        assert totals.pop("logged") == sum(totals.values()) == len(log.ids())


# When a conversation is ready


def test_a_conversation_is_its_pending_turns_and_the_last_one_decides(
    store: Store, log: Log
) -> None:
    first = log.say("I keep bees", START + 1, thread="t")
    log.say("thanks", START + 2, thread="t")
    second = log.say("I row", START + 3, thread="t", lasts=4.5)
    log.say("a script", START + 9, thread="t", markers=[])
    ledger.ingest(store, NOW)
    [conversation] = ledger.pending(store.db, 10)
    assert conversation.turn_ids == (first, second)
    assert conversation.quiet_since == START + 7.5
    assert conversation.ready_at == START + 17.5


def test_the_conversation_that_is_ready_first_is_in_front(store: Store, log: Log) -> None:
    for thread, at in (("b", 5), ("a", 9), ("c", 1)):
        log.say("I keep bees", START + at, thread=thread)
    ledger.ingest(store, NOW)
    assert [waiting.thread_id for waiting in ledger.pending(store.db, 10)] == ["c", "b", "a"]


def test_a_live_chat_is_left_in_peace_for_longer(store: Store, log: Log) -> None:
    log.say("I keep bees", START + 1, thread="t")
    ledger.ingest(store, NOW)
    store.db.execute("insert into chats (started, thread_id) values (?, 't')", (START,))
    assert ledger.pending(store.db, 10)[0].ready_at == START + 1 + ledger.CHAT_QUIET
    consent.end_chat(store.db, 1, START + 2)
    assert ledger.pending(store.db, 10)[0].ready_at == START + 11


def test_a_failed_conversation_waits_for_its_next_try_also_after_an_interruption(
    store: Store, log: Log
) -> None:
    turn = log.say("I keep bees", START + 1, thread="t")
    ledger.ingest(store, NOW)
    update = updates.begin(store.db, "t", "m", "lines", NOW)
    updates.fail(store.db, update, [turn], "no network", transient=True, now=NOW)
    assert ledger.pending(store.db, 10)[0].ready_at == NOW + 60
    updates.stop(store.db, updates.begin(store.db, "t", "m", "lines", NOW + 5), NOW + 6)
    assert ledger.pending(store.db, 10)[0].ready_at == NOW + 60


def test_what_a_clock_that_was_set_back_left_in_the_future_is_not_waited_for(
    store: Store, log: Log
) -> None:
    turn = log.say("I keep bees", START + 1, thread="t")
    ledger.ingest(store, NOW)
    assert ledger.pending(store.db, 10, START - 86400)[0].ready_at == START - 86400
    update = updates.begin(store.db, "t", "m", "lines", NOW)
    updates.fail(store.db, update, [turn], "no network", transient=True, now=NOW)
    assert ledger.pending(store.db, 10, NOW - 3600)[0].ready_at < NOW - 3000
    assert ledger.pending(store.db, 10, NOW + 1)[0].ready_at == NOW + 60


def test_only_pending_turns_have_a_typed_length(store: Store, log: Log) -> None:
    all_of_it = log.say("I keep bees", START + 1)
    end = log.say("Rome. I row", START + 2, markers=[LAST_FIVE])
    off = log.say("I sail", START + 3, markers=[OFF])
    ledger.ingest(store, NOW)
    wanted = {all_of_it: None, end: 5}
    assert ledger.typed_lengths(store.db, [all_of_it, end, off, "unknown"]) == wanted


@pytest.mark.slow
def test_thousands_of_turns_of_one_conversation_are_no_trouble(store: Store, log: Log) -> None:
    ids = [log.mint(START + number) for number in range(40_000)]
    assert ledger.typed_lengths(store.db, ids) == {}
    assert logs.read(store.folder.logs, ids) == []


# Schedule

SETTINGS = Settings(update_interval=10, daily_limit=2)


@pytest.fixture
def waiting(store: Store, log: Log) -> Store:
    """The memory with a conversation that is ready ten seconds after START."""
    log.say("I keep bees", START)
    ledger.ingest(store, NOW)
    return store


def test_nothing_is_due_when_nothing_is_pending(store: Store) -> None:
    assert schedule.due(store, SETTINGS, NOW) is None
    assert schedule.hindrance(store, SETTINGS, NOW) == ("", None)


def test_a_conversation_is_due_when_it_is_ready(waiting: Store) -> None:
    assert schedule.due(waiting, SETTINGS, NOW) == START + 10


@pytest.mark.parametrize("off", [Settings(disabled=True), Settings(updates=False)])
def test_nothing_is_due_while_learning_is_switched_off(waiting: Store, off: Settings) -> None:
    assert schedule.due(waiting, off, NOW) is None
    assert schedule.hindrance(waiting, off, NOW) == (schedule.SWITCHED_OFF, None)


def test_a_pause_puts_off_what_is_due(waiting: Store) -> None:
    consent.pause(waiting.db, NOW + 50, NOW)
    assert schedule.due(waiting, SETTINGS, NOW) == NOW + 50
    consent.pause(waiting.db, None, NOW)
    assert schedule.due(waiting, SETTINGS, NOW) is None
    consent.resume(waiting.db, NOW + 1)
    assert schedule.due(waiting, SETTINGS, NOW + 1) == START + 10


def test_the_daily_limit_puts_off_what_is_due(waiting: Store) -> None:
    for at in (NOW, NOW + 5):
        updates.begin(waiting.db, "other", "m", "lines", at)
    expected = (schedule.LIMIT_REACHED, NOW + updates.DAY)
    assert schedule.hindrance(waiting, SETTINGS, NOW + 6) == expected
    assert schedule.due(waiting, SETTINGS, NOW + 6) == NOW + updates.DAY
    assert schedule.hindrance(waiting, SETTINGS, NOW + updates.DAY) == ("", None)


def test_a_limit_of_none_a_day_is_for_ever(waiting: Store) -> None:
    assert schedule.due(waiting, Settings(daily_limit=0), NOW) is None


LIMITS: dict[str, tuple[list[float], int, float | None]] = {
    "as many": ([0, 1, 2], 3, updates.DAY),
    "more than a lowered limit": ([0, 1, 2], 1, updates.DAY + 2),
    "spread over the day": ([0, updates.DAY / 2], 1, updates.DAY * 1.5),
    "never": ([], 0, None),
}


@pytest.mark.parametrize(("asked", "limit", "free"), LIMITS.values(), ids=LIMITS)
def test_the_daily_limit_is_a_window_that_moves(
    store: Store, asked: list[float], limit: int, free: float | None
) -> None:
    for at in asked:
        updates.begin(store.db, "other", "m", "lines", NOW + at)
    settings = Settings(daily_limit=limit)
    until = None if free is None else NOW + free
    latest = NOW + max(asked, default=0)
    assert schedule.hindrance(store, settings, latest) == (schedule.LIMIT_REACHED, until)
    if until:
        assert schedule.hindrance(store, settings, until - 0.1)[0] == schedule.LIMIT_REACHED
        assert schedule.hindrance(store, settings, until) == ("", None)


def test_fewer_requests_than_the_limit_hinder_nothing(store: Store) -> None:
    updates.begin(store.db, "other", "m", "lines", NOW)
    assert schedule.hindrance(store, SETTINGS, NOW) == ("", None)


def test_the_daily_limit_is_one_for_all_profiles(store: Store) -> None:
    updates.begin(store.db, "other", "m", "lines", NOW)
    work = Folder(store.folder.path, "work")
    with state.opened(work) as there:
        updates.begin(there.db, "another", "m", "lines", NOW + 5)
        assert schedule.hindrance(there, SETTINGS, NOW + 6)[0] == schedule.LIMIT_REACHED
    expected = (schedule.LIMIT_REACHED, NOW + updates.DAY)
    assert schedule.hindrance(store, SETTINGS, NOW + 6) == expected
    work.state.write_bytes(b"no database" * 1000)
    assert schedule.hindrance(store, SETTINGS, NOW + 6) == ("", None)
