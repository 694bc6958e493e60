"""Replaces a damaged state.db by a new one, with the profile and all rows that can be read.

There are three steps. The damaged database and its write-ahead log are copied to
`state.db.broken-DATE`. The readable rows of the copy are put into a new database,
`state.db.rebuilt`. An atomic rename replaces the damaged database with it. After a crash at any
point, state.db is either the damaged or the new database, and the copy exists. The next run
continues, or starts over if state.db was written in between.

Nothing may be learned without consent, so missing records count as a refusal. If some turns
cannot be read, nothing is learned from earlier conversations. If some pauses or forgotten facts
cannot be read, pending turns are skipped too, and learning is paused. If it cannot be read which
facts left the profile while they were marked local, all count that the history has with a mark.
"""

import filecmp
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ..errors import ProfileError, StateError
from ..profile.document import facts, local_texts
from ..profile.line_marks import may_be_local
from ..settings import Folder
from ..store import consent, formerly_local, state
from ..store.locks import locked, write_holder
from ..store.profile import commit, history, texts
from ..store.profile import file as profile_file
from ..store.profile.commit import NewVersion
from ..store.profile.recovery import recover
from .salvage import Column, Table, read, schema

REBUILT = "rebuilt"
"""The note of the version that a rebuild records, and the key of its Outcome in `meta`."""

# Seconds to wait for a lock: a running update may be waiting for its model.
_PATIENCE = 120.0

# Tables that triggers fill.
_FILLED_BY_TRIGGERS = frozenset({"counts"})

# The table of versions in older databases, without parts. See `schema.MOVES_TEXTS`.
_WHOLE_TEXT = Column("text", "text", is_required=False, key=0)

_TEXTS = ("parts", "version_parts")

_SUMMARY_TABLES = {
    "versions": "versions",
    "edits": "edits",
    "forgotten": "fingerprints of what was forgotten",
    "turns": "turns",
}


@dataclass(frozen=True)
class Outcome:
    """What a rebuild saved. `aside` is the name of the copy, `rows` the number of rows by table.

    `lost` are the tables of which some rows could not be read. `incomplete` is the number of
    versions that lost a part of their text, `unreadable` of those that lost all of it. `is_paused`
    tells whether learning is paused because records are lost.
    """

    aside: str
    rows: Mapping[str, int]
    lost: tuple[str, ...]
    is_paused: bool
    incomplete: int
    unreadable: int


HOLDER = {"rebuilding": True}
"""The content of the daemon's lock file while state.db is rebuilt."""


def rebuild(folder: Folder) -> str:
    """Replace state.db by a new one. Return sentences about what could be saved.

    No daemon may be running. Raises BusyError if another process keeps a lock, StateError and
    OSError; state.db is unchanged then.
    """
    with locked(folder.daemon_lock, _PATIENCE, "A daemon") as lock:
        write_holder(lock, HOLDER)  # prompts take it for a starting daemon
        with (
            locked(folder.worker_lock, _PATIENCE, "A worker"),
            locked(folder.profile_lock, _PATIENCE, "Another process"),
        ):
            return _rebuilt(folder)


def _rebuilt(folder: Folder) -> str:
    if not _install_new_database(folder):
        _build(folder, _set_aside(folder), time.time())
        if not _install_new_database(folder):
            raise StateError(
                f"{folder.state} was written to just now.",
                untouched="It is as it was.",
                remedy="Run `llm memory doctor --fix` again.",
            )
    return _summary(_read_outcome(folder.state))


def _set_aside(folder: Folder) -> Path:
    """Copy state.db with its journal to `state.db.broken-DATE`, and return that path."""
    name = f"{folder.state}.broken-{time.strftime('%Y-%m-%d')}"
    names = (Path(f"{name}{f'-{n}' if n else ''}") for n in count())
    aside = next(path for path in names if not path.exists())
    needed = sum(path.stat().st_size for path, _ in _files(folder, aside))
    if shutil.disk_usage(folder.profile_folder).free < 3 * needed:
        raise StateError(
            "There is no room to rebuild state.db.",
            untouched="It is as it was.",
            remedy=f"Make room for {3 * needed / 1_000_000:.0f} MB, then run the same again.",
        )
    # The database is copied last: if its copy exists, those of the other files do.
    for source, target in _files(folder, aside)[::-1]:
        _copy(source, target)
    profile_file.sync_folder(folder.profile_folder)
    return aside


def _build(folder: Folder, aside: Path, now: float) -> None:
    """Build the new database in a scratch folder, and move it to `state.db.rebuilt`."""
    scratch = Folder(folder.profile_folder / "rebuilding")
    shutil.rmtree(scratch.profile_folder, ignore_errors=True)
    scratch.create()
    try:
        # Read a second copy, because SQLite may write to a database even if it only reads.
        damaged = scratch.profile_folder / "damaged"
        for source, target in ((aside, damaged), (_journal(aside), _journal(damaged))):
            if source.exists():
                _copy(source, target)
        with state.opened(scratch) as store:
            wanted = {
                name: columns
                for name, columns in schema(store.db).items()
                if name not in _FILLED_BY_TRIGGERS
            }
            wanted["versions"] = [*wanted["versions"], _WHOLE_TEXT]
            tables = read(damaged, wanted)
            with state.transaction(store.db):
                outcome = _fill(store.db, folder, tables, aside, now)
            if outcome.is_paused:
                consent.pause(store.db, None, now)
        scratch.state.replace(_new_database(folder))
        profile_file.sync_folder(folder.profile_folder)
    finally:
        shutil.rmtree(scratch.profile_folder, ignore_errors=True)


def _fill(
    db: sqlite3.Connection, folder: Folder, tables: Mapping[str, Table], aside: Path, now: float
) -> Outcome:
    meta = {row["key"]: row["value"] for row in tables["meta"].values()}
    has_all_turns = tables["turns"].is_complete and "activated" in meta
    in_doubt = _in_doubt(tables, meta)
    for name, table in tables.items():
        if "text" in table.columns and name == "versions":
            _insert_whole_texts(db, table)
        else:
            _insert(db, name, table)
    if in_doubt or not has_all_turns:
        state.put(db, "activated", now)
        db.execute("delete from meta where key = 'position'")
    if in_doubt:
        consent.record_doubt(db, now)
        query = "update turns set outcome = 'skipped', reason = ? where outcome = 'pending'"
        db.execute(query, (consent.IN_DOUBT,))
    if not tables["chats"].is_complete:
        # Ids of chats must not be reused, because markers in LLM's log refer to them. The next id
        # is at least the time in seconds, and so above all lost ones.
        db.execute("insert into chats (id, started, ended) values (?, ?, ?)", (int(now), now, now))
    versions = recover(db)
    if any(versions) or not tables["versions"].is_complete:
        _add_versions(db, folder)
    if not tables["formerly_local"].is_complete or "salt" not in meta:
        _keep_former_facts_here(db)
    lost = [name for name, table in tables.items() if not table.is_complete]
    rows = {name: len(table.rows) for name, table in tables.items()}
    rows["versions"] -= len(versions.deleted)
    outcome = Outcome(aside.name, rows, tuple(lost), in_doubt, *map(len, versions))
    state.put(db, REBUILT, json.dumps(vars(outcome)))
    return outcome


def _in_doubt(tables: Mapping[str, Table], meta: Mapping[str, object]) -> bool:
    """Whether records of pauses, of what was passed in one, or of forgotten facts may be lost."""
    unreadable = not all(
        tables[name].is_complete for name in ("pauses", "refused_sentences", "forgotten")
    )
    # Without the salt, a fingerprint matches nothing.
    return unreadable or (bool(tables["forgotten"].rows) and "salt" not in meta)


def _keep_former_facts_here(db: sqlite3.Connection) -> None:
    """Record again the facts that left the profile while they were local, as any version has them.

    What the user let go to every model since is among them, as nobody knows that any more.
    """
    local: set[str] = set()
    last = history.latest(db)
    version = last
    while version:
        if may_be_local(version.text):
            local |= local_texts(version.text)
        version = history.preceding(db, version)
    known = {fact.text for fact in facts(last.text)} if last else set()
    formerly_local.record(db, local - known)


def _insert(db: sqlite3.Connection, name: str, table: Table) -> None:
    if table.rows:
        marks = ", ".join("?" * len(table.columns))
        names = ", ".join(table.columns)
        # Damaged pages may contain a row twice, with different values.
        db.executemany(f"insert or replace into {name} ({names}) values ({marks})", table.rows)


def _insert_whole_texts(db: sqlite3.Connection, table: Table) -> None:
    """Insert the versions of an older database, which has the whole text of each."""
    for row in {row["n"]: row for row in table.values()}.values():
        made = ("n", "created", "origin", "note", "update_id", "restores")
        values = tuple(row[name] for name in made)
        texts.insert(db, values, row["text"], written=row["written"])


def _add_versions(db: sqlite3.Connection, folder: Folder) -> None:
    """Record the profile's current text as the newest version.

    Otherwise it would be compared with an older version, and facts that are missing from it would
    count as deleted by the user. Files that an interrupted write left become versions too.
    """
    db.execute("update versions set written = 1")
    found = profile_file.texts_left_beside(folder)
    with suppress(ProfileError):
        found += filter(None, [profile_file.read(folder)])
    for text in found:
        last = history.latest(db)
        if not last or last.text != text:
            commit.insert(db, NewVersion(text, REBUILT), written=True)


def _install_new_database(folder: Folder) -> bool:
    """Replace state.db by `state.db.rebuilt`. Return False if that is missing or outdated.

    It is outdated, and deleted, if state.db was written after it was copied.
    """
    new = _new_database(folder)
    if not new.exists():
        return False
    aside = folder.profile_folder / _read_outcome(new).aside
    copied = {folder.state: aside, _journal(folder.state): _journal(aside)}
    if not all(_is_copied(*pair) for pair in copied.items()):
        new.unlink()
        return False
    # SQLite would apply the old write-ahead log to the new database.
    for suffix in ("-wal", "-shm"):
        Path(f"{folder.state}{suffix}").unlink(missing_ok=True)
    new.replace(folder.state)
    profile_file.sync_folder(folder.profile_folder)
    return True


def _is_copied(source: Path, copy: Path) -> bool:
    """Whether the copy equals the source. A missing or empty source needs no copy.

    A write-ahead log is missing if an interrupted run of `_install_new_database` deleted it.
    """
    if not source.exists() or not source.stat().st_size:
        return True
    return copy.exists() and filecmp.cmp(source, copy, shallow=False)


def _read_outcome(path: Path) -> Outcome:
    with closing(sqlite3.connect(path)) as db:
        stored = json.loads(
            db.execute("select value from meta where key = ?", (REBUILT,)).fetchone()[0]
        )
    return Outcome(**{**stored, "lost": tuple(stored["lost"])})


def _summary(outcome: Outcome) -> str:
    saved = [f"{words}: {outcome.rows[table]:,}" for table, words in _SUMMARY_TABLES.items()]
    said = [
        f"state.db was renamed to {outcome.aside}, and rebuilt from the profile and what could be "
        f"read of it ({', '.join(saved)})."
    ]
    if lost := [table for table in outcome.lost if table not in _TEXTS]:
        said.append(f"Some rows could not be read, of: {', '.join(lost)}.")
    if outcome.incomplete:
        said.append(
            f"Versions of the profile of which only some lines could be read, and are kept: "
            f"{outcome.incomplete:,}."
        )
    if outcome.unreadable:
        said.append(f"Versions of which no line could be read: {outcome.unreadable:,}.")
    if outcome.is_paused:
        said.append(
            "It is not fully known when you had paused, or what you had forgotten, so learning is "
            "paused: `llm memory resume` ends the pause."
        )
    return " ".join(said)


def _new_database(folder: Folder) -> Path:
    return folder.state.with_name(f"{folder.state.name}.rebuilt")


def _journal(path: Path) -> Path:
    return Path(f"{path}-wal")


def _files(folder: Folder, aside: Path) -> list[tuple[Path, Path]]:
    """The existing files of state.db, each with the path of its copy."""
    found = [(Path(f"{folder.state}{end}"), Path(f"{aside}{end}")) for end in ("", "-wal")]
    return [(source, target) for source, target in found if source.exists()]


def _copy(source: Path, target: Path) -> None:
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file, source.open("rb") as original:
        shutil.copyfileobj(original, file)
        file.flush()
        os.fsync(file.fileno())
