"""A logs.db for tests: LLM creates the schema; rows like LLM's are written with SQL."""

import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from support.session_folder import session_folder

from llm_user_memory import logs
from llm_user_memory.store import consent, seals
from llm_user_memory.store.consent import Consent

FIXTURES = Path(__file__).parents[1] / "fixtures"
ON = '<user_memory learning="on"/>'
OFF = '<user_memory learning="off"/>'
START = 1_750_000_000.0
"""A moment in the summer of 2025, as the base of times in tests."""


_TABLES = (
    "threads",
    "messages",
    "parts",
    "turns",
    "fragments",
    "turn_fragments",
    "turn_search",
)


def sealed(db: sqlite3.Connection, at: float = 0.0) -> str:
    """Return the marker of a prompt that is learned from, made with this state.db now or `at`."""
    said = consent.marker(Consent()).removesuffix("/>")
    day = time.strftime("%Y%m%d", time.gmtime(at or time.time()))
    return f'{said} seal="{seals.of(seals.key(db), said, day)}"/>'


class Log:
    """A logs.db with the schema of the installed llm."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.minted = 0
        shutil.copy(empty_log(), path)

    def say(
        self,
        prompt: str,
        at: float,
        *,
        thread: str = "",
        markers: Sequence[str] = (ON,),
        response: str = "ok",
        lasts: float = 0.0,
        model: str = "echo",
        source: str = logs.SOURCE,
    ) -> str:
        """Log one turn that began at `at`; return its id."""
        turn_id = self.mint(at)
        thread = thread or turn_id
        with self.opened() as db:
            db.execute("insert or ignore into threads (id) values (?)", (thread,))
            db.execute(
                "insert into turns (id, thread_id, model, duration_ms, parent_message_hash) "
                "values (?, ?, ?, ?, ?)",
                (turn_id, thread, model, int(lasts * 1000), f"m-{turn_id}"),
            )
            db.execute("insert into messages (hash, role) values (?, 'user')", (f"m-{turn_id}",))
            db.execute(
                "insert into parts (message_hash, position, type, text) values (?, 0, 'text', ?)",
                (f"m-{turn_id}", prompt),
            )
            db.execute(
                "insert into turn_search (turn_id, prompt, response) values (?, ?, ?)",
                (turn_id, prompt, response),
            )
            for order, marker in enumerate(markers):
                db.execute(
                    "insert or ignore into fragments (hash, content, source) values (?, ?, ?)",
                    (marker, marker, source),
                )
                db.execute(
                    'insert into turn_fragments (turn_id, fragment_id, "order", kind) '
                    "select ?, id, ?, 'prompt' from fragments where hash = ?",
                    (turn_id, order, marker),
                )
        db.close()
        return turn_id

    def mint(self, at: float) -> str:
        """Return a new id as LLM makes it at that moment."""
        self.minted += 1
        return f"{logs.id_floor(at)[:10]}{self.minted:016d}"

    def opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=5)
        db.execute("pragma synchronous = off")  # no test needs the log after a power loss
        return db

    def run(self, *statements: str) -> None:
        """Run and commit each statement."""
        db = self.opened()
        for statement in statements:
            db.execute(statement)
            db.commit()
        db.close()

    def ids(self) -> list[str]:
        """Return the ids of all turns, in the order of their rows."""
        db = self.opened()
        found = [row[0] for row in db.execute("select id from turns order by rowid")]
        db.close()
        return found

    def rebuild(self) -> None:
        """Write the database anew from a dump, so that all rows get new rowids."""
        db = self.opened()
        rows = {
            table: db.execute(f"select * from {table} order by rowid").fetchall()
            for table in _TABLES
        }
        db.close()
        shutil.copy(empty_log(), self.path)
        db = self.opened()
        for table, values in rows.items():
            for row in values:
                marks = ",".join("?" * len(row))
                db.execute(f"insert into {table} values ({marks})", row)
        db.commit()
        db.close()


def turns_of(path: Path) -> list[logs.Turn]:
    """Return all turns of a log; on a busy machine this takes several batches."""
    found: list[logs.Turn] = []
    position, is_last = logs.Position(), False
    while not is_last:
        batch = logs.turns_after(path, position)
        assert batch is not None
        found += batch.turns
        position, is_last = batch.reached, batch.is_last
    return found


@cache
def empty_log() -> Path:
    """Return an empty logs.db, to copy: LLM takes a third of a second to create one."""
    path = session_folder() / "logs.db"
    code = (
        "import json, sys, sqlite_utils; from llm.migrations import migrate; "
        "migrate(sqlite_utils.Database(json.loads(sys.argv[1])))"
    )
    subprocess.run([sys.executable, "-c", code, json.dumps(str(path))], check=True)
    return path
