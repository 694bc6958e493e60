"""Indexing the conversations in LLM's log, and deciding which passages may go into a prompt.

A passage is "shareable", so that it may go into a prompt, if it was said with memory on and for
this profile. The turn's marker says so, or the user had the turn learned from later. In a log that
others may write a marker says nothing. Piped input is never shareable, nor is an answer that may
repeat what is not: see `repeated`. An answer that may repeat what was said here goes no further
than that, wherever it was given. A prompt that the user marked ` #local` counts as said here. All
other turns can be found on the terminal only, but turns of another profile are not indexed at all:
that profile has an index of its own.
"""

import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from ... import logs
from ...egress import Place, Said
from ...errors import LogsError, ModelError
from ...logs import Position, Turn
from ...logs.heard import Heard
from ...model import location
from ...profile.line_marks import marks_local
from ...settings import Folder
from ...store import consent, forgotten, ledger, model_places
from ...store.consent import OTHER_PROFILE, UNMARKED, UNREADABLE_MARKER, Consent
from ...store.ledger import Recorded
from ...store.state import Store
from ...text.fingerprints import Forgotten
from . import db as index_db
from . import passage_texts, passages, repeated
from .chunks import pieces
from .db import LOGS, TALKS
from .passages import Part, Piece

_BATCH = 50

# The longest transaction in seconds. Other processes wait longer than that for the index.
_TRANSACTION = 0.5

# The number of turns in a batch when the index is compared with the log.
_COMPARED = 500

_POSITION = "logs_position"

# Up to this number, the turns of the log are counted at each search, which takes two milliseconds.
# A larger count is used again for so many seconds.
_QUICKLY_COUNTED = 20_000
_COUNT_LASTS = 600.0
_COUNTED = "log_counted_at"

# The keys in `meta` of the number of turns in the log when it was last read, and of the latest
# `consent.in_doubt_until` that was applied.
_LOGGED = "logged"
_DOUBTED = "in_doubt"


def refresh(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> Iterator[int]:
    """Index what was logged since the last time; yields the number of turns per transaction.

    If it is interrupted, the next call continues after the last transaction. LLM's log is read in
    short batches. A transaction has several of them, because SQLite sorts the words of each
    transaction. Call it after `ledger.ingest`, which records the chats. Raises LogsError.
    """
    is_last = False
    while not is_last:
        entered, deadline = 0, time.monotonic() + _TRANSACTION
        with index_db.transaction(db):
            while not is_last and time.monotonic() < deadline:
                batch = logs.turns_after(
                    store.folder.logs, _position(db), _BATCH, logs.WHOLE_ANSWER
                )
                if batch is None:  # the rows were renumbered, or the log was replaced
                    _set_position(db, Position())
                    index_db.put(db, _LOGGED, 0)
                    index_db.put(db, index_db.STALE, 1)
                    continue
                turns = [turn for turn in batch.turns if not _is_known(db, turn.id)]
                barred = {turn.id for turn in turns if forgotten.turn(turn.id)}
                _bar(db, barred)
                _enter(db, store, turns, barred)
                _set_position(db, batch.reached)
                rows = len(batch.turns) + len(batch.unreadable)
                index_db.put(db, _LOGGED, int(index_db.get(db, _LOGGED) or 0) + rows)
                entered += len(batch.turns)
                is_last = batch.is_last
        yield entered


def has_shrunk(db: sqlite3.Connection, folder: Folder) -> bool:
    """Tell whether LLM's log has fewer turns than when it was last read.

    Counting takes longer the larger the log is, so a large log is not counted every time. Until
    then, deleted turns are not found, as their texts cannot be read. Call it after `refresh`.
    Raises LogsError.
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
    """Return the number of logged turns that are not indexed yet. Raises LogsError."""
    return logs.count_after(folder.logs, _position(db))


def is_behind(db: sqlite3.Connection, folder: Folder) -> bool:
    """Tell whether LLM's log has, or may have, turns that are not indexed yet."""
    try:
        next_one = logs.turns_after(folder.logs, _position(db), 1)
    except LogsError:
        return True
    return next_one is None or bool(next_one.turns or next_one.unreadable)


def has_deleted_turns(db: sqlite3.Connection, folder: Folder) -> bool:
    """Tell whether the index has turns that LLM's log no longer has. Raises LogsError."""
    query = f"""
        select x.key from parts x join documents d on d.id = x.document
        where d.kind = '{LOGS}' and x.key > ? order by x.key limit {_COMPARED}
    """
    last = ""
    while ids := [row["key"] for row in db.execute(query, (last,))]:
        if logs.logged_ids(folder.logs, ids) != set(ids):
            return True
        last = ids[-1]
    return False


def apply_forgotten(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> bool:
    """Remove the turns from which a fact was forgotten, and add those that are allowed again.

    Returns False if that needs a rebuild of the index. Raises LogsError.
    """
    barred = {row["turn"] for row in db.execute("select turn from barred")}
    # For turns before that time, the record of what was forgotten may be incomplete.
    floor = logs.id_floor(consent.in_doubt_until(store.db))
    back = {turn_id for turn_id in barred if turn_id >= floor and not forgotten.turn(turn_id)}
    query = f"select x.key from parts x join documents d on d.id = x.document where d.kind='{LOGS}'"
    new = {row["key"] for row in db.execute(query) if forgotten.turn(row["key"])}
    return rewrite(db, store, new - barred, back)


def withhold_doubtful(db: sqlite3.Connection, state: sqlite3.Connection) -> None:
    """Make turns not shareable if it is unknown whether learning was paused when they were said."""
    moment = consent.in_doubt_until(state)
    if moment <= float(index_db.get(db, _DOUBTED) or 0):
        return
    with index_db.transaction(db):
        db.execute(
            "update passages set shareable = 0 where part in (select x.id from parts x "
            "join documents d on d.id = x.document "
            "where d.kind in (select value from json_each(?)) and x.said_at < ?)",
            (json.dumps(TALKS), moment),
        )
        repeated.withhold_after(db, moment)
        index_db.put(db, _DOUBTED, moment)


def rewrite(
    db: sqlite3.Connection,
    store: Store,
    barred: Collection[str],
    back: Collection[str] = (),
) -> bool:
    """Remove the turns `barred`, and add the turns `back`, by indexing their conversations again.

    Returns False if that needs a rebuild of the index. Raises LogsError.
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
        old = passage_texts.read(db, store.folder, numbers)
        turns = logs.thread_turns(store.folder.logs, thread_id)
        with index_db.transaction(db):
            if row and not passages.remove(db, row["id"], old):
                return False
            _enter(db, store, turns, now_barred)
            _bar(db, now_barred.intersection(ids))
            returned = [(turn,) for turn in ids if turn in back]
            db.executemany("delete from barred where turn = ?", returned)
    gone = set(barred) - {turn for ids in by_thread.values() for turn in ids}
    # They were deleted from LLM's log, so the text that SQLite needs to remove them is unknown.
    return not any(_is_entered(db, turn) for turn in gone)


_PASSAGES = "select id from passages where document = ?"


def _enter(
    db: sqlite3.Connection,
    store: Store,
    turns: Sequence[Turn],
    barred: Collection[str],
) -> None:
    """Add the turns to the index, except those from which a fact was forgotten (`barred`)."""
    by_thread: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_thread[turn.thread_id].append(turn)
    rounds = [turn.id for turn in turns if not (turn.markers or turn.prompt.strip())]
    loops = logs.prompted_by(store.folder.logs, rounds)
    shareable_turns: dict[str, bool] = {}
    origins = _origins(store, turns)
    doubtful = ledger.in_shared_log(store, list(origins))
    all_lost = _lost(store, by_thread)
    for thread_id, turns_of_thread in by_thread.items():
        parts = []
        thread = repeated.load(db, thread_id)
        lost = all_lost.get(thread_id, [])
        for turn in turns_of_thread:
            while lost and lost[0].id < turn.id:
                one = lost.pop(0)
                said = Said(one.place or "unknown")
                thread = thread._replace(heard=thread.heard.after(said, is_kept=one.is_kept))
            if turn.id in barred:
                thread = thread.kept()
                continue
            given = consent.consent_of(store.db, turn, store.folder.name)
            was_learned = _was_learned(store.db, turn.id)
            if given.refusal not in (UNMARKED, UNREADABLE_MARKER):
                thread = thread._replace(is_elsewhere=given.refusal == OTHER_PROFILE)
            # A turn without a marker, in a chat or a tool loop, is of the profile of the chat.
            if thread.is_elsewhere and not was_learned:
                thread = thread.kept()
                continue
            is_known = not consent.in_doubt(store.db, turn.started)
            is_known = is_known and turn.id not in doubtful
            shareable = was_learned or (is_known and not given.refusal)
            prompts = loops.get(turn.id)
            if prompts and given.refusal == UNMARKED and not was_learned:
                # A round of a tool loop has no prompt of the user, and no marker.
                shareable = turn.id not in doubtful and all(
                    shareable_turns.get(prompt) or _is_shareable(db, prompt) for prompt in prompts
                )
            shareable_turns[turn.id] = shareable
            edge = _edge(turn, given)
            said = Said(origins[turn.id], turn.model)
            stays = marks_local(turn.prompt[edge:])
            heard = thread.heard.after(
                Said("here") if stays else said, is_kept=edge > 0 or not shareable
            )
            thread = thread._replace(heard=heard)
            parts.append(_part(turn, edge, shareable, heard, said, stays=stays))
        repeated.record(db, thread_id, thread)
        if parts:
            passages.append(db, passages.document(db, LOGS, thread_id), parts)


def _lost(store: Store, threads: Collection[str]) -> dict[str, list[Recorded]]:
    """The turns of conversations that LLM's log has lost, in order, as far as they are recorded.

    LLM may have sent them with later prompts, so that the answers may repeat them.
    """
    recorded = {thread: ledger.of_thread(store.db, thread) for thread in threads}
    ids = [one.id for turns in recorded.values() for one in turns]
    missing = set(ids) - logs.logged_ids(store.folder.logs, ids) if ids else set[str]()
    if not missing:
        return {}
    gone = forgotten.load(store.db)
    return {
        thread: [
            one._replace(is_kept=one.is_kept or gone.turn(one.id))
            for one in turns
            if one.id in missing
        ]
        for thread, turns in recorded.items()
    }


def _origins(store: Store, turns: Sequence[Turn]) -> dict[str, Place]:
    """Return where the model of each turn ran: as recorded, else where that model runs now."""
    known = model_places.of_turns(store.db, [turn.id for turn in turns])
    found: dict[str, Place] = {turn.id: "unknown" for turn in turns}
    with suppress(ModelError):  # LLM's plugins cannot be loaded
        missing = [turn for turn in turns if turn.id not in known]
        found |= location.of_turns(missing, consent.without_marker(store.db, missing))
    return found | known


def _edge(turn: Turn, given: Consent) -> int:
    """The number of characters at the beginning of the prompt that the user did not type."""
    typed = len(turn.prompt) if given.typed is None else given.typed
    return len(turn.prompt) - typed


def _part(turn: Turn, edge: int, shareable: bool, heard: Heard, said: Said, *, stays: bool) -> Part:
    found = [Piece("user", start, text, False) for start, text in pieces(turn.prompt[:edge])]
    found += [
        Piece("user", edge + start, text, shareable, stays)
        for start, text in pieces(turn.prompt[edge:])
    ]
    found += [
        Piece("assistant", start, text, not heard.is_kept, not heard.goes_as_far_as(said))
        for start, text in pieces(turn.response)
    ]
    return Part(turn.id, found, turn.started, turn.model, origin=said.origin)


def _was_learned(state: sqlite3.Connection, turn_id: str) -> bool:
    """Whether the user later had facts learned from the turn, whatever its marker says."""
    return state.execute("select 1 from past where id = ?", (turn_id,)).fetchone() is not None


def _is_shareable(db: sqlite3.Connection, turn_id: str) -> bool:
    """Whether the end of a turn, which the user may have typed, is in the index and shareable."""
    query = """
        select p.shareable from parts x join passages p on p.part = x.id
        join documents d on d.id = x.document
        where d.kind = ? and x.key = ? and p.role = 'user' order by p.ordinal desc limit 1
    """
    row = db.execute(query, (LOGS, turn_id)).fetchone()
    return row is not None and bool(row["shareable"])


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
