"""Secrets in text: found, and taken out, before a model or the profile sees them. Pure.

What a secret looks like is known to two maintained libraries: `bc-detect-secrets` (the keys of
services, credentials in URLs, what settings with a secret are called) and `python-stdnum`
(numbers with a check digit). Ours are the words in which people speak of a secret, and the
measure for letters too random for a word. `keys`, `named` and `numbers` each find one sort; they
load the libraries, which takes a quarter of a second, when the first text is looked at.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from . import keys, named, numbers

Span = tuple[int, int]

REDACTED = "[secret]"

# The libraries' expressions take up to quadratic time, so they see one piece at a time. Two
# pieces of a line overlap by more than a key is long.
_PIECE = 2000
_OVERLAP = 500

# A secret as short as a PIN may mean something else where it stands alone.
_MEMORABLE = 6
_WORD = re.compile(r"[^\s\"'`“”„«»<>(){}\[\],;]+")

# A line, with the one before it if that ends as "Password:" does.
_LINE = re.compile(r"(?:[^\n]+[:=][ \t]*\n)?[^\n]+")
_MARK = re.compile(re.escape(REDACTED))
# RFC 7468. Without an end, as in a text that was cut, all that follows is the key's.
_PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----")
_PRIVATE_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----")


def redacted(text: str, known: Collection[str] = ()) -> str:
    """Return the text with every secret in it replaced by `[secret]`, the rest as it was.

    What was found, or is among the `known` secrets, is replaced also where nothing else tells it:
    an answer repeats a password without its name. Never raises; what is redacted already stays
    as it is.
    """
    # Beside what is gone, the rest may read differently. Each time less of it is left.
    while (cleaned := _cleaned(text, known)) != text:
        text = cleaned
    return text


def holds_secret(text: str) -> bool:
    """Tell whether there is a secret in the text."""
    return _cleaned(text) != text


def secrets_in(text: str) -> frozenset[str]:
    """Return the secrets in a text that are long enough to be known again elsewhere."""
    return _memorable(text[start:end] for start, end in _secrets(text))


def _cleaned(text: str, known: Collection[str] = ()) -> str:
    found = list(_secrets(text))
    known = _memorable(known) | _memorable(text[start:end] for start, end in found)
    marks = (mark.span() for mark in _MARK.finditer(text))
    kept, at = [], 0
    for start, end in _merged([*marks, *found, *_repeated(text, known)]):
        kept.append(text[at:start])
        at = end
    return REDACTED.join([*kept, text[at:]])


def _memorable(values: Iterable[str]) -> frozenset[str]:
    return frozenset(value for value in values if len(value) >= _MEMORABLE)


def _repeated(text: str, known: Collection[str]) -> Iterator[Span]:
    for word in _WORD.finditer(text) if known else ():
        for start, end in (word.span(), (word.start(), word.start() + len(word[0].rstrip(".:!?")))):
            if text[start:end] in known:
                yield start, end


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    """Join the spans that overlap or touch."""
    start = end = -1
    for span in sorted(spans):
        if span[0] > end:
            if end > start:
                yield start, end
            start, end = span
        end = max(end, span[1])
    if end > start:
        yield start, end


def _secrets(text: str) -> Iterator[Span]:
    yield from _private_keys(text)
    for offset, piece in _pieces(text):
        for found in (keys.secrets(piece), named.secrets(piece), numbers.secrets(piece)):
            for start, end in found:
                yield offset + start, offset + end


def _private_keys(text: str) -> Iterator[Span]:
    at = 0
    while begin := _PRIVATE_KEY.search(text, at):
        end = _PRIVATE_KEY_END.search(text, begin.end())
        at = end.end() if end else len(text)
        yield begin.start(), at


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Cut into lines, and long lines into pieces, each with the place where it begins."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        while end - start > _PIECE:
            yield start, text[start : _at_space(text, start + _PIECE)]
            start = _at_space(text, start + _PIECE - _OVERLAP)
        yield start, text[start:end]


def _at_space(text: str, at: int) -> int:
    """Return where the last space before `at` is, if there is one near."""
    space = text.rfind(" ", at - _OVERLAP // 2, at)
    return at if space < 0 else space
