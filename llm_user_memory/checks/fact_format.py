"""Decides by format, not by meaning, whether a text can be a fact of the profile. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from ..profile.render import escaped
from ..text import redact
from ..text.as_read import JOINER_IN_A_WORD
from ..text.languages import JOINERS
from ..text.patterns import regex
from ..text.words import fold, sentences, speaks_in_first_person
from .prompt_injection import speaks_to_a_model

LONGEST_FACT = 200

NOT_ONE_LINE = "not one plain line"
TOO_LONG = f"longer than {LONGEST_FACT} characters"
NO_WORDS = "says nothing"
MARKUP = "holds markup"
MIXED_ALPHABETS = "a word of it mixes alphabets"
TO_A_MODEL = "it speaks to a model, not of you"
SECRET = "it holds a secret"

# Elements of HTML, our own tags and those of chat templates, links and images, what begins a
# block of Markdown, and addresses that run something. Signs of code such as Vec<T> are none.
_MARKUP = regex(
    r"(?<!\w)<(?=[\s<]*/?\s*(?:a|abbr|audio|b|base|blockquote|body|br|button|canvas|center"
    r"|code|div|em|embed"
    r"|font|form|frame|h[1-6]|head|hr|html|i|iframe|img|input|li|link|marquee|meta|object"
    r"|ol|p|pre|script|select"
    r"|small|source|span|strong|style|sub|sup|svg|table|td|template|textarea|th|title|tr|u"
    r"|ul|video)\b"
    r"[^<>]*(?:>|$))|</\s*\w|<!--|<!|<\w+\s+[\w:-]+\s*=|<\?|\]\s*\(|!\[|^\s*\[[^\]]*\]:"
    r"|^\s*[|\[{#]|```|^\s*>"
    r"|(?i:\bon\w+\s*=|\b(?:javascript|vbscript|file):|\bdata:\w+/|&(?:\w+|#\d+);)",
    re.I,
)
_ADDRESS = regex(r"(?i)\b(?:https?|ftp)://[^\s<>\"']+|\bwww\.[^\s<>\"']+")
# Text that sends somebody to an address is not a fact.
_SENDS = regex(
    r"(?i)^(?:see|visit|go to|click|open|check|read|follow|download|fetch|get)\b.*(?:://|www\.)"
)
_HAS_QUERY = regex(r"[?&]\w+=")
# Unicode categories: control, format (with bidirectional marks), surrogate, line, paragraph.
_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Alphabets with letters that look alike.
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
_WORD = regex(r"[^\W\d_]{2,}")
# Letters and marks that are displayed as nothing.
_BLANK = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, range(0xFE00, 0xFE0E)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
# The variation selector of emoji; after any other character it is invisible.
_STRAY_SELECTOR = regex(r"(?:^|[^\W\u2139]|\s)[\ufe0e\ufe0f](?!\u20e3)")


def predicate(problem: str) -> str:
    """Return a result of `problem` as what the text does or is: "is longer than ..."."""
    return problem if problem == NO_WORDS else f"is {problem}"


def problem(fact: str) -> str:
    """Return why `fact` cannot be a fact, even if the user wrote it, or ""."""
    letters = set(fact) - JOINERS
    if letters != set(fact) and JOINER_IN_A_WORD.search(fact):
        return NOT_ONE_LINE
    if letters & _BLANK or any(unicodedata.category(letter) in _INVISIBLE for letter in letters):
        return NOT_ONE_LINE
    if not fact.isascii() and _STRAY_SELECTOR.search(fact):
        return NOT_ONE_LINE
    if len(fact) > LONGEST_FACT:
        return TOO_LONG
    return "" if fold(fact) else NO_WORDS


def problem_from_a_model(fact: str, typed: Sequence[str] = ()) -> str:
    """Return why `fact` cannot be a fact if a model wrote it, or "".

    `typed` is what the user typed. An address that they gave as their own is allowed, and so is a
    word that they typed in two alphabets.
    """
    if found := problem(fact):
        return found
    if _MARKUP.search(fact) or escaped(fact) != fact:
        return MARKUP
    if _SENDS.search(fact) or not all(
        _is_own_address(found[0], typed) for found in _ADDRESS.finditer(fact)
    ):
        return MARKUP
    if _has_disguised_word(fact, typed):
        return MIXED_ALPHABETS
    if speaks_to_a_model(fact):
        return TO_A_MODEL
    return SECRET if redact.holds_secret(fact) else ""


def _has_disguised_word(fact: str, typed: Sequence[str]) -> bool:
    """Tell whether a word mixes alphabets, though the user did not type it so.

    Such a word imitates another one, and would escape the comparison with forgotten facts.
    """
    if fact.isascii():
        return False
    return any(
        len({name for letter in word for name in _alphabet(letter)}) > 1
        and not any(word.casefold() in text.casefold() for text in typed)
        for word in _WORD.findall(fact)
    )


def _alphabet(letter: str) -> tuple[str, ...]:
    """The alphabet of a letter, if its letters look like those of another; else an empty tuple."""
    name = unicodedata.name(letter, "").partition(" ")[0]
    return (name,) if name in _ALIKE else ()


def _is_own_address(address: str, typed: Sequence[str]) -> bool:
    """Tell whether the user typed the address, without a query, in a sentence about themselves."""
    wanted = address.rstrip(".,;:!?)/").casefold()
    return not _HAS_QUERY.search(address) and any(
        wanted in sentence.casefold() and _is_of_oneself(sentence)
        for text in typed
        for sentence in sentences(text)
    )


def _is_of_oneself(sentence: str) -> bool:
    return speaks_in_first_person(sentence) or bool(_MINE.search(sentence))


_MINE = regex(r"(?i)\b(?:мо[йяёеи]|наш\w*|у меня|notre|nuestr\w+)\b|我")
