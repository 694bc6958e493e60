"""One logged turn, and reading it from either schema.

A turn is a row of `turns`, or of `responses` in logs from before llm 0.32.
"""

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import NamedTuple

from .database import schema_names

SOURCE = "memory:auto"
"""The source that LLM logs with our fragments. It identifies them in the tables."""

RECALLED = "memory:recall"
"""The source that LLM logs with the recalled passages that we added to a prompt."""

ANSWER_BEGINNING = 2000
"""The characters of an answer to read if its beginning is enough."""

WHOLE_ANSWER = 200_000
"""The characters of an answer to read if it matters as much as the prompt."""

_ULID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"

# Text is cut as bytes, because SQLite's text functions stop at a null character. A file that is
# piped in may have one; then the end of the file's text would count as what the user typed.
_TURNS = """
select t.id, coalesce(t.thread_id, t.id) as thread_id, t.model, t.datetime_utc, t.duration_ms,
       substr(cast(s.prompt as blob), -200000) as prompt,
       substr(cast(s.response as blob), 1, {answer_bytes}) as response,
       (select substr(cast(coalesce(p.text, json_extract(p.payload, '$.text_ref[#-1].literal'))
                           as blob), -200000)
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as intact_tail,
       (select case when instr(p.payload, '\\u0000')
               then case when length(p.payload) < 2000000 then p.payload else '{}' end end
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as with_nulls
from turns t left join turn_search s on s.turn_id = t.id
"""
_RESPONSES = """
select t.id, coalesce(t.conversation_id, t.id) as thread_id, t.model, t.datetime_utc,
       t.duration_ms, substr(cast(t.prompt as blob), -200000) as prompt,
       substr(cast(t.response as blob), 1, {answer_bytes}) as response,
       substr(cast(t.prompt as blob), -200000) as intact_tail, null as with_nulls
from responses t
"""
_TURN_MARKERS = """
select f.content from turn_fragments x join fragments f on f.id = x.fragment_id
where x.turn_id = :id and f.source = :source and length(f.content) < 100
"""
_RESPONSE_MARKERS = """
select f.content from
(select fragment_id from prompt_fragments where response_id = :id
 union all select fragment_id from system_fragments where response_id = :id) x
join fragments f on f.id = x.fragment_id
where f.source = :source and length(f.content) < 100
"""


class Turn(NamedTuple):
    """One logged model call. Times are seconds since 1970.

    `prompt` is the text given to `llm`, without fragments. It includes piped input, which LLM
    puts before the typed argument; only the end of a very long prompt is read. `response` is the
    beginning of the answer, or all of it. `markers` are the short fragments of this package. LLM
    removes the text of a fragment from the logged prompt wherever it occurs; `intact_tail_length`
    is the number of characters at the end of the prompt that follow the last such removal.
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


def read_rows(
    db: sqlite3.Connection,
    table: str,
    condition: str,
    values: tuple[object, ...],
    answer_limit: int = ANSWER_BEGINNING,
) -> Iterator[Turn]:
    """Yield the turns of a table that meet a condition; none if there is no such table.

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
        yield _turn(row, _markers(db, table, row["id"]) if marked else (), answer_limit)


def id_floor(moment: float) -> str:
    """Return the lowest id (a ULID) of a turn that began at `moment`."""
    value, letters = int(moment * 1000), ""
    for _ in range(10):
        value, digit = divmod(value, 32)
        letters = _ULID_LETTERS[digit] + letters
    return letters + "0" * 16


def _markers(db: sqlite3.Connection, table: str, turn_id: str) -> tuple[str, ...]:
    query = _TURN_MARKERS if table == "turns" else _RESPONSE_MARKERS
    found = db.execute(query, {"id": turn_id, "source": SOURCE})
    return tuple(row["content"] for row in found)


def _turn(row: sqlite3.Row, markers: tuple[str, ...], answer_limit: int) -> Turn:
    started = _time_of_id(row["id"]) or _time_of_date(row["datetime_utc"])
    prompt, intact_tail = _text(row["prompt"]), _text(row["intact_tail"])
    if row["with_nulls"]:
        prompt = intact_tail = _last_literal(row["with_nulls"])
    return Turn(
        id=row["id"],
        thread_id=row["thread_id"],
        model=row["model"] or "",
        started=started,
        ended=started + (row["duration_ms"] or 0) / 1000,
        prompt=prompt,
        response=_text(row["response"])[:answer_limit],
        intact_tail_length=len(intact_tail),
        markers=markers,
    )


def _last_literal(payload: str) -> str:
    """The text after a prompt's last fragment; "" if the payload was too large to be read.

    If a prompt has a null character, LLM logs its text only up to there. The end of that text
    would wrongly count as what the user typed.
    """
    parts = json.loads(payload).get("text_ref") or [{}]
    return str(parts[-1].get("literal") or "")[-200_000:]


def _text(cut: bytes | None) -> str:
    return (cut or b"").decode(errors="ignore")  # the cut may split a character


def _time_of_id(turn_id: str) -> float | None:
    """The time in a ULID: its first ten characters are milliseconds since 1970."""
    value = 0
    for letter in turn_id[:10].lower():
        digit = _ULID_LETTERS.find(letter)
        if digit < 0:
            return None
        value = value * 32 + digit
    return value / 1000 if len(turn_id) == 26 else None


def _time_of_date(text: str | None) -> float:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return 0.0
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc).timestamp()
