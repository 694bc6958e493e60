"""Every turn is accounted for: pending, learned, skipped with the reason, or given up.

What LLM logged since memory was first in use is entered here in the order of its rows, a
bounded batch at a time, so that a wake-up costs what is new and not what is there.
"""

import json
import sqlite3
import time
from collections.abc import Sequence
from typing import NamedTuple

from .. import logs
from ..logs import Position, Turn
from ..text.words import fold
from . import consent, state
from .state import Store

NOTHING_TYPED = "nothing typed"
NOTHING_TO_LEARN = "nothing to learn"
ONLY_PASTED = "only pasted text"

# A chat is one conversation: while it is held, it is left in peace for as long as a person
# takes to read an answer.
CHAT_QUIET = 300.0

_BATCH = 50

# Turns that certainly hold nothing: whole prompts, folded. Never a count of words: "I'm vegan"
# is two, and a Chinese sentence has no spaces.
_TRIVIAL = frozenset(
    phrase.strip()
    for phrase in """
    ok, okay, k, kk, yes, yeah, yep, y, no, nope, n, sure, right, fine, great, good, nice, cool,
    perfect, awesome, thanks, thank you, thanks a lot, thank you very much, thx, ty, cheers,
    hi, hello, hey, hi there, hello there, good morning, bye, goodbye,
    continue, go on, go ahead, next, more, again, try again, retry, please, please continue,
    keep going, why, how, what, really, explain, explain more, shorter, longer, stop, exit, quit,
    help, test, ping, ja, nein, danke, weiter, hallo, si, sí, gracias, hola, sigue, oui, non,
    merci, bonjour, suite
    """.split(",")  # noqa: SIM905 - eighty quoted phrases are no easier to read
)


class Conversation(NamedTuple):
    """A conversation with pending turns: their ids, when it went quiet, when it is ready."""

    thread_id: str
    turn_ids: tuple[str, ...]
    quiet_since: float
    ready_at: float


def ingest(store: Store, now: float | None = None) -> int:
    """Enter every turn that was logged since the last time until now; returns how many.

    Raises LogsError when logs.db cannot be read just now; what was entered stays.
    """
    now = time.time() if now is None else now
    consent.adjust_to_clock(store.db, now)
    activated = consent.activated(store.db)
    consent.end_dead_chats(store, now)
    entered = 0
    while True:
        position = _position(store.db)
        if position is None:
            end = logs.end(store.folder.logs)
            entered += _ingest_by_id(store, activated)
            _set_position(store.db, end)
            continue
        read = logs.after(store.folder.logs, position, _BATCH)
        if read is None:
            state.put(store.db, "position", "")
            continue
        if read.reached != position:
            entered += _record_batch(store, read.turns, activated, read.reached)
        if read.is_last:  # not "nothing is left": others may log faster than this
            return entered


def pending(
    db: sqlite3.Connection, interval: float, now: float | None = None
) -> list[Conversation]:
    """Return the conversations with pending turns, the one that is ready first in front.

    A conversation is ready when it has been quiet for `interval` seconds, a live chat after
    five minutes, and one whose last update failed not before its time to try again. One whose
    update was cut short goes behind the others: the model may be what ended the process.
    """
    now = time.time() if now is None else now
    rows = db.execute(
        """
        select thread_id, json_group_array(id) as ids, max(ended) as quiet_since
        from turns where outcome = 'pending' group by thread_id
        """
    ).fetchall()
    found = [_conversation(db, row, interval, now) for row in rows]
    return sorted(found, key=lambda conversation: conversation.ready_at)


def typed_lengths(db: sqlite3.Connection, turn_ids: Sequence[str]) -> dict[str, int | None]:
    """Return, for each pending turn, how many characters at its end were typed, None for all."""
    query = """
        select id, typed from turns
        where outcome = 'pending' and id in (select value from json_each(?))
    """
    return {row["id"]: row["typed"] for row in db.execute(query, (json.dumps(turn_ids),))}


def has_turn(db: sqlite3.Connection, turn_id: str) -> bool:
    """Tell whether a turn is accounted for, whatever became of it."""
    return db.execute("select 1 from turns where id = ?", (turn_id,)).fetchone() is not None


def resolve(
    db: sqlite3.Connection, turn_ids: Sequence[str], outcome: str, reason: str, update_id: int
) -> None:
    """Move pending turns to their outcome. Call it inside a transaction."""
    for turn_id in turn_ids:
        db.execute(
            "update turns set outcome = ?, reason = ?, update_id = ? "
            "where id = ? and outcome = 'pending'",
            (outcome, reason, update_id, turn_id),
        )


def retry_given_up(db: sqlite3.Connection) -> int:
    """Make the turns that were given up pending again; returns how many."""
    query = "update turns set outcome = 'pending', reason = '' where outcome = 'given up'"
    return db.execute(query).rowcount


def counts(db: sqlite3.Connection) -> list[tuple[str, str, int]]:
    """Return how many turns have each (outcome, reason)."""
    rows = db.execute("select * from counts where turns > 0 order by outcome, turns desc")
    return [(row["outcome"], row["reason"], row["turns"]) for row in rows]


def totals(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many turns were logged since the first activation, in all and by outcome."""
    found = dict.fromkeys(("learned", "skipped", "pending", "given up"), 0)
    for outcome, _reason, turns in counts(db):
        found[outcome] += turns
    return {"logged": sum(found.values()), **found}


def is_trivial(typed: str) -> bool:
    """Tell whether a turn certainly holds nothing to learn: a bare command, thanks, a yes."""
    words = fold(typed)
    return not words or words in _TRIVIAL


def _record_batch(
    store: Store,
    turns: Sequence[Turn],
    activated: float,
    reached: Position | None,
) -> int:
    floor = logs.id_floor(activated)
    entered = 0
    with state.transaction(store.db):
        for turn in turns:
            if turn.id >= floor or turn.started >= activated:
                entered += _record_turn(store, turn)
        if reached is not None:
            _set_position(store.db, reached)
    return entered


def _record_turn(store: Store, turn: Turn) -> int:
    given = consent.consent_of(store.db, turn, store.folder.name)
    typed = consent.typed_text(turn.prompt, given.typed)
    if not turn.prompt.strip():
        reason = NOTHING_TYPED
    elif given.refusal:
        reason = given.refusal
    else:
        reason = skip_reason(typed)
    if given.chat is not None:
        consent.join_chat(store.db, given.chat, turn.thread_id)
    outcome = "skipped" if reason else "pending"
    return store.db.execute(
        "insert or ignore into turns values (?, ?, ?, ?, ?, ?, ?, null)",
        (turn.id, turn.thread_id, turn.started, turn.ended, given.typed, outcome, reason),
    ).rowcount


def skip_reason(typed: str) -> str:
    """Why no model need be asked about what was typed, or ""."""
    # A prompt that recalls asks this module, too, and has no use for these expressions.
    from ..text import pasted

    parts = pasted.typed_parts(typed)
    if typed and not parts:
        return ONLY_PASTED
    if not is_trivial(" ".join(parts)):
        return ""
    return NOTHING_TO_LEARN if typed else NOTHING_TYPED


def _ingest_by_id(store: Store, activated: float) -> int:
    """Enter what row numbers cannot tell: after a VACUUM, or when logs.db was replaced."""
    entered = 0
    last = logs.id_floor(activated)
    while turns := logs.since(store.folder.logs, last, _BATCH):
        entered += _record_batch(store, turns, activated, None)
        last = turns[-1].id
    return entered


def _conversation(
    db: sqlite3.Connection, row: sqlite3.Row, interval: float, now: float
) -> Conversation:
    is_chat = consent.is_open(db, row["thread_id"])
    quiet_since = row["quiet_since"]
    if quiet_since > now and not is_chat:
        # The clock was set back since, and nobody knows when: long enough ago, then.
        quiet_since = now - interval
    ready_at = quiet_since + (CHAT_QUIET if is_chat else interval)
    ready_at = max(ready_at, _retry_after(db, row["thread_id"], now))
    return Conversation(
        row["thread_id"], tuple(sorted(json.loads(row["ids"]))), quiet_since, ready_at
    )


def _retry_after(db: sqlite3.Connection, thread_id: str, now: float) -> float:
    """When the thread's last updates, those that failed or were cut short, let it be asked about.

    One that ended in the future was made before the clock was set back, and says nothing.
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
