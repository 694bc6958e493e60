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

from .. import logs
from ..logs import Position, Turn
from ..settings import Folder
from ..store import consent, forgotten
from ..store.consent import ELSEWHERE, UNMARKED, Consent
from . import index
from .index import LOGS, Part, Piece
from .text import pieces

_BATCH = 50

# Seconds of a transaction; others wait longer for the index.
_TRANSACTION = 0.5

# Turns looked for in the log at once, when the index is compared with it.
_COMPARED = 500

_POSITION = "logs_position"


def refresh(db: sqlite3.Connection, state: sqlite3.Connection, folder: Folder) -> Iterator[int]:
    """Enter what was logged since the last time; yields how many turns, transaction by transaction.

    Who stops in between goes on there. LLM's log is read in batches, as brief as ever, some of
    them to a transaction: each of those makes SQLite put its words in order. Call it after
    `ledger.take_stock`, which knows the chats. Raises LogsError.
    """
    known = forgotten.load(state)
    is_last = False
    while not is_last:
        entered, deadline = 0, time.monotonic() + _TRANSACTION
        with index.transaction(db):
            while not is_last and time.monotonic() < deadline:
                batch = logs.after(folder.logs, _position(db), _BATCH, logs.WHOLE)
                if batch is None:  # the rows were numbered anew, or it is another database
                    _set_position(db, Position())
                    continue
                turns = [turn for turn in batch.turns if not _knows(db, turn.id)]
                barred = {turn.id for turn in turns if known.turn(turn.id)}
                held = _held(db, {turn.thread_id for turn in turns})
                _bar(db, barred)
                _enter(db, state, folder, (turn for turn in turns if turn.id not in barred), held)
                _set_position(db, batch.reached)
                entered += len(batch.turns)
                is_last = batch.is_last
        yield entered


def gone(db: sqlite3.Connection, folder: Folder) -> bool:
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


def mind_forgotten(db: sqlite3.Connection, state: sqlite3.Connection, folder: Folder) -> bool:
    """Take out the turns from which a fact was forgotten since, and enter those that may return.

    False where that takes making the index anew. Raises LogsError.
    """
    known = forgotten.load(state)
    barred = {row["turn"] for row in db.execute("select turn from barred")}
    back = {turn_id for turn_id in barred if not known.turn(turn_id)}
    learned_from = {row["turn_id"] for row in state.execute("select distinct turn_id from edits")}
    new = {turn for turn in learned_from - barred if known.turn(turn)}
    return rewrite(db, state, folder, new, back)


def rewrite(
    db: sqlite3.Connection,
    state: sqlite3.Connection,
    folder: Folder,
    barred: Collection[str],
    back: Collection[str] = (),
) -> bool:
    """Bar some turns, and let others back in, by entering their conversations anew.

    False where that takes making the index anew. Raises LogsError.
    """
    if not barred and not back:
        return True
    threads = {turn.thread_id for turn in logs.read(folder.logs, [*barred, *back])}
    now_barred = {row["turn"] for row in db.execute("select turn from barred")} - set(back)
    now_barred |= set(barred)
    for thread_id in threads:
        query = "select id from documents where kind = ? and key = ?"
        row = db.execute(query, (LOGS, thread_id)).fetchone()
        ids = [each["id"] for each in db.execute(_PASSAGES, (row["id"],))] if row else []
        old = texts(db, folder, ids)
        turns = [t for t in logs.thread(folder.logs, thread_id) if t.id not in now_barred]
        with index.transaction(db):
            if row and not index.remove(db, row["id"], old):
                return False
            _enter(db, state, folder, turns, {})
    with index.transaction(db):
        db.executemany("delete from barred where turn = ?", [(turn,) for turn in back])
        _bar(db, barred)
    return True


_PASSAGES = "select id from passages where document = ?"


def _enter(
    db: sqlite3.Connection,
    state: sqlite3.Connection,
    folder: Folder,
    turns: Iterator[Turn] | list[Turn],
    before: Mapping[str, bool],
) -> None:
    by_thread: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_thread[turn.thread_id].append(turn)
    for thread_id, said in by_thread.items():
        held, parts = before.get(thread_id, False), []
        for turn in said:
            given = consent.consent_of(state, turn, folder.name)
            was_learned = _was_learned(state, turn.id)
            if given.refusal == ELSEWHERE and not was_learned:
                continue
            # The rounds of a tool loop have neither words of the user's nor a marker.
            is_round = given.refusal == UNMARKED and not turn.prompt.strip()
            held = held if is_round else was_learned or not given.refusal
            parts.append(_part(turn, given, held))
        if parts:
            index.append(db, index.document(db, LOGS, thread_id), parts)


def _part(turn: Turn, given: Consent, held: bool) -> Part:
    typed = len(turn.prompt) if given.typed is None else given.typed
    edge = len(turn.prompt) - typed
    found = [Piece("user", start, text, False) for start, text in pieces(turn.prompt[:edge])]
    found += [Piece("user", edge + start, text, held) for start, text in pieces(turn.prompt[edge:])]
    found += [Piece("assistant", start, text, held) for start, text in pieces(turn.response)]
    return Part(turn.id, found, turn.started, turn.model)


def _was_learned(state: sqlite3.Connection, turn_id: str) -> bool:
    """Whether the user had it learned from, whatever its marker says."""
    return state.execute("select 1 from past where id = ?", (turn_id,)).fetchone() is not None


def _held(db: sqlite3.Connection, threads: Collection[str]) -> dict[str, bool]:
    """Of the conversations that go on, whether the last of each may go into a prompt."""
    query = """
        select p.held from documents d join passages p on p.document = d.id
        where d.kind = ? and d.key = ? order by p.place desc limit 1
    """
    rows = {thread: db.execute(query, (LOGS, thread)).fetchone() for thread in threads}
    return {thread: bool(row["held"]) for thread, row in rows.items() if row}


def _knows(db: sqlite3.Connection, turn_id: str) -> bool:
    query = "select 1 from parts where key = ?1 union all select 1 from barred where turn = ?1"
    return db.execute(query, (turn_id,)).fetchone() is not None


def _bar(db: sqlite3.Connection, turns: Collection[str]) -> None:
    db.executemany("insert or ignore into barred values (?)", [(turn,) for turn in turns])


def _position(db: sqlite3.Connection) -> Position:
    turns, responses = json.loads(index.get(db, _POSITION) or '[[0, ""], [0, ""]]')
    return Position((turns[0], turns[1]), (responses[0], responses[1]))


def _set_position(db: sqlite3.Connection, position: Position) -> None:
    index.put(db, _POSITION, json.dumps([position.turns, position.responses]))
