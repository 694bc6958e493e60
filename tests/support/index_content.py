"""Refreshes a search index, and reads it as values that do not depend on its rowids.

So two indexes can be compared.
"""

from typing import Any

from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import refresh
from llm_user_memory.settings import Folder
from llm_user_memory.store import ledger
from llm_user_memory.store.state import Store

_PASSAGES = """
select d.kind, d.key as document, p.ordinal, x.key as part, x.heading, x.model, x.said_at, x.day,
       p.role, p.start, p.length, p.shareable * (1 + p.stays), p.digest, p.text
from passages p join parts x on x.id = p.part join documents d on d.id = p.document
order by 1, 2, 3
"""


def refresh_index(store: Store, *, force: bool = False) -> None:
    """Refresh the index without vectors; with `force`, rebuild it."""
    ledger.ingest(store)
    with refresh.writing(store.folder) as db:
        if force:
            refresh.clear(db)
        for _ in refresh.update_text(db, store):
            pass


def read_index(folder: Folder, *words: str) -> dict[str, Any]:
    """Return the documents and passages of the index, and the matches of each of `words`."""
    with index_db.existing(folder) as db:
        assert db is not None
        assert index_db.damage(db) == ""
        db.execute("begin")  # one snapshot of all tables, as a worker may be writing
        rows = db.execute("select id, document, ordinal from passages").fetchall()
        names = {
            row["id"]: (row["kind"], row["key"], row["ordinal"])
            for row in db.execute(
                "select p.id, d.kind, d.key, p.ordinal from passages p "
                "join documents d on d.id = p.document"
            )
        }
        assert len(names) == len(rows)
        assert not db.execute(
            "select 1 from parts where id not in (select part from passages)"
        ).fetchall()
        found: dict[str, Any] = {
            "documents": sorted(
                tuple(row) for row in db.execute("select kind, key from documents").fetchall()
            ),
            "passages": [tuple(row) for row in db.execute(_PASSAGES)],
            "barred": [row[0] for row in db.execute("select turn from barred order by 1")],
        }
        bags = db.execute("select passage, letters from bags_of_words").fetchall()
        found["bags"] = sorted((names[row["passage"]], row["letters"]) for row in bags)
        for word in words:
            query = "select rowid, bm25(words) from words where words match ?"
            found[f"words: {word}"] = sorted(
                (names[row[0]], round(row[1], 6)) for row in db.execute(query, (f'"{word}"',))
            )
        db.execute("rollback")
    return found
