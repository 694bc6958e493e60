"""Compares the words of a fact with what was typed: by forms, misspellings, and meanings. Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import Meanings, inferred, plain
from ..text.words import content_words, fold, is_portuguese, is_unspaced
from . import numerals, spelling
from .language import IN_TABLES, in_tables, languages, main_script

# Words that many facts are built with: sharing one means nothing ("uses port 8080").
_FRAME = frozenset(
    """
    use uses using used like likes liked love loves enjoy enjoys want wants wanted prefer
    prefers need needs work works working worked live lives living has have is are was
    were been being currently also now new old good recent recently interested interest
    often usually mostly sometimes wishes would could plans plan planning get gets got
    make makes made go goes going do does doing lot lots way thing things part something
    someone people who that which while when since because called named name about into
    out up over more most very much many own nutzt nutze benutzt verwendet mag will möchte
    bevorzugt arbeitet arbeite wohnt wohne lebt hat ist war macht mache heißt sehr gern
    gerne usa uso usar prefiere prefiero quiere quiero gusta gustan trabaja trabajo vive
    vivo tiene tengo es está fue hace hago llama su sus le utilise préfère veut aime aimes
    travaille habite vit a est sont fait fais sa son ses использует пользуется
    ha ho è sono fa faccio usano vive abita lavora lavoro piace preferisce preferisco vuole voglio
    tem tenho é sou faz faço mora moro trabalha trabalho gosta gosto prefere prefiro quer quero
    предпочитает хочет любит работает живёт живет есть имеет 使用 喜欢 希望 想要 工作
    """.split()
)
_FRAMES = frozenset(map(plain, _FRAME))


# French: "j'aime", "l'escalade".
_ELIDED = regex(r"(?i)\b([jldnsmtc]|qu|jusqu|lorsqu)['’](?=\w)")


_NEGATES_ITSELF = regex(r"^(?:без|бес|не|anti|non|un|nicht)|(?:frei\w{0,2}|los\w{0,2}|less)$")


class Words(NamedTuple):
    """The plain content words of a text, its numbers, and its meanings by the tables.

    `meanings` includes implied ones: "cat" implies a pet. `own_meanings` does not.
    """

    words: tuple[str, ...]
    meanings: Meanings
    numbers: frozenset[str]
    own_meanings: Meanings
    languages: frozenset[str]


@lru_cache(maxsize=1024)
def words_of(text: str) -> Words:
    """Return the words, meanings and numbers by which a text is compared."""
    spoken = in_tables(text)
    text = unelided(text)
    follows = _following(plain(text)) | measured(text)
    return Words(
        tuple(content_words(plain(text))),
        vocabulary.meanings_in(text, spoken) | follows,
        frozenset(numerals.numbers(text)),
        frozenset(
            meaning for word in plain(text).split() for meaning in vocabulary.meanings(word, spoken)
        )
        | vocabulary.phrase_meanings(text)
        | follows,
        spoken,
    )


def _following(said: str) -> Meanings:
    """The meanings that plain words imply together: "my 8yo, she" implies "daughter"."""
    return frozenset(
        vocabulary.row_of(row)
        for row, pattern, unless in inferred.ROWS
        if re.search(pattern, said) and not (unless and re.search(unless, said))
    )


def measured(text: str) -> Meanings:
    """Return the meanings of measures in the text: 6'2 means "tall", 70 kg "weighs"."""
    return frozenset(
        vocabulary.row_of(row) for row, pattern in inferred.MEASURES if re.search(pattern, text)
    )


@lru_cache(maxsize=512)
def telling(fact: str) -> tuple[str, ...]:
    """Return the content words that distinguish a fact from others; all of them if none does."""
    words = content_words(plain(unelided(fact)))
    return tuple(word for word in words if word not in _FRAMES) or tuple(words)


def unelided(text: str) -> str:
    """Return the text with a space for the apostrophe of French "j'aime".

    Spoken "je suis plus étudiant" becomes "je suis pas étudiant", and the Portuguese contraction
    "no curso" becomes "em o curso".
    """
    if _NO.search(text) and is_portuguese(fold(text).split()):
        text = "".join(
            part if languages(part) & {"en", "es"} else _NO.sub("em o", part)
            for part in _AFTER_SENTENCE.split(text)
        )
    text = _NO_MORE.sub(r"\1 pas ", _HAS_NO_MORE.sub(r"\1 pas d", _ELIDED.sub(r"\1 ", text)))
    text = _NE_PLUS.sub(r"\1 pas", text)
    return _NEITHER.sub(_both_denied, text)


_NO = regex(r"\b[Nn]o\b")
_AFTER_SENTENCE = regex(r"(?<=[.!?,;\n])")


def uncontracted(fact: str, typed: str) -> str:
    """Return the fact with "em o" for "no", if both it and the typed words are Portuguese."""
    is_no_english = " no " in fact and "en" not in languages(fact)
    return _NO.sub("em o", fact) if is_no_english and is_portuguese(fold(typed).split()) else fact


def _both_denied(found: re.Match[str]) -> str:
    """ "No A and no B" for "neither A nor B"."""
    no, joined = _NO_AND[found["neither"].lower()]
    return f"{no} {found['one'].strip()}{joined}{no} "


_NO_AND = {"weder": ("kein", " und "), "neither": ("no", " and "), "ни": ("не", " и ")}
_NEITHER = regex(
    r"(?i)\b(?P<neither>weder|neither|ни)\b(?P<one>(?: [^\W_][\w'’-]*){1,5}),? (?:noch|nor|ни) "
)
_NE_PLUS = regex(r"(?i)\b(n['’ ]?e? ?(?:(?:me|te|se|le|la|les|en|y) )?\w+) plus\b(?! qu)")


_NO_MORE = regex(
    r"(?i)\b((?:je|j|on|nous) (?:n |ne )?(?:suis|est|sommes|fume|fumons|travaille|bosse|habite"
    r"|vis|vit|conduis|cours|étudie|pratique|vais|va|joue|utilise)) plus "
    r"(?!(?:que|de|d|tard|tôt|vite|loin|souvent|ou moins|âgée?|grande?|petite?|vieux|vieille"
    r"|jeune|à l)\b)"
)


# "J'ai plus d'imprimante", but not "j'ai plus de dix ans".
_HAS_NO_MORE = regex(
    r"(?i)\b((?:j|on|nous|y) (?:n ?)?(?:en )?(?:ai|a|avons)) plus d(?=e? (?!(?:\d|un|une"
    r"|l|la|deux|trois|quatre"
    r"|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent"
    r"|mille)\b|\d)[^\W\d_]+\b(?! qu))"
)


def is_frame(word: str) -> bool:
    """Tell whether a plain word means nothing by itself: "uses"."""
    return word in _FRAMES


def may_be_translated(fact: str, typed: str) -> bool:
    """Tell whether the fact may be in another language than the words."""
    if main_script(fact) != main_script(typed):
        return True
    fact_in, typed_in = languages(fact), languages(typed)
    return typed_in != {"en"} or bool(fact_in and fact_in.isdisjoint(typed_in))


def is_in(word: str, said: Words, *, across: bool, strictly: bool = False) -> bool:
    """Tell whether a plain word of a fact is among the words said, in some form or meaning.

    `across` tells whether fact and words may be in different languages. With `strictly`, meanings
    that the words only imply do not count.
    """
    if word.isdigit():
        return word in said.numbers or word in said.words
    if (number := numerals.count(word)) is not None and str(number) in said.numbers:
        return True
    if is_unspaced(word):
        return word in said.words
    if vocabulary.meanings(word, IN_TABLES if across else said.languages | {"en"}) & (
        said.own_meanings if strictly else said.meanings
    ):
        return True
    return any(
        _is_same(word, other, across) and not _mean_other_things(word, other)
        for other in said.words
    )


def in_phrases(fact: str, said: Words) -> set[str]:
    """Return the plain words of a fact's phrases whose meaning was said: "nursing home"."""
    found, spaced = set[str](), f" {plain(fact)} "
    for phrase, meant in vocabulary.phrases_in(fact).items():
        if meant & said.meanings and (at := spaced.find(f" {phrase}")) >= 0:
            found |= {*spaced[at : spaced.find(" ", at + len(phrase) + 1)].split()}
    return found


def joined_in(fact: str, said: Words) -> set[str]:
    """Return the words of a fact's compounds that were said as one word: "e-bike" for "ebike".

    It includes words that were clipped: "химфак" for "химический факультет".
    """
    return _clipped_in(fact, said) | {
        word
        for compound in _COMPOUND.findall(fact)
        if plain(compound).replace(" ", "") in said.words
        for word in plain(compound).split()
    }


def _clipped_in(fact: str, said: Words) -> set[str]:
    return {
        word
        for one, other in pairwise(plain(fact).split())
        if min(len(one), len(other)) > _CLIPPED
        for typed in said.words
        if 2 * _CLIPPED <= len(typed) < len(one) + len(other) and typed[:_CLIPPED] == one[:_CLIPPED]
        if typed not in (one, other) and _is_clipped(typed, one, other)
        for word in (one, other)
    }


def _is_clipped(typed: str, one: str, other: str) -> bool:
    """Tell whether a word consists of the beginnings of two words, and an ending."""
    return any(
        one.startswith(typed[:at]) and other.startswith(typed[at:end])
        for end in (len(typed), len(typed) - 1, len(typed) - 2)
        for at in range(_CLIPPED, end - _CLIPPED + 1)
    )


_CLIPPED = 3


_COMPOUND = regex(r"\w+(?:-\w+)+")


def count_in(words: Sequence[str], said: Words, *, across: bool) -> int:
    """Return how many of the words of a fact are among the words said."""
    return sum(is_in(word, said, across=across) for word in set(words))


@lru_cache(maxsize=65536)
def _mean_other_things(word: str, other: str) -> bool:
    """Tell whether the tables give the two words different meanings: "law" and "lawyer"."""
    meant, said = vocabulary.meanings(word), vocabulary.meanings(other, implied=True)
    return bool(meant & vocabulary.particular() and said) and not meant & said


@lru_cache(maxsize=65536)
def _is_same(word: str, other: str, across: bool) -> bool:
    if spelling.are_forms(word, other) or other in vocabulary.same_names(word):
        return True
    if len(word) > 5 and len(other) > 9 and word[:5] in other and word[:-1] in other:
        return not _NEGATES_ITSELF.search(other)  # a compound
    cut = other.removesuffix("s") if len(other) > 4 else other
    if len(other) > 2 and word.startswith(cut) and not vocabulary.meanings(other):
        return len(word) > 5  # cut short: "fin", "adm", "synths"
    return across and spelling.are_cognates(word, other)


def stands_only_in(texts: Sequence[str], others: Sequence[str], fact: str, typed: str) -> bool:
    """Tell whether one of the texts has all words of the fact, and none of the others has."""
    words, across = [*{*telling(fact)}], may_be_translated(fact, typed)

    def is_in(text: str) -> bool:
        return count_in(words, words_of(text), across=across) == len(words)

    return any(map(is_in, texts)) and not any(map(is_in, others))


def is_quoted_from(sentence: str, quote: str) -> bool:
    """Tell whether a quote is of a sentence, or holds all of it."""
    folded, quoted = fold(sentence), fold(quote)
    return bool(folded) and (quoted in folded or folded in quoted)
