"""index.db: its tables, opening, checking and rebuilding it.

The index can always be rebuilt: nothing in it is the only copy.

A document (a conversation, a file, the profile) has parts (turns, sections, facts). A part has
passages, which are what a search finds. The text of a passage from LLM's log is not copied: the
passage refers to it. The text of a file is stored, because the file may change, and SQLite needs
the old text to remove a passage from its full-text index.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ... import sqlite
from ...errors import RecallError
from ...settings import Folder, refuse_foreign
from ...store import state
from ...store.state import get as get
from ...store.state import put as put
from ...store.state import transaction as transaction
from .stems import TOKENIZER

FORMAT = 16
"""The format (`user_version`) that this version writes. Any other format is rebuilt."""

APPLIED = "forgotten_in_files"
"""The key in `meta` of the fingerprints of what was forgotten, as far as the index leaves it out.

It does not tell of LLM's log, whose turns are compared when they are read.
"""

STALE = "stale"
"""The key in `meta` of a flag: the index may contain turns that LLM's log no longer has."""

ROOTS = "roots"
"""The key in `meta` of the device number of each folder of files, as a JSON object."""

EMBEDDED = "embedded"
"""The key in `meta` of the highest number of a passage that was embedded."""

LOGS = "logs"
NOTES = "notes"
PROFILE = "profile"
FILES = "files"
SESSIONS = ("claude-code", "codex", "gptme")
EXPORTS = ("chatgpt", "claude")
PROGRAMS = (*EXPORTS, *SESSIONS)
"""Programs with conversations of their own: with a file for each that grows, or in an export."""

SAID = "said"
"""Conversations that programs handed over to be kept."""

TALKS = (LOGS, *PROGRAMS, SAID)
"""Conversations with models: their parts are turns."""

KINDS = (*TALKS, NOTES, PROFILE, FILES)
"""The kinds of documents."""

CURRENT, HISTORY = "profile", "history"
"""The keys of the documents of kind PROFILE: the current facts, and the earlier ones."""

ROLES = ("user", "assistant")
"""The roles in a conversation with a model. In other conversations, speakers have names."""

# Seconds to wait for a writer. Writers commit within one second.
PATIENCE = 5.0

_TABLES = f"""
create table meta (key text primary key, value) without rowid;

create table documents (
    id integer primary key,
    kind text not null,        -- one of KINDS
    key text not null,         -- the thread's id, or the file's path and what is in it
    state text not null default '',  -- of a file: what tells that it changed
    unique (kind, key)
);

create table parts (
    id integer primary key,
    document integer not null,
    key text not null,         -- the turn's id, or where in the file it is
    heading text not null,     -- what stands above it, '' in a conversation
    model text not null,       -- that the turn was said to, '' for none
    origin text not null,      -- where it ran: 'here', 'elsewhere' or 'unknown'; '' for none
    said_at real,              -- seconds since 1970, null where nobody knows
    day text not null          -- the user's, then and there: YYYY-MM-DD
);
create index parts_by_key on parts(key);
create index parts_by_document on parts(document);

create table passages (
    id integer primary key,
    document integer not null,
    ordinal integer not null,  -- in the document; neighbours are one apart
    part integer not null,
    role text not null,        -- 'user' or 'assistant' in a conversation
    start integer not null,    -- where it begins in what that role said
    length integer not null,
    shareable integer not null, -- 1 if it may go into a prompt
    stays integer not null,    -- 1 if it may repeat what was said here, wherever it was said itself
    digest blob not null,      -- of what the words were given
    text text                  -- null where LLM's log has it
);
create unique index passages_in_order on passages(document, ordinal);

create virtual table words using fts5(   -- each passage
    head, body, content='', tokenize="{TOKENIZER}"
);
create table bags_of_words (
    passage integer primary key,
    letters blob not null      -- its words, to count them in what stands around a passage
);

create table frequent (term text primary key, docs integer not null) without rowid;

create table barred (turn text primary key) without rowid;  -- a fact from it was forgotten

create table vectors (
    passage integer primary key,
    vector blob not null       -- a signed byte for each dimension
);
create table codes (
    block integer primary key, -- of so many passages
    bits blob not null         -- a bit for each dimension of each
);
"""


class Unavailable(RecallError):
    """The index cannot be used just now, and is not damaged: a full disk, or another process."""


class Damaged(sqlite3.DatabaseError):
    """The index lacks text that was added to it, although SQLite's checks pass."""


def within(key: str, conversation: str = "") -> str:
    """Return the key of the document of a conversation in an export, given that of its file."""
    return f"{key}#{conversation}"


def path(folder: Folder) -> Path:
    """Return the path of the index of a memory folder."""
    return folder.index_db


def _files(folder: Folder) -> list[Path]:
    """The files of the index, the index itself as the last one."""
    own = path(folder)
    return [own.with_name(f"{own.name}{kind}") for kind in ("-wal", "-shm", "")]


@contextmanager
def opened(folder: Folder) -> Iterator[sqlite3.Connection]:
    """Open the index for the block's duration; creates it if there is none of this format.

    A damaged index is replaced by an empty one. If the damage shows only within the block, the
    index is deleted. Raises RecallError.
    """
    try:
        try:
            db = _connected(folder)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            delete(folder)
            db = _connected(folder)
    except (sqlite3.Error, OSError) as error:
        raise _unusable(folder, error) from error
    try:
        yield db
    except sqlite3.OperationalError as error:
        raise _unusable(folder, error) from error
    except sqlite3.DatabaseError as error:
        # The error may be of another database that was used in the same block.
        if not isinstance(error, Damaged) and not damage(db):
            raise
        delete(folder)
        raise _unusable(folder, error) from error
    finally:
        db.close()


def applied(db: sqlite3.Connection) -> set[bytes]:
    """Return the fingerprints of what was forgotten that are in `meta`: see `APPLIED`."""
    return {bytes.fromhex(mark) for mark in json.loads(get(db, APPLIED) or "[]")}


@contextmanager
def existing(folder: Folder, patience: float = PATIENCE) -> Iterator[sqlite3.Connection | None]:
    """Open the index to read it, without changing it; yields None if there is none of this format.

    Raises RecallError.
    """
    if not path(folder).exists():
        yield None
        return
    try:
        refuse_foreign(path(folder))
        with closing(sqlite3.connect(path(folder), timeout=patience, isolation_level=None)) as db:
            db.row_factory = sqlite3.Row
            yield db if _format(db) == FORMAT else None
    except (sqlite3.Error, OSError) as error:
        raise _unusable(folder, error) from error


def empty(db: sqlite3.Connection) -> None:
    """Remove everything, in one transaction."""
    with transaction(db):
        _create(db)


def delete(folder: Folder) -> None:
    """Delete the index. A process that has it open keeps the deleted one. Raises RecallError."""
    for file in _files(folder):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise _undeletable(file, error) from error


def clean(db: sqlite3.Connection) -> str:
    """Erase what was removed from the file as well; returns "", or why that must wait."""
    try:
        db.execute("pragma secure_delete = on")
        db.execute("insert into words (words) values ('optimize')")
    except sqlite3.OperationalError as error:
        return f"SQLite says “{error}”"
    return state.vacuum(db)


def damage(db: sqlite3.Connection) -> str:
    """Return what is damaged in the index, "" for nothing. This reads the whole file."""
    try:
        if fault := sqlite.fault(db):
            return fault
        db.execute("insert into words (words) values ('integrity-check')")
        # That check does not notice missing rows. One statement, as another process may be writing.
        counted = ", ".join(
            f"(select count(*) || ' ' || ifnull(max({key}), 0) from {table}) as {table}"
            for table, key in (
                ("passages", "id"),
                ("words_docsize", "id"),
                ("bags_of_words", "passage"),
            )
        )
        found = db.execute(f"select {counted}").fetchone()
        for table in ("words_docsize", "bags_of_words"):
            if found[table] != found["passages"]:
                return f"{table} has not every passage"
    except sqlite3.DatabaseError as error:
        if sqlite.is_of_the_moment(error):
            raise
        return str(error)
    return ""


def counts(db: sqlite3.Connection) -> dict[str, int]:
    """Return the number of passages by kind of document."""
    query = (
        "select d.kind, count(*) from passages p join documents d on d.id = p.document group by 1"
    )
    return {row[0]: row[1] for row in db.execute(query)}


def passages_under(db: sqlite3.Connection, path: str) -> int:
    """Return the number of passages of a file, or of all files below a folder."""
    query = (
        "select count(*) from passages p join documents d on d.id = p.document "
        "where d.kind in (select value from json_each(?1)) "
        "and (d.key = ?2 or substr(d.key, 1, length(?2) + 1) in (?2 || '/', ?2 || '#'))"
    )
    row = db.execute(query, (json.dumps([FILES, *PROGRAMS]), path)).fetchone()
    return int(row[0])


def _connected(folder: Folder) -> sqlite3.Connection:
    folder.create()
    refuse_foreign(path(folder))
    db = sqlite3.connect(path(folder), timeout=PATIENCE, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        # A power loss may undo the last commits; the next update then does them again.
        db.execute("pragma synchronous = normal")
        if _format(db) != FORMAT:
            _make(db, folder)
        return db
    except BaseException:
        db.close()
        raise


def _format(db: sqlite3.Connection) -> int:
    return int(db.execute("pragma user_version").fetchone()[0])


def _make(db: sqlite3.Connection, folder: Folder) -> None:
    path(folder).chmod(0o600)
    db.execute("pragma journal_mode = wal")
    with transaction(db):
        if _format(db) != FORMAT:  # unless another process has created it meanwhile
            _create(db)


def _create(db: sqlite3.Connection) -> None:
    # Dropping a virtual table drops its shadow tables, so virtual tables go first.
    query = "select name from sqlite_master where type = 'table' order by sql like '%virtual%' desc"
    for name in [row["name"] for row in db.execute(query)]:
        db.execute(f'drop table if exists "{name}"')
    state.execute_all(db, _TABLES)
    db.execute(f"pragma user_version = {FORMAT}")


def _undeletable(file: Path, error: OSError) -> RecallError:
    from ...store import error_hints  # imported here because only errors need it

    if file.is_dir():
        remedy = f"{error_hints.set_aside_hint(file)}: the index is built without it."
    else:
        remedy = error_hints.write_access_hint(file)
    what = f"{file} cannot be deleted: {error.strerror}."
    return RecallError(what, untouched="No text of yours is lost.", remedy=remedy)


def _unusable(folder: Folder, error: Exception) -> RecallError:
    from ...store import error_hints  # imported here because only errors need it

    if odd := [file for file in _files(folder) if error_hints.is_odd(file)]:
        return Unavailable(
            f"{path(folder)} cannot be used: {error}.",
            untouched="Nothing was deleted.",
            remedy=f"{error_hints.set_aside_hint(odd[0])}: the index is built without it.",
        )
    if sqlite.is_of_the_moment(error):
        return Unavailable(
            f"{path(folder)} cannot be used just now: {error}.",
            untouched="Nothing was deleted.",
            remedy=error_hints.remedy_of_the_moment(path(folder), error),
        )
    return RecallError(
        f"{path(folder)} cannot be used: {error}.",
        untouched="It holds nothing that is not elsewhere, too.",
        remedy="Run `llm memory reindex --force`.",
    )
