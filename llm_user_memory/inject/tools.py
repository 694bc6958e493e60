"""The implementation of the tools of `llm -T Memory`.

A fact that a model wants to add or remove is put into the review queue. A note is marked as the
model's, and the user decides about it, too. Both go no further than what the model was shown. A
search finds only passages that were said with memory on.
"""

import time
from collections.abc import Callable

import click
import llm

from .. import notes
from ..errors import MemoryPluginError
from ..learn import locality, proposing, schedule
from ..profile.document import matching_facts
from ..profile.edits import Edit
from ..profile.render import of_passages, of_profile
from ..profile.split import without_archive
from ..recall import for_prompts, lookup
from ..recall.hits import Query
from ..settings import Settings, read_settings
from ..store import state
from ..store.profile import versions
from ..store.state import Store
from . import destination, folders, placement
from .shown import Shown

# Limits of the result of one search.
_MAX_TOKENS = 1500
_MAX_HITS = 20

_PROPOSED = "It waits for the user, who decides with `llm memory review`. It is not so yet."


_NOTED = "No prompt has it before the user accepts it with `llm memory review`."


class Tools:
    """The tools for the running command. Each method returns the text for the model."""

    def __init__(self) -> None:
        ctx = click.get_current_context(silent=True)
        # Read here because tools may run in other threads, which have no click context.
        settings = read_settings()
        self._folder = folders.of_command(ctx, settings).folder
        self._destination = destination.of(ctx, settings, self._folder)
        given = ctx and ctx.params.get("model_id")
        self._model = str(self._destination.model or given or llm.get_default_model())
        self._thread = placement.thread_id(ctx, self._folder) if ctx else ""
        self._shown = Shown(ctx)

    def search(self, query: str, limit: int) -> str:
        """Search, and return the passages that this model may see."""

        def search(store: Store, settings: Settings) -> str:
            wanted = Query(query, limit=max(1, min(limit, _MAX_HITS)), without=self._thread)
            found = lookup.find_for_model(store, settings, wanted, self._destination)
            passages = of_passages(for_prompts.as_passages(found.hits, query), _MAX_TOKENS)
            return "\n".join([passages or "Nothing was found.", *found.remarks])

        return self._run(search)

    def profile(self) -> str:
        """Return the profile as it goes into a prompt."""

        def profile(store: Store, _settings: Settings) -> str:
            text = without_archive(versions.read(store).text)
            text = locality.profile_for(store.db, text, self._destination)
            return of_profile(text) or "Nothing is known of the user yet."

        return self._run(profile)

    def note(self, text: str) -> str:
        """Add an entry with the model's name to today's note, for the user to accept."""

        def note(store: Store, settings: Settings) -> str:
            is_local = self._shown.stays(store, settings)
            entry = notes.add(self._folder, text, by=self._model, is_local=is_local)
            return f"Noted under {entry.day}, {entry.heading}. {_NOTED}"

        return self._run(note, writes=True)

    def remember(self, fact: str) -> str:
        """Put a new fact into the review queue."""

        def remember(store: Store, settings: Settings) -> str:
            edit = Edit("add", "Personal Information", new=" ".join(fact.split()))
            return self._propose(store, settings, edit)

        return self._run(remember, writes=True)

    def forget(self, fact: str) -> str:
        """Put the removal of a fact into the review queue."""

        def forget(store: Store, settings: Settings) -> str:
            whole = versions.read(store).text
            found = matching_facts(locality.profile_for(store.db, whole, self._destination), fact)
            if len(found) != 1:
                many = "Several facts of the profile match that." if found else ""
                return many or "The profile has no such fact."
            edit = Edit("remove", found[0].section, found[0].text)
            return self._propose(store, settings, edit)

        return self._run(forget, writes=True)

    def _propose(self, store: Store, settings: Settings, edit: Edit) -> str:
        refusal = proposing.propose(
            store,
            edit,
            asked_by=self._destination,
            model=self._model,
            thread=self._thread,
            stays=self._shown.stays(store, settings),
        )
        return refusal or _PROPOSED

    def _run(self, act: Callable[[Store, Settings], str], *, writes: bool = False) -> str:
        """Run a tool; return its answer, or the message of a MemoryPluginError."""
        settings = read_settings()
        if settings.disabled:
            return "The user has switched memory off."
        if settings.learn_only and not writes:
            return "The user lets nothing of the memory be given to models (LLM_MEMORY_LEARN_ONLY)."
        try:
            with state.opened(self._folder) as store:
                if writes and (reason := schedule.forbidden(store.db, settings, time.time())[0]):
                    return f"Nothing is written: learning is {reason}."
                return act(store, settings)
        except MemoryPluginError as error:
            return str(error)
