"""The three-way merge of the profile. Pure.

The user may save the profile in an editor that was opened before the last update wrote it.
The three-way merge keeps both changes: see "Writing" in the README's "How it works".
"""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from ..errors import ProfileError
from .comparison import is_like_any, opcodes, telling_words, whole_lines
from .document import Fact, facts
from .edits import marked_where
from .fact_merge import by_facts, reworded
from .line_marks import LOCAL, PIN, may_be_local, may_be_marked

T = TypeVar("T")

# What a line of a list begins with.
_BULLETS = frozenset({"- ", "* ", "+ "})


def merge(base: str, mine: str, theirs: str) -> str:
    """Return the three-way merge of `mine` and `theirs`, which were both made from `base`.

    If both changed the same lines, `mine` wins, and lines that `theirs` added beside them are kept.
    `mine` is the user's version. The result has no conflict marks.

    A fact that one side moved to another section is still the same fact: what the other side did
    to it holds in its new place. The marks of a fact are merged apart from its line for the same
    reason. If `base` does not tell which side changed a mark, the fact has it.
    """
    if base in (mine, theirs) or mine == theirs:  # then no line may gain a mark
        return theirs if mine == base else mine
    texts = base, mine, theirs
    marks = [mark for mark in (PIN, LOCAL) if _may_differ(mark, *texts)]
    if not marks:
        return _merged(base, mine, theirs)
    is_marked = {
        mark: _marking(*({fact.text: mark in fact.marks for fact in facts(text)} for text in texts))
        for mark in marks
    }
    with suppress(ProfileError):  # a code fence may hold facts of one side
        merged = _merged(*(_marked(text, dict.fromkeys(marks, _never)) for text in texts))
        merged = _marked(merged, is_marked)
        return _with_local_lines(merged, *texts) if LOCAL in marks else merged
    return _merged(base, mine, theirs)


def _with_local_lines(merged: str, base: str, mine: str, theirs: str) -> str:
    """The merged text with a mark on what is no fact, and local as facts are: see `_three_way`."""
    from . import local_lines  # imported here because few profiles have the mark

    found = local_lines.others(merged)
    marking = []
    for text in (base, mine, theirs):
        old = local_lines.others(text)
        same = local_lines.matched(old, found)
        marking.append({at: old[here].is_local for at, here in same.items()})
    wanted = {at for at in range(len(found)) if _three_way(at, *marking)}
    return local_lines.marked(merged, wanted)


def _marked(text: str, is_marked: Mapping[str, Callable[[str], bool]]) -> str:
    def tested(mark: str) -> Callable[[Fact], bool]:
        return lambda fact: is_marked[mark](fact.text)

    for mark in is_marked:
        text = marked_where(text, mark, tested(mark))
    return text


def _never(_fact: str) -> bool:
    return False


def _may_differ(mark: str, *texts: str) -> bool:
    """Whether a mark has to be merged. A pin that all have alike remains as it was typed."""
    if mark == LOCAL:
        return any(map(may_be_local, texts))
    if not any(map(may_be_marked, texts)):
        return False
    pinned = [{fact.text for fact in facts(text) if fact.pinned} for text in texts]
    return any(each != pinned[0] for each in pinned)


def _marking(
    base: Mapping[str, bool], mine: Mapping[str, bool], theirs: Mapping[str, bool]
) -> Callable[[str], bool]:
    """Return a function that tells whether a fact of the merged text has a mark.

    Each mapping tells for the facts of one side whether they have it.
    """
    with_new_words = _of_newly_marked(base, mine, theirs) | _of_newly_marked(base, theirs, mine)
    return lambda fact: (
        _three_way(fact, base, mine, theirs)
        or (fact in with_new_words and not (fact in mine and fact in theirs))
    )


def _three_way(
    one: T, base: Mapping[T, bool], mine: Mapping[T, bool], theirs: Mapping[T, bool]
) -> bool:
    """Whether a mark is on something of the merged text, given what has it on each side."""
    if one in mine and one in theirs:
        if one not in base:
            return mine[one] or theirs[one]
        return theirs[one] if mine[one] == base[one] else mine[one]
    return mine.get(one, False) or theirs.get(one, False)


def _of_newly_marked(
    base: Mapping[str, bool], marking: Mapping[str, bool], other: Mapping[str, bool]
) -> set[str]:
    """The new facts of `other` that are rewordings of facts that `marking` marked since `base`."""
    newly = [
        fact
        for fact, is_set in marking.items()
        if is_set > base.get(fact, False)
        if fact not in other
    ]
    if not newly:
        return set()
    in_place = reworded(base, other)
    new = {fact for fact in other if fact not in base and fact not in marking}
    return new & {in_place.get(fact) for fact in newly} | {
        fact for fact in new if is_like_any(fact, newly)
    }


def _merged(base: str, mine: str, theirs: str) -> str:
    """The merge of the lines."""
    # Lines are compared with their endings; whether the last one has one is decided apart.
    base_lines, my_lines, their_lines = map(whole_lines, (base, mine, theirs))
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
    text = by_facts("".join(merged), base, mine, theirs)
    ended_by = theirs if mine.endswith("\n") == base.endswith("\n") else mine
    return text if ended_by.endswith("\n") else text.removesuffix("\n")


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
        for tag, i1, i2, j1, _j2 in opcodes(base, other)
        if tag == "equal"
        for offset in range(i2 - i1)
    }


def _resolve(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    if base and mine[: len(base)] == base:  # `mine` only added lines, below
        return theirs + [line for line in mine[len(base) :] if line not in theirs]
    if base and mine[-len(base) :] == base:
        return [line for line in mine[: -len(base)] if line not in theirs] + theirs
    return mine + [line for line in _only_added(base, theirs) if line not in mine]


def _only_added(base: list[str], theirs: list[str]) -> list[str]:
    """The lines that `theirs` added, without those that are changed lines of `base`.

    difflib may pair the wrong ones of equal lines. So added and removed lines are found by
    counting, and difflib only tells which line was changed into which. Of a list, a line that has
    no word of the lines that are gone is another one, wherever it stands.
    """
    gone, new = Counter(base) - Counter(theirs), Counter(theirs) - Counter(base)
    added: list[str] = []
    for tag, i1, i2, j1, j2 in opcodes(base, theirs):
        if tag != "equal":
            was = [line for line in base[i1:i2] if line in gone]
            come = [line for line in theirs[j1:j2] if line in new]
            words = set().union(*map(telling_words, was))
            is_other = [line[:2] in _BULLETS and not telling_words(line) & words for line in come]
            changed = 0
            for line, other in zip(come, is_other, strict=True):
                if other or changed == len(was):
                    added.append(line)
                else:
                    changed += 1
    return added
