"""The words of a passage encoded as one character each, so that `str.count` counts them.

SQLite finds candidates by the rarer words of a query. The candidates are then scored with BM25 by
all of its words, alone and with their neighbours. That reads a few hundred of these encodings;
letting SQLite score common words would take a microsecond for each passage that contains them.

The character is a 16-bit hash of the word's stem. Collisions make about one passage in some
hundreds seem to contain a word that it does not.
"""

import math
import zlib
from codecs import utf_16_le_decode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress, repeat
from operator import contains

from .stems import stems, words

# The range of characters used: 0x100 to just below the surrogates.
_FIRST, _LETTERS = 0x100, 0xD600

# About how many words are cached, as stemming one is slow.
_MAX_CACHED = 200_000
_letter_cache: dict[str, str] = {}

# BM25 as SQLite has it.
_K1, _B = 1.2, 0.75


def encode(text: str) -> bytes:
    """Return the encoded words of a text that `chunks.indexed` made.

    SQLite takes "user_name" for two words, so it is encoded as one word and as these two.
    """
    found = letters(text)
    if "_" in text:
        joined = [word for word in words(text) if "_" in word.strip("_")]
        found += letters(" ".join(joined).replace("_", " "))
    return "".join(found).encode("utf-16-le")


def prepare(texts: Iterable[str]) -> None:
    """Cache the characters of the words of several texts that are to be encoded.

    SQLite takes about as long to stem all words as to stem those of one text.
    """
    letters(" ".join(texts))


def decode(packed: bytes) -> str:
    """Return the characters of an encoded text."""
    return utf_16_le_decode(packed)[0]  # `packed.decode` would import the codec


def letters(text: str) -> list[str]:
    """Return the character of each word of a text; all forms of a word share it."""
    return letters_of(words(text.lower()), stems, _letter_cache, _MAX_CACHED)


def letters_of(
    given: Sequence[str],
    stems_of: Callable[[Collection[str]], Mapping[str, str]],
    cache: dict[str, str],
    most: int,
) -> list[str]:
    """Return the character of each word: that of its stem.

    `stems_of` is asked for the stems of words that are not in `cache`, to which their characters
    are added unless it has `most`.
    """
    try:
        return [cache[word] for word in given]
    except KeyError:
        new = set(given).difference(cache)
    found = {word: _letter_of(stem) for word, stem in stems_of(new).items()}
    if len(cache) < most:
        cache.update(found)
    return [found.get(word) or cache[word] for word in given]


def _letter_of(stem: str) -> str:
    """The character that stands for a stem."""
    return chr(_FIRST + zlib.crc32(stem.encode(errors="replace")) % _LETTERS)


def weights(
    shares: Mapping[str, float], letters_of: Callable[[str], Sequence[str]] = letters
) -> dict[str, float]:
    """Return the weight of each character, given the share of passages that contain each word."""
    if letters_of is letters:
        letters(" ".join(shares))  # SQLite takes about as long for all words as for one
    found: dict[str, float] = {}
    for word, share in shares.items():
        for letter in letters_of(word):
            found[letter] = max(-math.log(share), found.get(letter, 0.0))
    return found


def bm25_scores(bags: Sequence[str], weights: Mapping[str, float]) -> list[float]:
    """Return the BM25 score of each bag, as a share (0 to 1) of the highest possible one.

    `weights` are those of the characters that are searched for.
    """
    lengths = list(map(len, bags))
    average = sum(lengths) / max(len(lengths), 1) or 1.0
    best = sum(weights.values()) * (_K1 + 1) or 1.0
    slowness = [_K1 * (1 - _B + _B * length / average) for length in lengths]
    scores = [0.0] * len(bags)
    for letter, weight in weights.items():
        # Python finds a character much faster than it counts one, and few bags have it.
        for place in compress(range(len(bags)), map(contains, bags, repeat(letter))):
            number = bags[place].count(letter)
            scores[place] += weight * number * (_K1 + 1) / (number + slowness[place])
    return [score / best for score in scores]
