"""Finds the user's own words for a fact: from the model's quote, or by search. Pure.

Only text that the user typed is searched, never a paste (see `text.pasted`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..text.pasted import LEFT_OUT
from ..text.patterns import regex
from ..text.words import (
    akin,
    content_words,
    fold,
    holds_every_word,
    is_negated,
    is_question,
    occurs_in,
    sentences,
    speaks_in_first_person,
)
from .language import languages
from .negation import clauses, is_reversed
from .prompt_injection import speaks_to_a_model
from .support import says_something

STITCH = " ... "
"""Joins the parts of a quote, if several passages of the user's words support one fact."""

_STITCHED = regex(r"\.{3}|…")
_AROUND_A_PASTE = regex(re.escape(LEFT_OUT).replace(r"\ ", r"\s+"), re.I)

# The languages in which a statement about oneself has "I" or "my", and words of wishes, which
# have neither.
_PERSONAL = frozenset({"en", "de", "fr"})
_WISHES = frozenset(["always", "never", "please", "immer", "nie", "bitte", "toujours", "jamais"])


@dataclass(frozen=True)
class TypedText:
    """A part of a prompt that the user typed; `said_at` is seconds since 1970.

    `in_doubt` means that it may be pasted: a fact learned from it waits for the user.
    """

    turn_id: str
    text: str
    said_at: float = 0.0
    in_doubt: bool = False


def find_quote(quote: str, typed: Sequence[TypedText]) -> TypedText | None:
    """Return the first typed text that holds `quote`, or None.

    Case, space and punctuation make no difference. A quote with "..." in it is found if each of
    its parts is found, and either all are in one sentence, or each is a clause, or two content
    words, that says something. A part that is one word must be the whole typed text. A quote may
    also hold the mark of a paste, between the words typed before it and after it.
    """
    if _AROUND_A_PASTE.search(quote):
        return _around_a_paste(list(map(fold, _AROUND_A_PASTE.split(quote))), typed)
    typed = sorted(typed, key=lambda part: part.in_doubt)
    # First without splitting it: the user may have typed the dots.
    for pieces in ([quote], _STITCHED.split(quote)):
        folded = [piece for piece in map(fold, pieces) if piece]
        sources = [next((part for part in typed if _holds(part, piece)), None) for piece in folded]
        if sources and None not in sources and _belong_together(folded, typed):
            return sources[0]
    return None


def find_support(fact: str, typed: Sequence[TypedText]) -> tuple[str, TypedText] | None:
    """Return (sentence, the typed text with it) for a sentence with every content word of `fact`.

    None if there is no such sentence. Questions, instructions to a model and sentences that are not
    about the user are skipped. So are sentences with a negation, unless the fact is the same word
    for word: without a quote from the model, code alone decides.
    """
    for turn in typed if says_something(fact) else ():
        for sentence in sentences(turn.text):
            is_plain = not is_negated(sentence) or fold(sentence) == fold(fact)
            is_said = holds_every_word(sentence, fact) and not _is_cut_off(fact, sentence)
            is_meant = _may_be_about_oneself(sentence) and not is_reversed(fact, sentence)
            if is_plain and is_said and is_meant:
                return sentence, turn
    return None


def _around_a_paste(pieces: Sequence[str], typed: Sequence[TypedText]) -> TypedText | None:
    """The typed text that ends with the first piece, if the next ones begin with the others."""
    wanted = [piece for piece in pieces if piece]
    for at, part in enumerate(typed):
        following = [other for other in typed[at:] if other.turn_id == part.turn_id]
        if len(wanted) == 1 and _holds(part, wanted[0]):
            return part
        if (
            1 < len(wanted) <= len(following)
            and f" {fold(part.text)}".endswith(f" {wanted[0]}")
            and all(
                f"{fold(other.text)} ".startswith(f"{piece} ")
                for piece, other in zip(wanted[1:], following[1:], strict=False)
            )
        ):
            return part
    return None


def _may_be_about_oneself(sentence: str) -> bool:
    """Tell whether a sentence has a form in which people speak of themselves."""
    if is_question(sentence) or speaks_to_a_model(sentence):
        return False
    if speaks_in_first_person(sentence) or languages(sentence).isdisjoint(_PERSONAL):
        return True
    return not _WISHES.isdisjoint(fold(sentence).split())


def _belong_together(pieces: Sequence[str], typed: Sequence[TypedText]) -> bool:
    if len(pieces) == 1:
        return True
    all_clauses = {fold(clause) for turn in typed for clause in clauses(turn.text)}
    if all(says_something(p) and (p in all_clauses or len(content_words(p)) > 1) for p in pieces):
        return True
    said = [fold(sentence) for turn in typed for sentence in sentences(turn.text)]
    return any(all(occurs_in(piece, sentence) for piece in pieces) for sentence in said)


def _is_cut_off(fact: str, sentence: str) -> bool:
    """Tell whether a fact may be the beginning of a longer one: "Keeps" for "I keep bees".

    It is if it ends within a word of the sentence, or before more of the sentence's content words.
    """
    folded, words = fold(fact), fold(sentence).split()
    *_, last = folded.split()
    if last not in words and any(word.startswith(last) for word in words):
        return True
    verbatim = occurs_in(folded, " ".join(words))
    if len(content_words(fact)) > 1 and content_words(last) and not verbatim:
        return False
    following = [word for before, word in pairwise([*words, ""]) if akin(before, last)]
    return bool(following) and all(content_words(word) for word in following)


def _holds(typed: TypedText, piece: str) -> bool:
    text = fold(typed.text)
    return occurs_in(piece, text) and (" " in piece or piece == text)
