"""What a prompt of any program is given: the profile, archived facts, and passages.

For the API, the commands and other programs; `inject` does the same for `llm`, fragment by
fragment. Imports neither `llm` nor `click`, and does not load the checks.
"""

from typing import NamedTuple

from .egress import CLOUD, USER, Destination
from .errors import ProfileError
from .learn import archiving, locality
from .profile import render
from .profile.estimate import tokens
from .profile.split import split
from .recall import archived_facts, for_prompts
from .settings import Settings
from .store.profile import saves
from .store.state import Store

BETWEEN = "\n\n"
"""The separator between two parts of a context."""


class Context(NamedTuple):
    """The parts of what a prompt is given, each as a delimited text, "" for none.

    `remarks` tells the user what could not be given, and why.
    """

    profile: str = ""
    notes: str = ""
    passages: str = ""
    archived: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All parts, to be put before a prompt; "" if there are none."""
        parts = (self.profile, self.notes, self.passages, self.archived)
        return BETWEEN.join(filter(None, parts))


def destination_of(name: str, settings: Settings) -> Destination:
    """Return the destination with a name: "local", "cloud" or "", or the name of a model in LLM.

    Only the name of a model loads `llm`.
    """
    if settings.learned_locally == "any" or name == "local":
        return USER
    if name in ("", "cloud"):
        return CLOUD
    from .model import location

    return location.destination(name, settings)


def given(
    store: Store,
    settings: Settings,
    destination: Destination,
    prompt: str = "",
    *,
    most_tokens: int | None = None,
) -> Context:
    """Return what a prompt to `destination` is given, by the same rules as a prompt of `llm`.

    Without a prompt, only the profile and the notes are given. `most_tokens` limits the whole:
    passages are left out first, then archived facts, then notes, then the facts of the profile with
    the least weight. A profile that cannot be read, or is too large, is left out, and a remark says
    so. Raises MemoryPluginError if a search fails.
    """
    if settings.disabled or settings.learn_only:
        return Context()
    active, archive, remarks = _readable(store)
    left = Room(most_tokens)
    active = locality.profile_for(store.db, active, destination)
    profile = left.take(_profile(store, active, most_tokens))
    notes = ""
    if settings.notes:
        most = left.of(settings.recall_tokens)
        notes = left.take(
            for_prompts.recent_notes(
                store.folder, settings.notes, most, destination=lambda: destination
            )
        )
    if not prompt.strip():
        return Context(profile, notes, remarks=remarks)
    archived = ""
    if settings.archive and archive:
        archive = locality.profile_for(store.db, archive, destination)
        archived = left.take(archived_facts.fragment(store, archive, prompt))
    if not settings.recall:
        return Context(profile, notes, archived=archived, remarks=remarks)
    spent = tokens(notes)
    most = left.of(settings.recall_tokens - spent) + spent
    found = for_prompts.passages_fragment(
        store.folder,
        settings._replace(recall_tokens=most),
        prompt,
        destination=lambda: destination,
        spent=spent,
    )
    return Context(profile, notes, left.take(found.text), archived, (*remarks, *found.lines))


class Room:
    """The number of tokens that are left, or no limit."""

    def __init__(self, most: int | None) -> None:
        self._left = most

    def of(self, wanted: int) -> int:
        """Return how many of the wanted tokens are left."""
        return wanted if self._left is None else max(0, min(wanted, self._left))

    def take(self, text: str) -> str:
        """Return the text if there is room for it, else ""."""
        size = tokens(text + BETWEEN) if text else 0
        if self._left is None:
            return text
        if size > self._left:
            return ""
        self._left -= size
        return text


def _readable(store: Store) -> tuple[str, str, tuple[str, ...]]:
    """The profile without its archive, the archive, and remarks on what is left out."""
    try:
        active, archive = split(saves.given(store))
    except ProfileError as error:
        return "", "", (f"memory: this goes without the profile. {error}",)
    if render.is_too_large(active):
        return "", archive, (f"memory: this goes without the profile. {render.TOO_LARGE}",)
    return active, archive, ()


def _profile(store: Store, active: str, most_tokens: int | None) -> str:
    """The profile's fragment, of at most `most_tokens`; "" if no part of it fits."""
    whole = render.of_profile(active)
    if most_tokens is None or tokens(whole + BETWEEN) <= most_tokens:
        return whole
    fence = tokens(whole + BETWEEN) - tokens(active)
    return render.of_profile(archiving.within(store, active, most_tokens - fence - 1))
