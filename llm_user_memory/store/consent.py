"""Which turns may be learned from: markers, pauses, chat sessions, the first activation.

The marker is a one-line fragment that this plugin adds to a prompt. LLM logs the fragments of each
turn, so the consent is stored with the turn itself and does not depend on when the daemon reads
it. In `llm chat` only the first turn has fragments. So its marker has the number of a session,
whose beginning and end are recorded here, and the chat's own process records each turn that it
logs. An unmarked turn counts only if it is recorded: others may add to the thread of an open chat.
"""

import fcntl
import json
import os
import re
import sqlite3
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from ..settings import Folder
from . import seals, state
from .state import Store

if TYPE_CHECKING:  # not loaded by prompts
    from ..egress import Place
    from ..logs import Turn

# Not compiled here: every prompt loads this module, and few read a marker.
_MARKER = (
    r'<user_memory learning="'
    r'(?:(?P<on>on)|(?P<off>off)|last:(?P<typed>\d{1,18})|chat:(?P<chat>\d{1,18}))"'
    r'(?: profile="(?P<name>[a-z0-9_-]+)")?(?: place="(?P<place>here|unknown|elsewhere)")?'
    r'(?: seal="(?P<seal>\d{8}-[0-9a-f]{16})")?/>'
)

# A pause during which the clock was set back: `adjust_to_clock` sets its start to 0. While it
# lasts, it covers all turns, because their times cannot be compared with it.
_PAUSE_IN_DOUBT = "select 1 from pauses where started = 0 and ended is null"

LEARNING_OFF = "said with learning off"
PAUSED = "said while learning was paused"
OTHER_PROFILE = "said for another profile"
UNMARKED = "not typed with memory on"
IN_DOUBT = "in doubt since state.db was damaged"
NO_TIME = "said at an unknown time"
UNREADABLE_MARKER = "with an unreadable marker"
FOREIGN_MARKER = "with a marker that this memory did not make"
CUT = "with typed words that a fragment has, too"
FORGOTTEN = "you had a fact of it forgotten"


class Consent(NamedTuple):
    """What may be learned from one turn: its whole prompt, the end of the prompt, or nothing.

    `refusal` is the reason why nothing may be learned, "" if something may. `typed` is how many
    characters at the end of the prompt the user typed, None for all. `chat` is the number of the
    chat session that the turn began, if any.
    """

    refusal: str = ""
    typed: int | None = None
    chat: int | None = None


def marker(
    consent: Consent, name: str = "", place: "Place | Literal['']" = "", key: str = ""
) -> str:
    """Return the marker for this consent, which is valid only for the profile `name`.

    `place` is where the prompt's model runs, if it may be another place when the turn is read, else
    "": see `inject.context`. `key` is the key of the seal: see `seals`.
    """
    if consent.refusal:
        learning = "off"
    elif consent.chat is not None:
        learning = f"chat:{consent.chat}"
    else:
        learning = "on" if consent.typed is None else f"last:{consent.typed}"
    profile = f' profile="{name}"' if name else ""
    where = f' place="{place}"' if place else ""
    said = f'<user_memory learning="{learning}"{profile}{where}'
    sealed = f' seal="{seals.of(key, said)}"' if key and not consent.refusal else ""
    return f"{said}{sealed}/>"


def _is_ours(db: sqlite3.Connection, turn: "Turn", mark: "re.Match[str]") -> bool:
    """Whether this memory made the marker of a turn."""
    said = mark[0].removesuffix("/>").partition(" seal=")[0]
    return seals.is_ours(db, said, mark["seal"] or "", turn.started)


def place_of(db: sqlite3.Connection, turn: "Turn") -> "Place | Literal['']":
    """Return where a turn's model ran, from its marker or from another turn of the same chat.

    Returns "" if neither tells it. The earlier turns have to be recorded before the call.
    """
    for text in turn.markers:
        if (mark := re.fullmatch(_MARKER, text)) and mark["place"]:
            is_sure = mark["place"] != "elsewhere" or _is_ours(db, turn, mark)
            return cast("Place", mark["place"] if is_sure else "unknown")
    query = """
        select t.place from chat_turns x join chat_turns y on y.chat = x.chat
        join turns t on t.id = y.id where x.id = ? and t.thread_id = ? and t.place != '' limit 1
    """
    row = None if turn.markers else db.execute(query, (turn.id, turn.thread_id)).fetchone()
    return cast("Place", row["place"]) if row else ""


def without_marker(db: sqlite3.Connection, turns: "Iterable[Turn]") -> set[str]:
    """Return the ids of the turns that have no marker, and are not recorded as turns of a chat."""
    query = "select 1 from chat_turns where id = ?"
    return {
        turn.id
        for turn in turns
        if not turn.markers and db.execute(query, (turn.id,)).fetchone() is None
    }


def consent_of(db: sqlite3.Connection, turn: "Turn", name: str = "") -> Consent:
    """Return what may be learned from a logged turn for the profile `name`.

    When in doubt, such as with several markers, nothing may be learned.
    """
    if db.execute(_PAUSE_IN_DOUBT).fetchone():
        return Consent(LEARNING_OFF)
    if "" in turn.markers:
        return Consent(UNREADABLE_MARKER)
    marks = [match for text in turn.markers if (match := re.fullmatch(_MARKER, text))]
    if not marks:
        return of_whole(turn) if _is_said_in_chat(db, turn) else Consent(UNMARKED)
    mark = marks[0]
    if len(marks) > 1 or mark["off"]:
        return Consent(LEARNING_OFF)
    if (mark["name"] or "") != name:
        return Consent(OTHER_PROFILE)
    if not _is_ours(db, turn, mark):
        return Consent(FOREIGN_MARKER)
    # The marker was made when the command started. The first turn of a chat may be typed much
    # later, during a pause; of a turn without a time this is unknown.
    refusal = LEARNING_OFF if _is_paused(db, turn) else ""
    if not turn.started:
        refusal = NO_TIME
    if mark["chat"]:
        if _is_of_other_thread(db, int(mark["chat"]), turn.thread_id):
            return Consent(FOREIGN_MARKER)
        return Consent(refusal or of_whole(turn).refusal, chat=int(mark["chat"]))
    if mark["on"]:
        return Consent(refusal or of_whole(turn).refusal)
    typed = min(int(mark["typed"]), turn.intact_tail_length)
    is_cut = typed < min(int(mark["typed"]), len(turn.prompt))
    return Consent(refusal or CUT * is_cut, typed=typed)


def of_whole(turn: "Turn") -> Consent:
    """Return the consent to learn from all that was typed in a logged turn, if all is logged.

    LLM cuts the text of the turn's fragments out of the prompt, wherever it occurs. A file that
    holds "do not " makes "I keep bees" of "I do not keep bees".
    """
    before = turn.prompt[: len(turn.prompt) - turn.intact_tail_length]
    return Consent(CUT if before.strip() else "")


def typed_text(prompt: str, typed: int | None) -> str:
    """Return what counts as typed of a prompt with the consent `typed`, stripped."""
    return prompt[typed_from(prompt, typed) :].strip()


def typed_from(prompt: str, typed: int | None) -> int:
    """Return where what counts as typed of a prompt begins: with a whole sentence.

    The last `typed` characters may begin within a sentence, of which something else has the
    subject or the "not": the shell, as in `llm "$who keeps bees"`, or a pipe.
    """
    if typed is None:
        return 0
    from ..text.words import next_sentence  # no prompt needs it

    return next_sentence(prompt, max(len(prompt) - typed, 0))


def activated(db: sqlite3.Connection) -> float:
    """Return when memory came into use: when state.db was created, in seconds since 1970."""
    return float(state.get(db, "activated") or 0)


def adjust_to_clock(db: sqlite3.Connection, now: float) -> None:
    """Correct recorded times that are in the future because the clock was set back.

    Call it before `consent_of`. If the times are ambiguous, less is learned rather than more:

    * A current pause that began in the future covers every turn that is ingested before it ends.
      It lasts from now for the duration that the user asked for.
    * An activation in the future is set to one day ago, so that turns logged since the clock was
      set back are ingested.
    """
    if activated(db) > now:
        state.put(db, "activated", now - 86400.0)
    if db.execute("select 1 from pauses where ended is null and started > ?", (now,)).fetchone():
        db.execute(
            "update pauses set until = ?1 + until - started, started = 0 "
            "where ended is null and started > ?1",
            (now,),
        )
    if db.execute(f"{_PAUSE_IN_DOUBT} and until <= ?", (now,)).fetchone():
        db.execute("update pauses set ended = until where started = 0 and until <= ?", (now,))


def record_doubt(db: sqlite3.Connection, now: float) -> None:
    """Record that the pauses and forgotten facts before now may be incomplete.

    This is the case after damage of state.db.
    """
    state.put(db, "in_doubt", now)


def in_doubt(db: sqlite3.Connection, moment: float) -> bool:
    """Tell whether the recorded pauses and forgotten facts may be incomplete for `moment`."""
    return moment < in_doubt_until(db)


def in_doubt_until(db: sqlite3.Connection) -> float:
    """Return the time that `record_doubt` recorded, 0.0 if there is none."""
    return float(state.get(db, "in_doubt") or 0)


def pause(db: sqlite3.Connection, until: float | None, now: float) -> bool:
    """Begin a pause until a time, or until `resume` if that is None; ends a current pause first.

    Returns whether that one would have been longer.
    """
    earlier = pause_in_force(db, now)
    is_longer = earlier and until is not None and (earlier[1] is None or earlier[1] > until)
    with state.transaction(db):
        _end_pauses(db, now)
        db.execute("insert into pauses (started, until) values (?, ?)", (now, until))
    return bool(is_longer)


def resume(db: sqlite3.Connection, now: float) -> bool:
    """End the current pause; tell whether there was one."""
    return _end_pauses(db, now) > 0


def pause_in_force(db: sqlite3.Connection, now: float) -> tuple[float, float | None] | None:
    """Return the current pause as (since, until), or None.

    Its start is not compared with `now`, because the clock may have been set back since.
    """
    row = db.execute(
        "select started, until from pauses where ended is null and (until is null or ? < until) "
        "order by id desc limit 1",
        (now,),
    ).fetchone()
    return (row["started"], row["until"]) if row else None


def pause_at(
    db: sqlite3.Connection, moment: float, since: float = 0.0
) -> tuple[float, float | None] | None:
    """Return the pause that covers `moment` as (since, until), or None.

    With `since`, a time before `moment`, the last pause that covers any moment from then on counts.
    """
    row = db.execute(
        """
        select started, until from pauses where started <= :at
        and (ended is null or :since < ended) and (until is null or :since < until)
        order by id desc limit 1
        """,
        {"at": moment, "since": min(since or moment, moment)},
    ).fetchone()
    return (row["started"], row["until"]) if row else None


def has_paused(db: sqlite3.Connection, until: float = float("inf")) -> bool:
    """Tell whether learning was ever paused until a time, in seconds since 1970."""
    query = "select 1 from pauses where started <= ? limit 1"
    return db.execute(query, (until,)).fetchone() is not None


def begin_chat(store: Store, now: float) -> int:
    """Record that a chat session begins in this process; returns its number.

    The process locks one byte of chats.lock, at the offset of that number, until it ends. A locked
    number may be unknown to the database if state.db was replaced during a chat, and is skipped.
    """
    # The lock is taken within the transaction, because the daemon ends sessions that are not
    # locked.
    with state.transaction(store.db):
        descriptor = os.open(store.folder.chats_lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        chat = int(store.db.execute("select coalesce(max(id), 0) + 1 from chats").fetchone()[0])
        while not _lock(descriptor, chat):
            chat += 1
        store.db.execute("insert into chats (id, started) values (?, ?)", (chat, now))
    return chat


def end_chat(db: sqlite3.Connection, chat: int, now: float) -> None:
    """Record that a chat session ended."""
    db.execute("update chats set ended = ? where id = ? and ended is null", (now, chat))


def join_chat(db: sqlite3.Connection, chat: int, thread_id: str) -> None:
    """Record the thread of a chat session, known from its first logged turn.

    Only the first call for a session counts. A log copied from another machine may have turns with
    the same session number.
    """
    query = "update chats set thread_id = ? where id = ? and thread_id is null"
    db.execute(query, (thread_id, chat))


def record_chat_turn(
    db: sqlite3.Connection,
    chat: int,
    turn_id: str,
    *,
    is_pasted: bool = False,
    since: float | None = None,
) -> None:
    """Record that the process of a chat session logs a turn. Call it before the turn is logged.

    `is_pasted` tells whether the turn may be one of several lines that were pasted, and `since`
    when it may have been typed at the earliest, if that was while the model still answered.
    """
    query = "insert or ignore into chat_turns (id, chat, pasted, since) values (?, ?, ?, ?)"
    db.execute(query, (turn_id, chat, is_pasted, since))


def pasted_turns(db: sqlite3.Connection, turn_ids: Collection[str]) -> set[str]:
    """Return those of the turns that may be lines that were pasted into a chat."""
    query = "select id from chat_turns where pasted and id in (select value from json_each(?))"
    return {row["id"] for row in db.execute(query, (json.dumps(list(turn_ids)),))}


def end_dead_chats(store: Store, now: float) -> None:
    """End the sessions whose process ended without calling `end_chat`.

    When it ended is unknown, so the session ends with the last turn in the ledger.
    """
    unfinished = [row["id"] for row in store.db.execute("select id from chats where ended is null")]
    for chat in _without_process(store.folder, unfinished):
        last = "select max(t.started) from turns t where t.thread_id = chats.thread_id"
        store.db.execute(
            f"update chats set ended = min(?, max(started, coalesce(({last}), started))) "
            "where id = ? and ended is null",
            (now, chat),
        )


def is_open(db: sqlite3.Connection, thread_id: str) -> bool:
    """Tell whether the thread is that of an open chat session."""
    query = "select 1 from chats where thread_id = ? and ended is null"
    return db.execute(query, (thread_id,)).fetchone() is not None


def open_chats(db: sqlite3.Connection) -> int:
    """Return the number of open chat sessions."""
    return int(db.execute("select count(*) from chats where ended is null").fetchone()[0])


def _is_said_in_chat(db: sqlite3.Connection, turn: "Turn") -> bool:
    # The thread is compared because a tool in the chat may log conversations of its own.
    query = (
        "select 1 from chat_turns x join chats c on c.id = x.chat "
        "where x.id = ? and c.thread_id = ?"
    )
    is_said = db.execute(query, (turn.id, turn.thread_id)).fetchone() is not None
    return is_said and not _is_paused(db, turn)


def _is_paused(db: sqlite3.Connection, turn: "Turn") -> bool:
    """Whether a pause covers a turn, or the time in which a line of a chat may have been typed."""
    row = db.execute("select since from chat_turns where id = ?", (turn.id,)).fetchone()
    return pause_at(db, turn.started, (row and row["since"]) or 0.0) is not None


def _is_of_other_thread(db: sqlite3.Connection, chat: int, thread_id: str) -> bool:
    """Whether a chat session is known to be in another thread: then its marker was copied."""
    row = db.execute("select thread_id from chats where id = ?", (chat,)).fetchone()
    return row is not None and row["thread_id"] not in (None, thread_id)


def _end_pauses(db: sqlite3.Connection, now: float) -> int:
    return db.execute(
        "update pauses set ended = ? where ended is null and (until is null or until > ?)",
        (now, now),
    ).rowcount


def _without_process(folder: Folder, chats: Iterable[int]) -> list[int]:
    chats = list(chats)
    if not chats or not folder.chats_lock.exists():
        return chats
    descriptor = os.open(folder.chats_lock, os.O_RDWR | os.O_CLOEXEC)
    try:
        return [chat for chat in chats if _can_lock(descriptor, chat)]
    finally:
        os.close(descriptor)


def _can_lock(descriptor: int, chat: int) -> bool:
    if not _lock(descriptor, chat):
        return False
    fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, chat)
    return True


def _lock(descriptor: int, chat: int) -> bool:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, chat)
    except (BlockingIOError, PermissionError):  # POSIX allows either error
        return False
    return True
