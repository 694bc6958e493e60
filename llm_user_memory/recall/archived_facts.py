"""Chooses at most five archived facts that a prompt clearly bears on.

The user waits for the prompt: this makes one query on a table of words, and waits for no lock. The
choice depends only on the prompt and the archive, and has the order of the file, so that equal
choices are stored as one text.
"""

import math
from collections.abc import Collection, Container, Mapping
from functools import cache

from ..profile.render import escaped, of_archived
from ..store import archived
from ..store.state import Store
from ..text.prompt_words import COMMON
from ..text.words import ENDINGS, content_words, speaks_in_first_person, stem

MOST = 5

# In characters: the part of a prompt that is examined at either end. A longer one contains a paste,
# and what is asked about it stands before or after it.
_LONGEST_END = 1_000

# A word in at most this share, or this number, of the archived facts is distinctive. In a
# prompt in the first person, every word that is not common is distinctive.
_DISTINCTIVE_SHARE = 0.03
_DISTINCTIVE_COUNT = 3

# The language whose common words have no letter of the Latin alphabet, and are slow to separate.
_CHINESE = "Chinese"


def fragment(store: Store, archive: str, prompt: str, given: Container[str] = ()) -> str:
    """Return the fragment with the archived facts on which the prompt bears, or "".

    `archive` is the current archive of the profile: other facts are left out, and so are those in
    `given`, which the continued thread already has.
    """
    words = telling_words(prompt)
    if not words:
        return ""
    found = relevant(archived.with_words(store.db, words), archived.count(store.db), prompt)
    if not found:
        return ""
    new = (fact for fact in found if escaped(fact) not in given)
    return of_archived(archived.first_in(archive, new, MOST))


def telling_words(prompt: str) -> set[str]:
    """Return the words of a prompt that are not common, by which facts are found."""
    return {word for word in archived.words_of(_ends(prompt)) if not _is_common(word)}


def _is_common(word: str) -> bool:
    """Whether a stem is that of a word of tasks, questions and answers.

    A fact that shares only such words with a prompt does not bear on it. A stem is the beginning
    of its word, so that only a few words have to be looked up.
    """
    common = _common_words(is_ascii=word.isascii())
    return any(f"{word}{end}" in common and stem(f"{word}{end}") == word for end in ("", *ENDINGS))


@cache
def _common_words(*, is_ascii: bool) -> frozenset[str]:
    """The words in `COMMON`; if `is_ascii`, at least those in ASCII."""
    texts = (text for name, text in COMMON.items() if not (is_ascii and name == _CHINESE))
    return frozenset(word for text in texts for word in content_words(text))


def relevant(found: Mapping[str, Collection[str]], number: int, prompt: str) -> list[str]:
    """Return the facts that share enough words with a prompt, best first.

    `found` maps each fact to the shared words, without common ones; `number` is the number of all
    facts. Two words suffice, or one distinctive word.
    """
    is_personal = speaks_in_first_person(_ends(prompt))
    counts: dict[str, int] = {}
    for words in found.values():
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    distinctive = number if is_personal else max(_DISTINCTIVE_COUNT, _DISTINCTIVE_SHARE * number)

    def bears(words: Collection[str]) -> bool:
        return len(words) > 1 or any(counts[word] <= distinctive for word in words)

    weights = {word: math.log(1 + number / count) for word, count in counts.items()}

    def rank(fact: str) -> tuple[float, str]:
        # `fsum`: a plain sum depends on the order of a set, which differs between processes.
        return -math.fsum(map(weights.__getitem__, found[fact])), fact

    return sorted((fact for fact, words in found.items() if bears(words)), key=rank)


def _ends(prompt: str) -> str:
    """The beginning and the end of a long prompt."""
    if len(prompt) <= 2 * _LONGEST_END:
        return prompt
    first, last = prompt[:_LONGEST_END], prompt[-_LONGEST_END:]
    return f"{first}\n{last}"
