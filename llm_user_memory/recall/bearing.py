"""The archived facts that a prompt is given: those on which it clearly bears, at most five.

The user waits for the prompt: one query on a table of words, and no lock is waited for. The choice
depends on nothing but the prompt and the archive, and is given in the order of the file, so that
equal choices are one stored text.
"""

import math
from collections.abc import Collection, Container, Mapping

from ..profile.render import escaped, of_archived
from ..store import archived
from ..store.state import Store
from ..text.vocabulary.prompts import COMMON
from ..text.words import speaks_in_first_person

MOST = 5

# Characters of a prompt that are looked at, at either end: a longer one holds a paste, and what is
# asked about it stands before or after it.
_LONGEST_END = 1_000

# A word in at most this share of the archived facts, or in at most so many, is distinctive. Of a
# prompt in which people speak of themselves, each word is that is not common.
_DISTINCTIVE_SHARE = 0.03
_DISTINCTIVE_COUNT = 3

# Words of tasks, questions and answers. A fact that shares only these does not bear on a prompt.
_COMMON = frozenset().union(*map(archived.words_of, COMMON.values()))


def fragment(store: Store, archive: str, prompt: str, given: Container[str] = ()) -> str:
    """Return the fragment with the archived facts on which the prompt bears, "" for none.

    `archive` is the profile's archive as it is now: a fact that is no longer in it is left out,
    as are those in `given`, which the continued thread has.
    """
    words = telling_words(prompt)
    if not words:
        return ""
    found = bearing(archived.with_words(store.db, words), archived.count(store.db), prompt)
    if not found:
        return ""
    places = {fact: place for place, fact in enumerate(archived.texts_in(archive))}
    present = [fact for fact in found if fact in places and escaped(fact) not in given]
    return of_archived(sorted(present[:MOST], key=places.__getitem__))


def telling_words(prompt: str) -> set[str]:
    """Return the words of a prompt, without common ones, that a fact which bears on it shares."""
    return archived.words_of(_ends(prompt)) - _COMMON


def bearing(found: Mapping[str, Collection[str]], number: int, prompt: str) -> list[str]:
    """Return the facts that share enough with a prompt, the one that shares most first.

    `found` has the words that each fact shares, without common ones; `number` is that of all
    facts. Two words are enough, or one that is distinctive.
    """
    is_personal = speaks_in_first_person(_ends(prompt))
    counts: dict[str, int] = {}
    for words in found.values():
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    distinctive = number if is_personal else max(_DISTINCTIVE_COUNT, _DISTINCTIVE_SHARE * number)

    def bears(words: Collection[str]) -> bool:
        return len(words) > 1 or any(counts[word] <= distinctive for word in words)

    def rank(fact: str) -> tuple[float, str]:
        # `fsum`, as a sum in the order of a set would differ from one process to another.
        return -math.fsum(math.log(1 + number / counts[word]) for word in found[fact]), fact

    return sorted((fact for fact, words in found.items() if bears(words)), key=rank)


def _ends(prompt: str) -> str:
    """The beginning and the end of a long prompt."""
    if len(prompt) <= 2 * _LONGEST_END:
        return prompt
    first, last = prompt[:_LONGEST_END], prompt[-_LONGEST_END:]
    return f"{first}\n{last}"
