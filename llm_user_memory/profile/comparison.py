"""Compares two versions of the profile, line by line and fact by fact. Pure."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from itertools import chain

from ..text.words import content_words, fold, occurs_in, shared_start, stem
from .document import Fact, facts, lines_of

MOST_PAIRS = 1_000
"""So many pairs of lines or facts are compared at most: difflib takes long for each."""

_LONGEST_PAIR = 600  # in characters; difflib takes at least quadratic time
_LEAST_LIKE = 0.5  # the likeness of lines that may be the same in other words
_SPELLED_ALIKE = 0.75  # the likeness of a word to one with a typing error
_MOST_WORDS = 36  # so many pairs of words of two lines are compared for typing errors


def distance(one: str, other: str) -> float:
    """Return the number of characters by which the lines of two texts differ, in any order.

    Of a reworded line only the changed part counts: see `_reworded`. If so many lines differ that
    finding the reworded ones would take seconds, all lines count in full.
    """
    left, right = whole_lines(one), whole_lines(other)
    gone, new = Counter(left) - Counter(right), Counter(right) - Counter(left)
    total = float(sum(map(len, chain(gone.elements(), new.elements()))))
    if gone.total() * new.total() > MOST_PAIRS:
        return total
    for old, line, likeness in _reworded(_by_place(left, gone), _by_place(right, new)):
        total -= likeness * (len(old) + len(line))
    return total


def _by_place(lines: Sequence[str], changed: Counter[str]) -> dict[str, list[str]]:
    """The changed lines, by the nearest unchanged line above them that is not blank."""
    left, place = Counter(changed), ""
    found: dict[str, list[str]] = {}
    for line in lines:
        if left[line] > 0:
            left[line] -= 1
            found.setdefault(place, []).append(line)
        elif line.strip():
            place = line
    return found


def _reworded(
    gone: Mapping[str, Sequence[str]], new: Mapping[str, list[str]]
) -> Iterator[tuple[str, str, float]]:
    """Yield each line that was reworded, with the new wording, and how much they are alike, to 1.

    A reworded line stands where it stood, its likeness is more than a half, and half of its words
    are the same. Where lines were also added or removed, an added line may be another fact that
    begins alike ("Speaks Danish" and "Speaks Spanish"): then most of its words must be the same.
    """
    is_in_place = {place: len(lines) for place, lines in gone.items()} == {
        place: len(lines) for place, lines in new.items()
    }
    for place, lines in gone.items():
        left = list(lines)
        for line in new.get(place, ()):
            likeness = {
                old: ratio
                for old in left
                if (ratio := _likeness(old, line)) > _LEAST_LIKE
                and (shared := _shared_words(old, line)) >= 0.5
                and (shared > 0.5 or is_in_place)
            }
            if nearest := max(likeness, key=lambda old: likeness[old], default=""):
                left.remove(nearest)
                yield nearest, line, likeness[nearest]


def _likeness(one: str, other: str) -> float:
    """How much two texts are alike, from 0 to 1; 0 if they are too long to tell soon."""
    if len(one) + len(other) > _LONGEST_PAIR:
        return 0.0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _shared_words(one: str, other: str) -> float:
    """Which part of the words of the longer line the other one has, perhaps spelled otherwise.

    It is 1 if the longer line only adds words.
    """
    words, others = Counter(fold(one).split()), Counter(fold(other).split())
    shortest, longest = sorted((words.total(), others.total()))
    left, right = (list(each.elements()) for each in (words - others, others - words))
    shared = words.total() - len(left)
    for word in left if len(left) * len(right) <= _MOST_WORDS else ():
        if alike := [each for each in right if _likeness(word, each) > _SPELLED_ALIKE]:
            right.remove(alike[0])
            shared += 1
    return 1.0 if shared == shortest else shared / longest


def common(one: str, other: str) -> str:
    """Return the lines that two texts share, in their common order."""
    lines, others = whole_lines(one), whole_lines(other)
    shared = (lines[i1:i2] for tag, i1, i2, _, _ in opcodes(lines, others) if tag == "equal")
    return "".join(line for stretch in shared for line in stretch)


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that only `before` has and those that only `after` has, stripped."""
    old, new = lines_of(before), lines_of(after)
    removed: list[str] = []
    added: list[str] = []
    for tag, i1, i2, j1, j2 in opcodes(old, new):
        if tag != "equal":
            removed += [line.strip() for line in old[i1:i2] if line.strip()]
            added += [line.strip() for line in new[j1:j2] if line.strip()]
    return removed, added


def deleted_facts(before: str, after: str, *, by_editor: bool = True) -> list[str]:
    """Return the texts of the facts that were deleted, not edited, between `before` and `after`.

    A fact is not deleted if a new line has its words, if a new fact has most of them, or if a new
    one stands in its place. If that was not done in an editor, but perhaps by commands on another
    machine, of which one deleted it and one added the other, the new one must have a word of it. If
    three quarters of the facts were replaced by new ones, as in a translation, or if `before` has
    several and `after` none, no fact counts as deleted.
    """
    old, new = facts(before), facts(after)
    if not new and (len(old) > 1 or not after.strip()):
        return []
    known, there = {fact.text for fact in old}, {fact.text for fact in new}
    added = [fact.text for fact in new if fact.text not in known]
    gone = [fact.text for fact in old if fact.text not in there]
    if 4 * len(gone) >= 3 * len(old) and len(added) >= len(gone):
        return []
    words = fold("\n".join(Counter(lines_of(after)) - Counter(lines_of(before))))
    gone = [fact for fact in gone if not occurs_in(fold(fact), words)]
    if len(gone) * len(added) > MOST_PAIRS:
        return []  # rewritten as a whole
    telling = [_telling(fact) for fact in added]
    gone = [
        fact
        for fact in gone
        if not any(_shared_words(_telling(fact), other) > 0.5 for other in telling)
    ]
    edited = dict(_in_place(old, new, known)) if gone and added else {}
    return [
        fact
        for fact in gone
        if fact not in edited
        or not (by_editor or telling_words(edited[fact]) & telling_words(fact))
    ]


def _in_place(
    old: Sequence[Fact], new: Sequence[Fact], known: Set[str]
) -> Iterator[tuple[str, str]]:
    """Yield each fact that one that was not known stands in the place of, and that one."""
    lines, others = ([(fact.section, fact.text) for fact in each] for each in (old, new))
    for _tag, i1, i2, j1, j2 in opcodes(lines, others):
        if i2 - i1 == j2 - j1:
            for (section, fact), (other, text) in zip(lines[i1:i2], others[j1:j2], strict=True):
                if section == other and text not in known:
                    yield fact, text


def _telling(fact: str) -> str:
    return " ".join(map(stem, content_words(fact))) or fold(fact)


def telling_words(fact: str) -> set[str]:
    """Return the content words of a fact, as stems; all of its words if it has none."""
    return set(_telling(fact).split())


def is_like_any(fact: str, others: Sequence[str]) -> bool:
    """Tell whether one of the others is so similar that it may be the fact in other words."""
    return any(_likeness(fact, other) > _LEAST_LIKE for other in others)


def most_like(fact: str, others: Sequence[str]) -> str:
    """Return the one that is most similar to a fact, as `is_like_any` has it; "" for none."""
    found = max(others, key=lambda other: _likeness(fact, other), default="")
    return found if is_like_any(fact, [found]) else ""


def opcodes(
    before: Sequence[Hashable], after: Sequence[Hashable]
) -> list[tuple[str, int, int, int, int]]:
    """Return what difflib's `get_opcodes` returns."""
    # Without the common first and last lines: difflib takes quadratic time for equal lines,
    # and nearly all lines of two versions of a profile are equal.
    head = shared_start(before, after)
    tail = shared_start(before[head:][::-1], after[head:][::-1])
    old, new = (lines[head : len(lines) - tail] for lines in (before, after))
    inner = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    moved = [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in inner]
    end = ("equal", len(before) - tail, len(before), len(after) - tail, len(after))
    return [("equal", 0, head, 0, head), *moved, end]


def whole_lines(text: str) -> list[str]:
    """Return the lines of a text, each with its line ending, which the last one gets, too."""
    return lines_of(text if text.endswith("\n") or not text else text + "\n")
