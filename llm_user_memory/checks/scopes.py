"""Exceptions and frequencies: "everything except fish", "hardly ever cooks". Pure."""

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from ..text.patterns import regex
from ..text.vocabulary import plain, scopes, speakers
from ..text.words import content_words, is_negated
from .attribution import speaks_of_others
from .harmless import without_harmless
from .language import main_script
from .matching import count_in, is_frame, is_in, may_be_translated, telling, words_of
from .negation import clauses
from .subjects import compiled, matches, searchable


def without_exceptions(typed: str) -> str:
    """Return the text without its exceptions: "except fish"."""
    return _exception().sub(" ", typed)


def is_excepted(fact: str, typed: str) -> bool | None:
    """Tell whether the fact says of an exception what is true of everything else; else None.

    None means that there is no exception. "Eats fish" for "I eat everything except fish", and for
    "everybody eats fish except me"; "Doesn't speak Spanish" for "apart from Spanish I don't speak
    anything".
    """
    if (of_user := _is_of_all_but_user(fact, typed)) is not None:
        return of_user
    words = [word for word in content_words(plain(without_exceptions(fact))) if not is_frame(word)]
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
            if matches(rf"^{speakers.OWNS}", fact) and not matches(scopes.HAVING, rest):
                continue  # "all my plants die except the cactus"
            is_denied = is_negated(without_harmless(rest)) or bool(match["but"])
            is_sharp = bool(match["sharp"] or match["but"])
            found.append(is_denied == is_negated(fact) and (is_denied or is_sharp))
    return all(found) if found else None


def follows_from_exception(fact: str, typed: str) -> bool:
    """Tell whether the user does, by the words, what nobody else does, or the reverse."""
    return _is_of_all_but_user(fact, typed) is False


@lru_cache(maxsize=256)
def _is_of_all_but_user(fact: str, typed: str) -> bool | None:
    """Tell whether the fact says of the user what holds for everybody else.

    None if the user is no exception, or says the fact elsewhere, too.
    """
    said = [searchable(clause) for clause in _PAUSE.split(typed)]
    others = [number for number, clause in enumerate(said) if _except_us().search(clause)]
    if not others:
        return None
    if speaks_of_others(fact) and not matches(rf"^(?:{speakers.OWNS}|(?:ha|tem) )", fact):
        return None
    across, found = may_be_translated(fact, typed), []
    words = {word for word in telling(fact) if not is_frame(word)}
    if any(_is_of_user(clause, words, across=across) for clause in said):
        return None
    for at in others:
        shared = _shared_by_others(said, at)
        scope = words_of(shared)
        if shared and any(is_in(word, scope, across=across) for word in words):
            is_denied = matches(scopes.NOBODY, shared) or is_negated(without_harmless(shared))
            found.append(is_denied == is_negated(fact))
    return all(found) if found else None


def _is_of_user(clause: str, words: Collection[str], *, across: bool) -> bool:
    """Tell whether a clause says "I", nothing of an exception or of all, and has all words."""
    if _except_us().search(clause) or _is_of_all(clause):
        return False
    has_all = count_in([*words], words_of(clause), across=across) == len(words)
    return bool(words) and has_all and bool(_SAYS_I.search(_MY_ONES.sub(" ", clause)))


def is_of_many(fact: str, clause: str, *, across: bool) -> bool:
    """Tell whether a clause in plain words says the fact of many people, and not of the user.

    "Has a Mac" for "everyone at work except my boss has a mac", but not "Works in a team that uses
    Macs" for "everyone on my team uses macs".
    """
    match = compiled(scopes.QUANTIFIED).search(text := compiled(scopes.BUT_ONE).sub(" ", clause))
    if not match:
        return False
    said = f"{match['does'] or ''} {text[match.end() :]}"
    if compiled(scopes.OF_USER).search(said):
        return False
    named = match["at"] or match[0]
    who, of_them, said_of_them = map(words_of, (match["who"] or "", named, said))
    if any(is_in(word, who, across=across) for word in telling(fact)):
        return False
    for word in telling(fact):
        if is_in(word, of_them, across=across):
            return False
        if is_in(word, said_of_them, across=across):
            return True
    return across


def _shared_by_others(said: Sequence[str], at: int) -> str:
    """What all but the user do, in the clause with the exception or beside it; "" if unknown."""
    match = _except_us().search(said[at])
    rest = _except_us().sub(" ", said[at]).strip()
    if not content_words(rest):
        beside = said[at - 1 : at] if at else said[at + 1 : at + 2]
        rest = " ".join(beside)
    rest = _SAYS_I.split(_MY_ONES.sub(" ", rest))[0]
    is_of_all = _is_of_all(rest) or is_negated(rest)
    return rest if match and (match["sharp"] or is_of_all) else ""


def _is_of_all(said: str) -> bool:
    return matches(scopes.NOBODY, said) or matches(scopes.EVERYBODY, said)


_PAUSE = regex(r"[,;:.!?\n，；：。！？]| [-–—] ")
# "All my friends" says that there are friends.
_MY_ONES = regex(rf"\b{speakers.POSSESSIVE} \w+")
_SAYS_I = regex(r"\b(?:i|im|ive|ich|yo|je|j|io|eu|я)\b")


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
def _except_us() -> re.Pattern[str]:
    return re.compile(scopes.EXCEPT_US)


@cache
def _exception() -> re.Pattern[str]:
    return re.compile(scopes.EXCEPTION, re.I)
