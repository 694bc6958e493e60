"""Tells whether a word is one of those that facts about anybody are built with. Pure."""

from functools import cache

from . import frames, plain

_LONGEST_ENDING = 3


def is_frame_word(word: str) -> bool:
    """Tell whether a plain word is in the tables of `frames`, in some form."""
    return (
        word in _whole()
        or word.removesuffix("s") in _whole()
        or any(
            word.startswith(stem) and len(word) - len(stem) <= _LONGEST_ENDING
            for stem in _stems().get(word[:2], ())
        )
    )


@cache
def _whole() -> frozenset[str]:
    whole = (word for word in frames.ELSEWHERE if "*" not in word)
    return frozenset([*frames.ENGLISH, *map(plain, whole)])


@cache
def _stems() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in frames.ELSEWHERE:
        if word.endswith("*"):
            found.setdefault(plain(word)[:2], []).append(plain(word[:-1]))
    return found
