"""Comparing what people and models write: folded text, content words, sentences. Pure.

Everything here works on the letters of any language; only the lists of small words, of
negations and of endings know some languages by name, and they only ever make a check stricter
or looser by a word, never decide what a sentence means.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from unicodedata import category, normalize

from .languages import UNSPACED

_ASCII_WORD = re.compile(r"[^\W_]+[+#]*")
_APOSTROPHES = re.compile(r"(?<=\w)['’ʼ`]+(?=\w)")
# A dash between spaces is looked for from the first of the spaces on: from each of them, a
# long run would take a time that grows with its square.
_SENTENCE_END = re.compile(
    r"(?<=[.!?؟।])[\"'”’)\]]*\s+|(?<=[。！？])|[\n\r]+|(?<![^\S\n\r])[^\S\n\r]+[-–—]\s+"
)

_SMALL_WORDS = frozenset(
    # English, German, Spanish, French
    """
    a an and are as at be been being but by do does for from had has have he her hers him his i
    im in into is it its ive me my of on or our she so some than that the their them they this
    to too user users was we were with who whose you your named called name currently now also
    really very just
    ich bin der die das den dem ein eine einen einem einer und ist im am zu mit mein meine meinen
    meiner von auf
    yo soy el la los las un una unos unas y es en con mi mis de del al estoy tengo que
    je suis le les une des et est dans avec mon ma mes du au
    """.split()  # noqa: SIM905 - a list of two hundred quoted words is no easier to read
)

# Small words that a fact has only if the user spoke of themselves in these words.
_FIRST_PERSON = frozenset(
    """
    i im ive id my me mine we our us ich mein meine meinen meiner wir unser unsere yo soy mi mis
    estoy tengo je suis mon ma mes nous eu sou meu minha io sono mio mia
    """.split()  # noqa: SIM905
)

_NEGATIONS = frozenset(
    """
    not no never none nor neither without dont doesnt didnt isnt arent wasnt werent cant cannot
    couldnt wont wouldnt shouldnt mustnt neednt hasnt havent hadnt aint hardly nobody nothing
    nicht kein keine keinen keiner nie niemals ohne
    nunca ni jamás ningún ninguna tampoco sin
    pas jamais aucun aucune sans
    não nunca nenhum nenhuma sem
    не нет никогда без ні nie bez non senza niet geen inte ikke değil 안 못
    不 没 沒 无 無 未 别 لا ليس لم لن नहीं मत
    """.split()  # noqa: SIM905
)
# Words around which the order of the others is the meaning.
_DIRECTIONS = frozenset({"over", "than", "from", "to", "instead", "als", "statt", "von", "nach"})

_WITHOUT_CONTENT = _SMALL_WORDS | _NEGATIONS

# In the scripts without spaces a word of several letters is several words.
_LONGER_NEGATIONS = ("な い", "ま せ ん", "な か っ", "ไ ม ่")

# What the forms of one word end in, where neither is the other with letters added.
_ENDINGS = tuple(
    frozenset(line.split())
    for line in """
    e es ed er ers ing ion ions ist
    s ed er ers ing
    s d r rs
    y ies ied ier er ic
    e st t en te
    o as a an ar
    o es e en er ir
    у ю ет ёт ит ут ют ат ят ть ем им
    а я у ю е ы и й
    """.strip().splitlines()
)


@lru_cache(maxsize=4096)  # each edit of an answer meets the same facts and sentences
def fold(text: str) -> str:
    """Return `text` as its bare words, one space between them.

    Case, accents' encodings, apostrophes, punctuation and runs of space make no difference;
    so two texts say the same words exactly when their folded forms are equal.
    """
    # NFKC makes a space and an accent of the acute accent that stands for an apostrophe.
    text = normalize("NFKC", text.replace("´", "'")).casefold()
    text = normalize("NFKC", _APOSTROPHES.sub("", normalize("NFKC", text)))
    return " ".join((_ASCII_WORD if text.isascii() else _word()).findall(text))


def occurs_in(folded_part: str, folded_text: str) -> bool:
    """Tell whether the folded part stands in the folded text, as whole words in a row."""
    return bool(folded_part) and f" {folded_part} " in f" {folded_text} "


def content_words(text: str) -> list[str]:
    """Return the folded words of `text` that carry meaning, in order; a negation is none.

    In scripts without spaces they are the overlapping pairs of letters, as one letter alone
    says as little there as elsewhere.
    """
    return [word for word in _terms(text) if word not in _WITHOUT_CONTENT]


def akin(one: str, other: str) -> bool:
    """Tell whether two folded words are forms of one word ("live", "lives", "living").

    They are when both begin alike, for three letters or more, and one only adds up to three
    letters to the other, or both go on with endings of one set: "Iran" is not a form of
    "Iraq". Nothing that holds a digit is ever akin to anything but itself.
    """
    if one == other:
        return True
    if one[:3] != other[:3] or any(letter.isdigit() or letter in "+#" for letter in one + other):
        return False
    shared = shared_start(one, other)
    endings = {one[shared:], other[shared:]}
    if any(len(ending) > 3 for ending in endings):
        return False
    return "" in endings or any(endings <= together for together in _ENDINGS)


def shared_start(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many of the same letters, or lines, both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (left, right) in pairs if left != right), min(len(one), len(other)))


def holds_all(present: Iterable[str], wanted: Iterable[str]) -> bool:
    """Tell whether each of the wanted words, in some form, is among those present.

    Of an iterator only in the same order: it goes on from the last one found.
    """
    return all(any(akin(word, other) for other in present) for word in wanted)


def stem(word: str) -> str:
    """Return a folded word without the commonest endings: "live", "lives", "lived" are one.

    Cruder than `akin`, but the same for all forms of a word, so that it can be fingerprinted.
    """
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "en", "er", "e", "s", "y", "t", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word.removesuffix(ending)
    return word


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of `text`, stripped, without empty ones."""
    return [part for part in map(str.strip, _SENTENCE_END.split(text)) if part]


def is_question(sentence: str) -> bool:
    """Tell whether the sentence ends with a question mark, of any script ("really?!" too)."""
    ending = sentence[len(sentence.rstrip("\"'”’)] .!?！？؟")) :]
    return any(mark in ending for mark in "?？؟")


def is_negated(text: str) -> bool:
    """Tell whether `text` holds a word that negates, in the languages we have lists for."""
    folded = fold(text)
    return not _NEGATIONS.isdisjoint(folded.split()) or any(
        occurs_in(negation, folded) for negation in _LONGER_NEGATIONS
    )


def speaks_in_first_person(text: str) -> bool:
    """Tell whether `text` holds "I" or "my", in the languages we have lists for."""
    return not _FIRST_PERSON.isdisjoint(fold(text).split())


def covers(text: str, fact: str) -> bool:
    """Tell whether every content word of `fact`, in some form, stands in `text`.

    In the same order where the fact has a direction ("tabs over spaces"); and either both
    hold a negation or neither.
    """
    wanted, present = content_words(fact), content_words(text)
    directed = not _DIRECTIONS.isdisjoint(fold(fact).split())
    return (
        bool(wanted)
        and is_negated(text) == is_negated(fact)
        and holds_all(iter(present) if directed else present, wanted)
    )


def holds_every_word(sentence: str, fact: str) -> bool:
    """Tell whether the sentence covers the fact, with every "I" and "my" of it, as it is.

    "I pretend to be a chef" is not what "Pretend to be a chef" says.
    """
    of_oneself = _FIRST_PERSON.intersection(fold(fact).split())
    return of_oneself.issubset(fold(sentence).split()) and covers(sentence, fact)


def is_unspaced(word: str) -> bool:
    """Tell whether a word is of a script that is written without spaces."""
    return not word.isascii() and bool(_unspaced_run().match(word))


def spaced(text: str, between: Callable[[str], str]) -> str:
    """Return the text with each run of a script without spaces replaced by what it is given."""
    return text if text.isascii() else _unspaced_run().sub(lambda run: between(run[0]), text)


def _terms(text: str) -> list[str]:
    """The folded words, with pairs of letters where a script has no spaces."""
    found: list[str] = []
    for unspaced, run in groupby(fold(text).split(), key=is_unspaced):
        letters = list(run)
        are_pairs = unspaced and len(letters) > 1
        found += [a + b for a, b in pairwise(letters)] if are_pairs else letters
    return found


# Both take milliseconds to make, which no prompt should spend that is in ASCII.


@cache
def _unspaced_run() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]+")


@cache
def _word() -> re.Pattern[str]:
    """A word: letters and digits, the marks on them, and the signs that tell C, C++ and C# apart.

    In scripts without spaces each letter is one. To Python's expressions the vowel signs of
    Hindi are no part of a word.
    """
    marks = [letter for letter in map(chr, range(0x300, 0x1E00)) if category(letter)[0] == "M"]
    letter = rf"[^\W_{UNSPACED}]"
    return re.compile(rf"[{UNSPACED}]|{letter}(?:{letter}|[{''.join(marks)}])*[+#]*")
