"""Fingerprints of forgotten facts: keyed hashes that recognize them without revealing them. Pure.

A fingerprint is the hash of a fact's meaning (its content words in any order and form, and
whether it is negated), of a quote's words, or of a turn's id. The key is a salt that never
leaves the machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from hashlib import blake2b
from itertools import chain, combinations
from types import MappingProxyType
from typing import NamedTuple

from .patterns import regex
from .words import content_words, fold, is_negated, negations_in, root, sentences, stem

# Limits for finding the words of a forgotten fact in a longer fact. Those of a short one must
# stand within _REACH words, and between those of a long one only _OTHERS other words may stand.
# Without these limits the search would take seconds.
_SHORT = 4
_REACH = 12
_OTHERS = 2

# Abbreviations with more than three letters: the dot behind one does not end a sentence.
_ABBREVIATIONS = frozenset(
    """
    appt approx assoc avda blvd calif capt corp ctra depto dept dipl dott evtl geom gral hptm inkl
    intl mass mlle penn prof sept srta tech univ verh акад корп обл просп проф
    """.split()
)
# Where a clause ends, and with it what a negation denies.
_CLAUSE_END = regex("[,;:.()]")
_AND = frozenset("and but und aber sondern y pero et mais e ma mas en maar ale и но".split())

UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
"""Signs within a word that nobody sees: soft hyphens, spaces and joiners without width, marks."""


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
        prints = [of_quote(self.salt, quote), *self._whole(fact)]
        groups = self._groups(fact, dict.fromkeys(_negations(fact), self.sizes))
        if is_negated(fact):
            groups = chain(groups, self._groups(_affirmed(fact), {False: self.sizes}))
        return max(self._known(chain(prints, groups)), default=None)

    def said(self, sentence: str) -> Iterator[float]:
        """Return when each fact was forgotten that may stand in a sentence.

        A negation may belong to any part of the sentence ("I take it, but not at night"), so the
        facts without one are among them, unless the sentence is nothing but the denial of one.
        """
        wanted = dict.fromkeys(_negations(sentence), self.sizes)
        if is_negated(sentence):
            whole = len(content_words(sentence))
            wanted[False] = frozenset(size for size in self.sizes if size < whole)
        return self._known(self._groups(sentence, wanted))

    def _known(self, prints: Iterable[bytes]) -> Iterator[float]:
        """The moments of those of the fingerprints that are recorded."""
        return map(self.moments.__getitem__, filter(self.moments.__contains__, prints))

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

    def _groups(self, text: str, wanted: Mapping[bool, Set[int]]) -> Iterator[bytes]:
        """The fingerprints of all groups of words in the text that may be a forgotten fact.

        `wanted` has the sizes of the groups, for facts with a negation and for those without one.
        """
        from .nouns_of_verbs import with_verbs  # most commands compare no texts

        forms = _forms(with_verbs(text)) if any(wanted.values()) else []
        return chain.from_iterable(
            _of_groups(_begun(self.salt, _kind(negated)), words, size, known)
            for negated, sizes in wanted.items()
            for words, known in zip(forms, [[], *forms], strict=False)
            for size in sizes
        )


def says(forgotten: Forgotten, text: str, *, is_fact: bool = False) -> bool:
    """Tell whether a sentence of the text contains a forgotten fact; it may run over several lines.

    It is true too if the whole text is the quote of a forgotten fact. With `is_fact` its lines are
    facts, and plain in what they deny: "Does not eat red meat" does not say "Eats meat".
    """
    if is_fact:
        return any(forgotten.since(line, line) is not None for line in text.splitlines())
    return any(True for _ in _moments(forgotten, text))


def is_turn_forgotten(forgotten: Forgotten, turn_id: str, text: str, said_at: float) -> bool:
    """Tell whether a fact from a turn was forgotten, or one that its text contains since then.

    `text` is what was said, and `said_at` when, in seconds since 1970.
    """
    return forgotten.turn(turn_id) or says_since(forgotten, text, said_at)


def says_since(forgotten: Forgotten, text: str, said_at: float) -> bool:
    """Tell whether a sentence of the text contains a fact that was forgotten after `said_at`."""
    if not any(said_at <= moment for moment in forgotten.moments.values()):
        return False  # to compare the words takes long
    return any(said_at <= moment for moment in _moments(forgotten, text))


def _moments(forgotten: Forgotten, text: str) -> Iterator[float]:
    """When the facts that a text contains were forgotten."""
    if not forgotten.moments:
        return
    for shown in dict.fromkeys([text, text if text.isascii() else text.translate(UNSEEN)]):
        joined = " ".join(shown.split())
        whole = unbroken(joined)
        for part in dict.fromkeys([shown, *sentences(shown), *sentences(joined), *whole]):
            if fold(part):
                prints = [of_quote(forgotten.salt, part), *forgotten._whole(part)]
                yield from forgotten._known(prints)
        for sentence in dict.fromkeys(whole):
            yield from forgotten.said(sentence)


def unbroken(text: str) -> list[str]:
    """Return the sentences of a text, in one where a dot may be that of an abbreviation."""
    found: list[list[str]] = []
    for part in sentences(text):
        if found and _is_abbreviated(found[-1][-1], part):
            found[-1].append(part)
        else:
            found.append([part])
    return [" ".join(parts) for parts in found]


def _is_abbreviated(part: str, following: str) -> bool:
    """Tell whether the dot at the end of a part may be that of "St.", "3." or "z. B."."""
    last = part.rsplit(maxsplit=1)[-1].rstrip("\"'”’)]")
    if not last.endswith("."):
        return False
    word = last.strip("\"'“„(.").rpartition("-")[2]
    if len(word) <= 3:
        return len(word) == 1 or bool(content_words(word))
    if "." in word or following[0].isdigit() or (word[0].isupper() and following[0].islower()):
        return True
    return word.casefold() in _ABBREVIATIONS


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
    parts = unbroken(fact)
    for part in parts if len(parts) > 1 else ():
        if len(said := meaning(part)) > 1:
            found.setdefault(_of_meaning(salt, sorted(said), is_negated(part)), len(said))
    for part in (fact, *parts):
        for words in map(frozenset, _forms(part)):
            if len(words) > (part != fact):
                found.setdefault(_of_meaning(salt, sorted(words), is_negated(part)), len(words))
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


def _forms(text: str) -> list[list[str]]:
    """The content words of a text in each form that is compared: stems, roots, `verb_forms`.

    The last are of all texts, as a sentence in German may have an English name in it.
    """
    from . import verb_forms  # most commands compare no texts

    words = content_words(text)
    forms = ([stem(word) for word in words], [root(word) for word in words])
    return [list(form) for form in dict.fromkeys(map(tuple, (*forms, verb_forms.lemmas(text))))]


def _affirmed(fact: str) -> str:
    """The words of a fact without those from a negation on to the end of its clause.

    "Takes it, but not at night" says "Takes it", and "Does not eat meat" does not say "Eats meat".
    """
    negations = {word for word, _at in negations_in(fold(fact))}
    left = list[str]()
    for clause in _CLAUSE_END.split(fact):
        is_denied = False
        for word in fold(clause).split():
            is_denied = word in negations or (is_denied and word not in _AND)
            if not is_denied:
                left.append(word)
    return " ".join(left)


def _of_groups(
    begun: blake2b, stems: Sequence[str], size: int, known: Sequence[str] = ()
) -> Iterator[bytes]:
    """The fingerprints of all groups of `size` different words that stand near each other.

    Each is the hash of the group's words in sorted order, as `_of_meaning` computes it. Common
    prefixes are hashed once, since a passage may have ten thousand groups. `known` are other forms
    of the words, whose groups are left out: nine words of ten in English are the same in two forms.
    """
    reach = _REACH if size <= _SHORT else size + _OTHERS
    new = {word for at, word in enumerate(stems) if known[at : at + 1] != [word]}
    fresh = {_encoded(f"{word} ") for word in new} | {_encoded(f" {word}") for word in new}
    for last, word in enumerate(stems):
        near = sorted({other for other in stems[max(0, last - reach + 1) : last] if other != word})
        is_new = word in new
        if not is_new and new.isdisjoint(near):
            continue
        before = [_encoded(f"{other} ") for other in near if other < word]
        after = [_encoded(f" {other}") for other in near if other > word]
        others = size - 1
        for number in range(max(0, others - len(after)), min(len(before), others) + 1):
            for first in combinations(before, number):
                seconds = list(combinations(after, others - number))
                if not is_new and fresh.isdisjoint(first):
                    seconds = [second for second in seconds if not fresh.isdisjoint(second)]
                    if not seconds:
                        continue
                half = begun.copy()
                half.update(b"".join(first) + _encoded(word))
                for second in seconds:
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
