"""What the other turns of a conversation add to the turn that a fact quotes. Pure.

People answer in few words: "my 12yo" in one turn, "she's allergic" in the next, "Texas" alone.
"""

from collections.abc import Sequence

from ..text.vocabulary import plain, speakers
from ..text.vocabulary import subjects as words_for
from ..text.words import content_words, fold, is_negated, is_question, sentences
from .attribution import doubt, is_wish, speaks_of_others
from .clauses import parts
from .coverage import home_in, speaks_of_travel, uncovered
from .denials import is_denied
from .quoted_clauses import says_mine
from .subjects import compiled
from .support import says_more

_SHORT = 3  # words of an answer without a verb: "husband yes", "the older one"


def is_told_elsewhere(fact: str, quote: str, known: str, elsewhere: Sequence[str]) -> bool:
    """Tell whether the other turns supply what the fact says beyond the text `known`.

    Words with a particular meaning, such as kinds of work and illnesses, have to stand in a
    statement about the user there, or in a short answer; what else they typed may be a question,
    or about a thing.
    """
    said = [sentence for turn in elsewhere for sentence in sentences(turn)]
    own = [one for one in said if not is_question(one) and (_says_i(one) or _is_answer(one))]
    told, both = " . ".join(own), " . ".join([known, *own])
    if not said or says_more(fact, both):
        return False
    is_said = not uncovered(fact, quote, " . ".join([known, *said]))
    return is_said and not is_denied(fact, told) and not doubt(fact, both)


def is_home_answered(fact: str, turn: str, elsewhere: Sequence[str]) -> bool:
    """Tell whether the fact says that the user lives in a place that is the whole turn: "Texas".

    In a conversation about the user it answers where they are, unless it is about travelling.
    """
    place, typed = home_in(fact), [turn, *elsewhere]
    if not place or {*content_words(plain(turn))} != {*content_words(place)}:
        return False
    return any(map(_says_i, elsewhere)) and not any(map(speaks_of_travel, typed))


def is_about_another(fact: str, turn: str, earlier: Sequence[str]) -> bool:
    """Tell whether a turn is not about the user: it says so, or goes on about another person.

    `earlier` are the turns before it. "88, cataracts" after "my gran asks if she may drive" says
    nothing of the user, and "not me, my wife" neither.
    """
    if speaks_of_others(fact) or is_wish(fact):
        return False
    if compiled(speakers.NOT_ME).search(fold(turn)):
        return True
    if not earlier:
        return False
    if _says_i(compiled(words_for.OTHER_PERSON).sub(" ", plain(turn))):
        return False
    return all(part.is_others for part in parts(earlier[-1]))


def _says_i(text: str) -> bool:
    return says_mine(plain(text), text)


def _is_answer(sentence: str) -> bool:
    if len(sentence.split()) > _SHORT or is_negated(sentence):
        return False
    return all(not part.is_others and not part.mood for part in parts(sentence))
