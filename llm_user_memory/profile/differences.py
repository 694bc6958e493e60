"""What changed between two texts of the profile, for a person to read. Pure."""

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from .document import lines_of
from .line_marks import without_marks
from .merge import changed_lines
from .split import moved


class Differences(NamedTuple):
    """The lines removed and added, and the facts that moved to the archive (true) or from it.

    A line that only moved is in neither list.
    """

    removed: list[str]
    added: list[str]
    moves: dict[str, bool]


def differences(before: str, after: str) -> Differences:
    """Return what changed from one text to the other."""
    moves = moved(before, after)
    removed, added = (
        [line for line in lines if _fact_of(line) not in moves]
        for lines in changed_lines(before, after)
    )
    return Differences(removed, added, moves)


def unified(before: str, after: str, names: tuple[str, str]) -> Iterator[str]:
    """Yield the lines of a unified diff, without their endings; the first two are the header."""
    for line in difflib.unified_diff(lines_of(before), lines_of(after), *names, n=2):
        yield line.rstrip("\r\n")


def _fact_of(line: str) -> str:
    return " ".join(without_marks(line.strip()).lstrip("-*+ ").split())
