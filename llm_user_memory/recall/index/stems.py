"""Stems of words, computed by SQLite itself so that they equal those in its index."""

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Collection

from ...text.patterns import regex

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""SQLite's tokenizer of the index: words are split, stripped of diacritics, and stemmed."""

_WORD = regex(r"\w+")

_TABLES = f"""
create virtual table given using fts5(word, tokenize="{TOKENIZER}");
create virtual table found using fts5vocab(given, instance);
"""

_thread_local = threading.local()


def words(text: str) -> list[str]:
    """Return the words of a text, unchanged."""
    return _WORD.findall(text)


def stems(words: Collection[str]) -> dict[str, str]:
    """Return the stem of each word, "" if SQLite's tokenizer finds no word in it."""
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
    """This thread's database in memory; SQLite connections must not be shared by threads."""
    if not hasattr(_thread_local, "db"):
        _thread_local.db = sqlite3.connect(":memory:", isolation_level=None)
        # SQLite cuts a very long word, perhaps within a character.
        _thread_local.db.text_factory = lambda term: term.decode(errors="ignore")
        _thread_local.db.executescript(_TABLES)
    db: sqlite3.Connection = _thread_local.db
    return db
