"""A text as its reader sees it: nothing hidden or struck out, and in one alphabet a word. Pure.

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
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУІЈЅЗΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιոօսհ\u2c9f",
    "aeopcyxijshdqwABEKMHOPCTXYIJS3ABEZHIKMNOPTYXovinouho",
)
# Those that look alike only beside Latin letters, in a word with some.
_ALIKE_IN_A_WORD = {**_ALIKE, **str.maketrans("тпτη", "tntn")}
_SMALL_CAPITALS = str.maketrans("ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ", "abcdeghijklmnoprtuvwyz")
_OTHER = regex("[\u0370-\u058f\u2c80-\u2cff]")
_LATIN = regex("[A-Za-z]")
_WORD = regex(r"[^\W\d_]+")

# What stands for an apostrophe: as HTML or a shell writes it, or a slip of the finger.
_APOSTROPHE = regex(
    r"&(?:#0?39|#x27|apos|rsquo|#8217|#x2019);|(?<=\w)\\(?='\w)"
    r"|(?<=n)(?:[;\u2032\u2035\u02b9\ua78c]|['’] )(?=t\b)",
    re.I,
)
# A word with letters in bold, and a "not" that is spelled out.
_EMPHASIS = regex(r"(?<![\w*~])(\*{1,3}|_{2,3})(\w{1,9})\1(?=\w)")
_SPELLED = regex(r"\bn([ .\-_])o\1t\b", re.I)
# What is struck out, or a comment: whoever reads it takes it for deleted.
_DELETED = regex(r"~~(?=\S)[^~\n]{1,500}~~|<!--[^>]{0,500}-->")


def as_read(text: str) -> str:
    """Return the text without what is hidden or struck out, and with Latin letters for look-alikes.

    Letters of another alphabet stay where one of their word, or else of their line, is none of
    those that look like Latin ones.
    """
    text = _without_signs(text)
    if text.isascii():
        return text
    text = JOINER_IN_A_WORD.sub("", _HIDDEN.sub("", text)).translate(_SMALL_CAPITALS)
    if not (_OTHER.search(text) and _LATIN.search(text)):
        return text
    return "".join(_line_as_read(line) for line in text.splitlines(keepends=True))


def _without_signs(text: str) -> str:
    """The text without what is struck out, and with each "not" in one word."""
    if "&" in text or "\\" in text or "n" in text:
        text = _APOSTROPHE.sub(lambda found: "" if found[0] == "\\" else "'", text)
    if "~~" in text or "<!--" in text:
        text = _DELETED.sub(" ", text)
    if "*" in text or "__" in text:
        text = _EMPHASIS.sub(r"\2", text)
    return _SPELLED.sub("not", text)


def _line_as_read(line: str) -> str:
    if not (_OTHER.search(line) and _LATIN.search(line)):
        return line
    latin = line.translate(_ALIKE)
    return _WORD.sub(_word_as_read, line) if _OTHER.search(latin) else latin


def _word_as_read(found: re.Match[str]) -> str:
    word = found[0]
    latin = word.translate(_ALIKE_IN_A_WORD) if _LATIN.search(word) else word
    return word if _OTHER.search(latin) else latin
