"""Removes purged facts from the search index, and keeps them out of it.

The turns, notes and files that contain the facts are the user's own and stay. Fingerprints of the
turns and sentences are stored, so that a rebuilt index leaves them out, too.
"""

import sqlite3
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple

from ..errors import LogsError, MemoryPluginError
from ..recall.index import db as index_db
from ..recall.index import documents as index_documents
from ..recall.index import refresh
from ..store import forgotten, sources, state
from ..store.state import Store
from ..text.words import sentences
from . import search
from .target import Target

# Seconds to wait for the lock on the index. A worker releases it within a minute.
_PATIENCE = 70.0


class Removed(NamedTuple):
    """The result: the number of passages removed from the index, None if there is no index.

    `put_off` is why the file's free pages were not erased, `failed` why removing failed. Both are
    "" if that worked.
    """

    passages: int | None = None
    put_off: str = ""
    failed: str = ""


def purge(store: Store, target: Target, turn_ids: Collection[str]) -> Removed:
    """Remove the turns, and all other passages that contain the target, for good."""
    _bar(store.db, target, turn_ids, ())
    if not store.folder.index_db.exists():
        return Removed()
    try:
        with refresh.locked_index(store.folder, _PATIENCE):
            with index_db.opened(store.folder) as opened:
                before = sum(index_db.counts(opened).values())
                if _take_out(store, target, opened):
                    left = sum(index_db.counts(opened).values())
                    return Removed(max(before - left, 0), index_db.clean(opened))
            # SQLite needs the text of passages to remove them, and it could not be read. So the
            # index is deleted; rebuilding it leaves out the barred turns.
            index_db.delete(store.folder)
            with index_db.opened(store.folder):
                return Removed(before)
    except MemoryPluginError as error:
        return Removed(0, failed=error.what)


def named_so(store: Store, target: Target) -> tuple[str, ...]:
    """Return the paths of searched files that contain the target: the index keeps them.

    Of a source with such a path, it is the source's. An index that cannot be read has none.
    """
    forms = search.encodings(target)

    def says(path: str) -> bool:
        return any(form in path.encode(errors="surrogatepass") for form in forms)

    named = [str(path) for path in sources.every(store.db) if says(str(path))]
    with suppress(MemoryPluginError), index_db.existing(store.folder) as opened:
        query = "select key from documents where kind not in (?, ?) order by key"
        kinds = (index_db.LOGS, index_db.PROFILE)
        keys = [row["key"] for row in opened.execute(query, kinds)] if opened else []
        files = [key.partition("#")[0] for key in keys if says(key.partition("#")[0])]
        named += [path for path in files if not path.startswith(tuple(named))]
    return tuple(dict.fromkeys(named))


def clear_history(store: Store) -> str:
    """Remove former facts of the profile from the index; return "", or why that failed."""
    if not store.folder.index_db.exists():
        return ""
    try:
        with refresh.writing(store.folder, _PATIENCE) as opened:
            refresh.update_profile(opened, store.db)
            return index_db.clean(opened)
    except MemoryPluginError as error:
        return error.what


def _take_out(store: Store, target: Target, opened: sqlite3.Connection) -> bool:
    query = "select kind, key from documents where kind != ?"
    documents = [(row["kind"], row["key"]) for row in opened.execute(query, (index_db.LOGS,))]
    said = [
        sentence
        for kind, key in documents
        for text in index_documents.texts(opened, kind, key)
        if (says := _saying(target, kind))(text)
        for sentence in (*sentences(text), *sentences(" ".join(text.split())))
        if says(sentence)
    ]
    _bar(store.db, target, (), said)
    try:
        done = refresh.apply_forgotten(opened, store, forgotten.load(store.db))
    except LogsError:  # the texts of the turns could not be read
        done = False
    with index_db.transaction(opened):  # passages that contain the target across sentences, too
        for kind, key in documents:
            index_documents.remove_passages(opened, kind, key, _saying(target, kind))
    return done


def _saying(target: Target, kind: str) -> Callable[[str], bool]:
    """The test of a document's texts. Facts of the profile that say more in other words stay."""
    return target.is_said_in if kind == index_db.PROFILE else target.mentions


def _bar(
    db: sqlite3.Connection, target: Target, turn_ids: Collection[str], said: Collection[str]
) -> None:
    with state.transaction(db):
        forgotten.block_turns(db, target.facts or (target.text,), turn_ids, said, time.time())
