"""Finds secrets in text, and removes them before a model or the profile gets the text. Pure.

Two maintained libraries know the formats of secrets: `bc-detect-secrets` (keys of services,
credentials in URLs, names of settings that hold a secret) and `python-stdnum` (numbers with a
check digit). This package adds the words in which people speak of a secret, and a measure of
randomness.

* `keys` finds keys and tokens;
* `named` finds what the text calls a secret, `judged` tells whether that is one;
* `numbers` finds card, account and identity numbers;
* `commands`, `pairs`, `codes` and `phrases` find secrets on command lines, beside a user's name,
  after the name of a code, and of several words; `tables` finds them in columns, and `syntax`
  by their place in a file format, function call or protocol;
* `recited` finds pass phrases and seed words by the subject of the text;
* `asked` finds words that one enters or says when a program or a guard asks for them;
* `nearby` finds words that look like a password where the text speaks of logging in;
* `weighed` finds words by their looks and by all words near them, with weights that were fitted
  to rows of several authors; plain words and phrases are `placed` where people tell secrets, and
  `places` has the roles of the words beside them;
* `library` loads `bc-detect-secrets`.

Each loads its library, which takes a quarter of a second, when it gets the first text.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from ..patterns import regex
from . import (
    asked,
    codes,
    commands,
    first_look,
    keys,
    named,
    nearby,
    numbers,
    pairs,
    phrases,
    recited,
    spelled,
    syntax,
    tables,
    weighed,
)

Span = tuple[int, int]

REDACTED = "[secret]"

# In characters. The libraries' expressions take up to quadratic time, so text is searched in
# pieces. Two pieces of a line overlap by more than the length of a key.
_PIECE = 2000
_OVERLAP = 500

# The texts whose secrets were last found are not searched again: a prompt is searched for what is
# secret in the whole conversation, and then cleaned. Largest text, in characters; number of texts.
_LONGEST_KEPT = 40_000
_KEPT = 32

_DIGIT = regex(r"\d")
# Each kind, and a quick test that rules it out for most pieces of text.
_KINDS: tuple[tuple[Any, Callable[[str], object] | None], ...] = (
    (keys, partial(first_look.has_long_word, length=12)),
    (named, None),
    (numbers, first_look.NUMBERS.search),
    (commands, None),
    (pairs, None),
    (asked, None),
    (codes, _DIGIT.search),
    (syntax, None),
)

# In characters. A shorter secret, such as a PIN, may mean something else elsewhere in the text.
_SHORTEST_REPEATED = 6
_WORD = regex(r"[^\s\"'`“”„«»<>(){}\[\],;]+")

# A line, with the one before it if that ends in ":" or "=", as "Password:" does.
_LINE = regex(r"(?:[^\n]+[:=][ \t]*\n)?[^\n]+")
_MARK = regex(re.escape(REDACTED))
# RFC 7468. Without an end mark, as in a truncated text, all that follows belongs to the key.
_PRIVATE_KEY = regex(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----")
_PRIVATE_KEY_END = regex(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----")
_PUBLIC_BLOCK = regex(
    r"-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE|CERTIFICATE REQUEST)-----"
)
_PUBLIC_BLOCK_END = regex(r"-----END [A-Z ]{6,24}-----|\n(?=\n|[^A-Za-z0-9+/=\n]|\S+ )")


def redacted(text: str, known: Collection[str] = ()) -> str:
    """Return the text with every secret in it replaced by `[secret]`, and the rest unchanged.

    A secret found in it, or one of the `known` secrets, is replaced everywhere: an answer may
    repeat a password without calling it one. Never raises. It is idempotent.
    """
    # Removing a secret may reveal another one beside it. The loop ends, as each round removes text.
    while (cleaned := _cleaned(text, known)) != text:
        text = cleaned
    return text


def holds_secret(text: str) -> bool:
    """Tell whether there is a secret in the text."""
    return _cleaned(text) != text


def secrets_in(*texts: str) -> frozenset[str]:
    """Return the secrets in the texts that are long enough to be recognized elsewhere."""
    return _repeatable(text[start:end] for text in texts for start, end in _found(text))


def _cleaned(text: str, known: Collection[str] = ()) -> str:
    found = _found(text)
    known = _repeatable(known) | _repeatable(text[start:end] for start, end in found)
    marks = (mark.span() for mark in _MARK.finditer(text))
    parts, at = [], 0
    for start, end in _merged([*marks, *found, *_repeated(text, known)]):
        parts.append(text[at:start])
        at = end
    return REDACTED.join([*parts, text[at:]])


def _repeatable(values: Iterable[str]) -> frozenset[str]:
    return frozenset(value for value in values if len(value) >= _SHORTEST_REPEATED)


def _repeated(text: str, known: Collection[str]) -> Iterator[Span]:
    for word in _WORD.finditer(text) if known else ():
        for start, end in (word.span(), (word.start(), word.start() + len(word[0].rstrip(".:!?")))):
            if text[start:end] in known:
                yield start, end


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, with those that overlap or touch joined."""
    start = end = -1
    for span in sorted(spans):
        if span[0] > end:
            if end > start:
                yield start, end
            start, end = span
        end = max(end, span[1])
    if end > start:
        yield start, end


def _found(text: str) -> tuple[Span, ...]:
    return _found_before(text) if len(text) <= _LONGEST_KEPT else tuple(_secrets(text))


@lru_cache(maxsize=_KEPT)
def _found_before(text: str) -> tuple[Span, ...]:
    return tuple(_secrets(text))


def _secrets(text: str) -> Iterator[Span]:
    yield from _blocks(text, _PRIVATE_KEY, _PRIVATE_KEY_END)
    yield from phrases.secrets(text)
    yield from spelled.secrets(text)
    yield from recited.secrets(text)
    yield from nearby.secrets(text)
    yield from weighed.secrets(text)
    yield from tables.secrets(text)
    public = list(_blocks(text, _PUBLIC_BLOCK, _PUBLIC_BLOCK_END))
    for offset, piece in _pieces(text):
        while public and public[0][1] <= offset:
            public.pop(0)
        if public and public[0][0] <= offset:
            continue
        for kind, wanted in _KINDS:
            if wanted and not wanted(piece):
                continue
            for start, end in kind.secrets(piece):
                yield offset + start, offset + end
                if kind is keys:
                    yield from keys.continued(text, offset + start, offset + end)


def _blocks(text: str, begins: re.Pattern[str], ends: re.Pattern[str]) -> Iterator[Span]:
    at = 0
    while begin := begins.search(text, at):
        end = ends.search(text, begin.end())
        at = end.end() if end else len(text)
        yield begin.start(), at


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the text, long lines in overlapping pieces, each with its offset."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        while end - start > _PIECE:
            yield start, text[start : _at_space(text, start + _PIECE)]
            start = _at_space(text, start + _PIECE - _OVERLAP)
        yield start, text[start:end]


def _at_space(text: str, at: int) -> int:
    """The index of the last space shortly before `at`, or `at` if there is none."""
    space = text.rfind(" ", at - _OVERLAP // 2, at)
    return at if space < 0 else space
