"""The entries of a daily note: their authors, and how their text is kept from forging one. Pure.

An entry's heading names its author: `## 14:05` is the user's, `## 14:05 (written by gpt-4o)` a
model's, and `(written by gpt-4o, accepted)` one that the user accepted. `(written by llama, local)`
is by a model on this machine; its entry may not leave it. So the text of an entry must not contain
headings, nor anything that hides the heading of the next entry. A model's text is written as a
Markdown quotation, which contains it whatever it holds. In the user's text only what would open or
hide an entry is escaped.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .markdown import marked_lines
from .patterns import regex

_WRITTEN_BY = regex(
    r"\(written by (?P<name>[^()]{1,120}?)(?P<local>, local)?(?P<accepted>, accepted)?\)"
)

_DAY = regex(r"\d{4}-\d\d-\d\d")

# A model's name has none of the characters that are syntax of the heading.
_NOT_IN_A_NAME = regex(r"[^\w./:@+-]+")
_LONGEST_NAME = 100

# All characters that some program takes for a line end.
_LINE_ENDS = regex("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")

# A heading, the underline of one (or front matter), HTML that continues after an empty line.
_OPENS = regex(
    r"[ \t]*(?:#{1,6}(?=[ \t]|$)|(?:=+|-+|\++)[ \t]*$|<(?=[!?]|(?:script|pre|style|textarea)\b))",
    re.I,
)


# The depth of the heading of an entry; the note itself has the depth above.
_DEPTH = 2


class Author(NamedTuple):
    """The model that wrote an entry, whether the user accepted it, and whether it stays here."""

    name: str
    is_accepted: bool
    is_local: bool = False


class Block(NamedTuple):
    """An entry in the text of a note: its lines (the last excluded), heading, and text."""

    first: int
    last: int
    heading: str
    text: str


def heading(clock: str, by: str = "", *, is_local: bool = False) -> str:
    """Return the heading of an entry by the model `by`, or by the user if that is "".

    `is_local` means that the model runs on this machine and its entry stays there.
    """
    name = " ".join(_NOT_IN_A_NAME.sub(" ", by).split())[:_LONGEST_NAME].strip()
    local = ", local" if is_local else ""
    return f"{clock} (written by {name or 'a model'}{local})" if by.strip() else clock


def author(heading: str) -> Author | None:
    """Return the model that a heading, or the headings of a section, name; None for the user."""
    found = list(_WRITTEN_BY.finditer(heading))
    if not found:
        return None
    return Author(
        found[0]["name"],
        all(one["accepted"] for one in found),
        any(one["local"] for one in found),
    )


def is_shareable(heading: str) -> bool:
    """Tell whether the text below the heading may go into a prompt."""
    by = author(heading)
    return by is None or by.is_accepted


def accepted(heading: str) -> str:
    """Return the heading that an entry has once the user has accepted it."""
    return _WRITTEN_BY.sub(
        lambda found: f"(written by {found['name']}{found['local'] or ''}, accepted)", heading
    )


def cleaned(text: str) -> str:
    """Return the text of a note with plain line ends, without nulls and lone surrogates."""
    text = text.replace("\0", "").encode(errors="replace").decode()
    return _LINE_ENDS.sub("\n", text).strip()


def inert(text: str) -> str:
    """Return a cleaned text of the user's, escaped so that it neither opens nor hides an entry.

    Code in fences stays as it is. A fence that is open at the end is closed.
    """
    lines, fence = [], ""
    for line in marked_lines(text):
        is_code = bool(fence and line.fence)
        lines.append(_escaped(line.text, is_code=is_code))
        fence = line.fence
    whole = "\n".join(lines)
    return f"{whole}\n{fence}" if (fence := open_fence(whole)) else whole


def open_fence(note: str) -> str:
    """Return the line that would close the code block that the text leaves open, or ""."""
    *_, last = marked_lines(note, opens_entry)
    return last.fence


def opens_entry(title: str) -> bool:
    """Tell whether a heading names a model. In a note, such a heading ends an open fence."""
    return _WRITTEN_BY.search(title) is not None


def encoded(heading: str, text: str) -> str:
    """Return an entry as written to the file, from a text that is `cleaned` or `inert`."""
    if author(heading):
        text = "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))
    return f"## {heading}\n\n{text}\n"


def unquoted(text: str) -> str:
    """Return the text of a model's entry as the model wrote it."""
    return "\n".join(re.sub(r"^> ?", "", line) for line in text.split("\n"))


def divided(body: str) -> tuple[str, str]:
    """Return what is below a model's heading as (its quotation, what the user typed below that)."""
    lines = body.split("\n")
    end = _end_of_quotation(lines, 0, len(lines))
    return "\n".join(lines[:end]), "\n".join(lines[end:])


def waiting(note: str) -> list[Block]:
    """Return the entries by models that the user has not accepted, in order.

    Such an entry ends with its quotation: what is not quoted below it was typed by the user.
    """
    return _blocks(note, lambda heading: not is_shareable(heading), is_quoted=True)


def local(note: str) -> list[Block]:
    """Return the entries by models on this machine, in order, each to the next heading."""

    def is_local(heading: str) -> bool:
        by = author(heading)
        return by is not None and by.is_local

    return _blocks(note, is_local)


def _blocks(note: str, is_wanted: Callable[[str], bool], *, is_quoted: bool = False) -> list[Block]:
    found: list[Block] = []
    lines = note.split("\n")
    begun: tuple[int, int, str] | None = None  # the line, depth and heading

    def end(last: int) -> None:
        if begun:
            last = _end_of_quotation(lines, begun[0] + 1, last) if is_quoted else last
            text = "\n".join(line.removesuffix("\r") for line in lines[begun[0] + 1 : last])
            found.append(Block(begun[0], last, begun[2], unquoted(text.strip()).strip()))

    for number, line in enumerate(marked_lines(note, opens_entry)):
        if line.heading is None or (begun and line.heading[0] > begun[1]):
            continue
        end(number)
        begun = (number, *line.heading) if is_wanted(line.heading[1]) else None
    end(len(lines))
    return found


def _end_of_quotation(lines: Sequence[str], first: int, last: int) -> int:
    """The number of the first line after a quotation that has text, `last` if there is none."""
    quoted = False
    for number in range(first, last):
        if lines[number].startswith(">"):
            quoted = True
        elif quoted and lines[number].strip():
            return number
    return last


def parts(note: str) -> list[str]:
    """Return the text above the first entry ("" if none), then the entries with their headings."""
    found: list[list[str]] = [[]]
    for line in marked_lines(note, opens_entry):
        if line.heading and line.heading[0] == _DEPTH:
            found.append([])
        found[-1].append(line.text)
    return ["\n".join(lines).strip() for lines in found]


def own_heading(text: str) -> tuple[str, str]:
    """Return (heading, rest) of a cleaned text of the user's that begins with a heading.

    The heading is "" if there is none, if nothing follows it, or if it could be taken for a model's
    or for the title of a note.
    """
    first, _, rest = text.partition("\n")
    _number, title = next(marked_lines(first)).heading or (0, "")
    if not title or not rest.strip() or opens_entry(title) or _DAY.fullmatch(title):
        return "", text
    return title, rest.strip("\n")


def without(note: str, blocks: Sequence[Block]) -> str:
    """Return a note without the given entries, which must be in order."""
    lines = note.split("\n")
    for block in reversed(blocks):
        del lines[block.first : block.last]
    return "\n".join(lines)


def _escaped(line: str, *, is_code: bool) -> str:
    """The line, escaped if it would open something. In code, only a model's heading would."""
    if is_code and not opens_entry(line):
        return line
    line = line if is_code else line.replace("<!--", "\\<!--")
    indent = len(line) - len(line.lstrip(" \t"))
    return f"{line[:indent]}\\{line[indent:]}" if _OPENS.match(line) else line
