"""Prompts of a few words that say nothing, such as "thanks" or "go on". Pure.

Nothing is learned from them, and nothing is recalled for them.
"""

from .words import fold

# Whole prompts, folded, from which nothing can be learned. A count of words would not tell: "I'm
# vegan" has two, and a Chinese sentence has no spaces.
_TRIVIAL = frozenset(
    phrase.strip()
    for phrase in """
    ok, okay, k, kk, yes, yeah, yep, y, no, nope, n, sure, right, fine, great, good, nice, cool,
    perfect, awesome, thanks, thank you, thanks a lot, thank you very much, thx, ty, cheers,
    hi, hello, hey, hi there, hello there, good morning, bye, goodbye,
    continue, go on, go ahead, next, more, again, try again, retry, please, please continue,
    keep going, why, how, what, really, explain, explain more, shorter, longer, stop, exit, quit,
    help, test, ping, ja, nein, danke, weiter, hallo, si, sí, gracias, hola, sigue, oui, non,
    merci, bonjour, suite
    """.split(",")
)

# Words that greet or thank, perhaps before one more, the name of whoever is spoken to.
_GREETINGS = frozenset(
    "hi hello hey thanks thank you morning hallo danke guten tag bonjour merci salut hola gracias "
    "привет спасибо здравствуйте".split()
)


def is_greeting(sentence: str) -> bool:
    """Tell whether a sentence only greets or thanks somebody: "Hi Claude.", "Danke."."""
    first, *others = fold(sentence).split() or [""]
    return first in _GREETINGS and sum(word not in _GREETINGS for word in others) <= 1


def is_trivial(typed: str) -> bool:
    """Tell whether nothing can be learned from a prompt, such as a bare command, thanks, or yes."""
    words = fold(typed)
    return not words or words in _TRIVIAL
