"""Logs of both schemas with valid conversations, and among them rows of another program.

SQLite accepts any value in any column. The rows of the other program are valid at first; then any
of their columns gets any value, texts and references included.
"""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st
from support.llm_log import FIXTURES, ON, START, Log

SAID = ("I keep bees in the garden", "I moved to Oslo in May", "I row on the lake on Sundays")
"""The prompts in the valid conversations, one in each."""

PROFILE = "<user_memory>\nBackground.\n\n# User Profile\n\n## Interests\n- {}\n</user_memory>"


@dataclass(frozen=True)
class Odd:
    """A value to write into the rows of one of the other program's turns, or into a new row."""

    number: int
    table: str
    column: str
    value: object
    is_new: bool = False


class OddLog:
    """A log with valid conversations, and between them turns of another program.

    `sound` are the ids of the turns with the prompts SAID, `others` those of the other program.
    Every fifth of the latter has a marker as if it was typed with memory on.
    """

    def __init__(self, path: Path, schema: str, number: int = 20) -> None:
        self.path = path
        self.schema = schema
        self._minting = Log.__new__(Log)
        self._minting.minted = 0
        if schema == "new":
            Log(path)
        else:
            shutil.copy(FIXTURES / "legacy.db", path)
        with closing(self.opened()) as db, db:
            self.columns = _columns(db)
            if schema == "old":
                for table in dict(self.columns):
                    db.execute(f'delete from "{table}"')
            self.sound = [self._say(db, said, START + n, [ON]) for n, said in enumerate(SAID[:2])]
            self.others, self._rows = list[str](), [self._last_rows(db)]
            for n in range(number):
                own = PROFILE.format(f"Has the number {n}")
                markers = [own] if n % 5 else [own, ON]
                self.others.append(self._say(db, f"Said something {n}", START + 10 + n, markers))
                self._rows.append(self._last_rows(db))
            self.sound.append(self._say(db, SAID[2], START + 100, [ON]))

    def opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path)
        db.execute("pragma synchronous = off")
        return db

    def write(self, *odd: Odd) -> list[Odd]:
        """Write the values; return those that SQLite accepted."""
        with closing(self.opened()) as db, db:
            return [one for one in odd if self._write(db, one)]

    def count(self) -> int:
        """Return the number of all turns in the log."""
        tables = {table for table, _column in self.columns} & {"turns", "responses"}
        with closing(self.opened()) as db:
            numbers = [
                db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables
            ]
        return sum(numbers)

    def _write(self, db: sqlite3.Connection, odd: Odd) -> bool:
        value, given = "?", odd.value
        if isinstance(given, str):  # Python's sqlite3 takes no lone surrogates
            value, given = "cast(? as text)", given.encode(errors="surrogatepass")
        table, column = f'"{odd.table}"', f'"{odd.column}"'
        first, last = (self._rows[odd.number + n][odd.table] for n in (0, 1))
        query = f"update {table} set {column} = {value} where rowid > {first} and rowid <= {last}"
        if odd.is_new or first == last:
            query = f"insert into {table} ({column}) values ({value})"
        try:
            db.execute(query, (given,))
        except sqlite3.Error:
            return False
        return True

    def _say(self, db: sqlite3.Connection, text: str, at: float, markers: list[str]) -> str:
        """Log a turn in a conversation of its own, with our fragments `markers`."""
        turn = self._minting.mint(at)
        message, new = f"m-{turn}", self.schema == "new"
        rows: list[tuple[str, dict[str, object]]] = [("conversations", {"id": turn, "name": text})]
        own: dict[str, object] = {"id": turn, "model": "echo", "duration_ms": 7}
        if new:
            rows = [
                ("messages", {"hash": message, "role": "user"}),
                ("threads", {"id": turn, "name": text, "tip_message_hash": message}),
                ("turns", {**own, "thread_id": turn, "parent_message_hash": message}),
                ("parts", {"message_hash": message, "position": 0, "type": "text", "text": text}),
                ("turn_search", {"turn_id": turn, "prompt": text, "response": f"Good: {text}"}),
            ]
        else:
            said = {"prompt": text, "response": f"Good: {text}", "conversation_id": turn}
            rows.append(("responses", {**own, **said, "datetime_utc": "2025-06-15T15:06:40"}))
        for table, row in rows:
            _insert(db, table, row)
        for order, marker in enumerate(markers):
            values = {"hash": marker, "content": marker, "source": "memory:auto"}
            _insert(db, "fragments", values)
            query = "select id from fragments where hash = ?"
            number = db.execute(query, (marker,)).fetchone()[0]
            link = {"fragment_id": number, "order": order}
            if new:
                _insert(db, "turn_fragments", {"turn_id": turn, "kind": "prompt", **link})
                last = db.execute("select max(id) from parts").fetchone()[0]
                _insert(db, "part_fragments", {"part_id": last, **link})
            else:
                _insert(db, "prompt_fragments", {"response_id": turn, **link})
        return turn

    def _last_rows(self, db: sqlite3.Connection) -> dict[str, int]:
        return {
            table: db.execute(f'select coalesce(max(rowid), 0) from "{table}"').fetchone()[0]
            for table in dict(self.columns)
        }


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    columns, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" for _ in row)
    query = f"insert or ignore into {table} ({columns}) values ({marks})"
    db.execute(query, tuple(row.values()))


def _columns(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Every (table, column) of LLM's own tables."""
    query = "select name from sqlite_master where type = 'table' order by name"
    tables = [row[0] for row in db.execute(query).fetchall()]
    return [
        (table, row[1])
        for table in tables
        if "_fts" not in table and not table.startswith(("_", "sqlite_"))
        for row in db.execute(f'pragma table_info("{table}")').fetchall()
    ]


_READ = ("turns", "turn_search", "parts", "messages", "fragments", "threads", "responses")

_TEXTS = (
    "",
    "\0",
    "a\0b",
    "\x1b[2J\n",
    "\ud800",
    "ü\udfff",
    "x" * 5000,
    "12",
    "-1e400",
    "inf",
    "nan",
    "0001-01-01T00:00:00",
    "9999-12-31T23:59:59.999999-23:59",
    "2025-02-30T25:61:00",
    "7zzzzzzzzzzzzzzzzzzzzzzzzz",
    "00000000000000000000000000",
    "[1",
    "null",
    "[" * 5000,
    '{"text_ref": 5}',
    '{"text_ref": [{"fragment": 1}, {"literal": 7}]}',
    '{"text_ref": [{"fragment": 1e999}, {"fragment": {}}, "literal"]}',
    '{"text_ref": [{"fragment": 99999999999999999999}], "attachment": {"id": []}}',
    '{"text_ref": [{"literal": "\\u0000 \\ud800"}], "attachments": [7]}',
    '{"attachment": {"id": 99999999999999999999}, "text": "\\ud800"}',
    '<user_memory learning="chat:99999999999999999999999"/>',
    '<user_memory learning="last:99999999999999999999999"/>',
    '<user_memory learning="off"/>',
    "memory:auto",
    "user",
    "text",
    PROFILE.format("Keeps bees"),
    PROFILE.format("Keeps \udcff bees"),
    '{"a": "' + PROFILE.format("Keeps bees").replace("\n", "\\n") + ' ü \\ud800"}',
)


def values(log: OddLog) -> st.SearchStrategy[object]:
    """Return a strategy for values that SQLite can store, ids in the other rows included."""
    blobs = [text.encode(errors="surrogatepass") for text in _TEXTS] + [b"\xff\xfe\0"]
    return st.one_of(
        st.none(),
        st.integers(-(2**63), 2**63 - 1),
        st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63), 2**53]),
        st.floats(),
        st.sampled_from(_TEXTS),
        st.sampled_from([f"{kind}{turn}" for turn in log.others[:9] for kind in ("m-", "")]),
        st.text(st.characters(), max_size=30),
        st.sampled_from(blobs),
        st.binary(max_size=30),
    )


def writings(log: OddLog) -> st.SearchStrategy[list[Odd]]:
    """Return a strategy for lists of values that another program may write into its rows."""
    often = [place for place in log.columns if place[0] in _READ]
    one = st.builds(
        lambda number, place, value, is_new: Odd(number, *place, value, is_new),
        st.integers(0, len(log.others) - 1),
        st.sampled_from(log.columns + 3 * often),
        values(log),
        st.integers(0, 9).map(lambda n: n == 0),
    )
    return st.lists(one, min_size=40, max_size=80)
