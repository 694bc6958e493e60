"""Splits the profile at its archive: the sections whose name is or begins with "Archive". Pure.

Prompts use this to leave the archive out, so that they need not parse the profile.
"""

import re
from functools import lru_cache

NAME = "Archive"

# A section's name is "Archive", or continues with a character other than a letter or digit.
_HEADING = re.compile(r"^ {0,3}##[ \t]+archive(?![^\W_])", re.I | re.M)
_OTHER_HEADING = re.compile(r"\n {0,3}##?(?=[ \t\r\n]|\Z)(?![ \t]+archive(?![^\W_]))", re.I)

HEADING_STARTS = ("\n#", "\n #", "\n  #", "\n   #")
"""The beginnings of a heading, with the preceding line end."""

# With at most so many "#" in it, each of them is looked at.
_FEW = 100

MAY_HIDE_LINES = ("```", "~~~", "<!--")
"""In a text with one of these, lines that look like headings or facts may not be."""


@lru_cache(maxsize=4)  # an update asks for the same texts many times, and the archive may be long
def split(text: str) -> tuple[str, str]:
    """Return the profile without its archive, and the archive.

    Joined they are `text` if the archive stands at its end; else they have the same lines in
    another order.
    """
    heading = _HEADING.search(text) if "archive" in text.lower() else None
    if heading is None:
        return text, ""
    active, archived = text[: heading.start()], text[heading.start() :]
    # An indented line may continue a bullet.
    is_certain = heading[0][0] == "#" and not any(mark in active for mark in MAY_HIDE_LINES)
    if is_certain and not _has_other_heading(archived):
        return active, archived
    return _split_by_sections(text)


def _has_other_heading(archived: str) -> bool:
    """Tell whether a heading in the text ends the archive.

    A long archive is searched with `str.find`, which is ten times as fast as the expression.
    """
    starts = HEADING_STARTS if archived.count("#") > _FEW else ("#",)
    for start in starts:
        at = archived.find(start)
        while at >= 0:
            line = archived.rfind("\n", 0, at + 1)
            if line >= 0 and _OTHER_HEADING.match(archived, line):
                return True
            at = archived.find(start, at + 1)
    return False


def without_archive(text: str) -> str:
    """Return the profile without its archive."""
    return split(text)[0]


def is_archived(section: str) -> bool:
    """Tell whether a section belongs to the archive."""
    length = len(NAME)
    begins = section[:length].casefold() == NAME.casefold()
    return begins and not section[length : length + 1].isalnum()


def home(section: str) -> str:
    """Return the section from which the facts of an archive section come, "" if it has no name.

    A section outside of the archive is returned as it is.
    """
    return section[len(NAME) :].strip(" \t:-–—") if is_archived(section) else section


def archive_of(section: str) -> str:
    """Return the name of the archive section for facts of a section."""
    if is_archived(section):
        return section
    return f"{NAME}: {section}" if section else NAME


def moved(before: str, after: str) -> dict[str, bool]:
    """Return {fact: whether it moved to the archive} for the facts that moved to or from it."""
    if "archive" not in before.lower() and "archive" not in after.lower():
        return {}
    was, is_now = parts_of(before), parts_of(after)
    return {fact: place for fact, place in is_now.items() if was.get(fact, place) != place}


def parts_of(text: str) -> dict[str, bool]:
    """Return {fact: whether it is in the archive only}."""
    from .document import facts  # most prompts need no parser

    active, archived = split(text)
    found = {fact.text: True for fact in facts(archived)}
    return found | {fact.text: False for fact in facts(active)}


def _split_by_sections(text: str) -> tuple[str, str]:
    """The same as `split`, for an archive that is not, or not surely, at the end."""
    from .document import lines_of, section_spans  # most prompts need no parser

    spans = [(start, stop) for name, start, stop in section_spans(text) if is_archived(name)]
    numbers = {number for start, stop in spans for number in range(start - 1, stop)}
    lines = lines_of(text)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    active = "".join(line for number, line in enumerate(lines) if number not in numbers)
    return (active, "".join(lines[number] for number in sorted(numbers))) if numbers else (text, "")
