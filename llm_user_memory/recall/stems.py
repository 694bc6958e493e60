"""Words as SQLite's index has them, where all forms of one are one: it is SQLite that is asked."""

import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""How SQLite makes words of a text, and of a word what all of its forms have in common."""

# Words that are remembered with their stems; when there are more, it begins anew.
_REMEMBERED = 200_000

_WORD = re.compile(r"\w+")

_TABLES = f"""
create virtual table given using fts5(word, tokenize="{TOKENIZER}");
create virtual table found using fts5vocab(given, instance);
"""

_own = threading.local()


def words(text: str) -> list[str]:
    """Return the words of a text, as they stand there."""
    return _WORD.findall(text)


def stems(words: Iterable[str]) -> list[str]:
    """Return what SQLite's index has for each of the words, "" if that is nothing."""
    words = list(words)
    known: dict[str, str] = _of_thread().known
    if new := {word for word in words if word not in known}:
        if len(known) + len(new) > _REMEMBERED:
            known.clear()
            new = set(words)
        known.update(_stemmed(sorted(new)))
    return [known[word] for word in words]


def _stemmed(words: list[str]) -> dict[str, str]:
    db: sqlite3.Connection = _of_thread().db
    found = defaultdict(list)
    db.execute("begin")
    db.executemany("insert into given (rowid, word) values (?, ?)", enumerate(words))
    for number, term in db.execute("select doc, term from found order by doc, offset"):
        found[number].append(term)
    db.execute("rollback")
    return {word: " ".join(found[number]) for number, word in enumerate(words)}


def _of_thread() -> threading.local:
    """A database in memory, and what it told; SQLite's are of one thread each."""
    if not hasattr(_own, "db"):
        _own.db = sqlite3.connect(":memory:", isolation_level=None)
        _own.db.executescript(_TABLES)
        _own.known = {}
    return _own
