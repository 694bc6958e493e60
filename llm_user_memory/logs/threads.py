"""Reads one thread: its turns, its models, and the fragments that LLM sends again."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from . import fields
from .database import PATIENCE, opened, schema_names
from .rows import Turn
from .texts import WHOLE_ANSWER
from .turns import read

# The fragments of those messages that LLM sends again when the thread is continued, with the
# messages' roles, from the last message to the first.
_FRAGMENTS = """
with recursive chain(hash, parent_hash, role) as (
    select m.hash, m.parent_hash, m.role from threads t
    join messages m on m.hash = t.tip_message_hash where t.id = ?
    union  -- not "union all", as another program may have logged a message as its own ancestor
    select m.hash, m.parent_hash, m.role from chain c join messages m on m.hash = c.parent_hash
)
select distinct chain.role, f.content from chain join parts p on p.message_hash = chain.hash
join part_fragments x on x.part_id = p.id join fragments f on f.id = x.fragment_id
where chain.role in ('system', 'user')
"""
_FRAGMENT_ROLES = f"{_FRAGMENTS} and f.content = ?"
_FRAGMENTS_BEGINNING = f"{_FRAGMENTS} and substr(f.content, 1, ?) = ?"


# The turns whose prompt is the last one before a round of a tool loop. A message of the role "user"
# after one of the role "tool" is no prompt: it has the attachments of the tool.
_PROMPTS = """
with recursive chain(hash, parent_hash, is_prompt, depth) as (
    select m.hash, m.parent_hash, {is_prompt}, 0
    from turns t join messages m on m.hash = t.parent_message_hash where t.id = :id
    union all
    select m.hash, m.parent_hash, {is_prompt}, depth + 1
    from chain c join messages m on m.hash = c.parent_hash where not c.is_prompt and depth < 200
)
select o.id from chain c join turns o on o.parent_message_hash = c.hash
where is_prompt and o.thread_id = (select thread_id from turns where id = :id)
""".format(
    is_prompt="(m.role = 'user' and not exists "
    "(select 1 from messages b where b.hash = m.parent_hash and b.role = 'tool'))"
)


class ThreadModels(NamedTuple):
    """The model that `llm -c` asks, "" if unknown, and all models that the thread was sent to."""

    asked: str = ""
    said_to: tuple[str, ...] = ()


def following(path: Path, turn: Turn, limit: int = 20) -> list[Turn]:
    """Return at most `limit` turns that were logged after `turn` in its thread.

    They include the further rounds of a tool loop. Raises LogsError.
    """
    query = "select id from turns where thread_id = ? and id > ? order by id limit ?"
    with opened(path) as db:
        if "turns" not in schema_names(db):
            return []
        rows = db.execute(query, (turn.thread_id, turn.id, limit)).fetchall()
    return read(path, _names(rows))


def prompted_by(path: Path, turn_ids: Iterable[str]) -> dict[str, list[str]]:
    """Return for each round of a tool loop the ids of the turns whose prompt started the loop.

    There are several if the same prompt was sent twice at the same point of a thread, and none if
    the log does not tell. A turn with a prompt is mapped to itself. Raises LogsError.
    """
    wanted = list(turn_ids)
    if not wanted:
        return {}
    with opened(path) as db:
        if not {"turns", "messages"} <= schema_names(db):
            return {turn_id: [] for turn_id in wanted}
        return {id_: _names(db.execute(_PROMPTS, {"id": id_}).fetchall()) for id_ in wanted}


def thread_turns(path: Path, thread_id: str) -> list[Turn]:
    """Return all turns of a thread in the order of their start, with answers up to `WHOLE_ANSWER`.

    Raises LogsError.
    """
    columns_of = {"turns": "thread_id", "responses": "conversation_id"}
    with opened(path) as db:
        rows = [
            row
            for table in schema_names(db) & set(columns_of)
            for row in db.execute(
                f"select id from {table} where {columns_of[table]} = ?1 or id = ?1", (thread_id,)
            )
        ]
    turns = read(path, _names(rows), WHOLE_ANSWER)
    return [turn for turn in turns if turn.thread_id == thread_id]


def newest_thread(path: Path, patience: float = PATIENCE) -> str | None:
    """Return the id of the thread that `llm -c` continues, or None.

    It is "" for an id that is unreadable. Raises LogsError.
    """
    with opened(path, patience) as db:
        tables = schema_names(db) & {"threads", "conversations"}
        ids = [db.execute(f"select max(id) from {table}").fetchone()[0] for table in tables]
    names = [fields.name(found) for found in ids if found is not None]
    return max(names, default=None) if all(names) else ""


def thread_models(path: Path, thread_id: str, patience: float = PATIENCE) -> ThreadModels:
    """Return the models to which a thread was sent. Raises LogsError."""
    with opened(path, patience) as db:
        own = _own_model(db, thread_id)
        rows = _asked(db, thread_id, is_conversation=own is not None)
        said = sorted((fields.label(row["id"]), fields.name(row["model"])) for row in rows)
        asked = own if own is not None else said[-1][1] if said else ""
    return ThreadModels(asked, tuple(dict.fromkeys(model for _, model in said)))


def ids_of_thread(path: Path, thread_id: str, patience: float = PATIENCE) -> list[str]:
    """Return the readable ids of all turns of a thread, in order. Raises LogsError."""
    with opened(path, patience) as db:
        is_conversation = _own_model(db, thread_id) is not None
        return sorted(_names(_asked(db, thread_id, is_conversation=is_conversation)))


def _own_model(db: sqlite3.Connection, thread_id: str) -> str | None:
    """The model of a thread that is in the table `conversations`, else None."""
    if "conversations" not in schema_names(db):
        return None
    row = db.execute("select model from conversations where id = ?", (thread_id,)).fetchone()
    return fields.name(row["model"]) if row else None


def _asked(db: sqlite3.Connection, thread_id: str, *, is_conversation: bool) -> list[sqlite3.Row]:
    """The ids and models of a thread's turns.

    `responses` has no index by conversation, so it is read only for conversations in it.
    """
    tables, rows = schema_names(db), list[sqlite3.Row]()
    if "turns" in tables:
        query = "select id, model from turns where thread_id = ?"
        rows += db.execute(query, (thread_id,)).fetchall()
    if is_conversation and "responses" in tables:
        query = "select id, model from responses where conversation_id = ?"
        rows += db.execute(query, (thread_id,)).fetchall()
    return rows


def models_of(path: Path, turn_ids: Sequence[str]) -> dict[str, str]:
    """Return the model of each turn, by the turn's id; turns not in the log are left out.

    Raises LogsError.
    """
    query = "select id, model from {} where id in (select value from json_each(?))"
    found: dict[str, str] = {}
    with opened(path) as db:
        for table in schema_names(db) & {"turns", "responses"}:
            for row in db.execute(query.format(table), (json.dumps(list(turn_ids)),)):
                found[fields.name(row["id"])] = fields.name(row["model"])
    return found


def fragment_placements(
    path: Path, thread_id: str, text: str, patience: float = PATIENCE
) -> set[str]:
    """Return where in the thread's messages the fragment `text` is: "prompt", "system" or both.

    These are the messages that LLM sends again with `-c`. Raises LogsError.
    """
    with opened(path, patience) as db:
        if "threads" not in schema_names(db):
            return set()
        rows = db.execute(_FRAGMENT_ROLES, (thread_id, text)).fetchall()
    return {"system" if row["role"] == "system" else "prompt" for row in rows}


def fragments_beginning(
    path: Path, thread_id: str, beginning: str, patience: float = PATIENCE
) -> list[str]:
    """Return the fragments of the thread's messages that begin with a text. Raises LogsError.

    The messages are those that LLM sends again with `-c`.
    """
    with opened(path, patience) as db:
        if "threads" not in schema_names(db):
            return []
        rows = db.execute(_FRAGMENTS_BEGINNING, (thread_id, len(beginning), beginning)).fetchall()
    return [row["content"] for row in rows]


def _names(rows: Sequence[sqlite3.Row]) -> list[str]:
    """The readable ids of rows."""
    return [found for row in rows if (found := fields.name(row["id"]))]
