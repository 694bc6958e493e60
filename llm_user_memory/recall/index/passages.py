"""Adding passages at the end of a document, removing them, and changing their dates.

The full-text index of SQLite is "contentless": to remove a passage from it, its text must be given
again, as it was.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from ...egress import Place
from . import vectors
from .bag_of_words import encode, prepare
from .chunks import day_words, digest, indexed
from .db import EMBEDDED, ROLES, get, put

_COLUMNS = "document, ordinal, part, role, start, length, shareable, stays, digest, text"


class Piece(NamedTuple):
    """A passage to be indexed. `start` is its offset in what `role` said.

    `stays` is whether it stays on this machine, although it was said elsewhere: the user marked it
    ` #local`, or it may repeat what stays here.
    """

    role: str
    start: int
    text: str
    shareable: bool = True
    stays: bool = False


class Part(NamedTuple):
    """A turn, a section of a file, or a fact, with its passages in order.

    `said_at` is in seconds since 1970, None if unknown. `model` is the one that a turn was said to.
    `origin` is where that model ran; of a fact, "here" if it is local; "" for anything else.
    """

    key: str
    pieces: Sequence[Piece]
    said_at: float | None = None
    model: str = ""
    heading: str = ""
    origin: Place | Literal[""] = ""


def document(db: sqlite3.Connection, kind: str, key: str) -> int:
    """Return the number of a document; adds the document if it is new."""
    row = db.execute("select id from documents where kind = ? and key = ?", (kind, key)).fetchone()
    if row:
        return int(row["id"])
    made = db.execute("insert into documents (kind, key) values (?, ?)", (kind, key))
    return int(made.lastrowid or 0)


def append(
    db: sqlite3.Connection,
    document: int,
    parts: Iterable[Part],
    *,
    keep: bool = False,
) -> int:
    """Add parts at a document's end; returns the number of passages added.

    With `keep`, the texts are stored as well. Call it inside a transaction.
    """
    query = "select coalesce(max(ordinal) + 1, 0) from passages where document = ?"
    first = ordinal = int(db.execute(query, (document,)).fetchone()[0])
    all_ready = [(part, day := _day(part.said_at), list(_ready(part, day))) for part in parts]
    prepare(words for _, _, ready in all_ready for each in ready for words in each.words)
    for part, day, ready in all_ready:
        row = db.execute(
            "insert into parts (document, key, heading, model, origin, said_at, day) "
            "values (?, ?, ?, ?, ?, ?, ?)",
            (document, part.key, part.heading, part.model, part.origin, part.said_at, day),
        )
        for piece, words, has_secret in ready:
            text = piece.text if keep else None
            location = (document, ordinal, row.lastrowid, piece.role, piece.start)
            # Secrets must not go into a prompt. Looking for them at every prompt takes too long.
            may = (piece.shareable and not has_secret, piece.stays)
            values = (*location, len(piece.text), *may, digest(*words), text)
            made = db.execute(
                f"insert into passages ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
            number = made.lastrowid
            _add_words(db, int(number or 0), words)
            ordinal += 1
    return ordinal - first


def remove(db: sqlite3.Connection, document: int, texts: Mapping[int, str]) -> bool:
    """Remove a document. `texts` are those of its passages that are not stored, by number.

    SQLite's full-text index is "contentless": to remove a passage, it needs the same text again.
    If a text is missing or has changed, nothing is done and False is returned; then only a rebuild
    of the index can remove the document. Call it inside a transaction.
    """
    if not cut(db, document, 0, texts):
        return False
    db.execute("delete from parts where document = ?", (document,))
    db.execute("delete from documents where id = ?", (document,))
    return True


def cut(db: sqlite3.Connection, document: int, ordinal: int, texts: Mapping[int, str]) -> bool:
    """Remove the passages of a document from `ordinal` on, and the parts that have no others.

    Returns False in the same case as `remove`. Call it inside a transaction.
    """
    given = []
    for row, words in _indexed_words(db, document, ordinal, texts):
        if words is None or digest(*words) != row["digest"]:
            return False
        given.append((row["id"], words))
    for number, words in given:
        _remove_words(db, number, words)
    numbers = [number for number, _words in given]
    vectors.drop(db, numbers)
    parts = "select part from passages where document = ?1"
    db.execute(
        f"delete from parts where id in "
        f"({parts} and ordinal >= ?2 except {parts} and ordinal < ?2)",
        (document, ordinal),
    )
    db.execute("delete from passages where document = ? and ordinal >= ?", (document, ordinal))
    # SQLite will use the numbers again that are above the highest one left.
    left = int(db.execute("select coalesce(max(id), 0) from passages").fetchone()[0])
    put(db, EMBEDDED, min(left, int(get(db, EMBEDDED) or 0)))
    return True


def redate(db: sqlite3.Connection, document: int, said_at: Mapping[int, float | None]) -> bool:
    """Change the times of parts: `said_at` gives them by number, in seconds since 1970.

    This is for documents whose texts are stored. The passages keep their numbers, and so their
    vectors. Returns False in the same case as `remove`. Call it inside a transaction.
    """
    changed = []
    for row, words in _indexed_words(db, document, 0, {}):
        if row["part"] in said_at and _day(said_at[row["part"]]) != row["day"]:
            if words is None or digest(*words) != row["digest"]:
                return False
            changed.append((row, words))
    for number, moment in said_at.items():
        query = "update parts set said_at = ?, day = ? where id = ?"
        db.execute(query, (moment, _day(moment), number))
    for row, old in changed:
        head = _head(row["role"], row["heading"], _day(said_at[row["part"]]))
        new = _words(head, row["text"])
        _remove_words(db, row["id"], old)
        _add_words(db, row["id"], new)
        db.execute("update passages set digest = ? where id = ?", (digest(*new), row["id"]))
    return True


def set_origins(db: sqlite3.Connection, origins: Mapping[int, str]) -> None:
    """Store where the models of parts ran; `origins` has it by the number of the part.

    The parts' passages without a vector are embedded next, since the embedding model may now be
    allowed to get them. Call it inside a transaction.
    """
    if not origins:
        return
    changed = [(origin, number) for number, origin in origins.items()]
    db.executemany("update parts set origin = ? where id = ?", changed)
    query = "select min(id) from passages where part in (select value from json_each(?))"
    first = db.execute(query, (json.dumps(list(origins)),)).fetchone()[0]
    put(db, EMBEDDED, min(first - 1, int(get(db, EMBEDDED) or 0)))


_Words = tuple[str, str]


def _indexed_words(
    db: sqlite3.Connection, document: int, ordinal: int, texts: Mapping[int, str]
) -> Iterator[tuple[sqlite3.Row, _Words | None]]:
    """The passages of a document from `ordinal` on, with the words that were indexed for each.

    The words are None if the text is neither stored nor in `texts`.
    """
    for row in db.execute(_OF_DOCUMENT, (document, ordinal)).fetchall():
        text = texts.get(row["id"]) if row["text"] is None else row["text"]
        head = _head(row["role"], row["heading"], row["day"])
        yield row, None if text is None else _words(head, text)


def _add_words(db: sqlite3.Connection, number: int, words: _Words) -> None:
    db.execute("insert into words (rowid, head, body) values (?, ?, ?)", (number, *words))
    db.execute("insert into bags_of_words values (?, ?)", (number, encode(" ".join(words))))


def _remove_words(db: sqlite3.Connection, number: int, words: _Words) -> None:
    query = "insert into words (words, rowid, head, body) values ('delete', ?, ?, ?)"
    db.execute(query, (number, *words))
    db.execute("delete from bags_of_words where passage = ?", (number,))


def _day(said_at: float | None) -> str:
    """The local day of a time as YYYY-MM-DD, "" if unknown."""
    return time.strftime("%Y-%m-%d", time.localtime(said_at)) if said_at else ""


class _Ready(NamedTuple):
    """A passage, the words to index for it, and whether it has a secret."""

    piece: Piece
    words: _Words
    has_secret: bool


def _ready(part: Part, day: str) -> Iterator[_Ready]:
    for piece in part.pieces:
        head, text = _head(piece.role, part.heading, day), _redacted(piece.text)
        yield _Ready(piece, (indexed(head), indexed(text)), text != piece.text)


def _words(head: str, text: str) -> _Words:
    """The two columns of the table `words`, without those of secrets."""
    return indexed(head), indexed(_redacted(text))


def _redacted(text: str) -> str:
    from ...text import redact  # loads its libraries with the first text

    return redact.redacted(text)


def _head(role: str, heading: str, day: str) -> str:
    """The words that a passage is found by, besides its text: its speaker, heading and day."""
    who = "" if role in ROLES else role
    return " ".join(filter(None, (who, heading, day_words(day))))


_OF_DOCUMENT = """
select p.*, x.heading, x.day from passages p join parts x on x.id = p.part
where p.document = ? and p.ordinal >= ? order by p.ordinal
"""
