"""Whether a fact has the opposite of what was typed, by words of opposite meaning. Pure.

"Hates her job" for "i love my job", "right knee" for "left knee", "moved from Bonn to Kiel" for
the way back.
"""

import re
from collections.abc import Iterator
from functools import cache

from ..text.patterns import regex
from ..text.vocabulary import opposites, plain, speakers
from ..text.words import content_words, is_negated
from .claims import without_contrast
from .harmless import without_harmless
from .language import main_script
from .matching import Words, is_in, telling, unelided, words_of
from .negation import clauses
from .subjects import compiled

_NEAR = 3  # the most words between an opposite and the word that it describes


def is_opposite(fact: str, typed: str) -> bool:
    """Tell whether the fact says the opposite of what was typed, without a negation."""
    fact, typed = unelided(fact), unelided(typed)
    return (
        _is_liked_and_hated(fact, typed)
        or _has_other_pole(fact, typed)
        or _is_way_back(fact, typed)
        or _was_left(fact, typed)
        or _is_unwanted(fact, typed)
    )


def _is_liked_and_hated(fact: str, typed: str) -> bool:
    """Tell whether the fact likes what all clauses with its words hate, or the reverse."""
    claimed = _liking(without_contrast(fact))
    if not claimed:
        return False
    words = telling(without_contrast(fact))
    signs = [
        sign
        for clause in clauses(typed)
        if _has_any(words, words_of(clause)) and (sign := _liking(clause))
    ]
    return bool(signs) and all(sign == -claimed for sign in signs)


def _liking(text: str) -> int:
    """1 if the text says that something is liked, -1 if hated, 0 if neither or both."""
    said = _joined(text)
    if _found(opposites.HATES, said):
        return 0 if is_negated(without_harmless(re.sub(opposites.HATES, " ", said))) else -1
    if not _found(opposites.LIKES, said):
        return 0
    return 0 if is_negated(without_harmless(text)) else 1


def _has_other_pole(fact: str, typed: str) -> bool:
    """Tell whether the fact says "left" of a thing that the user only called "right"."""
    claimed, said = _joined(fact), _joined(typed)
    for one, other in _poles():
        for pole, opposite in ((one, other), (other, one)):
            if (
                (match := pole.search(claimed))
                and not opposite.search(claimed)
                and not pole.search(said)
                and _is_said_of_the_same(claimed, match, opposite, typed)
            ):
                return True
    return False


def _is_said_of_the_same(
    claimed: str, pole: re.Match[str], opposite: re.Pattern[str], typed: str
) -> bool:
    """Tell whether the user's opposite word stands near a neighbour of the fact's pole."""
    is_chinese = main_script(claimed) == "han"
    around = f"{claimed[: pole.start()]} {claimed[pole.end() :]}"
    beside = content_words(around) if is_chinese else _beside(around, pole.start())
    for clause in clauses(typed):
        said = _joined(clause)
        for match in opposite.finditer(said):
            before, after = said[: match.start()], said[match.end() :]
            near = before[-8:] + " " + after[:8]
            if main_script(said) != "han":
                near = " ".join([*before.split()[-_NEAR:], *after.split()[:_NEAR]])
            if not is_negated(near) and _has_any(tuple(beside), words_of(near)):
                return True
    return False


def _beside(text: str, at: int) -> list[str]:
    """The content words on either side of the index."""
    return [*content_words(text[:at])[-2:], *content_words(text[at:])[:2]]


def _is_way_back(fact: str, typed: str) -> bool:
    """Tell whether the fact reverses a move: it has "from A to B", and the words "from B to A"."""
    match = re.search(opposites.FROM_TO, plain(fact))
    if not match:
        return False
    start, end = (tuple(content_words(match[side])) for side in ("start", "end"))
    ways = [(words_of(way["start"]), words_of(way["end"])) for way in _ways(typed)]
    if any(_has_any(start, there) and _has_any(end, here) for there, here in ways):
        return False
    return any(_has_any(start, here) and _has_any(end, there) for there, here in ways)


def _ways(typed: str) -> Iterator[re.Match[str]]:
    for clause in clauses(typed):
        yield from re.finditer(opposites.FROM_TO, plain(clause))


def _was_left(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user lives in the place that they said they left."""
    match = _LIVES_IN.match(plain(fact))
    if not match:
        return False
    place = tuple(content_words(match[1])[:2])
    near = [clause for clause in clauses(typed) if _has_any(place, words_of(clause))]
    return bool(near) and all(_leaves(place, clause) for clause in near)


def _leaves(place: tuple[str, ...], clause: str) -> bool:
    said = _joined(clause)
    if not re.search(speakers.MOVES, said):
        return False
    if main_script(said) == "han":
        return any(
            _has_any(place, words_of(origin)) and not _has_any(place, words_of(rest))
            for origin, rest in re.findall(r"从(.{2,8}?)(搬.*)", said)
        )
    left = [words_of(name) for name in re.findall(rf"\b{opposites.LEFT_FOR}((?:\w+ )?\w+)", said)]
    rest = re.sub(rf"\b{opposites.LEFT_FOR}(?:\w+ )?\w+", " ", said)
    return any(_has_any(place, name) for name in left) and not _has_any(place, words_of(rest))


def _is_unwanted(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user wants to do what they do not want to do."""
    if is_negated(fact):
        return False
    if called := compiled(opposites.IS_CALLED).search(plain(fact)):
        return any(
            called["name"] == match["name"]
            for match in compiled(opposites.NOT_CALLED).finditer(plain(typed))
        )
    match = re.search(opposites.WANTS_TO, _joined(fact))
    words = tuple(content_words(match["what"]))[:1] if match else ()
    near = [
        said
        for clause in clauses(typed)
        if _found(opposites.WANTED, said := _joined(clause)) and _has_any(words, words_of(clause))
    ]
    return bool(near) and all(_found(opposites.UNWANTED, said) for said in near)


_LIVES_IN = regex(
    r"(?:lives|is living|wohnt|lebt|vive|habite|живет) (?:in|at|near|bei|en|a|au|в|на) (.+)"
)


def _has_any(words: tuple[str, ...], said: Words) -> bool:
    return any(is_in(word, said, across=True, strictly=True) for word in words)


def _found(pattern: str, text: str) -> bool:
    return bool(re.search(pattern, text))


def _joined(text: str) -> str:
    said = plain(text)
    return said.replace(" ", "") if main_script(said) == "han" else said


@cache
def _poles() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((_words(one), _words(other)) for one, other in opposites.POLES)


def _words(listed: str) -> re.Pattern[str]:
    spaced = "|".join(word for word in listed.split("|") if word[0] < "\u2e80")
    unspaced = "|".join(word for word in listed.split("|") if word[0] >= "\u2e80")
    return re.compile(rf"\b(?:{spaced})\b" + (f"|{unspaced}" if unspaced else ""))
