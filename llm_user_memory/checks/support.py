"""Decides whether the user's words support a fact: negation, numbers, names. Pure.

A model may quote the user word for word and still state what they never said. This compares
what code can compare. The tables cover some languages; in a text of another language, or where
the fact may be a translation, names are not compared.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from unicodedata import category, combining, normalize

from ..text.languages import MONTHS
from ..text.words import akin, content_words, fold, holds_all, is_negated, sentences, shared_start
from .dates import dated

# Words that say nothing without the words around them: being, having, agreeing, pointing.
_WITHOUT_STATEMENT = frozenset(
    """
    yes yeah yep ok okay sure right fine great good nice cool perfect awesome thanks thank please
    hi hello hey well so then there here it this these those which what how why when where can
    could will would should may might did have has had having go going get got make makes sense
    sounds agree think know see mean want need like love prefer use live work do does done if or
    because thats lets let all any one thing things stuff way more again same true correct
    exactly absolutely definitely maybe now id ill youre youve tell give show help explain about
    up out much lot for own
    ja danke bitte gut klar stimmt genau dann es war hat habe haben hatte will möchte kann mag
    mich mir dich dir du sie wir er
    sí gracias vale claro bien bueno eso esto tiene tener quiero puedo me te se lo le
    oui merci bon ça ce cest jai as ont veux peux
    نعم شكرا انا أنا هذا هذه من في هو هي لدي عندي
    हाँ मैं मुझे मेरा मेरी मेरे यह वह है हैं हूँ को का की के में से और धन्यवाद
    """.split()  # noqa: SIM905 - a list of two hundred quoted words is no easier to read
)
# The same in languages where every pair of letters counts as a word, and a quote needs two.
_PHRASES_WITHOUT_STATEMENT = frozenset(
    """
    でした ました ています ください ありがとう ありがとうございます お願いします と思います
    そうです 私は 僕は 我是 我的 我在 谢谢 好的 是的
    """.split()  # noqa: SIM905
)

_CLAUSE_END = re.compile(
    r"[,;:()،、，；]|\b(?:but|and|though|although|while|because|since|aber|und|sondern|doch|weil"
    r"|pero|sino|y|porque|mais|et|car|لكن|लेकिन|मगर|और)\b|けど|けれど|ですが|但是|但|不过",
    re.I,
)
_NOT_ONLY = re.compile(
    r"\b(?:not|dont|doesnt|nicht|no|pas|non) (?:only|just|merely|nur|solo|sólo|seulement)\b"
)
# Words for stopping, avoiding or hating: they negate what comes next, or what came before.
_AVOIDS = re.compile(
    r"\b(?:(?:stop|quit|avoid|refus|dislik|detest|loath|allerg|intoleran|vermeid|verabscheu"
    r"|dej[ée]|evit|arrêt|évit)\w*|hat(?:e|es|ed|ing)|g[ia]v(?:e|es|en|ing) up|done with"
    r"|fed up with|cut out|hass(?:e|t)|aufgehört|odi[oa]|أكره|توقفت عن)\b"
)
_AVOIDS_BEFORE = re.compile("嫌 い|苦 手|や め|讨 厌|नफ़रत|छोड़")
# Words of the user's that a fact may rightly express by a "not".
_NEAR_NEGATION = re.compile(
    r"\b(?:off|free|only|instead|rather|except|too|unable|lack\w*|rarely|seldom|barely|against"
    r"|banned|less|nur|kaum|solo|apenas|seulement|plutôt)\b"
)

# A number and the words for it; then the words that can mean a number if the user says them.
_COUNTS = """
    1 一|2 two zwei dos deux اثنان दो 二|3 three drei tres trois ثلاثة ثلاث तीन 三|
    4 four vier cuatro quatre أربعة أربع चार 四|5 five fünf cinco cinq خمسة خمس पाँच पांच 五|
    6 six sechs seis ستة ست छह 六|7 seven sieben siete سبعة سبع सात 七|
    8 eight acht ocho huit ثمانية ثماني आठ 八|9 nine neun nueve neuf تسعة تسع नौ 九|
    10 ten zehn diez dix عشرة عشر दस|11 eleven onze|12 twelve zwölf doce douze|
    13 thirteen dreizehn trece treize|14 fourteen vierzehn catorce quatorze|
    15 fifteen fünfzehn quince quinze|16 sixteen sechzehn dieciséis seize|
    17 seventeen siebzehn diecisiete|18 eighteen achtzehn dieciocho|19 nineteen neunzehn|
    20 twenty zwanzig veinte vingt عشرين عشرون बीस|30 thirty dreißig treinta trente ثلاثين तीस|
    40 forty vierzig cuarenta quarante أربعين चालीस|50 fifty fünfzig cincuenta خمسين पचास|
    60 sixty sechzig sesenta|70 seventy siebzig setenta|80 eighty achtzig ochenta|
    90 ninety neunzig noventa|100 hundred hundert cien مئة सौ|1000 thousand tausend ألف हज़ार
"""
_MEANINGS = """
    2 second twice both couple pair twins double zweite beide zwillinge paar segundo segunda
    ambos ambas gemelos gemelas deuxième jumeaux اثنين اثنتان طفلان طفلين ولدان ولدين بنتان بنتين
    ابنتان ابنتين 双 両|3 third triplets dritte tercero|4 fourth|5 fifth|6 sixth|7 seventh|
    8 eighth|9 ninth|10 tenth decade 十|11 elf once|12 dozen dutzend docena|1000 mil mille
"""
_DIGITS = re.compile(r"(?<![A-Za-z])\d+|\d+(?![A-Za-z])")  # not within a word: k8s
_GROUPING = re.compile(r"(?<=\d)[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_THOUSANDS = re.compile(r"(\d+) ?k\b", re.I)
_AFTERNOON = re.compile(r"\b(\d\d?)(?:[:.]\d\d)? ?p\.?m\b", re.I)
_DATE = re.compile(r"\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|1\d|2[0-8]))?(?![-\d])")
_NEAR_DAYS = 400

_NAME = re.compile(r"[^\W\d_][\w+#]*(?:['’][^\W\d_]+)?")
_SENTENCE_START = re.compile(r"(?:^|[.!?]\s)\W*$")
_INTRODUCES_NAME = re.compile(
    r"\b(?:named|called|name is|names are|namens|heißt|llamad[oa]s?|se llaman?|nommée?"
    r"|s'appelle)\s+$",
    re.I,
)
_NO_NAMES = frozenset(["i", "im", "ive", "id", "ill", *map(str.lower, MONTHS)])
# Endings in which the names of a country and its people may differ: Italy, Italian.
_PEOPLE_ENDINGS = frozenset(("y", "a", "an", "ian", "ese", "n", "i", "ic", "ish"))
# Small words by which a language is recognized.
_LANGUAGE_WORDS = {
    "en": "the and is my i im ive id you we it its what how with for of to does have has this "
    "that are was at from not dont about please would like",
    "de": "ich und der die das ist nicht mein meine ein eine mit für wie wir bin habe auf im",
    "es": "yo el los las una es y con mi mis que por para como soy tengo vivo del en",
    "fr": "je le les une est et avec mon ma mes que pour suis dans jai habite des au en",
    "it": "io il gli una è e con mio mia che per sono ho nel vivo di un",
    "pt": "eu o os uma é e com meu minha que para sou tenho moro em no um",
}


def says_something(quote: str) -> bool:
    """Tell whether the quote says anything without the words around it."""
    words = [word for word in content_words(quote) if word not in _WITHOUT_STATEMENT]
    if all(len(word) == 2 and category(word[0]) == "Lo" for word in words):
        phrase = fold(quote).replace(" ", "")
        return len(words) > 1 and phrase not in _PHRASES_WITHOUT_STATEMENT
    return bool(words)


def clauses(text: str) -> list[str]:
    """Return the clauses of all sentences of the text."""
    return [part for sentence in sentences(text) for part in _CLAUSE_END.split(sentence)]


def is_reversed(fact: str, typed: str) -> bool:
    """Tell whether the fact is the opposite of what the user typed, by a negation of one of them.

    Only the clauses with all content words of the fact count; each must be its opposite.
    """
    words = content_words(fact)
    alike = [clause for clause in clauses(typed) if holds_all(content_words(clause), words)]
    return bool(words and alike) and all(_is_opposite(clause, fact, words) for clause in alike)


def invented(fact: str, quote: str, typed: Sequence[str], profile: str, day: date) -> str:
    """Return the first number or name in the fact that the user never gave, or "".

    `typed` is what they typed. The names in the profile count as given too. `day` is the day of
    the quote: for a quote without a number, a date near it counts as given, since a model makes
    it of words like "on Friday".
    """
    given = " . ".join([*typed, *(dated(text, day) for text in typed)])
    most_days = 0 if _DIGITS.search(quote) else _NEAR_DAYS
    undated = _DATE.sub(lambda at: at[0] if _distance(at[0], day) > most_days else "", fact)
    given_numbers = _given_numbers(given) | {str(day.year)}
    numbers = (number for number in _numbers(undated) if number not in given_numbers)
    words = list(dict.fromkeys(map(_unaccented, fold(f"{given} {profile}").split())))
    names = (name for name in _names(fact, " ".join(typed)) if not _is_given(name, fact, words))
    return next(numbers, "") or next(names, "")


def languages(text: str) -> set[str]:
    """Return the languages (such as "en") that most small words of the text belong to, or none."""
    words = fold(text).split()
    hits = {name: sum(word in small for word in words) for name, small in _LANGUAGES.items()}
    return {name for name, count in hits.items() if count and count == max(hits.values())}


def _is_opposite(clause: str, fact: str, words: Sequence[str]) -> bool:
    """Tell whether a clause with all content words of the fact says the opposite of it."""
    said, claimed = fold(clause), fold(fact)
    avoids, avoids_before = _AVOIDS.search(said), _AVOIDS_BEFORE.search(said)
    if is_negated(fact):
        return not (is_negated(clause) or avoids or avoids_before or _NEAR_NEGATION.search(said))
    if is_negated(clause):
        return not _NOT_ONLY.search(said)
    if _AVOIDS.search(claimed) or _AVOIDS_BEFORE.search(claimed):
        return False
    avoided = content_words(said[avoids.end() :])[:1] if avoids else []
    return bool(avoids_before) or any(akin(word, other) for word in avoided for other in words)


def _numbers(text: str) -> Iterator[str]:
    """The numbers in a text, in ASCII digits: "2,000" is 2000, "two thousand" is 2 and 1000."""
    for word in _GROUPING.sub("", normalize("NFKC", text)).split():
        yield from map(_ascii_digits, _DIGITS.findall(word))
        yield from (_COUNT[part] for part in fold(word).split() if part in _COUNT)


def _given_numbers(text: str) -> set[str]:
    """Every number that the user's words can mean."""
    text = normalize("NFKC", text)
    words = fold(text).split()
    counts = [int(_COUNT.get(word, "0")) for word in words]
    return {
        *("0", "1"),
        *_numbers(text),
        *map(_ascii_digits, _DIGITS.findall(text)),
        *(f"{_ascii_digits(digits)}000" for digits in _THOUSANDS.findall(text)),
        *(str(int(hour) + 12) for hour in _AFTERNOON.findall(text)),
        *(_MEANING[word] for word in words if word in _MEANING),
        *(str(ten + one) for ten, one in pairwise(counts) if 10 < ten < 100 and 0 < one < 10),
    }


def _ascii_digits(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits).lstrip("0") or "0"


def _distance(written: str, day: date) -> int:
    """The days between a date, or a month, and a day."""
    if day.isoformat().startswith(written):
        return 0
    return abs((date.fromisoformat(f"{written}-01"[:10]) - day).days)


def _names(fact: str, typed: str) -> Iterator[str]:
    """The names in a fact, where they can be compared with what the user typed."""
    typed_in, fact_in = languages(typed), languages(fact)
    # Every German noun has a capital letter, and a translated name has other letters.
    is_compared = "de" not in typed_in and not typed_in.isdisjoint(fact_in or {"en"})
    for found in _NAME.finditer(fact):
        name, before = found[0], fact[: found.start()]
        has_capital = name != name.lower() and not (
            name.istitle() and _SENTENCE_START.search(before)
        )
        is_name = has_capital and fold(name) not in _NO_NAMES
        if is_name and (is_compared or (typed_in and _INTRODUCES_NAME.search(before))):
            yield name


def _is_given(name: str, fact: str, words: Sequence[str]) -> bool:
    """Tell whether the name is among the user's words, also as "JS", "NYC", "vs code", "Italy"."""
    folded = _unaccented(fold(name))
    if len(folded) > 4 and folded in "".join(words):
        return True
    if name.isupper() and 3 <= len(folded) <= 5 and folded in "".join(w[0] for w in words):
        return True
    initials, squeezed = _initials_around(folded, fact), _unaccented(fold(fact)).replace(" ", "")
    return any(
        akin(folded, word)
        or (word in initials and content_words(word))
        or (len(word) > 4 and folded in word and word in squeezed)
        or _is_without_vowels(word, folded)
        or _is_country_and_people(word, folded)
        for word in words
    )


def _initials_around(name: str, fact: str) -> set[str]:
    """The initials of the words around a name: "nyc" for New York City."""
    words = [_unaccented(word) for word in fold(fact).split()]
    at = words.index(name) if name in words else 0
    initials = "".join(word[0] for word in words)
    spans = (
        (start, start + size) for size in (2, 3, 4, 5) for start in range(at - size + 1, at + 1)
    )
    return {initials[max(0, start) : stop] for start, stop in spans if start >= 0}


def _is_without_vowels(word: str, name: str) -> bool:
    """Tell whether a word is the name without its vowels: "js", "pg", "k8s"."""
    letters = "".join(filter(str.isalpha, word))
    left = iter(name)
    return (
        2 <= len(letters) <= 4
        and letters[0] == name[0]
        and set("aeiou").isdisjoint(letters)
        and content_words(word) != []
        and all(letter in left for letter in letters)
    )


def _is_country_and_people(word: str, name: str) -> bool:
    """Tell whether one is the country and the other its people or language."""
    shared = shared_start(word, name)
    endings = {word[shared:], name[shared:]}
    return shared >= 4 and (
        endings <= _PEOPLE_ENDINGS or ("" in endings and len(max(endings, key=len)) < 4)
    )


def _unaccented(word: str) -> str:
    """The word without the marks on its letters: "Ana" for "Aña"."""
    return "".join(letter for letter in normalize("NFKD", word) if not combining(letter)) or word


def _table(rows: str) -> dict[str, str]:
    split = (row.split() for row in rows.split("|"))
    return {fold(word): number for number, *words in split for word in words}


_COUNT, _MEANING = _table(_COUNTS), _table(_MEANINGS)
_LANGUAGES = {language: frozenset(words.split()) for language, words in _LANGUAGE_WORDS.items()}
