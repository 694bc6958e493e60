"""Sets apart what a negation leaves true, so that it does not count as denied. Pure.

"My appointment isn't until Friday" says that it is on Friday, "no kale here in Leeds" where the
user is, and "Tuesdays don't work, I have choir" what they do on Tuesdays.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import idioms, plain, subjects
from ..text.words import content_words, is_negated
from .matching import count_in, is_in, telling, words_of
from .negation import clauses
from .subjects import compiled, matches


def without_presupposed(fact: str, *typed: str) -> tuple[str, ...]:
    """Return the texts in which no negation applies to what it leaves true; for facts without one.

    A fact with a negation of its own is compared with the words as they are.
    """
    if is_negated(fact):
        return typed
    return tuple(
        _with_owned(fact, _with_home(fact, _with_day(fact, _with_limit(fact, text))))
        for text in typed
    )


def _with_limit(fact: str, typed: str) -> str:
    """The text without the "not" of "not until Friday", if the fact says "Friday"."""
    known = words_of(fact)

    def affirmed(match: re.Match[str]) -> str:
        event = plain(match["event"]).split()
        limit = content_words(plain(match["limit"]))
        is_event = not event or bool(_events().match(event[0]))
        is_said = any(is_in(word, known, across=True) for word in limit) or _DIGIT.search(fact)
        is_affirmed = is_event and is_said and not _ANY_MORE.search(match["limit"])
        return f" {match['event']} {match['limit']}" if is_affirmed else match[0]

    return _not_until().sub(affirmed, typed)


def _with_day(fact: str, typed: str) -> str:
    """The text without clauses that a day does not suit, where the next one says why."""
    found = clauses(typed)
    words = [word for word in telling(fact) if not _days().fullmatch(word)]
    left = [
        clause
        for clause, after in pairwise([*found, ""])
        if not (_is_unsuitable(clause) and _says_why(after, words))
    ]
    return typed if len(left) == len(found) else "\n".join(left)


def is_on_unsuitable_day(fact: str, typed: str) -> bool:
    """Tell whether the fact is about a day of which the user only said that it does not suit."""
    days = [word for word in plain(fact).split() if _days().fullmatch(word)]
    if not days or is_negated(fact):
        return False
    words = [word for word in telling(fact) if word not in days]
    having = [
        (clause, after)
        for clause, after in pairwise([*clauses(typed), ""])
        if count_in(days, words_of(clause), across=True)
    ]
    return bool(having) and all(
        _is_unsuitable(clause) and not _says_why(after, words) for clause, after in having
    )


def _is_unsuitable(clause: str) -> bool:
    said = plain(clause).split()
    if len(said) > _LONGEST or not is_negated(clause):
        return False
    days = [word for word in said if _days().fullmatch(word)]
    rest = [word for word in content_words(plain(clause)) if word not in days]
    return bool(days) and all(_suits().fullmatch(word) for word in rest)


def _says_why(clause: str, words: list[str]) -> bool:
    """Tell whether a clause affirms one of the words, and of no other day."""
    said = plain(clause)
    if is_negated(clause) or _UNREAL.search(said) or any(map(_days().fullmatch, said.split())):
        return False
    return bool(count_in(words, words_of(clause), across=True))


def _with_home(fact: str, typed: str) -> str:
    """The text with "here in Leeds" as its own clause, if the fact says where the user lives."""
    live = vocabulary.row_of("live")
    if not any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2]):
        return typed

    def apart(match: re.Match[str]) -> str:
        return f", {match['here']}, "

    return "\n".join(
        clause if live in words_of(clause).own_meanings else _here().sub(apart, clause)
        for clause in clauses(typed)
    )


def is_given_away(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user has what they named, and then "sold it"."""
    said, thing = plain(typed), _thing_had(fact)
    gone = compiled(idioms.GONE_IT).search(said)
    if not gone or matches(idioms.FACT_GONE, fact):
        return False
    before = " ".join(said[: gone.start()].split()[-_WORDS_BEFORE_IT:])
    return count_in(thing, words_of(before), across=True) > 0


_WORDS_BEFORE_IT = 12  # in which the thing that "it" is has to stand


def _with_owned(fact: str, typed: str) -> str:
    """The text with only "my xbox" for "my xbox won't connect", if the fact says "has an Xbox"."""
    thing = _thing_had(fact)
    if not thing:
        return typed
    found = clauses(typed)
    kept = [_owned(clause, thing) or clause for clause in found]
    return typed if kept == found else "\n".join(kept)


def _thing_had(fact: str) -> tuple[str, ...]:
    """The words of the thing that the fact says the user has or uses; none if it says no such."""
    said = plain(fact)
    match = compiled(idioms.FACT_HAS).match(said)
    return tuple(content_words(said[match.end() :])) if match else ()


def _owned(clause: str, thing: Sequence[str]) -> str:
    """The thing of the user's that is the subject of a negated clause, or ""."""
    if not is_negated(clause):
        return ""
    match = compiled(idioms.MINE_AT_START).match(said := plain(clause))
    if not match:
        return _owned_object(said, thing)
    words = match["mine"].split()
    named, does = words[: len(thing)], words[len(thing) :]
    has_thing = count_in(thing, words_of(" ".join(named)), across=True) == len(set(thing))
    is_kept = not compiled(idioms.KEEPS_NONE).search(plain(clause)) and not {*named} & {*does}
    return f"my {' '.join(named)}" if has_thing and is_kept else ""


def _owned_object(said: str, thing: Sequence[str]) -> str:
    """The thing of the user's that a verb other than "have" has as its object, or ""."""
    for match in compiled(subjects.MY_THING).finditer(said):
        is_thing = count_in(thing, words_of(match["words"]), across=True) == len(set(thing))
        if is_thing and not compiled(idioms.HAVE_AT_END).search(said[: match.start()]):
            return f"my {' '.join(thing)}"
    return ""


_LONGEST = 7  # words of a clause that says only that a day does not suit
_UNREAL = regex(
    r"\b(?:would|could|might|maybe|perhaps|ware|wurde|konnte|vielleicht|seria|podria|serait|pourrait"
    r"|peut etre|sarebbe|forse|talvez|бы|может)\b"
)
_ANY_MORE = regex(r"\b(?:any ?more|mehr|más|plus|più|mais|больше)\b")
_DIGIT = regex(r"\d")


@cache
def _not_until() -> re.Pattern[str]:
    return re.compile(idioms.NOT_UNTIL, re.I)


@cache
def _events() -> re.Pattern[str]:
    return re.compile(idioms.EVENT)


@cache
def _days() -> re.Pattern[str]:
    return re.compile(idioms.DAY)


@cache
def _suits() -> re.Pattern[str]:
    return re.compile(idioms.SUITS)


@cache
def _here() -> re.Pattern[str]:
    return re.compile(idioms.HERE_IN, re.I)
