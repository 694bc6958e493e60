"""A text as its reader sees it: without hidden characters, and in one alphabet a word. Pure.

Somebody may have had the user paste "I do n\\u200bot keep bees", or a "not" with a Cyrillic "o".
Rules that compare words would see no negation there, and every reader does.
"""

import re

from .patterns import regex

# Characters that are displayed as nothing, wherever they stand. Line separators are not among them.
_HIDDEN = regex(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef]"
    r"|(?<=\w)[\ufe00-\ufe0f]"  # elsewhere a part of emoji
)
# What joins and separates letters in Persian or Hindi does nothing beside these.
_LETTER = "A-Za-z\u00aa-\u052f"
JOINER_IN_A_WORD = regex(rf"(?<=[{_LETTER}])[\u200c\u200d]|[\u200c\u200d](?=[{_LETTER}])")

# Cyrillic and Greek letters that look like Latin ones.
_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУІЈЅЗΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι",
    "aeopcyxijshdqwABEKMHOPCTXYIJS3ABEZHIKMNOPTYXovi",
)
_OTHER = regex("[\u0370-\u052f]")
_LATIN = regex("[A-Za-z]")
_WORD = regex(r"[^\W\d_]+")


def as_read(text: str) -> str:
    """Return the text without hidden characters, and with Latin letters for their look-alikes.

    Letters of another alphabet stay where one of their word, or else of their line, is none of
    those that look like Latin ones.
    """
    if text.isascii():
        return text
    text = JOINER_IN_A_WORD.sub("", _HIDDEN.sub("", text))
    if not (_OTHER.search(text) and _LATIN.search(text)):
        return text
    return "".join(_line_as_read(line) for line in text.splitlines(keepends=True))


def _line_as_read(line: str) -> str:
    if not (_OTHER.search(line) and _LATIN.search(line)):
        return line
    latin = line.translate(_ALIKE)
    return _WORD.sub(_word_as_read, line) if _OTHER.search(latin) else latin


def _word_as_read(found: re.Match[str]) -> str:
    word = found[0]
    latin = word.translate(_ALIKE) if _LATIN.search(word) else word
    return word if _OTHER.search(latin) else latin
