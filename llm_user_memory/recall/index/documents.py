"""Updating a document whose text the index stores: a file, a note, or the profile's facts.

Parts before the first change keep their passage numbers and vectors; parts from it on are
removed and added again.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from ...egress import Place
from . import db as index_db
from . import passages
from .db import ROLES, TALKS
from .passages import Part, Piece

_ASSISTANT = ROLES[1]


class _StoredPart(NamedTuple):
    """A part as it is in the index; `ordinal` is that of its first passage."""

    number: int
    ordinal: int
    key: str
    heading: str
    said_at: float | None
    model: str
    origin: str
    pieces: list[Piece]


def renew(
    db: sqlite3.Connection, kind: str, key: str, parts: Sequence[Part], state: str = ""
) -> None:
    """Replace a document's parts and its `state`; create it if it does not exist.

    Each part must have a piece. Call it inside a transaction. Raises `db.Damaged`.
    """
    document = passages.document(db, kind, key)
    had = _stored(db, document)
    same = 0
    for old, new in zip(had, parts, strict=False):
        if (old.key, old.heading) != (new.key, new.heading) or _texts(old) != _texts(new):
            break
        same += 1
    if len(had) > same:
        _require(passages.cut(db, document, had[same].ordinal, {}))
    moved = {
        old.number: new.said_at
        for old, new in zip(had[:same], parts, strict=False)
        if old.said_at != new.said_at
    }
    if moved:
        _require(passages.redate(db, document, moved))
    origins = {
        old.number: new.origin
        for old, new in zip(had[:same], parts, strict=False)
        if old.origin != new.origin
    }
    passages.set_origins(db, origins)
    flags = [
        (piece.shareable, piece.stays, document, old.ordinal + place)
        for old, new in zip(had[:same], parts, strict=False)
        for place, piece in enumerate(new.pieces)
        if piece != old.pieces[place]
    ]
    query = "update passages set shareable = ?, stays = ? where document = ? and ordinal = ?"
    db.executemany(query, flags)
    passages.append(db, document, parts[same:], keep=True)
    db.execute("update documents set state = ? where id = ?", (state, document))


def cut_parts(db: sqlite3.Connection, kind: str, key: str, parts: Sequence[str]) -> None:
    """Remove the parts with these keys, and what follows them. Raises as `renew`.

    Call it inside a transaction.
    """
    query = """
        select min(p.ordinal) from passages p join parts x on x.id = p.part
        where p.document = ? and x.key in (select value from json_each(?))
    """
    document = passages.document(db, kind, key)
    ordinal = db.execute(query, (document, json.dumps(list(parts)))).fetchone()[0]
    if ordinal is not None:
        _require(passages.cut(db, document, ordinal, {}))


def drop(db: sqlite3.Connection, kind: str, key: str) -> None:
    """Remove a document. Raises as `renew`. Call it inside a transaction."""
    _require(passages.remove(db, passages.document(db, kind, key), {}))


def texts(db: sqlite3.Connection, kind: str, key: str) -> list[str]:
    """Return the texts of a document's passages in order, each below its heading."""
    query = (
        "select x.heading, p.text from passages p join parts x on x.id = p.part "
        "join documents d on d.id = p.document where d.kind = ? and d.key = ? order by p.ordinal"
    )
    return [_with_heading(row["heading"], row["text"]) for row in db.execute(query, (kind, key))]


def remove_passages(
    db: sqlite3.Connection,
    kind: str,
    key: str,
    is_unwanted: Callable[[str], bool],
    is_unwanted_part: Callable[[str], bool] = lambda _key: False,
) -> int:
    """Remove the passages whose text and heading are `is_unwanted`; returns how many.

    All passages of a part go whose key is `is_unwanted_part`. In a conversation, the answers from
    the first one on may go into no prompt until it is read again, as they may repeat what went.
    Raises as `renew`. Call it inside a transaction.
    """
    removed, parts = 0, []
    had = _stored(db, passages.document(db, kind, key))
    for part in had:
        pieces = [
            piece
            for piece in part.pieces
            if not is_unwanted_part(part.key)
            and not is_unwanted(_with_heading(part.heading, piece.text))
        ]
        removed += len(part.pieces) - len(pieces)
        if removed and kind in TALKS:
            pieces = [
                piece._replace(shareable=piece.shareable and piece.role != _ASSISTANT)
                for piece in pieces
            ]
        if pieces:
            parts.append(
                Part(
                    part.key,
                    pieces,
                    part.said_at,
                    part.model,
                    heading=part.heading,
                    origin=cast("Place", part.origin),
                )
            )
    if removed:
        query = "select state from documents where kind = ? and key = ?"
        state = db.execute(query, (kind, key)).fetchone()["state"]
        renew(db, kind, key, parts, state)
    return removed


def _texts(part: _StoredPart | Part) -> list[tuple[str, int, str]]:
    return [(piece.role, piece.start, piece.text) for piece in part.pieces]


def _with_heading(heading: str, text: str) -> str:
    return f"{heading}\n{text}"


def _require(done: bool) -> None:
    """Raise `db.Damaged` if the stored text is not what SQLite indexed."""
    if not done:
        raise index_db.Damaged("it does not hold what it was given")


def _stored(db: sqlite3.Connection, document: int) -> list[_StoredPart]:
    query = """
        select x.id, x.key, x.heading, x.said_at, x.model, x.origin, p.ordinal, p.role, p.start,
               p.text, p.shareable, p.stays
        from passages p join parts x on x.id = p.part where p.document = ? order by p.ordinal
    """
    found: dict[int, _StoredPart] = {}
    for row in db.execute(query, (document,)).fetchall():
        made = _StoredPart(
            row["id"],
            row["ordinal"],
            row["key"],
            row["heading"],
            row["said_at"],
            row["model"],
            row["origin"],
            [],
        )
        part = found.setdefault(row["id"], made)
        flags = bool(row["shareable"]), bool(row["stays"])
        part.pieces.append(Piece(row["role"], row["start"], row["text"], *flags))
    return list(found.values())
