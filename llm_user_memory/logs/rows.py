"""A turn as LLM logged it: a row of `turns`, or of `responses` in logs from before llm 0.32."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import NamedTuple

from .database import existing

SOURCE = "memory:auto"
"""The source that LLM records with our fragments; the tables know them by it."""

RECALLED = "memory:recall"
"""The source of passages that we gave to a prompt."""

BEGINNING = 2000
"""How many characters of an answer are read where its beginning is enough."""

WHOLE = 200_000
"""How many are read where the answer matters as much as the prompt."""

_ULID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"

# Cut as bytes: SQLite's functions take the text before a null character, which a file that is
# piped in may hold, for all there is, and the end of that for what the user typed.
_TURNS = """
select t.id, coalesce(t.thread_id, t.id) as thread_id, t.model, t.datetime_utc, t.duration_ms,
       substr(cast(s.prompt as blob), -200000) as prompt,
       substr(cast(s.response as blob), 1, {answer}) as response,
       (select substr(cast(coalesce(p.text, json_extract(p.payload, '$.text_ref[#-1].literal'))
                           as blob), -200000)
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as whole_end,
       (select case when instr(p.payload, '\\u0000')
               then case when length(p.payload) < 2000000 then p.payload else '{}' end end
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as with_nulls
from turns t left join turn_search s on s.turn_id = t.id
"""
_RESPONSES = """
select t.id, coalesce(t.conversation_id, t.id) as thread_id, t.model, t.datetime_utc,
       t.duration_ms, substr(cast(t.prompt as blob), -200000) as prompt,
       substr(cast(t.response as blob), 1, {answer}) as response,
       substr(cast(t.prompt as blob), -200000) as whole_end, null as with_nulls
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

    `prompt` is the text given to `llm` without any fragment: for piped input LLM glues it and
    the typed argument together, and of a very long one only the end is read. `response` is how
    the answer begins, or all of it. `markers` are the short fragments that came from this
    package. LLM cuts the text of a fragment out of the prompt wherever it stands; `whole_end` is
    how many characters at the end of the prompt follow the last such cut.
    """

    id: str
    thread_id: str
    model: str
    started: float
    ended: float
    prompt: str
    response: str
    markers: tuple[str, ...] = ()
    whole_end: int = 0


def read_rows(
    db: sqlite3.Connection,
    table: str,
    condition: str,
    values: tuple[object, ...],
    answer: int = BEGINNING,
) -> Iterator[Turn]:
    """Return, one by one, the turns of a table that meet a condition, none without the table.

    Of an answer at most `answer` characters are read.
    """
    tables = existing(db)
    if table not in tables:
        return
    # Four bytes are the longest letter.
    select = (_TURNS if table == "turns" else _RESPONSES).replace("{answer}", str(4 * answer))
    marked = table == "turns" or "prompt_fragments" in tables
    for row in db.execute(f"{select} where {condition}", values):
        yield _turn(row, _markers(db, table, row["id"]) if marked else (), answer)


def id_floor(moment: float) -> str:
    """Return the lowest id that a turn begun at `moment` can have."""
    value, letters = int(moment * 1000), ""
    for _ in range(10):
        value, digit = divmod(value, 32)
        letters = _ULID_LETTERS[digit] + letters
    return letters + "0" * 16


def _markers(db: sqlite3.Connection, table: str, turn_id: str) -> tuple[str, ...]:
    query = _TURN_MARKERS if table == "turns" else _RESPONSE_MARKERS
    found = db.execute(query, {"id": turn_id, "source": SOURCE})
    return tuple(row["content"] for row in found)


def _turn(row: sqlite3.Row, markers: tuple[str, ...], answer: int) -> Turn:
    started = _time_of_id(row["id"]) or _time_of_date(row["datetime_utc"])
    prompt, whole_end = _text(row["prompt"]), _text(row["whole_end"])
    if row["with_nulls"]:
        prompt = whole_end = _last_literal(row["with_nulls"])
    return Turn(
        id=row["id"],
        thread_id=row["thread_id"],
        model=row["model"] or "",
        started=started,
        ended=started + (row["duration_ms"] or 0) / 1000,
        prompt=prompt,
        response=_text(row["response"])[:answer],
        whole_end=len(whole_end),
        markers=markers,
    )


def _last_literal(payload: str) -> str:
    """What follows the last fragment in a prompt; "" where it is too large to be looked into.

    Where the text holds a null character, LLM itself logs only what stands before it, whose end
    would pass for what the user typed.
    """
    parts = json.loads(payload).get("text_ref") or [{}]
    return str(parts[-1].get("literal") or "")[-200_000:]


def _text(cut: bytes | None) -> str:
    return (cut or b"").decode(errors="ignore")  # the cut may go through a letter


def _time_of_id(turn_id: str) -> float | None:
    """The moment at which a ULID was minted: its first ten letters, in milliseconds."""
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
