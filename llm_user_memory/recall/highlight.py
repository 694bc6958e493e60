"""Where a text says what was looked for, shown by marks around it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

from ..text.words import is_unspaced
from .index.stems import TOKENIZER
from .keywords import Keywords

# Words of an extract, and characters of one in a script without spaces.
_WORDS = 40
_CHARACTERS = 200

_TABLE = f'create virtual table said using fts5(body, tokenize="{TOKENIZER}")'


def marked(text: str, keywords: Keywords, begin: str, end: str, *, whole: bool = True) -> str:
    """Return the text, or an extract of it, with what was looked for between `begin` and `end`.

    SQLite marks what SQLite found: any form of a word.
    """
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(_TABLE)
        db.execute("insert into said values (?)", (text,))
        shown = "highlight(said, 0, ?, ?)" if whole else f"snippet(said, 0, ?, ?, '…', {_WORDS})"
        spaced = [word for word in keywords.words if not is_unspaced(word)]
        found = None
        if spaced:
            match = " OR ".join(f'"{word}"' for word in spaced)
            query = f"select {shown} from said where said match ?"
            found = db.execute(query, (begin, end, match)).fetchone()
    result = str(found[0]) if found else text if whole else _extract(text, keywords)
    return _marked_unspaced(result, keywords, begin, end)


def extract(text: str, keywords: Keywords, most: int = 400) -> str:
    """Return the text if it is at most so long, else the part of it that says what is wanted."""
    return text if len(text) <= most else marked(text, keywords, "", "", whole=False)


def _extract(text: str, keywords: Keywords) -> str:
    """The beginning, or what is around the first of what was looked for."""
    start = max(0, next(_unspaced(text, keywords), (0, 0))[0] - _CHARACTERS // 4)
    end = start + _CHARACTERS
    return "…" * (start > 0) + text[start:end] + "…" * (end < len(text))


def _marked_unspaced(text: str, keywords: Keywords, begin: str, end: str) -> str:
    result, last = "", 0
    for start, stop in _unspaced(text, keywords):
        result += f"{text[last:start]}{begin}{text[start:stop]}{end}"
        last = stop
    return result + text[last:]


def _unspaced(text: str, keywords: Keywords) -> Iterator[tuple[int, int]]:
    """Where the text holds, in a script without spaces, letters that were looked for in a row."""
    letters = {word for word in keywords.words if is_unspaced(word)}
    looked_for = {word for word in letters if len(word) > 1} or letters
    covered: set[int] = set()
    for word in looked_for:
        for match in re.finditer(f"(?={re.escape(word)})", text):
            covered |= set(range(match.start(), match.start() + len(word)))
    for place in sorted(covered):
        if place - 1 not in covered:
            stop = place
            while stop in covered:
                stop += 1
            yield place, stop
