"""Reads the rows of a damaged state.db that can still be read.

If rows cannot be read, or their values do not fit the schema, their table is marked as incomplete.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..store.schema import VERSION

Row = tuple[Any, ...]

# The most integer keys between two damaged places to try one by one.
_MOST_KEYS_TRIED = 10_000

_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "real": (float, int),
    "text": (str,),
    "blob": (bytes,),
}


@dataclass(frozen=True)
class Column:
    """A column of the schema. `key` is its position in the primary key, 0 if it is not in it."""

    name: str
    type: str
    is_required: bool
    key: int


@dataclass(frozen=True)
class Table:
    """The rows that were read of a table, in the order of `columns`; and whether these are all."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    is_complete: bool

    def values(self) -> Iterator[dict[str, Any]]:
        for row in self.rows:
            yield dict(zip(self.columns, row, strict=True))


def schema(db: sqlite3.Connection) -> dict[str, list[Column]]:
    """Return the columns of each table of an undamaged state.db.

    Tables of SQLite, and those whose name begins with an underscore, are left out.
    """
    names = db.execute(
        "select name from sqlite_master where type = 'table' "
        "and name not like 'sqlite@_%' escape '@' and name not like '@_%' escape '@'"
    ).fetchall()
    return {
        name: [
            Column(column, kind.lower(), bool(required or key), key)
            for _, column, kind, required, _, key in db.execute(f"pragma table_info({name})")
        ]
        for (name,) in (tuple(row) for row in names)
    }


def read(path: Path, tables: Mapping[str, Sequence[Column]]) -> dict[str, Table]:
    """Return what can be read of each table. No other process may use the database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = _decoded
        return {name: _table(db, name, columns) for name, columns in tables.items()}


def _table(db: sqlite3.Connection, name: str, columns: Sequence[Column]) -> Table:
    there = _existing_columns(db, name)
    known = tuple(column for column in columns if there is None or column.name in there)
    names = tuple(column.name for column in known)
    if not known:  # a database of an older version lacks this table
        return Table(names, (), is_complete=True)
    rows, is_complete = _rows(db, name, known)
    sound = [row for row in rows if all(map(_fits_column, row, known))]
    return Table(names, sound, is_complete and len(sound) == len(rows))


def _existing_columns(db: sqlite3.Connection, name: str) -> set[str] | None:
    """The names of a table's columns in the damaged database, None if they are unknown."""
    try:
        found = {row[1] for row in db.execute(f"pragma table_info({name})")}
        version = db.execute("pragma user_version").fetchone()[0]
    except sqlite3.DatabaseError:
        return None
    return found if found or version < VERSION else None


def _rows(db: sqlite3.Connection, name: str, columns: Sequence[Column]) -> tuple[list[Row], bool]:
    """The readable rows: from both ends up to the first damage, and some between."""
    key = [column.name for column in sorted(columns, key=lambda c: c.key) if column.key]
    select = f"select {', '.join(column.name for column in columns)} from {name} not indexed"
    rows, is_complete = _until_damage(db, f"{select} order by {', '.join(key)}")
    if is_complete:
        return rows, True
    from_end, _ = _until_damage(db, f"{select} order by {', '.join(f'{k} desc' for k in key)}")
    if not rows and not from_end:
        return [], False
    place = [column.name for column in columns].index(key[0])
    low = max((row[place] for row in rows if isinstance(row[place], int)), default=0)
    most = low + _MOST_KEYS_TRIED
    high = min((row[place] for row in from_end if isinstance(row[place], int)), default=most)
    between: list[Row] = []
    if [column.type for column in columns if column.key] == ["integer"]:
        for number in range(low + 1, min(high, most)):
            between += _until_damage(db, f"{select} where {key[0]} = ?", (number,))[0]
    return [*rows, *between, *reversed(from_end)], False


def _until_damage(
    db: sqlite3.Connection, query: str, values: Sequence[object] = ()
) -> tuple[list[Row], bool]:
    rows: list[Row] = []
    try:
        rows.extend(db.execute(query, values))
    except sqlite3.DatabaseError:
        return rows, False
    return rows, True


def _fits_column(value: object, column: Column) -> bool:
    if value is None:
        return not column.is_required
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:  # not valid UTF-8, see `_decoded`
            return False
    return not column.type or isinstance(value, _TYPES[column.type])


def _decoded(text: bytes) -> str:
    return text.decode(errors="surrogateescape")
