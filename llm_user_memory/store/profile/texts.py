"""Stores the texts of versions in the tables `parts` and `version_parts`: see `parts`.

A part is stored once, even if many versions have it. After deleting a version or replacing its
text, call `delete_unused` in the same transaction, so that no part is left that no version has.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache

from . import parts

Made = tuple[int, float, str, str, int | None, int | None]
"""The columns of a version before its text, in the order of `history.Version`."""


class Texts:
    """Reads texts from the database, and caches the parts of the last one.

    Neighbouring versions have most parts in common, so that reading many versions is fast.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: dict[int, str] = {}

    def part_ids(self, n: int) -> list[int]:
        """Return the ids of the parts of version `n`, in their order."""
        query = "select part from version_parts where version = ? order by place"
        return [row[0] for row in self._db.execute(query, (n,))]  # faster than by name

    def read(self, n: int, digest: bytes) -> str:
        """Return the text of version `n`, whose hash is `digest`.

        Raises sqlite3.DatabaseError if parts are missing or the hash differs.
        """
        text = "".join(self.parts(self.part_ids(n)))
        if parts.digest(text.encode()) != digest:
            raise sqlite3.DatabaseError(f"version {n} on record is not what was stored")
        return text

    def parts(self, ids: list[int]) -> list[str]:
        """Return the parts with these ids.

        Raises sqlite3.DatabaseError if one of them is missing or damaged.
        """
        wanted = json.dumps([part for part in ids if part not in self._known])
        query = "select id, size, content from parts where id in (select value from json_each(?))"
        rows = self._db.execute(query, (wanted,))
        new = {number: _text(content, size) for number, size, content in rows}
        both = {**self._known, **new}
        if not all(part in both for part in ids):
            raise sqlite3.DatabaseError("a part of a version is missing")
        self._known = {part: both[part] for part in ids}
        return [both[part] for part in ids]


def insert(db: sqlite3.Connection, made: Made, text: str, *, written: bool) -> None:
    """Store a version with its text. Call it inside a transaction."""
    values = (*made, digest(text), written)
    db.execute("insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)", values)
    _write(db, made[0], text)


def replace(db: sqlite3.Connection, n: int, text: str) -> None:
    """Replace the text of version `n`. Call it inside a transaction."""
    db.execute("delete from version_parts where version = ?", (n,))
    db.execute("update versions set digest = ? where n = ?", (digest(text), n))
    _write(db, n, text)


def delete_versions_except(db: sqlite3.Connection, n: int) -> int:
    """Delete all versions but version `n`; returns how many. Call it inside a transaction."""
    db.execute("update versions set restores = null where n = ?", (n,))
    deleted = db.execute("delete from versions where n != ?", (n,)).rowcount
    delete_unused(db)
    return deleted


def delete_unused(db: sqlite3.Connection) -> None:
    """Delete the parts that no version has. Call it inside a transaction."""
    db.execute("delete from version_parts where version not in (select n from versions)")
    db.execute("delete from parts where id not in (select part from version_parts)")


def is_newest(db: sqlite3.Connection, text: str) -> bool:
    """Tell whether the newest version has exactly this text. Reads no text of a version."""
    row = db.execute("select digest from versions order by n desc limit 1").fetchone()
    return row is not None and row["digest"] == digest(text)


def digest(text: str) -> bytes:
    """Return the hash of a version's text."""
    return parts.digest(text.encode())


def versions_with(
    db: sqlite3.Connection, is_wanted: Callable[[str], bool], together: int = 1
) -> set[int]:
    """Return the numbers of the versions in which `is_wanted` is true for some text.

    `is_wanted` is called once for each sequence of `together` consecutive parts of a version.
    """
    reader = Texts(db)
    known: dict[tuple[int, ...], bool] = {}
    found = set[int]()
    for (n,) in db.execute("select n from versions").fetchall():
        ids = reader.part_ids(n)
        contents = reader.parts(ids)
        for place in range(max(1, len(ids) - together + 1)):
            key = tuple(ids[place : place + together])
            if key not in known:
                known[key] = is_wanted("".join(contents[place : place + together]))
            if known[key]:
                found.add(n)
                break
    return found


def stored(db: sqlite3.Connection) -> Iterator[bytes]:
    """Return the stored content of all parts, which is mostly compressed."""
    return (row["content"] for row in db.execute("select content from parts"))


def move(db: sqlite3.Connection) -> None:
    """Move the versions of an older database from the table `versions_with_text`."""
    query = """
        select n, created, origin, note, update_id, restores, text, written
        from versions_with_text order by n
    """
    for row in db.execute(query):
        insert(db, tuple(row[:6]), row[6], written=row[7])


def fault(db: sqlite3.Connection) -> str:
    """Return a phrase with the number of versions that cannot be read, "" if all can."""
    reader, damaged = Texts(db), 0
    for n, kept in db.execute("select n, digest from versions order by n").fetchall():
        try:
            reader.read(n, kept)
        except sqlite3.DatabaseError:
            damaged += 1
    return f"versions of the profile that cannot be read: {damaged:,}" if damaged else ""


def _write(db: sqlite3.Connection, n: int, text: str) -> None:
    known = _parts_before(db, n)
    ids = [known.get(part) or _part_id(db, part) for part in parts.split(text.encode(), known)]
    rows = [(n, place, part) for place, part in enumerate(ids)]
    db.executemany("insert into version_parts values (?, ?, ?)", rows)


def _parts_before(db: sqlite3.Connection, n: int) -> dict[bytes, int]:
    """The parts of the version before version `n`, with their ids; none if they are damaged."""
    reader = Texts(db)
    ids = reader.part_ids(n - 1)
    with suppress(sqlite3.DatabaseError):
        return {part.encode(): id_ for id_, part in zip(ids, reader.parts(ids), strict=True)}
    return {}


def _part_id(db: sqlite3.Connection, content: bytes) -> int:
    """The id of the part with this content, which is stored if it is new."""
    key = parts.digest(content)
    row = db.execute("select id from parts where digest = ?", (key,)).fetchone()
    if row:
        return int(row[0])
    query = "insert into parts (digest, size, content) values (?, ?, ?)"
    return int(db.execute(query, (key, len(content), parts.compress(content))).lastrowid or 0)


def _text(content: object, size: object) -> str:
    try:
        return _content(content, size)
    except ValueError as error:
        raise sqlite3.DatabaseError("a part of a version is damaged") from error


@lru_cache(maxsize=512)  # an update reads the same parts several times
def _content(stored: object, size: object) -> str:
    """The text of a stored part. It depends on nothing else, so the cache is never stale."""
    return parts.decompress(stored, size).decode()
