"""What was forgotten, as fingerprints: enough to know it again, not to tell it. Pure.

A fingerprint is made of a fact's meaning (its content words, whatever their order and form,
and whether they are negated), of a quote's words, or of a turn's id, with a salt that never
leaves the machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from .words import content_words, fold, is_negated, sentences, stem

# How far apart, in words, those of a short forgotten fact may stand in a longer one, and how
# many others may stand between those of a long one: more would take seconds.
_SHORT = 4
_REACH = 12
_OTHERS = 2


class Forgotten(NamedTuple):
    """The fingerprints on record, each with the moment of its forgetting.

    `sizes` are the numbers of words in the forgotten facts.
    """

    salt: bytes = b""
    moments: Mapping[bytes, float] = MappingProxyType({})
    sizes: frozenset[int] = frozenset()

    def fact(self, fact: str) -> bool:
        """Tell whether just this fact was forgotten."""
        return bool(self.moments) and of_fact(self.salt, fact) in self.moments

    def turn(self, turn_id: str) -> bool:
        """Tell whether a fact from this turn was forgotten."""
        return bool(self.moments) and of_turn(self.salt, turn_id) in self.moments

    def since(self, fact: str, quote: str) -> float | None:
        """Return when what the fact says, or the quote, was last forgotten; None if never."""
        if not self.moments:
            return None
        prints = [of_quote(self.salt, quote), of_fact(self.salt, fact), *self._said_by(fact)]
        return max((self.moments[mark] for mark in prints if mark in self.moments), default=None)

    def _said_by(self, fact: str) -> Iterator[bytes]:
        """The fingerprints of everything that the fact says, more than it alone among it."""
        stems = [stem(word) for word in content_words(fact)]
        negated = is_negated(fact)
        for size in self.sizes:
            for words in _choices(stems, size):
                yield _of_meaning(self.salt, words, negated)


def says(forgotten: Forgotten, text: str) -> bool:
    """Tell whether a text says what was forgotten, wherever its lines are broken."""
    if not forgotten.moments:
        return False
    said = dict.fromkeys([*sentences(text), *sentences(" ".join(text.split()))])
    return any(forgotten.since(sentence, sentence) is not None for sentence in said)


def of_fact(salt: bytes, fact: str) -> bytes:
    """Return the fingerprint of what the fact says."""
    return _of_meaning(salt, sorted(meaning(fact)) or [fold(fact)], is_negated(fact))


def of_quote(salt: bytes, quote: str) -> bytes:
    """Return the fingerprint of the quote's words."""
    return _print(salt, "quote", fold(quote))


def of_turn(salt: bytes, turn_id: str) -> bytes:
    """Return the fingerprint of the turn."""
    return _print(salt, "turn", turn_id)


def meaning(fact: str) -> frozenset[str]:
    """Return the stems of the fact's content words."""
    return frozenset(stem(word) for word in content_words(fact))


def _choices(stems: Sequence[str], size: int) -> Iterator[list[str]]:
    """So many different words that stand near each other, in every way, sorted."""
    reach = _REACH if size <= _SHORT else size + _OTHERS
    for last, word in enumerate(stems):
        near = {other for other in stems[max(0, last - reach + 1) : last] if other != word}
        for others in combinations(sorted(near), size - 1):
            yield sorted((word, *others))


def _of_meaning(salt: bytes, words: Iterable[str], negated: bool) -> bytes:
    return _print(salt, "not" if negated else "fact", " ".join(words))


def _print(salt: bytes, kind: str, text: str) -> bytes:
    return blake2b(f"{kind}:{text}".encode(errors="replace"), key=salt, digest_size=16).digest()
