"""The user's own words for a fact: found where a model quotes them, else looked for. Pure.

Nothing but what the user said (see `speech`) is ever looked at.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

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
from .prompt_injection import speaks_to_a_model
from .support import clauses, is_reversed, languages, says_something

STITCH = " ... "
"""What joins the user's words where several pieces of them speak for one fact."""

_STITCHED = re.compile(r"\.{3}|…")

# The languages in which nobody leaves out "I" or "my", and words with which a wish does.
_PERSONAL = frozenset({"en", "de", "fr"})
_WISHES = frozenset(["always", "never", "please", "immer", "nie", "bitte", "toujours", "jamais"])


@dataclass(frozen=True)
class Typed:
    """A stretch of what the user said in one turn, and when; nothing else is ever quoted."""

    turn_id: str
    text: str
    at: float = 0.0


def find_quote(quote: str, typed: Sequence[Typed]) -> Typed | None:
    """Return the first of what the user said that holds `quote`, or None.

    Case, space and punctuation are folded. A quote stitched together with "..." counts if
    every piece is found, all in one sentence, or each a clause or so that says something; one
    word alone only if it is all that the user typed in that turn.
    """
    # Whole first: the user may have typed the dots.
    for pieces in ([quote], _STITCHED.split(quote)):
        folded = [piece for piece in map(fold, pieces) if piece]
        places = [next((said for said in typed if _quotes(piece, said)), None) for piece in folded]
        if places and None not in places and _belong_together(folded, typed):
            return places[0]
    return None


def find_support(fact: str, typed: Sequence[Typed]) -> tuple[str, Typed] | None:
    """Return the one sentence of the user that holds every content word of `fact`.

    It is (sentence, where it stands), or None. A question, what speaks to a model, and what is
    not said of oneself say nothing of the kind, and a sentence with a negation only what it says
    word for word: without a quote nobody has judged what they mean.
    """
    for turn in typed if says_something(fact) else ():
        for sentence in sentences(turn.text):
            plain = not is_negated(sentence) or fold(sentence) == fold(fact)
            whole = holds_every_word(sentence, fact) and not _is_cut_off(fact, sentence)
            if plain and whole and _tells_of_oneself(sentence) and not is_reversed(fact, sentence):
                return sentence, turn
    return None


def _tells_of_oneself(sentence: str) -> bool:
    """Tell whether a sentence may, by its form, be a person speaking of themselves."""
    if is_question(sentence) or speaks_to_a_model(sentence):
        return False
    if speaks_in_first_person(sentence) or languages(sentence).isdisjoint(_PERSONAL):
        return True
    return not _WISHES.isdisjoint(fold(sentence).split())


def _belong_together(pieces: Sequence[str], typed: Sequence[Typed]) -> bool:
    if len(pieces) == 1:
        return True
    whole = {fold(clause) for turn in typed for clause in clauses(turn.text)}
    if all(says_something(p) and (p in whole or len(content_words(p)) > 1) for p in pieces):
        return True
    said = [fold(sentence) for turn in typed for sentence in sentences(turn.text)]
    return any(all(occurs_in(piece, sentence) for piece in pieces) for sentence in said)


def _is_cut_off(fact: str, sentence: str) -> bool:
    """Tell whether an answer that broke off may have said more: "Keeps" for "I keep bees".

    Half a word, and words of the sentence's own that go on in it, are not what it says.
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


def _quotes(piece: str, turn: Typed) -> bool:
    text = fold(turn.text)
    return occurs_in(piece, text) and (" " in piece or piece == text)
