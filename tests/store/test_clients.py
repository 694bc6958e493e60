"""Connected programs, where what they are given goes, and the record of their calls."""

import sqlite3

import pytest

from llm_user_memory.egress import CLOUD, USER
from llm_user_memory.settings import Settings
from llm_user_memory.store import clients
from llm_user_memory.store.clients import Call, Client


def test_a_client_is_recorded_listed_and_removed(db: sqlite3.Connection) -> None:
    clients.record(db, "zed", is_local=True, settings={"path": "/tmp/zed"}, now=5.0)
    clients.record(db, "codex", now=6.0)
    assert clients.every(db) == [
        Client("codex", False, 6.0, {}),
        Client("zed", True, 5.0, {"path": "/tmp/zed"}),
    ]
    for _ in range(2):
        clients.remove(db, "zed")
        assert clients.find(db, "zed") is None and clients.find(db, "codex") is not None
    assert not clients.is_disconnected(db, "zed")


def test_who_was_disconnected_is_so_until_connected_again(db: sqlite3.Connection) -> None:
    clients.record(db, "zed")
    assert not clients.is_disconnected(db, "zed")
    clients.disconnect(db, "zed")
    assert clients.find(db, "zed") is None
    assert clients.is_disconnected(db, "zed") and not clients.is_disconnected(db, "codex")
    clients.record(db, "zed")
    assert clients.find(db, "zed") is not None and not clients.is_disconnected(db, "zed")


def test_connecting_again_changes_all_but_since_when(db: sqlite3.Connection) -> None:
    clients.record(db, "zed", is_local=True, settings={"a": 1}, now=5.0)
    clients.record(db, "zed", settings={"b": [2]}, now=9.0)
    assert clients.find(db, "zed") == Client("zed", False, 5.0, {"b": [2]})


def test_when_a_program_was_connected_stays_known(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    never, now = float("inf"), 30.0
    monkeypatch.setattr(clients.time, "time", lambda: now)
    assert clients.periods(db, "codex", never) == [(never, never)]
    assert clients.periods(db, "codex", 4.0) == [(4.0, never)]
    clients.record(db, "codex", now=5.0)
    assert clients.periods(db, "codex", 4.0) == [(5.0, never)]
    clients.disconnect(db, "codex")
    clients.disconnect(db, "codex")
    assert clients.periods(db, "codex", 4.0) == [(5.0, 30.0)]
    clients.record(db, "codex", now=40.0)
    now = 90_000.0
    assert clients.periods(db, "codex", 4.0) == [(5.0, 30.0), (40.0, never)]
    now = 39.0  # the clock was set back
    assert clients.periods(db, "codex", 4.0)[1][0] < now


def test_of_a_program_that_an_earlier_version_disconnected_the_first_receipt_counts(
    db: sqlite3.Connection,
) -> None:
    clients.disconnect(db, "codex")
    [(begun, ended)] = clients.periods(db, "codex", 4.0)
    assert begun == 4.0 < ended < float("inf")


@pytest.mark.parametrize("name", ["", "nobody", "codex", "ZED", "zed "])
def test_whoever_was_not_connected_as_local_is_elsewhere(db: sqlite3.Connection, name: str) -> None:
    clients.record(db, "zed", is_local=True)
    clients.record(db, "codex")
    assert clients.destination(db, name, Settings()) == CLOUD
    assert clients.destination(db, name, Settings(learned_locally="any")) == USER
    assert clients.destination(db, "zed", Settings()).place == "here"


def test_calls_are_recorded_and_the_oldest_deleted(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "_MOST_CALLS", 3)
    for number in range(5):
        clients.record_call(db, "zed", "search", f"{number} found", now=float(number))
    assert clients.calls(db, 2) == [
        Call(4.0, "zed", "search", "4 found"),
        Call(3.0, "zed", "search", "3 found"),
    ]
    assert len(clients.calls(db, 100)) == 3
