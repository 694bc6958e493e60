"""Finds what the words around it introduce as pasted, in a whole prompt. Pure.

A letter that somebody pastes may contain a quotation, code or a list, and its request may follow
another. So what a request introduces is searched in the prompt without its marked parts
(`unmarked`), and then in each part that this leaves.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from . import edges, frames, introduced, shown, speakers, style, wording
from .blocks import BLANK
from .unmarked import Unmarked

Span = tuple[int, int, bool]
"""Start, stop, and whether it is in doubt."""
_Mark = tuple[int, int]
_LONGEST_REMARK = 400  # in characters


def spans(text: str, marks: Sequence[_Mark], *, is_long: bool) -> list[Span]:
    """Return the spans outside of the marked parts that were pasted, in order.

    `is_long` says that the prompt is longer than what people type.
    """
    whole = _in_whole(text, marks, is_long=is_long)
    found: list[Span] = []
    for start, stop in _gaps(len(text), marks):
        part = text[start:stop]
        inside = [
            (max(first, start) - start, min(last, stop) - start, in_doubt)
            for first, last, in_doubt in whole
            if first < stop and last > start
        ]
        if inside and not is_long:
            said = _said(part, [(first, last) for first, last, _ in inside])
            inside = sorted([*inside, *((first, last, False) for first, last in said)])
        end = 0
        for first, last, in_doubt in inside or _in_part(part, is_long):
            # One request may introduce the line of another.
            if last > end:
                found.append((start + max(first, end), start + last, in_doubt))
                end = last
    return found


def _in_whole(text: str, marks: Sequence[_Mark], *, is_long: bool) -> list[Span]:
    """The spans that requests introduce in the prompt as a whole; none if it is only one part."""
    rest = Unmarked(text, marks)
    found = [_in_prompt(rest, span) for span in _in_line(rest, is_long=is_long)]
    lines = [(start, stop) for start, stop, _ in found]
    if lines and not BLANK.search(text, 0, lines[0][0]):
        lines = [(0, lines[-1][1])]  # what is below is judged as a prompt of its own
    marks = _joined([*marks, *lines])
    shown = _below_request(text, marks, is_long=is_long)
    if not shown and not is_long:
        # What a line says can end the search in its part, but is no reason to search no other.
        said = list(_said(text, marks))
        shown = _below_request(text, _joined([*marks, *said]), is_long=False) if said else []
    return sorted([*found, *shown])


def _below_request(text: str, marks: Sequence[_Mark], *, is_long: bool) -> list[Span]:
    """The spans that a request introduces in a prompt with these marks, if it has any."""
    rest = Unmarked(text, marks)
    spans = _shown(rest.text, is_long=is_long) if marks else []
    start = spans[0][0] if spans else 0
    if not start or rest.follows_mark(start):
        return []
    if not is_long and not _asks_for_work(rest.text[:start]):
        return []
    return [_in_prompt(rest, span) for span in spans]


def _in_prompt(rest: Unmarked, span: Span) -> Span:
    return (*rest.in_prompt(*span[:2]), span[2])


def _in_line(rest: Unmarked, *, is_long: bool) -> list[Span]:
    """The spans that begin in the line of their request."""
    start, line = introduced.in_line(rest.text)
    if not line or rest.follows_mark(start):
        return []
    # Before another request: "translate: good morning", and a text to summarise below.
    under = rest.text[: introduced.next_request(rest.text, line)]
    if not is_long:
        return _below_line(under, start, line)
    is_own = style.is_story(under[line:]) and BLANK.match(under, line)
    return [(start, line if is_own else _end_of_long(under, start), False)]


def _below_line(text: str, start: int, line: int) -> list[Span]:
    """A short text that begins in the line of its request, which ends at `line`."""
    is_letter = wording.GREETING.match(text, start) and (
        wording.SIGNED.search(text, line) or wording.NAME_ALONE.search(text, line)
    )
    is_alone = BLANK.match(text, line) and not (is_letter or text[line - 1] in ",，:：")
    if is_alone and len(text) - line <= _LONGEST_REMARK:
        # One sentence to translate: below it may stand the next, or what it is for.
        text = text[: _first_reply(text, line, text[start:line])]
    stop = shown.end_of_shown(text, start)
    if not stop or not is_alone:
        return _and_what_follows(text, (start, stop, False)) if stop else [(start, line, False)]
    return [(start, line, False), (line, stop, True)] if stop > line else [(start, line, False)]


def _shown(text: str, *, is_long: bool) -> list[Span]:
    """The spans that a request, or the form of the text, shows to be pasted."""
    if is_long:
        start, stop = introduced.pasted_from(text)
        return [(start, _end_of_long(text, start, stop), False)] if stop else []
    found = shown.shown(text)
    if not found:
        return []
    if found.in_doubt or not _is_requested(text[: found.start]):
        return [found]
    return _and_what_follows(text, found)


def _is_requested(over: str) -> bool:
    """Tell whether the last words above a text ask for work on it."""
    return any(map(introduced.requests, _last_paragraph(over)))


def _last_paragraph(text: str) -> list[str]:
    """The last paragraph of a text, in a list; an empty one if it has none."""
    return [part for part in BLANK.split(text) if part.strip()][-1:]


def _and_what_follows(text: str, span: Span) -> list[Span]:
    """A span that a request introduces; below it, only words about it were surely typed.

    What is between them may go on with the text, and is in doubt.
    """
    start, stop, _ = span
    typed = _first_reply(text, stop, text[start:stop])
    return [(start, stop, False), (stop, typed, True)] if text[stop:typed].strip() else [span]


def _first_reply(text: str, start: int, shown: str) -> int:
    """Where the first line from `start` on begins that speaks of `shown` or asks for something."""
    return next(
        (
            start + line.start()
            for line in re.finditer(r"[^\n]+", text[start:])
            if frames.replies(line[0].strip(), shown)
        ),
        len(text),
    )


def _end_of_long(text: str, start: int, stop: int = 0) -> int:
    """The end of a long paste: before what reads as typed."""
    stop = stop or introduced.end_of_paste(text, start)
    if stop == len(text) or "\n" in text[stop:].strip():
        closing = edges.closing_length(text[start:], edges.Sample(edges.middle_of(text[start:])))
        return len(text) - closing if closing else stop
    return stop


def _asks_for_work(over: str) -> bool:
    """Tell whether the words above a text ask for work on it, or say whose it is."""
    is_work = bool(frames.above(over) & {"works", "says"})
    return is_work or any(map(introduced.introduces, _last_paragraph(over)))


def _in_part(text: str, is_long: bool) -> Iterable[Span]:
    """The spans that are pasted in a text without marked parts."""
    span = introduced.in_line(text)
    if span[1]:
        return [(*span, False)]
    found = [] if is_long else speakers.spoken(text)
    if any(not in_doubt for _, _, in_doubt in found):
        return found
    short = _shown(text, is_long=is_long)
    return short if short and not (found and short[0][2]) else found


def _said(text: str, marks: Sequence[_Mark]) -> Iterator[_Mark]:
    """The spans outside of the marks that surely quote somebody, line by line."""
    for start, stop in _gaps(len(text), marks):
        for first, last, in_doubt in speakers.spoken(text[start:stop]):
            if not in_doubt:
                yield start + first, start + last


def _gaps(length: int, marks: Iterable[_Mark]) -> Iterator[_Mark]:
    """The spans between the marks."""
    end = 0
    for start, stop in [*marks, (length, length)]:
        if start > end:
            yield end, start
        end = stop


def _joined(marks: Iterable[_Mark]) -> list[_Mark]:
    """The marks in order, those that overlap as one."""
    joined: list[_Mark] = []
    for start, stop in sorted(marks):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], stop))
        else:
            joined.append((start, stop))
    return joined
