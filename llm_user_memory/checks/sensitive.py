"""Whether what would hurt most if it were wrong was said of the user, and not only mentioned. Pure.

"Someone stole my bike" has the words of "Steals bikes", and "an exam on Islamic art" those of
"Is Muslim". A finding is only a doubt: the fact waits for the user.
"""

from collections.abc import Sequence
from functools import cache

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import plain, predicates, sensitive, speakers
from ..text.vocabulary.sensitive import ABOUT, DEEDS, FIGURES, OF_ONESELF
from ..text.words import is_negated, is_unspaced
from .negation import clauses
from .subjects import compiled


def is_sensitive(fact: str) -> bool:
    """Tell whether a fact has a word for what hurts most if it is wrong."""
    return bool(vocabulary.meanings_in(fact) & _sensitive())


def is_only_mentioned(fact: str, turn: str) -> bool:
    """Tell whether all clauses with what the fact says of the user say it of something else."""
    wanted = vocabulary.meanings_in(fact) & _sensitive()
    if not wanted or is_negated(fact) or compiled(_OF_PERSON).match(plain(fact)):
        return False
    is_act = _is_act(fact)
    near = [clause for clause in clauses(turn) if _has(clause, wanted)]
    return bool(near) and all(
        _is_figure(clause, wanted)
        or _is_topic(clause, wanted, fact)
        or (is_act and not _is_doer(clause, wanted))
        for clause in near
    )


def _is_act(fact: str) -> bool:
    """Tell whether a fact says that the user did something to others: "Steals", "Has stolen"."""
    if is_unspaced(fact[0]):
        return "被" not in fact and bool(vocabulary.phrase_meanings(fact) & _deeds())
    first, *others = plain(fact).split()
    verb = others[0] if others and first in _HAVE else first
    return bool(_meant_by([verb]) & _deeds())


@cache
def _sensitive() -> vocabulary.Meanings:
    rows = (row.strip("!").split("|")[0].split()[0] for row in sensitive.ROWS.split("\n") if row)
    return frozenset(map(vocabulary.row_of, rows))


@cache
def _deeds() -> vocabulary.Meanings:
    return frozenset(map(vocabulary.row_of, DEEDS))


def _has(text: str, wanted: vocabulary.Meanings) -> bool:
    return bool(vocabulary.meanings_in(text) & wanted)


def _meant_by(words: Sequence[str]) -> vocabulary.Meanings:
    return frozenset().union(*(vocabulary.meanings(word, implied=True) for word in words))


def _is_figure(clause: str, wanted: vocabulary.Meanings) -> bool:
    """Tell whether a clause has the words in figures of speech alone: "kill time"."""
    said = plain(clause)
    return not _has(compiled(FIGURES).sub(" ", said), wanted)


def _is_topic(clause: str, wanted: vocabulary.Meanings, fact: str) -> bool:
    """Tell whether each word says what another noun is about: "gun control debate"."""
    words, own = plain(clause).split(), set(plain(fact).split())
    places = [at for at, word in enumerate(words) if _meant_by([word]) & wanted]
    return bool(places) and all(
        not ABOUT.isdisjoint(words[at + 1 : at + 3])
        and own.isdisjoint(words[at + 1 : at + 3])
        and not compiled(OF_ONESELF).search(" ".join([*words[max(0, at - _BEFORE) : at], ""]))
        for at in places
    )


def _is_doer(clause: str, wanted: vocabulary.Meanings) -> bool:
    """Tell whether the user may be the subject of a clause: "I stole", or without one."""
    said = plain(clause)
    if is_unspaced(said[:1]):
        return "被" not in said
    words = said.split()
    at = next((at for at, word in enumerate(words) if _meant_by([word]) & wanted), 0)
    before = " ".join(words[:at])
    return bool(
        compiled(predicates.SPEAKER).search(before)
        or compiled(_DROPPED).fullmatch(before)
        or _FIRST_PERSON.search(clause.lower())
    )


_OF_PERSON = rf"(?:{speakers.PERSON})\b"  # "Brother stole a car"
_BEFORE = 6  # words that may say "as a lapsed" of oneself

# "Has stolen", in the languages of the tables.
_HAVE = frozenset("has hat ha a ja".split())

# What stands before a verb whose "I" was dropped: "used to steal", "got caught and stole again".
_DROPPED = (
    r"(?:(?:used to|just|once|also|and|then|have|had|ive|been|was|got|keep|kept|always|never"
    r"|hab|habe|hatte|he|habia|jai|ai|avais|уже|раньше|как то|однажды|в детстве) ?)*"
)
# Verbs in Spanish and Portuguese have their "I" in themselves.
_FIRST_PERSON = regex(r"\b(?:\w+[éí]|he \w+[ai]do)\b")
