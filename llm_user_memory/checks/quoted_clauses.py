"""Finds the clauses of a turn that hold a quote, and whose words they are. Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ..text.patterns import regex
from ..text.vocabulary import plain
from ..text.vocabulary import subjects as words_for
from .clauses import with_je
from .language import is_german_im
from .matching import count_in, may_be_translated, telling, words_of
from .subjects import compiled

_Item = TypeVar("_Item")


class Clause(NamedTuple):
    """A clause in plain words: the index of its first word in the turn, its sentence's index."""

    words: tuple[str, ...]
    start: int
    sentence: int

    @property
    def text(self) -> str:
        """The words, with a space between them."""
        return " ".join(self.words)


class Quoted(NamedTuple):
    """The clauses that hold a quote, the clauses before them, and the quote's words.

    `every` are all clauses of the turn. `before` are the words of the first clause before the
    quote.
    """

    clauses: tuple[Clause, ...]
    earlier: tuple[Clause, ...]
    every: tuple[Clause, ...]
    before: tuple[str, ...]
    words: tuple[str, ...]
    turn: str

    @property
    def text(self) -> str:
        """The quote's words, with a space between them."""
        return " ".join(self.words)


@lru_cache(maxsize=128)
def quoted_clauses(quote: str, turn: str) -> Quoted | None:
    """Return the clauses of a turn that hold the words of the quote, consecutively; else None."""
    clauses = _clauses_in(with_je(turn))
    text = f" {' '.join(clause.text for clause in clauses)} "
    wanted = plain(with_je(quote))
    at = text.find(f" {wanted} ")
    if not wanted or at < 0:
        return None
    start = text.count(" ", 0, at)
    words = tuple(wanted.split())
    stop = start + len(words)
    own = [one for one in clauses if one.start < stop and start < one.start + len(one.words)]
    before = own[0].words[: start - own[0].start]
    earlier = tuple(one for one in clauses if one.start + len(one.words) <= start)
    return Quoted(tuple(own), earlier, clauses, before, words, turn)


def _clauses_in(turn: str) -> tuple[Clause, ...]:
    clauses: list[Clause] = []
    start = 0
    for number, sentence in enumerate(_SENTENCE.split(turn)):
        for part in _CLAUSE.split(sentence):
            if words := tuple(plain(part).split()):
                clauses.append(Clause(words, start, number))
                start += len(words)
    return tuple(clauses)


_SENTENCE = regex(r"(?<=[.!?؟।])[\"'”’)\]]*\s+|(?<=[。！？])|[\n\r]+|\.\.+")
_CLAUSE = regex(
    r"[,;:()!?¿¡…،、，；。！？：\"«»“”]|\.(?=\s|$)|(?<=\s)[-–—](?=\s)"
    r"|(?=\b(?:but|and|though|although|because|so|aber|und|sondern|weil|pero|y|porque|mais|et|car"
    r"|а|но|и|e|mas|perché|потому что)\b)(?!y (?:était|étais|est|a|avait|ont)\b)|(?=但是|但|不过)",
    re.I,
)


def is_mine(text: str, quoted: Quoted) -> bool:
    """Tell whether plain words of the turn contain "I" or "my". German "im" is "in the"."""
    return says_mine(text, quoted.turn)


def says_mine(said: str, around: str) -> bool:
    """Tell whether plain words contain "I" or "my"; `around` is the text that they stand in."""
    return any(
        match[0] != "im" or not is_german_im(said, match.start(), around)
        for match in compiled(words_for.MINE).finditer(said)
    )


def closest(fact: str, quoted: Quoted, turn: str) -> list[Clause]:
    """Return the clauses of the quote that have most of the fact's words."""
    across = may_be_translated(fact, turn)
    scores = [
        count_in(telling(fact), words_of(clause.text), across=across) for clause in quoted.clauses
    ]
    return highest(quoted.clauses, scores)


def highest(items: Sequence[_Item], scores: Sequence[int]) -> list[_Item]:
    """Return the items with the highest score."""
    best = max(scores, default=0)
    return [item for item, score in zip(items, scores, strict=True) if score == best]
