"""Finds questions, orders and keywords about anybody, which say nothing of the user. Pure.

"Can a pregnant woman eat sushi", "title ideas for an essay", "vegan birthday cake". A finding is
only a doubt: the fact waits for the user.
"""

import re
from collections.abc import Sequence

from ..text.patterns import regex
from ..text.vocabulary import impersonal as words_for
from ..text.vocabulary import plain, speakers, subjects
from .attribution import is_wish, speaks_of_others
from .persons import is_of_dropped_i
from .quoted_clauses import Clause, Quoted, closest, is_mine
from .subjects import HAN, compiled, matches
from .unsettled import is_learned

_MOST_KEYWORDS = 8
_CLAUSES_OF_A_GREETING = 5
_CONTRACTED = regex(r"\w['’](?:s|re|m|d)\b")
_ALPHABETIC = regex(r"^[\x00-\u024f\u0400-\u04ff]*$")


def is_asked_of_anybody(fact: str, quoted: Quoted, turn: str) -> bool:
    """Tell whether the quote is a question or an order, in a turn without a word of the user's own.

    "Can a pregnant woman eat sushi" does not say that the user is pregnant, nor "symptoms of
    celiac disease" that they have it.
    """
    of_user = (re.match(own, plain(fact)) for own in (speakers.OWNS, words_for.FACT_IS_A))
    if _is_wish_or_tool(fact) or (speaks_of_others(fact) and not any(of_user)):
        return False
    if _says_i(fact, quoted):
        return False
    sentences_by_number: dict[int, list[Clause]] = {}
    for clause in quoted.every:
        sentences_by_number.setdefault(clause.sentence, []).append(clause)
    return all(
        _is_in_question(clause, sentences_by_number[clause.sentence])
        and not is_learned(fact, clause.text)
        for clause in closest(fact, quoted, turn)
    )


def _is_in_question(clause: Clause, sentence: Sequence[Clause]) -> bool:
    """Tell whether a clause is of a question or an order, and no statement beside it.

    `sentence` are the clauses of its sentence, in order.
    """
    asks = compiled(words_for.ASKS_OF_ANYBODY)
    if HAN.search(clause.text):
        return bool(asks.search(clause.text))
    if clause.start > sentence[0].start and compiled(words_for.STATEMENT).search(clause.text):
        return False
    # The sign stands at the beginning, which may be a greeting of some clauses.
    return bool(asks.search(" ".join(one.text for one in sentence[:_CLAUSES_OF_A_GREETING])))


def _is_wish_or_tool(fact: str) -> bool:
    return is_wish(fact) or matches(words_for.FACT_WISH_OR_TOOL, fact)


def is_keywords(fact: str, quoted: Quoted, turn: str) -> bool:
    """Tell whether the turn is only a few keywords, as of a search: "vegan birthday cake"."""
    text = " ".join(clause.text for clause in quoted.every)
    is_joined = all(matches(words_for.JOINED, clause.text) for clause in quoted.every[1:])
    if len(text.split()) > _MOST_KEYWORDS or not is_joined or not _ALPHABETIC.match(text):
        return False
    repeated = " ".join(plain(fact).split()[:2])
    if _is_wish_or_tool(fact) or f" {repeated} " in f" {text} ":
        return False
    if _says_i(fact, quoted) or _is_for_doing(text):
        return False
    is_stated = compiled(words_for.STATES).search(text) or _CONTRACTED.search(turn)
    return not is_stated or bool(compiled(words_for.KEYWORD).search(text))


def _is_for_doing(text: str) -> bool:
    """Tell whether keywords ask how to do something with what one has."""
    match = compiled(words_for.FOR_DOING).search(text)
    return bool(match and compiled(subjects.ACTIVITY).search(match["what"]))


def _says_i(fact: str, quoted: Quoted) -> bool:
    """Tell whether the turn has a word of the user's own, or the fact's verb in the first person.

    "Give me" asks, and says nothing of oneself.
    """
    text = compiled(words_for.TO_ME).sub(" ", " . ".join(clause.text for clause in quoted.every))
    return is_mine(text, quoted) or is_of_dropped_i(fact, text)
