"""Conversations that a program stored through the API, so that they can be searched.

No other copy of them is known, so `purge` erases them from this table. Secrets are redacted.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator

from ..egress import Place
from ..logs import Turn
from ..profile.line_marks import marks_local
from . import state

# Purged turns have none.
_HAS_WORDS = "prompt != '' or response != ''"

# The key in the table `meta` of the number of the latest change.
_REVISION = "kept_revision"


def add(db: sqlite3.Connection, turns: Iterable[Turn], place: Place) -> int:
    """Store turns whose model ran at `place`; returns how many are new or have a longer answer.

    Of a turn that is stored already, only a longer answer is taken. If that may have been said on
    this machine, the turn counts as said there from then on.
    """
    from ..text import redact  # loads its libraries with the first text

    number = 0
    with state.transaction(db):
        revision = _next_revision(db)
        for turn in turns:
            prompt, response = redact.redacted(turn.prompt), redact.redacted(turn.response)
            values = (turn.id, turn.thread_id, turn.started, prompt, response, place, revision)
            number += db.execute(
                "insert into kept (id, thread_id, started, prompt, response, place, revision) "
                "values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do update "
                "set prompt = excluded.prompt, response = excluded.response, "
                "revision = excluded.revision, "
                "place = case place when 'elsewhere' then excluded.place else place end "
                "where length(excluded.response) > length(response)",
                values,
            ).rowcount
    return number


def signature(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the number of the latest change, and the number of stored turns."""
    number = db.execute("select count(*) from kept").fetchone()[0]
    return int(state.get(db, _REVISION) or 0), int(number)


def threads(db: sqlite3.Connection, since: int = -1) -> list[str]:
    """Return the ids of the conversations that were changed after the change `since`."""
    query = f"""
        select thread_id from kept group by thread_id
        having max(revision) > ? and max({_HAS_WORDS}) order by thread_id
    """
    return [row["thread_id"] for row in db.execute(query, (since,))]


def turns(db: sqlite3.Connection, thread_id: str) -> list[Turn]:
    """Return the turns of a conversation, in order."""
    query = "select * from kept where thread_id = ? order by started, number"
    return [
        Turn(
            row["id"],
            thread_id,
            "",
            row["started"],
            row["started"],
            row["prompt"],
            row["response"],
        )
        for row in db.execute(query, (thread_id,))
    ]


def places(db: sqlite3.Connection, turn_ids: Collection[str]) -> dict[str, Place]:
    """Return where the models of turns ran, by the ids of the turns."""
    query = "select id, place from kept where id in (select value from json_each(?))"
    return {row["id"]: row["place"] for row in db.execute(query, (json.dumps(list(turn_ids)),))}


def ids(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the ids of all turns."""
    for row in db.execute("select id from kept"):
        yield row["id"]


def erase(db: sqlite3.Connection, is_unwanted: Callable[[str, str], bool]) -> list[str]:
    """Erase the turns for whose id and text `is_unwanted` is true; returns their ids.

    Of each only its id, time and place stay, as later answers of the conversation may repeat it. A
    prompt with the mark LOCAL counts as said on this machine from then on. Call it inside a
    transaction.
    """
    query = f"select id, prompt, response from kept where {_HAS_WORDS}"
    rows = db.execute(query).fetchall()
    gone = [row for row in rows if is_unwanted(row["id"], f"{row['prompt']}\n{row['response']}")]
    if gone:
        revision = _next_revision(db)
        db.executemany(
            "update kept set prompt = '', response = '', revision = ?, "
            "place = case when ? then 'here' else place end where id = ?",
            [(revision, marks_local(row["prompt"]), row["id"]) for row in gone],
        )
    return [row["id"] for row in gone]


def _next_revision(db: sqlite3.Connection) -> int:
    revision = int(state.get(db, _REVISION) or 0) + 1
    state.put(db, _REVISION, revision)
    return revision
