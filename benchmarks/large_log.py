"""Make a logs.db of any size, with LLM's own schema and rows as LLM writes them.

A thread has ten turns; in half of the threads memory is on. The ledger's own code ingests all
turns. The rows that a million updates would have left in state.db are written with plain SQL, as
the updates themselves would take too long.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import sqlite_utils
from llm.migrations import migrate

from llm_user_memory import logs
from llm_user_memory.settings import Folder
from llm_user_memory.store import ledger, state

TURNS_IN_THREAD = 10
BYTES_PER_TURN = 2500
"""An upper bound of the size on disk, for logs.db and state.db together."""

_MARKER = '<user_memory learning="on"/>'
# An odd number, so that multiplying by it scatters the hashes, as LLM's are, and repeats none.
_SCATTER = 0x9E3779B97F4A7C15F39CC0605CEDC835
_BATCH = 20_000

_INSERTS = {
    "threads": "insert into threads values (?, ?, ?, null, ?)",
    "messages": "insert into messages values (?, ?, ?, null)",
    "parts": "insert into parts (message_hash, position, type, text, payload) "
    "values (?, 0, 'text', ?, ?)",
    "turns": "insert into turns (id, thread_id, parent_message_hash, tip_message_hash, model, "
    "input_tokens, output_tokens, duration_ms, datetime_utc) "
    "values (?, ?, ?, ?, 'scripted', 40, 12, 900, ?)",
    "search": "insert into turn_search (turn_id, prompt, response) values (?, ?, ?)",
    "fragments": "insert into turn_fragments values (?, 1, 0, 'prompt')",
}

Rows = dict[str, list[tuple[object, ...]]]
Texts = Callable[[int], tuple[str, str]]
"""Returns the prompt and the answer of a turn, given its number."""


def barn(number: int) -> tuple[str, str]:
    """Return prompt and answer of a turn; all have about the same size, as costs depend on it."""
    said = f"I am at part {number} of the barn that we restore. Which nails does oak want?"
    reply = f"Oak wants stainless nails, number {number % 100}, as its acid eats plain iron. " * 3
    return said, reply


def write(path: Path, turns: int, first: float, texts: Texts = barn) -> None:
    """Make a logs.db with that many turns, a minute apart, the first one at `first`."""
    db = sqlite_utils.Database(path)
    with closing(db.conn) as connection:
        connection.execute("pragma synchronous = off")
        connection.execute("pragma cache_size = -500000")
        migrate(db)
        fragment = "insert into fragments values (1, 'on', ?, ?, ?)"
        connection.execute(fragment, (_MARKER, _date(first), logs.SOURCE))
        for start in range(0, turns, _BATCH):
            _insert(connection, _rows(range(start, min(start + _BATCH, turns)), first, texts))
            connection.commit()


def add(path: Path, number: int, moment: float, texts: Texts = barn) -> None:
    """Log one more turn at `moment`, in a new thread with memory on."""
    place = number * 2 * TURNS_IN_THREAD  # the first turn of such a thread
    with closing(sqlite3.connect(path)) as db, db:
        _insert(db, _rows(range(place, place + 1), moment - place * 60, texts))


def account(folder: Folder, first: float) -> None:
    """Ingest all turns since `first` into the ledger, and record their updates as done."""
    with state.opened(folder) as store:
        state.put(store.db, "activated", first)
        store.db.execute("pragma synchronous = off")
        ledger.ingest(store)
        with state.transaction(store.db):
            for statement in _DONE:
                store.db.execute(statement)


# One update for each thread, one edit in five of them, one thread in twenty a chat.
_DONE = (
    """
    insert into updates (thread_id, model, form, started, ended, status, failures,
                         input_tokens, output_tokens)
    select thread_id, 'scripted', 'lines', max(ended) + 10, max(ended) + 12, 'done', 0, 900, 20
    from turns where outcome = 'pending' group by thread_id order by max(ended)
    """,
    """
    insert into edits (update_id, op, section, old, new, quote, turn_id, refusal)
    select id, 'add', 'Interests', '', 'Fact ' || id, 'Fact ' || id, thread_id, ''
    from updates where id % 5 = 0
    """,
    """
    insert into chats (started, ended, thread_id)
    select started, ended, thread_id from updates where id % 20 = 0
    """,
    "update turns set outcome = 'learned', reason = '' where outcome = 'pending'",
    "insert or replace into meta select 'news_told', coalesce(max(id), 0) from updates",
)


def _insert(db: sqlite3.Connection, rows: Rows) -> None:
    for name, statement in _INSERTS.items():
        db.executemany(statement, rows[name])


def _rows(numbers: range, first: float, texts: Texts) -> Rows:
    rows: Rows = {name: [] for name in _INSERTS}
    for number in numbers:
        for name, row in _turn(number, first + number * 60, *texts(number)):
            rows[name].append(row)
    return rows


def _turn(
    number: int, moment: float, said: str, reply: str
) -> Iterator[tuple[str, tuple[object, ...]]]:
    thread_number, place = divmod(number, TURNS_IN_THREAD)
    thread = f"{logs.id_floor(moment - place * 60)[:10]}t{thread_number:015d}"
    turn = f"{logs.id_floor(moment)[:10]}{number:016d}"
    asked, answered = _hash(2 * number), _hash(2 * number + 1)
    remembered = thread_number % 2 == 0
    if place == 0:
        tip = _hash(2 * (number + TURNS_IN_THREAD - 1) + 1)
        yield "threads", (thread, said[:40], tip, _date(moment))
    yield "messages", (asked, _hash(2 * number - 1) if place else None, "user")
    yield "messages", (answered, asked, "assistant")
    if remembered:
        payload = json.dumps({"text_ref": [{"fragment": 1}, {"literal": f"\n{said}"}]})
        yield "parts", (asked, None, payload)
        yield "fragments", (turn,)
    else:
        yield "parts", (asked, said, None)
    yield "parts", (answered, reply, None)
    yield "turns", (turn, thread, asked, answered, _date(moment))
    yield "search", (turn, f"\n{said}" if remembered else said, reply)


def _hash(number: int) -> str:
    return f"b2:{(number + 1) * _SCATTER % 2**128:032x}"


def _date(moment: float) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment))
    return f"{whole}.{int(moment % 1 * 1e6):06d}+00:00"
