"""Decides by its format, not its meaning, whether a text can be a fact of the profile. Pure."""

import re
import unicodedata

from ..text import redact
from ..text.languages import JOINERS
from ..text.words import fold
from .prompt_injection import speaks_to_a_model

LONGEST_FACT = 200

NOT_ONE_LINE = "not one plain line"
TOO_LONG = f"longer than {LONGEST_FACT} characters"
NO_WORDS = "says nothing"
MARKUP = "holds markup"
TO_A_MODEL = "it speaks to a model, not of you"
SECRET = "it holds a secret"

_MARKUP = re.compile(
    r"[<>`|\[\]{}]|(?i:\b(?:https?:|ftp:|javascript:|data:\w+/)|\bwww\.|&(?:\w+|#\d+);)|^#|\*\*|__"
)
# Unicode categories: control, format (with bidirectional marks), surrogate, line, paragraph.
_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Letters and marks that are displayed as nothing.
_BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", *map(chr, range(0xE0100, 0xE01F0))}


def problem(fact: str) -> str:
    """Return why `fact` cannot be a fact, even if the user wrote it, or ""."""
    letters = set(fact) - JOINERS
    if letters & _BLANK or any(unicodedata.category(letter) in _INVISIBLE for letter in letters):
        return NOT_ONE_LINE
    if len(fact) > LONGEST_FACT:
        return TOO_LONG
    return "" if fold(fact) else NO_WORDS


def problem_from_a_model(fact: str) -> str:
    """Return why `fact` cannot be a fact if a model wrote it, or ""."""
    if found := problem(fact):
        return found
    if _MARKUP.search(fact):
        return MARKUP
    if speaks_to_a_model(fact):
        return TO_A_MODEL
    return SECRET if redact.holds_secret(fact) else ""
