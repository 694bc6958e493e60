"""What is indexed of a text: its pieces, and the words that they are found by. Pure."""

from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from itertools import pairwise

from ...text.languages import MONTHS, WEEKDAYS
from ...text.words import spaced

LONGEST = 1000
"""Characters of a passage; a longer text is several."""

# Where a text is cut, the best place first; a piece is never shorter than half.
_CUTS = ("\n\n", "\n", ". ", "? ", "! ", "。", "; ", ", ", " ")


def pieces(text: str, longest: int = LONGEST) -> Iterator[tuple[int, str]]:
    """Return the passages of a text, each with where it begins, none of white space alone."""
    start = 0
    while start < len(text):
        end = _cut(text, start, longest)
        piece = text[start:end]
        if stripped := piece.strip():
            yield start + piece.index(stripped[0]), stripped
        start = end


def indexed(text: str) -> str:
    """Return the text as the index is given it.

    SQLite takes a run of letters for one word. In scripts without spaces each letter, and each
    pair of letters, stands for one.
    """
    return spaced(text.replace("\0", " "), lambda run: f" {' '.join(_letters(run))} ")


def day_words(day: str) -> str:
    """Return the ways to say a day that is given as YYYY-MM-DD, "" for none."""
    try:
        given = date.fromisoformat(day)
    except ValueError:
        return ""
    month, weekday = MONTHS[given.month - 1], WEEKDAYS[given.weekday()]
    return f"{day} {weekday} {given.day} {month} {given.year}"


def digest(*texts: str) -> bytes:
    """Return what tells two passages apart, in eight bytes."""
    joined = "\0".join(texts).encode(errors="replace")
    return blake2b(joined, digest_size=8).digest()


def _cut(text: str, start: int, longest: int) -> int:
    end = start + longest
    if end >= len(text):
        return len(text)
    for mark in _CUTS:
        found = text.rfind(mark, start + longest // 2, end)
        if found >= 0:
            return found + len(mark)
    return end


def _letters(run: str) -> Iterator[str]:
    yield from run
    yield from map("".join, pairwise(run))
