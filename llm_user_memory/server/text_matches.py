"""Finds texts of the named user that may say something, in any form of its words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..text import prefixes
from ..text.fingerprints import unbroken
from ..text.patterns import regex

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# `prefixes.plain` in SQL; its three values are those below.
_PLAIN = (
    "replace(regexp_replace(translate("
    "normalize(lower(normalize(replace(text, '´', ''''), nfkc)), nfd), %s, %s), %s, '', 'g'), "
    "'ß', 'ss')"
)
_VALUES = (*prefixes.FOLDED, prefixes.REMOVED)

# So many rows are fetched at once: what is done with them takes time, and no transaction is idle.
_BATCH = 10

# Of a long text, so many words are looked for: enough to find few others.
_MOST_WORDS = 8

# So many texts are looked for in one query.
_MOST_GROUPS = 500

# In characters: what is longer is cut down to the sentences that may say what is looked for.
_LONG = 2_000
_MOST_CUT_FOR = 50

# The forms of each word of a text.
_Group = Sequence[frozenset[prefixes.Form]]


def rows(
    db: "Connection[DictRow]", texts: str, wanted: Iterable[str], *, newest_first: bool = False
) -> "Iterator[DictRow]":
    """Yield the rows that may say one of the wanted texts, in the order of their `place`.

    `texts` is a query whose rows have a `text` and a `place`. Each row that says one of these facts
    by `fingerprints.says`, or has it as a sentence, is among them. If very much is wanted, that is
    done in several queries, and a row may come again.
    """
    groups = _least(group for each in wanted for group in prefixes.of_fact(each) if group)
    for first in range(0, len(groups), _MOST_GROUPS):
        yield from _rows(db, texts, groups[first : first + _MOST_GROUPS], newest_first)


def cutting_to(wanted: Iterable[str]) -> Callable[[str], str]:
    """Return what cuts texts down to their sentences that may say one of these.

    To compare a text of 100,000 characters takes seconds. Short texts are left whole, and so are
    all if very much is wanted.
    """
    groups = _least(group for each in wanted for group in prefixes.of_fact(each) if group)
    patterns = [[regex(prefixes.pattern(forms)) for forms in group] for group in groups]

    def may_say(sentence: str) -> bool:
        plain = prefixes.plain(sentence)
        return any(all(each.search(plain) for each in group) for group in patterns)

    def cut(text: str) -> str:
        if len(text) < _LONG or len(groups) > _MOST_CUT_FOR:
            return text
        return "\n\n".join(filter(may_say, unbroken(" ".join(text.split()))))

    return cut


def _rows(
    db: "Connection[DictRow]", texts: str, groups: Sequence[_Group], newest_first: bool
) -> "Iterator[DictRow]":
    conditions = " or ".join(
        "(" + " and ".join(["plain ~ %s"] * len(group)) + ")" for group in groups
    )
    patterns = [prefixes.pattern(forms) for group in groups for forms in group]
    with db.cursor(name="text_matches") as cursor:
        cursor.itersize = _BATCH
        cursor.execute(
            f"select texts.* from ({texts}) as texts "
            f"cross join lateral (select {_PLAIN} as plain offset 0) as folded "
            f"where {conditions} order by place {'desc' if newest_first else 'asc'}",
            [*_VALUES, *patterns],
        )
        yield from cursor


def _least(groups: Iterable[_Group]) -> list[_Group]:
    """The groups without those that ask for more than another: a quote has the fact's words."""
    found: list[frozenset[frozenset[prefixes.Form]]] = []
    for group in sorted(map(frozenset, groups), key=len):
        if not any(other <= group for other in found):
            found.append(group)
    return [
        sorted(group, key=lambda forms: (-_length(forms), sorted(forms)))[:_MOST_WORDS]
        for group in found
    ]


def _length(forms: frozenset[prefixes.Form]) -> int:
    return min(len(form.letters) for form in forms)
