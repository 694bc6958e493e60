"""The argument and the results of the functions behind pages and actions, and what they share."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import ProfileError
from ..profile.document import Fact, facts
from ..settings import Settings
from ..store.profile import versions
from ..store.profile.history import Version
from ..store.state import Store
from ..text.plurals import counted

Form = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Call:
    """A request about one profile: its opened store, and the fields of the URL and of the form."""

    store: Store
    settings: Settings
    query: Mapping[str, str]
    form: Form = field(default_factory=dict)

    @cached_property
    def version(self) -> Version:
        """The version of the profile before the action; raises what `versions.read` raises.

        It is read on first use, so that an action that does not need the profile also works when
        the profile cannot be read.
        """
        return versions.read(self.store)

    def typed(self, name: str) -> str:
        """Return a field of the form, stripped; "" if there is none."""
        return (self.form.get(name) or [""])[0].strip()

    def number(self, name: str, default: int) -> int:
        """Return a non-negative number in the URL or the form; `default` if there is none."""
        text = self.query.get(name) or self.typed(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else default


@dataclass(frozen=True)
class Page:
    """A page to show: the name of its template, and the template's variables."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """A finished action: the message to show, and the page to show it on.

    `to` is "" for the page that the form is on.
    """

    text: str
    to: str = ""


@dataclass(frozen=True)
class Paged:
    """One page of a list: its items, its number and that of the last page (both from 1).

    `total` is the number of items in the whole list.
    """

    items: Sequence[Any]
    page: int
    last: int
    total: int


def paged(found: Sequence[Any], page: int, size: int) -> Paged:
    """Return one page of a list; a number outside the list gives the first or the last page."""
    last = max(1, -(-len(found) // size))
    page = min(max(page, 1), last)
    return Paged(found[(page - 1) * size : page * size], page, last, len(found))


def key_of(fact: Fact) -> str:
    """Return the hash that names a fact in URLs and forms, to keep facts out of browser history."""
    said = f"{fact.section}\0{fact.text}".encode(errors="surrogatepass")
    return hashlib.sha256(said).hexdigest()[:24]


def fact_of(text: str, key: str) -> Fact:
    """Return the fact of a profile with this key. Raises ProfileError if there is none."""
    for fact in facts(text):
        if key_of(fact) == key:
            return fact
    raise ProfileError("The profile has no such fact any more.", untouched="Nothing was changed.")


def change(before: Version, after: Version | None) -> str:
    """Return a sentence about a change of the profile, as the commands print it."""
    from ..profile.differences import differences

    if after is None:
        return "The profile is as it was."
    removed, added, moves = differences(before.text, after.text)
    said = f"{counted(len(added), 'line')} added, {counted(len(removed), 'line')} removed"
    if moves:
        said += f", {counted(len(moves), 'fact')} moved to the archive or from it"
    if after.restores is not None:
        return f"Version {after.n}, as version {after.restores} was: {said}."
    return f"Version {after.n}: {said}. Undo goes back."
