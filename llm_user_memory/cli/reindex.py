"""The command `reindex`: it brings the search index up to date and checks it."""

import sqlite3
import time
from collections.abc import Iterator
from itertools import chain

import click

from ..errors import RecallError
from ..recall.index import db as index_db
from ..recall.index import embed, refresh, staleness
from ..settings import Folder, Settings, read_settings
from ..store import ledger, sources
from ..store.state import Store
from ..text.plurals import counted
from .base import json_option, memory, opened_memory, span
from .exits import STOPPED
from .output import echo, echo_json, progress, say

# Seconds to wait for another process that is indexing, which may be embedding a batch.
_PATIENCE = 30.0

_NAMES = {
    index_db.LOGS: "LLM's log",
    index_db.NOTES: "your notes",
    index_db.PROFILE: "the profile and its history",
    index_db.FILES: "your sources",
    index_db.SAID: "conversations that are kept",
    **{program: f"conversations with {program}" for program in index_db.PROGRAMS},
}


@memory.command()
@click.option("--force", is_flag=True, help="Delete the index and build it again")
@json_option
def reindex(force: bool, as_json: bool) -> None:
    """
    Bring the search index up to date, and check it

    The daemon keeps the index up to date, so you rarely need this. The index holds
    nothing that is not stored elsewhere, and can be built again at any time. A damaged
    index is deleted and built again. Ctrl-C stops the command, and running it again
    continues from there.
    """
    settings = read_settings()
    if settings.search != "sqlite":
        raise RecallError(
            f"LLM_MEMORY_SEARCH is “{settings.search}”, which has no index.",
            untouched="Nothing was changed.",
        )
    started = time.monotonic()
    with opened_memory() as store, refresh.locked_index(store.folder, _PATIENCE):
        _delete_if_damaged(store.folder, force)
        with index_db.opened(store.folder) as opened:
            try:
                _build(opened, store, settings)
            except KeyboardInterrupt:
                echo("Stopped. The same command goes on from there.", err=True)
                click.get_current_context().exit(STOPPED)
            finally:
                _print_counts(opened, time.monotonic() - started, as_json=as_json)


def _delete_if_damaged(folder: Folder, force: bool) -> None:
    if force:
        index_db.delete(folder)
        return
    if not folder.index_db.exists():
        return
    try:
        with index_db.existing(folder) as db:
            fault = index_db.damage(db) if db is not None else ""
    except index_db.Unavailable:
        raise  # an index that cannot be read now may not be damaged
    except RecallError as error:
        fault = error.what
    if fault:
        echo(f"The index is damaged, and rebuilt: {fault}.", err=True)
        index_db.delete(folder)


def _build(db: sqlite3.Connection, store: Store, s: Settings) -> None:
    ledger.ingest(store)
    traces, moment = staleness.signatures(store.folder, sources.every(store.db)), time.time()
    _run_with_bar("Words", refresh.update_text(db, store), refresh.pending(db, store))
    _run_with_bar("Meaning", refresh.update_vectors(db, store.folder, s), embed.pending(db))
    with index_db.transaction(db):
        staleness.record(db, traces, moment)


def _run_with_bar(label: str, entered: Iterator[int], length: int) -> None:
    """Run the steps of `entered`, with a progress bar if there is anything to do."""
    first = next(filter(None, entered), None)  # a step that deletes yields 0
    if first is None:
        return
    with progress(length=length, label=f"{label:<8}", show_pos=True) as bar:
        for number in chain([first], entered):
            bar.length = max(length, bar.pos + number)  # as what is pending is an estimate
            bar.update(number)


def _print_counts(db: sqlite3.Connection, seconds: float, *, as_json: bool) -> None:
    found = index_db.counts(db)
    model, left = embed.model_id(db), embed.pending(db)
    if as_json:
        pending = left if model else None
        echo_json({"passages": found, "embedder": model or None, "without_meaning": pending})
        return
    by_kind = [f"{found[kind]:,} of {name}" for kind, name in _NAMES.items() if found.get(kind)]
    total = sum(found.values())
    told = f"{counted(total, 'passage')}: {', '.join(by_kind) or 'there is nothing yet'}."
    say(told)
    if model:
        missing = f", {left:,} still to do" if left else ""
        echo(f"They are found by words, and by meaning with {model}{missing}.")
    elif total:
        echo("They are found by words.")
    if seconds >= 1:
        echo(f"It took {span(seconds)}.")
