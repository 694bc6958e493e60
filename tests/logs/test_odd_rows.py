"""Rows that another program wrote: each field is read as what it may be, and nothing stops."""

from collections import Counter
from pathlib import Path

import pytest
from support.llm_log import ON, START, Log
from support.odd_rows import SAID, Odd, OddLog

from llm_user_memory import logs
from llm_user_memory.logs import Position, Turn, fields
from llm_user_memory.store import consent, ledger, state
from llm_user_memory.store.state import Store

SCHEMAS = ("new", "old")
PLACES = {
    "new": {"prompt": ("turn_search", "prompt"), "thread": ("turns", "thread_id")},
    "old": {"prompt": ("responses", "prompt"), "thread": ("responses", "conversation_id")},
}
LATE = START + 1000


@pytest.fixture(autouse=True)
def without_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no batch end early on a busy machine."""
    monkeypatch.setattr(logs.turns, "BATCH_SECONDS", 60.0)


def spoilt(folder_log: Path, schema: str, field: str, value: object) -> OddLog:
    """Return a log with one turn of another writer, typed with memory on, and a value in it."""
    log = OddLog(folder_log, schema, 1)
    own = ("turns" if schema == "new" else "responses", field)
    table, column = PLACES[schema].get(field, own)
    assert log.write(Odd(0, table, column, value))
    return log


def turns_of(log: OddLog) -> dict[str, Turn]:
    batch = logs.turns_after(log.path, Position())
    assert batch is not None and batch.is_last
    return {turn.id: turn for turn in batch.turns}


UNREADABLE_IDS = [None, b"", b"\xff", "", "a\0b", "a\nb", "\ud800", "x" * 201]
UNREADABLE_PROMPTS = [b"", b"I keep wasps", b"\xff"]


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("id", value, logs.UNREADABLE_ID) for value in UNREADABLE_IDS]
    + [("prompt", value, logs.UNREADABLE_PROMPT) for value in UNREADABLE_PROMPTS],
)
def test_a_row_that_is_no_turn_is_counted_once(
    store: Store, schema: str, field: str, value: object, reason: str
) -> None:
    log = spoilt(store.folder.logs, schema, field, value)
    assert list(turns_of(log)) == log.sound
    assert logs.count(log.path) == logs.count_after(log.path, Position()) == 4
    assert ledger.ingest(store, LATE) == 4
    for _ in range(2):
        counts = {("pending", ""): 3, ("skipped", reason): 1}
        assert {(was, why): n for was, why, n in ledger.counts(store.db)} == counts
        assert ledger.ingest(store, LATE) == 0
        state.put(store.db, "position", "")  # as after a VACUUM
        ledger.ingest(store, LATE)


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(
    "value", [None, b"\1", "soon", float("inf"), -1, 2**63 - 1, -(2**63), 1e300, "9" * 40]
)
def test_a_duration_that_is_none_is_unknown(tmp_path: Path, schema: str, value: object) -> None:
    log = spoilt(tmp_path / "logs.db", schema, "duration_ms", value)
    [odd] = log.others
    turn = turns_of(log)[odd]
    assert turn.ended == turn.started == fields.time_of_id(odd)
    assert turn.prompt == "Said something 0"


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("value", [None, b"echo", "a\0b", "\ud800", "x" * 201, "\x1b[2J"])
def test_names_that_are_none_are_unknown(tmp_path: Path, schema: str, value: object) -> None:
    log = spoilt(tmp_path / "logs.db", schema, "model", value)
    place = PLACES[schema]["thread"]
    assert log.write(Odd(0, *place, value))
    [odd] = log.others
    turn = turns_of(log)[odd]
    assert (turn.model, turn.thread_id) == ("", odd)
    assert logs.thread_turns(log.path, odd) == logs.read(log.path, [odd], logs.WHOLE_ANSWER)


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(
    "date",
    [None, b"2025", "", "soon", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-23:59", "\ud800"],
)
def test_a_turn_without_a_time_is_found_and_not_learned_from(
    store: Store, schema: str, date: object
) -> None:
    log = spoilt(store.folder.logs, schema, "datetime_utc", date)
    table = "turns" if schema == "new" else "responses"
    ids = {"new": [("turn_search", "turn_id"), ("turn_fragments", "turn_id")]}
    links = ids.get(schema, [("prompt_fragments", "response_id")])
    for place in [*links, (table, "id")]:
        assert log.write(Odd(0, *place, "not-a-ulid"))
    turn = turns_of(log)["not-a-ulid"]
    assert (turn.started, turn.ended) == (0.0, 0.007)
    ledger.ingest(store, LATE)
    row = store.db.execute("select reason from turns where id = 'not-a-ulid'").fetchone()
    # The text of the new schema's turn hangs on its id, and so does its marker.
    assert row["reason"] == consent.NO_TIME
    assert Counter(dict(ledger.totals(store.db)))["pending"] == 3


@pytest.mark.parametrize("schema", SCHEMAS)
def test_bytes_in_a_prompt_that_are_no_text_stand_out(tmp_path: Path, schema: str) -> None:
    log = spoilt(tmp_path / "logs.db", schema, "prompt", "I keep \ud800 bees")
    assert turns_of(log)[log.others[0]].prompt == "I keep \ufffd\ufffd\ufffd bees"


PAYLOADS = [b"{}", "[1", "7", "[]", '{"text_ref": 5}', '{"text_ref": [{"literal": [7]}]}']
PAYLOADS += ['{"text_ref": ["\\u0000"]}', '{"a": "\\u0000', "[" * 9000, '["\\u0000"]']


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_that_is_none_leaves_the_typed_end_unknown(
    tmp_path: Path, payload: object
) -> None:
    log = OddLog(tmp_path / "logs.db", "new", 1)
    assert log.write(Odd(0, "parts", "text", None), Odd(0, "parts", "payload", payload))
    turn = turns_of(log)[log.others[0]]
    assert turn.intact_tail_length <= len("[7]")
    assert [turns_of(log)[turn].prompt for turn in log.sound] == list(SAID)


def test_a_chat_of_no_number_and_an_unreadable_marker_are_no_consent(
    store: Store, log: Log
) -> None:
    log.say(
        "I keep bees", START + 1, markers=['<user_memory learning="chat:99999999999999999999"/>']
    )
    log.say("I keep wasps", START + 2, markers=[ON, "spoilt"])
    log.run("update fragments set content = x'ff' where content = 'spoilt'")
    ledger.ingest(store, LATE)
    found = {reason for _outcome, reason, _number in ledger.counts(store.db)}
    assert found == {consent.UNMARKED, consent.UNREADABLE_MARKER}


@pytest.mark.timeout(60)
def test_a_message_that_is_its_own_ancestor_ends_the_chain(log: Log) -> None:
    turn = log.say("I keep bees", START + 1)
    log.run(
        f"update threads set tip_message_hash = 'm-{turn}'",
        f"insert into messages (hash, parent_hash, role) values ('other', 'm-{turn}', 'user')",
        f"update messages set parent_hash = 'other' where hash = 'm-{turn}'",
        "insert into part_fragments (part_id, fragment_id) "
        "select p.id, f.id from parts p join fragments f",
    )
    assert logs.fragments_beginning(log.path, turn, "<user_memory") == [ON]
    assert logs.fragment_placements(log.path, turn, ON) == {"prompt"}


@pytest.mark.parametrize(("spoilt_id", "found"), [("x'ff'", ""), ("'zz' || char(0)", "")])
def test_the_newest_thread_is_unknown_if_its_id_is(log: Log, spoilt_id: str, found: str) -> None:
    log.say("I keep bees", START + 1)
    log.run(f"insert into threads (id) values ({spoilt_id})")
    assert logs.newest_thread(log.path) == found


def test_many_unreadable_rows_hold_up_no_others(store: Store, log: Log) -> None:
    log.run(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) "
        "insert into turns (id) select case when i % 2 then cast(i as blob) end from n"
    )
    turn = log.say("I keep bees", START + 1)
    assert ledger.ingest(store, LATE) == 501
    assert [found.turn_ids for found in ledger.pending(store.db, 0, LATE)] == [(turn,)]
    assert logs.count(log.path) == 501
