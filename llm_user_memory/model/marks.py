"""Adds marks to the facts in the request's copy of the profile, and removes them again. Pure.

A mark says when the user last said a fact, or that they wrote the line themselves. Models copy it
along with the fact, so it is removed from their answers. It contains the word "said", because a
fact may itself end in a month: "Marathon in Bergen — 2027-04".
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from ..profile.document import facts, find_fact, lines_of
from ..profile.edits import Edit
from ..text.patterns import regex
from ..text.words import fold

OWN_LINE = " — own line"

# Only so many characters at the end of a fact are searched for a mark: regular expressions that
# begin with spaces take quadratic time on long runs of them.
_LONGEST = 40

_SAID = r"said:?\s+(?:in\s+)?\d{4}-\d\d"
_ENDING = r"[\s.,;)\]]*\Z"
_MARK = regex(rf"\s*(?:[—–―|-]+|[(\[])\s*(?:{_SAID}|own\s+line){_ENDING}", re.I)
# In the name of an old fact, a model may shorten or reword the mark. So more is taken for a mark,
# if the profile has the fact without it.
_MAYBE_A_MARK = regex(
    rf"\s*(?:[—–―|,-]+|[(\[])?\s*(?:(?:last\s+)?(?:{_SAID}|\d{{4}}-\d\d)|own(?:\s+line)?){_ENDING}",
    re.I,
)


def said_in(month: str) -> str:
    """Return the mark of a fact that was last said in the month ("2026-03")."""
    return f" — said {month}"


def marked(profile: str, said: Mapping[str, str]) -> str:
    """Return the profile with a mark at the end of each fact that `said` has.

    `said` maps the folded text of facts to a month, and to "" for lines that the user wrote.
    """
    lines = lines_of(profile)
    for fact in facts(profile):
        month = said.get(fold(fact.text))
        if month is not None:
            last = lines[fact.stop - 1]
            words = last.rstrip()
            mark, ending = said_in(month) if month else OWN_LINE, last[len(words) :].lstrip(" \t")
            lines[fact.stop - 1] = words + mark + ending
    return "".join(lines)


def without_marks(edit: Edit, profile: str) -> Edit:
    """Return the edit without the marks that a model copied into its facts."""
    return replace(edit, old=_old(edit.old, profile), new=without_mark(edit.new))


def without_mark(fact: str) -> str:
    """Return the fact without the marks at its end."""
    return _without(_MARK, fact)[-1]


def _old(old: str, profile: str) -> str:
    """The name of the old fact, without a mark that the profile does not have."""
    shorter = _without(_MAYBE_A_MARK, old)
    named = (text for text in shorter if find_fact(profile, text)) if shorter[1:] else ()
    return next(iter(named), without_mark(old))


def _without(mark: re.Pattern[str], fact: str) -> list[str]:
    """The fact, followed by what is left of it after removing one mark, two marks, and so on."""
    found = [fact]
    while match := mark.search(found[-1], max(0, len(found[-1]) - _LONGEST)):
        if not match.start():
            break
        found.append(found[-1][: match.start()])
    return found
