"""Whether the user speaks seriously and of themselves. Pure.

They do not when they give the model a role, write as the hero of a text, take something back as
a joke, or are ironical.
"""

from collections.abc import Iterator
from itertools import islice, pairwise

from ..text.patterns import regex
from ..text.vocabulary import earnest, likings
from ..text.words import fold, sentences, speaks_in_first_person
from .matching import count_in, may_be_translated, telling, words_of
from .subjects import compiled, matches, searchable

_MOST = 200  # the most sentences that are examined
_LONGEST_ROLE = 120
_CLAUSE = regex(r"[,;:()!?،、，；：。！？]|\.(?=\s|$)")


def is_given_role(fact: str, typed: str) -> bool:
    """Tell whether all words of the fact stand in a role given to the model, and nowhere else.

    "Expert doctor" for "You are an expert doctor".
    """
    if matches(likings.WANTS, fact):
        return False
    roles, others = list[str](), list[str]()
    for clause in islice(_clauses(typed), _MOST):
        found = compiled(earnest.ROLE).search(clause)
        role = clause[found.end() :][:_LONGEST_ROLE] if found else ""
        roles.append(role := compiled(earnest.OWN).split(role)[0])
        others.append(clause.replace(role, "") if role else clause)
    words, across = {*telling(fact)}, may_be_translated(fact, typed)
    given, rest = (
        any(count_in([*words], words_of(text), across=across) == len(words) for text in texts)
        for texts in (roles, others)
    )
    return given and not rest


def is_not_earnest(fact: str, quote: str, typed: str, later: str) -> bool:
    """Tell whether the quote may be part of a story, an expert's role, a joke, or irony.

    `later` is what was typed from the turn of the quote on.
    """
    near = [one for one in islice(sentences(typed), _MOST) if _holds(one, quote)]
    if any(_is_joke(sentence, quote) for sentence in near) or _is_taken_back(quote, later):
        return True
    if matches(likings.LIKES, fact) and any(map(_is_ironical, near)):
        return True
    if any(matches(earnest.EXPERT, one) and not speaks_in_first_person(one) for one in near):
        return True
    if any(_is_asked_as(fact, one) for one in near) or _is_dictated(quote, typed):
        return True
    if matches(earnest.HYPERBOLE, fact) and not matches(earnest.MEANT, typed):
        return True
    return not matches(earnest.FACT_STORY, fact) and any(
        matches(earnest.STORY, one) for one in [*near, *_before(quote, typed)]
    )


def _is_asked_as(fact: str, sentence: str) -> bool:
    """Tell whether the fact is the role in which the model is asked: "as a lawyer, would you"."""
    found = compiled(earnest.ASKED_AS).search(searchable(sentence))
    role = words_of((found["role"] or found["rolle"]) if found else "")
    words, across = {*telling(fact)}, may_be_translated(fact, sentence)
    return bool(found) and count_in([*words], role, across=across) == len(words)


def _is_dictated(quote: str, typed: str) -> bool:
    """Tell whether the quote follows an order to write a text, and a colon: "write a poem: ..."."""
    before = ""
    for sentence in islice(sentences(typed), _MOST):
        lead, _colon, rest = sentence.replace("：", ":").partition(":")
        if not rest.strip():
            lead, rest = before if before.endswith((":", "：")) else "", sentence
        is_order = matches(earnest.WRITES, lead) and not speaks_in_first_person(lead)
        if is_order and _holds(rest, quote):
            return True
        before = sentence
    return False


def _before(quote: str, typed: str) -> Iterator[str]:
    """The two sentences before the quote's: "diary entry. I'm Maren"."""
    said = list(islice(sentences(typed), _MOST))
    for at, sentence in enumerate(said):
        if _holds(sentence, quote):
            yield from said[max(0, at - 2) : at]


def _is_taken_back(quote: str, later: str) -> bool:
    """Tell whether the sentence after the quote's says that it was a joke."""
    said = islice(sentences(later), _MOST)
    return any(_holds(one, quote) and matches(earnest.JOKE, after) for one, after in pairwise(said))


def _is_joke(sentence: str, quote: str) -> bool:
    """Tell whether the words after the quote in its sentence say that it was a joke."""
    folded, quoted = fold(sentence), fold(quote)
    at = folded.find(quoted)
    return at >= 0 and matches(earnest.JOKE, folded[at + len(quoted) :][:_LONGEST_ROLE])


def _is_ironical(sentence: str) -> bool:
    first, *rest = list(_clauses(sentence)) or [""]
    return bool(rest) and bool(compiled(earnest.IRONY).search(first.strip()))


def _holds(sentence: str, quote: str) -> bool:
    folded, quoted = fold(sentence), fold(quote)
    return bool(folded) and (quoted in folded or folded in quoted)


def _clauses(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        for clause in _CLAUSE.split(sentence):
            if said := searchable(clause):
                yield said
