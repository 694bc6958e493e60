"""Guesses the language of a text by its small words and its letters. Pure."""

import re
from functools import lru_cache

from ..text.patterns import regex
from ..text.words import fold

_LANGUAGE_WORDS = {
    "en": "the and is my i im ive id you we it its what how with for of to does have has this "
    "that are was at from not dont about please would like who works lives uses wants likes "
    "prefers as on an by cant need",
    "de": "ich und der die das ist nicht mein meine ein eine mit für wie wir bin habe auf im "
    "hab am zum zur von bei nach seit als aus hat kein keine mir mich wohnt heißt arbeitet mag",
    "es": "yo el los las una es y con mi mis que por para como soy tengo vivo del en la "
    "me se su está estoy tiene vive trabaja un quiero pero hay",
    "fr": "je le les une est et avec mon ma mes que pour suis dans jai habite des au en "
    "un à il elle se sur du ne pas cest chez",
    "it": "io il gli una è e con mio mia che per sono ho nel della non ma vivo di un da tutto "
    "tranne anche ora adesso perché più ogni dalla dei delle nella nei sul",
    "pt": "eu o os uma é e com meu minha que para sou tenho tem não moro em no um da "
    "minhas meus dos das ao você ele ela isso estou estão vou quase",
    "ru": "я и в на не с у меня мне что как мой моя по для из это мы",
}
_LANGUAGES = {language: frozenset(words.split()) for language, words in _LANGUAGE_WORDS.items()}
_ANY_LANGUAGE = frozenset().union(*_LANGUAGES.values())
_CHINESE, _CYRILLIC = regex(r"[\u4e00-\u9fff]"), regex(r"[а-яё]", re.I)
_KANA, _LATIN = regex(r"[\u3040-\u30ff]"), regex(r"[a-zà-ÿ]", re.I)

# Languages for which `text.vocabulary` has tables.
IN_TABLES = frozenset({"en", "de", "es", "fr", "ru", "zh"})


@lru_cache(maxsize=1024)
def languages(text: str) -> frozenset[str]:
    """Return the languages (such as "en") that most small words of the text belong to, or none."""
    words = fold(text).split()
    small = [word for word in words if word in _ANY_LANGUAGE]
    hits = {name: sum(word in known for word in small) for name, known in _LANGUAGES.items()}
    most = max(hits.values())
    return frozenset(name for name, count in hits.items() if count == most > 0)


def is_german_im(said: str, at: int, around: str) -> bool:
    """Tell whether the "im" at an index of plain words is German "in the", not English "I'm".

    `around` is the text or clause that it stands in. "I'm a" and "I'm from" are English in any
    text. Elsewhere the other small words decide, and without any, the word before it.
    """
    before, after = said[max(0, at - _NEAR) : at].split(), said[at : at + _NEAR].split()[1:2]
    follows = after[0] if after else ""
    if follows in _AFTER_ENGLISH_IM:
        return False
    german, english = _small_words(around)
    if german != english:
        return german > english
    return bool(before) and before[-1] not in _BEFORE_ENGLISH_IM


@lru_cache(maxsize=256)
def _small_words(text: str) -> tuple[int, int]:
    """How many words of a text are small words of German only, and how many of English only."""
    words = fold(text).split()
    german, english = _LANGUAGES["de"] - _IN_BOTH, _LANGUAGES["en"] - _IN_BOTH
    return sum(word in german for word in words), sum(word in english for word in words)


_NEAR = 40  # letters on either side
# Words of both languages; and what stands beside English "im" alone.
_IN_BOTH = frozenset("im was an am".split())
_AFTER_ENGLISH_IM = frozenset(
    """
    a an the in on at from not so also just too very really quite pretty still now always only
    currently trying going looking using working living getting having thinking planning with into
    """.split()
)
_BEFORE_ENGLISH_IM = frozenset(
    """
    hi hey hello ok okay yes yeah no and but so because cause since as if when while that btw
    lol think know i today now here ideas tips help please pls well also though
    """.split()
)


def in_tables(text: str) -> frozenset[str]:
    """Return the languages of a text in which `text.vocabulary` may know its words."""
    script = main_script(text)
    if script in ("cyrillic", "han"):
        return frozenset({"ru" if script == "cyrillic" else "zh", "en"})
    found = languages(text)
    return (found & IN_TABLES) or IN_TABLES


def scripts(text: str) -> set[str]:
    """Return the scripts of the text in which names can be compared: "latin", "cyrillic", "han"."""
    found = {
        name
        for name, pattern in (("latin", _LATIN), ("cyrillic", _CYRILLIC), ("han", _CHINESE))
        if pattern.search(text)
    }
    return found - {"han"} | {"kana"} if _KANA.search(text) else found


@lru_cache(maxsize=1024)
def main_script(text: str) -> str:
    """Return the script of most letters: "latin", "cyrillic", "han" or "other"."""
    if text.isascii():
        return "latin"
    counts = {
        "latin": len(_LATIN.findall(text)),
        "cyrillic": len(_CYRILLIC.findall(text)),
        # In Chinese a character is a word, or half of one.
        "han": 3 * len(_CHINESE.findall(text)) if not _KANA.search(text) else 0,
        "other": 2 * sum(letter.isalpha() for letter in text),
    }
    known = sum(len(pattern.findall(text)) for pattern in (_LATIN, _CYRILLIC, _CHINESE))
    counts["other"] -= 2 * known if not _KANA.search(text) else 0
    return max(counts, key=lambda name: counts[name])


def is_comparable(fact: str, typed: str) -> bool:
    """Tell whether the words of both can be compared: there are tables for their languages."""
    return {main_script(fact), main_script(typed)} <= {"latin", "cyrillic", "han"}
