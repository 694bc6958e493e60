"""What a found quote cannot vouch for: that it says something, "not", numbers and names. Pure.

A model may quote the user word for word and still say what they never said. What code can
compare, it compares here. The tables know some languages by name; where they do not know the
language of a text, or the fact may be a translation, names are not compared.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from unicodedata import category, combining, normalize

from ..text.languages import MONTHS
from ..text.words import akin, content_words, fold, holds_all, is_negated, sentences, shared_start
from .dates import dated

# What says nothing of anybody without the words around it: being, having, agreeing, pointing.
_EMPTY = frozenset(
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
# The same where every two letters count as a word, of which a quote needs two.
_EMPTY_PHRASES = frozenset(
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
# To stop, avoid or hate something is to say "not" of what comes next, or came before.
_SHUNS = re.compile(
    r"\b(?:(?:stop|quit|avoid|refus|dislik|detest|loath|allerg|intoleran|vermeid|verabscheu"
    r"|dej[ée]|evit|arrêt|évit)\w*|hat(?:e|es|ed|ing)|g[ia]v(?:e|es|en|ing) up|done with"
    r"|fed up with|cut out|hass(?:e|t)|aufgehört|odi[oa]|أكره|توقفت عن)\b"
)
_SHUNS_BEFORE = re.compile("嫌 い|苦 手|や め|讨 厌|नफ़रत|छोड़")
# With these around, a fact may say "not" where the user did not.
_HALF_A_NOT = re.compile(
    r"\b(?:off|free|only|instead|rather|except|too|unable|lack\w*|rarely|seldom|barely|against"
    r"|banned|less|nur|kaum|solo|apenas|seulement|plutôt)\b"
)

# A number, and the words for it; then the words that can mean it where the user says them.
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
_NEAR = 400  # days

_NAME = re.compile(r"[^\W\d_][\w+#]*(?:['’][^\W\d_]+)?")
_STARTS = re.compile(r"(?:^|[.!?]\s)\W*$")
_INTRODUCES = re.compile(
    r"\b(?:named|called|name is|names are|namens|heißt|llamad[oa]s?|se llaman?|nommée?"
    r"|s'appelle)\s+$",
    re.I,
)
_NO_NAMES = frozenset(["i", "im", "ive", "id", "ill", *map(str.lower, MONTHS)])
# What the name of a country and of its people may end in: Italy, Italian.
_OF_A_PEOPLE = frozenset(("y", "a", "an", "ian", "ese", "n", "i", "ic", "ish"))
_TELLING = {
    "en": "the and is my i im ive id you we it its what how with for of to does have has this "
    "that are was at from not dont about please would like",
    "de": "ich und der die das ist nicht mein meine ein eine mit für wie wir bin habe auf im",
    "es": "yo el los las una es y con mi mis que por para como soy tengo vivo del en",
    "fr": "je le les une est et avec mon ma mes que pour suis dans jai habite des au en",
    "it": "io il gli una è e con mio mia che per sono ho nel vivo di un",
    "pt": "eu o os uma é e com meu minha que para sou tenho moro em no um",
}


def says_something(quote: str) -> bool:
    """Tell whether the quote says anything without the words that stood around it."""
    telling = [word for word in content_words(quote) if word not in _EMPTY]
    if all(len(word) == 2 and category(word[0]) == "Lo" for word in telling):
        return len(telling) > 1 and fold(quote).replace(" ", "") not in _EMPTY_PHRASES
    return bool(telling)


def clauses(text: str) -> list[str]:
    """Return the parts of sentences that may stand for themselves."""
    return [part for sentence in sentences(text) for part in _CLAUSE_END.split(sentence)]


def is_reversed(fact: str, said: str) -> bool:
    """Tell whether the user said just what the fact says, but with a "not", or without it."""
    wanted = content_words(fact)
    saying = [clause for clause in clauses(said) if holds_all(content_words(clause), wanted)]
    return bool(wanted and saying) and all(_is_opposed(part, fact, wanted) for part in saying)


def invented(fact: str, quote: str, said: Sequence[str], known: str, day: date) -> str:
    """Return the first number or name in the fact that the user never gave, or "".

    `said` is what they said, `known` the profile, whose names are known, `day` the day of the
    quote: a date near it, for a quote without a number, is what "on Friday" was made of.
    """
    heard = " . ".join([*said, *(dated(text, day) for text in said)])
    may_be = 0 if _DIGITS.search(quote) else _NEAR
    plain = _DATE.sub(lambda at: at[0] if _distance(at[0], day) > may_be else "", fact)
    given = _given_numbers(heard) | {str(day.year)}
    numbers = (number for number in _numbers(plain) if number not in given)
    words = list(dict.fromkeys(map(_bare, fold(f"{heard} {known}").split())))
    names = (name for name in _names(fact, " ".join(said)) if not _is_heard(name, fact, words))
    return next(numbers, "") or next(names, "")


def languages(text: str) -> set[str]:
    """Return the languages that most of the small words in a text are of; none if none is known."""
    words = fold(text).split()
    hits = {name: sum(word in telling for word in words) for name, telling in _LANGUAGES.items()}
    return {name for name, count in hits.items() if count and count == max(hits.values())}


def _is_opposed(clause: str, fact: str, wanted: Sequence[str]) -> bool:
    """Tell whether a clause with all the fact's words says the opposite of it."""
    said, claimed = fold(clause), fold(fact)
    shuns, shuns_before = _SHUNS.search(said), _SHUNS_BEFORE.search(said)
    if is_negated(fact):
        return not (is_negated(clause) or shuns or shuns_before or _HALF_A_NOT.search(said))
    if is_negated(clause):
        return not _NOT_ONLY.search(said)
    if _SHUNS.search(claimed) or _SHUNS_BEFORE.search(claimed):
        return False
    shunned = content_words(said[shuns.end() :])[:1] if shuns else []
    return bool(shuns_before) or any(akin(word, other) for word in shunned for other in wanted)


def _numbers(text: str) -> Iterator[str]:
    """The numbers in a text, in our digits: "2,000", "two thousand" is 2 and 1000."""
    for word in _GROUPING.sub("", normalize("NFKC", text)).split():
        yield from map(_ours, _DIGITS.findall(word))
        yield from (_COUNT[part] for part in fold(word).split() if part in _COUNT)


def _given_numbers(text: str) -> set[str]:
    """Every number that the words of a user can mean."""
    text = normalize("NFKC", text)
    words = fold(text).split()
    counts = [int(_COUNT.get(word, "0")) for word in words]
    return {
        *("0", "1"),
        *_numbers(text),
        *map(_ours, _DIGITS.findall(text)),
        *(f"{_ours(digits)}000" for digits in _THOUSANDS.findall(text)),
        *(str(int(hour) + 12) for hour in _AFTERNOON.findall(text)),
        *(_MEANING[word] for word in words if word in _MEANING),
        *(str(ten + one) for ten, one in pairwise(counts) if 10 < ten < 100 and 0 < one < 10),
    }


def _ours(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits).lstrip("0") or "0"


def _distance(written: str, day: date) -> int:
    """How many days a date, or a month, lies from a day."""
    if day.isoformat().startswith(written):
        return 0
    return abs((date.fromisoformat(f"{written}-01"[:10]) - day).days)


def _names(fact: str, said: str) -> Iterator[str]:
    """The words of a fact that look like names, where the user's words can be compared."""
    spoken, own = languages(said), languages(fact)
    # Every German noun has a capital letter, and a translated name has other letters.
    is_compared = "de" not in spoken and not spoken.isdisjoint(own or {"en"})
    for found in _NAME.finditer(fact):
        name, before = found[0], fact[: found.start()]
        has_capital = name != name.lower() and not (name.istitle() and _STARTS.search(before))
        is_name = has_capital and fold(name) not in _NO_NAMES
        if is_name and (is_compared or (spoken and _INTRODUCES.search(before))):
            yield name


def _is_heard(name: str, fact: str, words: Sequence[str]) -> bool:
    """Tell whether the user gave the name, in some form: "JS", "NYC", "vs code", "Italy"."""
    folded = _bare(fold(name))
    if len(folded) > 4 and folded in "".join(words):
        return True
    if name.isupper() and 3 <= len(folded) <= 5 and folded in "".join(w[0] for w in words):
        return True
    meant, squeezed = _initials_around(folded, fact), _bare(fold(fact)).replace(" ", "")
    return any(
        akin(folded, word)
        or (word in meant and content_words(word))
        or (len(word) > 4 and folded in word and word in squeezed)
        or _is_short(word, folded)
        or _is_of(word, folded)
        for word in words
    )


def _initials_around(name: str, fact: str) -> set[str]:
    """What the words of a fact around a name are shortened to: "nyc" for New York City."""
    words = [_bare(word) for word in fold(fact).split()]
    at = words.index(name) if name in words else 0
    initials = "".join(word[0] for word in words)
    spans = (
        (start, start + size) for size in (2, 3, 4, 5) for start in range(at - size + 1, at + 1)
    )
    return {initials[max(0, start) : stop] for start, stop in spans if start >= 0}


def _is_short(word: str, name: str) -> bool:
    """Tell whether a word is a name without its vowels: "js", "pg", "k8s"."""
    letters = "".join(filter(str.isalpha, word))
    left = iter(name)
    return (
        2 <= len(letters) <= 4
        and letters[0] == name[0]
        and set("aeiou").isdisjoint(letters)
        and content_words(word) != []
        and all(letter in left for letter in letters)
    )


def _is_of(word: str, name: str) -> bool:
    """Tell whether one is the country and the other its people or language."""
    shared = shared_start(word, name)
    endings = {word[shared:], name[shared:]}
    return shared >= 4 and (
        endings <= _OF_A_PEOPLE or ("" in endings and len(max(endings, key=len)) < 4)
    )


def _bare(word: str) -> str:
    """A word without the marks on its letters: "Ana" for "Aña"."""
    return "".join(letter for letter in normalize("NFKD", word) if not combining(letter)) or word


def _table(rows: str) -> dict[str, str]:
    split = (row.split() for row in rows.split("|"))
    return {fold(word): number for number, *words in split for word in words}


_COUNT, _MEANING = _table(_COUNTS), _table(_MEANINGS)
_LANGUAGES = {language: frozenset(words.split()) for language, words in _TELLING.items()}
