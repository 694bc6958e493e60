"""What may be learned from: the marker, the pauses, the chat sessions, the first activation.

The marker is a one-line fragment of ours; LLM logs with each turn which fragments it was given,
so consent lives in the log itself and holds whenever the daemon looks. Only the first turn of
`llm chat` is given fragments: its marker names a session, whose beginning and end are kept here.
"""

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from ..logs import Turn
from ..settings import Folder
from . import state
from .state import Store

_MARKER = re.compile(
    r'<user_memory learning="(?:(?P<on>on)|(?P<off>off)|last:(?P<typed>\d+)|chat:(?P<chat>\d+))"'
    r'(?: profile="(?P<name>[a-z0-9_-]+)")?/>'
)

# A pause in force during which the clock was set back: no moment tells what it covers.
_PAUSE_IN_DOUBT = "select 1 from pauses where started = 0 and ended is null"

LEARNING_OFF = "said with learning off"
OTHER_PROFILE = "said for another profile"
UNMARKED = "not typed with memory on"
IN_DOUBT = "in doubt since state.db was damaged"


class Consent(NamedTuple):
    """What may be learned from one turn: all of its prompt, its last characters, or nothing.

    `refusal` is the reason for nothing, else "". `typed` is how many characters at the end of
    the prompt the user typed, None for all. `chat` is the session the turn opened, if any.
    """

    refusal: str = ""
    typed: int | None = None
    chat: int | None = None


def marker(consent: Consent, name: str = "") -> str:
    """Return the fragment that gives this consent, to the profile `name` alone."""
    if consent.refusal:
        learning = "off"
    elif consent.chat is not None:
        learning = f"chat:{consent.chat}"
    else:
        learning = "on" if consent.typed is None else f"last:{consent.typed}"
    profile = f' profile="{name}"' if name else ""
    return f'<user_memory learning="{learning}"{profile}/>'


def consent_of(db: sqlite3.Connection, turn: Turn, name: str = "") -> Consent:
    """Return what may be learned from a logged turn for the profile `name`; in doubt, nothing."""
    if db.execute(_PAUSE_IN_DOUBT).fetchone():
        return Consent(LEARNING_OFF)
    marks = [match for text in turn.markers if (match := _MARKER.fullmatch(text))]
    if not marks:
        return Consent("" if _in_open_chat(db, turn) else UNMARKED)
    mark = marks[0]
    if len(marks) > 1 or mark["off"]:
        return Consent(LEARNING_OFF)
    if (mark["name"] or "") != name:
        return Consent(OTHER_PROFILE)
    # A marker is made when the command starts; the first turn of a chat may be typed much later.
    refusal = LEARNING_OFF if pause_at(db, turn.started) else ""
    if mark["chat"]:
        return Consent(refusal, chat=int(mark["chat"]))
    # Where a fragment was cut out of the argument, the characters before it are not all its own.
    typed = None if mark["on"] else min(int(mark["typed"]), turn.whole_end)
    return Consent(refusal, typed=typed)


def typed_text(prompt: str, typed: int | None) -> str:
    """Return the words of `prompt` that the user typed, the last `typed` characters."""
    if typed is None:
        return prompt.strip()
    return prompt[-typed:].strip() if typed else ""


def activated(db: sqlite3.Connection) -> float:
    """Return when memory was first in use: when state.db was made."""
    return float(state.get(db, "activated") or 0)


def adjust_to_clock(db: sqlite3.Connection, now: float) -> None:
    """Settle what a clock that was set back leaves in doubt. Call it before turns are judged.

    A pause in force that begins later than now covers all that is judged before its end, and
    lasts from now for as long as was asked for. A chat that ended later than now covers
    nothing more. Where memory came into use later than now, a day is left for what was logged
    since the clock was set.
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
    if db.execute("select 1 from chats where ended > ?", (now,)).fetchone():
        db.execute("update chats set ended = started where ended > ?", (now,))


def record_doubt(db: sqlite3.Connection, now: float) -> None:
    """Record that what was paused or forgotten before now is not known in full any more."""
    state.put(db, "in_doubt", now)


def in_doubt(db: sqlite3.Connection, moment: float) -> bool:
    """Tell whether it is not known if what was said at `moment` was paused or forgotten."""
    return moment < in_doubt_until(db)


def in_doubt_until(db: sqlite3.Connection) -> float:
    """Return until when that is not known, 0.0 where all of it is."""
    return float(state.get(db, "in_doubt") or 0)


def pause(db: sqlite3.Connection, until: float | None, now: float) -> None:
    """Begin a pause, until `until` or, with None, until it is ended; it replaces one in force."""
    with state.transaction(db):
        _end_pauses(db, now)
        db.execute("insert into pauses (started, until) values (?, ?)", (now, until))


def resume(db: sqlite3.Connection, now: float) -> bool:
    """End the pause in force; tell whether there was one."""
    return _end_pauses(db, now) > 0


def pause_in_force(db: sqlite3.Connection, now: float) -> tuple[float, float | None] | None:
    """Return the pause in force, as (since, until), or None.

    When it began does not count: the clock may have been set back since.
    """
    row = db.execute(
        "select started, until from pauses where ended is null and (until is null or ? < until) "
        "order by id desc limit 1",
        (now,),
    ).fetchone()
    return (row["started"], row["until"]) if row else None


def pause_at(db: sqlite3.Connection, moment: float) -> tuple[float, float | None] | None:
    """Return the pause that held at `moment`, as (since, until), or None."""
    row = db.execute(
        """
        select started, until from pauses where started <= :at
        and (ended is null or :at < ended) and (until is null or :at < until)
        order by id desc limit 1
        """,
        {"at": moment},
    ).fetchone()
    return (row["started"], row["until"]) if row else None


def begin_chat(store: Store, now: float) -> int:
    """Record that a chat session begins in this process; returns its number.

    The process holds a lock on one byte of chats.lock, at that number, for as long as it lives.
    A number may be held that the database does not know: by a chat that outlived the last one.
    """
    with state.transaction(store.db):  # or the daemon would see a session that nobody holds
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
    """Record which thread a chat session is held in, as its first turn shows.

    A log of another machine's may hold a session of the same number, which changes nothing.
    """
    query = "update chats set thread_id = ? where id = ? and thread_id is null"
    db.execute(query, (thread_id, chat))


def end_dead_chats(store: Store, now: float) -> None:
    """End the sessions whose process died without saying so.

    What was logged in their threads before now and is not accounted for yet stays in doubt,
    and so unlearned; the daemon accounts for a turn within a second of its being logged.
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
    """Tell whether a chat session is being held in the thread."""
    query = "select 1 from chats where thread_id = ? and ended is null"
    return db.execute(query, (thread_id,)).fetchone() is not None


def open_chats(db: sqlite3.Connection) -> int:
    """Return how many chat sessions are being held."""
    return int(db.execute("select count(*) from chats where ended is null").fetchone()[0])


def _in_open_chat(db: sqlite3.Connection, turn: Turn) -> bool:
    row = db.execute(
        """
        select 1 from chats where thread_id = ? and started <= ? and (ended is null or ? <= ended)
        """,
        (turn.thread_id, turn.started, turn.started),
    ).fetchone()
    return row is not None and pause_at(db, turn.started) is None


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
    except (BlockingIOError, PermissionError):  # POSIX leaves open which
        return False
    return True
