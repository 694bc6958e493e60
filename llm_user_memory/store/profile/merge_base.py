"""Finding the merge base of a saved text: the version from which it was edited. Pure.

A saved text does not tell its version: an editor may have been open while versions were made.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ...profile.comparison import distance
from ...profile.document import Fact, facts, lines_of
from ...text.words import fold
from .history import CONFLICT, SAVED, Version

LONGEST_OPEN = 3600.0
"""In seconds. The user who deletes a fact that is older than that has seen it."""

# So many versions are compared by the characters that differ, which takes long: the nearest ones
# by whole lines. A backfill may make hundreds of versions while an editor is open.
_COMPARED = 20

_BULLET = re.compile(r"[*+-]\s+")


def for_local_save(recent: Sequence[Version], text: str, at: float) -> Version:
    """Return the version that the user edited: the one with the least distance to the saved text.

    The text was saved `at`, in seconds since 1970.

    Of versions with equal distance it is the newest. `recent` are versions, the newest first. The
    merge base is not older than

    * the user's last save, because a user who reverts in the editor what they just saved means it;
    * the newest version that added a line of the text, because the editor had that line;
    * the newest version that was made `LONGEST_OPEN` before the text was saved: editors warn of a
      file that has changed since.

    The newest version is the merge base if the text is empty, or that of an older version but for
    its layout, of which all later lines are as new as that. Then the user deleted them on purpose,
    and they must not be merged back.
    """
    recent = [version for version in recent if version.note != CONFLICT]
    said = _said(text)
    same = next((n for n, each in enumerate(recent) if _said(each.text) == said), None)
    if not said or same == 0 or (same and recent[same - 1].created >= at - LONGEST_OPEN):
        return recent[0]
    known = recent[: _oldest_possible(recent, text, at) + 1]
    has = Counter(lines_of(text))
    known = sorted(known, key=lambda version: _lines_apart(Counter(lines_of(version.text)), has))
    known = known[:_COMPARED]
    return min(known, key=lambda version: (distance(version.text, text), -version.n))


def for_remote_save(recent: Sequence[Version], text: str) -> Version | None:
    """Return the version that another machine's text was edited from, None if none is known.

    It is the version with the least distance to the text, among those that the machine can have
    had. Such a version is not newer than the last one that added a fact of the text, and shares at
    least half of the facts of the longer of the two. There is none when two machines with separate
    profiles begin to synchronize. `recent` are versions, the newest first.
    """
    has = fact_keys(text)
    older: set[str] = set()
    seen: list[Version] = []
    passed: list[Version] = []
    for version in reversed(recent):
        said = fact_keys(version.text)
        passed.append(version)
        if has & (said - older):
            seen += passed
            passed = []
        older |= said
    possible = [version for version in seen if _is_similar(fact_keys(version.text), has)]
    return min(possible, key=lambda v: (distance(v.text, text), -v.n), default=None)


def fact_keys(text: str) -> set[str]:
    """Return the keys of a profile's facts: see `fact_key`."""
    return set(map(fact_key, facts(text)))


def fact_key(fact: Fact) -> str:
    """Return the key by which facts are compared: the folded text, or the text if that is empty."""
    return fold(fact.text) or fact.text


def _oldest_possible(recent: Sequence[Version], text: str, at: float) -> int:
    """The index in `recent` of the oldest version that can be the merge base of the text."""
    has = _stripped_lines(text)
    for number, (newer, older) in enumerate(pairwise(recent)):
        is_seen = newer.note == SAVED or newer.created < at - LONGEST_OPEN
        if is_seen or has & (_stripped_lines(newer.text) - _stripped_lines(older.text)):
            return number
    return len(recent) - 1


def _lines_apart(one: Counter[str], other: Counter[str]) -> int:
    """How many lines only one of two texts has."""
    return (one - other).total() + (other - one).total()


def _said(text: str) -> list[str]:
    """The lines of a text, without their layout."""
    lines = (_BULLET.sub("- ", line.strip()) for line in lines_of(text))
    return [line for line in lines if line]


def _stripped_lines(text: str) -> set[str]:
    return {line.strip() for line in lines_of(text)} - {""}


def _is_similar(one: set[str], other: set[str]) -> bool:
    return 2 * len(one & other) >= max(len(one), len(other))
