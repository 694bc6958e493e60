"""The ledger: the outcome of every turn, which is pending, learned, skipped, or given up.

`ingest` records the turns that LLM logged since memory came into use. It reads them in the order
of their rows, in bounded batches, from a stored position. So its cost depends on the number of
new turns, not on the size of the log. A row that cannot be read as a turn is recorded as skipped.
"""

import json
import sqlite3
import time
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from .. import logs
from ..egress import Place
from ..logs import Batch, Position, Turn
from ..profile.line_marks import marks_local
from ..settings import asked_model
from ..text.trivial import is_trivial
from ..text.words import fold
from . import consent, state
from .exposure import exposed_log
from .state import Store

NOTHING_TYPED = "nothing typed"
NOTHING_TO_LEARN = "nothing to learn"
ONLY_PASTED = "only pasted text"
SHARED_LOG = "in a log that other users may write"

KEPT = frozenset(
    {
        consent.CUT,
        consent.FOREIGN_MARKER,
        consent.FORGOTTEN,
        consent.IN_DOUBT,
        consent.LEARNING_OFF,
        consent.NO_TIME,
        consent.OTHER_PROFILE,
        consent.PAUSED,
        consent.UNMARKED,
        consent.UNREADABLE_MARKER,
        SHARED_LOG,
    }
)
"""The reasons for which a turn is skipped because it may go to no model."""

RECORDED = "id, reason, typed, place, stays"
"""The columns of a `Recorded`."""

# Seconds without a new turn after which an open chat session is ready for an update. The user may
# need that long to read an answer, and the whole chat should be one update.
CHAT_QUIET = 300.0

_BATCH = 50

# The key in the table `meta` of the ids that `marked_turns` returns.
_MARKED = "marked_turns"


class Recorded(NamedTuple):
    """A recorded turn: where its model ran, "" if unknown, and whether it may go to no model.

    What the user marked ` #local` counts as said to a model on this machine.
    """

    id: str
    place: Place | Literal[""]
    is_kept: bool


class Marked(NamedTuple):
    """A turn with the mark ` #local`; `typed` is how many characters at its end were, None: all."""

    id: str
    thread_id: str
    typed: int | None


class OfProgram(NamedTuple):
    """A recorded turn of another program; `digest` is that of its words while it waits, else ""."""

    id: str
    started: float
    digest: str


class Conversation(NamedTuple):
    """A conversation with pending turns.

    `quiet_since` is when its last turn ended, `ready_at` when an update may be made, both in
    seconds since 1970.
    """

    thread_id: str
    turn_ids: tuple[str, ...]
    quiet_since: float
    ready_at: float


def ingest(store: Store, now: float | None = None) -> int:
    """Record the turns logged since the last call; returns how many were new.

    Raises LogsError when logs.db cannot be read now; batches recorded before that stay recorded.
    """
    now = time.time() if now is None else now
    consent.adjust_to_clock(store.db, now)
    activated = consent.activated(store.db)
    consent.end_dead_chats(store, now)
    if state.get(store.db, _MARKED) is None:  # turns of an earlier version, which did not note them
        _note_marked(store.db)
    entered = 0
    while True:
        position = _position(store.db)
        if position is None:
            _begin_again(store, activated)
            continue
        read = logs.turns_after(store.folder.logs, position, _BATCH)
        if read is None:
            state.put(store.db, "position", "")
            continue
        if read.reached != position:
            entered += _record_batch(store, read, activated)
        # A loop until a batch is empty might not end: turns may be logged faster than they are
        # read.
        if read.is_last:
            return entered


def pending(
    db: sqlite3.Connection, interval: float, now: float | None = None, *, model: str | None = None
) -> list[Conversation]:
    """Return the conversations with pending turns, ordered by when they are ready.

    `model` is LLM_MEMORY_MODEL. Turns withheld from it (`model_places.withhold`) are left out.

    A conversation is ready when it has been quiet for `interval` seconds, an open chat session
    after `CHAT_QUIET`. After a failed update it is not ready before the update's `retry_at`, and
    after a stopped one not before the time of the stop. So it comes after conversations that were
    ready before, because its model may be the reason why the process was stopped.
    """
    now = time.time() if now is None else now
    rows = db.execute(
        """
        select thread_id, json_group_array(id) as ids, max(ended) as quiet_since
        from turns where outcome = 'pending' and withheld_from is not ? group by thread_id
        """,
        (asked_model(model),),
    ).fetchall()
    found = [_conversation(db, row, interval, now) for row in rows]
    return sorted(found, key=lambda conversation: conversation.ready_at)


def typed_lengths(db: sqlite3.Connection, turn_ids: Sequence[str]) -> dict[str, int | None]:
    """Return how many characters at the end of each pending turn's prompt the user typed.

    The keys are turn ids. None means that the whole prompt was typed.
    """
    query = """
        select id, typed from turns
        where outcome = 'pending' and id in (select value from json_each(?))
    """
    return {row["id"]: row["typed"] for row in db.execute(query, (json.dumps(turn_ids),))}


def marked_turns(db: sqlite3.Connection) -> list[Marked]:
    """Return the turns with the mark ` #local` whose words were not looked for among the facts yet.

    A turn that another user may have written, or that is of another profile, is not among them.
    """
    if not has_marked(db):
        return []
    query = "select id, thread_id, typed from turns where id in (select value from json_each(?))"
    rows = db.execute(query, (state.get(db, _MARKED),))
    return [Marked(row["id"], row["thread_id"], row["typed"]) for row in rows]


def has_marked(db: sqlite3.Connection) -> bool:
    """Tell whether there are such turns, which costs one query."""
    return state.get(db, _MARKED) not in (None, "[]")


def settle_marked(db: sqlite3.Connection, turns: Sequence[Marked]) -> None:
    """Record that the words of these turns have been looked for."""
    settled = {turn.id for turn in turns}
    with state.transaction(db):  # another process may note a turn meanwhile
        left = [id_ for id_ in json.loads(state.get(db, _MARKED) or "[]") if id_ not in settled]
        state.put(db, _MARKED, json.dumps(left))


def typed_of_all(db: sqlite3.Connection) -> dict[str, int | None]:
    """Return how many characters at the end of each recorded turn's prompt the user typed.

    The keys are turn ids. None means that the whole prompt was typed.
    """
    return {row["id"]: row["typed"] for row in db.execute("select id, typed from turns")}


def record_stays(db: sqlite3.Connection, turn_ids: Sequence[str]) -> None:
    """Record that the user typed the mark ` #local` in these turns."""
    query = "update turns set stays = 1 where id in (select value from json_each(?))"
    db.execute(query, (json.dumps(turn_ids),))
    _note_marked(db)


def of_thread(db: sqlite3.Connection, thread_id: str) -> list[Recorded]:
    """Return the recorded turns of a conversation, in order, also those that the log has lost."""
    query = f"select {RECORDED} from turns where thread_id = ? order by id"
    return [recorded(row) for row in db.execute(query, (thread_id,))]


def recorded(row: sqlite3.Row) -> Recorded:
    """Return the turn of a row of the table, with the columns `RECORDED`."""
    is_kept = row["reason"] in KEPT or row["typed"] is not None
    return Recorded(row["id"], "here" if row["stays"] else row["place"], is_kept)


def has_turn(db: sqlite3.Connection, turn_id: str) -> bool:
    """Tell whether a turn is recorded, with any outcome."""
    return db.execute("select 1 from turns where id = ?", (turn_id,)).fetchone() is not None


def reasons(db: sqlite3.Connection, turn_ids: Collection[str]) -> dict[str, str]:
    """Return why turns were skipped, "" if they were not; unrecorded turns are left out."""
    query = "select id, reason from turns where id in (select value from json_each(?))"
    rows = db.execute(query, (json.dumps(list(turn_ids)),))
    return {row["id"]: row["reason"] for row in rows}


def in_shared_log(store: Store, turn_ids: Collection[str]) -> set[str]:
    """Return those turns of LLM's log that other users may have written.

    These are recorded as such, or are not recorded while other users may write to the log.
    """
    recorded = reasons(store.db, turn_ids)
    unknown = set(turn_ids) - recorded.keys()
    found = {turn_id for turn_id, reason in recorded.items() if reason == SHARED_LOG}
    return found | unknown if unknown and exposed_log(store.folder) else found


def enter(
    db: sqlite3.Connection,
    turn: Turn,
    reason: str,
    place: Place | Literal[""] = "",
    digest: str = "",
    *,
    is_given: bool = False,
) -> int:
    """Record a turn of another program, as skipped if there is a `reason`. Returns 1 if it is new.

    `place` is where its model ran. `digest` is the digest of its words, so that other words that
    replace them later are not learned. `is_given` tells that the program may have been started with
    the prompt. Call it inside a transaction.
    """
    outcome = "skipped" if reason else "pending"
    added = _record(db, (turn.id, turn.thread_id, turn.started, turn.ended, outcome, reason))
    if added:
        query = "update turns set place = ?, digest = ?, is_given = ?, stays = ? where id = ?"
        known = "" if reason else digest
        stays = marks_local(turn.prompt)
        db.execute(query, (place, known, is_given, stays, turn.id))
        if stays:
            _note_marked(db, turn.id)
    return added


def given_turns(db: sqlite3.Connection, turn_ids: Collection[str]) -> set[str]:
    """Return those of the turns with whose prompt another program may have been started."""
    query = "select id from turns where is_given and id in (select value from json_each(?))"
    return {row["id"] for row in db.execute(query, (json.dumps(list(turn_ids)),))}


def digests(db: sqlite3.Connection, turn_ids: Sequence[str]) -> dict[str, str]:
    """Return the recorded digests of the turns' words, by the ids of the turns."""
    query = """
        select id, digest from turns
        where digest != '' and id in (select value from json_each(?))
    """
    return {row["id"]: row["digest"] for row in db.execute(query, (json.dumps(list(turn_ids)),))}


def stays_in_session(
    db: sqlite3.Connection, client: str, since: float, threads: Collection[str]
) -> bool:
    """Tell whether a turn of another program stays on this machine, in a session of late.

    That is one of the `threads`, or one with a turn since a time, in seconds since 1970.
    """
    query = """
        select 1 from turns where id > ?1 and id < ?2 and (stays or place in ('here', 'unknown'))
        and (thread_id in (select value from json_each(?4)) or thread_id in
             (select thread_id from turns where id > ?1 and id < ?2 and started >= ?3))
    """
    names = (f"{client}:", f"{client};")  # the next character after ":"
    return db.execute(query, (*names, since, json.dumps(list(threads)))).fetchone() is not None


def of_program(db: sqlite3.Connection, client: str) -> list[OfProgram]:
    """Return the recorded turns of another program."""
    query = "select id, started, digest from turns where id > ? and id < ?"
    rows = db.execute(query, (f"{client}:", f"{client};"))  # the next character after ":"
    return [OfProgram(row["id"], row["started"], row["digest"]) for row in rows]


def resolve(
    db: sqlite3.Connection, turn_ids: Sequence[str], outcome: str, reason: str, update_id: int
) -> None:
    """Set the outcome of the pending ones of these turns. Call it inside a transaction."""
    for turn_id in turn_ids:
        db.execute(
            "update turns set outcome = ?, reason = ?, update_id = ?, "
            "digest = case when ? = 'given up' then digest else '' end "
            "where id = ? and outcome = 'pending'",
            (outcome, reason, update_id, outcome, turn_id),
        )


def retry_given_up(db: sqlite3.Connection) -> int:
    """Make the turns that were given up pending again; returns how many.

    For withheld turns, it is decided anew whether they may be shown to the model.
    """
    db.execute("update turns set withheld_from = null where withheld_from is not null")
    query = "update turns set outcome = 'pending', reason = '' where outcome = 'given up'"
    return db.execute(query).rowcount


def counts(db: sqlite3.Connection) -> list[tuple[str, str, int]]:
    """Return how many turns have each (outcome, reason)."""
    rows = db.execute("select * from counts where turns > 0 order by outcome, turns desc")
    return [(row["outcome"], row["reason"], row["turns"]) for row in rows]


def totals(db: sqlite3.Connection) -> dict[str, int]:
    """Return the number of recorded turns, in all as "logged" and by outcome."""
    found = dict.fromkeys(("learned", "skipped", "pending", "given up"), 0)
    for outcome, _reason, turns in counts(db):
        found[outcome] += turns
    return {"logged": sum(found.values()), **found}


def _note_marked(db: sqlite3.Connection, turn_id: str = "") -> None:
    """Note a turn for `marked_turns`; without one, all that no update has learned from."""
    which = "id = ?" if turn_id else "outcome != 'learned' and ? = ''"
    query = f"select id from turns where {which} and stays and reason not in (?, ?)"
    found = db.execute(query, (turn_id, SHARED_LOG, consent.OTHER_PROFILE)).fetchall()
    noted = json.loads(state.get(db, _MARKED) or "[]")
    every = dict.fromkeys([*noted, *(row["id"] for row in found)])
    state.put(db, _MARKED, json.dumps(list(every)))


def _record_batch(store: Store, batch: Batch, activated: float) -> int:
    floor = logs.id_floor(activated)
    entered = 0
    # A marker proves nothing if other users could have written it or the prompt.
    refusal = SHARED_LOG if batch.turns and exposed_log(store.folder) else ""
    with state.transaction(store.db):
        for turn in batch.turns:
            is_new = turn.id >= floor or turn.started >= activated or not turn.started
            # A forged turn may have any time, and recall could put it into prompts: see
            # `in_shared_log`.
            if is_new or (refusal and turn.markers):
                entered += _record_turn(store, turn, refusal)
        for row in batch.unreadable:
            if not 0 < row.started < activated:
                values = (row.key, "", row.started, row.started, "skipped", row.reason)
                entered += _record(store.db, values)
        _set_position(store.db, batch.reached)
    return entered


def _record_turn(store: Store, turn: Turn, refusal: str = "") -> int:
    given = consent.consent_of(store.db, turn, store.folder.name)
    typed = consent.typed_text(turn.prompt, given.typed)
    if not turn.prompt.strip():
        reason = refusal or NOTHING_TYPED
    elif given.refusal:
        reason = given.refusal
    else:
        reason = refusal or skip_reason(typed)
    if given.chat is not None:
        consent.join_chat(store.db, given.chat, turn.thread_id)
    outcome = "skipped" if reason else "pending"
    values = (turn.id, turn.thread_id, turn.started, turn.ended, outcome, reason)
    place, stays = consent.place_of(store.db, turn), marks_local(typed)
    added = _record(store.db, values, given.typed, place, stays=stays)
    if added and stays:
        _note_marked(store.db, turn.id)
    return added


def _record(
    db: sqlite3.Connection,
    values: tuple[str, str, float, float, str, str],
    typed: int | None = None,
    place: str = "",
    *,
    stays: bool = False,
) -> int:
    columns = "id, thread_id, started, ended, outcome, reason, typed, place, stays"
    query = f"insert or ignore into turns ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    return db.execute(query, (*values, typed, place, stays)).rowcount


def skip_reason(typed: str) -> str:
    """Return why no model is asked about this typed text, "" if one is asked."""
    # Imported here because most of what loads this module needs none of these regular expressions.
    from ..text import pasted

    parts = pasted.typed_parts(typed)
    says_nothing = is_trivial(" ".join(parts))
    # The daemon runs for hours: it does not keep what was typed.
    pasted.pieces.cache_clear()
    fold.cache_clear()
    if typed and not parts:
        return ONLY_PASTED
    if not says_nothing:
        return ""
    return NOTHING_TO_LEARN if typed else NOTHING_TYPED


def _begin_again(store: Store, activated: float) -> None:
    """Reset the position to before the turns since activation, if the stored one is invalid.

    Row numbers change with a VACUUM, or when logs.db is replaced. Recorded turns stay, because they
    are identified by their ids. Unreadable rows are identified by their numbers, so that their
    records are deleted.
    """
    position = logs.position_before(store.folder.logs, logs.id_floor(activated))
    with state.transaction(store.db):
        unnamed = "from turns where id >= char(9) and id < char(10)"
        rows = store.db.execute(f"select reason, count(*) as n {unnamed} group by reason")
        for row in rows.fetchall():
            query = "update counts set turns = turns - ? where outcome = 'skipped' and reason = ?"
            store.db.execute(query, (row["n"], row["reason"]))
        store.db.execute(f"delete {unnamed}")
        _set_position(store.db, position)


def _conversation(
    db: sqlite3.Connection, row: sqlite3.Row, interval: float, now: float
) -> Conversation:
    is_chat = consent.is_open(db, row["thread_id"])
    quiet_since = row["quiet_since"]
    if quiet_since > now and not is_chat:
        # The clock was set back since, so that the time is unknown: count the conversation as
        # quiet.
        quiet_since = now - interval
    ready_at = quiet_since + (CHAT_QUIET if is_chat else interval)
    ready_at = max(ready_at, _retry_after(db, row["thread_id"], now))
    return Conversation(
        row["thread_id"], tuple(sorted(json.loads(row["ids"]))), quiet_since, ready_at
    )


def _retry_after(db: sqlite3.Connection, thread_id: str, now: float) -> float:
    """When the thread may be asked about again after a failed or stopped update, 0.0 without one.

    Updates that ended in the future are ignored: the clock was set back since.
    """
    failed = db.execute(
        "select retry_at, ended from updates where thread_id = ? and status != 'stopped' "
        "and source = '' order by id desc limit 1",
        (thread_id,),
    ).fetchone()
    stopped = db.execute(
        "select max(ended) from updates where thread_id = ? and status = 'stopped' and ended <= ? "
        "and source = ''",
        (thread_id, now),
    ).fetchone()[0]
    retry_at = failed["retry_at"] if failed and (failed["ended"] or 0) <= now else None
    return max(retry_at or 0.0, stopped or 0.0)


def _position(db: sqlite3.Connection) -> Position | None:
    kept = state.get(db, "position")
    if not kept:
        return None
    turns, responses = json.loads(kept)
    return Position((turns[0], turns[1]), (responses[0], responses[1]))


def _set_position(db: sqlite3.Connection, position: Position) -> None:
    state.put(db, "position", json.dumps([position.turns, position.responses]))
