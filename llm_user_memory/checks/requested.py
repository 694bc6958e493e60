"""Whether a fact takes something requested, or shown for repair, as the user's own. Pure.

"I'm looking for a flat in Rome" does not say that anybody lives there, and "fix this python bug"
does not say that the user uses Python. The user can tell.
"""

import re
from collections.abc import Iterator, Sequence

from ..text.pasted.style import is_own
from ..text.vocabulary import plain, requests, subjects
from ..text.words import sentences
from .clauses import parts
from .matching import is_in, may_be_translated, telling, words_of
from .subjects import compiled, matches


def is_only_requested(fact: str, turn: str) -> bool:
    """Tell whether the place, tool or work of a fact occurs only in a request."""
    return _is_only_sought(fact, turn) or _is_only_shown(fact, turn) or _is_only_hired(fact, turn)


def _is_only_sought(fact: str, turn: str) -> bool:
    match = compiled(requests.PLACED).match(plain(fact))
    if not match:
        return False
    before = list(_before(telling(match["place"]), turn, across=may_be_translated(fact, turn)))
    return bool(before) and all(
        matches(requests.SEEKS, text) and not matches(requests.LIVES, text) for text in before
    )


def _before(words: Sequence[str], turn: str, *, across: bool) -> Iterator[str]:
    """The text of a clause before each occurrence of one of the words."""
    for part in parts(turn):
        said = part.text.split()
        for at, word in enumerate(said):
            if any(is_in(one, words_of(word), across=across) for one in words):
                yield " ".join(said[:at])


def _is_only_hired(fact: str, turn: str) -> bool:
    """Tell whether the fact's words only describe somebody whom the user wants to hire."""
    if not matches(requests.FACT_WORKS, fact) or matches(requests.FACT_HIRES, fact):
        return False
    words, across = telling(fact), may_be_translated(fact, turn)
    near = [
        (sentence, part.text)
        for sentence in sentences(turn)
        for part in parts(sentence)
        if any(is_in(word, words_of(part.text), across=across) for word in words)
    ]
    return bool(near) and all(
        matches(requests.HIRES, sentence)
        and (matches(requests.HIRES, clause) or not compiled(subjects.MINE).search(clause))
        for sentence, clause in near
    )


def _is_only_shown(fact: str, turn: str) -> bool:
    match = compiled(requests.USED).match(plain(fact))
    words = telling(match["what"]) if match else ()
    near = [
        plain(one)
        for one in sentences(turn)
        if any(is_in(word, words_of(one), across=False) for word in words)
    ]
    return bool(near) and all(
        not is_own(one)
        and any(re.search(rf"{requests.SHOWN}{re.escape(word)}\b", one) for word in words)
        for one in near
    )
