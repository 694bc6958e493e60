"""LLM's log database: what was said, read from both of its schemas, never written.

`logs.db` keeps a rollback journal, in which readers and writers exclude each other. So every
function here opens the database read-only, fetches one batch, bounded in turns and in time,
and closes it before anything slow happens. A turn is a row of `turns`, or of `responses` in logs
from before llm 0.32; a database that was upgraded holds both, and `turns` is right where they
overlap.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from .errors import LogsError

SOURCE = "memory:auto"
"""The source that LLM records with our fragments; the tables know them by it."""

# A writer holds the database for milliseconds; whoever cannot wait passes less.
PATIENCE = 2.0

# Seconds after which a batch ends with the turn that is being read. LLM waits for a reader in
# steps that grow: for one of 10 ms it sleeps 18.
HELD = 0.01

# How many turns are asked for by their ids in one batch.
_NAMED = 50

CHECKED_WHOLE = 100_000_000
"""Bytes; a larger database is not copied into memory to be checked."""

# Pages, a megabyte in all: copied in a millisecond or two.
_STEP = 250

_ULID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"

# Cut as bytes: SQLite's functions take the text before a null character, which a file that is
# piped in may hold, for all there is, and the end of that for what the user typed.
_TURNS = """
select t.id, coalesce(t.thread_id, t.id) as thread_id, t.model, t.datetime_utc, t.duration_ms,
       substr(cast(s.prompt as blob), -200000) as prompt,
       substr(cast(s.response as blob), 1, 8000) as response,
       (select substr(cast(coalesce(p.text, json_extract(p.payload, '$.text_ref[#-1].literal'))
                           as blob), -200000)
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as whole_end
from turns t left join turn_search s on s.turn_id = t.id
"""
_RESPONSES = """
select t.id, coalesce(t.conversation_id, t.id) as thread_id, t.model, t.datetime_utc,
       t.duration_ms, substr(cast(t.prompt as blob), -200000) as prompt,
       substr(cast(t.response as blob), 1, 8000) as response,
       substr(cast(t.prompt as blob), -200000) as whole_end
from responses t
"""
_TURN_MARKERS = """
select f.content from turn_fragments x join fragments f on f.id = x.fragment_id
where x.turn_id = :id and f.source = :source and length(f.content) < 100
"""
_RESPONSE_MARKERS = """
select f.content from
(select fragment_id from prompt_fragments where response_id = :id
 union all select fragment_id from system_fragments where response_id = :id) x
join fragments f on f.id = x.fragment_id
where f.source = :source and length(f.content) < 100
"""
# The messages that LLM sends again when the thread is continued: from its tip to the root.
_CARRIED = """
with recursive chain(hash, parent_hash, role) as (
    select m.hash, m.parent_hash, m.role from threads t
    join messages m on m.hash = t.tip_message_hash where t.id = ?
    union all
    select m.hash, m.parent_hash, m.role from chain c join messages m on m.hash = c.parent_hash
)
select distinct chain.role from chain join parts p on p.message_hash = chain.hash
join part_fragments x on x.part_id = p.id join fragments f on f.id = x.fragment_id
where f.content = ? and chain.role in ('system', 'user')
"""


@dataclass(frozen=True)
class Turn:
    """One logged model call. Times are seconds since 1970.

    `prompt` is the text given to `llm` without any fragment: for piped input LLM glues it and
    the typed argument together, and of a very long one only the end is read. `response` is how
    the answer begins. `markers` are the short fragments that came from this package. LLM cuts the
    text of a fragment out of the prompt wherever it stands; `whole_end` is how many characters at
    the end of the prompt follow the last such cut.
    """

    id: str
    thread_id: str
    model: str
    started: float
    ended: float
    prompt: str
    response: str
    markers: tuple[str, ...] = ()
    whole_end: int = 0


@dataclass(frozen=True)
class Position:
    """How far each table was read: the last row's number and the turn that stood there.

    New rows get higher numbers, whatever their ids. The id tells when the numbers no longer
    hold: after a VACUUM, or in another database of the same name.
    """

    turns: tuple[int, str] = (0, "")
    responses: tuple[int, str] = (0, "")


class Batch(NamedTuple):
    """Turns in the order of their rows, the position after them, and whether they are the last."""

    turns: list[Turn]
    reached: Position
    is_last: bool


def end(path: Path) -> Position:
    """Return the position after the last turn logged so far.

    Raises LogsError when the database is there and cannot be read just now.
    """
    with _opened(path) as db:
        return Position(*(_last_row(db, table) for table in ("turns", "responses")))


def after(path: Path, position: Position, limit: int = 200) -> Batch | None:
    """Return turns logged after `position`, at most `limit` of each table.

    They are fewer when reading takes long. None says that `position` does not belong to this
    database any more. Raises LogsError.
    """
    with _opened(path) as db:
        deadline = time.monotonic() + HELD
        for table, (row, turn_id) in _tables(position):
            if row and _id_at(db, table, row) != turn_id:
                return None
        turns, reached = _rows_after(db, "turns", position.turns, limit, deadline)
        older, older_reached = _rows_after(db, "responses", position.responses, limit, deadline)
        is_last = (reached, older_reached) == (_last_row(db, "turns"), _last_row(db, "responses"))
        return Batch(turns + older, Position(reached, older_reached), is_last)


def since(path: Path, turn_id: str, limit: int = 200) -> list[Turn]:
    """Return the turns with the lowest ids above `turn_id`, in the order of their ids.

    They are `limit` at most, fewer when reading takes long, and none only if there is none.
    Raises LogsError.
    """
    return _lowest(path, "t.id > ?", (turn_id,), limit)


def read(path: Path, turn_ids: Sequence[str]) -> list[Turn]:
    """Return the turns with these ids that are still logged, in the order they were begun.

    Raises LogsError.
    """
    found: list[Turn] = []
    left = sorted(set(turn_ids))
    while left:
        named = left[:_NAMED]
        turns = _lowest(
            path, "t.id in (select value from json_each(?))", (json.dumps(named),), _NAMED
        )
        reached = turns[-1].id if turns else named[-1]
        left = [turn_id for turn_id in left if turn_id > reached]
        found += turns
    return sorted(found, key=lambda turn: (turn.started, turn.id))


def following(path: Path, turn: Turn, limit: int = 20) -> list[Turn]:
    """Return the turns logged after `turn` in its thread: the rounds of a tool loop.

    Raises LogsError.
    """
    query = "select id from turns where thread_id = ? and id > ? order by id limit ?"
    with _opened(path) as db:
        if "turns" not in _existing(db):
            return []
        ids = [row["id"] for row in db.execute(query, (turn.thread_id, turn.id, limit))]
    return read(path, ids)


def newest_thread(path: Path, patience: float = PATIENCE) -> str | None:
    """Return the id of the thread that `llm -c` continues, or None. Raises LogsError."""
    with _opened(path, patience) as db:
        tables = _existing(db) & {"threads", "conversations"}
        ids = [db.execute(f"select max(id) from {table}").fetchone()[0] for table in tables]
    return max(filter(None, ids), default=None)


def carried(path: Path, thread_id: str, text: str, patience: float = PATIENCE) -> set[str]:
    """Return where the thread's messages hold the fragment `text`: "prompt", "system".

    Raises LogsError.
    """
    with _opened(path, patience) as db:
        if "threads" not in _existing(db):
            return set()
        rows = db.execute(_CARRIED, (thread_id, text)).fetchall()
    return {"system" if row["role"] == "system" else "prompt" for row in rows}


def integrity(path: Path) -> str:
    """Return what is damaged in the database, "" when that is nothing.

    To check it takes as long as to read it, and LLM could not write all the while: a copy in
    memory is checked, made in steps between which LLM can. Of a database that is larger than
    `CHECKED_WHOLE`, only what `since` and `after` would read is read. Raises LogsError when it
    cannot be read just now.
    """
    try:
        if path.exists() and path.stat().st_size <= CHECKED_WHOLE:
            return _fault_of_copy(path)
        after(path, Position(), 1)
        since(path, id_floor(time.time() - 86400), 200)
    except LogsError as error:
        if _is_damage(error):
            return str(error.__cause__)
        raise
    return ""


def _fault_of_copy(path: Path) -> str:
    with _connected(path, PATIENCE) as source, closing(sqlite3.connect(":memory:")) as copy:
        # A database in memory cannot be given pages of another size later.
        copy.execute(f"pragma page_size = {source.execute('pragma page_size').fetchone()[0]}")
        source.backup(copy, pages=_STEP, sleep=0.005, progress=_until(time.monotonic() + 5))
        said = str(copy.execute("pragma quick_check(1)").fetchone()[0])
    return "" if said == "ok" else said.splitlines()[-1]


def _until(deadline: float) -> Callable[[int, int, int], None]:
    """What ends a copying that begins anew whenever somebody writes."""

    def look(_status: int, _remaining: int, _pages: int) -> None:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("it is being written all the time")

    return look


def _is_damage(error: LogsError) -> bool:
    """Whether SQLite calls the file damaged, or none of its own; what passes is operational."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(
        cause, sqlite3.OperationalError
    )


@contextmanager
def _opened(path: Path, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """Open the database for one batch, which sees one state of it."""
    with _connected(path, patience) as db:
        # Between two looks, a VACUUM could renumber the rows.
        db.execute("begin")
        yield db


@contextmanager
def _connected(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    """Open the database read-only; one that is not there yet is an empty one."""
    try:
        uri = f"file:{quote(os.fsencode(path))}?mode=ro" if path.exists() else ":memory:"
        db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
        try:
            db.row_factory = sqlite3.Row
            yield db
        finally:
            db.close()
    except (sqlite3.Error, OSError) as error:
        raise LogsError(
            f"LLM's log database {path} cannot be read: {error}.",
            remedy="It is tried again; `llm logs status` tells whether LLM itself can read it.",
        ) from error


def _existing(db: sqlite3.Connection) -> set[str]:
    return {row["name"] for row in db.execute("select name from sqlite_master")}


def _tables(position: Position) -> list[tuple[str, tuple[int, str]]]:
    return [("turns", position.turns), ("responses", position.responses)]


def _last_row(db: sqlite3.Connection, table: str) -> tuple[int, str]:
    if table not in _existing(db):
        return (0, "")
    row = db.execute(f"select rowid, id from {table} order by rowid desc limit 1").fetchone()
    return (row[0], row[1]) if row else (0, "")


def _id_at(db: sqlite3.Connection, table: str, row: int) -> str | None:
    if table not in _existing(db):
        return None
    found = db.execute(f"select id from {table} where rowid = ?", (row,)).fetchone()
    return found[0] if found else None


def _rows_after(
    db: sqlite3.Connection, table: str, reached: tuple[int, str], limit: int, deadline: float
) -> tuple[list[Turn], tuple[int, str]]:
    if table not in _existing(db):
        return [], reached
    highest = _last_row(db, table)
    if highest[0] <= reached[0]:
        return [], reached
    last = db.execute(
        f"select rowid, id from {table} where rowid > ? order by rowid limit 1 offset ?",
        (reached[0], limit - 1),
    ).fetchone()
    stop = (last[0], last[1]) if last else highest
    condition = "t.rowid > ? and t.rowid <= ? order by t.rowid"
    if table == "responses" and "turns" in _existing(db):
        condition = f"not exists (select 1 from turns n where n.id = t.id) and {condition}"
    turns, is_all = _in_time(deadline, _read(db, table, condition, (reached[0], stop[0])))
    if is_all:
        return turns, stop
    query = f"select rowid, id from {table} where id = ?"
    row = db.execute(query, (turns[-1].id,)).fetchone()
    return turns, (row[0], row[1])


def _lowest(path: Path, condition: str, values: tuple[object, ...], limit: int) -> list[Turn]:
    """The turns with the lowest ids that meet a condition, as many as one batch may hold."""
    found: dict[str, Turn] = {}
    ends: list[str] = []
    with _opened(path) as db:
        deadline = time.monotonic() + HELD
        for table in ("responses", "turns"):  # what stands in both is as `turns` has it
            matching = _read(db, table, f"{condition} order by t.id limit ?", (*values, limit))
            turns, is_all = _in_time(deadline, matching)
            found |= {turn.id: turn for turn in turns}
            if not is_all:
                ends.append(turns[-1].id)
    ids = sorted(turn_id for turn_id in found if not ends or turn_id <= min(ends))
    return [found[turn_id] for turn_id in ids[:limit]]


def _in_time(deadline: float, turns: Iterator[Turn]) -> tuple[list[Turn], bool]:
    """What can be read by then, one turn at least, and whether that is all."""
    found = []
    for turn in turns:
        found.append(turn)
        if time.monotonic() > deadline:
            return found, False
    return found, True


def _read(
    db: sqlite3.Connection, table: str, condition: str, values: tuple[object, ...]
) -> Iterator[Turn]:
    existing = _existing(db)
    if table not in existing:
        return
    select = _TURNS if table == "turns" else _RESPONSES
    marked = table == "turns" or "prompt_fragments" in existing
    for row in db.execute(f"{select} where {condition}", values):
        yield _turn(row, _markers(db, table, row["id"]) if marked else ())


def _markers(db: sqlite3.Connection, table: str, turn_id: str) -> tuple[str, ...]:
    query = _TURN_MARKERS if table == "turns" else _RESPONSE_MARKERS
    found = db.execute(query, {"id": turn_id, "source": SOURCE})
    return tuple(row["content"] for row in found)


def _turn(row: sqlite3.Row, markers: tuple[str, ...]) -> Turn:
    started = _time_of_id(row["id"]) or _time_of_date(row["datetime_utc"])
    return Turn(
        id=row["id"],
        thread_id=row["thread_id"],
        model=row["model"] or "",
        started=started,
        ended=started + (row["duration_ms"] or 0) / 1000,
        prompt=_text(row["prompt"]),
        response=_text(row["response"])[:2000],
        whole_end=len(_text(row["whole_end"])),
        markers=markers,
    )


def _text(cut: bytes | None) -> str:
    return (cut or b"").decode(errors="ignore")  # the cut may go through a letter


def _time_of_id(turn_id: str) -> float | None:
    """The moment at which a ULID was minted: its first ten letters, in milliseconds."""
    value = 0
    for letter in turn_id[:10].lower():
        digit = _ULID_LETTERS.find(letter)
        if digit < 0:
            return None
        value = value * 32 + digit
    return value / 1000 if len(turn_id) == 26 else None


def _time_of_date(text: str | None) -> float:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return 0.0
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc).timestamp()


def id_floor(moment: float) -> str:
    """Return the lowest id that a turn begun at `moment` can have."""
    value, letters = int(moment * 1000), ""
    for _ in range(10):
        value, digit = divmod(value, 32)
        letters = _ULID_LETTERS[digit] + letters
    return letters + "0" * 16
