"""The parts of a Markdown file: its sections, with their headings and when they were written."""

from collections.abc import Callable, Iterator
from typing import Literal

from ... import notes
from ...egress import Place
from ...profile.document import lines_kept_here
from ...profile.line_marks import LOCAL, may_be_local, read
from ...text import entries
from ...text.fingerprints import Forgotten, says
from ...text.markdown import sections
from .chunks import pieces
from .db import NOTES
from .file_dates import FileDates, Written, clock_of, moment_of, possible
from .file_scan import FoundFile
from .passages import Part, Piece


def parts_of(file: FoundFile, content: bytes, forgotten: Forgotten) -> tuple[list[Part], bool]:
    """Return the parts of a file, and whether forgotten text was left out of them."""
    text = _decoded(content).replace("\0", " ")
    parts, lacks = [], False
    day = notes.day_of(file.path) if file.kind == NOTES else None
    said_at = _times(file, text)
    kept_here = lines_kept_here(text, is_profile=False) if may_be_local(text) else set[int]()
    for section in sections(text, entries.opens_entry) if day else sections(text):
        path = section.path
        if day:
            path = path[1:] if path[:1] == (day.isoformat(),) else path
        heading = " > ".join(path)
        by = entries.author(heading) if day else None
        above = " > ".join(path[:-1])
        body, own = section.text, ""
        if by and entries.author(above) is None:  # else the whole section is below a model's
            body, own = entries.divided(body)
        if by:
            body = entries.unquoted(body)
        shareable = by is None or by.is_accepted
        stays = (
            (by is not None and by.is_local)
            or any(LOCAL in read(f"# {name}").marks for name in path)
            or (bool(section.path) and section.line - 1 in kept_here)  # the line of its heading
        )
        origin: Place | Literal[""] = "here" if stays else ""
        texts = [(section.line, heading, body, shareable)]
        if own:  # the user's, below what a model wrote
            line = section.line + section.text.count("\n") - own.count("\n") + 1
            texts.append((line, above, own, True))
        for line, title, words, may_share in texts:
            found = list(_pieces(words, shareable=may_share))
            remaining = [piece for piece in found if not says(forgotten, f"{title}\n{piece.text}")]
            lacks = lacks or len(remaining) < len(found)
            if remaining:
                moment = possible(said_at(path))
                parts.append(Part(str(line), remaining, moment, heading=title, origin=origin))
    return parts, lacks


def _pieces(body: str, *, shareable: bool) -> Iterator[Piece]:
    """The pieces of a section; one with a line that a mark ` #local` reaches stays here."""
    kept = lines_kept_here(body) if may_be_local(body) else set()
    line = at = 0
    for start, piece in pieces(body):
        line, at = line + body.count("\n", at, start), start
        stays = bool(kept) and not kept.isdisjoint(range(line, line + piece.count("\n") + 1))
        yield Piece("", start, piece, shareable, stays)


def _decoded(content: bytes) -> str:
    """The text in a file: UTF-8, or what Windows and old systems wrote if nothing but ASCII is."""
    text = content.decode("utf-8-sig", errors="replace")
    unknown = text.count("\ufffd")
    if unknown and unknown == sum(not letter.isascii() for letter in text):
        return content.decode("cp1252", errors="replace")
    return text


def _times(file: FoundFile, text: str) -> Callable[[tuple[str, ...]], float]:
    """A function that returns when a section was written, by its headings."""
    changed = file.changed / 1e9
    if file.kind == NOTES and (day := notes.day_of(file.path)):
        return lambda path: moment_of(day, clock_of(path[0], Written()) if path else "", changed)
    return FileDates(file.path, text, changed).said_at
