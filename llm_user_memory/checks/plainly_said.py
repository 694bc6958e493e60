"""Finds statements that the user certainly makes of themselves. Pure.

Most facts need less: a doubt of these rules only means that somebody else may be meant.
"""

from ..text.patterns import regex
from ..text.trivial import is_trivial
from ..text.vocabulary import plain
from ..text.words import fold, is_question, occurs_in, sentences
from .quoted_clauses import says_mine

# Words that may stand before the subject.
_OPENERS = frozenset(
    """
    and but so also btw yes yeah yep no well oh ok okay hi hello hey fyi sorry thanks actually
    und aber also auch übrigens ja nein hallo danke
    y pero además también sí hola gracias
    et mais aussi oui bonjour salut merci
    e ma anche mas também sim olá ciao
    а и но да привет
    """.split()
)

# What separates a statement from a question in the same sentence.
_PAUSE = regex(r"[,;¿，]")


def is_plainly_said(quote: str, turn: str) -> bool:
    """Tell whether a quote is of a sentence about the user in which nothing stands before "I".

    Nor does anything stand before that sentence but greetings, questions, and others about the
    user: after "my character says." or "let's rehearse." the sentence may be somebody else's.
    """
    before = True
    for sentence in sentences(turn):
        is_own = _begins_with_user(sentence)
        if occurs_in(fold(quote), fold(sentence)):
            return before and is_own and ":" not in sentence and not _is_asked(quote, sentence)
        before = before and (is_own or is_question(sentence) or is_trivial(sentence))
    return False


def _is_asked(quote: str, sentence: str) -> bool:
    """Whether the quote is of a question, which may be only the end of its sentence."""
    *stated, _asked = _PAUSE.split(sentence)
    return is_question(sentence) and not occurs_in(fold(quote), fold(" ".join(stated)))


def _begins_with_user(sentence: str) -> bool:
    """Whether the first word of a sentence, but for `_OPENERS`, is "I" or "my"."""
    words = plain(sentence).split()
    while words and words[0] in _OPENERS:
        words = words[1:]
    if not words:
        return False
    # Of the Russian "у меня" it is the second one.
    first = words[:1] if words[0].isascii() else words[:2]
    # A first word in "o" counts as a verb of Spanish or Italian, and may be a noun: "bro", "Paolo".
    if words[0].endswith("o") and not says_mine(f". {words[0]}", sentence):
        return False
    return says_mine(" ".join(first), sentence)
