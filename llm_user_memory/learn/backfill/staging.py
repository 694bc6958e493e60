"""Staging: candidate turns in a temporary database, where they are sorted, counted and read.

A year of conversations does not fit into memory, and files hold them in any order. SQLite keeps
this database in a file without a name, which is gone when the process ends.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal
from unicodedata import east_asian_width

from ...egress import Place, Said
from ...logs import Turn
from ...store.ledger import KEPT
from ...text import pasted
from ...text.trivial import is_trivial
from ..repeated import Asked, repeating
from . import temporary

_TABLES = """
create table candidates (
    id text primary key,
    thread_id text not null,
    started real not null,
    ended real not null,
    model text not null,
    prompt text not null,
    reply text not null,
    typed_chars integer not null,  -- the length of what was typed in the prompt, pastes left out
    refusal text not null,     -- why nothing may be learned from the turn, '' when it may be
    by_program integer not null,
    is_learned integer not null,
    is_unmarked integer not null,
    is_piped integer not null,
    place text not null,       -- where the model ran, '' if what was said may go anywhere
    in_doubt integer not null, -- whether what is learned from it waits for the user
    was_off integer not null default 0  -- whether memory was in use, but not for this turn
);
create index candidates_by_thread on candidates(thread_id, started);
create table threads (
    id text primary key,
    source text not null,
    title text not null
);
"""

_COLUMNS = (
    "id, thread_id, started, ended, model, prompt, reply, typed_chars, refusal, by_program, "
    "is_learned, is_unmarked, is_piped, place, in_doubt"
)

# Text of a turn that may not be learned from is not stored.
_REFUSE = "update candidates set prompt = '', reply = '', typed_chars = 0"

# Kilobytes of the temporary database that SQLite keeps in memory.
_CACHE = 20_000

_TITLE = 70  # characters


@dataclass(frozen=True)
class Candidate:
    """One turn of a source, and whether it may be learned from.

    `prompt` is what the user entered, without piped text; it may contain pasted text. `refusal`
    says why the turn may not be learned from, or is "". `by_program` tells whether a program made
    the prompt, `is_learned` whether an update was about the turn already, `is_unmarked` whether
    the log has no marker of the memory being on or off for it, and `is_piped` whether a part of the
    prompt was not typed. `place` is where the model ran, "" if what was said may go anywhere.
    `in_doubt` tells that what is learned from the prompt waits for the user: a program may have
    been started with it, or a part of it is left out that may tell how the rest is meant.
    """

    turn: Turn
    prompt: str
    refusal: str = ""
    by_program: bool = False
    is_learned: bool = False
    is_unmarked: bool = False
    is_piped: bool = False
    place: Place | Literal[""] = ""
    in_doubt: bool = False


@dataclass(frozen=True)
class Thread:
    """The figures of a conversation, computed by SQL without loading its turns.

    `started` and `ended` are seconds since 1970. Of the `turns`, `prompts` is the number that may
    be learned from; of these, `learned` is the number learned from already, and `new` the number
    not learned from yet that say something. `prompt_chars` is the length of these prompts, and
    `typed_chars` the length without what is pasted. `refusals` are the reasons why other turns
    may not be learned from. `opening` is the beginning of the first prompt.
    """

    id: str
    source: str
    title: str
    started: float
    ended: float
    model: str
    turns: int
    prompts: int
    prompt_chars: int
    typed_chars: int
    learned: int
    new: int
    by_program: int
    was_off: bool
    refusals: tuple[str, ...]
    opening: str


class _Temporary(sqlite3.Connection):
    """A connection that raises FolderError if the disk has no room for temporary files."""

    def execute(self, *given: Any) -> sqlite3.Cursor:
        with _full_disk_reported():
            return super().execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        with _full_disk_reported():
            return super().executemany(*given)


class Staging:
    """A temporary database of candidate turns, sorted by conversation.

    Iterating yields the conversations, the oldest first. Every method raises FolderError when
    the disk has no room.
    """

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None, factory=_Temporary)
        self._db.row_factory = sqlite3.Row
        self._db.execute(f"pragma cache_size = -{_CACHE}")
        self._db.executescript(f"pragma journal_mode = off; {_TABLES}")
        self._db.execute("begin")

    def close(self) -> None:
        self._db.close()

    def add(self, thread_id: str, source: str, title: str, candidates: Iterable[Candidate]) -> None:
        """Add turns of a conversation. Turns that are there already are ignored.

        If several titles are given for a conversation, the first counts.
        """
        self._db.execute(
            "insert into threads values (?, ?, ?) on conflict (id) do update "
            "set title = excluded.title where title = ''",
            (thread_id, source, title),
        )
        self._db.executemany(
            f"insert or ignore into candidates ({_COLUMNS}) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [_row(thread_id, one) for one in candidates],
        )

    def refuse_unmarked(self, in_use: float, named: Collection[str], refusal: str) -> None:
        """Refuse turns without a marker that may have been typed with memory off.

        These are the ones since `in_use` (seconds since 1970), the time when memory was first
        used, except in the conversations that the user `named`. In every conversation a turn
        without a marker is also refused where the marked turn before it was refused: in a chat
        only the first turn has a marker, and it holds for all that follow.
        """
        self._db.execute(
            "update candidates set was_off = 1 where is_unmarked and started >= ?", (in_use,)
        )
        self._db.execute(
            f"{_REFUSE}, refusal = ? where was_off "
            "and thread_id not in (select value from json_each(?))",
            (refusal, json.dumps(list(named))),
        )
        before = (
            "from candidates b where b.thread_id = candidates.thread_id "
            "and b.started <= candidates.started and b.refusal != '' and not b.is_unmarked"
        )
        self._db.execute(
            f"{_REFUSE}, refusal = (select b.refusal {before} order by b.started desc limit 1) "
            f"where is_unmarked and exists (select 1 {before})"
        )

    def keep_within(self, since: float, until: float) -> None:
        """In conversations that have turns of a time, remove all other turns.

        `since` and `until` are seconds since 1970. A conversation may go on for years.
        """
        self._withhold_answers()
        self._db.execute(
            "delete from candidates where (ended < ?1 or started >= ?2) and thread_id in "
            "(select thread_id from candidates where ended >= ?1 and started < ?2)",
            (since, until),
        )

    def __iter__(self) -> Iterator[Thread]:
        """Yield every conversation, the oldest first."""
        rows = self._db.execute(
            """
            select t.id, t.source, t.title, min(h.started) as started, max(h.ended) as ended,
                   count(*) as turns, sum(h.prompt != '') as prompts,
                   sum(case when h.refusal = '' then length(h.prompt) else 0 end)
                       as prompt_chars,
                   sum(case when h.refusal = '' then h.typed_chars else 0 end) as typed_chars,
                   sum(h.is_learned) as learned,
                   sum(h.typed_chars > 0 and not h.is_learned) as new,
                   sum(h.by_program) as by_program,
                   max(h.was_off) as was_off,
                   group_concat(distinct nullif(h.refusal, '')) as refusals
            from threads t join candidates h on h.thread_id = t.id
            group by t.id order by min(h.started), t.id
            """
        )
        for row in rows:
            yield self._thread(row)

    def __contains__(self, thread_id: str) -> bool:
        query = "select 1 from candidates where thread_id = ? limit 1"
        return self._db.execute(query, (thread_id,)).fetchone() is not None

    def extent(self) -> tuple[int, float, float]:
        """Return how many conversations there are, when the first began and the last ended.

        The times are seconds since 1970, 0.0 where there is no conversation.
        """
        query = "select count(distinct thread_id), min(started), max(ended) from candidates"
        count, first, last = self._db.execute(query).fetchone()
        return count, first or 0.0, last or 0.0

    def turns(self, thread_id: str) -> Iterator[Candidate]:
        """Yield the turns of a conversation that may be learned from and say something, in order.

        Turns of the same time are in the order in which they were added.
        """
        self._withhold_answers(thread_id)
        query = (
            "select * from candidates where thread_id = ? and typed_chars > 0 "
            "order by started, rowid"
        )
        for row in self._db.execute(query, (thread_id,)):
            turn = Turn(
                row["id"],
                row["thread_id"],
                row["model"],
                row["started"],
                row["ended"],
                row["prompt"],
                row["reply"],
            )
            learned, in_doubt = bool(row["is_learned"]), bool(row["in_doubt"])
            yield Candidate(turn, row["prompt"], is_learned=learned, in_doubt=in_doubt)

    def _withhold_answers(self, thread_id: str | None = None) -> None:
        """Delete the answers, of one or all conversations, that may repeat restricted turns.

        A model is sent the whole conversation with each prompt.
        """
        query = (
            "select thread_id, id, model, place, refusal, is_piped from candidates "
            "where ?1 is null or thread_id = ?1 order by thread_id, started, rowid"
        )
        every = self._db.execute(query, (thread_id,))
        for _, rows in groupby(every.fetchall(), lambda row: str(row["thread_id"])):
            asked = (
                Asked(
                    row["id"],
                    Said(row["place"], row["model"]),
                    row["refusal"] in KEPT or bool(row["is_piped"]),
                )
                for row in rows
            )
            self._db.executemany(
                "update candidates set reply = '' where id = ?",
                [(turn_id,) for turn_id in repeating(asked, stays=True)],
            )

    def _thread(self, row: sqlite3.Row) -> Thread:
        newest: Any = self._db.execute(
            "select model from candidates where thread_id = ? and model != '' "
            "order by started desc, rowid desc limit 1",
            (row["id"],),
        ).fetchone()
        opening = self._db.execute(
            "select substr(prompt, 1, 500) as prompt from candidates "
            "where thread_id = ? and prompt != '' order by started, rowid limit 1",
            (row["id"],),
        ).fetchone()
        words = opening["prompt"] if opening else ""
        return Thread(
            row["id"],
            row["source"],
            _one_line(row["title"] or words)[:_TITLE],
            row["started"],
            row["ended"],
            newest["model"] if newest else "",
            row["turns"],
            row["prompts"],
            row["prompt_chars"],
            row["typed_chars"],
            row["learned"],
            row["new"],
            row["by_program"],
            bool(row["was_off"]),
            tuple((row["refusals"] or "").split(",")) if row["refusals"] else (),
            words,
        )


@contextmanager
def _full_disk_reported() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if temporary.is_full(error):
            raise temporary.no_room() from error
        raise


def _row(thread_id: str, candidate: Candidate) -> tuple[Any, ...]:
    turn, prompt = candidate.turn, "" if candidate.refusal else candidate.prompt.strip()
    typed = " ".join(pasted.typed_parts(prompt))
    return (
        turn.id,
        thread_id,
        turn.started,
        turn.ended,
        turn.model,
        prompt,
        # The answer to a prompt with a paste, or with piped text, may repeat that.
        turn.response if typed == prompt and not candidate.is_piped else "",
        0 if is_trivial(typed) else _length(typed),
        candidate.refusal,
        candidate.by_program,
        candidate.is_learned,
        candidate.is_unmarked,
        candidate.is_piped,
        candidate.place,
        candidate.in_doubt,
    )


def _length(text: str) -> int:
    """The number of characters, where one that stands for a syllable or a word counts as three."""
    if text.isascii():
        return len(text)
    return sum(3 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _one_line(text: str) -> str:
    """The text on one line, without characters that a terminal would act on."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())
