"""Finds signs in the words around a text that it was pasted: "he wrote me this". Pure.

Each sign is a regular expression for six languages. It is searched only in the few words next to
the text, which bounds the time.
"""

import re

from ..words import sentences
from . import wording
from .style import is_own

_NEAR = 320


_NOT_OWN = "this"


def above(text: str) -> set[str]:
    """Return the signs at the end of a text that the text below it was, or was not, pasted."""
    last = sentences(text[-2 * _NEAR :])[-3:]
    near = " ".join(last)[-_NEAR:]
    found = _signs(near, text.rstrip()[-1:])
    found |= {"shows"} if wording.SHOWS_AT_END.search(near) else set()
    found |= {"announces"} if _announces(near) else set()
    found |= {"dictates"} if dictates(near) and near.rstrip()[-1:] in ":：" else set()
    found |= {"own"} if last and is_own(last[-1]) else set()
    if sum(map(is_own, sentences(text[-1_000:]))) > 3:
        found.add("narrates")
    return found


def before(text: str) -> float:
    """Return a rough score for the words before a colon: how likely a paste follows."""
    found = above(text)
    if "announces" in found:
        return 0.0
    return (
        2.0 * ("says" in found)
        + 2.0 * ("works" in found)
        + len(found & {"here", "text", "they"})
        + 1.5 * ("shows" in found)
    )


def _announces(near: str) -> bool:
    last = "".join(sentences(near)[-1:])
    return bool(
        (wording.OWN.search(last) and not wording.SPEAKS.search(last))
        or dictates(near)
        or (last[-1:] in ":：" and is_own(last) and not _is_about_a_text(last))
        or (wording.SHOWS_AT_END.search(last) and wording.HEADING.match(last))
    )


def _is_about_a_text(words: str) -> bool:
    about = (wording.SPEAKS, wording.WORKS, wording.TEXTS, wording.SOURCE)
    return any(expression.search(words) for expression in about)


def attributes(label: str) -> bool:
    """Tell whether the words before a colon attribute what follows to somebody else."""
    last = "".join(sentences(label)[-1:])
    if wording.I_SPEAK.search(label) or wording.REPORTED.search(last) or wording.OWN.search(last):
        return False
    is_text = wording.TEXTS.search(last) and not wording.WORKS.search(last)
    whose = (
        wording.SOURCE.search(last)
        or wording.PEOPLE.search(last)
        or wording.THEY.search(last)
        or "@" in last
    )
    return bool(wording.SPEAKS.search(last) or (is_text and whose))


def dictates(text: str) -> bool:
    """Tell whether the last sentence of a text asks to write what the user wants to say."""
    return bool(wording.DICTATES.match("".join(sentences(text)[-1:])))


def asks(text: str) -> bool:
    """Tell whether a text contains a question or a request."""
    return wording.ASKS.search(text)


def is_heading(label: str) -> bool:
    """Tell whether the words before a colon are a heading for the user's own words."""
    return bool(wording.HEADING.match(label))


def shows(text: str) -> bool:
    """Tell whether a text ends by pointing to what follows: with a colon, or "this"."""
    return bool(wording.SHOWS_AT_END.search(text[-_NEAR:]))


def signs_off(text: str) -> bool:
    """Tell whether a paragraph begins with words that end a letter."""
    return bool(wording.SIGNS_OFF.match(text))


def of_oneself(before: str, after: str) -> bool:
    """Tell whether the words around a quotation say that the user said it."""
    if (
        wording.I_SPEAK.search(before)
        or wording.MY_WORDS.search(before)
        or wording.I_SPEAK.match(after.lstrip(" ,."))
    ):
        return True
    *_, since = wording.SAYS_I.split(before) if wording.SAYS_I.search(before) else [_NOT_OWN]
    return not any(
        pattern.search(since)
        for pattern in (
            wording.GETS,
            wording.WORKS,
            wording.HERE,
            wording.TEXTS,
            wording.PEOPLE,
            wording.THEY,
            wording.SPEAKS,
        )
    )


def below(text: str, shown: str, over: str = "") -> set[str]:
    """Return the signs in a text that the text above it, `shown`, was, or was not, pasted.

    `over` is the text above `shown`. A pronoun below may refer to a person named in it.
    """
    near = re.split(r"\n[ \t]*\n", text[:_NEAR], maxsplit=1)[0]
    found = _signs(near, near.rstrip()[-1:])
    if "they" in found:
        # Nobody is named to whom "she" can refer, so "she" is the author.
        named = f"{over[-600:]}\n{shown[:1_500]}"
        if wording.THEY.search(near) and not (
            wording.THEY.search(named) or wording.PEOPLE.search(named)
        ):
            found.add("nobody named")
    found |= {"points up"} if wording.POINTS_UP.match(near) else set()
    found |= {"asks"} if wording.ASKS.search(near) else set()
    found |= {"question"} if wording.QUESTION_AT_END.search(text) else set()
    found |= {"small letter"} if near[:1].islower() and shown[:1].isupper() else set()
    found |= {"signs off"} if wording.SIGNS_OFF.match(near) else set()
    found |= {"own"} if is_own(near) else set()
    return found


def points_up(text: str) -> bool:
    """Tell whether a paragraph refers to a text above it, by a few signs."""
    found = below(text, "")
    about = found & {"here", "text", "they", "nobody named", "asks"}
    return bool(
        "points up" in found
        or ("works" in found and about)
        or ("they" in found and "asks" in found)
    )


def replies(words: str, shown: str) -> bool:
    """Tell whether words below a text speak of it, or ask for something."""
    found = below(words, shown)
    return bool(
        found & {"points up", "works", "asks", "question", "small letter", "says it"}
        or ("here" in found and found & {"text", "they", "says"})
    )


def _signs(near: str, ends: str) -> set[str]:
    patterns = {"works": wording.WORKS, "here": wording.HERE, "text": wording.TEXTS}
    found = {name for name, pattern in patterns.items() if pattern.search(near)}
    if wording.THEY.search(near) or wording.PEOPLE.search(near):
        found.add("they")
    speaks = (
        wording.SPEAKS.search(near)
        and not wording.REPORTED.search(near)
        and not wording.I_SPEAK.search(near)
    )
    if speaks or wording.SOURCE.search(near):
        found.add("says")
    if speaks and ends.isalnum():
        found.add("says, open")
    if ends in ".!。":
        found.add("period")
    if ends in "?？":
        found.add("asked")
    if "works" in found and found & {"here", "text", "they"}:
        found.add("works on it")
    if "says" in found and found & {"here", "text"}:
        found.add("says it")
    return found
