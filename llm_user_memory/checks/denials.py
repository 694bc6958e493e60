"""Whether the user denies a word of a fact in every clause that has it: "not a nurse". Pure.

`negation` compares a fact with clauses that say as much as it does. This module looks at single
words, which a fact may share with clauses that say something else: "Works as a nurse" for "i'm
not a nurse, i'm a paramedic".
"""

import re
from collections.abc import Callable, Iterator, Sequence

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import idioms, opposites, plain
from ..text.words import content_words, fold, is_negated, is_question, negations_in
from . import numerals
from .claims import mixed_claims, without_contrast
from .harmless import without_harmless
from .language import languages, main_script
from .matching import (
    Words,
    is_frame,
    is_in,
    may_be_translated,
    uncontracted,
    unelided,
    words_of,
)
from .negation import clauses, is_negative, leaves_out_limit, within_lack
from .ordinals import is_ordinal
from .subjects import compiled

_WINDOW = 2  # content words between a negation and what it denies
_CHINESE_WINDOW = 6  # letters after a negation in which the word has to begin

_LEAVES_IT = regex(idioms.STILL_THERE)
_SCOPE_END = regex(
    r" (?:so|please|pls|then|which|who|also|therefore|bitte|deshalb|entonces|donc|alors"
    r"|поэтому)\b.*"
)
_CHINESE_NEGATION = regex(r"不再|没有|不是|不|没|無|无|未")


def is_denied(fact: str, typed: str) -> bool:
    """Tell whether a telling word of an affirmative fact is denied in every clause that has it."""
    fact = unelided(uncontracted(fact, typed))
    if len(claims := mixed_claims(fact)) > 1:
        return any(is_denied(claim, typed) for claim in claims if not is_negated(claim))
    if is_negated(fact):
        return False
    is_without = is_negative(fact)
    # "No mushrooms" asks to leave out what one hates; Spanish "no" is "not".
    leaves_out = bool(re.search(opposites.HATES, plain(fact))) and "es" not in languages(typed)
    parts = [
        clause
        for clause in clauses(unelided(typed))
        if not is_question(clause) and not compiled(idioms.OF_MODEL).match(plain(clause))
    ]
    return any(
        all(
            _denies(clause, has, fact) and (not is_without or _names_only(clause, leaves_out))
            for clause in having
        )
        for has, having in _having(fact, typed, parts)
    )


def is_partly_denied(fact: str, typed: str) -> bool:
    """Tell whether most telling words of a fact that `is_denied` are said without a negation.

    "not google maps" denies a word of "Is making a map of the herd", but not the fact.
    """
    found = [
        all(_denies(clause, has, fact) and not is_question(clause) for clause in having)
        for has, having in _having(fact, typed, clauses(unelided(typed)))
    ]
    return 0 < 2 * sum(found) < len(found)


def _names_only(clause: str, leaves_out: bool) -> bool:
    """Tell whether a clause only names what is not so: "allergic to cats, not dogs".

    With `leaves_out`, "no" is not a negation: it asks to leave out the thing named.
    """
    said = fold(clause).split()
    is_left_out = leaves_out and said[:1] == ["no"]
    return len(said) < 4 and bool(said) and said[0] in _NOT and not is_left_out


_NOT = frozenset("not nicht no pas не non".split())


def _having(
    fact: str, typed: str, parts: Sequence[str]
) -> Iterator[tuple[Callable[[Words], bool], list[str]]]:
    """For each telling word of a fact that some clauses have: its predicate, and these clauses."""
    for has in _tests(without_contrast(unelided(fact)), typed):
        if having := [clause for clause in parts if has(words_of(clause))]:
            yield has, having


def _tests(fact: str, typed: str) -> Iterator[Callable[[Words], bool]]:
    """A predicate for each telling word of a fact: whether given words contain it."""
    across = may_be_translated(fact, typed) and not languages(fact) & languages(typed)
    if main_script(fact) == "han":
        for phrase, meant in vocabulary.phrases_in(fact).items():
            if (len(phrase) > 1 and meant & vocabulary.particular()) or "婚" in phrase:
                yield lambda said, meant=meant: bool(meant & said.own_meanings)  # type: ignore[misc]
        return
    told = [word for word in dict.fromkeys(content_words(plain(fact))) if not is_frame(word)]
    verb = plain(fact).split()[:1]
    for word in [word for word in told if [word] != verb] or told:
        if len(word) > 2 and not is_frame(word) and not _is_number(word) and word not in _UNITS:
            yield lambda said, word=word: is_in(word, said, across=across, strictly=True)  # type: ignore[misc]


# Words that count: "i haven't for years" denies nothing of a "4-year-old".
_UNITS = frozenset(
    """
    year years month months week weeks day days hour hours yearold jahr jahre jahren monat monate
    monaten woche wochen tag tage tagen ano anos mes meses semana semanas dia dias an ans annee
    annees mois semaine semaines jour jours anni mese mesi settimana giorno giorni год года лет
    месяц месяцев недель дней
    """.split()
)


def _is_number(word: str) -> bool:
    """Tell whether a plain word is a number: `numbers` compares those."""
    return word.isdigit() or is_ordinal(word) or numerals.count(word) is not None


def _denies(clause: str, has: Callable[[Words], bool], fact: str) -> bool:
    """Tell whether a negation in the clause applies to the word."""
    said = without_harmless(clause)
    if not is_negated(said) or leaves_out_limit(clause, fact):
        return False
    return any(
        has(words_of(scope)) and not _LEAVES_IT.search(_before(scope, has))
        for scope in _scopes(said)
    )


def _before(scope: str, has: Callable[[Words], bool]) -> str:
    """The words, or Chinese characters, of a scope before the one that `has` matches."""
    pieces = list(scope) if main_script(scope) == "han" else [f"{w} " for w in scope.split()]
    ends = (end for end in range(1, len(pieces)) if has(words_of("".join(pieces[:end]))))
    return "".join(pieces[: next(ends, len(pieces)) - 1])


def _scopes(said: str) -> Iterator[str]:
    """The few words to which each negation in a folded text applies."""
    if main_script(said) == "han":
        squeezed = said.replace(" ", "")
        for match in _CHINESE_NEGATION.finditer(squeezed):
            yield squeezed[match.end() : match.end() + _CHINESE_WINDOW]
        return
    for word, place in negations_in(said):
        if lacked := compiled(idioms.LACKS_MEANS).match(said, place):
            yield _first_words(said[lacked.end() :], content_words(said[lacked.end() :]))
            continue
        after = _SCOPE_END.sub("", within_lack(word, said[place + len(word) :]))
        if told := content_words(after):
            yield _first_words(after, told)
        elif word not in _NOBODY:
            yield " ".join(said[:place].split()[-4:])


# Subjects of their own verb: "in Leeds nobody cares" does not deny Leeds.
_NOBODY = frozenset("nobody keiner niemand nadie ninguém nessuno personne никто".split())


def _first_words(text: str, told: list[str]) -> str:
    """The text up to the end of the last of its first content words."""
    last, at = told[: _WINDOW + 1][-1], 0
    for word in told[: _WINDOW + 1]:
        at = text.find(word, at) + len(word)
    return text[: max(at, len(last))]
