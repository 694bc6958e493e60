"""Marks the words of a query in a text, and cuts out the part that contains them."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from unicodedata import normalize

from ..text.base_forms import forms_of
from ..text.words import content_words, is_unspaced
from .index.passage_texts import LONGEST_EXTRACT
from .index.stems import TOKENIZER
from .keywords import Keywords

# The length of an extract: in words, and in characters for scripts without spaces.
_WORDS = 40
_CHARACTERS = 200

# In characters: the part of a text in which matches are marked; a passage has half of it. The
# time of SQLite's functions is quadratic in the number of matches.
_LONGEST = 2_000

_TABLE = f'create virtual table said using fts5(body, tokenize="{TOKENIZER}")'


def marked(text: str, keywords: Keywords, begin: str, end: str, *, whole: bool = True) -> str:
    """Return the text, or an extract of it, with each match between `begin` and `end`.

    SQLite's own `highlight` is used, so all forms of a word that SQLite matches are marked.
    """
    text = normalize("NFC", text)
    text, rest = text[:_LONGEST], text[_LONGEST:] if whole else ""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(_TABLE)
        db.execute("insert into said values (?)", (text,))
        shown = "highlight(said, 0, ?, ?)" if whole else f"snippet(said, 0, ?, ?, '…', {_WORDS})"
        spaced = [word for word in keywords.words if not is_unspaced(word)]
        spaced += [form for word in spaced for form in forms_of(word)]
        spaced += [f"İ{word[1:]}" for word in spaced if word[0] in "iI"]
        found = None
        if spaced:
            match = " OR ".join(f'"{word}"' for word in spaced)
            query = f"select {shown} from said where said match ?"
            found = db.execute(query, (begin, end, match)).fetchone()
    result = str(found[0]) if found else text if whole else _extract(text, keywords)
    return _marked_unspaced(result, keywords, begin, end) + rest


def telling(asked: Keywords) -> Keywords:
    """Return the words that are worth marking: no function words, if there are others."""
    words = tuple(word for word in asked.words if content_words(word))
    return asked._replace(words=words or asked.words)


def extract(text: str, keywords: Keywords, most: int = LONGEST_EXTRACT) -> str:
    """Return the text if it has at most `most` characters, else an extract around the matches."""
    return text if len(text) <= most else marked(text, keywords, "", "", whole=False)


def _extract(text: str, keywords: Keywords) -> str:
    """The text around the first match, or the beginning."""
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
    """The (start, stop) of each match of keywords in scripts without spaces."""
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
