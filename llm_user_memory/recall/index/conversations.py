"""LLM's log as what is indexed: every conversation, and what of it may go into a prompt.

That is what was said with memory on, for this profile: by the turn's marker, or since the user
had it learned from. What was piped in was not said by anybody. The rest is there to be found on
the terminal, but for what was said for another profile, which has an index of its own.
"""

import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from ... import logs
from ...logs import Position, Turn
from ...settings import Folder
from ...store import consent
from ...store.consent import OTHER_PROFILE, UNMARKED, Consent
from ...store.state import Store
from ...text.fingerprints import Forgotten
from . import db as index_db
from .chunks import pieces
from .db import LOGS, Part, Piece

_BATCH = 50

# Seconds of a transaction; others wait longer for the index.
_TRANSACTION = 0.5

# Turns looked for in the log at once, when the index is compared with it.
_COMPARED = 500

_POSITION = "logs_position"

# The state of a conversation that was held for another profile when it was last marked.
_ELSEWHERE = "elsewhere"

# Turns that are counted in a millisecond or two, and for how many seconds it does for more.
_QUICKLY_COUNTED = 20_000
_COUNT_LASTS = 600.0
_COUNTED = "log_counted_at"

# How many turns the log had when it was last read, and as of when not all can be told of it.
_LOGGED = "logged"
_DOUBTED = "in_doubt"


def refresh(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> Iterator[int]:
    """Enter what was logged since the last time; yields how many turns, transaction by transaction.

    Who stops in between goes on there. LLM's log is read in batches, as brief as ever, some of
    them to a transaction: each of those makes SQLite put its words in order. Call it after
    `ledger.ingest`, which knows the chats. Raises LogsError.
    """
    is_last = False
    while not is_last:
        entered, deadline = 0, time.monotonic() + _TRANSACTION
        with index_db.transaction(db):
            while not is_last and time.monotonic() < deadline:
                batch = logs.after(store.folder.logs, _position(db), _BATCH, logs.WHOLE)
                if batch is None:  # the rows were numbered anew, or it is another database
                    _set_position(db, Position())
                    index_db.put(db, _LOGGED, 0)
                    index_db.put(db, index_db.STALE, 1)
                    continue
                turns = [turn for turn in batch.turns if not _is_known(db, turn.id)]
                barred = {turn.id for turn in turns if forgotten.turn(turn.id)}
                shareable = _shareable(db, {turn.thread_id for turn in turns})
                _bar(db, barred)
                _enter(db, store, (turn for turn in turns if turn.id not in barred), shareable)
                _set_position(db, batch.reached)
                index_db.put(db, _LOGGED, int(index_db.get(db, _LOGGED) or 0) + len(batch.turns))
                entered += len(batch.turns)
                is_last = batch.is_last
        yield entered


def has_shrunk(db: sqlite3.Connection, folder: Folder) -> bool:
    """Tell whether turns were deleted from LLM's log since it was last read, by their number.

    To count takes longer the more there are: a large log is not counted again at once. What is
    deleted is not found meanwhile, as its text cannot be read. Call it after `refresh`. Raises
    LogsError.
    """
    had, moment = int(index_db.get(db, _LOGGED) or 0), time.time()
    counted = float(index_db.get(db, _COUNTED) or 0)
    if had > _QUICKLY_COUNTED and counted <= moment < counted + _COUNT_LASTS:
        return False
    now = logs.count(folder.logs)
    with index_db.transaction(db):
        index_db.put(db, _LOGGED, now)
        index_db.put(db, _COUNTED, moment)
    return now < had


def pending(db: sqlite3.Connection, folder: Folder) -> int:
    """Return how many turns were logged that are not indexed yet. Raises LogsError."""
    return logs.behind(folder.logs, _position(db))


def has_deleted_turns(db: sqlite3.Connection, folder: Folder) -> bool:
    """Tell whether turns are indexed that LLM's log holds no more. Raises LogsError."""
    query = f"""
        select x.key from parts x join documents d on d.id = x.document
        where d.kind = '{LOGS}' and x.key > ? order by x.key limit {_COMPARED}
    """
    last = ""
    while ids := [row["key"] for row in db.execute(query, (last,))]:
        if logs.present(folder.logs, ids) != set(ids):
            return True
        last = ids[-1]
    return False


def texts(db: sqlite3.Connection, folder: Folder, passages: Collection[int]) -> dict[int, str]:
    """Return the texts of passages, without those that LLM's log does not hold any more.

    Raises LogsError.
    """
    rows = db.execute(
        "select p.id, p.role, p.start, p.length, p.text, x.key from passages p "
        "join parts x on x.id = p.part where p.id in (select value from json_each(?))",
        (json.dumps(list(passages)),),
    ).fetchall()
    wanted = {row["key"] for row in rows if row["text"] is None}
    turns = {turn.id: turn for turn in logs.read(folder.logs, list(wanted), logs.WHOLE)}
    found = {}
    for row in rows:
        if row["text"] is not None:
            found[row["id"]] = row["text"]
        elif turn := turns.get(row["key"]):
            whole = turn.prompt if row["role"] == "user" else turn.response
            text = whole[row["start"] : row["start"] + row["length"]]
            if len(text) == row["length"]:
                found[row["id"]] = text
    return found


def apply_forgotten(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> bool:
    """Take out the turns from which a fact was forgotten since, and enter those that may return.

    False where that takes making the index anew. Raises LogsError.
    """
    barred = {row["turn"] for row in db.execute("select turn from barred")}
    # Of what was said before that, it may not be known any more what was forgotten.
    floor = logs.id_floor(consent.in_doubt_until(store.db))
    back = {turn_id for turn_id in barred if turn_id >= floor and not forgotten.turn(turn_id)}
    query = f"select x.key from parts x join documents d on d.id = x.document where d.kind='{LOGS}'"
    new = {row["key"] for row in db.execute(query) if forgotten.turn(row["key"])}
    return rewrite(db, store, new - barred, back)


def withhold_doubtful(db: sqlite3.Connection, state: sqlite3.Connection) -> None:
    """Let nothing go into a prompt that was said when it is not known what was paused."""
    moment = consent.in_doubt_until(state)
    if moment <= float(index_db.get(db, _DOUBTED) or 0):
        return
    with index_db.transaction(db):
        db.execute(
            "update passages set held = 0 where part in (select x.id from parts x "
            "join documents d on d.id = x.document where d.kind = ? and x.said < ?)",
            (LOGS, moment),
        )
        index_db.put(db, _DOUBTED, moment)


def rewrite(
    db: sqlite3.Connection,
    store: Store,
    barred: Collection[str],
    back: Collection[str] = (),
) -> bool:
    """Bar some turns, and let others back in, by entering their conversations anew.

    False where that takes making the index anew. Raises LogsError.
    """
    if not barred and not back:
        return True
    by_thread: dict[str, list[str]] = defaultdict(list)
    for turn in logs.read(store.folder.logs, [*barred, *back]):
        by_thread[turn.thread_id].append(turn.id)
    now_barred = {row["turn"] for row in db.execute("select turn from barred")} - set(back)
    now_barred |= set(barred)
    for thread_id, ids in by_thread.items():
        query = "select id from documents where kind = ? and key = ?"
        row = db.execute(query, (LOGS, thread_id)).fetchone()
        numbers = [each["id"] for each in db.execute(_PASSAGES, (row["id"],))] if row else []
        old = texts(db, store.folder, numbers)
        turns = [t for t in logs.thread(store.folder.logs, thread_id) if t.id not in now_barred]
        with index_db.transaction(db):
            if row and not index_db.remove(db, row["id"], old):
                return False
            _enter(db, store, turns, {})
            _bar(db, now_barred.intersection(ids))
            returned = [(turn,) for turn in ids if turn in back]
            db.executemany("delete from barred where turn = ?", returned)
    gone = set(barred) - {turn for ids in by_thread.values() for turn in ids}
    # LLM's log holds them no more, and nobody can tell what SQLite was given.
    return not any(_is_entered(db, turn) for turn in gone)


_PASSAGES = "select id from passages where document = ?"


def _enter(
    db: sqlite3.Connection,
    store: Store,
    turns: Iterator[Turn] | list[Turn],
    before: Mapping[str, bool],
) -> None:
    by_thread: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_thread[turn.thread_id].append(turn)
    for thread_id, turns_of_thread in by_thread.items():
        shareable, parts = before.get(thread_id, False), []
        is_elsewhere = _is_elsewhere(db, thread_id)
        for turn in turns_of_thread:
            given = consent.consent_of(store.db, turn, store.folder.name)
            was_learned = _was_learned(store.db, turn.id)
            if given.refusal != UNMARKED:
                is_elsewhere = given.refusal == OTHER_PROFILE
            # What has no marker, in a chat or a tool loop, is said for whom the chat is.
            if is_elsewhere and not was_learned:
                continue
            # The rounds of a tool loop have neither words of the user's nor a marker.
            is_round = given.refusal == UNMARKED and not turn.prompt.strip()
            if not is_round:
                is_known = not consent.in_doubt(store.db, turn.started)
                shareable = was_learned or (is_known and not given.refusal)
            parts.append(_part(turn, given, shareable))
        if is_elsewhere != _is_elsewhere(db, thread_id):
            query = "update documents set state = ? where id = ?"
            document = index_db.document(db, LOGS, thread_id)
            db.execute(query, (_ELSEWHERE if is_elsewhere else "", document))
        if parts:
            index_db.append(db, index_db.document(db, LOGS, thread_id), parts)


def _is_elsewhere(db: sqlite3.Connection, thread_id: str) -> bool:
    """Whether the last that is known of a conversation was said for another profile."""
    query = "select 1 from documents where kind = ? and key = ? and state = ?"
    return db.execute(query, (LOGS, thread_id, _ELSEWHERE)).fetchone() is not None


def _part(turn: Turn, given: Consent, shareable: bool) -> Part:
    typed = len(turn.prompt) if given.typed is None else given.typed
    edge = len(turn.prompt) - typed
    found = [Piece("user", start, text, False) for start, text in pieces(turn.prompt[:edge])]
    found += [
        Piece("user", edge + start, text, shareable) for start, text in pieces(turn.prompt[edge:])
    ]
    found += [Piece("assistant", start, text, shareable) for start, text in pieces(turn.response)]
    return Part(turn.id, found, turn.started, turn.model)


def _was_learned(state: sqlite3.Connection, turn_id: str) -> bool:
    """Whether the user had it learned from, whatever its marker says."""
    return state.execute("select 1 from past where id = ?", (turn_id,)).fetchone() is not None


def _shareable(db: sqlite3.Connection, threads: Collection[str]) -> dict[str, bool]:
    """Of the conversations that go on, whether the last of each may go into a prompt."""
    query = """
        select p.held from documents d join passages p on p.document = d.id
        where d.kind = ? and d.key = ? order by p.place desc limit 1
    """
    rows = {thread: db.execute(query, (LOGS, thread)).fetchone() for thread in threads}
    return {thread: bool(row["held"]) for thread, row in rows.items() if row}


def _is_known(db: sqlite3.Connection, turn_id: str) -> bool:
    query = "select 1 from barred where turn = ?"
    return _is_entered(db, turn_id) or db.execute(query, (turn_id,)).fetchone() is not None


def _is_entered(db: sqlite3.Connection, turn_id: str) -> bool:
    query = (
        "select 1 from parts x join documents d on d.id = x.document where x.key = ? and d.kind = ?"
    )
    return db.execute(query, (turn_id, LOGS)).fetchone() is not None


def _bar(db: sqlite3.Connection, turns: Collection[str]) -> None:
    db.executemany("insert or ignore into barred values (?)", [(turn,) for turn in turns])


def _position(db: sqlite3.Connection) -> Position:
    turns, responses = json.loads(index_db.get(db, _POSITION) or '[[0, ""], [0, ""]]')
    return Position((turns[0], turns[1]), (responses[0], responses[1]))


def _set_position(db: sqlite3.Connection, position: Position) -> None:
    index_db.put(db, _POSITION, json.dumps([position.turns, position.responses]))
