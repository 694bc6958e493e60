"""One logged turn, and reading it from either schema.

A turn is a row of `turns`, or of `responses` in logs from before llm 0.32.
"""

import json
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from . import fields
from .database import schema_names
from .sources import SOURCE

ANSWER_BEGINNING = 2000
"""The number of characters to read of an answer if its beginning is enough."""

WHOLE_ANSWER = 200_000
"""The number of characters to read of an answer that matters as much as the prompt."""

UNREADABLE_ID = "with an unreadable id"
UNREADABLE_PROMPT = "with an unreadable prompt"
"""The reasons why a row is not a turn: see `Unreadable`."""

# The most bytes that are read of a prompt.
_PROMPT_BYTES = 200_000

# Text is cut as bytes, because SQLite's text functions stop at a null character. A file that is
# piped in may have one, and the end of its text would then count as typed by the user.
_TURNS = """
select t.rowid as number, t.id, t.thread_id, t.model, t.datetime_utc, t.duration_ms,
       typeof(s.prompt) not in ('text', 'null') as is_no_text,
       substr(cast(s.prompt as blob), -200000) as prompt,
       case typeof(s.response) when 'text'
       then substr(cast(s.response as blob), 1, {answer_bytes}) end as response,
       (select substr(cast(case
            when p.text is not null then case typeof(p.text) when 'text' then p.text end
            when typeof(p.payload) = 'text' and json_valid(p.payload)
            then json_extract(p.payload, '$.text_ref[#-1].literal') end as blob), -200000)
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as intact_tail,
       (select case when instr(p.payload, '\\u0000')
               then case when length(p.payload) < 2000000 then p.payload else '{}' end end
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as with_nulls
from turns t left join turn_search s on s.turn_id = t.id
"""
_RESPONSES = """
select t.rowid as number, t.id, t.conversation_id as thread_id, t.model, t.datetime_utc,
       t.duration_ms, typeof(t.prompt) not in ('text', 'null') as is_no_text,
       substr(cast(t.prompt as blob), -200000) as prompt,
       case typeof(t.response) when 'text'
       then substr(cast(t.response as blob), 1, {answer_bytes}) end as response,
       substr(cast(t.prompt as blob), -200000) as intact_tail, null as with_nulls
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
    the last such removal.
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
    # A character has at most four bytes in UTF-8.
    select = (_TURNS if table == "turns" else _RESPONSES).replace(
        "{answer_bytes}", str(4 * answer_limit)
    )
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
    prompt, intact_tail = _end_of_text(row["prompt"]), _end_of_text(row["intact_tail"])
    if row["with_nulls"]:
        prompt = intact_tail = _last_literal(row["with_nulls"])
    return Turn(
        id=row["id"],
        thread_id=fields.name(row["thread_id"]) or row["id"],
        model=fields.name(row["model"]),
        started=started,
        ended=started + fields.seconds(row["duration_ms"]),
        prompt=prompt,
        response=fields.text(row["response"])[:answer_limit],
        intact_tail_length=len(intact_tail),
        markers=markers,
    )


def _last_literal(payload: object) -> str:
    """The text after a prompt's last fragment, for prompts with a null character; "" if unreadable.

    LLM logs the text of such a prompt only up to the null character. The end of that text would
    wrongly count as typed by the user.
    """
    try:
        literal = json.loads(str(payload))["text_ref"][-1]["literal"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""
    # JSON can contain lone surrogates, which are not valid UTF-8.
    found = literal.encode(errors="replace").decode() if isinstance(literal, str) else ""
    return found[-_PROMPT_BYTES:]


def _end_of_text(stored: bytes | None) -> str:
    return fields.text(stored, is_cut_before=len(stored or b"") == _PROMPT_BYTES)
