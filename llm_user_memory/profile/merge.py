"""Two texts that began as one: what differs, and the three-way merge. Pure.

The user may save the profile in an editor that was opened before the last update wrote it.
Both changes then live on: see "Writing" in the README's "How it works".
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from ..text.words import fold, occurs_in, shared_start
from .document import facts, lines_of

_MOST_PAIRS = 1_000
_LONGEST_PAIR = 600  # characters; the time it takes grows with the square, and worse


def merge(base: str, mine: str, theirs: str) -> str:
    """Return what `mine` and `theirs` both made of `base`.

    Where both changed the same lines, `mine` stands, and lines that `theirs` only added
    beside them are kept. `mine` is the user's: their words win, and nothing is marked up.
    """
    # A last line without its ending is the same line as with it: the end is settled apart.
    base_lines, my_lines, their_lines = map(_whole_lines, (base, mine, theirs))
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
    text = "".join(merged)
    ended_by = theirs if mine.endswith("\n") == base.endswith("\n") else mine
    return text if ended_by.endswith("\n") else text.removesuffix("\n")


def distance(one: str, other: str) -> float:
    """Return by how many characters the lines of two texts differ, whatever their order.

    A line that was reworded differs by what was changed of it; where so many lines differ
    that looking for such pairs would take seconds, nothing was merely reworded.
    """
    left, right = Counter(_whole_lines(one)), Counter(_whole_lines(other))
    gone, come = sorted((left - right).elements()), sorted((right - left).elements())
    total = float(sum(map(len, gone + come)))
    if len(gone) * len(come) > _MOST_PAIRS:
        return total
    for line in come:
        likeness = {
            old: SequenceMatcher(None, old, line, autojunk=False).ratio()
            for old in gone
            if len(old) + len(line) <= _LONGEST_PAIR
        }
        nearest = max(likeness, key=lambda old: likeness[old], default="")
        if (shared := likeness.get(nearest, 0.0)) > 0.5:
            gone.remove(nearest)
            total -= shared * (len(nearest) + len(line))
    return total


def common(one: str, other: str) -> str:
    """Return the lines that two texts share, in the order of both."""
    lines, others = _whole_lines(one), _whole_lines(other)
    shared = (lines[i1:i2] for tag, i1, i2, _, _ in _opcodes(lines, others) if tag == "equal")
    return "".join(line for stretch in shared for line in stretch)


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


def deleted_facts(before: str, after: str) -> list[str]:
    """Return the facts that whoever made `after` of `before` deleted, and did not edit.

    A fact that stands elsewhere, in whatever form, is not gone; one in whose place another was
    put, or that is much like a new one, was edited. Who leaves no fact of several has emptied
    the profile, and deleted none.
    """
    old, new = [fact.text for fact in facts(before)], [fact.text for fact in facts(after)]
    if not new and (len(old) > 1 or not after.strip()):
        return []
    words, known = fold(after), set(old)
    come = [fact for fact in new if fact not in known]
    gone: list[str] = []
    for _tag, i1, i2, j1, j2 in _opcodes(old, new):
        if i2 - i1 != j2 - j1:
            gone += [fact for fact in old[i1:i2] if not occurs_in(fold(fact), words)]
    if len(gone) * len(come) > _MOST_PAIRS:
        return []  # rewritten as a whole
    return [fact for fact in gone if not _is_like_any(fact, come)]


def _is_like_any(fact: str, others: Sequence[str]) -> bool:
    return any(
        len(fact) + len(other) <= _LONGEST_PAIR
        and SequenceMatcher(None, fact, other, autojunk=False).ratio() > 0.5
        for other in others
    )


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
    return {
        i1 + offset: j1 + offset
        for tag, i1, i2, j1, _j2 in _opcodes(base, other)
        if tag == "equal"
        for offset in range(i2 - i1)
    }


def _resolve(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    return mine + [line for line in _only_added(base, theirs) if line not in mine]


def _only_added(base: list[str], theirs: list[str]) -> list[str]:
    """Return the lines that `theirs` added beside those of `base` that it kept or changed.

    Where lines are equal, difflib may pair the wrong ones; so what is gone and what is new is
    counted, and the pairing only tells what was changed into what.
    """
    gone, new = Counter(base) - Counter(theirs), Counter(theirs) - Counter(base)
    added: list[str] = []
    for tag, i1, i2, j1, j2 in _opcodes(base, theirs):
        if tag != "equal":
            changed = sum(line in gone for line in base[i1:i2])
            added += [line for line in theirs[j1:j2] if line in new][changed:]
    return added


def _opcodes(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    # What both begin and end with is set aside first: difflib's time grows with the square of
    # equal lines, and between two versions of a profile nearly all are.
    head = shared_start(before, after)
    tail = shared_start(before[head:][::-1], after[head:][::-1])
    old, new = (lines[head : len(lines) - tail] for lines in (before, after))
    inner = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    moved = [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in inner]
    end = ("equal", len(before) - tail, len(before), len(after) - tail, len(after))
    return [("equal", 0, head, 0, head), *moved, end]


def _whole_lines(text: str) -> list[str]:
    return lines_of(text if text.endswith("\n") or not text else text + "\n")
