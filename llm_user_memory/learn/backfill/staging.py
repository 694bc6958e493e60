"""Conversations put where they can be sorted, counted and read again one by one.

A year of them does not fit into memory, and files have them in any order. So they go into a
temporary database of SQLite's own, which has no name on the disk and is gone with the process.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

from ...logs import Turn
from ...store import ledger
from ...text import pasted
from . import temporary

_TABLES = """
create table heard (
    id text primary key,
    thread_id text not null,
    started real not null,
    ended real not null,
    model text not null,
    typed text not null,
    reply text not null,
    said integer not null,     -- how many characters of it the person said
    refusal text not null,     -- why nothing may be learned from the turn, '' when it may be
    by_program integer not null,
    is_learned integer not null,
    is_unmarked integer not null,
    was_off integer not null default 0  -- whether memory was in use, but not for this turn
);
create index heard_by_thread on heard(thread_id, started);
create table threads (
    id text primary key,
    source text not null,
    title text not null
);
"""

_COLUMNS = (
    "id, thread_id, started, ended, model, typed, reply, said, refusal, by_program, is_learned, "
    "is_unmarked"
)

# Nothing of a turn is kept that nothing may be learned from.
_REFUSE = "update heard set typed = '', reply = '', said = 0"

# Kilobytes of the temporary database that are held in memory.
_CACHE = 20_000

_TITLE = 70


@dataclass(frozen=True)
class Heard:
    """One turn as a source tells it: what was typed, and why it may not be learned from, or "".

    `by_program` is whether a program made the prompt, `is_learned` whether an update was about it,
    `is_unmarked` whether the log does not say that it was typed with memory on, or off.
    """

    turn: Turn
    typed: str
    refusal: str = ""
    by_program: bool = False
    is_learned: bool = False
    is_unmarked: bool = False


@dataclass(frozen=True)
class Thread:
    """What is known of one conversation without reading it again. Times are seconds since 1970.

    `asked` counts the prompts that may be learned from among the `turns`, `learned` those of
    them that were, `new` those that were not and say something; `typed` and `said` count their
    characters. `refusals` says why others may not be. `opening` is how the first one begins.
    """

    id: str
    source: str
    title: str
    started: float
    ended: float
    model: str
    turns: int
    asked: int
    typed: int
    said: int
    learned: int
    new: int
    by_program: int
    was_off: bool
    refusals: tuple[str, ...]
    opening: str


class _Temporary(sqlite3.Connection):
    """A database that lies where none of ours does, which is what to say when it cannot grow."""

    def execute(self, *given: Any) -> sqlite3.Cursor:
        with _said_if_full():
            return super().execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        with _said_if_full():
            return super().executemany(*given)


class Spool:
    """Conversations of the past, in the order in which they were begun.

    Raises FolderError when there is no room for them.
    """

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None, factory=_Temporary)
        self._db.row_factory = sqlite3.Row
        self._db.execute(f"pragma cache_size = -{_CACHE}")
        self._db.executescript(f"pragma journal_mode = off; {_TABLES}")
        self._db.execute("begin")

    def close(self) -> None:
        self._db.close()

    def add(self, thread_id: str, source: str, title: str, heard: Iterable[Heard]) -> None:
        """Add turns of a conversation; the first title it is given stays."""
        self._db.execute(
            "insert into threads values (?, ?, ?) on conflict (id) do update "
            "set title = excluded.title where title = ''",
            (thread_id, source, title),
        )
        self._db.executemany(
            f"insert or ignore into heard ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [_row(thread_id, one) for one in heard],
        )

    def judge_unmarked(self, in_use: float, named: Collection[str], refusal: str) -> None:
        """Refuse turns without a marker from since memory is in use, but in what the user named.

        In those, too, where one before it in the conversation was refused by its marker: of a
        chat only the first turn has one, which holds for all that follow.
        """
        self._db.execute(
            "update heard set was_off = 1 where is_unmarked and started >= ?", (in_use,)
        )
        self._db.execute(
            f"{_REFUSE}, refusal = ? where was_off "
            "and thread_id not in (select value from json_each(?))",
            (refusal, json.dumps(list(named))),
        )
        before = (
            "from heard b where b.thread_id = heard.thread_id and b.started <= heard.started "
            "and b.refusal != '' and not b.is_unmarked"
        )
        self._db.execute(
            f"{_REFUSE}, refusal = (select b.refusal {before} order by b.started desc limit 1) "
            f"where is_unmarked and exists (select 1 {before})"
        )

    def __iter__(self) -> Iterator[Thread]:
        """Return every conversation, the oldest first."""
        rows = self._db.execute(
            """
            select t.id, t.source, t.title, min(h.started) as started, max(h.ended) as ended,
                   count(*) as turns, sum(h.typed != '') as asked,
                   sum(case when h.refusal = '' then length(h.typed) else 0 end) as typed,
                   sum(case when h.refusal = '' then h.said else 0 end) as said,
                   sum(h.is_learned) as learned,
                   sum(h.said > 0 and not h.is_learned) as new, sum(h.by_program) as by_program,
                   max(h.was_off) as was_off,
                   group_concat(distinct nullif(h.refusal, '')) as refusals
            from threads t join heard h on h.thread_id = t.id
            group by t.id order by min(h.started), t.id
            """
        )
        for row in rows:
            yield self._thread(row)

    def __contains__(self, thread_id: str) -> bool:
        query = "select 1 from heard where thread_id = ? limit 1"
        return self._db.execute(query, (thread_id,)).fetchone() is not None

    def extent(self) -> tuple[int, float, float]:
        """Return how many conversations there are, when the first began and the last ended."""
        query = "select count(distinct thread_id), min(started), max(ended) from heard"
        held, first, last = self._db.execute(query).fetchone()
        return held, first or 0.0, last or 0.0

    def turns(self, thread_id: str) -> Iterator[Heard]:
        """Return the turns of a conversation that may be learned from and say something."""
        query = "select * from heard where thread_id = ? and said > 0 order by started, id"
        for row in self._db.execute(query, (thread_id,)):
            turn = Turn(
                row["id"],
                row["thread_id"],
                row["model"],
                row["started"],
                row["ended"],
                row["typed"],
                row["reply"],
            )
            yield Heard(turn, row["typed"], is_learned=bool(row["is_learned"]))

    def _thread(self, row: sqlite3.Row) -> Thread:
        ends: Any = self._db.execute(
            "select model from heard where thread_id = ? and model != '' "
            "order by started desc, id desc limit 1",
            (row["id"],),
        ).fetchone()
        opening = self._db.execute(
            "select substr(typed, 1, 500) as typed from heard "
            "where thread_id = ? and typed != '' order by started, id limit 1",
            (row["id"],),
        ).fetchone()
        words = opening["typed"] if opening else ""
        return Thread(
            row["id"],
            row["source"],
            _one_line(row["title"] or words)[:_TITLE],
            row["started"],
            row["ended"],
            ends["model"] if ends else "",
            row["turns"],
            row["asked"],
            row["typed"],
            row["said"],
            row["learned"],
            row["new"],
            row["by_program"],
            bool(row["was_off"]),
            tuple((row["refusals"] or "").split(",")) if row["refusals"] else (),
            words,
        )


@contextmanager
def _said_if_full() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if temporary.is_full(error):
            raise temporary.no_room() from error
        raise


def _row(thread_id: str, heard: Heard) -> tuple[Any, ...]:
    turn, typed = heard.turn, "" if heard.refusal else heard.typed.strip()
    said = " ".join(pasted.said(typed))
    return (
        turn.id,
        thread_id,
        turn.started,
        turn.ended,
        turn.model,
        typed,
        # What answers a prompt that was more than said may repeat what was pasted or piped in.
        turn.response if said == typed else "",
        0 if ledger.says_nothing(said) else _length(said),
        heard.refusal,
        heard.by_program,
        heard.is_learned,
        heard.is_unmarked,
    )


def _length(text: str) -> int:
    """How long a text is, a letter that stands for a syllable or a word counting for three."""
    if text.isascii():
        return len(text)
    return sum(3 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _one_line(text: str) -> str:
    """The text as a terminal can show it, whoever it is from."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())
