"""What the user says, and what they only show: pasted text is not the user speaking. Pure.

Told by form alone, never by meaning: `blocks` knows what has a beginning and an end (fences,
tags, mail, long quotations), `lines` what shows in the lines (logs, code, tables, transcripts);
and here, the body of a prompt that is longer than a person types. In doubt, text was shown.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import blocks, lines

LEFT_OUT = "[... pasted text left out ...]"

# Characters. Nobody types more into a prompt by hand than LONG, without a paste among it; of
# such a prompt, only what stands before or after the paste was said, in so many characters.
LONG = 1_500
_EDGE = 400
_LOOKED_AT = 20_000

# How a person leads over to a paste: "summarise this:", or a question and an empty line.
_LEADS_OVER = re.compile(r"[:：][ \t]*\n|[?？][ \t]*\n[ \t]*\n")
_LEADS_OVER_WITHIN = re.compile(r":(?=\s)|：")
_ASKS = re.compile(r"[?？]\W*$")


@dataclass(frozen=True)
class Piece:
    """A stretch of a prompt: `said` by the user, or only shown."""

    text: str
    said: bool


def pieces(text: str) -> list[Piece]:
    """Return the prompt as what was said and what was shown, in order, nothing left out."""
    if len(text) > _LOOKED_AT:  # only its beginning can have been typed
        return _joined([*pieces(text[: 2 * LONG]), Piece(text[2 * LONG :], False)])
    found = _joined(_by_form(text))
    if sum(len(piece.text.strip()) for piece in found if piece.said) > LONG:
        found = _joined(_of_a_long_prompt(found))
    return found


def said(text: str) -> list[str]:
    """Return what the user said in a prompt, each stretch on its own, without empty ones."""
    return [words for piece in pieces(text) if piece.said and (words := piece.text.strip())]


def without_shown(text: str) -> str:
    """Return the prompt with one line in the place of everything that was only shown."""
    kept = [
        piece.text if piece.said else f"\n{LEFT_OUT}\n" if piece.text.strip() else "\n\n"
        for piece in pieces(text)
    ]
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip()


def _by_form(text: str) -> Iterator[Piece]:
    """Tell what was shown from what stands around it."""
    end = 0
    for start, stop in [*blocks.shown(text), (len(text), len(text))]:
        for line, was_shown in lines.told_apart(text[end:start]):
            yield Piece(line, not was_shown)
        yield Piece(text[start:stop], False)
        end = stop


def _of_a_long_prompt(found: list[Piece]) -> Iterator[Piece]:
    """Of more than anybody types: what leads over to the paste was said, or a question below."""
    first, last = found[0], found[-1]
    opening = _opening(first.text) if first.said else 0
    closing = _closing(last.text) if last.said and not opening else 0
    text = "".join(piece.text for piece in found)
    yield Piece(text[:opening], True)
    yield Piece(text[opening : len(text) - closing], False)
    yield Piece(text[len(text) - closing :], True)


def _opening(text: str) -> int:
    """How many characters at the beginning lead over to what follows."""
    if match := _LEADS_OVER.search(text, 0, _EDGE):
        return match.end()
    line = text.partition("\n")[0]
    match = _LEADS_OVER_WITHIN.search(line, 0, _EDGE) if len(line) > _EDGE else None
    return match.end() if match else 0


def _closing(text: str) -> int:
    """How many characters at the end are a question about what stands above them."""
    last = re.split(r"\n[ \t]*\n", text.rstrip())[-1]
    is_short = len(last) <= _EDGE
    return len(text) - text.rindex(last) if last and is_short and _ASKS.search(last) else 0


def _joined(found: Iterable[Piece]) -> list[Piece]:
    """The pieces, with neighbours of one kind made one."""
    joined: list[Piece] = []
    for piece in found:
        if joined and joined[-1].said == piece.said:
            joined[-1] = Piece(joined[-1].text + piece.text, piece.said)
        elif piece.text:
            joined.append(piece)
    return joined
