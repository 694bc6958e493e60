"""Cuts sentences into parts, each with one subject and one mood: stated, asked, supposed. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from ..text.patterns import regex
from ..text.vocabulary import moods, plain, speakers
from ..text.words import is_question, sentences
from .language import languages
from .subjects import (
    HAN,
    asides_on_people,
    chinese_turns,
    compiled,
    in_chinese,
    is_relative,
    named_subject,
    people,
    searchable,
    subject_turns,
)


class Part(NamedTuple):
    """A part of a sentence: its text, whether its subject is another person, and its mood.

    `mood` is one of MOODS, "ask", "request", "played", "quoted" or "", which is a plain statement.
    `named` is the subject if it is a name.
    """

    text: str
    is_others: bool
    mood: str
    named: str = ""


@lru_cache(maxsize=128)
def parts(text: str) -> tuple[Part, ...]:
    """Return the parts of all sentences of the text."""
    if languages(text) == {"it"}:
        text = _ITALIAN_IL.sub("lo", text)
    text = _THE.sub(r"\1 ", with_je(text))
    of_people = bool(people().search(plain(text)))
    return tuple(
        part for sentence in sentences(text) for part in _parts(sentence, of_people=of_people)
    )


def with_je(text: str) -> str:
    """Return a text with "je élève" for French "j'élève", so that the subject is its own word."""
    return _ELIDED_I.sub("je ", text)


# "J'ai" is in the tables.
_ELIDED_I = regex(r"\bj['’](?!ai)(?=\w)", re.I)
# The article of French "l'asthme" and Italian "l'asma".
_THE = regex(r"\b(l)['’](?=\w)", re.I)
# "The", which is "he" in French.
_ITALIAN_IL = regex(r"\bil\b", re.I)


def _parts(sentence: str, *, of_people: bool) -> Iterator[Part]:
    """The parts of a sentence. A part without a subject inherits that of the part before it."""
    if match := _statement(sentence):
        yield Part(plain(match["said"]), False, "played")
        sentence = f"{sentence[: match.start()]} {sentence[match.end() :]}"
    whole = _whole(sentence)
    speech = _Speech(whole.is_for_another)
    sentence = _joined_with_me(sentence)
    clauses = _clauses(sentence)
    asides = {one for aside in asides_on_people(sentence) for one in _clauses(aside)}
    for number, clause in enumerate(clauses):
        before = clauses[number - 1] if number else ""
        mood = _mood(clause, before, whole, is_last=number == len(clauses) - 1)
        is_others = speech.is_others
        speech.is_others = is_others or clause in asides or is_relative(clause, before)
        yield from _parts_of(clause, mood, whole, speech, of_people=of_people)
        if clause in asides and speech.is_others:
            speech.is_others = is_others


class _Whole(NamedTuple):
    """Properties that all clauses of a sentence share."""

    is_for_another: bool
    is_own: bool
    is_played: bool
    is_of_words: bool
    is_question: bool


def _whole(sentence: str) -> _Whole:
    said = searchable(sentence)
    is_for_another = bool(compiled(speakers.FOR_ANOTHER).search(said))
    return _Whole(
        is_for_another,
        bool(_OWN.search(said)) and not is_for_another,
        bool(compiled(moods.PLAYED).search(said)) or is_exercise(sentence),
        bool(compiled(moods.ASKED_OF_WORDS).search(said)),
        is_question(sentence),
    )


@dataclass
class _Speech:
    """What a clause inherits from the clauses before it, unless it states its own."""

    is_others: bool
    is_supposed: bool = False
    goes_on: bool = False
    is_lent: bool = False


def _mood(clause: str, before: str, whole: _Whole, *, is_last: bool) -> str:
    """The mood at the beginning of a clause, from the clause itself and the one before it."""
    said = plain(clause)
    if _is_asked(said, whole, is_last=is_last):
        return "ask"
    if _ASKS.match(said) and not _STATES.search(said):
        return "request"
    if before and compiled(moods.SAID_BEFORE).search(plain(before)):
        of_me = compiled(moods.SAID_OF_ME).match(in_chinese(said) or said)
        return "reported" if of_me else ""
    return ""


def _is_asked(said: str, whole: _Whole, *, is_last: bool) -> bool:
    if re.match(moods.ASKS_WHAT, said) and not _OWN.search(said):
        return True
    if whole.is_own:
        return False
    asks = (re.search if whole.is_for_another else re.match)(moods.QUESTION, said)
    return bool(asks) or (is_last and whole.is_question)


def _parts_of(
    clause: str, mood: str, whole: _Whole, speech: _Speech, *, of_people: bool
) -> Iterator[Part]:
    """The parts of a clause. `speech` is updated to what the next clause inherits."""
    said = searchable(clause)
    named = "" if whole.is_own and _OWN.search(said) else named_subject(clause)
    is_asked_for_another = whole.is_for_another and mood == "ask"
    goes_on = speech.goes_on and bool(_SAME_I.match(said))
    speech.is_supposed = speech.is_supposed and (goes_on or bool(_WOULD.search(said)))
    if speech.is_lent and len(said.split()) < _WORDS_OF_AN_ADDITION:
        mood = mood or "lent"
    start = 0
    turns = _turns(said, speech.is_others, of_people=of_people)
    for at, subject, new_mood in [*turns, (len(said), None, None)]:
        if said[start:at].strip():
            now = _mood_of_whole(whole) or mood or ("if" if speech.is_supposed else "")
            is_others = speech.is_others or is_asked_for_another
            yield Part(said[start:at], is_others, now, "" if start else named)
        start = at
        speech.is_others = speech.is_others if subject is None else subject
        is_of_whole = new_mood in _OF_WHOLE and mood not in ("", *_OF_WHOLE)
        is_subjunctive = new_mood == "was" and mood == "if"  # "i wish i had a wife"
        if new_mood and not is_of_whole and not is_subjunctive:
            mood = new_mood
        speech.is_supposed = speech.is_supposed or new_mood == "if"
    if compiled(speakers.SUPPOSES).search(said):
        speech.is_supposed = goes_on = True
    speech.goes_on = goes_on
    speech.is_lent = mood == "lent"


def _mood_of_whole(whole: _Whole) -> str:
    """The mood that all parts of a sentence share, whatever their own, or ""."""
    if whole.is_of_words:
        return "quoted"
    return "played" if whole.is_played else ""


def _statement(sentence: str) -> re.Match[str] | None:
    """The quotation in a sentence that asks to translate it, or that says somebody said it."""
    match = compiled(moods.QUOTED).search(sentence.lower())
    if not match or len(sentence.lower()) != len(sentence):
        return None
    rest = f"{sentence[: match.start()]} {sentence[match.end() :]}"
    return match if compiled(moods.SAYS_QUOTED).search(rest.lower()) else None


def is_exercise(sentence: str) -> bool:
    """Tell whether a sentence is announced as an exercise: "word problem: i drive ..."."""
    return bool(compiled(moods.EXERCISE).search(sentence[:_LABEL].lower()))


_WORDS_OF_AN_ADDITION = 4
_LABEL = 100  # length of the beginning that is searched, in characters


def _turns(
    said: str, is_others: bool, *, of_people: bool
) -> list[tuple[int, bool | None, str | None]]:
    """The changes of subject or mood in a clause, in order: (place, is_others, mood).

    Of `is_others` and `mood` one is None, as it stays the same.
    """
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
# What is supposed goes on without its subject: "say i earn 80k and have two kids".
_SAME_I = regex(
    r" ?(?:have|own|live|work|earn|am|retired|married|single|speak|drive|rent|smoke|drink|got"
    r"|habe|bin|wohne|arbeite|verdiene|tengo|vivo|trabajo|soy|gano|ai|suis|habite|travaille|gagne|ho|sono"
    r"|tenho|sou|moro|живу|работаю|имею)\b(?! (?:i|to|you)\b)"
)
_SPLIT = regex(
    r"[,;:()!?،、，；。！？]|\.(?=\s|$)|\bas(?= (?:i|we) (?:have|am|do|work|live|own)\b)"
    r"|\b(?:but|and|though|although|because|aber|und|sondern|weil|pero|y"
    r"|(?<= )e(?= )|mas|porque|mais|et"
    r"|car(?= (?:je|j|il|elle|on|c|ça|nous|mon|ma|mes|le|la|les)\b)|а|но|и|потому что)\b"
    r"|但是|但|不过",
    re.I,
)


def _clauses(sentence: str) -> list[str]:
    return [clause for clause in _SPLIT.split(sentence) if clause and clause.strip()]


def _joined_with_me(sentence: str) -> str:
    """The sentence with "we" for "my wife and I", so that no clause is about the wife alone.

    "As someone who" becomes "I", and "suppose: I" and "возможно, я" lose their sign.
    """
    sentence = _WE_ARE.sub(r"\1 are", sentence)  # else "were", which is past
    sentence = _SUPPOSED.sub(r"\1 ", sentence)  # else its own clause
    return _as_someone().sub(" i ", _with_me().sub(" we ", sentence))


_SUPPOSED = regex(
    r"\b(maybe|perhaps|probably|possibly|vielleicht|quizás?|tal vez|peut[- ]être|forse|talvez"
    r"|возможно|может быть|наверное?|вероятно|кажется"
    r"|suppose|supposing|imagine|hypothetically|let['’]?s say|angenommen|nehmen wir (?:mal )?an"
    r"|gesetzt den fall|sagen wir(?: mal)?|stell dir vor|допустим|предположим|представим|положим"
    r"|скажем)\s*[,:]\s*",
    re.I,
)
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
# In order of precedence, where several match at the same place.
MOODS = (
    ("sought", moods.SOUGHT),
    ("sought", moods.SOUGHT_AFTER),
    ("applied", moods.APPLIED),
    ("lent", speakers.LENT),
    ("was", moods.WAS),
    ("if", speakers.IF),
    ("if", moods.WISHED_REAL),
    ("maybe", speakers.MAYBE),
    ("maybe", moods.AIMED_AT),
    ("believed", moods.BELIEVED),
    ("ahead", moods.AHEAD),
    ("reported", moods.REPORTED),
    ("reported", moods.REPORTED_BY),
    ("believed", moods.ASKED_OF_ONESELF),
    ("seems", moods.SEEMS),
    ("past", speakers.PAST),
)
_OF_WHOLE = ("lent", "applied", "sought")
"""Moods that apply to a whole clause. Any other mood takes precedence over them."""


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
