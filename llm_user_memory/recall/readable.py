"""Reading passages of the index as hits, without those that were deleted or forgotten since."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from math import inf

from ..errors import ProfileError, StateError
from ..settings import Folder
from ..store import state
from ..store.exposure import exposed_log
from ..store.profile import file as profile_file
from ..text.fingerprints import Forgotten, says
from .candidates import ROW, Condition, rows
from .hits import Hit
from .index import db as index_db
from .index import passage_texts
from .index.db import FILES, LOGS, NOTES, PROFILE, PROGRAMS, TALKS

# The kinds of documents that are in files.
_IN_FILES = frozenset({NOTES, FILES, *PROGRAMS})

# Seconds to wait for a locked state.db.
_PATIENCE = 0.05

BATCH = 60
"""The number of passages whose texts are read together."""


def readable(
    db: sqlite3.Connection,
    folder: Folder,
    order: Sequence[int],
    condition: Condition,
    forgotten: Forgotten,
    kept: Collection[str],
) -> Iterator[Hit]:
    """Yield the passages in order as hits, without those that were deleted or forgotten.

    Those that do not meet the condition are left out too. What was forgotten or marked as local
    since the last update of the index already counts. Documents of the kinds `kept` go into no
    prompt, and what the index has of a file that was changed or deleted since goes to no model.
    """
    is_local, is_stale = _local_now(folder), _stale_now(db)
    repeated_from = _forgotten_from(db, forgotten)
    is_noted = False
    for first in range(0, len(order), BATCH):
        found = rows(db, order[first : first + BATCH], condition)
        texts = passage_texts.read(db, folder, found)
        for number in order[first : first + BATCH]:
            if (row := found.get(number)) is None:
                continue
            text = texts.get(number)
            if text is None:
                is_noted = is_noted or _note_deleted(db)
            elif not (row["kind"] in TALKS and forgotten.turn(row["part"])) and not says(
                forgotten, text, is_fact=row["kind"] == PROFILE
            ):
                shareable = bool(row["shareable"]) and row["kind"] not in kept
                if shareable and forgotten.moments and _is_answer(row):
                    shareable = row["ordinal"] <= repeated_from(row["document"])
                shareable = shareable and not is_stale(row["kind"], row["document_key"])
                hit = _hit(row, text, shareable=shareable)
                yield hit._replace(origin="here") if hit.kind == PROFILE and is_local(text) else hit


def neighbours(
    db: sqlite3.Connection, folder: Folder, hit: Hit, number: int, forgotten: Forgotten
) -> list[Hit]:
    """Return the hit with up to `number` passages before and after it in its document, in order.

    A fact of the profile is returned alone: its neighbours are of other days. Raises LogsError.
    """
    if hit.kind == PROFILE:
        return [hit]
    query = f"{ROW} where d.kind = ? and d.key = ? and p.ordinal between ? and ? order by p.ordinal"
    between = (hit.kind, hit.document, hit.ordinal - number, hit.ordinal + number)
    rows = [row["id"] for row in db.execute(query, between).fetchall()]
    return list(readable(db, folder, rows, Condition(), forgotten, kept_from_prompts(folder)))


def of_turn(
    db: sqlite3.Connection, folder: Folder, turn_id: str, forgotten: Forgotten
) -> list[Hit]:
    """Return the passages of a turn, in order. Raises LogsError."""
    query = (
        f"{ROW} where x.key = ? and d.kind in (select value from json_each(?)) order by p.ordinal"
    )
    rows = [row["id"] for row in db.execute(query, (turn_id, json.dumps(TALKS))).fetchall()]
    return list(readable(db, folder, rows, Condition(), forgotten, kept_from_prompts(folder)))


def kept_from_prompts(folder: Folder) -> Collection[str]:
    """Return the kinds of documents that go into no prompt: LLM's log, if others may change it."""
    return (LOGS,) if exposed_log(folder) else ()


def _note_deleted(db: sqlite3.Connection) -> bool:
    """Have the next update look for deletions from LLM's log. Returns True, even without effect.

    An index that another process is writing, or that is read-only, is left unchanged.
    """
    with suppress(sqlite3.OperationalError):
        if index_db.get(db, index_db.STALE) is None:
            index_db.put(db, index_db.STALE, 1)
    return True


def _local_now(folder: Folder) -> Callable[[str], bool]:
    """Return a function that tells whether a text is in a current or former local fact."""

    @cache
    def local() -> str | None:
        # Imported here because few hits are facts.
        from ..profile.document import local_texts
        from ..store import unmarked

        try:
            with state.opened(folder, _PATIENCE, migrate=False) as store:
                learned = unmarked.facts(store.db)
            # As one text, since Python takes long to ask each of thousands of facts.
            return "\0".join(learned | local_texts(profile_file.read(folder) or ""))
        except (ProfileError, StateError):  # unknown, so every text counts as local
            return None

    def is_local(text: str) -> bool:
        return (found := local()) is None or text in found

    return is_local


def _stale_now(db: sqlite3.Connection) -> Callable[[str, str], bool]:
    """Return a function that tells whether a document, by kind and key, is of a stale file."""

    @cache
    def in_files() -> Callable[[str, str], bool]:
        from .index import stale_files  # imported here because many find no file

        return stale_files.test_of(db)

    return lambda kind, key: kind in _IN_FILES and in_files()(kind, key)


def _forgotten_from(db: sqlite3.Connection, forgotten: Forgotten) -> Callable[[int], float]:
    """Return a function from document to the place of its first forgotten turn, or infinity."""

    @cache
    def place(document: int) -> float:
        query = """
            select x.key, min(p.ordinal) as first from passages p join parts x on x.id = p.part
            where p.document = ? group by x.key
        """
        turns = db.execute(query, (document,))
        return min((each["first"] for each in turns if forgotten.turn(each["key"])), default=inf)

    return place


def _is_answer(row: sqlite3.Row) -> bool:
    """Whether a passage is an answer in LLM's log: the model may repeat all that is above it."""
    return (row["kind"], row["role"]) == (LOGS, "assistant")


def _hit(row: sqlite3.Row, text: str, *, shareable: bool) -> Hit:
    return Hit(
        passage=row["id"],
        kind=row["kind"],
        document=row["document_key"],
        part=row["part"],
        heading=row["heading"],
        role=row["role"],
        text=text,
        said_at=row["said_at"],
        model=row["model"],
        shareable=shareable,
        ordinal=row["ordinal"],
        origin=row["origin"],
        stays=bool(row["stays"]),
    )
