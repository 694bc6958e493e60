"""The names in a fact, and whether the user gave them: short, misspelled, or translated. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import calendar, plain
from ..text.words import akin, content_words, fold, shared_start
from . import spelling
from .language import in_tables, languages, main_script
from .mentions import lowered, mentions, without_dates

_NAME = regex(r"(?<![\w$])[^\W\d_][\w+#]*(?:['’][^\W\d_]+)?")
_SENTENCE_START = regex(r"(?:^|[.!?:]\s)[^\w]*$")
_INTRODUCES_NAME = regex(
    r"\b(?:named|called|name is|names are|namens|heißt|llamad[oa]s?|se llaman?|nommée?"
    r"|s'appelle|по имени|зовут)\s+$",
    re.I,
)
_NO_NAMES = frozenset(
    [
        *("i", "im", "ive", "id", "ill"),
        *(name.rstrip("*") for name in calendar.MONTHS.split()),
        *(name.rstrip("*") for name in calendar.WEEKDAYS.split()),
    ]
)
# Endings that distinguish the name of a people from that of its country: Italy, Italian.
_PEOPLE_ENDINGS = frozenset(("y", "a", "an", "ian", "ese", "n", "i", "ic", "ish"))
_ELIDED_NAME = regex(r"\b(?i:[dlnm]|qu|dell|all|dall|nell|sull|un)['’](?=[^\W\d_a-zß-ÿ])")
_BEFORE_S = regex(r"(?<![^\W_])[^\W_]+(?=['’]s\b)")  # "the EP's out": plain text has "eps"
_SUFFIXES = ("ing", "ed", "er", "ers", "s")


def invented_name(fact: str, typed: Sequence[str], profile: str, *, surely: bool = False) -> str:
    """Return the first name in the fact that the user never gave, or "".

    `typed` is what they typed. The names in the profile count as given too. Names are compared
    only in Latin, Cyrillic and, for well-known names, Chinese script. With `surely`, a name counts
    as given if it may be a full or a translated form of one of the user's words.
    """
    text = " . ".join(typed)
    names = dict.fromkeys(_names(fact, text))  # each is looked up once
    if names:  # only then, as computing what was given is slow
        given = _Given.of(fact, text, profile)
        unknown = (name for name in names if not _is_given(name, fact, given))
        if surely:
            unknown = (
                name
                for name in unknown
                if not _may_be_given(plain(name), given)
                and not _is_in_longer_name(name, fact, given)
            )
        if found := next(unknown, ""):
            return found
    return _invented_in_chinese(fact, text)


def _invented_in_chinese(fact: str, typed: str) -> str:
    """The first place or well-known name in a Chinese text that the user never gave."""
    if plain(fact).isascii():
        return ""
    joined, meanings = plain(typed).replace(" ", ""), vocabulary.meanings_in(typed)
    fact = without_aliased(fact, typed)
    for phrase, meant in vocabulary.phrases_in(fact).items():
        is_place = not phrase.isascii() and " " not in phrase and len(phrase) > 1
        if is_place and meant <= vocabulary.places_known() and not meant & meanings:
            return phrase
    squeezed = plain(fact).replace(" ", "")
    for name, bare in _well_known_in_chinese().items():
        if bare in squeezed and bare not in joined:
            others = (other.replace(" ", "") for other in vocabulary.same_names(name))
            if not any(other in joined for other in others):
                return bare
    return ""


@cache
def _well_known_in_chinese() -> dict[str, str]:
    """The well-known Chinese names: {plain form: form without spaces}."""
    bare = {name: name.replace(" ", "") for name in map(plain, vocabulary.well_known())}
    return {name: each for name, each in bare.items() if each[0] > "\u2e80"}


def names_in(fact: str) -> list[str]:
    """Return the words of a fact that are surely names: capitalized, and not its first word."""
    if "de" in languages(fact):
        return []
    return [
        found[0]
        for found in _NAME.finditer(fact)
        if found[0] != found[0].lower()
        and not _SENTENCE_START.search(fact[: found.start()])
        and plain(found[0]) not in _NO_NAMES | vocabulary.generic_names()
    ]


def aliased(fact: str, typed: str) -> set[str]:
    """Return the words of those names in a fact for which the user typed another name: "NYC"."""
    text, found = f" {plain(typed)} ", set[str]()
    for run in _runs(plain(fact).split()):
        if any(f" {name} " in text for name in vocabulary.same_names(run)):
            found |= {*run.split()}
    return found


def without_aliased(fact: str, typed: str) -> str:
    """Return the fact without Chinese names for which the user typed another name: 北大."""
    if main_script(fact) != "han":
        return fact
    joined = plain(typed).replace(" ", "")
    for name in vocabulary.chinese_names():
        others = (other.replace(" ", "") for other in vocabulary.same_names(name))
        bare = name.replace(" ", "")
        if bare in fact and any(other in joined for other in others):
            fact = fact.replace(bare, " ")
    return fact


@dataclass(frozen=True)
class _Given:
    """What the user gave: the text, its plain words, and other names of what it mentions."""

    text: str
    words: tuple[str, ...]
    other_names: frozenset[str]
    meanings: vocabulary.Meanings
    script: str
    is_foreign: bool

    @classmethod
    def of(cls, fact: str, typed: str, profile: str) -> "_Given":
        text = plain(f"{typed} . {profile} . {' '.join(_BEFORE_S.findall(typed))}")
        named = aliased(fact, text)
        return cls(
            typed,
            tuple(dict.fromkeys(text.split())),
            frozenset(named),
            vocabulary.meanings_in(typed, in_tables(typed)),
            main_script(typed),
            bool(languages(typed)) and languages(typed).isdisjoint(languages(fact)),
        )


def _runs(words: Sequence[str]) -> Iterator[str]:
    """All runs of one to four words."""
    for size in (1, 2, 3, 4):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])


def _names(fact: str, typed: str) -> Iterator[str]:
    """The names in a fact, if the scripts of fact and typed text can be compared."""
    typed_script = main_script(typed)
    if typed_script == "other" or main_script(fact) == "other":
        return
    typed_in = languages(typed)
    fact = _ELIDED_NAME.sub(lambda match: match[0][:-1] + " ", fact)
    in_german = "de" in (languages(fact) or typed_in)
    for found in _NAME.finditer(fact):
        name, before = found[0], fact[: found.start()]
        folded = plain(re.sub(r"['’]s$", "", name))
        if name == name.lower() or folded in _NO_NAMES or folded in vocabulary.generic_names():
            continue
        if len(folded) < 4 and folded in vocabulary.countries() and not name.isupper():
            continue  # Spanish "Usa"
        is_known = folded in vocabulary.well_known()
        if _SENTENCE_START.search(before) and name[1:] == name[1:].lower():
            if is_known and not _is_ordinary(folded):
                yield name
        elif is_known or _INTRODUCES_NAME.search(before):
            yield name
        # Every German noun has a capital letter; Chinese names are spelled in Latin letters.
        elif in_german or typed_script == "han":
            continue
        else:
            yield name


def _is_ordinary(folded: str) -> bool:
    return folded in _ORDINARY


_ORDINARY_ELSEWHERE = frozenset(
    """
    essen halle singen leer hof regen plan weiden hagen spiegel bahn tours lens angers grasse
    granada leon paz cuenca victoria salvador santiago mercedes la x
    """.split()
)
_ORDINARY = _ORDINARY_ELSEWHERE | frozenset(
    """
    apple amazon meta oracle slack notion swift rust excel word shell target subway intel ford
    reading nice bath mobile orange turkey giant java figma stripe uber sap visa polish will may
    oxford cambridge columbia windows china chad jordan georgia troy buffalo phoenix boulder
    corona normal hull rugby
    sandwich wells battle bend concord providence paradise surprise independence
    bush wood stone field bill mark rob
    """.split()
)


def _is_given(name: str, fact: str, given: _Given) -> bool:
    """Tell whether the name is among the user's words, also as "JS", "NYC", "vs code", "Italy"."""
    folded = plain(re.sub(r"['’]s$", "", name))
    words = given.words
    if given.script != main_script(name) and any(
        len(one + other) > _SHORTEST_CLIPPED and spelling.sounds_alike(one + other, folded)
        for one, other in pairwise(plain(given.text).split())
    ):
        return True  # "гит хаб"
    if " " in folded:  # C++20
        return all(part in words for part in folded.split())
    if folded in given.other_names or (len(folded) > 4 and _begins_words(folded, given)):
        return True
    if name.isupper() and 3 <= len(folded) <= 5 and folded in "".join(w[0] for w in words):
        return True
    is_person = folded in vocabulary.given_names()
    if (not is_person and vocabulary.meanings(folded) & given.meanings) or _is_in_given_phrase(
        folded, fact, given
    ):
        return True
    initials = _initials_around(folded, fact)
    squeezed = plain(fact).replace(" ", "")
    return any(
        _is_form(folded, word)
        or (given.is_foreign and spelling.is_exonym(word, folded))
        or (word in initials and (content_words(word) or word == "la"))
        or (_is_long_or_numbered(word) and folded in word and word in squeezed)
        or _is_without_vowels(word, folded)
        or _is_country_and_people(word, folded)
        for word in words
    )


def _begins_words(folded: str, given: _Given) -> bool:
    """Tell whether a name begins a word, "postgresql", or is two or three of them: "git hub".

    It does not stand where a word ends and another begins, as "Andrea" in "and really".
    """
    if any(word.startswith(folded) for word in given.words):
        return True
    words = plain(given.text).split()
    return any(
        "".join(run) in (folded, f"{folded}s")
        for size in (2, 3)
        for run in zip(*(words[start:] for start in range(size)), strict=False)
        if folded.startswith(run[0]) and min(map(len, run)) > 1
    )


def _may_be_given(folded: str, given: _Given) -> bool:
    """Tell whether the name may be a longer form of a word, or the same in another language."""
    shortest = 3 if given.is_foreign else _SHORTEST_CLIPPED
    return any(
        len(word) >= shortest
        and shared_start(folded, word) >= shortest
        and word not in vocabulary.well_known()
        for word in given.words
    ) or (given.is_foreign and any(sorted(word) == sorted(folded) for word in given.words))


def _is_in_longer_name(name: str, fact: str, given: _Given) -> bool:
    """Tell whether the user may have shortened a longer name: "the bay area", "pi"."""
    return any(
        name in (words := run[0].split()) and any(plain(word) in given.words for word in words)
        for run in _LONGER_NAME.finditer(fact)
    )


_LONGER_NAME = regex(r"[A-ZÀ-ÞА-ЯЁ][\w+#]*(?: [A-ZÀ-ÞА-ЯЁ][\w+#]*)+")


_SHORTEST_CLIPPED = 5


def _is_long_or_numbered(word: str) -> bool:
    return len(word) > 4 or (len(word) > 2 and any(map(str.isdigit, word)))


def _is_form(name: str, word: str) -> bool:
    """Tell whether the word is the name, in another form, misspelled, or in other letters."""
    if (akin(name, word) and not _is_grown(name, word)) or spelling.is_slip(word, name):
        return True
    if any(name == f"{word}{suffix}" for suffix in _SUFFIXES) and len(word) > 1:
        return True
    return word.isascii() != name.isascii() and spelling.sounds_alike(word, name)


def _is_grown(name: str, word: str) -> bool:
    """Tell whether a name is a short word with letters behind it that are no ending of a case.

    "Andy" is not given by "and", nor "Notion" by "not"; "Риме" is by "Рим".
    """
    is_short = len(word) <= _LONGEST_GROWN and name != word and name.startswith(word)
    return is_short and name[len(word) :] not in _CASES


_LONGEST_GROWN = 3
_CASES = frozenset("s es а у е о ы и ю я ом ем ой ей ам ах ами".split())


def _is_in_given_phrase(name: str, fact: str, given: _Given) -> bool:
    """Tell whether the name is part of a phrase whose meaning the user gave: "United Kingdom"."""
    return any(
        name in run.split() and vocabulary.phrase_meanings(run) & given.meanings
        for run in _runs(plain(fact).split())
        if " " in run
    )


def _initials_around(name: str, fact: str) -> set[str]:
    """The initials of the names around a name: "nyc" for New York City, "uoe" with a small word.

    They begin and end with a capitalized word that does not only begin the fact. Else "em" would
    stand for "em Manaus", and "я" for each name with that letter.
    """
    words = plain(fact).split()
    at = words.index(name) if name in words else 0
    capitalized = {plain(found[0]) for found in _NAME.finditer(fact) if not found[0].islower()}
    named = [word in capitalized and (place > 0 or at == 0) for place, word in enumerate(words)]
    initials = "".join(word[0] for word in words)
    spans = (
        (start, start + size)
        for size in (2, 3, 4, 5)
        for start in range(max(0, at - size + 1), at + 1)
    )
    return {
        initials[start:stop]
        for start, stop in spans
        if stop <= len(words) and named[start] and named[stop - 1]
    }


def _is_without_vowels(word: str, name: str) -> bool:
    """Tell whether a word is the name without its vowels: "js", "pg", "k8s"."""
    letters = "".join(filter(str.isalpha, word))
    left = iter(name)
    return (
        2 <= len(letters) <= 4
        and letters[0] == name[0]
        and _VOWELS.isdisjoint(letters)
        and content_words(word) != []
        and all(letter in left for letter in letters)
    )


_VOWELS = frozenset("aeiouаеиоуыэюя")


def _is_country_and_people(word: str, name: str) -> bool:
    """Tell whether one is the country and the other its people or language."""
    if word in vocabulary.countries() and name in vocabulary.countries():
        return False  # the tables distinguish these: Austria, Australia
    shared = shared_start(word, name)
    endings = {word[shared:], name[shared:]}
    return shared >= 4 and (
        endings <= _PEOPLE_ENDINGS or ("" in endings and len(max(endings, key=len)) < 4)
    )


# The user's own name

_OWN_NAME = regex(
    r"^(?:(?:user'?s? )?(?:full |first |last )?name(?: is|:)|(?:is )?(?:named|called)"
    r"|goes by|heißt|ich heiße"
    r"|se llama|s['’]appelle|(?:его |её )?зовут|имя:?|名字(?:叫|是)|名(?:叫|为)|(?:我)?叫|姓名?)\s*"
    r"(?:(?:mrs?|ms|miss|dr|prof|herr|frau|señora?|sra?|mme|monsieur|madame|signora?)\.?\s+)?"
    r"([^\s,.;(]+)",
    re.I,
)
_INTRODUCES = (
    r"(?:name(?:[’']?s)?(?: is| ist|:)?|called|(?:call|calls|calling) me|go(?:es)? by"
    r"|known as|hei(?:ß|ss)e?|namens|nenn(?:t|en) mich(?: alle)?|llamo"
    r"|llaman|nombre(?: es)?|chiamo|chiamano|chamo|chamam|nom[ei] (?:è|é)"
    r"|appelle|nom est|зовут|имя|叫做?|姓|名字是|this is"
    r"|sign(?:ed)?(?: it| off)?(?:[^.!?\n]{0,40}? (?:just|as|from))?"
    r"|firm[aáeo]|unterschreib\w*(?: mit| als)?|signe[rz]?|assin[ae]|подпиши(?:сь|те)?|署名(?:写)?"
    r"|regards|cheers|thanks)"
)
_MAY_INTRODUCE = (
    r"(?:i[’']?m|i am|ich bin|bin|soy|je suis|moi c[’']est|c[’']est|it[’']?s|sono|sou(?: [oa])?"
    r"|я|我是|hi|hello|hey|from)"
)
_ENDS_A_NAME = (
    r"(?![’']s\b)(?=\s*(?:$|[,.!?;:)\n，。、]|and\b|und\b|y\b|et\b|и\b|here\b|from\b|aus\b|de\b"
    r"|speaking\b|again\b|btw\b"
    r"|(?:with|mit|con|avec|com|с) "
    r"(?:an? |one |two |einem |zwei |una? |dos |un |deux |due |um |dois )?\w{1,2}\b"
    r"|\(|-|\d|(?:[^\W\d_]+)\s*(?:$|[,.!?;:\n])))"
)


def is_no_name(fact: str, typed: str) -> bool:
    """Tell whether the fact gives the user a name by which they did not introduce themselves.

    "I may be late" does not introduce somebody named May.
    """
    match = _OWN_NAME.match(fact)
    if not match:
        return False
    name = re.escape(match[1])
    introduced = rf"(?:{_INTRODUCES}[\s:,]*|\b(?:me|mich|ich|moi|yo|mí) \()"
    said = (
        rf"(?:^|(?<=[^\w])|(?<=[我的]))(?:{introduced}{name}(?!\w)"
        rf"|{_MAY_INTRODUCE}[\s,]+{name}{_ENDS_A_NAME})"
    )
    alone = (
        rf"(?:^|[\n.!?]\s*|[-–—]\s?|,\s){name}(?: here\b|\s*(?:$|\n))"
        rf"|(?:^|[\n.!?]\s*){name}\.\s*(?:$|\n)"
    )
    if main_script(match[1]) == "han":
        parted = rf"|姓{name[:1]}(?:，|,)?名(?:叫|字)?{name[1:]}" if len(name) > 1 else ""
        return not re.search(rf"(?:叫|姓|名字是|是){name}{parted}", typed)
    if main_script(typed) != main_script(match[1]):
        return False
    return not re.search(f"{said}|{alone}", typed, re.I) and bool(
        {fold(match[1]), f"{fold(match[1])}s"} & {*fold(typed).split()}
    )


def is_another_word(fact: str, typed: str) -> bool:
    """Tell whether a name in the fact is an ordinary word in the user's text: "into reading".

    In a text in another language, an English word is a name: "uso windows", "我用 rust".
    """
    ordinary = _ORDINARY if "en" in languages(typed) else _ORDINARY_ELSEWHERE
    for found in _NAME.finditer(fact := without_dates(fact)):
        folded = plain(found[0])
        if folded not in ordinary or found[0] == found[0].lower() or not found.start():
            continue
        if found[0] in typed or not re.search(rf"\b{folded}\b", typed, re.I):
            continue
        following = re.match(r"[^\w]?(\w+)", fact[found.end() :].strip())
        if following and re.search(rf"\b{folded} {following[1][:3]}", plain(typed)):
            continue  # "oxford commas" are what they are
        preceding = re.search(r"([A-ZÀ-ÞА-ЯЁ][^\W\d_]*)[ -]$", fact[: found.start()])
        if preceding and f" {plain(preceding[1])} {folded} " in f" {plain(typed)} ":
            continue  # "la paz"
        if any(lowered(typed[one.start : one.stop]).startswith(folded) for one in mentions(typed)):
            continue  # "since may"
        before = (
            rf"(?<!\bwant )(?<!\bneed )(?<!\bhave )(?<!\bgoing )(?<!\bhow )"
            rf"(?<!\btrying )(?<!\bable )(?<!\blike )(?<!\bplan )(?<!\bused )"
            rf"\b(?:(?:am|im|m|were|are|be|stay|still|run|running|back|mostly)(?: not| no longer)?"
            rf" on|run|running"
            rf"|have|got|in|to|from|at|near|for|use|using|with|write|is|via|our|like|love|and"
            rf"|or"
            rf"|my|bei|aus|nach|en|de|à) (?:(?:idiomatic|pure|modern|safe) )?{folded}\b"
        )
        apart = rf"(?:^|[,;(]\s*){folded}\s*(?:[,;.)]|$)"
        if not re.search(before, typed, re.I) and not re.search(apart, typed, re.I | re.M):
            return True
    return False
