"""Finding the merge base of a saved text: the version from which it was edited. Pure.

A saved text does not tell its version: an editor may have been open while versions were made.
"""

from collections.abc import Sequence
from itertools import pairwise

from ...profile.comparison import distance
from ...profile.document import Fact, facts, lines_of
from ...text.words import fold
from .history import CONFLICT, SAVED, Version

_BULLETS = ("- ", "* ", "+ ")


def for_local_save(recent: Sequence[Version], text: str) -> Version:
    """Return the version that the user edited: the one with the least distance to the saved text.

    Of versions with equal distance it is the newest. `recent` are versions, the newest first. The
    merge base is not older than

    * the user's last save, because a user who reverts in the editor what they just saved means it;
    * the newest version that added a line of the text, because the editor had that line.

    The newest version is the merge base if the text is empty or has the lines of an older version.
    Then the user deleted newer lines on purpose, and they must not be merged back. Blank lines, the
    ends of lines and the signs of bullets do not matter, as editors change them.
    """
    recent = [version for version in recent if version.note != CONFLICT]
    lines = _plain_lines(text)
    if not lines or any(_plain_lines(version.text) == lines for version in recent):
        return recent[0]
    known = recent[: _oldest_possible(recent, text) + 1]
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


def _oldest_possible(recent: Sequence[Version], text: str) -> int:
    """The index in `recent` of the oldest version that can be the merge base of the text."""
    has = _stripped_lines(text)
    for number, (newer, older) in enumerate(pairwise(recent)):
        if newer.note == SAVED or has & (_stripped_lines(newer.text) - _stripped_lines(older.text)):
            return number
    return len(recent) - 1


def _plain_lines(text: str) -> list[str]:
    """The lines that have any text, stripped, and with the same sign before each bullet."""
    lines = (line.strip() for line in lines_of(text))
    return [f"- {line[2:].lstrip()}" if line[:2] in _BULLETS else line for line in lines if line]


def _stripped_lines(text: str) -> set[str]:
    return {line.strip() for line in lines_of(text)} - {""}


def _is_similar(one: set[str], other: set[str]) -> bool:
    return 2 * len(one & other) >= max(len(one), len(other))
