"""The prefixes of words that may be forms of a word, to find texts that may say a fact. Pure.

`fingerprints.says` decides whether a text says a fact. It takes milliseconds for each text, and a
database finds the texts with such prefixes at once.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import normalize

from . import nouns_of_verbs, verb_forms
from .fingerprints import UNSEEN, unbroken
from .patterns import regex
from .words import fold, is_unspaced, root, stem

# A word of a text may have another ending, and "flies" is a form of "fly".
_LONGEST = 5

FOLDED = ("ς\u0345ᲀᲁᲂᲃᲄᲅᲆᲇᲈ", "σιвдосттъѣꙋ")
"""What letters in lower case are for `fold`."""

_FOLDED = str.maketrans(*FOLDED)

REMOVED = "[\u0300-\u036f'’ʼ‘‛`\u00ad\u200b-\u200f\u2060\ufeff]"
"""What `plain` removes: a pattern for Python and for PostgreSQL."""

_REMOVED = regex(REMOVED)

_LETTER = "[a-z0-9]"
# What French and Italian put before a word, and `plain` joins with it: "l'insuline".
_ELIDED = "(?:[cdjlmnst]|qu)?"


def plain(text: str) -> str:
    """Return a text as prefixes are looked for in it: in lower case, without accents."""
    text = normalize("NFD", normalize("NFKC", text.replace("´", "'")).lower())
    return _REMOVED.sub("", text.translate(_FOLDED)).replace("ß", "ss")


class Form(NamedTuple):
    """The letters with which a form of a word begins, or the `whole` form."""

    letters: str
    is_whole: bool = False

    @property
    def pattern(self) -> str:
        """A pattern for what stands at the beginning of a word."""
        end = f"(?!{_LETTER})" if self.is_whole and self.letters.isascii() else ""
        return re.escape(self.letters) + end


def of_fact(fact: str) -> list[list[frozenset[Form]]]:
    """Return what stands in each text that says a fact: all of one of the lists.

    Of each set one form stands somewhere in the text, as `pattern` finds it.
    """
    parts = unbroken(fact)
    telling = [part for part in parts if len(parts) == 1 or len(set(verb_forms.lemmas(part))) > 1]
    return [of_words(part) for part in (telling or [fact])]


def of_words(text: str) -> list[frozenset[Form]]:
    """Return the forms of each content word of a text, or of each word if it has none.

    In a text that has all these words in some form there stands one of each set.
    """
    text = text.translate(UNSEEN)
    words = set(verb_forms.compared(text)) or set(fold(text).split())
    return [_of_word(word) for word in sorted(words)]


def pattern(forms: Iterable[Form]) -> str:
    """Return a pattern for Python and for PostgreSQL that finds one of the forms of a word.

    It is to be searched for in what `plain` returns. Letters that are not in ASCII may stand
    anywhere, as in scripts without spaces.
    """
    words, others = list[str](), list[str]()
    for form in sorted(forms):
        (words if form.letters[:1].isascii() else others).append(form.pattern)
    if words:
        others.append(f"(?:^|[^a-z0-9]){_ELIDED}(?:{'|'.join(words)})")
    return "|".join(others)


def _of_word(word: str) -> frozenset[Form]:
    if is_unspaced(word):
        return frozenset([Form(plain(word)[:1])])  # of a pair, as a text may have a space within
    verbs, bases = verb_forms.like(word), _bases(word)
    said = bases.union(*map(_bases, verbs))
    nouns = {
        noun
        for noun, others in nouns_of_verbs.verbs_of_nouns().items()
        if any(not said.isdisjoint(_bases(verb)) for verb in others)
    }
    shortened = {form for base in bases for form in (base, stem(base), root(base))}
    return frozenset([
        *(Form(plain(base)[:_LONGEST].rstrip("y")) for base in shortened),
        *(Form(plain(form), is_whole=True) for form in {*verbs, *nouns}),
    ])  # fmt: skip


def _bases(word: str) -> set[str]:
    return {stem(word), root(word), verb_forms.lemma(word)}
