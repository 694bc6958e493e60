"""Which of the versions on record a text began as that somebody saved. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from ...profile.document import Fact, facts, lines_of
from ...profile.merge import distance
from ...text.words import fold
from .history import CONFLICT, SAVED, Version


def for_local_save(recent: Sequence[Version], text: str) -> Version:
    """Return the version that the user's editor was opened at: the one its text is nearest to.

    The newest of equals, and none from before the editor knew what the text has: the user's
    last save, for whoever takes back in it what they just saved means it, and each version from
    which a line in it comes. A text that *is* an older version is a deliberate step back from
    the newest, not an editor left open: whoever deletes a new line in the file means it. So does
    whoever empties it.
    """
    recent = [version for version in recent if version.note != CONFLICT]
    if not text.strip() or any(version.text == text for version in recent):
        return recent[0]
    known = recent[: _oldest_possible(recent, text) + 1]
    return min(known, key=lambda version: (distance(version.text, text), -version.n))


def for_remote_save(recent: Sequence[Version], text: str) -> Version | None:
    """Return the version that another machine's text began as, None if none is known.

    It is the nearest of those that the machine can have seen: none is newer than the last that
    brought a fact of the text, and it shares half of the facts of either, or more. Two machines
    that begin to be synchronised, each with a profile of its own, share no version.
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
    """Return what the facts of a profile say, by folded text."""
    return set(map(fact_key, facts(text)))


def fact_key(fact: Fact) -> str:
    """Return by what a fact is known to be the same as another."""
    return fold(fact.text) or fact.text


def _oldest_possible(recent: Sequence[Version], text: str) -> int:
    """The oldest of the recent versions, the newest first, that the text can have begun as."""
    has = _stripped_lines(text)
    for number, (newer, older) in enumerate(pairwise(recent)):
        if newer.note == SAVED or has & (_stripped_lines(newer.text) - _stripped_lines(older.text)):
            return number
    return len(recent) - 1


def _stripped_lines(text: str) -> set[str]:
    return {line.strip() for line in lines_of(text)} - {""}


def _is_similar(one: set[str], other: set[str]) -> bool:
    return 2 * len(one & other) >= max(len(one), len(other))
