"""Fingerprints of forgotten facts: keyed hashes that recognize them without revealing them. Pure.

A fingerprint is the hash of a fact's meaning (its content words in any order and form, and
whether it is negated), of a quote's words, or of a turn's id. The key is a salt that never
leaves the machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from .patterns import regex
from .words import content_words, fold, is_negated, root, sentences, stem

# Limits for finding the words of a forgotten fact in a longer fact. Those of a short one must
# stand within _REACH words, and between those of a long one only _OTHERS other words may stand.
# Without these limits the search would take seconds.
_SHORT = 4
_REACH = 12
_OTHERS = 2

_CLAUSE_END = regex(r"[,;:()]\s+")
_SHORT_CLAUSE = 2

# Words that only English sentences have. "Of" is Dutch for "or".
_ENGLISH = frozenset("the my and with at for you this i'm i've don't doesn't".split())


class Forgotten(NamedTuple):
    """The recorded fingerprints.

    `moments` maps each to when it was forgotten, in seconds since 1970. `sizes` are the numbers of
    content words of the forgotten facts.
    """

    salt: bytes = b""
    moments: Mapping[bytes, float] = MappingProxyType({})
    sizes: frozenset[int] = frozenset()

    def fact(self, fact: str) -> bool:
        """Tell whether exactly this fact was forgotten."""
        return bool(self.moments) and not self.moments.keys().isdisjoint(self._whole(fact))

    def turn(self, turn_id: str) -> bool:
        """Tell whether a fact from this turn was forgotten."""
        return bool(self.moments) and of_turn(self.salt, turn_id) in self.moments

    def since(self, fact: str, quote: str) -> float | None:
        """Return when the quote, or a part of the fact, was last forgotten; None if never.

        The time is in seconds since 1970.
        """
        if not self.moments:
            return None
        prints = [of_quote(self.salt, quote), *self._whole(fact), *self._parts(fact)]
        return max((self.moments[one] for one in prints if one in self.moments), default=None)

    def joined(self, other: "Forgotten") -> "Forgotten":
        """Return the fingerprints of both, which have the same salt; the later moments count."""
        if not (self.moments and other.moments):
            return self if self.moments else other
        moments = dict(self.moments)
        for mark, moment in other.moments.items():
            moments[mark] = max(moment, moments.get(mark, moment))
        return Forgotten(self.salt, moments, self.sizes | other.sizes)

    def like(self, fact: str) -> bool:
        """Tell whether the fact may be a forgotten one in other words or another language."""
        prints = (_of_sense(self.salt, fact, negated) for negated in _negations(fact))
        return bool(self.moments) and not self.moments.keys().isdisjoint(prints)

    def _whole(self, fact: str) -> Iterator[bytes]:
        """The fingerprints under which the whole fact may have been recorded."""
        return (_of_fact(self.salt, fact, negated) for negated in _negations(fact))

    def _parts(self, fact: str) -> Iterator[bytes]:
        """The fingerprints of all groups of words in the fact that may be a forgotten fact."""
        from .nouns_of_verbs import with_verbs  # few commands compare what was said

        fact = with_verbs(fact)
        words = content_words(fact)
        stems, roots = [stem(word) for word in words], [root(word) for word in words]
        lemmas = _lemmas(fact)
        for negated in _negations(fact):
            begun = _begun(self.salt, _kind(negated))
            for size in self.sizes:
                yield from _of_groups(begun, stems, size)
                if roots != stems:
                    yield from _of_groups(begun, roots, size)
                if lemmas and lemmas != roots:
                    yield from _of_groups(begun, lemmas, size)


def says(forgotten: Forgotten, text: str) -> bool:
    """Tell whether a sentence of the text contains a forgotten fact; it may run over several lines.

    It is true too if the whole text is the quote of a forgotten fact.
    """
    return any(True for _ in _moments(forgotten, text))


def is_turn_forgotten(forgotten: Forgotten, turn_id: str, text: str, said_at: float) -> bool:
    """Tell whether a fact from a turn was forgotten, or one that its text contains since then.

    `text` is what was said, and `said_at` when, in seconds since 1970.
    """
    return forgotten.turn(turn_id) or says_since(forgotten, text, said_at)


def says_since(forgotten: Forgotten, text: str, said_at: float) -> bool:
    """Tell whether a sentence of the text contains a fact that was forgotten after `said_at`."""
    return any(said_at <= moment for moment in _moments(forgotten, text))


def _moments(forgotten: Forgotten, text: str) -> Iterator[float]:
    """When the facts that a text contains were forgotten."""
    if not forgotten.moments:
        return
    if fold(text) and (whole := of_quote(forgotten.salt, text)) in forgotten.moments:
        yield forgotten.moments[whole]
    for sentence in dict.fromkeys([*sentences(text), *sentences(" ".join(text.split()))]):
        for part in [sentence, *_clauses(sentence)]:
            if (since := forgotten.since(part, part)) is not None:
                yield since


def _clauses(sentence: str) -> list[str]:
    """The clauses of a negated sentence: "As you keep bees, do not mow" says "Keeps bees".

    One or two words behind the first clause may be under its "not": "neither tea, coffee, nor ...".
    """
    if not is_negated(sentence):
        return []
    first, *others = _CLAUSE_END.split(sentence)
    return [first, *(clause for clause in others if len(clause.split()) > _SHORT_CLAUSE)]


def of_facts(salt: bytes, facts: Iterable[str], quotes: Iterable[str] = ()) -> Forgotten:
    """Return the fingerprints of facts and quotes, for `says` to tell whether a text says one."""
    sizes = {mark: size for fact in facts for mark, size in of_forms(salt, fact).items()}
    moments = dict.fromkeys([*sizes, *(of_quote(salt, quote) for quote in quotes if quote)], 0.0)
    return Forgotten(salt, moments, frozenset(size for size in sizes.values() if size))


def of_fact(salt: bytes, fact: str) -> bytes:
    """Return the fingerprint of the fact's meaning."""
    return _of_fact(salt, fact, is_negated(fact))


def of_forms(salt: bytes, fact: str) -> dict[bytes, int]:
    """Return the fingerprints by which a forgotten fact is found in texts, with their sizes.

    A size is the number of content words. The first fingerprint is `of_fact`; the second has the
    roots of the words, so that "I play the lute" says "Plays the lute", and the third their
    `verb_forms`, for other languages: in the second person, too, as models tell the users.
    """
    found = {of_fact(salt, fact): len(meaning(fact))}
    for words in (roots(fact), frozenset(_lemmas(fact))):
        if words:
            found.setdefault(_of_meaning(salt, sorted(words), is_negated(fact)), len(words))
    return found


def of_sense(salt: bytes, fact: str) -> bytes:
    """Return the fingerprint of the fact's meaning, by the tables of `vocabulary`."""
    return _of_sense(salt, fact, is_negated(fact))


def of_quote(salt: bytes, quote: str) -> bytes:
    """Return the fingerprint of the quote's words."""
    return _print(salt, "quote", fold(quote))


def of_turn(salt: bytes, turn_id: str) -> bytes:
    """Return the fingerprint of the turn's id."""
    return _print(salt, "turn", turn_id)


def meaning(fact: str) -> frozenset[str]:
    """Return the stems of the fact's content words."""
    return frozenset(stem(word) for word in content_words(fact))


def roots(fact: str) -> frozenset[str]:
    """Return the roots of the fact's content words."""
    return frozenset(root(word) for word in content_words(fact))


def _lemmas(text: str) -> list[str]:
    """The `verb_forms` of a text's content words; [] if it is English, whose forms `root` knows."""
    if not _ENGLISH.isdisjoint(text.lower().split()):
        return []
    from . import verb_forms  # few texts of a prompt in English need the table

    return verb_forms.lemmas(text)


def _of_groups(begun: blake2b, stems: Sequence[str], size: int) -> Iterator[bytes]:
    """The fingerprints of all groups of `size` different words that stand near each other.

    Each is the hash of the group's words in sorted order, as `_of_meaning` computes it. Common
    prefixes are hashed once, since a passage may have ten thousand groups.
    """
    reach = _REACH if size <= _SHORT else size + _OTHERS
    for last, word in enumerate(stems):
        near = sorted({other for other in stems[max(0, last - reach + 1) : last] if other != word})
        before = [_encoded(f"{other} ") for other in near if other < word]
        after = [_encoded(f" {other}") for other in near if other > word]
        others = size - 1
        for number in range(max(0, others - len(after)), min(len(before), others) + 1):
            for first in combinations(before, number):
                half = begun.copy()
                half.update(b"".join(first) + _encoded(word))
                for second in combinations(after, others - number):
                    whole = half.copy()
                    whole.update(b"".join(second))
                    yield whole.digest()


def _negations(fact: str) -> Sequence[bool]:
    """Whether the fact may be recorded as negated: both values if it has a Portuguese "no".

    An earlier version took that "no", which means "in the", for a negation.
    """
    negated = is_negated(fact)
    return [negated] if negated or "no" not in fold(fact).split() else [False, True]


def _of_fact(salt: bytes, fact: str, negated: bool) -> bytes:
    return _of_meaning(salt, sorted(meaning(fact)) or [fold(fact)], negated)


def _of_sense(salt: bytes, fact: str, negated: bool) -> bytes:
    from . import vocabulary  # few uses of fingerprints need the tables

    said = " ".join(sorted(vocabulary.senses(fact))) or fold(fact)
    return _print(salt, "not like" if negated else "like", said)


def _of_meaning(salt: bytes, words: Iterable[str], negated: bool) -> bytes:
    return _print(salt, _kind(negated), " ".join(words))


def _kind(negated: bool) -> str:
    return "not" if negated else "fact"


def _print(salt: bytes, kind: str, text: str) -> bytes:
    whole = _begun(salt, kind)
    whole.update(_encoded(text))
    return whole.digest()


def _begun(salt: bytes, kind: str) -> blake2b:
    return blake2b(_encoded(f"{kind}:"), key=salt, digest_size=16)


def _encoded(text: str) -> bytes:
    return text.encode(errors="replace")
