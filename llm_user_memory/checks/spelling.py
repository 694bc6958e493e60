"""Compares single words: misspelled, in other letters, alike in two languages. Pure."""

from functools import lru_cache

from ..text.vocabulary import countries, given_names, well_known
from ..text.words import akin, shared_start

_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщыэюяъьёі",
        """
            a b v g d e zh z i i k l m n o p r s t u f h c ch sh sh i e u a - - e i
        """.split(),
        strict=True,
    )
)
# Letters that different languages write for one sound.
_SOUNDS = (
    ("tsch", "ch"), ("shch", "sh"), ("dzh", "j"), ("sch", "sh"), ("ph", "f"), ("ck", "k"),
    ("qu", "k"),
    ("zh", "j"), ("ts", "c"), ("tz", "c"), ("kh", "h"), ("x", "ks"), ("w", "v"), ("q", "k"),
    ("y", "i"), ("c", "k"), ("z", "s"), ("g", "j"),
)  # fmt: skip
_SOFTENS = str.maketrans("", "", "yij-'")
_VOWELS = str.maketrans("", "", "aeiouh'")


def latin(word: str) -> str:
    """Return the word in Latin letters, if it is in Cyrillic ones."""
    return "".join(_CYRILLIC.get(letter, letter) for letter in word.replace("дж", "дж")).replace(
        "dzh", "j"
    )


@lru_cache(maxsize=8192)
def sounds_alike(one: str, other: str) -> bool:
    """Tell whether two words in different scripts may be one name, by their consonants."""
    left, right = _skeleton(latin(one)), _skeleton(latin(other))
    if left == right and len(left) == 1:  # "Юля" has one consonant, so the vowels are compared
        return _hard(latin(one)) == _hard(latin(other))
    if min(len(left), len(right)) < 2 or latin(one)[:1] not in _FIRSTS.get(
        latin(other)[:1], latin(other)[:1]
    ):
        return False
    return left == right or (
        min(len(left), len(right)) > 2 and abs(len(left) - len(right)) < 2
        and (left.startswith(right) or right.startswith(left))
    )  # fmt: skip


@lru_cache(maxsize=8192)
def is_exonym(one: str, other: str) -> bool:
    """Tell whether two names may be one in two languages: "Bourgogne" and "Burgundy"."""
    if min(len(one), len(other)) < 6 or one[0] != other[0] or {one, other} & countries():
        return False
    left, right = _skeleton(one), _skeleton(other)
    if min(len(left), len(right)) < 4 or abs(len(left) - len(right)) > 1:
        return False
    return left.startswith(right) or right.startswith(left)


# First letters that may stand for the same sound.
_FIRSTS = dict(
    (
        *(("c", "cksz"), ("k", "ckq"), ("z", "zcs"), ("v", "vw"), ("w", "wv"), ("j", "jgidyz")),
        *(("g", "gjh"), ("y", "yiejau"), ("i", "iyj"), ("e", "eyj"), ("x", "xkh"), ("h", "hxgk")),
        *(("q", "qk"), ("f", "fp"), ("u", "uyw"), ("a", "ay"), ("d", "dj")),
    )
)


@lru_cache(maxsize=8192)
def is_slip(typed: str, meant: str) -> bool:
    """Tell whether a typed word may be a misspelling of another: "pegeuot" of "peugeot".

    A word that is itself a name is not a misspelling: "Julia" of Julie, "Austria" of Australia.
    """
    longest = max(len(typed), len(meant))
    if min(len(typed), len(meant)) < 4 or longest < 5 or typed[0] != meant[0]:
        return False
    if any(letter.isdigit() for letter in typed + meant):
        return False
    if typed in given_names() or typed in countries() or typed in well_known():
        return False
    return _distance(typed, meant, 2) <= (1 if longest < 7 else 2)


@lru_cache(maxsize=8192)
def are_cognates(one: str, other: str) -> bool:
    """Tell whether words of two languages are alike: "allergique" and "allergic"."""
    if min(len(one), len(other)) < 5 or one.isascii() != other.isascii():
        return len(one) > 4 < len(other) and sounds_alike(one, other)
    shared = shared_start(one, other)
    return shared > 4 or (shared > 3 and shared * 2 > max(len(one), len(other))) or (
        shared > 2 and _distance(one, other, 3) * 3 <= max(len(one), len(other))
    )  # fmt: skip


def are_forms(one: str, other: str) -> bool:
    """Tell whether two plain words are forms or misspellings of one word."""
    return akin(one, other) or is_slip(one, other)


def _skeleton(word: str) -> str:
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    bare = word.translate(_VOWELS)
    return "".join(letter for at, letter in enumerate(bare) if bare[at - 1 : at] != letter)


def _hard(word: str) -> str:
    """The letters of a word without those that only soften the next one: "ula" for "yulia"."""
    return word.translate(_SOFTENS)


def _distance(one: str, other: str, most: int) -> int:
    """The edit distance with exchanges of neighbours (Damerau-Levenshtein), at most `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, right in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
