"""The words of a passage, each as one letter, so that any of them is counted at once.

SQLite finds passages by their rarer words. How well they fit, alone and with those around them,
is told from all the words of the question, and for that a few hundred bags are looked into: to
let SQLite weigh a common word takes it a microsecond for each passage that holds it.

Two bytes for each word do not tell all words apart: one passage in some hundreds seems to hold
a word that it does not.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .stems import stems, words

# Of the letters below the surrogates.
_FIRST, _LETTERS = 0x100, 0xD600

# Words whose letters are remembered, about: to ask for one takes long.
_MAX_CACHED = 200_000
_letter_cache: dict[str, str] = {}

# BM25 as SQLite has it.
_K1, _B = 1.2, 0.75


class WordCounts(NamedTuple):
    """Of a passage how many words it has, and how often those that are looked for."""

    length: int
    times: Mapping[str, int]


def encode(text: str) -> bytes:
    """Return the words of a text as `indexed` gives it."""
    return "".join(_letters(text)).encode("utf-16-le")


def decode(packed: bytes) -> str:
    """Return a bag as it is counted in."""
    return packed.decode("utf-16-le")


def weights(shares: Mapping[str, float]) -> dict[str, float]:
    """Return, by letter, how much words weigh that are in such shares of all there is."""
    found: dict[str, float] = {}
    for word, share in shares.items():
        for letter in _letters(word):
            found[letter] = max(-math.log(share), found.get(letter, 0.0))
    return found


def count_words(words: str, weights: Mapping[str, float]) -> WordCounts:
    """Return how many words of a bag there are, and how often those that weigh something."""
    return WordCounts(
        len(words), {letter: words.count(letter) for letter in weights if letter in words}
    )


def bm25_scores(
    windows: Sequence[Sequence[WordCounts]], weights: Mapping[str, float]
) -> list[float]:
    """Return how well each fits what is asked, from 0 to 1: its share of the best there can be.

    `windows` are bags that belong together, `weights` those of letters. It is BM25.
    """
    lengths = [sum(each.length for each in window) for window in windows]
    average = sum(lengths) / max(len(lengths), 1) or 1.0
    best = sum(weights.values()) * (_K1 + 1) or 1.0
    scores = []
    for window, length in zip(windows, lengths, strict=True):
        slowness = _K1 * (1 - _B + _B * length / average)
        times = dict(window[0].times)
        for each in window[1:]:
            for letter, number in each.times.items():
                times[letter] = times.get(letter, 0) + number
        score = sum(weights[letter] * n * (_K1 + 1) / (n + slowness) for letter, n in times.items())
        scores.append(score / best)
    return scores


def _letters(text: str) -> list[str]:
    """What stands for each word, and for its other forms."""
    given = words(text.lower())
    found = {}
    if new := set(given).difference(_letter_cache):
        for word, stem in stems(new).items():
            place = zlib.crc32(stem.encode(errors="replace")) % _LETTERS
            found[word] = chr(_FIRST + place)
        if len(_letter_cache) < _MAX_CACHED:
            _letter_cache.update(found)
    return [found.get(word) or _letter_cache[word] for word in given]
