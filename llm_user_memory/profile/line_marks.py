"""The marks at the end of a fact's line, ` #pin` and ` #local`, which are not part of it. Pure.

They are read as people type them: after any space or none, with a full stop, in brackets or
emphasis, in full-width forms, with invisible characters, or among other hashtags. Only ` #local`
is written. Every prompt loads this module.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

PIN = "pin"
"""The mark of a fact that is never moved to the archive."""

LOCAL = "local"
"""The mark of a fact that was learned on this machine and must stay there: see `egress`."""

# Full-width number signs of Chinese and Japanese input methods, which begin a mark too.
_WIDE = "＃﹟"

# Invisible characters outside of the invisible categories: fillers, and the empty Braille pattern.
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"


class Marked(NamedTuple):
    """A text without the marks at its end, and the names of these marks, each once."""

    text: str
    marks: tuple[str, ...] = ()


def may_be_local(text: str) -> bool:
    """Tell by a quick test of its characters whether a text may have the mark LOCAL."""
    return any(_begins(tag, LOCAL) for tag in _tags(text))


def marks_local(typed: str) -> bool:
    """Tell whether the user typed the mark LOCAL at the end of a line of a prompt.

    Then the whole prompt stays on this machine. A line may be the mark alone.
    """
    if not may_be_local(typed):
        return False
    return any(LOCAL in read(line, is_whole=False).marks for line in typed.splitlines())


def may_be_marked(text: str) -> bool:
    """Tell by a quick test of its characters whether a text may have a mark."""
    return any(_begins(tag, LOCAL) or _begins(tag, PIN) for tag in _tags(text))


def read(text: str, *, is_whole: bool = True) -> Marked:
    """Return a text and the marks at its end. Without marks it is unchanged, byte for byte.

    The first word of a whole text is never a mark.
    """
    if not may_be_marked(text):
        return Marked(text)
    words = list(_words(text))
    found: list[str] = []
    kept: list[str] = []
    first = len(words)
    while first > is_whole and (names := _hashtags(text[slice(*words[first - 1])])) is not None:
        first -= 1
        start = words[first - 1][1] if first else 0
        if not names or not all(name in (PIN, LOCAL) for name in names):
            kept.append(text[start : words[first][1]])
        found += [name for name in reversed(names) if name in (PIN, LOCAL)]
    if not found:
        return Marked(text)
    head = text[: words[first - 1][1]] if first else ""
    return Marked("".join([head, *reversed(kept)]), tuple(dict.fromkeys(reversed(found))))


def has_only_hashtags(line: str) -> bool:
    """Tell whether the words of a line are all hashtags, or signs such as ">"."""
    return all(_hashtags(line[slice(*word)]) is not None for word in _words(line))


def without_marks(text: str) -> str:
    """Return a fact, or a profile, without the marks at the ends of its lines."""
    if not may_be_marked(text):
        return text
    return "\n".join(_without(line) for line in text.split("\n"))


def _without(line: str) -> str:
    found = read(line)
    return found.text + "\r" * line.endswith("\r") if found.marks else line


def _tags(text: str) -> list[str]:
    """The text after each number sign, up to the next one."""
    if "#" not in text and (text.isascii() or not any(sign in text for sign in _WIDE)):
        return []  # nearly every line of an archive
    for sign in _WIDE:
        text = text.replace(sign, "#")
    return text.split("#")[1:]


def _begins(tag: str, name: str) -> bool:
    """Whether the visible letters of a tag begin with a name. It stops at the first difference."""
    found = ""
    for letter in tag:
        if letter.isspace():
            return False
        if plain := _plain(letter):
            found += "".join(filter(str.isalnum, plain)).casefold()
            if len(found) >= len(name) or not name.startswith(found):
                return found.startswith(name)
    return False


def _words(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the words. A hashtag at the end of a word is a word of its own."""
    for word in _patterns()[0].finditer(text):
        start, end = word.span()
        sign = next((at for at in range(start, end) if text[at] in "#＃﹟"), start)
        before = _plain(text[start:sign])
        if not _is_hidden(text[sign - 1]) and not _patterns()[2].fullmatch(before):
            sign = start  # for example the fragment of an address
        if start < sign:
            yield start, _end_of_seen(text, start, sign)
        yield sign, end


def _end_of_seen(text: str, start: int, end: int) -> int:
    while end > start + 1 and _is_hidden(text[end - 1]):
        end -= 1
    return end


def _is_hidden(letter: str) -> bool:
    return not letter.isascii() and not _plain(letter)


def _hashtags(word: str) -> list[str] | None:
    """The names of a word's hashtags, or None if the word has anything else."""
    before, *tags = _plain(word).casefold().split("#")
    if any(map(str.isalnum, before)):
        return None
    # Signs alone may close a heading.
    names = [_patterns()[1].fullmatch(tag) for tag in tags if tag]
    return [name[1] for name in names if name] if all(names) else None


def _plain(word: str) -> str:
    """A word in the ordinary forms of its letters, without invisible ones."""
    if word.isascii():
        return word
    from unicodedata import category, normalize

    return "".join(
        letter
        for letter in normalize("NFKC", word)
        if letter not in _FILLERS and category(letter) not in ("Cc", "Cf", "Mn", "Me")
    )


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Patterns: a word; a hashtag's name, perhaps in emphasis; an ordinary word with its signs."""
    return (
        re.compile(r"\S+"),
        re.compile(r"[\W_]*([^\W_]+(?:[/_-]+[^\W_]+)*)[\W_]*"),
        re.compile(r"[\W_]*[^\W_]+[\W_]*"),
    )
