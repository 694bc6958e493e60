"""Embedding passages: each is sent to the user's embedding model once, and its vector stored.

A service gets only what any model may be given: nothing that was said to a model on this machine,
unless the user allows it, nor what was said with memory off or piped in, nor what a local or a
forgotten fact says. Secrets are given to no model.
"""

import sqlite3
from collections.abc import Callable, Iterator

from ...egress import Said
from ...settings import Folder
from ...store import forgotten as forgetting
from ...store import state
from ...text.fingerprints import says
from .. import local_facts
from ..embedder import Embedder
from ..readable import Above, is_answer
from . import db as index_db
from . import passage_texts, vectors
from .db import ROLES

_BATCH = 128

_EMBEDDER = "embedder"


def embed(db: sqlite3.Connection, folder: Folder, embedder: Embedder) -> Iterator[int]:
    """Embed all passages that have no vector yet; yields the number of passages per batch.

    With another model than before, all passages are embedded again. Each batch is committed.
    Raises LogsError, and RecallError when the model cannot be asked.
    """
    if index_db.get(db, _EMBEDDER) != embedder.id:
        with index_db.transaction(db):
            db.execute("delete from vectors")
            db.execute("delete from codes")
            index_db.put(db, index_db.EMBEDDED, 0)
            index_db.put(db, _EMBEDDER, embedder.id)
    is_given = _rule(db, folder, embedder)
    while rows := db.execute(
        _NEXT, (int(index_db.get(db, index_db.EMBEDDED) or 0), _BATCH)
    ).fetchall():
        texts = passage_texts.read(db, folder, [row["id"] for row in rows])
        sent = {
            row["id"]: _sendable(row, texts[row["id"]])
            for row in rows
            if row["id"] in texts and is_given(row, texts[row["id"]])
        }
        given = embedder.embed(list(sent.values())) if sent else []
        with index_db.transaction(db):
            vectors.put(db, dict(zip(sent, map(vectors.packed, given), strict=True)))
            index_db.put(db, index_db.EMBEDDED, rows[-1]["id"])
        yield len(rows)
    last = int(db.execute("select coalesce(max(id), 0) from passages").fetchone()[0])
    if last != int(index_db.get(db, index_db.EMBEDDED) or 0):
        with index_db.transaction(db):
            index_db.put(db, index_db.EMBEDDED, last)


def pending(db: sqlite3.Connection) -> int:
    """Return how many passages are not embedded yet."""
    query = f"select count(*) from passages p where {_TO_DO}"
    return int(db.execute(query, (int(index_db.get(db, index_db.EMBEDDED) or 0),)).fetchone()[0])


def model_id(db: sqlite3.Connection) -> str | None:
    """Return the id of the model that made the stored vectors, None for none."""
    return index_db.get(db, _EMBEDDER)


def in_context(role: str, heading: str, text: str) -> str:
    """Return the text to embed: the passage after its speaker or heading."""
    about = "" if role in ROLES else role or heading
    return f"{about}: {text}" if about else text


def _rule(
    db: sqlite3.Connection, folder: Folder, embedder: Embedder
) -> Callable[[sqlite3.Row, str], bool]:
    """A function that tells whether a passage may be given to the embedding model.

    A service gets only what any model may be given.
    """
    there = embedder.destination
    if there.place == "here":
        return lambda *_passage: True
    with state.opened(folder) as store:
        forgotten = forgetting.load(store.db)
        withheld = local_facts.fingerprints(store).joined(forgotten)
    above = Above(db, folder, forgotten)

    def is_given(row: sqlite3.Row, text: str) -> bool:
        if not row["shareable"] or not _said(row).may_go(there):
            return False
        if is_answer(row["kind"], row["role"]):
            above.read([row["id"]])
            if above.is_forgotten(row["id"]):
                return False
        return not says(withheld, f"{row['heading']}\n{text}")

    return is_given


def _sendable(row: sqlite3.Row, text: str) -> str:
    """What is embedded of a passage, without secrets; a shareable passage has none in its text."""
    from ...text import redact  # loads its libraries with the first text

    text = text if row["shareable"] else redact.redacted(text)
    return in_context(row["role"], redact.redacted(row["heading"]), text)


def _said(row: sqlite3.Row) -> Said:
    return Said("here" if row["stays"] else row["origin"])


# A passage without a vector may have a lower number than one with a vector: it was not for the
# embedding model at first. See `passages.set_origins`.
_TO_DO = "p.id > ? and not exists (select 1 from vectors v where v.passage = p.id)"
_NEXT = f"""
select p.id, p.role, p.shareable, p.stays, p.document, p.ordinal, x.origin, x.heading, d.kind
from passages p join parts x on x.id = p.part join documents d on d.id = p.document
where {_TO_DO} order by p.id limit ?
"""
