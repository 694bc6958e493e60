"""What a page is given, and what it returns."""

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

Form = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Call:
    """A request for one profile: its opened store, and what the address and the form hold."""

    store: Store
    settings: Settings
    query: Mapping[str, str]
    form: Form = field(default_factory=dict)

    @cached_property
    def version(self) -> Version:
        """The current version of the profile, read once: an action asks before it changes it.

        Raises as `versions.current`. So an action that needs no profile works without one.
        """
        return versions.read(self.store)

    def typed(self, name: str) -> str:
        """Return the field of the form, stripped; "" if there is none."""
        return (self.form.get(name) or [""])[0].strip()

    def number(self, name: str, default: int) -> int:
        """Return a number from 0 that stands in the address or the form."""
        text = self.query.get(name) or self.typed(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else default


@dataclass(frozen=True)
class Page:
    """A page to show: the name of its template, and what it is given."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """An action that was carried out: what it says, and the page to go to, "" for where one was."""

    text: str
    to: str = ""


@dataclass(frozen=True)
class Paged:
    """A part of a list: its items, and the numbers, from 1, of this page and of the last one."""

    items: Sequence[Any]
    page: int
    last: int
    total: int


def paged(found: Sequence[Any], page: int, size: int) -> Paged:
    """Return one page of a list; a number beyond the last page is the last."""
    last = max(1, -(-len(found) // size))
    page = min(max(page, 1), last)
    return Paged(found[(page - 1) * size : page * size], page, last, len(found))


def key_of(fact: Fact) -> str:
    """Return by what addresses and forms name a fact, so that no history of a browser has it."""
    said = f"{fact.section}\0{fact.text}".encode(errors="surrogatepass")
    return hashlib.sha256(said).hexdigest()[:24]


def fact_of(text: str, key: str) -> Fact:
    """Return the fact of a profile with this key. Raises ProfileError."""
    for fact in facts(text):
        if key_of(fact) == key:
            return fact
    raise ProfileError("The profile has no such fact any more.", untouched="Nothing was changed.")


def change(before: Version, after: Version | None) -> str:
    """Return what a change made of the profile, as the commands say it."""
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


def counted(number: int, noun: str) -> str:
    """Return "1 fact", "2 facts"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
