"""Reads turns in batches, by position or id. A batch is short, as LLM cannot write meanwhile."""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from . import fields
from .database import columns, opened, schema_names
from .rows import Place, Turn, Unreadable, read_rows
from .texts import ANSWER_BEGINNING, BATCH_SECONDS

T = TypeVar("T")

# The most ids to look up in one query.
_IDS_PER_QUERY = 50

# The most rows to count in one transaction, which takes a millisecond or two.
_ROWS_PER_COUNT = 5000


class Position(NamedTuple):
    """How far each table was read: the rowid of the last row, and the label of its id.

    New rows get higher rowids. If that row now has another id, the rowids are no longer valid, as
    after a VACUUM or if the file was replaced by another database.
    """

    turns: Place = (0, "")
    responses: Place = (0, "")


class Batch(NamedTuple):
    """Turns in the order of their rows, the position after them, and whether they are the last.

    `unreadable` are the rows among them that are not turns.
    """

    turns: list[Turn]
    reached: Position
    is_last: bool
    unreadable: tuple[Unreadable, ...] = ()


def end_position(path: Path) -> Position:
    """Return the position after the last turn logged so far.

    Raises LogsError if the database exists, but cannot be read now.
    """
    with opened(path) as db:
        return Position(*(_last_row(db, table) for table in ("turns", "responses")))


def position_before(path: Path, turn_id: str) -> Position:
    """Return a position shortly before the first turn whose id is `turn_id` or greater.

    It is also before all rows with an id that is not text or cannot be an id. Raises LogsError.
    """
    with opened(path) as db:
        return Position(*(_row_before(db, table, turn_id) for table in ("turns", "responses")))


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
            if row and _label_at(db, table, row) != turn_id:
                return None
        within = (limit, deadline, answer_limit)
        rows, reached = _rows_after(db, "turns", position.turns, *within)
        older, older_reached = _rows_after(db, "responses", position.responses, *within)
        is_last = (reached, older_reached) == (_last_row(db, "turns"), _last_row(db, "responses"))
    found = rows + older
    return Batch(
        [row for row in found if isinstance(row, Turn)],
        Position(reached, older_reached),
        is_last,
        tuple(row for row in found if isinstance(row, Unreadable)),
    )


def read(path: Path, turn_ids: Sequence[str], answer_limit: int = ANSWER_BEGINNING) -> list[Turn]:
    """Return the turns with these ids that are still logged, in the order of their start.

    Raises LogsError.
    """
    found: list[Turn] = []
    left = sorted(set(turn_ids))
    while left:
        part = left[:_IDS_PER_QUERY]
        turns = _lowest(path, part, answer_limit)
        reached = turns[-1].id if turns else part[-1]
        left = [turn_id for turn_id in left if turn_id > reached]
        found += turns
    return sorted(found, key=lambda turn: (turn.started, turn.id))


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
    """Return how many turns and unreadable rows are logged. Raises LogsError."""
    tables = ("turns", "responses")
    return sum(_counted(path, table, "id", "") + _unnamed(path, table) for table in tables)


def count_after(path: Path, position: Position) -> int:
    """Return how many turns and unreadable rows follow `position`. Raises LogsError."""
    return sum(_counted(path, table, "rowid", reached[0]) for table, reached in _tables(position))


def ids_with_schema(path: Path, turn_ids: Sequence[str]) -> set[str]:
    """Return those of the ids whose prompt had a schema, which is typical of programs.

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


def _tables(position: Position) -> list[tuple[str, tuple[int, str]]]:
    return [("turns", position.turns), ("responses", position.responses)]


def _counted(path: Path, table: str, column: str, last: object) -> int:
    """The number of rows whose `column` is greater than `last`, counted in short transactions.

    Rows of `responses` that are in `turns`, too, are not counted.
    """
    number = 0
    while last is not None:
        with opened(path) as db:
            tables = schema_names(db)
            if table not in tables:
                break
            is_counted = "1"
            if table == "responses" and "turns" in tables:
                is_counted = "not exists (select 1 from turns n where n.id = t.id)"
            # Text that is not UTF-8 can only be given to SQLite as bytes.
            value = "cast(? as text)" if isinstance(last, str) else "?"
            query = (
                "select total(counted) as counted, max(value) as last from "
                f"(select {is_counted} as counted, t.{column} as value from {table} t "
                f"where t.{column} > {value} order by t.{column} limit {_ROWS_PER_COUNT})"
            )
            given = fields.to_bytes(last) if isinstance(last, str) else last
            row = db.execute(query, (given,)).fetchone()
        number, last = number + int(row["counted"]), row["last"]
    return number


def _unnamed(path: Path, table: str) -> int:
    """The number of rows whose id is null or empty."""
    with opened(path) as db:
        if table not in schema_names(db):
            return 0
        query = f"select count(*) from {table} where id is null or id = ''"
        return int(db.execute(query).fetchone()[0])


def _last_row(db: sqlite3.Connection, table: str) -> Place:
    if table not in schema_names(db):
        return (0, "")
    return _place(db.execute(f"select rowid, id from {table} order by rowid desc limit 1"))


def _row_before(db: sqlite3.Connection, table: str, turn_id: str) -> Place:
    """The last row before those of the turns from `turn_id` on, and before ids of other types."""
    if table not in schema_names(db):
        return (0, "")
    # "+" keeps SQLite from scanning the table in the order of rowids.
    lowest = db.execute(
        f"select min(+number) from (select rowid as number from {table} where id >= ? "
        f"union all select rowid from {table} where id < '0' or id is null)",
        (turn_id,),
    ).fetchone()[0]
    if lowest is None:
        return _last_row(db, table)
    query = f"select rowid, id from {table} where rowid < ? order by rowid desc limit 1"
    return _place(db.execute(query, (lowest,)))


def _label_at(db: sqlite3.Connection, table: str, row: int) -> str | None:
    if table not in schema_names(db):
        return None
    found = db.execute(f"select id from {table} where rowid = ?", (row,)).fetchone()
    return fields.label(found[0]) if found else None


def _place(rows: sqlite3.Cursor) -> Place:
    row = rows.fetchone()
    return (row[0], fields.label(row[1])) if row else (0, "")


def _rows_after(
    db: sqlite3.Connection,
    table: str,
    reached: Place,
    limit: int,
    deadline: float,
    answer_limit: int,
) -> tuple[list[Turn | Unreadable], Place]:
    highest = _last_row(db, table)
    if highest[0] <= reached[0]:
        return [], reached
    query = f"select rowid, id from {table} where rowid > ? order by rowid limit 1 offset ?"
    last = _place(db.execute(query, (reached[0], limit - 1)))
    stop = last if last[0] else highest
    condition = "t.rowid > ? and t.rowid <= ? order by t.rowid"
    if table == "responses" and "turns" in schema_names(db):
        condition = f"not exists (select 1 from turns n where n.id = t.id) and {condition}"
    rows, is_all = _in_time(
        deadline, read_rows(db, table, condition, (reached[0], stop[0]), answer_limit)
    )
    found = [row for _place, row in rows]
    return found, stop if is_all else rows[-1][0]


def _lowest(path: Path, turn_ids: Sequence[str], answer_limit: int) -> list[Turn]:
    """The turns with the lowest of these ids: as many as fit into one batch."""
    condition = "t.id in (select value from json_each(?)) order by t.id"
    found: dict[str, Turn] = {}
    ends: list[str] = []
    with opened(path) as db:
        deadline = time.monotonic() + BATCH_SECONDS
        for table in ("responses", "turns"):  # `turns` is last, and overwrites the other
            rows = read_rows(db, table, condition, (json.dumps(list(turn_ids)),), answer_limit)
            turns, is_all = _in_time(deadline, (row for _, row in rows if isinstance(row, Turn)))
            found |= {turn.id: turn for turn in turns}
            if not is_all:
                ends.append(turns[-1].id)
    return [found[turn_id] for turn_id in sorted(found) if not ends or turn_id <= min(ends)]


def _in_time(deadline: float, rows: Iterator[T]) -> tuple[list[T], bool]:
    """The rows read until the deadline, at least one, and whether those are all."""
    found = []
    for row in rows:
        found.append(row)
        if time.monotonic() > deadline:
            return found, False
    return found, True
