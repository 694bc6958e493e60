"""Compares two versions of the profile, and does the three-way merge. Pure.

The user may save the profile in an editor that was opened before the last update wrote it.
The three-way merge keeps both changes: see "Writing" in the README's "How it works".
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from difflib import SequenceMatcher

from ..errors import ProfileError
from ..text.words import fold, occurs_in, shared_start
from .document import Fact, facts, lines_of
from .edits import Edit, apply_edit, as_local_as, marked_where, without_facts
from .line_marks import LOCAL, PIN, may_be_local, may_be_marked
from .split import is_archived

_MOST_PAIRS = 1_000
_LONGEST_PAIR = 600  # in characters; difflib takes at least quadratic time


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
        return _marked(merged, is_marked)
    return _merged(base, mine, theirs)


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
    reworded = [
        fact
        for fact, is_set in theirs.items()
        if is_set > base.get(fact, False)
        if fact not in mine
    ]

    def is_marked(fact: str) -> bool:
        if fact in mine and fact in theirs:
            if fact not in base:
                return mine[fact] or theirs[fact]
            return theirs[fact] if mine[fact] == base[fact] else mine[fact]
        if fact in mine:
            return mine[fact] or (fact not in base and _is_like_any(fact, reworded))
        return theirs.get(fact, False)

    return is_marked


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
    text = _by_facts("".join(merged), base, mine, theirs)
    ended_by = theirs if mine.endswith("\n") == base.endswith("\n") else mine
    return text if ended_by.endswith("\n") else text.removesuffix("\n")


def _by_facts(merged: str, base: str, mine: str, theirs: str) -> str:
    """The merged text, corrected where a merge of lines does not see that two are one fact.

    A fact that one side deleted or reworded is not left where the other side moved it to, or beside
    lines that the other side changed. Its new wording stands where the old one was moved; but a
    line of `mine` is not taken to the archive. What `mine` edited beyond its marks stays.
    """
    of_base, of_mine, of_theirs = map(_by_text, (base, mine, theirs))
    known, my_lines = set(_whole_lines(base)), _whole_lines(mine)
    gone_here = (of_base.keys() & of_theirs.keys()) - of_mine.keys()
    gone_there = {
        text
        for text in (of_base.keys() & of_mine.keys()) - of_theirs.keys()
        if of_theirs  # an emptied side deleted nothing
        and all(known.issuperset(my_lines[each.start : each.stop]) for each in of_mine[text])
    }
    reworded = _reworded(of_base, of_theirs)
    if gone_there:
        merged = _replaced(merged, {fact: reworded.get(fact) for fact in gone_there}, of_mine)
    merged = _with_missing(merged, _added(of_base, of_theirs, set(reworded.values())))
    if gone_here:
        reworded = _reworded(of_base, of_mine)
        wording = {
            fact: None if is_archived(of_theirs[fact][0].section) else reworded.get(fact)
            for fact in gone_here
        }
        merged = _replaced(merged, wording, of_theirs)
    return _in_both(merged, of_base, of_mine, of_theirs)


def _by_text(text: str) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in facts(text):
        found.setdefault(fact.text, []).append(fact)
    return found


def _reworded(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, str]:
    """The facts in whose places others stand, with these: {old text: new text}."""
    old, new = list(before), list(after)
    return {
        was: now
        for tag, i1, i2, j1, j2 in _opcodes(old, new)
        if tag == "replace" and i2 - i1 == j2 - j1
        for was, now in zip(old[i1:i2], new[j1:j2], strict=True)
        if was not in after and now not in before
    }


def _replaced(
    merged: str, wordings: Mapping[str, str | None], places: Mapping[str, Sequence[Fact]]
) -> str:
    """The text without facts, and with their new wordings where the facts stand in `places`."""
    found, lines = _by_text(merged), _whole_lines(merged)
    for fact, wording in wordings.items():
        home = places[fact][0].section
        at = next((each for each in found.get(fact, []) if each.section == home), None)
        there = found.get(wording or "", [])
        line = ""
        if wording and at and not (there and (there[1:] or there[0].section == home)):
            line = "".join(lines[there[0].start : there[0].stop]) if there else f"- {wording}\n"
            _empty(lines, there)
        _empty(lines, found.get(fact, []))
        if line and at:
            lines[at.start] = line
    return as_local_as(merged, "".join(lines))


def _empty(lines: list[str], gone: Sequence[Fact]) -> None:
    for fact in gone:
        lines[fact.start : fact.stop] = [""] * (fact.stop - fact.start)


def _added(
    base: Mapping[str, Sequence[Fact]], theirs: Mapping[str, Sequence[Fact]], edited: Set[str]
) -> list[Fact]:
    """The facts that `theirs` added, without those that may be edited ones of `base`."""
    gone = list(base.keys() - theirs.keys())
    new = [fact for fact in theirs if fact not in base and fact not in edited]
    if len(gone) * len(new) > _MOST_PAIRS:
        return []
    return [theirs[fact][0] for fact in new if not _is_like_any(fact, gone)]


def _with_missing(merged: str, wanted: Sequence[Fact]) -> str:
    """The text with those of the facts that it lacks, in their sections."""
    known = {fact.text for fact in facts(merged)} if wanted else set()
    for fact in wanted:
        if fact.text not in known and fact.section:
            with suppress(ProfileError):  # a code fence may be open
                merged = apply_edit(merged, Edit("add", fact.section, new=fact.written))
    return merged


def _in_both(
    merged: str,
    base: Mapping[str, Sequence[Fact]],
    mine: Mapping[str, Sequence[Fact]],
    theirs: Mapping[str, Sequence[Fact]],
) -> str:
    """The text with each old fact that both sides have as often as the side that has it oftener.

    The one that stays is where `mine` moved it, else where `theirs` did.
    """
    found = _by_text(merged)
    surplus: list[Fact] = []
    missing: list[Fact] = []
    for text, was in base.items():
        if text in mine and text in theirs:
            old = {each.section for each in was}
            here = {each.section for each in mine[text]}
            home = (here - old) or ({each.section for each in theirs[text]} - old) or here
            there = sorted(found.get(text, []), key=lambda each: each.section not in home)
            surplus += there[max(len(mine[text]), len(theirs[text])) :]
            missing += mine[text][:1] if not there else []
    if surplus:
        merged = without_facts(merged, surplus)
    return _with_missing(merged, missing) if missing else merged


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
