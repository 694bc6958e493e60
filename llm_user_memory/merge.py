"""Two texts that began as one: what differs, and the three-way merge. Pure.

The user may save the profile in an editor that was opened before the last update wrote it.
Both changes then live on: see "Writing" in the README's "How it works".
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from .profile import lines_of


def merge(base: str, mine: str, theirs: str) -> str:
    """Return what `mine` and `theirs` both made of `base`.

    Where both changed the same lines, `mine` stands, and lines that `theirs` only added
    beside them are kept. `mine` is the user's: their words win, and nothing is marked up.
    """
    base_lines, my_lines, their_lines = lines_of(base), lines_of(mine), lines_of(theirs)
    merged: list[str] = []
    at_base = at_mine = at_theirs = 0
    for base_from, mine_from, theirs_from, size in _common(base_lines, my_lines, their_lines):
        merged += _resolve(
            base_lines[at_base:base_from],
            my_lines[at_mine:mine_from],
            their_lines[at_theirs:theirs_from],
        )
        merged += base_lines[base_from : base_from + size]
        at_base, at_mine, at_theirs = base_from + size, mine_from + size, theirs_from + size
    return "".join(line if line.endswith("\n") else line + "\n" for line in merged[:-1]) + (
        merged[-1] if merged else ""
    )


def distance(one: str, other: str) -> int:
    """Return how many lines stand in only one of the two texts, whatever their order."""
    left, right = Counter(lines_of(one)), Counter(lines_of(other))
    return sum(((left - right) + (right - left)).values())


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that only `before` has and those that only `after` has, stripped."""
    old, new = lines_of(before), lines_of(after)
    removed: list[str] = []
    added: list[str] = []
    for tag, i1, i2, j1, j2 in _opcodes(old, new):
        if tag != "equal":
            removed += [line.strip() for line in old[i1:i2] if line.strip()]
            added += [line.strip() for line in new[j1:j2] if line.strip()]
    return removed, added


def _common(base: list[str], mine: list[str], theirs: list[str]) -> list[tuple[int, int, int, int]]:
    """Return the stretches that all three share, as (base, mine, theirs, size), and the end."""
    in_mine, in_theirs = _matched(base, mine), _matched(base, theirs)
    stretches: list[tuple[int, int, int, int]] = []
    for number in sorted(in_mine.keys() & in_theirs.keys()):
        at_mine, at_theirs = in_mine[number], in_theirs[number]
        if stretches:
            b, m, t, size = stretches[-1]
            if (number, at_mine, at_theirs) == (b + size, m + size, t + size):
                stretches[-1] = (b, m, t, size + 1)
                continue
        stretches.append((number, at_mine, at_theirs, 1))
    return [*stretches, (len(base), len(mine), len(theirs), 0)]


def _matched(base: list[str], other: list[str]) -> dict[int, int]:
    matcher = SequenceMatcher(None, base, other, autojunk=False)
    return {
        block.a + offset: block.b + offset
        for block in matcher.get_matching_blocks()
        for offset in range(block.size)
    }


def _resolve(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    return mine + [line for line in _only_added(base, theirs) if line not in mine]


def _only_added(base: list[str], theirs: list[str]) -> list[str]:
    """Return the lines that `theirs` added beside those of `base` that it kept or changed."""
    added: list[str] = []
    for tag, i1, i2, j1, j2 in _opcodes(base, theirs):
        if tag in ("insert", "replace"):
            added += theirs[j1 + (i2 - i1) : j2]
    return added


def _opcodes(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    return list(SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
