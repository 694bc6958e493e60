"""Splits a line into words, names and values, with their classes in the table of `cues`. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from ..languages import EAST_ASIAN_OR_WIDE
from ..patterns import regex
from .cues import Classes, classes, of_pair

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


def words_of(line: str, offset: int) -> list[Word]:
    """Return the words of a line that begins at the offset."""
    found = list[Word]()
    for token in _TOKEN.finditer(line):
        at = offset + token.start()
        for part, joint in _parts(token[0]):
            bare = part.lstrip(_LEFT)
            start = at + len(part) - len(bare)
            core = bare.rstrip(_RIGHT)
            plain = core.lower()
            about = classes(plain) if core else frozenset()
            if found and (pair := of_pair(found[-1].text.lower(), plain)):
                about |= {pair}
            right = bare[len(core) :] + joint
            found.append(Word(start, start + len(core), core, part[: start - at], right, about))
            at += len(part) + len(joint)
    return found


def _parts(token: str) -> Iterator[tuple[str, str]]:
    """The names and values in a word, each with the sign after it."""
    if _QUOTED.search(token):
        for part in _PART.finditer(token):
            yield from _named(part[0])
    else:
        yield from _named(token)


def _named(token: str) -> Iterator[tuple[str, str]]:
    if "=" not in token and ":" not in token:
        yield token, ""
        return
    at = 0
    for joint in _JOINT.finditer(token) if "://" not in token and "@" not in token else ():
        yield token[at : joint.start()], joint[0]
        at = joint.end()
    yield token[at:], ""
