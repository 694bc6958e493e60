"""Comparing what people and models write: folded text, content words, sentences. Pure.

Everything here works on the letters of any language; only the lists of small words and of
negations know some languages by name, and they only ever make a check stricter or looser by
a word, never decide what a sentence means.
"""

import re
import unicodedata

# Scripts that are written without spaces: each of their letters counts as a word.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
# A word may carry the signs that tell C, C++ and C# apart.
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+[+#]*")
_APOSTROPHES = re.compile(r"(?<=\w)['’ʼ`´](?=\w)")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+|(?<=[。！？])|[\n\r]+|\s+[-–—]\s+")

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

_NEGATIONS = frozenset(
    """
    not no never none nor neither without dont doesnt didnt isnt arent wasnt werent cant cannot
    couldnt wont wouldnt shouldnt hasnt havent hadnt aint hardly
    nicht kein keine keinen keiner nie niemals ohne
    nunca ni jamás ningún ninguna tampoco sin
    pas jamais aucun aucune sans
    não nunca nenhum nenhuma sem
    не нет никогда без 不 没 沒 ない لا ليس नहीं
    """.split()  # noqa: SIM905
)


def fold(text: str) -> str:
    """Return `text` as its bare words, one space between them.

    Case, accents' encodings, apostrophes, punctuation and runs of space make no difference;
    so two texts say the same words exactly when their folded forms are equal.
    """
    text = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", text)).casefold()
    return " ".join(_WORD.findall(text))


def occurs_in(folded_part: str, folded_text: str) -> bool:
    """Tell whether the folded part stands in the folded text, as whole words in a row."""
    return bool(folded_part) and f" {folded_part} " in f" {folded_text} "


def content_words(text: str) -> list[str]:
    """Return the folded words of `text` that carry meaning, in order."""
    return [word for word in fold(text).split() if word not in _SMALL_WORDS]


def akin(one: str, other: str) -> bool:
    """Tell whether two folded words are forms of one word ("live", "lives", "living").

    They are when a shared beginning of at least three letters leaves at most three of
    either, and nothing that holds a digit is ever akin to anything but itself.
    """
    if one == other:
        return True
    if any(letter.isdigit() or letter in "+#" for letter in one + other):
        return False
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= 3 and len(one) - shared <= 3 and len(other) - shared <= 3


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of `text`, stripped, without empty ones."""
    return [part for part in map(str.strip, _SENTENCE_END.split(text)) if part]


def is_negated(text: str) -> bool:
    """Tell whether `text` holds a word that negates, in the languages we have lists for."""
    return not _NEGATIONS.isdisjoint(fold(text).split())


def holds_every_word(sentence: str, fact: str) -> bool:
    """Tell whether every content word of `fact`, in some form, stands in `sentence`."""
    wanted, present = content_words(fact), fold(sentence).split()
    return bool(wanted) and all(any(akin(word, other) for other in present) for word in wanted)
