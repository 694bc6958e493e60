"""Compares two versions of the profile, and does the three-way merge. Pure.

The user may save the profile in an editor that was opened before the last update wrote it.
The three-way merge keeps both changes: see "Writing" in the README's "How it works".
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher

from ..errors import ProfileError
from ..text.words import fold, occurs_in, shared_start
from .document import facts, lines_of
from .edits import marked_where, without_facts
from .line_marks import LOCAL, may_be_local
from .split import is_archived, moved

_MOST_PAIRS = 1_000
_LONGEST_PAIR = 600  # in characters; difflib takes at least quadratic time


def merge(base: str, mine: str, theirs: str) -> str:
    """Return the three-way merge of `mine` and `theirs`, which were both made from `base`.

    If both changed the same lines, `mine` wins, and lines that `theirs` added beside them are kept.
    `mine` is the user's version. The result has no conflict marks.

    Whether a fact is local is merged apart from its line: one side may mark a fact that the other
    moved or reworded. If `base` does not tell which side changed it, the fact is local.
    """
    if not any(map(may_be_local, (base, mine, theirs))):
        return _merged(base, mine, theirs)
    if base in (mine, theirs):  # then no line may gain a mark
        return theirs if mine == base else mine
    texts = base, mine, theirs
    is_local = _locality(*({fact.text: fact.local for fact in facts(text)} for text in texts))
    with suppress(ProfileError):  # a code fence may hold facts of one side
        merged = _merged(*(marked_where(text, LOCAL, lambda _fact: False) for text in texts))
        return marked_where(merged, LOCAL, lambda fact: is_local(fact.text))
    return _merged(base, mine, theirs)


def _locality(
    base: Mapping[str, bool], mine: Mapping[str, bool], theirs: Mapping[str, bool]
) -> Callable[[str], bool]:
    """Return a function that tells whether a fact of the merged text is local.

    Each mapping tells for the facts of one side whether they are local.
    """
    reworded = [
        fact for fact, local in theirs.items() if local > base.get(fact, False) and fact not in mine
    ]

    def is_local(fact: str) -> bool:
        if fact in mine and fact in theirs:
            if fact not in base:
                return mine[fact] or theirs[fact]
            return theirs[fact] if mine[fact] == base[fact] else mine[fact]
        if fact in mine:
            return mine[fact] or (fact not in base and _is_like_any(fact, reworded))
        return theirs.get(fact, False)

    return is_local


def _merged(base: str, mine: str, theirs: str) -> str:
    """The merge of the lines."""
    # Lines are compared with their endings; whether the last one has one is decided apart.
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
    text = _without_moved_copies("".join(merged), base, mine, theirs)
    ended_by = theirs if mine.endswith("\n") == base.endswith("\n") else mine
    return text if ended_by.endswith("\n") else text.removesuffix("\n")


def _without_moved_copies(merged: str, base: str, mine: str, theirs: str) -> str:
    """The merged text without copies of facts that `theirs` moved to or from the archive.

    A merge of lines does not know moves: a fact that `mine` deleted or reworded in its old place
    would remain in the place to which `theirs` moved it.
    """
    moves = moved(base, theirs)
    if not moves:
        return merged
    kept = {fact.text for fact in facts(mine)}
    found = facts(merged)
    places = {(fact.text, is_archived(fact.section)) for fact in found}
    copies = [
        fact
        for fact in found
        if moves.get(fact.text) is is_archived(fact.section)
        and (fact.text not in kept or (fact.text, not moves[fact.text]) in places)
    ]
    return without_facts(merged, copies)


def distance(one: str, other: str) -> float:
    """Return the number of characters by which the lines of two texts differ, in any order.

    Of a reworded line only the changed part counts. If so many lines differ that finding the
    reworded ones would take seconds, all lines count in full.
    """
    left, right = Counter(_whole_lines(one)), Counter(_whole_lines(other))
    gone, new = sorted((left - right).elements()), sorted((right - left).elements())
    total = float(sum(map(len, gone + new)))
    if len(gone) * len(new) > _MOST_PAIRS:
        return total
    for line in new:
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
    """Return the lines that two texts share, in their common order."""
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
    """Return the texts of the facts that were deleted, not edited, between `before` and `after`.

    A fact whose words are still in `after` is not deleted. One that was replaced by another, or is
    similar to a new one, was edited. If `before` has several facts and `after` none, the profile
    was emptied, and no fact counts as deleted.
    """
    old, new = [fact.text for fact in facts(before)], [fact.text for fact in facts(after)]
    if not new and (len(old) > 1 or not after.strip()):
        return []
    words, known = fold(after), set(old)
    added = [fact for fact in new if fact not in known]
    gone: list[str] = []
    for _tag, i1, i2, j1, j2 in _opcodes(old, new):
        if i2 - i1 != j2 - j1:
            gone += [fact for fact in old[i1:i2] if not occurs_in(fold(fact), words)]
    if len(gone) * len(added) > _MOST_PAIRS:
        return []  # rewritten as a whole
    return [fact for fact in gone if not _is_like_any(fact, added)]


def _is_like_any(fact: str, others: Sequence[str]) -> bool:
    return any(
        len(fact) + len(other) <= _LONGEST_PAIR
        and SequenceMatcher(None, fact, other, autojunk=False).ratio() > 0.5
        for other in others
    )


def _common(base: list[str], mine: list[str], theirs: list[str]) -> list[tuple[int, int, int, int]]:
    """The runs of lines that all three share, as (base, mine, theirs, size), and the end."""
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
    """The lines that `theirs` added, without those that are changed lines of `base`.

    difflib may pair the wrong ones of equal lines. So added and removed lines are found by
    counting, and difflib only tells which line was changed into which.
    """
    gone, new = Counter(base) - Counter(theirs), Counter(theirs) - Counter(base)
    added: list[str] = []
    for tag, i1, i2, j1, j2 in _opcodes(base, theirs):
        if tag != "equal":
            changed = sum(line in gone for line in base[i1:i2])
            added += [line for line in theirs[j1:j2] if line in new][changed:]
    return added


def _opcodes(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    # Without the common first and last lines: difflib takes quadratic time for equal lines,
    # and nearly all lines of two versions of a profile are equal.
    head = shared_start(before, after)
    tail = shared_start(before[head:][::-1], after[head:][::-1])
    old, new = (lines[head : len(lines) - tail] for lines in (before, after))
    inner = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    moved = [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in inner]
    end = ("equal", len(before) - tail, len(before), len(after) - tail, len(after))
    return [("equal", 0, head, 0, head), *moved, end]


def _whole_lines(text: str) -> list[str]:
    return lines_of(text if text.endswith("\n") or not text else text + "\n")
