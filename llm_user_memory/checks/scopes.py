"""Exceptions and frequencies: "everything except fish", "hardly ever cooks". Pure."""

import re
from functools import cache

from ..text.patterns import regex
from ..text.vocabulary import plain, scopes
from ..text.words import content_words, is_negated
from .language import main_script
from .matching import is_frame, is_in, may_be_translated, words_of
from .negation import clauses, without_harmless


def without_exceptions(typed: str) -> str:
    """Return the text without its exceptions: "except fish"."""
    return _exception().sub(" ", typed)


def is_excepted(fact: str, typed: str) -> bool | None:
    """Tell whether the fact says of an exception what is true of everything else; else None.

    None means that there is no exception. "Eats fish" for "I eat everything except fish", "Doesn't
    speak Spanish" for "apart from Spanish I don't speak anything".
    """
    words = [word for word in content_words(plain(fact)) if not is_frame(word)]
    across, found = may_be_translated(fact, typed), []
    for sentence in re.split(r"[.!?\n;。！？]", typed):
        for match in _exception().finditer(sentence):
            excepted = words_of(match["what"])
            if not any(is_in(word, excepted, across=across) for word in words):
                continue
            if (reason := _REASON.match(sentence[match.start("what") :])) and any(
                is_in(word, words_of(reason["why"]), across=across) for word in words
            ):
                continue  # "every weekend except Sundays as I have my grandson"
            rest = sentence[: match.start()] + " " + sentence[match.end() :]
            is_denied = is_negated(without_harmless(rest)) or bool(match["but"])
            is_sharp = bool(match["sharp"] or match["but"])
            found.append(is_denied == is_negated(fact) and (is_denied or is_sharp))
    return all(found) if found else None


_REASON = regex(
    r"(?i)(?: \S+){1,4}? (?:as|because|since|cause|cuz|bc|when|weil|da|denn|porque|que|parce que"
    r"|car|perché|потому что) (?P<why>[^,.;]+)"
)


def has_other_frequency(fact: str, typed: str) -> bool:
    """Tell whether the fact has another frequency than the words: "never" for "seldom"."""
    claimed = _ranks(fact)
    if len(claimed) != 1:
        return False
    words = [word for word in content_words(plain(fact)) if not is_frame(word)]
    words = [word for word in words if not any(rank.search(word) for rank in _patterns())]
    across = may_be_translated(fact, typed)
    said = [
        ranks
        for clause in clauses(typed)
        if any(is_in(word, words_of(clause), across=across) for word in words)
        and (ranks := _ranks(clause))
    ]
    return bool(said) and not any(claimed & ranks for ranks in said)


def _ranks(text: str) -> set[int]:
    """The frequencies in a text, as ranks: 0 is never."""
    said = plain(text)
    if main_script(said) == "han":
        said = said.replace(" ", "")
    found: set[int] = set()
    for rank, pattern in enumerate(_patterns()):
        if pattern.search(said):
            found.add(rank)
            said = pattern.sub(" ", said)
    return found


@cache
def _patterns() -> list[re.Pattern[str]]:
    return [re.compile(pattern) for pattern in scopes.FREQUENCY]


@cache
def _exception() -> re.Pattern[str]:
    return re.compile(scopes.EXCEPTION, re.I)
