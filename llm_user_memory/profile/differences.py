"""What changed between two texts of the profile, for a person to read. Pure."""

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from .comparison import changed_lines
from .document import lines_of
from .line_marks import without_marks
from .split import MAY_HIDE_LINES, moved

# A changed line that begins so may change whether other lines are facts, or archived.
_ACTS_ON_OTHERS = ("#", *MAY_HIDE_LINES)


class Differences(NamedTuple):
    """The lines removed and added, and the moved facts: true if to the archive, false if from it.

    A line that only moved is in neither list.
    """

    removed: list[str]
    added: list[str]
    moves: dict[str, bool]


def differences(before: str, after: str) -> Differences:
    """Return the changes from one text to the other.

    Long texts that differ in few lines are not parsed, unless a fact may have moved.
    """
    removed, added = changed_lines(*different_parts(before, after))
    if not _may_have_moves(removed, after) and not _may_have_moves(added, before):
        return Differences(removed, added, {})
    moves = moved(before, after)
    removed, added = (
        [line for line in lines if _fact_of(line) not in moves] for lines in (removed, added)
    )
    return Differences(removed, added, moves)


def different_parts(before: str, after: str) -> tuple[str, str]:
    """Return the two texts without their common first and last lines."""
    start = before.rfind("\n", 0, _common(before, after)) + 1
    before, after = before[start:], after[start:]
    same = _common(before, after, from_end=True)
    first = before.find("\n", len(before) - same) + 1 if same else 0
    kept = len(before) - first if first else 0
    return before[: len(before) - kept], after[: len(after) - kept]


def unified(before: str, after: str, names: tuple[str, str]) -> Iterator[str]:
    """Yield the lines of a unified diff, without their endings; the first two are the header."""
    for line in difflib.unified_diff(lines_of(before), lines_of(after), *names, n=2):
        yield line.rstrip("\r\n")


def _common(one: str, other: str, *, from_end: bool = False) -> int:
    """The length in characters of the common beginning, or end, found by binary search."""
    known, limit = 0, min(len(one), len(other))
    while known < limit:
        size = (limit - known + 1) // 2
        if from_end:
            is_same = (
                one[len(one) - known - size : len(one) - known]
                == other[len(other) - known - size : len(other) - known]
            )
        else:
            is_same = one[known : known + size] == other[known : known + size]
        if is_same:
            known += size
        elif size == 1:
            break
        else:
            limit = known + size
    return known


def _may_have_moves(changed: list[str], other: str) -> bool:
    """Tell whether a changed line may be a heading, hide other lines, or be in the other text."""
    if any(line.startswith(_ACTS_ON_OTHERS) or "-->" in line for line in changed):
        return True
    facts = (without_marks(line).lstrip("-*+ ") for line in changed)
    return any(fact in other for fact in facts if fact)


def _fact_of(line: str) -> str:
    return " ".join(without_marks(line.strip()).lstrip("-*+ ").split())
