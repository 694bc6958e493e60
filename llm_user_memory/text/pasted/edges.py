"""Finds what was typed before and after a long paste, by a style that the paste lacks. Pure.

Nothing marks where such a paste begins and ends. So the paragraphs and lines at both ends are
compared with a sample of its middle: a part counts as typed if it has signs of typing that are
rare in the sample.
"""

from collections import Counter
from functools import cached_property
from itertools import pairwise, takewhile

from ..patterns import regex
from ..words import is_question, sentences
from . import style, wording
from .blocks import BLANK

_ENDED = regex(r"[.!?…。！？:：;\"”»)]\s*$")

# The number of lines of a sample, and the largest share of them with a sign that still counts.
_SAMPLED = 30
_LONGEST_LINE = 300
_RARE = 0.2
_LONGEST_PART = 2_500
_MOST_PARTS = 40

# Without one of these signs, a part may be from any text.
_OF_TYPING = {"small letter", "informal", "asks"}
_HINTS = {*_OF_TYPING, "own", "points"}


class Sample:
    """The signs that are common in the lines of a paste, which are no evidence of typing."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _common(self) -> set[str]:
        lines = [line for line in self._text.split("\n") if line.strip()]
        lines = lines[:: max(len(lines) // _SAMPLED, 1)][:_SAMPLED]
        counts = Counter(sign for line in lines for sign in _signs(line[:_LONGEST_LINE]))
        return {sign for sign, count in counts.items() if count > _RARE * len(lines)}

    def telling(self, part: str) -> set[str]:
        """Return the signs of typing in a part that are rare in the paste."""
        return _signs(part) - self._common

    def is_typed(self, part: str, *, is_marked: bool = False) -> bool:
        """Tell whether a part has enough of these signs.

        One is enough if the paste is delimited by marks (`is_marked`).
        """
        if len(part) > _LONGEST_PART or style.PUBLISHED.search(part):
            return False
        signs = _signs(part)
        if not signs & _HINTS:
            return False
        signs -= self._common
        if is_marked:
            return bool(signs & _HINTS)
        return len(signs) > 1 and bool(signs & _OF_TYPING or {"own", "points"} <= signs)


def opening_length(text: str, sample: Sample) -> int:
    """Return the number of characters at the beginning of a text that read as typed."""
    end = 0
    for part in _parts(text):
        if not sample.is_typed(part):
            return end + (0 if end else _first_lines(part, sample))
        end += len(part)
    return end


def closing_length(text: str, sample: Sample, *, is_marked: bool = False) -> int:
    """Return the number of characters at the end of a text that read as typed.

    If a paragraph begins with lines of the paste, only its last lines count.
    """
    length = 0
    for part in reversed(_parts(text)):
        lines = _last_lines(part, sample, is_marked)
        length += lines
        if lines < len(part):
            break
    return length


def reads_as_typed(text: str, sample: Sample) -> bool:
    """Tell whether every paragraph of a text reads as typed."""
    return all(sample.is_typed(part) for part in _parts(text))


def middle_of(text: str) -> str:
    """Return the middle third of a text."""
    return text[len(text) // 3 : len(text) * 2 // 3]


def _parts(text: str) -> list[str]:
    """The paragraphs of a text, each with the blank lines after it."""
    cuts = [0, *(match.end() for match in BLANK.finditer(text)), len(text)]
    parts = [text[start:stop] for start, stop in pairwise(cuts)]
    return [part for part in parts if part.strip()]


def _first_lines(part: str, sample: Sample) -> int:
    """The number of characters of the first lines of a paragraph that were typed."""
    lines = part.splitlines(keepends=True)[:_MOST_PARTS]
    return sum(map(len, takewhile(lambda line: sample.is_typed(line), lines)))


def _last_lines(part: str, sample: Sample, is_marked: bool) -> int:
    """The number of characters of the last lines of a paragraph that were typed."""
    lines = part.rstrip().splitlines(keepends=True)[-_MOST_PARTS:]
    if not sample.is_typed(lines[-1], is_marked=is_marked):
        return 0
    is_whole = sum(map(len, lines)) == len(part.rstrip())
    if is_whole and all(sample.telling(line) & _HINTS for line in lines):
        return len(part)
    typed = takewhile(lambda line: sample.is_typed(line, is_marked=is_marked), reversed(lines))
    return sum(map(len, typed)) + len(part) - len(part.rstrip())


def _signs(part: str) -> set[str]:
    """The signs of typing to a model in a paragraph or a line."""
    words = part.strip()[:_LONGEST_PART]
    is_ended = bool(_ENDED.search(words))
    signs = {
        "small letter": words[:1].islower(),
        "informal": style.is_careless(words),
        "capital": words[:1].isupper(),
        "asks": style.asks_a_model(words) or any(map(is_question, sentences(words))),
        "points": wording.HERE.search(words),
        "own": style.is_own(words),
        "open": not is_ended,
        "ended": is_ended,
    }
    return {sign for sign, holds in signs.items() if holds}
