"""Reads what was said in turns, without anything else of them: what a search shows.

Each prompt that recalls something loads this module, but not `rows` and `turns`.
"""

import json
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path

from . import fields
from .database import opened, schema_names

ANSWER_BEGINNING = 2000
"""The number of characters to read of an answer if its beginning is enough."""

WHOLE_ANSWER = 200_000
"""The number of characters to read of an answer that matters as much as the prompt."""

BATCH_SECONDS = 0.01
"""Seconds after which a batch ends, with the current turn.

A waiting writer sleeps in growing steps: if a reader takes 10 ms, LLM waits 18 ms.
"""

# The most turns to read in one transaction. Each of them costs a half of a millisecond.
_TURNS_PER_BATCH = 100

# The most bytes that are read of a prompt.
_PROMPT_BYTES = 200_000

# Text is cut as bytes, because SQLite's text functions stop at a null character. A file that is
# piped in may have one, and the end of its text would then count as typed by the user.
OF_TURNS = """
       typeof(s.prompt) not in ('text', 'null') as is_no_text,
       substr(cast(s.prompt as blob), -200000) as prompt,
       case typeof(s.response) when 'text'
       then substr(cast(s.response as blob), 1, {answer_bytes}) end as response,
       (select case when instr(p.payload, '\\u0000')
               then case when length(p.payload) < 2000000 then p.payload else '{}' end end
        from parts p where p.message_hash = t.parent_message_hash and p.type = 'text'
        order by p.position desc limit 1) as with_nulls
"""
OF_RESPONSES = """
       typeof(t.prompt) not in ('text', 'null') as is_no_text,
       substr(cast(t.prompt as blob), -200000) as prompt,
       case typeof(t.response) when 'text'
       then substr(cast(t.response as blob), 1, {answer_bytes}) end as response,
       null as with_nulls
"""
"""The columns with the texts of a row of either table, for `prompt_of` and `answer_of`."""

_TURNS = f"select t.id, {OF_TURNS} from turns t left join turn_search s on s.turn_id = t.id"
_RESPONSES = f"select t.id, {OF_RESPONSES} from responses t"


def with_limit(query: str, answer_limit: int) -> str:
    """Return a query with these columns, to read so many characters of each answer."""
    # A character has at most four bytes in UTF-8.
    return query.replace("{answer_bytes}", str(4 * answer_limit))


def prompt_of(row: sqlite3.Row) -> str:
    """Return the prompt of a row; only the end of a very long one is read."""
    return last_literal(row["with_nulls"]) if row["with_nulls"] else end_of_text(row["prompt"])


def answer_of(row: sqlite3.Row, answer_limit: int) -> str:
    """Return the answer of a row, at most so many characters of it."""
    return fields.text(row["response"])[:answer_limit]


def end_of_text(stored: bytes | None) -> str:
    """Return a text, or the end of a text, that was read as bytes."""
    return fields.text(stored, is_cut_before=len(stored or b"") == _PROMPT_BYTES)


def last_literal(payload: object) -> str:
    """Return the text after a prompt's last fragment, for prompts with a null character.

    It is "" if it is unreadable. LLM logs the text of such a prompt only up to the null character.
    The end of that text would wrongly count as typed by the user.
    """
    try:
        literal = json.loads(str(payload))["text_ref"][-1]["literal"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""
    # JSON can contain lone surrogates, which are not valid UTF-8.
    found = literal.encode(errors="replace").decode() if isinstance(literal, str) else ""
    return found[-_PROMPT_BYTES:]


def read_texts(path: Path, turn_ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the prompt and the answer of each turn that is still logged, by its id.

    Raises LogsError.
    """
    found = _from_table(path, "turns", _TURNS, turn_ids)
    if missing := [turn_id for turn_id in turn_ids if turn_id not in found]:
        found |= _from_table(path, "responses", _RESPONSES, missing)
    return found


def _from_table(
    path: Path, table: str, select: str, turn_ids: Collection[str]
) -> dict[str, tuple[str, str]]:
    query = f"{select} where t.id in (select value from json_each(?)) order by t.id"
    found: dict[str, tuple[str, str]] = {}
    left = sorted(set(turn_ids))
    while left:
        part = left[:_TURNS_PER_BATCH]
        reached = part[-1]
        with opened(path) as db:
            if table not in schema_names(db):
                break
            deadline = time.monotonic() + BATCH_SECONDS
            for row in db.execute(with_limit(query, WHOLE_ANSWER), (json.dumps(part),)):
                if not row["is_no_text"]:
                    found[row["id"]] = (prompt_of(row), answer_of(row, WHOLE_ANSWER))
                if time.monotonic() > deadline:
                    reached = row["id"]
                    break
        left = [turn_id for turn_id in left if turn_id > reached]
    return found
