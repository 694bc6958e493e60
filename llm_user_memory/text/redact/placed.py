"""Plain words, and several of them, that stand where people tell a secret. Pure.

"The laptop opens with quietwaters", "la frase è: piove sul bagnato". Their form tells nothing, so
they are candidates of `weighed` only at such places, and what their place is, is their features.
"""

from collections.abc import Iterator, Sequence

from ..patterns import regex
from . import looks
from .cues import Classes
from .looks import Group
from .parting import Word
from .places import ARTICLES, QUOTES_AFTER, role, slot
from .prose import is_of_prose

# What the text speaks of where a plain word, or several, may be a secret.
OF_WORDS: Classes = frozenset(("password", "phrase", "access", "code", "key", "service", "habit"))
_OF_PHRASES: Classes = frozenset(("password", "phrase", "access", "code", "key"))
# What such a word stands behind.
_SLOTS = frozenset(
    ("is", "use", "with", "then", ":", "password", "phrase", "key", "access", "sent", "quote")
) | {"first"}
_PHRASE_SLOTS = frozenset(("is", "use", "with", ":", "password", "phrase", "key", "quote"))
# The classes of words that describe a secret, rather than being a part of it.
_TELLING: Classes = frozenset(
    "password code key access use fails general judged how service".split()
)
_COMBINED: Classes = frozenset(
    "password code key phrase access service lock use habit fails".split()
)
_PLAIN = regex(r"[^\W\d_](?:[\w'’-]*\w)?")
_LONGEST = 9  # in words
_MOST = 6  # words that are told apart


def words_at(
    words: Sequence[Word], n: int, present: Classes, is_known: bool
) -> Iterator[tuple[Group, int, list[str]]]:
    """Yield the plain words and the phrases that begin with a word: (group, last word, features).

    `present` are the classes of the words around it. A word that is a candidate already (`is_known`)
    is no plain one.
    """
    said = slot(words, n) if words[n].text and present & OF_WORDS else ""
    if said in _SLOTS and not is_known and (found := _of_word(words[n])):
        yield "word", n, found
    if said in _PHRASE_SLOTS and present & _OF_PHRASES:
        last = _last_of_phrase(words, n)
        if last > n:
            yield "phrase", last, list(_of_phrase(words[n : last + 1], said))


def of_place(words: Sequence[Word], n: int, present: Classes, is_closed: bool) -> Iterator[str]:
    """Yield the features of a plain word's place: its slot, and whether its clause ends there."""
    said = slot(words, n)
    said = said if said in _SLOTS else "other" if said else "none"
    ending = "closed" if is_closed else "open"
    yield from (f"slot:{said}", f"slot:{said}:{ending}")
    for name in sorted(present & _COMBINED):
        yield from (f"slot:{said}&{name}", f"{ending}&{name}")


def _of_word(word: Word) -> list[str]:
    is_one = not word.classes and _PLAIN.fullmatch(word.text) and looks.is_plain(word.text)
    return looks.of_plain(word.text) if is_one and looks.may_be_a_word(word.text) else []


def _last_of_phrase(words: Sequence[Word], n: int) -> int:
    """The index of the last of the plain words up to the end of a clause.

    It is -1 if other words are there, or if they tell of the secret: "it was never stored".
    """
    if [role(word) for word in words[n : n + 2]] == ["it", "is"] and words[n].text.islower():
        return -1
    for last in range(n, min(len(words), n + _LONGEST)):
        word = words[last]
        if not _PLAIN.fullmatch(word.text) or (word.left and last > n):
            return -1
        if word.right or last == len(words) - 1:
            return last
    return -1


def _of_phrase(phrase: Sequence[Word], said: str) -> Iterator[str]:
    yield f"words{min(len(phrase), _MOST)}"
    if said == "quote":
        yield "in-quotes" if QUOTES_AFTER.intersection(phrase[-1].right) else "half-quoted"
    else:
        yield f"slot-{said}"
    common = sum(is_of_prose(word.text) for word in phrase)
    yield f"common{round(4 * common / len(phrase))}"
    yield f"told{min(2, sum(bool(word.classes & _TELLING) for word in phrase))}"
    if all(word.text.islower() for word in phrase):
        yield "lowercase"
    else:
        yield "titled" if all(word.text[0].isupper() for word in phrase) else "capitals"
    if phrase[0].text.lower() in ARTICLES:
        yield "article-first"
    if is_of_prose(phrase[0].text):
        yield "prose-first"
    if any(role(word) in ("it", "is") for word in phrase):
        yield "clause"
