"""Reading turns in batches. A batch is short, because LLM cannot write while it is read."""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .database import PATIENCE, columns, opened, schema_names
from .rows import ANSWER_BEGINNING, WHOLE_ANSWER, Turn, read_rows

# Seconds after which a batch ends, after its current turn. A waiting writer sleeps in growing
# steps: if a reader takes 10 ms, LLM waits 18 ms.
BATCH_SECONDS = 0.01

# The most ids to look up in one query.
_IDS_PER_QUERY = 50

# The most rows to count in one transaction, which takes a millisecond or two.
_ROWS_PER_COUNT = 5000

# The fragments of a thread, with the roles of their messages, among those messages that LLM sends
# again when the thread is continued: from its last message to its first.
_FRAGMENTS = """
with recursive chain(hash, parent_hash, role) as (
    select m.hash, m.parent_hash, m.role from threads t
    join messages m on m.hash = t.tip_message_hash where t.id = ?
    union all
    select m.hash, m.parent_hash, m.role from chain c join messages m on m.hash = c.parent_hash
)
select distinct chain.role, f.content from chain join parts p on p.message_hash = chain.hash
join part_fragments x on x.part_id = p.id join fragments f on f.id = x.fragment_id
where chain.role in ('system', 'user')
"""
_FRAGMENT_ROLES = f"{_FRAGMENTS} and f.content = ?"
_FRAGMENTS_BEGINNING = f"{_FRAGMENTS} and substr(f.content, 1, ?) = ?"


class Position(NamedTuple):
    """How far each table was read: the rowid of the last row, and the turn's id.

    New rows get higher rowids, whatever their ids. If the row has another id now, the rowids are
    no longer valid: after a VACUUM, or if the file was replaced by another database.
    """

    turns: tuple[int, str] = (0, "")
    responses: tuple[int, str] = (0, "")


class Batch(NamedTuple):
    """Turns in the order of their rows, the position after them, and whether no more follow."""

    turns: list[Turn]
    reached: Position
    is_last: bool


def end_position(path: Path) -> Position:
    """Return the position after the last turn logged so far.

    Raises LogsError if the database exists, but cannot be read now.
    """
    with opened(path) as db:
        return Position(*(_last_row(db, table) for table in ("turns", "responses")))


def turns_after(
    path: Path, position: Position, limit: int = 200, answer_limit: int = ANSWER_BEGINNING
) -> Batch | None:
    """Return turns logged after `position`, at most `limit` of each table.

    There are fewer if reading takes longer than `BATCH_SECONDS`. The result is None if `position`
    is no longer valid in this database. Raises LogsError.
    """
    with opened(path) as db:
        deadline = time.monotonic() + BATCH_SECONDS
        for table, (row, turn_id) in _tables(position):
            if row and _id_at(db, table, row) != turn_id:
                return None
        within = (limit, deadline, answer_limit)
        turns, reached = _rows_after(db, "turns", position.turns, *within)
        older, older_reached = _rows_after(db, "responses", position.responses, *within)
        is_last = (reached, older_reached) == (_last_row(db, "turns"), _last_row(db, "responses"))
        return Batch(turns + older, Position(reached, older_reached), is_last)


def turns_above(path: Path, turn_id: str, limit: int = 200) -> list[Turn]:
    """Return the turns with the lowest ids above `turn_id`, in the order of their ids.

    There are at most `limit`, and fewer if reading takes longer than `BATCH_SECONDS`, but at least
    one if there is any. Raises LogsError.
    """
    return _lowest(path, "t.id > ?", (turn_id,), limit)


def read(path: Path, turn_ids: Sequence[str], answer_limit: int = ANSWER_BEGINNING) -> list[Turn]:
    """Return the turns with these ids that are still logged, in the order of their start.

    Raises LogsError.
    """
    found: list[Turn] = []
    left = sorted(set(turn_ids))
    while left:
        part = left[:_IDS_PER_QUERY]
        condition = "t.id in (select value from json_each(?))"
        turns = _lowest(path, condition, (json.dumps(part),), _IDS_PER_QUERY, answer_limit)
        reached = turns[-1].id if turns else part[-1]
        left = [turn_id for turn_id in left if turn_id > reached]
        found += turns
    return sorted(found, key=lambda turn: (turn.started, turn.id))


def following(path: Path, turn: Turn, limit: int = 20) -> list[Turn]:
    """Return at most `limit` turns that were logged after `turn` in its thread.

    They include the further rounds of a tool loop. Raises LogsError.
    """
    query = "select id from turns where thread_id = ? and id > ? order by id limit ?"
    with opened(path) as db:
        if "turns" not in schema_names(db):
            return []
        ids = [row["id"] for row in db.execute(query, (turn.thread_id, turn.id, limit))]
    return read(path, ids)


def thread_turns(path: Path, thread_id: str) -> list[Turn]:
    """Return all turns of a thread in the order of their start, with answers up to `WHOLE_ANSWER`.

    Raises LogsError.
    """
    columns_of = {"turns": "thread_id", "responses": "conversation_id"}
    with opened(path) as db:
        ids = [
            row["id"]
            for table in schema_names(db) & set(columns_of)
            for row in db.execute(
                f"select id from {table} where {columns_of[table]} = ?1 "
                f"or (id = ?1 and {columns_of[table]} is null)",
                (thread_id,),
            )
        ]
    return read(path, ids, WHOLE_ANSWER)


def logged_ids(path: Path, turn_ids: Sequence[str]) -> set[str]:
    """Return those of the ids that are logged. Raises LogsError."""
    with opened(path) as db:
        return {
            row["id"]
            for table in schema_names(db) & {"turns", "responses"}
            for row in db.execute(
                f"select id from {table} where id in (select value from json_each(?))",
                (json.dumps(list(turn_ids)),),
            )
        }


def count(path: Path) -> int:
    """Return how many turns are logged. Raises LogsError."""
    return _counted(path, "turns", "id", "") + _counted(path, "responses", "id", "")


def count_after(path: Path, position: Position) -> int:
    """Return how many turns were logged after `position`. Raises LogsError."""
    return sum(_counted(path, table, "rowid", reached[0]) for table, reached in _tables(position))


def ids_with_schema(path: Path, turn_ids: Sequence[str]) -> set[str]:
    """Return those of the turns whose prompt had a schema, which is typical of programs.

    Raises LogsError.
    """
    with opened(path) as db:
        return {
            row["id"]
            for table in ("turns", "responses")
            if "schema_id" in columns(db, table)
            for row in db.execute(
                f"select id from {table} where schema_id is not null "
                "and id in (select value from json_each(?))",
                (json.dumps(list(turn_ids)),),
            )
        }


def newest_thread(path: Path, patience: float = PATIENCE) -> str | None:
    """Return the id of the thread that `llm -c` continues, or None. Raises LogsError."""
    with opened(path, patience) as db:
        tables = schema_names(db) & {"threads", "conversations"}
        ids = [db.execute(f"select max(id) from {table}").fetchone()[0] for table in tables]
    return max(filter(None, ids), default=None)


def fragment_placements(
    path: Path, thread_id: str, text: str, patience: float = PATIENCE
) -> set[str]:
    """Return where the thread's messages have the fragment `text`: "prompt", "system" or both.

    These are the messages that LLM sends again with `-c`. Raises LogsError.
    """
    with opened(path, patience) as db:
        if "threads" not in schema_names(db):
            return set()
        rows = db.execute(_FRAGMENT_ROLES, (thread_id, text)).fetchall()
    return {"system" if row["role"] == "system" else "prompt" for row in rows}


def fragments_beginning(
    path: Path, thread_id: str, beginning: str, patience: float = PATIENCE
) -> list[str]:
    """Return the fragments of the thread's messages that begin with a text. Raises LogsError.

    The messages are those that LLM sends again with `-c`.
    """
    with opened(path, patience) as db:
        if "threads" not in schema_names(db):
            return []
        rows = db.execute(_FRAGMENTS_BEGINNING, (thread_id, len(beginning), beginning)).fetchall()
    return [row["content"] for row in rows]


def _tables(position: Position) -> list[tuple[str, tuple[int, str]]]:
    return [("turns", position.turns), ("responses", position.responses)]


def _counted(path: Path, table: str, column: str, last: str | int | None) -> int:
    """The number of turns whose `column` is greater than `last`, counted in short transactions."""
    number = 0
    while last is not None:
        with opened(path) as db:
            tables = schema_names(db)
            if table not in tables:
                break
            is_counted = "1"
            if table == "responses" and "turns" in tables:
                is_counted = "not exists (select 1 from turns n where n.id = t.id)"
            query = (
                "select total(counted) as counted, max(value) as last from "
                f"(select {is_counted} as counted, t.{column} as value from {table} t "
                f"where t.{column} > ? order by t.{column} limit {_ROWS_PER_COUNT})"
            )
            row = db.execute(query, (last,)).fetchone()
        number, last = number + int(row["counted"]), row["last"]
    return number


def _last_row(db: sqlite3.Connection, table: str) -> tuple[int, str]:
    if table not in schema_names(db):
        return (0, "")
    row = db.execute(f"select rowid, id from {table} order by rowid desc limit 1").fetchone()
    return (row[0], row[1]) if row else (0, "")


def _id_at(db: sqlite3.Connection, table: str, row: int) -> str | None:
    if table not in schema_names(db):
        return None
    found = db.execute(f"select id from {table} where rowid = ?", (row,)).fetchone()
    return found[0] if found else None


def _rows_after(
    db: sqlite3.Connection,
    table: str,
    reached: tuple[int, str],
    limit: int,
    deadline: float,
    answer_limit: int,
) -> tuple[list[Turn], tuple[int, str]]:
    if table not in schema_names(db):
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
    if table == "responses" and "turns" in schema_names(db):
        condition = f"not exists (select 1 from turns n where n.id = t.id) and {condition}"
    rows = read_rows(db, table, condition, (reached[0], stop[0]), answer_limit)
    turns, is_all = _in_time(deadline, rows)
    if is_all:
        return turns, stop
    query = f"select rowid, id from {table} where id = ?"
    row = db.execute(query, (turns[-1].id,)).fetchone()
    return turns, (row[0], row[1])


def _lowest(
    path: Path,
    condition: str,
    values: tuple[object, ...],
    limit: int,
    answer_limit: int = ANSWER_BEGINNING,
) -> list[Turn]:
    """The turns with the lowest ids that meet a condition, at most one batch."""
    found: dict[str, Turn] = {}
    ends: list[str] = []
    with opened(path) as db:
        deadline = time.monotonic() + BATCH_SECONDS
        for table in ("responses", "turns"):  # `turns` is last, and overwrites the other
            matching = f"{condition} order by t.id limit ?"
            rows = read_rows(db, table, matching, (*values, limit), answer_limit)
            turns, is_all = _in_time(deadline, rows)
            found |= {turn.id: turn for turn in turns}
            if not is_all:
                ends.append(turns[-1].id)
    ids = sorted(turn_id for turn_id in found if not ends or turn_id <= min(ends))
    return [found[turn_id] for turn_id in ids[:limit]]


def _in_time(deadline: float, turns: Iterator[Turn]) -> tuple[list[Turn], bool]:
    """The turns read until the deadline, at least one, and whether those are all."""
    found = []
    for turn in turns:
        found.append(turn)
        if time.monotonic() > deadline:
            return found, False
    return found, True
