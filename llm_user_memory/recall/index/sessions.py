"""Indexing conversations with other programs, by the readers of `imports`.

The file of a session grows: only what is new is read, unless the file was rewritten. An export is
read whole, and each conversation in it is a document. A turn that several files have is entered
once.

Adding a source is the consent to search it. As in LLM's log, what was said during a pause is
found by the user alone, and so is a session that begins as an agent's, a prompt with which a
program was started, and what `unreceipted` names. Where the models ran is
known of services, and of turns of which a hook or the user told it. A program may ask any model by
any name, so of all others nobody can tell.
"""

import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from hashlib import blake2b
from io import BufferedReader
from typing import BinaryIO

from ...egress import Place
from ...errors import ImportFileError
from ...imports import Unreadable, formats, growing
from ...imports.conversation import WHOLE_ANSWER, Conversation, FormatError, UnclearAccount
from ...imports.growing import Added, Reached
from ...store import ledger, model_places
from ...store.state import Store
from ...text.fingerprints import Forgotten
from . import db as index_db
from . import documents, file_states, passages, repeated
from .db import EXPORTS
from .file_dates import possible
from .file_scan import FoundFile, opened
from .file_states import Grown, Name, State
from .turn_parts import TurnParts
from .unreceipted import Unreceipted

# The most characters, and conversations, of an export that are written in one transaction.
_BATCH_CHARACTERS = 300_000
_BATCH = 50

# The number of bytes, at the beginning of a file and before the place up to which it was read,
# that must be unchanged for the reading to continue there.
_EDGE = 4096


def enter(
    db: sqlite3.Connection,
    store: Store,
    file: FoundFile,
    had: State | None,
    forgotten: Forgotten,
    unreceipted: Unreceipted,
) -> Iterator[int]:
    """Update the documents of one file; yields the number of turns per transaction.

    It is opened once, as another file may take its place meanwhile. What cannot be read is left
    as it is.
    """
    try:
        with opened(file) as readable:
            if file.kind in EXPORTS:
                yield from _Export(db, store, file, forgotten).enter(readable)
            else:
                had = had or State()
                yield _enter_session(db, store, file, readable, had, forgotten, unreceipted)
    except OSError:
        return


def drop(db: sqlite3.Connection, name: Name) -> None:
    """Remove all documents of a file. Call it inside a transaction."""
    for key in file_states.documents_of(db, name):
        documents.drop(db, name[0], key)


def _enter_session(
    db: sqlite3.Connection,
    store: Store,
    file: FoundFile,
    readable: BufferedReader,
    had: State,
    forgotten: Forgotten,
    unreceipted: Unreceipted,
) -> int:
    read_at, about = time.time(), os.fstat(readable.fileno())
    is_grown = had.reach == file.reach and _has_grown(readable, about, had)
    grown = had.read if is_grown else None
    before = Reached(*grown[:3]) if grown else growing.START
    try:
        added = growing.read_on(file.path, file.kind, before, readable)
    except FormatError:  # too much of it
        added = Added(before, [])
    made = _parts(db, store, file, file.key, forgotten)
    parts = []
    if grown:
        made.heard = repeated.from_json(grown.heard)
        parts += made.of_answer(added)
    without = unreceipted.among(file.kind, added.turns, possible(file.changed / 1e9))
    every = {turn.id for turn in added.turns}
    kept = every if added.like_an_agents else ledger.given_turns(store.db, every).union(without)
    parts += made.of(added.turns, added.open, kept=kept)
    reached = added.reached
    open_turns = tuple(turn.id for turn in added.turns[len(added.turns) - added.open :])
    heard = repeated.as_json(made.heard)
    read = Grown(*reached, _edge(readable, reached.offset), open_turns, heard)
    lacks = made.lacks or bool(grown and had.lacks)
    without = list(dict.fromkeys([*((had.unreceipted or ()) if grown else ()), *without]))
    found = {"lacks": lacks, "read": read, "unreceipted": without}
    state = file_states.of_file(file, about, read_at, **found)
    with index_db.transaction(db):
        if grown:
            documents.cut_parts(db, file.kind, file.key, grown.open)
            passages.append(db, passages.document(db, file.kind, file.key), parts, keep=True)
            file_states.put(db, (file.kind, file.key), state)
        else:
            turns = _turns(db, (file.kind, file.key))
            documents.renew(db, file.kind, file.key, parts, json.dumps(state))
            _offer_lost(db, (file.kind, file.key), turns)
    return len(parts)


def _turns(db: sqlite3.Connection, name: Name) -> set[str]:
    """The turns in the documents of a file."""
    query = """
        select x.key from parts x join documents d on d.id = x.document
        where d.kind = ? and d.key in (select value from json_each(?))
    """
    keys = json.dumps(file_states.documents_of(db, name))
    return {row["key"] for row in db.execute(query, (name[0], keys))}


def _offer_lost(db: sqlite3.Connection, name: Name, before: set[str]) -> None:
    """Mark other files to be read again if they may have turns that this one no longer has."""
    if before - _turns(db, name):
        states = {other: had for other, had in file_states.every(db).items() if other != name}
        for _ in file_states.read_again(db, states, [name[0]]):
            pass


class _Export:
    """Indexes the conversations of one export."""

    def __init__(
        self, db: sqlite3.Connection, store: Store, file: FoundFile, forgotten: Forgotten
    ) -> None:
        self.db, self.store, self.file, self.forgotten = db, store, file, forgotten
        self.lacks = self.is_unclear = False
        self.entered: set[str] = set()

    def enter(self, readable: BufferedReader) -> Iterator[int]:
        """Index all conversations, and remove those that the file no longer has."""
        read_at, about = time.time(), os.fstat(readable.fileno())
        name = (self.file.kind, self.file.key)
        with index_db.transaction(self.db):  # so that it is known whose the conversations are
            passages.document(self.db, *name)
            unread = file_states.of_file(self.file, about, read_at, lacks=True)
            file_states.put(self.db, name, unread._replace(size=-1))
        turns = _turns(self.db, name)
        is_whole = True
        try:
            for batch in self._batches(readable):
                yield self._write(batch)
        except ImportFileError:
            is_whole = False
        with index_db.transaction(self.db):
            for key in file_states.documents_of(self.db, name) if is_whole else ():
                if key not in {*self.entered, self.file.key}:
                    documents.drop(self.db, self.file.kind, key)
            found = {"lacks": self.lacks, "is_unclear": self.is_unclear}
            done = file_states.of_file(self.file, about, read_at, **found)
            file_states.put(self.db, name, done)
            _offer_lost(self.db, name, turns)

    def _batches(self, readable: BufferedReader) -> Iterator[list[Conversation]]:
        batch: list[Conversation] = []
        size = 0
        path, kind, account = self.file.path, self.file.kind, self.file.account
        for each in formats.exported(path, readable, kind, WHOLE_ANSWER, account):
            if isinstance(each, Unreadable):
                self.is_unclear = self.is_unclear or isinstance(each, UnclearAccount)
                continue
            batch.append(each)
            size += sum(len(turn.prompt) + len(turn.response) for turn in each.turns)
            if len(batch) >= _BATCH or size > _BATCH_CHARACTERS:
                yield batch
                batch, size = [], 0
        yield batch

    def _write(self, batch: Sequence[Conversation]) -> int:
        number = 0
        with index_db.transaction(self.db):
            for conversation in batch:
                key = index_db.within(self.file.key, conversation.id)
                while key in self.entered:  # it is in the export twice
                    key += "+"
                made = _parts(self.db, self.store, self.file, key, self.forgotten)
                parts = made.of(conversation.turns)
                self.lacks = self.lacks or made.lacks
                self.entered.add(key)
                documents.renew(self.db, self.file.kind, key, parts)
                number += len(parts)
        return number


def _parts(
    db: sqlite3.Connection, store: Store, file: FoundFile, document: str, forgotten: Forgotten
) -> TurnParts:
    def origins(ids: Collection[str]) -> dict[str, Place]:
        if file.kind in EXPORTS or file.reach == "any":
            return dict.fromkeys(ids, "elsewhere")
        return model_places.of_turns(store.db, ids)

    changed = possible(file.changed / 1e9)
    return TurnParts(db, store, (file.kind, document), forgotten, origins, changed)


def _has_grown(readable: BinaryIO, about: os.stat_result, had: State) -> bool:
    """Whether a file is unchanged except for text added at its end."""
    read = had.read
    if read is None or had.size < 0 or had.inode != about.st_ino or about.st_size < read.offset:
        return False
    if about.st_size == had.size and had.is_settled:
        return False
    return _edge(readable, read.offset) == read.edge


def _edge(readable: BinaryIO, offset: int) -> str:
    """A digest of the beginning of a file, and of what is before the offset."""
    readable.seek(0)
    head = readable.read(min(_EDGE, offset))
    readable.seek(max(0, offset - _EDGE))
    return blake2b(head + readable.read(min(_EDGE, offset)), digest_size=12).hexdigest()
