"""Recovers the versions in a state.db that lost some rows. For `doctor.rebuild`."""

import sqlite3
from contextlib import suppress
from typing import NamedTuple

from . import parts, texts


class Recovered(NamedTuple):
    """The numbers of versions that were damaged.

    `incomplete` versions lost a part of their text, and are kept with the rest. `deleted` ones lost
    all of it.
    """

    incomplete: tuple[int, ...]
    deleted: tuple[int, ...]


def recover(db: sqlite3.Connection) -> Recovered:
    """Make every version readable, or delete it. Call it inside a transaction."""
    _delete_damaged_parts(db)
    incomplete, deleted = [], []
    reader = texts.Texts(db)
    for n, digest in db.execute("select n, digest from versions order by n").fetchall():
        with suppress(sqlite3.DatabaseError):
            reader.read(n, digest)
            continue
        if left := "".join(reader.parts(_readable(db, n))):
            texts.replace(db, n, left)
            incomplete.append(n)
        else:
            db.execute("delete from versions where n = ?", (n,))
            deleted.append(n)
    texts.delete_unused(db)
    return Recovered(tuple(incomplete), tuple(deleted))


def _delete_damaged_parts(db: sqlite3.Connection) -> None:
    for row in db.execute("select id, digest, size, content from parts").fetchall():
        with suppress(ValueError):
            if parts.digest(parts.decompress(row["content"], row["size"])) == row["digest"]:
                continue
        db.execute("delete from parts where id = ?", (row["id"],))


def _readable(db: sqlite3.Connection, n: int) -> list[int]:
    query = """
        select part from version_parts join parts on id = part where version = ? order by place
    """
    return [row["part"] for row in db.execute(query, (n,))]
