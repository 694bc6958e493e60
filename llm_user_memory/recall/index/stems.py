"""Words as SQLite's index has them, where all forms of one are one: it is SQLite that is asked."""

import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Collection

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""How SQLite makes words of a text, and of a word what all of its forms have in common."""

_WORD = re.compile(r"\w+")

_TABLES = f"""
create virtual table given using fts5(word, tokenize="{TOKENIZER}");
create virtual table found using fts5vocab(given, instance);
"""

_thread_local = threading.local()


def words(text: str) -> list[str]:
    """Return the words of a text, as they stand there."""
    return _WORD.findall(text)


def stems(words: Collection[str]) -> dict[str, str]:
    """Return what SQLite's index has for each of the words, "" if that is nothing."""
    db = _connection()
    found = defaultdict(list)
    db.execute("begin")
    try:
        db.executemany("insert into given (rowid, word) values (?, ?)", enumerate(words))
        for number, term in db.execute("select doc, term from found order by doc, offset"):
            found[number].append(term)
    finally:
        db.execute("rollback")
    return {word: " ".join(found[number]) for number, word in enumerate(words)}


def _connection() -> sqlite3.Connection:
    """A database in memory; one of SQLite's is of one thread."""
    if not hasattr(_thread_local, "db"):
        _thread_local.db = sqlite3.connect(":memory:", isolation_level=None)
        _thread_local.db.executescript(_TABLES)
    db: sqlite3.Connection = _thread_local.db
    return db
