"""The parts of sentences, each with one subject and one mood: who, and how it is said. Pure."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ..text.vocabulary import moods, plain, speakers
from ..text.words import content_words, is_question, sentences
from .language import languages


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
    of_people = bool(_people().search(plain(text)))
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
        named = "" if is_own and _OWN.search(said) else _named_subject(clause)
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
            is_of_whole = mood in _OF_WHOLE or (mood == "was" and _HAN.search(said))
            turns.append((0 if is_of_whole else match.start(), None, mood))
    if match := compiled(speakers.POSSESSED).search(said):
        turns.append((match.start(), None, "lent"))
    if compiled(moods.ADDRESSED).match(said):
        turns.append((0, True, None))
    elif is_others and compiled(moods.ORDERS).match(said):
        turns.append((0, False, None))
    subjects = (
        _chinese_turns(said, is_others) if _HAN.search(said) else _subject_turns(said, of_people)
    )
    turns += [(at, subject, None) for at, subject in subjects]
    return sorted(turns, key=lambda turn: turn[0])


def _named_subject(clause: str) -> str:
    """The name that is the subject of a clause, in plain letters: "Lotta ist allergisch"; or ""."""
    match = _named().match(clause)
    name = plain(match[1]) if match else ""
    return "" if not name or name in _POINTING or not content_words(name) else name


def _subject_turns(said: str, of_people: bool) -> Iterator[tuple[int, bool]]:
    """The subjects of a clause: another person at its beginning, then "I" or "who"."""
    at = 0
    if match := _other_at_start().match(said):
        yield 0, True
        at = match.end()
    for match in _subjects().finditer(said, at):
        if at > 0 and _AT_OURS.search(said, 0, match.start()):
            continue
        is_german_in = match[0] == "im" and languages(said) == {"de"}
        is_english = match[0] == "er" and "de" not in languages(said)  # "ER nurse"
        # "The tenant i rent to has two dogs"
        is_within = at > 0 and bool(match["first"]) and not said[at : match.start()].strip()
        if not (is_german_in or is_english or is_within) and (
            of_people or match[0] not in _THINGS_TOO
        ):
            at = -1
            yield match.start(), bool(match["third"])
    if not at and _MY_THING.match(said):
        yield 0, False
    for match in _described().finditer(said, max(at, 1)):
        yield match.start(), True
        yield match.end(), False


# "A neighbour of ours": Russian says it with the case of a subject.
_AT_OURS = re.compile(r"\bу $")


def _chinese_turns(said: str, is_others: bool) -> Iterator[tuple[int, bool]]:
    current = is_others
    for match in _chinese_subjects().finditer(said):
        before = said[: match.start()]
        # After a verb of the user's a person is an object: 我有一个儿子.
        if match["other"] and before and not current and _CHINESE_OBJECT.search(before):
            continue
        current = bool(match["other"])
        yield match.start(), current


@cache
def _described() -> re.Pattern[str]:
    """Another person with a word that describes them, as an object: "for my vegan sister"."""
    my = r"(?:my|our|mein\w*|unser\w*|mi|mis|nuestr\w+|mon|ma|mes|notre|nos|мо\w{1,3}|наш\w*)"
    which = (
        r"(?!first|second|third|fourth|\d|new|own|only|two|three|four|erste|zweite|primer|segund"
        r"|premie|deuxi|перв|втор)\w+"
    )
    described = rf"{my} {which} {speakers.PERSON}|{my} {speakers.PERSON} (?:vegan\w*|vegetarian\w*)"
    return re.compile(rf"(?<=\w )(?:{described})\b")


# What is the user's own, and no person: "so it's just my income now".
_MY_THING = re.compile(
    rf"(?:(?!his\b|her\b|their\b)\w+ ){{0,4}}(?:my|our|mein\w*|unser\w*|mi|nuestr\w*|mon|ma|notre) "
    rf"(?!(?:\w+ )?{speakers.PERSON}\b)"
)
# Also of animals and things, where the text speaks of no person.
_THINGS_TOO = frozenset(("they", "theyre", "ellos", "ellas", "ils", "elles", "они"))
_WHO = ("friend", "sister", "brother", "son", "daughter", "wife", "husband", "guy", "someone")
_WOULD = re.compile(r"\b(?:would|wouldnt|id|d|could|wurde|konnte|ware|\w+ria|\w+rais|\w+rait|бы)\b")
_SPLIT = re.compile(
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


_WE_ARE = re.compile(r"\b(we|they|you)['’]re\b", re.I)


def in_chinese(said: str) -> str:
    """Return the text without spaces, if it is in Chinese, else ""."""
    joined = said.replace(" ", "")
    return joined if _HAN.search(joined) else ""


_ASKS = re.compile(
    r"(?:(?:please|pls|hey|hi|ok|so|and) )*(?:(?:can|could|would|will) you\b|(?:give"
    r"|write|make|explain|recommend|suggest|plan"
    r"|translate|tell|show|find|list|create|generate|draft|compare|summari[sz]e"
    r"|describe|define|rewrite|quiz|teach) (?!off|up|out)"
    r"|(?:schreib|gib|erklar|empfiehl|nenn|zeig|ubersetz)\w* |(?:dame|dime|escribe"
    r"|explica|recomiend|haz)\w* |(?:donne|ecris|explique"
    r"|recommande|fais) |(?:напиши|дай|объясни|посоветуй|переведи|составь|расскажи) )"
)
_STATES = re.compile(
    r"\b(?:i|im|ive|id|my|mine|we|our|ours|ich|mein\w*|wir|unser\w*|mi|mis|soy|tengo|nuestr\w*|je|j|mon|ma|mes|notre|nos"
    r"|я|мо\w{1,3}|мы|наш\w*|меня|мне|always|from now on|immer|siempre|toujours|всегда"
    r"|never|when|as)\b"
)
_OWN = re.compile(
    rf"\b(?:{speakers.FIRST}|my|mine|ours?|mein\w*|unser\w*|mi|mis|nuestr\w*|mon|ma|mes|notre|nos|hago|llevo|uso"
    r"|puedo|quiero|me|мо[йяеюи]\w*|наш\w*|for me)\b|我|咱"
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CHINESE_OBJECT = re.compile(r"我|给|和|跟|教|带|帮|陪|有|养|的$")
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
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the pattern, compiled once: the tables of `vocabulary` are texts."""
    return re.compile(pattern)


def speaks_by_pronoun(text: str) -> bool:
    """Tell whether a text says "she" or "they" of somebody."""
    said = plain(text)
    return bool(
        re.search(rf"\b{speakers.THIRD}\b", said)
        or re.search(speakers.CHINESE_THIRD, in_chinese(said))
    )


@cache
def _people() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE}|people|guys|team|he|she|hes|shes|leute|gente|gens|люди)\b"
    )


_POINTING = frozenset(
    """
    this that there it here what who which he she these those one everything nothing nobody
    everyone someone das es da hier dies alles nichts der die wer was er sie man niemand jemand ce
    ca cela ceci il elle on qui tout rien lo la esto eso el ella ello quien todo nada se это она он
    кто что там тут все никто work life today tomorrow yesterday please bitte always just also then
    """.split()
)


@cache
def _named() -> re.Pattern[str]:
    """A capitalized word at the beginning of a clause, and a verb in the third person."""
    return re.compile(
        rf"\s*(?:(?:and|und|y|et|и|а|but|aber|pero|mais|but|so"
        rf"|also) )?([A-ZÄÖÜÁÉÍÓÚÑÇÀÈА-ЯЁ][^\W\d_]+)(?: (?:also|really|auch|también|aussi|тоже"
        rf"|already))? (?:{speakers.DOES})\b"
    )


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


@cache
def _other_at_start() -> re.Pattern[str]:
    """Another person at the beginning of a clause: its subject."""
    filler = (
        r"(?:(?:so|and|well|also|but|oh|ok|hey|hi|btw|that|as|since|where|how|says|and|dass"
        r"|que|qu|что|у|а|и|es|now|today) ){0,3}"
    )
    return re.compile(
        rf"\s*{filler}(?:{speakers.MY} (?:\w+ )?{speakers.PERSON}s?"
        rf"|(?:\w+ )?{speakers.PERSON_ALONE}|{moods.BARE})\b(?! and (?:i|me)\b)"
    )


@cache
def _subjects() -> re.Pattern[str]:
    """A new subject within a clause: "I", or "he" and "who"."""
    after = "|".join(rf"(?<={person} )that" for person in _WHO)
    return re.compile(
        rf"\b(?:(?P<third>{speakers.THIRD}|{after})|(?P<first>{speakers.FIRST}|{moods.FRENCH_ON}))\b"
    )


@cache
def _chinese_subjects() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<other>{speakers.CHINESE_PERSON}|{speakers.CHINESE_THIRD})"
        rf"|(?P<first>{speakers.CHINESE_FIRST})"
    )
