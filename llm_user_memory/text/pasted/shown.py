"""Short pasted text without marks of its own: found by its form and by the words around it. Pure.

A person puts a text of somebody else between blank lines, or in lines of its own, and says before
or after it what it is or what to do with it. No sign is enough by itself; each has a weight, and
the place to cut is where the signs on both sides weigh most. Where they weigh little, in doubt.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..vocabulary import pastes
from ..words import sentences
from . import frames
from .introduced import introduces, is_own
from .tongues import tongue

# Fitted to benchmarks/pastes/tuned.jsonl and to prompts like those; a sign that is not here weighs
# nothing. One candidate is compared with the others, and with there being no paste.
_WEIGHTS: dict[str, float] = {
    "above: 1 paragraphs": 0.9,
    "above: 2 paragraphs": -0.3,
    "above: announces": -1.4,
    "above: asked": 0.5,
    "above: here": 0.8,
    "above: in the next line": -0.2,
    "above: long": -0.5,
    "above: narrates": -0.3,
    "above: only a greeting": -0.1,
    "above: own": -0.1,
    "above: period": -1.3,
    "above: request": -0.6,
    "above: says, open": 0.2,
    "above: shows": 0.9,
    "above: text": 0.4,
    "above: they": 0.3,
    "above: works": 1.0,
    "above: works on it": 0.2,
    "addresses the model": -0.1,
    "below: asks": 0.3,
    "below: here": 0.5,
    "below: in the next line": 0.4,
    "below: nobody named": 0.6,
    "below: own": 1.2,
    "below: period": -1.0,
    "below: points up": 0.4,
    "below: question": -0.3,
    "below: says": -0.1,
    "below: signs off": -0.5,
    "below: small letter": 1.1,
    "below: text": 0.6,
    "below: they": 0.5,
    "below: works": 0.2,
    "below: works on it": 0.5,
    "greets": 1.3,
    "greets first": 0.4,
    "letter": 0.9,
    "list": -1.0,
    "nothing above": -0.5,
    "nothing below": 0.7,
    "other capitals": 0.3,
    "other language": 0.1,
    "other periods": 2.2,
    "own": 0.6,
    "points": -0.3,
    "published": 0.7,
    "question": -0.5,
    "several paragraphs": -2.1,
    "several sentences": 1.2,
    "short": -1.3,
    "signed": 1.0,
    "verse": -0.2,
}
_ENOUGH = 4.8
_IN_DOUBT = 3.8
_SHORTEST = 25
_SHORTEST_UNSPACED = 12
_LONGEST_GREETING = 40
_LONGEST_NAME = 40
_LONGEST_FRAME = 400

# Cuts that are tried from the beginning, and from the end.
_CUTS = 4

_BLANK = re.compile(r"\n[ \t]*\n\s*")


# Without one of these, a change of style is no more than a change of style.
_TELLING = {
    *("above: works", "above: says", "above: text", "above: shows", "above: request"),
    *("below: works", "below: says", "below: text", "below: points up", "below: nobody named"),
    *("above: here", "below: here", "greets", "letter", "published", "verse", "other language"),
}
_ABOUT_A_TEXT = {"works", "says", "text"}


class Shown(NamedTuple):
    """A span that is taken as pasted; `in_doubt` if that is not clear."""

    start: int
    stop: int
    in_doubt: bool


class _Cut(NamedTuple):
    end: int  # of the part above
    start: int  # of the part below
    is_blank: bool


def shown(text: str) -> Shown | None:
    """Return the part of a text that the words before or after it, and its form, tell as pasted."""
    if not text.strip() or _is_one_letter(text):
        return None
    weighed = [
        (sum(_WEIGHTS.get(sign, 0.0) for sign in signs), span) for span, signs in candidates(text)
    ]
    if not weighed:
        return None
    best, (start, stop) = max(weighed)
    return Shown(start, stop, best < _ENOUGH) if best >= _IN_DOUBT else None


def candidates(text: str) -> Iterator[tuple[tuple[int, int], set[str]]]:
    """Yield the spans of a text that can be pasted, and the signs for and against each."""
    cuts = list(_cuts(text))
    tops = [_Cut(0, 0, True), *cuts[:_CUTS]]
    bottoms = [_Cut(len(text), len(text), True), *cuts[-_CUTS:]]
    for top in tops:
        over = text[: top.end]
        above = _signs_above(over, top)
        for bottom in bottoms:
            if bottom.end <= top.start or not (top.end or bottom.end < len(text)):
                continue
            body, rest = text[top.start : bottom.end].strip(), text[bottom.start :].strip()
            if not _can_be_pasted(text, body, rest, top, bottom):
                continue
            signs = above | _signs_below(rest, body, over, bottom) | _form(body)
            signs |= _changes(over.strip(), rest, body)
            if signs & _TELLING:
                yield (top.start, bottom.end), signs


def _can_be_pasted(text: str, body: str, rest: str, top: _Cut, bottom: _Cut) -> bool:
    is_unspaced = tongue(body) in ("zh", "ja")
    if len(body) < (_SHORTEST_UNSPACED if is_unspaced else _SHORTEST) or len(rest) > _LONGEST_FRAME:
        return False
    if top.is_blank and bottom.is_blank:
        return True
    # In a poem any line could be a cut: only the first can be somebody's who asks about it.
    is_first = bottom.is_blank and top.end and "\n" not in text[: top.end].strip()
    return _is_broad(body, is_unspaced) or bool(
        is_first and _is_verse(body) and frames.above(text[: top.end]) & _ABOUT_A_TEXT
    )


def _signs_above(text: str, cut: _Cut) -> set[str]:
    """The signs in the words above a cut."""
    paragraphs = [part for part in _BLANK.split(text) if part.strip()]
    if not paragraphs:
        return {"nothing above"}
    found = {f"above: {sign}" for sign in frames.above(text)}
    found.add(f"above: {min(len(paragraphs), 4)} paragraphs")
    if not cut.is_blank:
        found.add("above: in the next line")
    if len(paragraphs[-1]) > _LONGEST_FRAME:
        found.add("above: long")
    if cut.is_blank and introduces(paragraphs[-1]):
        found.add("above: request")
    if len(paragraphs) == 1 and pastes.GREETING.match(text) and len(text) < _LONGEST_GREETING:
        found.add("above: only a greeting")
    return found


def _signs_below(rest: str, body: str, above: str, cut: _Cut) -> set[str]:
    if not rest:
        return {"nothing below"}
    found = {f"below: {sign}" for sign in frames.below(rest, body, above)}
    return found if cut.is_blank else found | {"below: in the next line"}


def _changes(above: str, rest: str, body: str) -> set[str]:
    """What is another between the text and the words around it: language, capitals, periods."""
    frame, found = above or rest, set()
    ours, theirs = tongue(frame), tongue(body)
    if ours and theirs and ours != theirs:
        found.add("other language")
    if frame[:1].isalpha() and body[:1].isalpha() and frame[:1].islower() != body[:1].islower():
        found.add("other capitals")
    if body[-1:] in ".!…。" and frame[-1:].isalnum() and frame.count("\n") < 3:
        found.add("other periods")
    if pastes.GREETING.match(body) and not above:
        found.add("greets first")
    return found


def _is_one_letter(text: str) -> bool:
    """Tell whether all of it has one greeting at its beginning and is signed at its end."""
    paragraphs = _BLANK.split(text.strip())
    last = paragraphs[-2] if len(paragraphs[-1]) < _LONGEST_NAME and paragraphs[1:] else ""
    is_signed = pastes.SIGNED.search(paragraphs[-1]) or any(
        map(frames.signs_off, (paragraphs[-1], last))
    )
    greetings = sum(bool(pastes.GREETING.match(part)) for part in paragraphs)
    return greetings == 1 and bool(pastes.GREETING.match(text) and is_signed)


def _cuts(text: str) -> Iterator[_Cut]:
    """Where a text can be cut: at blank lines, and after its first line and before its last."""
    blank = [_Cut(match.start(), match.end(), True) for match in _BLANK.finditer(text)]
    lines = [match.start() for match in re.finditer(r"\n(?=[ \t]*\S)", text)]
    taken = {place for cut in blank for place in range(cut.end, cut.start)} if blank else set()
    single = [_Cut(place, place + 1, False) for place in lines if place not in taken]
    return iter(sorted({*blank, *single[:2], *single[-2:]}))


def _is_broad(body: str, is_unspaced: bool) -> bool:
    """Tell whether the lines of a text are longer than those of who breaks lines while typing."""
    return max(map(len, body.split("\n"))) >= (24 if is_unspaced else 60)


def _form(body: str) -> set[str]:
    """The signs in the form of a text."""
    is_signed = bool(pastes.SIGNED.search(body) or pastes.NAME_ALONE.search(body))
    lines = [line for line in body.split("\n") if line.strip()]
    signs = {
        "greets": bool(pastes.GREETING.match(body)),
        "signed": is_signed,
        "letter": is_signed and bool(pastes.GREETING.match(body)),
        "published": bool(pastes.PUBLISHED.search(body)),
        "verse": _is_verse(body),
        "own": is_own(body),
        "list": len(lines) > 1 and len(pastes.LIST.findall(body)) * 2 > len(lines),
        "addresses the model": bool(pastes.ADDRESSES_THE_MODEL.search(body)),
        "question": body[-1:] in "?？",
        "several paragraphs": bool(_BLANK.search(body)),
        "several sentences": len(sentences(body)) > 2,
        "short": len(body) < 60,
        "points": bool(frames.above(body) & {"works on it", "says it", "shows"}),
    }
    return {name for name, holds in signs.items() if holds}


def _is_verse(body: str) -> bool:
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    if len(lines) < 2 or max(map(len, lines)) > 70 or (len(lines) < 4 and _BLANK.search(body)):
        return False
    marked = sum(line[-1] in ",;:，；" for line in lines[:-1])
    is_closed = lines[-1][-1] in ".!?。！…" or marked * 2 >= len(lines) - 1
    begins = sum(not line[:1].islower() for line in lines)
    return (begins * 4 >= len(lines) * 3 or is_closed) and marked * 3 >= len(lines) - 1
