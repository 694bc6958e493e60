"""The marks at the end of a fact's line: ` #pin` and ` #local`. They are no part of it. Pure.

They are read as people type them: after a space that does not break, with a full stop, in
brackets, as an input method writes them, or among other hashtags. Only ` #local` is written.
"""

import re
from typing import NamedTuple

PIN = "pin"
"""The mark of a fact that is never moved to the archive."""

LOCAL = "local"
"""The mark of a fact that was learned on this machine and stays there: see `egress`."""

WIDE = "＃"
"""The number sign of input methods for Chinese and Japanese, which begins a mark, too."""

# Letters that nobody sees count as blanks.
_BLANK = r"\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_WORD = re.compile(rf"[^{_BLANK}]+")
_NAME = re.compile(r"\W*(\w+(?:[/-]\w+)*)\W*")


class Marked(NamedTuple):
    """A text without the marks at its end, and the names of these marks, each once."""

    text: str
    marks: tuple[str, ...] = ()


def may_be_local(text: str) -> bool:
    """Tell by its letters alone whether a text may have the mark LOCAL."""
    return WIDE in text or f"#{LOCAL}" in text.lower()


def read(text: str, *, is_whole: bool = True) -> Marked:
    """Return a text and the marks at its end. It is unchanged, to the byte, if it has none.

    Of a whole text the first word is no mark.
    """
    if "#" not in text and WIDE not in text:
        return Marked(text)
    words = list(_WORD.finditer(text))
    found: list[str] = []
    kept: list[str] = []
    first = len(words)
    while first > is_whole and (names := _hashtags(words[first - 1][0])) is not None:
        first -= 1
        start = words[first - 1].end() if first else 0
        if not names or not all(name in (PIN, LOCAL) for name in names):
            kept.append(text[start : words[first].end()])
        found += [name for name in reversed(names) if name in (PIN, LOCAL)]
    if not found:
        return Marked(text)
    head = text[: words[first - 1].end()] if first else ""
    return Marked("".join([head, *reversed(kept)]), tuple(dict.fromkeys(reversed(found))))


def without_marks(text: str) -> str:
    """Return a fact, or a profile, without the marks at the ends of its lines."""
    if "#" not in text and WIDE not in text:
        return text
    return "\n".join(_without(line) for line in text.split("\n"))


def _without(line: str) -> str:
    found = read(line)
    return found.text + "\r" * line.endswith("\r") if found.marks else line


def _hashtags(word: str) -> list[str] | None:
    """The names of the hashtags in a word that has nothing else; None if it has something else."""
    if WIDE in word:  # then the letters may be wide, too
        from unicodedata import normalize

        word = normalize("NFKC", word)
    before, *tags = word.casefold().split("#")
    if any(map(str.isalnum, before)):
        return None
    names = [_NAME.fullmatch(tag) for tag in tags]
    return [name[1] for name in names if name] if all(names) else None
