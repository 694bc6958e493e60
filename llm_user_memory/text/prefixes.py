"""The prefixes of words that may be forms of a word, to find texts that may say a fact. Pure.

`fingerprints.says` decides whether a text says a fact. It takes milliseconds for each text, and a
database finds the texts with such prefixes at once.
"""

from unicodedata import normalize

from . import nouns_of_verbs, verb_forms
from .fingerprints import unbroken
from .patterns import regex
from .words import content_words, fold, root, stem

# A word of a text may have another ending, and "flies" is a form of "fly".
_LONGEST = 5

REMOVED = "[\u0300-\u036f'’ʼ‘‛`\u00ad\u200b-\u200f\u2060\ufeff]"
"""What `plain` removes: a pattern for Python and for PostgreSQL."""

_REMOVED = regex(REMOVED)


def plain(text: str) -> str:
    """Return a text as prefixes are looked for in it: in lower case, without accents."""
    text = normalize("NFD", normalize("NFKC", text.replace("´", "'")).lower())
    return _REMOVED.sub("", text).replace("ß", "ss")


def of_fact(fact: str) -> list[list[frozenset[str]]]:
    """Return what stands in each text that says a fact: all of one of the lists.

    Of each set one prefix stands somewhere in the text, as `plain` returns it.
    """
    parts = unbroken(fact)
    telling = [part for part in parts if len(parts) == 1 or len(set(content_words(part))) > 1]
    return [of_words(part) for part in (telling or [fact])]


def of_words(text: str) -> list[frozenset[str]]:
    """Return the prefixes of the forms of each content word of a text, or of each word.

    In a text that has all these words in some form there stands one of each set.
    """
    words = set(verb_forms.compared(text)) or set(fold(text).split())
    return [_of_word(word) for word in sorted(words)]


def _of_word(word: str) -> frozenset[str]:
    verbs = verb_forms.like(word)
    said = {stem(word), root(word), verb_forms.lemma(word), *verbs}
    for verb in {word, *verbs}:
        said |= nouns_of_verbs.nouns(verb)
    shortened = {form for each in said for form in (each, stem(each), root(each))}
    return frozenset(plain(each)[:_LONGEST].rstrip("y") for each in shortened)
