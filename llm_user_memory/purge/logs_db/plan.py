"""Finds our text in LLM's logs.db, and plans the changes that erase facts from it.

Our text is the fragments that we added to prompts, and the copies that LLM made of them. This
module only reads; `write` makes the changes. A value that is not text is never ours.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ... import logs, sqlite
from ...errors import LogsError
from ...logs import RECALLED, SOURCE, fields
from ...profile.document import facts
from ...profile.render import holds_earlier
from ..target import Target
from . import rehash
from . import text as logs_text
from .text import Blocks

SOURCES = (SOURCE, RECALLED, "memory:profile")
"""The `source` values of our fragments. The last one was written by version 0.1.1."""

# Seconds to wait, by mode. LLM's own processes wait for five seconds before they give up.
_PATIENCE: dict[sqlite.Mode, float] = {"ro": 2.0, "rw": 4.0}

_BATCH = 500

# Only the messages of prompts and tool results: a model's answer is not our text.
_OF_PROMPTS = """
and (select role from messages where hash = t.message_hash) in ('user', 'system', 'tool')
"""


class _Place(NamedTuple):
    """A column in which LLM stores copies of our text, from fragments or from tool results."""

    table: str
    column: str
    is_json: bool
    condition: str = ""


_PLACES = (
    _Place("parts", "text", False, _OF_PROMPTS),
    _Place("parts", "payload", True, _OF_PROMPTS),
    _Place("turn_search", "prompt", False),
    _Place("turns", "response_json", True),
    _Place("responses", "prompt", False),
    _Place("responses", "system", False),
    _Place("responses", "prompt_json", True),
    _Place("responses", "response_json", True),
    _Place("tool_results", "output", False),
)
_NAMES = (("threads", "name"), ("conversations", "name"))


@dataclass
class Survey:
    """The places of all copies of our text, and the facts in them.

    Both mappings are by (table, column): `rows` has the rowids of the copies, `reached` the last
    rowid that was searched.
    """

    rows: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    reached: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """The changes to write.

    `values` has the new values of columns by (table, rowid). `names` maps old hashes of messages to
    new ones. `rows` is the number of rows to write, by table. `unfit` is the number of affected
    messages whose hash was wrong before the purge, and stays wrong.
    """

    values: dict[tuple[str, int], dict[str, str]]
    names: dict[str, str]
    rows: dict[str, int]
    unfit: int


def survey(path: Path) -> Survey:
    """Return the places of our text in the log. Raises LogsError.

    The log is read in batches, without a lock between them, because it may be large and LLM must
    be able to write.
    """
    found = Survey()
    if not path.exists():
        return found
    with opened(path) as db:
        found.facts += [text for row in _fragments(db) for text in _facts(row["content"])]
        for place in _present(db):
            found.reached[place.table, place.column] = _last(db, place.table)
            for row in _copies(db, place, 0):
                found.rows.setdefault((place.table, place.column), []).append(row["rowid"])
                ours = logs_text.of_json if place.is_json else logs_text.of_text
                found.facts += [text for block in ours(row["value"]) for text in _facts(block)]
    return found


@contextmanager
def opened(path: Path, mode: sqlite.Mode = "ro") -> Iterator[sqlite3.Connection]:
    """Open the log for the block's duration, read-only unless `mode` is "rw". Raises LogsError."""
    try:
        with closing(sqlite.connect(path, mode, _PATIENCE[mode])) as db:
            db.text_factory = fields.lossless
            yield db
    except (sqlite3.Error, OSError) as error:
        raise LogsError(
            logs.error_message(path, error, "written" if mode == "rw" else "read"),
            untouched="Nothing in it was changed.",
            remedy="Run the same again when no other program uses it.",
        ) from error


def plan(db: sqlite3.Connection, target: Target, found: Survey) -> Plan:
    """Return the changes that erase the facts. Rows newer than the survey are searched, too."""
    fragments = _new_fragments(db, target)
    ours = Blocks(target, dict(fragments.values()))
    values: dict[tuple[str, int], dict[str, str]] = {
        ("fragments", number): {"content": new, "hash": _hash(new)}
        for number, (_old, new) in fragments.items()
    }
    for table, number, column, value in _purged_copies(db, ours, found):
        values.setdefault((table, number), {})[column] = value
    names, unfit = dict[str, str](), 0
    if "messages" in columns(db):
        parts = {number: new for (table, number), new in values.items() if table == "parts"}
        new_texts = {number: new for number, (_old, new) in fragments.items()}
        made = rehash.rehash(db, new_texts, parts)
        values |= {("parts", number): new for number, new in made.parts.items()}
        names, unfit = made.names, made.unfit
    return Plan(values, names, _counted(db, values, names), unfit)


def _new_fragments(db: sqlite3.Connection, target: Target) -> dict[int, tuple[str, str]]:
    """The (old, new) text of each of our fragments that has one of the facts, by rowid.

    Fragments are content-addressed, so no two may have the same text. If another fragment has the
    new text already, an empty line in front makes it different.
    """
    hashes = {row["hash"] for row in _fragments(db)}
    found: dict[int, tuple[str, str]] = {}
    for row in _fragments(db):
        new = target.without(row["content"])
        if new == row["content"]:
            continue
        while _hash(new) in hashes:
            new = f"\n{new}"
        hashes.add(_hash(new))
        found[row["id"]] = (row["content"], new)
    return found


def _purged_copies(
    db: sqlite3.Connection, ours: Blocks, found: Survey
) -> Iterator[tuple[str, int, str, str]]:
    """The (table, rowid, column, value) of every other copy of our text that has to change."""
    for place in _present(db):
        purge = ours.purged_json if place.is_json else ours.purged
        earlier = found.rows.get((place.table, place.column), [])
        later = _copies(db, place, found.reached.get((place.table, place.column), 0))
        for row in [*_rows(db, place, earlier), *later]:
            if (value := purge(row["value"])) != row["value"]:
                yield place.table, row["rowid"], place.column, value
    for table, column in _NAMES:
        if column in columns(db).get(table, ()):
            for row in db.execute(
                f"select rowid as rowid, {column} as value from {table} "
                f"where typeof({column}) = 'text'"
            ).fetchall():
                if row["value"] and (value := ours.purged_name(row["value"])) != row["value"]:
                    yield table, row["rowid"], column, value


def _counted(
    db: sqlite3.Connection, values: Iterable[tuple[str, int]], names: dict[str, str]
) -> dict[str, int]:
    """The number of rows to be written, by table."""
    rows = set(values)
    old = json.dumps(list(names))
    for table, column in rehash.references(db) if names else ():
        concerned = f'"{column}" in (select value from json_each(?))'
        query = f'select rowid as n from "{table}" where {concerned}'
        rows |= {(table, row["n"]) for row in db.execute(query, (old,))}
    return dict(sorted(Counter(table for table, _number in rows).items()))


def _fragments(db: sqlite3.Connection) -> list[sqlite3.Row]:
    if "source" not in columns(db).get("fragments", ()):
        return []
    query = (
        "select id, hash, content from fragments where source in (?, ?, ?) "
        "and typeof(content) = 'text' order by id"
    )
    return db.execute(query, SOURCES).fetchall()


def _facts(text: str) -> list[str]:
    """The facts in a text of ours; none in recalled passages."""
    found = [] if holds_earlier(text) else [fact.text for fact in facts(text)]
    return [fact for fact in found if fields.plain(fact)]


def _present(db: sqlite3.Connection) -> list[_Place]:
    present = columns(db)
    return [place for place in _PLACES if place.column in present.get(place.table, ())]


def _copies(db: sqlite3.Connection, place: _Place, after: int) -> Iterator[sqlite3.Row]:
    """The rows after the rowid `after` that have a copy of our text, as (rowid, value)."""
    probes = " or ".join("instr(value, ?)" for _probe in logs_text.PROBES)
    query = (
        f"select rowid as rowid, {place.column} as value from {place.table} t "
        f"where rowid > ? and rowid <= ? and typeof(value) = 'text' and ({probes}) "
        f"{place.condition}"
    )
    for window in windows(db, place.table, after):
        yield from db.execute(query, (*window, *logs_text.PROBES)).fetchall()


def windows(db: sqlite3.Connection, table: str, after: int) -> Iterator[tuple[int, int]]:
    """Yield batches of the rows after the rowid `after`, as half-open ranges (after, until]."""
    last = _last(db, table)
    numbers = f'select rowid as n from "{table}" where rowid > ? order by rowid limit ?'
    while after < last:
        found = db.execute(f"select max(n) from ({numbers})", (after, _BATCH)).fetchone()
        until = found[0] or last
        yield after, until
        after = until


def _rows(db: sqlite3.Connection, place: _Place, numbers: list[int]) -> list[sqlite3.Row]:
    query = (
        f"select rowid as rowid, {place.column} as value from {place.table} "
        "where rowid in (select value from json_each(?)) and typeof(value) = 'text'"
    )
    return db.execute(query, (json.dumps(numbers),)).fetchall()


def _last(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f'select coalesce(max(rowid), 0) from "{table}"').fetchone()[0])


def columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the columns of each table, virtual tables included."""
    query = "select name from sqlite_master where type = 'table'"
    return {
        name: [row["name"] for row in db.execute(f'pragma table_info("{name}")')]
        for name in [row["name"] for row in db.execute(query)]
    }


def _hash(text: str) -> str:
    return sha256(fields.to_bytes(text)).hexdigest()
