"""`updates`: when an update is retried or given up, and how updates are counted and reported."""

import sqlite3
import time
from datetime import date, datetime, timedelta

import pytest
from support.llm_log import START

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.profile.edits import Edit
from llm_user_memory.store import ledger, state, updates


def _pending(db: sqlite3.Connection, turn: str = "turn", thread: str = "t") -> None:
    db.execute(
        "insert into turns (id, thread_id, started, ended, outcome) values (?, ?, 0, 0, 'pending')",
        (turn, thread),
    )


def _outcome(db: sqlite3.Connection, turn: str = "turn") -> str:
    return str(db.execute("select outcome from turns where id = ?", (turn,)).fetchone()[0])


def _begin(db: sqlite3.Connection, now: float = START, thread: str = "t") -> int:
    return updates.begin(db, thread, "model", "lines", now)


def _fail(db: sqlite3.Connection, transient: bool, now: float = START) -> str:
    update = _begin(db, now)
    return updates.fail(db, update, ["turn"], "an error", transient=transient, now=now)


def _finish(db: sqlite3.Connection, *verdicts: Verdict, thread: str = "t") -> int:
    update = _begin(db, thread=thread)
    with state.transaction(db):
        updates.finish(db, update, ["turn"], verdicts, START + 1)
    return update


def _verdict(op: str = "add", refusal: str = "", new: str = "Keeps bees") -> Verdict:
    return Verdict(Edit(op, "Interests", "", new, "q"), refusal, "turn")  # type: ignore[arg-type]


def _retry_after(db: sqlite3.Connection) -> float | None:
    found = updates.newest(db)
    assert found
    return None if found.retry_at is None else found.retry_at - START


# Failing


def test_the_pauses_grow_and_the_last_one_stays(db: sqlite3.Connection) -> None:
    _pending(db)
    pauses = []
    for _ in range(7):
        assert _fail(db, transient=True) == "failed"
        pauses.append(_retry_after(db))
    assert pauses == [60, 300, 1800, 7200, 21600, 21600, 21600]


def test_what_waiting_may_cure_is_never_given_up(db: sqlite3.Connection) -> None:
    _pending(db)
    for _ in range(30):
        assert _fail(db, transient=True) == "failed"
    assert _outcome(db) == "pending" and _retry_after(db) == 21600


# Of failures that last ("x") or not ("-"), and interruptions ("s"), which one gives up
SEQUENCES = {
    "three that last": ("xxx", 3),
    "between others": ("x-x--x", 6),
    "interruptions do not count": ("xsxsssx", 7),
    "two that last": ("xx----", None),
    "interruptions alone": ("sssss", None),
}


@pytest.mark.parametrize(("failures", "at"), SEQUENCES.values(), ids=SEQUENCES)
def test_three_failures_that_last_are_enough(
    db: sqlite3.Connection, failures: str, at: int | None
) -> None:
    _pending(db)
    for number, failure in enumerate(failures, 1):
        if failure == "s":
            updates.stop(db, _begin(db), START)
            status = "stopped"
        else:
            status = _fail(db, transient=failure == "-")
        assert (status == "given up") == (number == at)
    assert _outcome(db) == ("pending" if at is None else "given up")
    assert at is None or _retry_after(db) is None


def test_a_success_in_between_forgives(db: sqlite3.Connection) -> None:
    _pending(db)
    _fail(db, transient=False)
    _fail(db, transient=False)
    _finish(db)
    _pending(db, "another")
    assert _fail(db, transient=False) == "failed"
    assert _retry_after(db) == 60


def test_the_failures_of_one_conversation_are_not_another_ones(db: sqlite3.Connection) -> None:
    for number in range(5):
        update = _begin(db, thread=f"t{number}")
        assert updates.fail(db, update, [], "x", transient=False, now=START) == "failed"


def test_failures_about_the_past_are_nothing_to_what_is_learned_by_itself(
    db: sqlite3.Connection,
) -> None:
    _pending(db)
    for at in (START, START + 1, START + 2):
        asked = updates.begin(db, "t", "model", "lines", at, source="logs")
        assert updates.fail(db, asked, ["turn"], "x", transient=False, now=at) == "failed"
        assert _retry_after(db) is None
    [waiting] = ledger.pending(db, 0, START + 10)
    assert waiting.ready_at == waiting.quiet_since
    assert _fail(db, transient=False) == "failed"


def test_what_was_given_up_is_tried_again_when_asked(db: sqlite3.Connection) -> None:
    _pending(db)
    for _ in range(3):
        _fail(db, transient=False)
    assert ledger.totals(db)["given up"] == 1
    assert ledger.retry_given_up(db) == 1
    assert ledger.totals(db)["pending"] == 1
    assert ledger.pending(db, 0)[0].ready_at < START
    assert _fail(db, transient=False) == "failed", "with three tries of its own"


# Interrupted


def test_an_interruption_leaves_the_turns_pending_and_no_pause(db: sqlite3.Connection) -> None:
    _pending(db)
    updates.stop(db, _begin(db), START + 5)
    assert _outcome(db) == "pending" and _retry_after(db) is None
    assert ledger.pending(db, 0)[0].ready_at == START + 5, "behind what was ready before"


def test_a_model_that_was_waited_for_too_long_is_asked_again_later(
    db: sqlite3.Connection,
) -> None:
    _pending(db)
    updates.stop(db, _begin(db), START + 500)
    assert _retry_after(db) == 500 + 60


def test_what_a_killed_worker_left_running_is_a_failure_that_passes(
    db: sqlite3.Connection,
) -> None:
    _pending(db)
    for _ in range(4):
        _begin(db)
        updates.clear_running(db, START)
    assert _outcome(db) == "pending" and _retry_after(db) == 7200
    assert updates.newest(db, "running") is None


def test_clearing_leaves_what_ended_alone(db: sqlite3.Connection) -> None:
    _pending(db)
    update = _finish(db)
    before = updates.find(db, update)
    updates.clear_running(db, START + 99)
    assert updates.find(db, update) == before


def test_what_is_done_stays_done_whatever_comes_after(db: sqlite3.Connection) -> None:
    _pending(db)
    update = _finish(db)
    updates.stop(db, update, START + 2)
    updates.stop(db, update, START + 999)
    updates.fail(db, update, ["turn"], "the disk is full", transient=True, now=START + 3)
    found = updates.find(db, update)
    assert found and (found.status, found.retry_at) == ("done", None)
    assert _outcome(db) == "learned"


# On record


def test_an_update_is_recorded_with_its_edits_and_turns(db: sqlite3.Connection) -> None:
    _pending(db)
    update = _finish(db, _verdict(), _verdict(refusal="made up", new="Golfs"), _verdict("remove"))
    assert updates.edit_counts(db, update) == {"add": 1, "remove": 1}
    assert updates.learned_facts(db) == {"Keeps bees": "q"}
    assert _outcome(db) == "learned"
    assert (found := updates.newest(db, "done")) and found.id == update


def test_the_cost_is_recorded_whatever_the_answer_is_worth(db: sqlite3.Connection) -> None:
    update = _begin(db)
    updates.record_tokens(db, update, 120, None)
    updates.fail(db, update, [], "gibberish", transient=False, now=START)
    found = updates.find(db, update)
    assert found and (found.input_tokens, found.output_tokens) == (120, None)


def test_the_newest_is_found_by_status(db: sqlite3.Connection) -> None:
    _pending(db)
    done = _finish(db)
    _fail(db, transient=True)
    running = _begin(db)
    assert [
        found.id for status in ("done", "running") if (found := updates.newest(db, status))
    ] == [
        done,
        running,
    ]
    assert updates.newest(db, "given up") is None
    assert updates.find(db, 99) is None


def test_what_is_asked_about_the_past_hides_no_failure(db: sqlite3.Connection) -> None:
    _pending(db)
    _fail(db, transient=True)
    asked = updates.begin(db, "t", "model", "lines", START, source="logs")
    with state.transaction(db):
        updates.finish(db, asked, [], [], START)
    newest = updates.newest(db, "done", "failed", automatic_only=True)
    assert newest and newest.status == "failed"


def test_the_form_for_a_model_is_remembered(db: sqlite3.Connection) -> None:
    assert updates.form_for(db, "model") is None
    updates.remember_form(db, "model", "schema", 1, START)
    updates.remember_form(db, "model", "lines", 0, START + 1)
    updates.remember_form(db, "other", "schema", 1, START)
    assert updates.form_for(db, "model") == ("lines", 0, START + 1)
    updates.forget_form(db, "model")
    assert updates.form_for(db, "model") is None
    assert updates.form_for(db, "other") == ("schema", 1, START)


# Requests


def test_requests_made_before_the_clock_was_set_back_by_days_do_not_count(
    db: sqlite3.Connection,
) -> None:
    for at in (START, START + 9):
        _begin(db, at)
    year_before = START - 365 * updates.DAY
    _begin(db, year_before)
    assert updates.requests_since(db, year_before - updates.DAY) == [year_before]
    by_an_hour = START - 3600 - updates.DAY
    assert len(updates.requests_since(db, by_an_hour)) == 2, "by an hour they do"


def test_every_request_counts_however_it_ended(db: sqlite3.Connection) -> None:
    _pending(db)
    _finish(db)
    _fail(db, transient=True)
    updates.stop(db, _begin(db), START)
    _begin(db)
    assert len(updates.requests_since(db, START - 1)) == 4
    assert updates.requests_since(db, START + 1) == []


@pytest.mark.parametrize("zone", ["UTC0", "EARLY-14", "LATE12", "Europe/Berlin"])
def test_each_day_of_the_costs_is_whole(
    db: sqlite3.Connection, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        today = date.today()
        midnight = datetime(today.year, today.month, today.day)
        for days, number in enumerate((1, 2, 3)):
            first = midnight - timedelta(days)
            last = min((first + timedelta(1)).timestamp(), time.time()) - 0.001
            for at in [first.timestamp(), *[last] * (number - 1)]:
                _begin(db, at)
        for days in (1, 2, 3):
            found = [(row["day"], row["requests"]) for row in updates.costs(db, days)]
            wanted = [(str(today - timedelta(n)), n + 1) for n in range(days)]
            assert found == wanted
    finally:
        monkeypatch.undo()
        time.tzset()
