"""Facts about what is over: whether the user's words say that it is. Pure."""

from ..text.vocabulary import over
from ..text.words import is_negated, sentences
from .language import languages
from .subjects import matches


def is_over_unsaid(fact: str, quote: str, turn: str) -> bool:
    """Tell whether the fact says that something is over, and the user's words only that it is so.

    "Used to live in Oslo" for "I live in Oslo", "Quit smoking" for "I smoke". The words are the
    quote and the sentences that hold it.
    """
    if not matches(over.FACT_OVER, fact):
        return False
    around = [sentence for sentence in sentences(turn) if sentence in quote or quote in sentence]
    return not any(_may_be_over(text) for text in (quote, *around))


def _may_be_over(text: str) -> bool:
    # A short text may have no small word of these two, but it has their letters.
    known = {*(languages(text) or over.PAST), "ru", "zh"}
    return is_negated(text) or any(matches(over.PAST[language], text) for language in known)
