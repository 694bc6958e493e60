"""Whether a fact about a preference or a wish rests on one that the user stated. Pure.

A request tells what somebody wants of one answer ("ascii art please"). A mention need not mean
liking ("I have chickpeas"). Neither is a preference.
"""

from ..text.vocabulary import likings, plain, requests
from ..text.words import fold, sentences
from .language import is_comparable
from .subjects import compiled, in_chinese, searchable

_NEAR = 60  # characters on either side of the quote: some people never end a sentence


def may_be_no_liking(fact: str, quote: str, typed: str) -> bool:
    """Tell whether a fact states a liking, but the user's sentence neither a liking nor a habit."""
    return _begins(likings.LIKES, fact) and not _says(likings.LIKED, fact, quote, typed)


def may_be_no_wish(fact: str, quote: str, typed: str) -> bool:
    """Tell whether a fact states a wish, but the user's sentence only orders or mentions."""
    return _begins(likings.WANTS, fact) and not _says(likings.WANTED, fact, quote, typed)


def _says(pattern: str, fact: str, quote: str, typed: str) -> bool:
    """Tell whether the quote or its sentence matches the pattern, or words for lasting wishes.

    It is true too for languages that cannot be compared.
    """
    if not is_comparable(fact, quote):
        return True
    return any(
        compiled(said).search(words)
        for words in _around(quote, typed)
        for said in (pattern, likings.LASTING, requests.STANDING, requests.OF_ALL_ANSWERS)
    )


def _around(quote: str, typed: str) -> list[str]:
    """The quote, and its sentences near it, in plain words; Chinese also without spaces."""
    quoted = fold(quote)
    found = [quoted]
    for sentence in sentences(typed):
        folded = fold(sentence)
        if folded in quoted:
            found.append(folded)
        elif (at := folded.find(quoted)) >= 0:
            found.append(folded[max(0, at - _NEAR) : at + len(quoted) + _NEAR])
    found = list(map(plain, found))
    return found + list(filter(None, map(in_chinese, found)))


def _begins(pattern: str, fact: str) -> bool:
    return bool(compiled(pattern).match(searchable(fact)))
