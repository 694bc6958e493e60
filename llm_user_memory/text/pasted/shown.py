"""Finds short pastes without marks by their form and by the words around them. Pure.

People put somebody else's text between blank lines, or in lines of its own, and say before or
after it what it is or what to do with it. No sign suffices alone. Each has a weight, and the text
is cut where the signs on both sides have the greatest sum. A low sum leaves the paste in doubt.
"""

import re
from collections.abc import Iterable, Iterator
from math import fsum
from typing import NamedTuple

from ..patterns import regex
from ..words import sentences
from . import frames, wording
from .blocks import BLANK
from .introduced import introduces
from .style import is_own
from .tongues import tongue
from .weights import ENOUGH, IN_DOUBT, WEIGHTS

_SHORTEST = 25
_SHORTEST_UNSPACED = 12
_LONGEST_GREETING = 40
_LONGEST_NAME = 40
_LONGEST_FRAME = 400
_LONGEST_REMARK = 120

# The number of cuts that are tried from the beginning, and from the end.
_CUTS = 4

_ENDED = regex(r"[.!?。！？][ \t]*(?:\n|$)")
_BEHIND = regex(r"(?:[:.!?…][\"”»)]?(?=\s)|[：。！？][”」]?)\s*")


# A change of style counts only together with one of these signs.
_TELLING = {
    *("above: works", "above: says", "above: text", "above: shows", "above: request"),
    *("below: works", "below: says", "below: text", "below: points up", "below: nobody named"),
    *(
        "above: remark",
        "below: remark",
        "above: here",
        "below: here",
        "greets",
        "letter",
        "published",
        "verse",
        "other language",
    ),
}
# The same person may speak in both parts, with no blank line between them.
_GOES_ON = {"nothing above", "own", "below: own", "below: in the next line"}
_ABOUT_A_TEXT = {"works", "says", "text"}


class Shown(NamedTuple):
    """A span that counts as pasted; `in_doubt` if the score is low."""

    start: int
    stop: int
    in_doubt: bool


class _Cut(NamedTuple):
    end: int  # of the part above
    start: int  # of the part below
    is_blank: bool
    is_in_line: bool = False


def shown(text: str) -> Shown | None:
    """Return the span that its form and the words before or after it mark as pasted, or None."""
    if not text.strip() or _is_one_letter(text):
        return None
    return _best(candidates(text))


def end_of_shown(text: str, start: int) -> int:
    """Return the end of a text that a request introduces at `start`, in its own line; else 0.

    It is weighed as if it stood below the request.
    """
    found = _best(_candidates(text, [_Cut(start, start, True)]))
    return found.stop if found and not found.in_doubt else 0


def _best(found: Iterable[tuple[tuple[int, int], set[str]]]) -> Shown | None:
    # `fsum`: a plain sum depends on the order of a set, which differs between processes.
    weighed = [
        (fsum(WEIGHTS.get(sign, 0.0) for sign in signs), span, signs >= _GOES_ON)
        for span, signs in found
    ]
    if not weighed:
        return None
    best, (start, stop), goes_on = max(weighed)
    return Shown(start, stop, best < ENOUGH or goes_on) if best >= IN_DOUBT else None


def candidates(text: str) -> Iterator[tuple[tuple[int, int], set[str]]]:
    """Yield the spans of a text that can be pasted, with the signs for and against each."""
    tops = [_Cut(0, 0, True), *_first_in_line(text), *list(_cuts(text))[:_CUTS]]
    return _candidates(text, tops)


def _candidates(text: str, tops: Iterable[_Cut]) -> Iterator[tuple[tuple[int, int], set[str]]]:
    bottoms = [_Cut(len(text), len(text), True), *list(_cuts(text))[-_CUTS:]]
    for top in tops:
        over = text[: top.end]
        above = _signs_above(over, top)
        if "above: dictates" in above:
            continue
        for bottom in bottoms:
            if bottom.end <= top.start or not (top.end or bottom.end < len(text)):
                continue
            if top.is_in_line and not _goes_on(above):
                continue
            body, rest = text[top.start : bottom.end].strip(), text[bottom.start :].strip()
            if not _can_be_pasted(text, body, rest, top, bottom):
                continue
            signs = above | _signs_below(rest, body, over, bottom) | _form(body)
            signs |= _changes(over.strip(), rest, body)
            if signs & _TELLING:
                yield (top.start, bottom.end), signs


def _goes_on(above: set[str]) -> bool:
    """Tell whether a paste may begin in the same line as the words above it."""
    return bool(above & {"above: works", "above: says"}) and "above: announces" not in above


def _can_be_pasted(text: str, body: str, rest: str, top: _Cut, bottom: _Cut) -> bool:
    is_unspaced = tongue(body) in ("zh", "ja")
    if len(body) < (_SHORTEST_UNSPACED if is_unspaced else _SHORTEST) or len(rest) > _LONGEST_FRAME:
        return False
    if top.is_blank and bottom.is_blank:
        return True
    # In a poem any line could be a cut, but only the first can be a question about it.
    is_first = bottom.is_blank and top.end and "\n" not in text[: top.end].strip()
    return _is_broad(body, is_unspaced) or bool(
        is_first and _is_verse(body) and frames.above(text[: top.end]) & _ABOUT_A_TEXT
    )


def _signs_above(text: str, cut: _Cut) -> set[str]:
    """The signs in the words above a cut."""
    paragraphs = [part for part in BLANK.split(text) if part.strip()]
    if not paragraphs:
        return {"nothing above"}
    found = {f"above: {sign}" for sign in frames.above(text)}
    found.add(f"above: {min(len(paragraphs), 4)} paragraphs")
    if cut.is_in_line:
        found.add("above: in the same line")
    elif not cut.is_blank:
        found.add("above: in the next line")
    if len(paragraphs) == 1 and len(text) < _LONGEST_REMARK:
        found.add("above: remark of oneself" if is_own(text) else "above: remark")
    if wording.FOR_ONESELF.search(paragraphs[-1][-_LONGEST_FRAME:]):
        found.add("above: for oneself")
    if len(paragraphs[-1]) > _LONGEST_FRAME:
        found.add("above: long")
    if cut.is_blank and introduces(paragraphs[-1]):
        found.add("above: request")
    if len(paragraphs) == 1 and wording.GREETING.match(text) and len(text) < _LONGEST_GREETING:
        found.add("above: only a greeting")
    return found


def _signs_below(rest: str, body: str, above: str, cut: _Cut) -> set[str]:
    if not rest:
        return {"nothing below"}
    found = {f"below: {sign}" for sign in frames.below(rest, body, above)}
    if len(rest) < _LONGEST_REMARK:
        found.add("below: remark of oneself" if is_own(rest) else "below: remark")
    if wording.FOR_ONESELF.search(rest[:_LONGEST_FRAME]):
        found.add("below: for oneself")
    return found if cut.is_blank else found | {"below: in the next line"}


def _changes(above: str, rest: str, body: str) -> set[str]:
    """The differences between the text and the words around it: language, capitals, periods."""
    frame, found = above or rest, set()
    ours, theirs = tongue(frame), tongue(body)
    if ours and theirs and ours != theirs:
        found.add("other language")
    if frame[:1].isalpha() and body[:1].isalpha() and frame[:1].islower() != body[:1].islower():
        found.add("other capitals")
    if body[-1:] in ".!…。" and frame[-1:].isalnum() and frame.count("\n") < 3:
        found.add("other periods")
    if wording.GREETING.match(body) and not above:
        found.add("greets first")
    if _is_careless(frame) and _is_careful(body):
        found.add("other care")
    return found


def _is_careless(text: str) -> bool:
    """Tell whether a text begins with a small letter and does not end with a period."""
    return text[:1].islower() and text[-1:] not in ".。"


def _is_careful(text: str) -> bool:
    """Tell whether each sentence of a text begins with a capital and ends with punctuation."""
    said = sentences(text)
    return len(said) > 1 and text[-1:] in '.!?…"”»)' and not any(s[:1].islower() for s in said)


def _is_one_letter(text: str) -> bool:
    """Tell whether a text is one letter: one greeting, at its beginning, and a signature."""
    paragraphs = BLANK.split(text.strip())
    last = paragraphs[-2] if len(paragraphs[-1]) < _LONGEST_NAME and paragraphs[1:] else ""
    is_signed = wording.SIGNED.search(paragraphs[-1]) or any(
        map(frames.signs_off, (paragraphs[-1], last))
    )
    greetings = sum(bool(wording.GREETING.match(part)) for part in paragraphs)
    return greetings == 1 and bool(wording.GREETING.match(text) and is_signed)


def _cuts(text: str) -> Iterator[_Cut]:
    """The places where a text can be cut: blank lines, and the first two and last two line ends."""
    blank = [_Cut(match.start(), match.end(), True) for match in BLANK.finditer(text)]
    lines = [match.start() for match in re.finditer(r"\n(?=[ \t]*\S)", text)]
    taken = {place for cut in blank for place in range(cut.end, cut.start)} if blank else set()
    single = [_Cut(place, place + 1, False) for place in lines if place not in taken]
    return iter(sorted({*blank, *single[:2], *single[-2:]}))


def _first_in_line(text: str) -> list[_Cut]:
    """The places in the first line where a paste can begin: after a colon or a sentence."""
    end = text.find("\n")
    end = min(len(text) if end < 0 else end, _LONGEST_REMARK)
    found = [
        _Cut(match.end(), match.end(), False, True) for match in _BEHIND.finditer(text, 0, end)
    ]
    return found[:2]


def _is_broad(body: str, is_unspaced: bool) -> bool:
    """Tell whether the lines are longer than those of somebody who breaks lines while typing."""
    return max(map(len, body.split("\n"))) >= (24 if is_unspaced else 60)


def _form(body: str) -> set[str]:
    """The signs in the form of a text itself."""
    is_signed = bool(wording.SIGNED.search(body) or wording.NAME_ALONE.search(body))
    lines = [line for line in body.split("\n") if line.strip()]
    signs = {
        "greets": bool(wording.GREETING.match(body)),
        "signed": is_signed,
        "letter": is_signed and bool(wording.GREETING.match(body)),
        "published": bool(wording.PUBLISHED.search(body)),
        "verse": _is_verse(body),
        "own": is_own(body),
        "list": len(lines) > 1 and len(wording.LIST.findall(body)) * 2 > len(lines),
        "addresses the model": bool(wording.ADDRESSES_THE_MODEL.search(body)),
        "question": body[-1:] in "?？",
        "addresses somebody": bool(wording.YOU.search(body)),
        "several paragraphs": bool(BLANK.search(body)),
        "several sentences": len(sentences(body)) > 2,
        "short": len(body) < 60,
        "short lines": len(lines) > 1 and max(map(len, lines)) < 50 and not _ENDED.search(body),
        "other last line": len(lines) > 1
        and lines[0][:1].isupper()
        and (lines[-1].strip()[:1].islower() or lines[-1][-1] in "?？"),
        "points": bool(frames.above(body) & {"works on it", "says it", "shows"}),
    }
    return {name for name, holds in signs.items() if holds}


def _is_verse(body: str) -> bool:
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    if len(lines) < 2 or max(map(len, lines)) > 70 or (len(lines) < 4 and BLANK.search(body)):
        return False
    marked = sum(line[-1] in ",;:，；" for line in lines[:-1])
    is_closed = lines[-1][-1] in ".!?。！…" or marked * 2 >= len(lines) - 1
    begins = sum(not line[:1].islower() for line in lines)
    return (begins * 4 >= len(lines) * 3 or is_closed) and marked * 3 >= len(lines) - 1
