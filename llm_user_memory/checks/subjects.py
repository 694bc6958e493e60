"""The subjects of clauses: the user, another person, or a name. Pure."""

import re
from collections.abc import Iterator
from functools import cache

from ..text.patterns import regex
from ..text.vocabulary import moods, plain, speakers
from ..text.words import content_words
from .language import is_german_im, languages


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the compiled pattern, cached: the tables of `vocabulary` are strings."""
    return re.compile(pattern)


def in_chinese(said: str) -> str:
    """Return the text without spaces, if it is in Chinese, else ""."""
    joined = said.replace(" ", "")
    return joined if HAN.search(joined) else ""


def searchable(text: str) -> str:
    """Return the text in the form of the tables: plain words, or Chinese without spaces."""
    said = plain(text)
    return in_chinese(said) or said


def matches(pattern: str, text: str) -> bool:
    """Tell whether a pattern of the tables matches in the text."""
    return bool(compiled(pattern).search(searchable(text)))


def speaks_by_pronoun(text: str) -> bool:
    """Tell whether a text refers to somebody by "she" or "they"."""
    said = plain(text)
    return bool(
        re.search(rf"\b{speakers.THIRD}\b", said)
        or re.search(speakers.CHINESE_THIRD, in_chinese(said))
    )


@cache
def people() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE}|people|guys|team|he|she|hes|shes|leute|gente|gens|люди)\b"
    )


def named_subject(clause: str) -> str:
    """Return the name that is the subject of a clause, in plain letters: "Lotta ist"; or ""."""
    match = _named().match(clause)
    name = plain(match[1]) if match else ""
    return "" if not name or name in _POINTING or not content_words(name) else name


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
    name = r"[A-ZÄÖÜÁÉÍÓÚÑÇÀÈА-ЯЁ][^\W\d_]+"
    return re.compile(
        rf"\s*(?:(?:and|und|y|et|и|а|but|aber|pero|mais|but|so|also) )?({name})(?: {name}){{0,2}}"
        rf"(?: (?:also|really|auch|también|aussi|тоже|already))? (?:{speakers.DOES})\b"
    )


def asides_on_people(sentence: str) -> list[str]:
    """Return the texts in brackets that stand behind a person: "my brother (toronto)".

    Where the user says that they live with that person, it may be about both.
    """
    return [
        match["aside"]
        for match in _ASIDE.finditer(sentence)
        if _person_at_end().search(before := plain(sentence[: match.start()][-_NEAR:]))
        and not compiled(speakers.LIVES_NOW).search(before)
    ]


_NEAR = 80  # letters before a bracket
_ASIDE = regex(r"[(\[](?P<aside>[^()\[\]]{2,60})[)\]]")


def is_relative(clause: str, before: str) -> bool:
    """Tell whether a clause says something of the person at the end of the clause before.

    "Mein Bruder, der in Kiel wohnt", "mon frère, qui habite à Brest".
    """
    if not _RELATIVE.match(plain(clause)):
        return False
    return bool(_person_at_end().search(plain(before)))


_RELATIVE = regex(
    r"^(?:der|die|das|welche[rs]?|que|qui|che|который|которая|которые)\b"
    r"(?! (?:ich|wir|yo|io|eu|je|j)\b)"
)


@cache
def _person_at_end() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE}|{speakers.PERSON_OF_MINE})$"
    )


def subject_turns(said: str, of_people: bool) -> Iterator[tuple[int, bool]]:
    """Yield (index, whether it is another person) for each new subject in a clause.

    Another person may stand at its beginning, then "I" or "who".
    """
    at, spoken = 0, languages(said)
    if match := _other_at_start().match(said):
        yield 0, True
        at = match.end()
    for match in _subjects().finditer(said, at):
        if at > 0 and f" {said[max(0, match.start() - 3) : match.start()]}".endswith(_AT_OURS):
            continue
        is_german_in = match[0] == "im" and is_german_im(said, match.start(), said)
        is_english = match[0] == "er" and "de" not in spoken  # "ER nurse"
        # "The tenant i rent to has two dogs"
        is_within = at > 0 and bool(match["first"]) and match.start() - at < 2
        if not (is_german_in or is_english or is_within) and (
            of_people or match[0] not in _THINGS_TOO
        ):
            at = -1
            yield match.start(), bool(match["third"])
    if not at and _MY_THING.match(said):
        yield 0, False
    helped = compiled(speakers.HELPED).search(said)
    if helped and (at == 0 or helped["does"] or helped["hace"]):
        yield helped.start(), True
        at = helped.end()
    for match in _described().finditer(said, max(at, 1)):
        yield match.start(), True
        yield match.end(), False


# "A neighbour of ours": Russian has the possessor in the form of a subject.
_AT_OURS = " у "

# A thing of the user's: "so it's just my income now".
_MY_THING = regex(
    rf"(?:(?!his\b|her\b|their\b)\w+ ){{0,4}}"
    rf"(?:my|our|mein\w*|unser\w*|mi|nuestr\w*|mon|ma|notre|mine|ours) "
    rf"(?!(?:\w+ )?{speakers.PERSON}\b)"
)

# Pronouns that mean animals and things if the text mentions no person.
_THINGS_TOO = frozenset(("they", "theyre", "ellos", "ellas", "ils", "elles", "они"))

_WHO = ("friend", "sister", "brother", "son", "daughter", "wife", "husband", "guy", "someone")


def chinese_turns(said: str, is_others: bool) -> Iterator[tuple[int, bool]]:
    current = is_others
    for match in _chinese_subjects().finditer(said):
        # After a verb with the subject "I", a person is an object: 我有一个儿子.
        if match["other"] and not current and _CHINESE_OBJECT.search(said, 0, match.start()):
            continue
        current = bool(match["other"])
        yield match.start(), current


HAN = regex(r"[\u4e00-\u9fff]")

_CHINESE_OBJECT = regex(r"我|给|和|跟|教|带|帮|陪|有|养|的$")


# Adjectives that stand behind a person in Romance languages.
_ATTRIBUTE = (
    r"(?:vegan\w*|vegetarian\w*|diabeti\w*|celia\w*|coelia\w*|al+erg\w*|autist\w*"
    r"|as(?:th)?mati\w*)"
)


@cache
def _described() -> re.Pattern[str]:
    """Another person with an attribute, as an object: "for my vegan sister"."""
    my = r"(?:my|our|mein\w*|unser\w*|mi|mis|nuestr\w+|mon|ma|mes|notre|nos|мо\w{1,3}|наш\w*)"
    which = (
        r"(?!first|second|third|fourth|\d|new|own|only|two|three|four|erste|zweite|primer|segund"
        r"|premie|deuxi|перв|втор)\w+"
    )
    described = rf"{my} {which} {speakers.PERSON}|{my} {speakers.PERSON} {_ATTRIBUTE}"
    return re.compile(rf"(?<=\w )(?:{described})\b")


@cache
def _other_at_start() -> re.Pattern[str]:
    """Another person at the beginning of a clause: its subject."""
    filler = (
        r"(?:(?:so|and|well|also|but|oh|ok|hey|hi|btw|that|as|since|where|how|says|and|dass"
        r"|que|qu|что|у|а|и|es|now|today) ){0,3}"
    )
    return re.compile(
        rf"\s*{filler}(?:{speakers.MY} (?:(?:\w+ )?|(?:\w+ )?\w+s (?:\w+ )?){speakers.PERSON}s?"
        rf"|(?:\w+ )?{speakers.PERSON_ALONE}|{speakers.PERSON_OF_MINE}"
        rf"|{speakers.OF_NAMED}|{moods.BARE}|{moods.BARE_AT_START})(?: {speakers.OF_ME})?"
        r"\b(?! and (?:i|me)\b| (?:am|bin|soy|suis|sono|sou|я)\b)"
    )


@cache
def _subjects() -> re.Pattern[str]:
    """A new subject within a clause: "I", "he" or "who", or "mi hermano que"."""
    after = "|".join(rf"(?<={person} )that" for person in _WHO)
    # "Tell my brother that I live in Vigo": a verb in the first person is the user's.
    follows = r"(?! (?:yo|io|eu|je|j|no \w+o|\w+o|soy|estoy|voy|he|sou|estou|vou|ho|\w+mos)\b)"
    which = rf"{speakers.PERSON} (?:que|qui|che){follows}"
    return re.compile(
        rf"\b(?:(?P<third>{speakers.THIRD}|{after}|{which})|(?P<first>{speakers.FIRST}|{moods.FRENCH_ON}))\b"
    )


@cache
def _chinese_subjects() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<other>{speakers.CHINESE_PERSON}|{speakers.CHINESE_THIRD})"
        rf"|(?P<first>{speakers.CHINESE_FIRST})"
    )
