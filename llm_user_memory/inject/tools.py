"""What the tools of `llm -T Memory` do, for the model that asks.

What a model asks to have remembered or forgotten waits for the user; what it notes is marked as
its own. It finds only what was said with memory on.
"""

import time
from collections.abc import Callable

import click
import llm

from .. import notes
from ..errors import MemoryPluginError
from ..learn import manual, schedule
from ..profile.document import Edit, matching_facts
from ..profile.render import of_passages
from ..recall import lookup
from ..recall.search import Query
from ..settings import Settings, read_settings
from ..store import state
from ..store.profile import versions
from ..store.state import Store
from . import context, folders, placement, recalled

# Tokens that one search may add to a conversation.
_TOKENS = 1500
_MOST_HITS = 20

_WAITS = "It waits for the user, who decides with `llm memory review`. It is not so yet."


class Tools:
    """The tools of the command that is running. Each returns what the model is answered."""

    def __init__(self) -> None:
        ctx = click.get_current_context(silent=True)
        # Tools may run in other threads, which have no context.
        self._model = str((ctx and ctx.params.get("model_id")) or llm.get_default_model())
        self._folder = folders.chosen(read_settings()).folder
        self._thread = placement.thread(ctx, self._folder) if ctx else ""

    def search(self, query: str, limit: int) -> str:
        """Return what is found, as far as this model may see it."""

        def search(store: Store, settings: Settings) -> str:
            wanted = Query(query, limit=max(1, min(limit, _MOST_HITS)), without=self._thread)
            found = lookup.for_model(store, settings, wanted, model=self._model)
            return of_passages(recalled.told(found.hits, query), _TOKENS) or "Nothing was found."

        return self._answered(search)

    def profile(self) -> str:
        """Return the profile as a prompt has it."""

        def profile(_store: Store, _settings: Settings) -> str:
            return context.profile_text(self._folder) or "Nothing is known of the user yet."

        return self._answered(profile)

    def note(self, text: str) -> str:
        """Add to today's note, marked as the model's."""

        def note(_store: Store, _settings: Settings) -> str:
            entry = notes.add(self._folder, text, by=self._model)
            return f"Noted under {entry.day}, {entry.heading}."

        return self._answered(note, writes=True)

    def remember(self, fact: str) -> str:
        """Ask the user to add a fact."""

        def remember(store: Store, _settings: Settings) -> str:
            edit = Edit("add", "Personal Information", new=" ".join(fact.split()))
            return self._proposed(store, edit)

        return self._answered(remember, writes=True)

    def forget(self, fact: str) -> str:
        """Ask the user to remove a fact."""

        def forget(store: Store, _settings: Settings) -> str:
            found = matching_facts(versions.now(store).text, fact)
            if len(found) != 1:
                many = "Several facts of the profile match that." if found else ""
                return many or "The profile has no such fact."
            return self._proposed(store, Edit("remove", found[0].section, found[0].text))

        return self._answered(forget, writes=True)

    def _proposed(self, store: Store, edit: Edit) -> str:
        refusal = manual.propose(store, edit, model=self._model, thread=self._thread)
        return refusal or _WAITS

    def _answered(self, act: Callable[[Store, Settings], str], *, writes: bool = False) -> str:
        """What a tool answers the model, an error of ours included."""
        settings = read_settings()
        if settings.disabled:
            return "The user has switched memory off."
        try:
            with state.opened(self._folder) as store:
                if writes and (reason := schedule.forbidden(store.db, settings, time.time())[0]):
                    return f"Nothing is written: learning is {reason}."
                return act(store, settings)
        except MemoryPluginError as error:
            return str(error)
