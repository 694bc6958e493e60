"""The parts of sentences, each with one subject and one mood: who, and how it is said. Pure."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ..text.patterns import regex
from ..text.vocabulary import moods, plain, speakers
from ..text.words import is_question, sentences
from .subjects import (
    HAN,
    chinese_turns,
    compiled,
    in_chinese,
    named_subject,
    people,
    subject_turns,
)


class Part(NamedTuple):
    """A part of a sentence: its text, whether its subject is another person, and how it is said.

    `mood` is one of MOODS, "ask", "request", "played" or ""; `named` is the subject if it is a
    name.
    """

    text: str
    is_others: bool
    mood: str
    named: str = ""


@lru_cache(maxsize=128)
def parts(text: str) -> tuple[Part, ...]:
    """Return the parts of all sentences of the text."""
    of_people = bool(people().search(plain(text)))
    return tuple(
        part for sentence in sentences(text) for part in _parts(sentence, of_people=of_people)
    )


def _parts(sentence: str, *, of_people: bool) -> Iterator[Part]:
    """The parts of a sentence; one without a subject has that of the part before."""
    if match := _statement(sentence):
        yield Part(plain(match["said"]), False, "played")
        sentence = f"{sentence[: match.start()]} {sentence[match.end() :]}"
    whole = in_chinese(plain(sentence)) or plain(sentence)
    is_for_another = bool(compiled(speakers.FOR_ANOTHER).search(whole))
    is_others, is_supposed, is_lent = is_for_another, False, False
    is_own = bool(_OWN.search(whole)) and not is_for_another
    is_played = bool(compiled(moods.PLAYED).search(whole)) or is_exercise(sentence)
    clauses = _clauses(_joined_with_me(sentence))
    for number, clause in enumerate(clauses, 1):
        said = plain(clause)
        is_asked = not is_own and (
            bool((re.search if is_for_another else re.match)(moods.QUESTION, said))
            or (number == len(clauses) and is_question(sentence))
        )
        is_asked = is_asked or bool(re.match(moods.ASKS_WHAT, said) and not _OWN.search(said))
        is_request = bool(_ASKS.match(said)) and not _STATES.search(said)
        said = in_chinese(said) or said
        is_supposed = is_supposed and bool(_WOULD.search(said))
        named = "" if is_own and _OWN.search(said) else named_subject(clause)
        mood, start = ("ask" if is_asked else "request" if is_request else ""), 0
        if number > 1 and compiled(moods.SAID_BEFORE).search(plain(clauses[number - 2])):
            mood = mood or ("reported" if compiled(moods.SAID_OF_ME).match(said) else "")
        if is_lent and len(said.split()) < _WORDS_OF_AN_ADDITION:
            mood = mood or "lent"
        for at, subject, new_mood in [
            *_turns(said, is_others, of_people=of_people),
            (len(said), None, None),
        ]:
            if said[start:at].strip():
                mood_now = "played" if is_played else mood or ("if" if is_supposed else "")
                yield Part(
                    said[start:at],
                    is_others or (is_for_another and is_asked),
                    mood_now,
                    "" if start else named,
                )
            start = at
            is_others = is_others if subject is None else subject
            if new_mood and not (mood not in ("", *_OF_WHOLE) and new_mood in _OF_WHOLE):
                mood = new_mood
            is_supposed = is_supposed or new_mood == "if"
        is_lent = mood == "lent"


def _statement(sentence: str) -> re.Match[str] | None:
    """What a sentence quotes to have it translated, or says that it was said."""
    match = compiled(moods.QUOTED).search(sentence.lower())
    if not match or len(sentence.lower()) != len(sentence):
        return None
    rest = f"{sentence[: match.start()]} {sentence[match.end() :]}"
    return match if compiled(moods.SAYS_QUOTED).search(rest.lower()) else None


def is_exercise(sentence: str) -> bool:
    """Tell whether a sentence is announced as a sum to work out: "word problem: i drive ..."."""
    return bool(compiled(moods.EXERCISE).search(sentence[:_LABEL].lower()))


_WORDS_OF_AN_ADDITION = 4
_LABEL = 100  # characters in which an announcement stands


def _turns(
    said: str, is_others: bool, *, of_people: bool
) -> list[tuple[int, bool | None, str | None]]:
    """Where the subject or the mood of a clause changes, and to what."""
    turns: list[tuple[int, bool | None, str | None]] = []
    for mood, pattern in MOODS:
        if match := compiled(pattern).search(said):
            is_of_whole = mood in _OF_WHOLE or (mood == "was" and HAN.search(said))
            turns.append((0 if is_of_whole else match.start(), None, mood))
    if match := compiled(speakers.POSSESSED).search(said):
        turns.append((match.start(), None, "lent"))
    if compiled(moods.ADDRESSED).match(said):
        turns.append((0, True, None))
    elif is_others and compiled(moods.ORDERS).match(said):
        turns.append((0, False, None))
    subjects = (
        chinese_turns(said, is_others) if HAN.search(said) else subject_turns(said, of_people)
    )
    turns += [(at, subject, None) for at, subject in subjects]
    return sorted(turns, key=lambda turn: turn[0])


_WOULD = regex(r"\b(?:would|wouldnt|id|d|could|wurde|konnte|ware|\w+ria|\w+rais|\w+rait|бы)\b")
_SPLIT = regex(
    r"[,;:()!?،、，；。！？]|\.(?=\s|$)|\b(?:but|and|though|although|because|aber|und|sondern|weil|pero|y"
    r"|porque|mais|et|car|а|но|и|потому что)\b|但是|但|不过",
    re.I,
)


def _clauses(sentence: str) -> list[str]:
    return [clause for clause in _SPLIT.split(sentence) if clause and clause.strip()]


def _joined_with_me(sentence: str) -> str:
    """The sentence with "we" for "my wife and I", so that no clause is about the wife alone.

    "As someone who" is "I" too.
    """
    sentence = _WE_ARE.sub(r"\1 are", sentence)  # else "were", which is past
    return _as_someone().sub(" i ", _with_me().sub(" we ", sentence))


_WE_ARE = regex(r"\b(we|they|you)['’]re\b", re.I)


_ASKS = regex(
    r"(?:(?:please|pls|hey|hi|ok|so|and) )*(?:(?:can|could|would|will) you\b|(?:give"
    r"|write|make|explain|recommend|suggest|plan"
    r"|translate|tell|show|find|list|create|generate|draft|compare|summari[sz]e"
    r"|describe|define|rewrite|quiz|teach) (?!off|up|out)"
    r"|(?:schreib|gib|erklar|empfiehl|nenn|zeig|ubersetz)\w* |(?:dame|dime|escribe"
    r"|explica|recomiend|haz)\w* |(?:donne|ecris|explique"
    r"|recommande|fais) |(?:напиши|дай|объясни|посоветуй|переведи|составь|расскажи) )"
)
_STATES = regex(
    r"\b(?:i|im|ive|id|my|mine|we|our|ours|ich|mein\w*|wir|unser\w*|mi|mis|soy|tengo|nuestr\w*|je|j|mon|ma|mes|notre|nos"
    r"|я|мо\w{1,3}|мы|наш\w*|меня|мне|always|from now on|immer|siempre|toujours|всегда"
    r"|never|when|as)\b"
)
_OWN = regex(
    rf"\b(?:{speakers.FIRST}|my|mine|ours?|mein\w*|unser\w*|mi|mis|nuestr\w*|mon|ma|mes|notre|nos|hago|llevo|uso"
    r"|puedo|quiero|me|мо[йяеюи]\w*|наш\w*|for me)\b|我|咱"
)
# In the order in which one outweighs the others at the same place.
MOODS = (
    ("sought", moods.SOUGHT),
    ("sought", moods.SOUGHT_AFTER),
    ("applied", moods.APPLIED),
    ("lent", speakers.LENT),
    ("was", moods.WAS),
    ("if", speakers.IF),
    ("maybe", speakers.MAYBE),
    ("believed", moods.BELIEVED),
    ("ahead", moods.AHEAD),
    ("reported", moods.REPORTED),
    ("reported", moods.REPORTED_BY),
    ("believed", moods.ASKED_OF_ONESELF),
    ("seems", moods.SEEMS),
    ("past", speakers.PAST),
)
_OF_WHOLE = ("lent", "applied", "sought")
"""Moods of a whole clause, which any other outweighs."""


@cache
def _with_me() -> re.Pattern[str]:
    me, other = (
        r"(?:me|i|ich|yo|moi|я)",
        rf"(?:{speakers.MY} )?(?:{speakers.PERSON}|{speakers.PERSON_ALONE})",
    )
    together = r"(?:and|und|y|et|и|&|plus)"
    return re.compile(rf"\b{me} {together} {other}\b|\b{other} {together} {me}\b", re.I)


@cache
def _as_someone() -> re.Pattern[str]:
    return re.compile(moods.AS_SOMEONE, re.I)
