"""Separates what the user typed in a prompt from what they pasted into it. Pure.

Only the format of the text decides, never its meaning. In doubt, text counts as pasted.

* `blocks` finds pastes with a beginning and an end: fences, tags, mail, long quotations;
* `lines` finds pastes by their lines: quoted lines, logs, code, tables, transcripts;
* `speakers` finds lines that quote others: "he writes: ...", the messages of a chat;
* `shown` finds short texts by their form and by the words around them (`frames`, `weights`);
* `wording` has the regular expressions for such words, in six languages;
* `introduced` finds what a request introduces in a long prompt;
* `regions` finds all this in the whole prompt, over the marks within a paste (`unmarked`);
* `forms` finds records and templates by their fields and headings;
* `style` tells what of a long prompt reads as typed, `edges` what was typed around a long paste;
* this module combines them.

Of `text` it imports only these, `words` and `patterns`: the daemon stays small (`vocabulary` is
large).
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ..patterns import regex
from . import blocks, edges, forms, lines, regions, style

LEFT_OUT = "[... pasted text left out ...]"

LONGEST_TYPED = 1_500
"""In characters. A prompt that seems to have more typed text than this must contain a paste."""

LONGEST_SEARCHED = 32_000
"""In characters. In a longer prompt only both ends are searched for the user's words."""

# In characters: the longest text before or after such a paste that still counts as typed.
_LONGEST_EDGE = 400
_NEAR = LONGEST_TYPED // 2
# Of a longer prompt only this much of the beginning and of the end is examined. What
# `searched` leaves of a prompt is longer, also after its secrets are redacted: it has a seam.
_LONGEST_EXAMINED = LONGEST_SEARCHED - LONGEST_TYPED - 500
_LONGEST_END = 8_000

_CRLF = regex(r"\r\n")
_PLAIN = str.maketrans("\r\x0b\x0c\x85\u2028\u2029\xa0\u200b\ufeff", "\n\n\n\n\n\n   ")

# How a person introduces a paste: "summarise this:", or a question and an empty line.
_INTRODUCTION = regex(r"[:：][ \t]*\n|[?？][ \t]*\n[ \t]*\n")
_INTRODUCTION_IN_LINE = regex(r":(?=\s)|：")
# The characters with which quotations, fences and elements begin and end.
_MARKS = frozenset("`~\"'“”„«»‘’‚‹›「」『』<>")
_QUESTION = regex(r"[?？]\W*$")


@dataclass(frozen=True)
class Piece:
    """A part of a prompt, and whether the user typed it; otherwise they pasted it.

    `in_doubt` means that it counts as pasted, but may have been typed.
    """

    text: str
    is_typed: bool
    in_doubt: bool = False


@lru_cache(maxsize=128)
def pieces(text: str) -> tuple[Piece, ...]:
    """Return the typed and the pasted parts of a prompt, in order; joined they are the prompt.

    In a prompt longer than people type, only both ends are examined; the middle counts as pasted.
    An update needs those of each prompt several times.
    """
    plain, dropped = _plain(text)
    return tuple(
        _judged_whole(text) if plain == text else _as_in(text, _judged_whole(plain), dropped)
    )


def _plain(text: str) -> tuple[str, list[int]]:
    """The text with "\\n" for every line end, and where the others had a character more.

    Mail programs and word processors end lines in other ways, and put spaces into empty ones.
    """
    dropped = [match.start() - number for number, match in enumerate(_CRLF.finditer(text))]
    return _CRLF.sub("\n", text).translate(_PLAIN), dropped


def _as_in(text: str, found: Iterable[Piece], dropped: list[int]) -> Iterator[Piece]:
    """The pieces of a plain text as pieces of the text itself."""
    start = end = 0
    for piece in found:
        end += len(piece.text)
        stop = end + bisect_left(dropped, end)
        yield replace(piece, text=text[start:stop])
        start = stop


def _judged_whole(text: str) -> list[Piece]:
    if len(text) <= _LONGEST_EXAMINED:
        return _judged(text)
    stop, start = _ends(text, 2 * _LONGEST_END)
    found: list[Piece] = []
    end = 0
    for piece in _judged(text[:stop] + text[start:], seam=stop):
        cut = stop - end
        end += len(piece.text)
        if 0 <= cut < len(piece.text):
            found += (replace(piece, text=piece.text[:cut]), Piece(text[stop:start], False))
            piece = replace(piece, text=piece.text[cut:])
        found.append(piece)
    return _joined(found)


def searched(text: str) -> str:
    """Return the text of a prompt to search: all, or both ends, together `LONGEST_SEARCHED` long.

    The cuts are at line ends or between words where possible, so that no half of a secret remains.
    The text between the cuts cannot have been typed (see `pieces`).
    """
    if len(text) <= LONGEST_SEARCHED:
        return text
    stop, start = _ends(text, LONGEST_SEARCHED)
    return text[:stop] + text[start:]


def _ends(text: str, most: int) -> tuple[int, int]:
    """Return (stop, start): the beginning ends at `stop`, and the end begins at `start`.

    Together they have less than `most` characters.
    """
    before, after = most // 2 - _NEAR, len(text) - most // 2
    ends = (text.rfind(sign, before, most // 2) for sign in "\n ")
    starts = (text.find(sign, after + 1, after + _NEAR) for sign in "\n ")
    return (
        next((end for end in ends if end > 0), before),
        next((start for start in starts if start > 0), after + _NEAR),
    )


def typed_parts(text: str) -> list[str]:
    """Return the parts of a prompt that the user typed, stripped, without empty ones."""
    return [words for piece in pieces(text) if piece.is_typed and (words := piece.text.strip())]


def quotable_parts(text: str) -> list[tuple[str, bool]]:
    """Return (text, in_doubt) for each part of a prompt that was, or may have been, typed."""
    return [
        (words, piece.in_doubt)
        for piece in pieces(text)
        if (piece.is_typed or piece.in_doubt) and (words := piece.text.strip())
    ]


def without_pasted(text: str) -> str:
    """Return the prompt with the line LEFT_OUT in place of each pasted part."""
    kept = [
        piece.text
        if piece.is_typed or piece.in_doubt
        else f"\n{LEFT_OUT}\n"
        if piece.text.strip()
        else "\n\n"
        for piece in pieces(text)
    ]
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip()


def _judged(text: str, seam: int = -1) -> list[Piece]:
    """The pieces of the examined text; `seam` is where the middle was cut out, or -1."""
    found = _joined(_without_introduced(_joined(_pieces_by_format(text))))
    if sum(len(piece.text.strip()) for piece in found if piece.is_typed) > LONGEST_TYPED:
        found = _joined(_pieces_of_long_prompt(found, seam))
    elif len(text) > LONGEST_TYPED:
        found = _joined(_without_remains(found, seam))
    return _joined(_own_profiles(_joined(_with_forms(found))))


def _with_forms(found: list[Piece]) -> Iterator[Piece]:
    """The pieces; what would count as typed in a form such as a ticket is in doubt."""
    spans = iter(forms.spans("".join(piece.text for piece in found)))
    start, stop = next(spans, (-1, -1))
    end = 0
    for piece in found:
        begin, end = end, end + len(piece.text)
        last = begin
        while 0 <= start < end:
            if piece.is_typed and stop > last:
                yield Piece(piece.text[last - begin : max(start, last) - begin], True)
                yield Piece(piece.text[max(start, last) - begin : stop - begin], False, True)
                last = min(stop, end)
            if stop > end:
                break
            start, stop = next(spans, (-1, -1))
        yield replace(piece, text=piece.text[last - begin :])


def _own_profiles(found: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces; a pasted one that is announced as a text about the user is in doubt."""
    before = ""
    for piece in found:
        is_own = not piece.is_typed and style.is_announced_as_own(before, piece.text)
        yield replace(piece, in_doubt=True) if is_own else piece
        before = piece.text if piece.is_typed else ""


def _without_remains(found: list[Piece], seam: int) -> Iterator[Piece]:
    """The pieces of a long prompt; formless text between pastes becomes pasted as well.

    Typed text stands before the paste, after it, or between parts with marks at both ends.
    """
    shown = "".join(piece.text for piece in found if not piece.is_typed)
    unmarked = "\n".join(piece.text for piece in found[1:-1] if piece.is_typed)
    sample = edges.Sample(unmarked if unmarked.strip() and seam >= 0 else shown)
    is_shown = seam >= 0 or 2 * len(shown) > sum(len(piece.text) for piece in found)
    end = 0
    for number, piece in enumerate(found):
        start, end = end, end + len(piece.text)
        is_last = number + 1 == len(found)
        if start <= seam <= end and piece.is_typed:
            yield Piece(piece.text, False)
        elif not (piece.is_typed and number and is_shown) or _is_delimited(found, number):
            yield piece
        elif not is_last:
            yield Piece(piece.text, edges.reads_as_typed(piece.text, sample))
        elif seam < 0:
            yield piece
        else:
            typed = len(piece.text) - edges.closing_length(piece.text, sample, is_marked=True)
            yield Piece(piece.text[:typed], False)
            yield Piece(piece.text[typed:], True)


def _is_delimited(found: list[Piece], number: int) -> bool:
    """Tell whether the pastes before and after a piece have marks at the sides that face it."""
    before, after = found[number - 1], found[number + 1 : number + 2]
    return before.text.rstrip()[-1:] in _MARKS and all(
        piece.text.lstrip()[:1] in _MARKS for piece in after
    )


def _pieces_by_format(text: str) -> Iterator[Piece]:
    end = 0
    for start, stop in [*blocks.pasted_spans(text), (len(text), len(text))]:
        for line, is_pasted in lines.classified(text[end:start]):
            yield Piece(line, not is_pasted)
        yield Piece(text[start:stop], False)
        end = stop


def _without_introduced(found: list[Piece]) -> Iterator[Piece]:
    """The pieces; text that the surrounding words introduce as pasted becomes pasted."""
    text = "".join(piece.text for piece in found)
    marks = []
    end = 0
    for piece in found:
        start, end = end, end + len(piece.text)
        if not piece.is_typed:
            marks.append((start, end))
    shown = regions.spans(text, marks, is_long=len(text) > LONGEST_TYPED)
    end = 0
    for start, stop, in_doubt in sorted([*shown, *((*mark, False) for mark in marks)]):
        yield Piece(text[end:start], True)
        yield Piece(text[start:stop], False, in_doubt)
        end = stop
    yield Piece(text[end:], True)


def _pieces_of_long_prompt(found: list[Piece], seam: int = -1) -> Iterator[Piece]:
    """The pieces as they are if the text reads as typed; else only both ends can be typed.

    If nothing at the ends reads as typed, sentences in the first person are in doubt.
    """
    typed = "".join(piece.text for piece in found if piece.is_typed)
    if seam < 0 and style.reads_as_typed(typed):
        yield from found
        return
    text = "".join(piece.text for piece in found)
    opening, closing = _edges_of(found, edges.Sample(edges.middle_of(typed)))
    yield Piece(text[:opening], True)
    if opening or closing:
        yield Piece(text[opening : len(text) - closing], False)
    else:
        yield from _in_doubt(found)
    yield Piece(text[len(text) - closing :], True)


def _in_doubt(found: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, all as pasted; typed sentences in the first person are in doubt."""
    for piece in found:
        if not piece.is_typed:
            yield piece
            continue
        for sentence, in_doubt in style.in_doubt(piece.text):
            yield Piece(sentence, False, in_doubt)


def _edges_of(found: list[Piece], sample: edges.Sample) -> tuple[int, int]:
    """The numbers of typed characters at the beginning and at the end."""
    first, last = found[0], found[-1]
    opening = closing = 0
    if first.is_typed:
        opening = _introduction_length(first.text) or edges.opening_length(first.text, sample)
    if last.is_typed:
        closing = edges.closing_length(last.text, sample)
        if not opening and not closing:
            closing = _question_length(last.text)
    if opening + closing >= sum(len(piece.text) for piece in found):
        return 0, 0
    return opening, closing


def _introduction_length(text: str) -> int:
    """The number of characters at the beginning that introduce a paste."""
    if match := _INTRODUCTION.search(text, 0, _LONGEST_EDGE):
        return match.end()
    line = text.partition("\n")[0]
    if len(line) <= _LONGEST_EDGE:
        return 0
    match = _INTRODUCTION_IN_LINE.search(line, 0, _LONGEST_EDGE)
    return match.end() if match else 0


def _question_length(text: str) -> int:
    """The length of a last line that asks about the paste above it, in characters; else 0."""
    last = text.rstrip().rpartition("\n")[2]
    is_short = len(last) <= _LONGEST_EDGE
    return len(text) - text.rindex(last) if last and is_short and _QUESTION.search(last) else 0


def _joined(found: Iterable[Piece]) -> list[Piece]:
    """The pieces, with adjacent ones of the same kind merged."""
    joined: list[Piece] = []
    for piece in found:
        if joined and _is_like(joined[-1], piece):
            joined[-1] = replace(joined[-1], text=joined[-1].text + piece.text)
        elif piece.text:
            joined.append(piece)
    return joined


def _is_like(one: Piece, other: Piece) -> bool:
    return (one.is_typed, one.in_doubt) == (other.is_typed, other.in_doubt)
