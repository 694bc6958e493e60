"""Splits a line into words, names and values, with their classes in the table of `cues`. Pure."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..languages import EAST_ASIAN_OR_WIDE
from ..patterns import regex
from .cues import PAIRS, Classes, classes

_LEFT = "\"'`“„”«»‘’‚<([{*_"
_RIGHT = "\"'`“„”«»‘’>)]}.,;:!?…*_"
# Words, split at spaces and where Chinese begins or ends.
_TOKEN = regex(rf"[{EAST_ASIAN_OR_WIDE}]+|[^\s{EAST_ASIAN_OR_WIDE}]{{1,400}}")
# The same for a word with quotes inside, which is split there too.
_QUOTED = regex(r"\S[\"'`“”„«»‘]\S")
_PART = regex(
    r"[(\[{<]*[\"'`“„«‘]*(?:(?!['’\"`”»][\s,;:)\]}=]|[\"`“”„«»]|\([\"'])\S)+(?:\([\"']?|[\"'`”»’)\]}>,;:=]*)|\S"
)
# Between a name and its value.
_JOINT = regex(r"(?<=[\w\"'])(?::=|[=:])(?=[^\s=/:>\d]|\d{3})")


class Word(NamedTuple):
    """A word without the signs around it: its place, those signs, and its classes."""

    start: int
    stop: int
    text: str
    left: str
    right: str
    classes: Classes


class _Part(NamedTuple):
    """A word and the signs around it, whichever text it is in."""

    left: str
    text: str
    right: str
    plain: str
    classes: Classes
    length: int


def words_of(line: str, offset: int) -> list[Word]:
    """Return the words of a line that begins at the offset."""
    found = list[Word]()
    before = ""
    for token in _TOKEN.finditer(line):
        at = offset + token.start()
        for left, text, right, plain, about, length in _parts(token[0]):
            if pair := PAIRS.get((before, plain)):
                about |= {pair}
            start = at + len(left)
            found.append(Word(start, start + len(text), text, left, right, about))
            before = plain
            at += length
    return found


@lru_cache(maxsize=4096)
def _parts(token: str) -> Sequence[_Part]:
    """The names and values in a word."""
    if token.isalnum():
        return (_parted(token, ""),)
    parts = _PART.findall(token) if _QUOTED.search(token) else (token,)
    return [_parted(*named) for part in parts for named in _named(part)]


def _parted(part: str, joint: str) -> _Part:
    """A name or value without the signs around it; `joint` is the sign after it."""
    bare = part.lstrip(_LEFT)
    text = bare.rstrip(_RIGHT)
    left, right = part[: len(part) - len(bare)], bare[len(text) :] + joint
    plain = text.lower()
    about = classes(plain) if text else frozenset[str]()
    return _Part(left, text, right, plain, about, len(part) + len(joint))


def _named(token: str) -> Iterator[tuple[str, str]]:
    """The names and values in a token, each with the sign after it."""
    if "=" not in token and ":" not in token:
        yield token, ""
        return
    at = 0
    for joint in _JOINT.finditer(token) if "://" not in token and "@" not in token else ():
        yield token[at : joint.start()], joint[0]
        at = joint.end()
    yield token[at:], ""
