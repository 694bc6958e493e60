"""Splitting a text into passages, and preparing its words for the index. Pure."""

from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from itertools import pairwise
from unicodedata import normalize

from ...text.base_forms import with_base_forms
from ...text.languages import MONTHS, WEEKDAYS
from ...text.patterns import regex
from ...text.words import spaced

LONGEST = 1000
"""The most characters of a passage. A longer text is split."""

# Where a text is split, the best place first. A piece has at least half of the characters allowed.
_CUTS = ("\n\n", "\n", ". ", "? ", "! ", "。", "; ", ", ", " ")

# A diacritic after a letter, where Unicode has no single character for the two.
_MARK = regex("[\u0300-\u036f]+")


def pieces(text: str, longest: int = LONGEST) -> Iterator[tuple[int, str]]:
    """Return the passages of a text as (offset, passage), without blank ones."""
    start = 0
    while start < len(text):
        end = _cut(text, start, longest)
        piece = text[start:end]
        if stripped := piece.strip():
            yield start + piece.index(stripped[0]), stripped
        start = end


def indexed(text: str) -> str:
    """Return the text in the form that is indexed.

    SQLite's tokenizer takes a run of letters as one word. So in scripts that are written without
    spaces, each letter and each pair of letters is made a word.
    """
    return spaced(_composed(text), lambda run: f" {' '.join(_letters(run))} ")


def in_a_row(phrase: str) -> list[str]:
    """Return the runs of words that stand in the indexed form of a text with this phrase.

    In scripts without spaces the letters of a run stand before its pairs. So what follows such a
    run in the phrase does not follow its letters.
    """
    runs = spaced(_composed(phrase), lambda run: f" {' '.join(run)} \0").split("\0")
    return [run for run in runs if run.strip()]


def day_words(day: str) -> str:
    """Return the words by which a day (YYYY-MM-DD) can be searched for, "" if it is not a day."""
    try:
        given = date.fromisoformat(day)
    except ValueError:
        return ""
    month, weekday = MONTHS[given.month - 1], WEEKDAYS[given.weekday()]
    return f"{day} {weekday} {given.day} {month} {given.year}"


def digest(*texts: str) -> bytes:
    """Return a hash of the texts, in eight bytes."""
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


def _composed(text: str) -> str:
    """The text with letters and accents composed, since Python's `\\w` ends a word at an accent."""
    text = with_base_forms(text)
    text = text.replace("\0", " ")
    # SQLite does not take the Turkish capital for a form of "i".
    return text if text.isascii() else _MARK.sub("", normalize("NFC", text.replace("İ", "I")))


def _letters(run: str) -> Iterator[str]:
    yield from run
    yield from map("".join, pairwise(run))
