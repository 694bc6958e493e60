"""What a prompt of any program is given: the profile, archived facts, passages. For the API, the
commands and other programs; `inject` does the same for `llm` itself, fragment by fragment.

It imports neither `llm` nor `click`, and of what it imports nothing loads the checks.
"""

from typing import NamedTuple

from .egress import Destination
from .errors import ProfileError
from .learn import archiving, locality
from .profile import render
from .profile.document import tokens
from .profile.split import split
from .recall import bearing, for_prompts
from .settings import Settings
from .store.profile import file as profile_file
from .store.state import Store


class Context(NamedTuple):
    """The parts of what a prompt is given, each as a fenced text, "" for none.

    `remarks` tell the user what could not be given, and why.
    """

    profile: str = ""
    archived: str = ""
    passages: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The parts as they go before a prompt, "" if there is nothing to give."""
        return "\n\n".join(filter(None, (self.passages, self.archived, self.profile)))


def given(
    store: Store,
    settings: Settings,
    destination: Destination,
    prompt: str = "",
    *,
    most_tokens: int | None = None,
    thread: str = "",
) -> Context:
    """Return what a prompt to `destination` is given, by the same rules as a prompt of `llm`.

    Without a prompt it is the profile alone. With `most_tokens` the whole is no larger: first
    passages go, then archived facts, then of the profile what it could spare best. `thread` is a
    conversation from which no passages are taken. Raises ProfileError and what a search raises.
    """
    if settings.disabled or settings.learn_only:
        return Context()
    active, archive = split(profile_file.read(store.folder) or "")
    if render.is_too_large(active):
        raise ProfileError(render.TOO_LARGE)
    active = locality.profile_for(store.db, active, destination)
    profile = _profile(store, active, most_tokens)
    if not prompt.strip():
        return Context(profile)
    archived = ""
    if settings.archive:
        archive = locality.profile_for(store.db, archive, destination)
        archived = bearing.fragment(store, archive, prompt)
    left = None if most_tokens is None else most_tokens - tokens(profile) - tokens(archived) - 2
    if left is not None and left < 0:
        return Context(profile)
    if not settings.recall:
        return Context(profile, archived)
    size = settings.recall_tokens if left is None else min(left, settings.recall_tokens)
    found = for_prompts.passages_fragment(
        store.folder,
        settings._replace(recall_tokens=size),
        prompt,
        destination=lambda: destination,
        thread=thread,
    )
    return Context(profile, archived, found.text, found.lines)


def _profile(store: Store, active: str, most_tokens: int | None) -> str:
    """The profile's fragment, of at most so many tokens; "" if no part of it is so small."""
    whole = render.of_profile(active)
    if most_tokens is None or tokens(whole) <= most_tokens:
        return whole
    fence = tokens(whole) - tokens(active)
    part = render.of_profile(archiving.within(store, active, most_tokens - fence - 1))
    return part if tokens(part) <= most_tokens else ""
