"""Separates what the user typed in a prompt from what they pasted into it. Pure.

Only the format of the text decides, never its meaning. In doubt, text counts as pasted.

* `blocks` finds what has a beginning and an end: fences, tags, mail, long quotations;
* `lines` finds what shows in its lines: quoted lines, logs, code, tables, transcripts;
* `speakers` finds what others say in lines of their own: "he writes: ...", the messages of a chat;
* `shown` finds short texts by their form and by the words around them (`frames`, `weights`);
* `introduced` finds what a request introduces in a long prompt, and what of one reads as typed;
* this module joins them.

Imports of `text` only these, `words` and `vocabulary`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from . import blocks, introduced, lines, shown, speakers

LEFT_OUT = "[... pasted text left out ...]"

LONGEST_TYPED = 1_500
"""Characters. A prompt that seems to have more typed text than this must hold a paste."""

LONGEST_SEARCHED = 32_000
"""Characters. Of a longer prompt only the beginning is searched for the user's words."""

# Characters: the longest text before or after such a paste that still counts as typed.
_LONGEST_EDGE = 400
_LONGEST_EXAMINED = 20_000

# How a person introduces a paste: "summarise this:", or a question and an empty line.
_INTRODUCTION = re.compile(r"[:：][ \t]*\n|[?？][ \t]*\n[ \t]*\n")
_INTRODUCTION_IN_LINE = re.compile(r":(?=\s)|：")
_QUESTION = re.compile(r"[?？]\W*$")


@dataclass(frozen=True)
class Piece:
    """A part of a prompt, and whether the user typed it; what was not typed was pasted.

    `in_doubt` tells of what is taken as pasted that it may be typed.
    """

    text: str
    is_typed: bool
    in_doubt: bool = False


def pieces(text: str) -> list[Piece]:
    """Return the typed and the pasted parts of a prompt, in order; joined they are the prompt."""
    if len(text) > _LONGEST_EXAMINED:  # only its beginning can have been typed
        start, rest = text[: 2 * LONGEST_TYPED], text[2 * LONGEST_TYPED :]
        return _joined([*pieces(start), Piece(rest, False)])
    found = _joined(_without_introduced(_joined(_pieces_by_format(text)), len(text)))
    if sum(len(piece.text.strip()) for piece in found if piece.is_typed) > LONGEST_TYPED:
        found = _joined(_pieces_of_long_prompt(found))
    return found


def beginning(text: str) -> str:
    """Return what of a prompt is searched: all, or its first `LONGEST_SEARCHED` characters.

    The cut is at a line's end or between words where there is one nearby, so no half of a secret
    remains. What a longer prompt has behind it cannot have been typed (see `pieces`).
    """
    if len(text) <= LONGEST_SEARCHED:
        return text
    least = LONGEST_SEARCHED - LONGEST_TYPED
    ends = (text.rfind(sign, least, LONGEST_SEARCHED) for sign in "\n ")
    return text[: next((end for end in ends if end > 0), least)]


def typed_parts(text: str) -> list[str]:
    """Return the parts of a prompt that the user typed, stripped, without empty ones."""
    return [words for piece in pieces(text) if piece.is_typed and (words := piece.text.strip())]


def quotable_parts(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a prompt that were typed or may have been; whether that is in doubt."""
    return [
        (words, piece.in_doubt)
        for piece in pieces(text)
        if (piece.is_typed or piece.in_doubt) and (words := piece.text.strip())
    ]


def without_pasted(text: str) -> str:
    """Return the prompt with the line LEFT_OUT in the place of each pasted part."""
    kept = [
        piece.text
        if piece.is_typed or piece.in_doubt
        else f"\n{LEFT_OUT}\n"
        if piece.text.strip()
        else "\n\n"
        for piece in pieces(text)
    ]
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip()


def _pieces_by_format(text: str) -> Iterator[Piece]:
    end = 0
    for start, stop in [*blocks.pasted_spans(text), (len(text), len(text))]:
        for line, is_pasted in lines.classified(text[end:start]):
            yield Piece(line, not is_pasted)
        yield Piece(text[start:stop], False)
        end = stop


def _without_introduced(found: Iterable[Piece], length: int) -> Iterator[Piece]:
    """The pieces, without what the words around it tell as pasted."""
    for piece in found:
        if not piece.is_typed:
            yield piece
            continue
        end = 0
        for start, stop, in_doubt in _introduced(piece.text, is_long=length > LONGEST_TYPED):
            yield Piece(piece.text[end:start], True)
            yield Piece(piece.text[start:stop], False, in_doubt)
            end = stop
        yield Piece(piece.text[end:], True)


def _introduced(text: str, *, is_long: bool) -> Sequence[tuple[int, int, bool]]:
    """What the words around it tell as pasted: the spans, and whether each is in doubt."""
    span = introduced.in_line(text)
    if span[1]:
        return [(*span, False)]
    if is_long:
        return [(*span, False)] if (span := introduced.pasted_from(text))[1] else []
    spans = speakers.spoken(text)
    if any(not in_doubt for _, _, in_doubt in spans):
        return spans
    short = shown.shown(text)
    return [short] if short and not (spans and short.in_doubt) else spans


def _pieces_of_long_prompt(found: list[Piece]) -> Iterator[Piece]:
    """All of it if it reads as typed; else as pasted, but the words that introduce it or ask of it.

    Where there are no such words, its sentences in the first person are in doubt.
    """
    typed = "".join(piece.text for piece in found if piece.is_typed)
    if introduced.reads_as_typed(typed):
        yield from found
        return
    first, last = found[0], found[-1]
    opening = _introduction_length(first.text) if first.is_typed else 0
    closing = _question_length(last.text) if last.is_typed and not opening else 0
    text = "".join(piece.text for piece in found)
    yield Piece(text[:opening], True)
    if opening or closing or any(not piece.is_typed for piece in found):
        yield Piece(text[opening : len(text) - closing], False)
    else:
        for sentence, in_doubt in introduced.in_doubt(text):
            yield Piece(sentence, False, in_doubt)
    yield Piece(text[len(text) - closing :], True)


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
    """The number of characters at the end that are a question about the paste above."""
    last = re.split(r"\n[ \t]*\n", text.rstrip())[-1]
    is_short = len(last) <= _LONGEST_EDGE
    return len(text) - text.rindex(last) if last and is_short and _QUESTION.search(last) else 0


def _joined(found: Iterable[Piece]) -> list[Piece]:
    """The pieces, with neighbours joined where both are typed or both are pasted."""
    joined: list[Piece] = []
    for piece in found:
        if joined and _is_like(joined[-1], piece):
            joined[-1] = replace(joined[-1], text=joined[-1].text + piece.text)
        elif piece.text:
            joined.append(piece)
    return joined


def _is_like(one: Piece, other: Piece) -> bool:
    return (one.is_typed, one.in_doubt) == (other.is_typed, other.in_doubt)
