"""One logged turn, and reading it from either schema.

A turn is a row of `turns`, or of `responses` in logs from before llm 0.32.
"""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from . import fields, texts
from .database import schema_names
from .sources import SOURCE
from .texts import ANSWER_BEGINNING

UNREADABLE_ID = "with an unreadable id"
UNREADABLE_PROMPT = "with an unreadable prompt"
"""The reasons why a row is not a turn: see `Unreadable`."""

_TURNS = f"""
select t.rowid as number, t.id, t.thread_id, t.model, t.datetime_utc, t.duration_ms,
       {texts.OF_TURNS},
       (select substr(cast(case
            when p.text is not null then case typeof(p.text) when 'text' then p.text end
            when typeof(p.payload) = 'text' and json_valid(p.payload)
            then json_extract(p.payload, '$.text_ref[#-1].literal') end as blob), -200000)
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as intact_tail
from turns t left join turn_search s on s.turn_id = t.id
"""
_RESPONSES = f"""
select t.rowid as number, t.id, t.conversation_id as thread_id, t.model, t.datetime_utc,
       t.duration_ms, {texts.OF_RESPONSES},
       substr(cast(t.prompt as blob), -200000) as intact_tail
from responses t
"""
_TURN_MARKERS = """
select f.content from turn_fragments x join fragments f on f.id = x.fragment_id
where x.turn_id = :id and f.source = :source and length(f.content) < 160
"""
_RESPONSE_MARKERS = """
select f.content from
(select fragment_id from prompt_fragments where response_id = :id
 union all select fragment_id from system_fragments where response_id = :id) x
join fragments f on f.id = x.fragment_id
where f.source = :source and length(f.content) < 160
"""


class Turn(NamedTuple):
    """One logged model call. Times are in seconds since 1970, 0.0 if unknown.

    `model` is "" if unknown; a turn without a readable thread counts as a thread of its own.
    `prompt` is the text given to `llm`, without fragments. It includes piped input, which LLM puts
    before the typed argument; only the end of a very long prompt is read. `response` is the
    beginning of the answer, or all of it. `markers` are the short fragments of this package, "" for
    one that cannot be read. LLM removes the text of a fragment from the logged prompt wherever it
    occurs; `intact_tail_length` is the number of characters at the end of the prompt that follow
    the last such removal. `typed_since` is the earliest time at which the prompt may have been
    typed, if it may have waited until the model had answered the one before, else 0.0.
    """

    id: str
    thread_id: str
    model: str
    started: float
    ended: float
    prompt: str
    response: str
    markers: tuple[str, ...] = ()
    intact_tail_length: int = 0
    typed_since: float = 0.0


class Unreadable(NamedTuple):
    """A row that is not a turn, because it has values that LLM never writes.

    `key` is the turn's id or, if that is unreadable, a text that identifies the row and is no valid
    id. `started` is in seconds since 1970, 0.0 if unknown.
    """

    key: str
    started: float
    reason: str


Place = tuple[int, str]
"""The position of a row in its table: its rowid, and the `fields.label` of its id."""


def read_rows(
    db: sqlite3.Connection,
    table: str,
    condition: str,
    values: tuple[object, ...],
    answer_limit: int = ANSWER_BEGINNING,
) -> Iterator[tuple[Place, Turn | Unreadable]]:
    """Yield the rows of a table that meet an SQL condition; none if there is no such table.

    At most `answer_limit` characters of each answer are read.
    """
    tables = schema_names(db)
    if table not in tables:
        return
    select = texts.with_limit(_TURNS if table == "turns" else _RESPONSES, answer_limit)
    marked = table == "turns" or "prompt_fragments" in tables
    for row in db.execute(f"{select} where {condition}", values):
        place = (row["number"], fields.label(row["id"]))
        turn_id = fields.name(row["id"])
        started = fields.moment(turn_id, row["datetime_utc"])
        if not turn_id:
            key = f"\trow {row['number']} of {table}"
            yield place, Unreadable(key, started, UNREADABLE_ID)
        elif row["is_no_text"]:
            yield place, Unreadable(turn_id, started, UNREADABLE_PROMPT)
        else:
            markers = _markers(db, table, turn_id) if marked else ()
            yield place, _turn(row, started, markers, answer_limit)


def _markers(db: sqlite3.Connection, table: str, turn_id: str) -> tuple[str, ...]:
    query = _TURN_MARKERS if table == "turns" else _RESPONSE_MARKERS
    found = db.execute(query, {"id": turn_id, "source": SOURCE})
    return tuple(fields.plain(row["content"]) for row in found)


def _turn(row: sqlite3.Row, started: float, markers: tuple[str, ...], answer_limit: int) -> Turn:
    prompt = texts.prompt_of(row)
    intact_tail = prompt if row["with_nulls"] else texts.end_of_text(row["intact_tail"])
    return Turn(
        id=row["id"],
        thread_id=fields.name(row["thread_id"]) or row["id"],
        model=fields.name(row["model"]),
        started=started,
        ended=started + fields.seconds(row["duration_ms"]),
        prompt=prompt,
        response=texts.answer_of(row, answer_limit),
        intact_tail_length=len(intact_tail),
        markers=markers,
    )
