"""`llm -T Memory`: the memory as tools that a model may use while it answers.

What a model asks to have remembered or forgotten waits for the user; what it notes is marked as
its own. It finds only what was said with memory on. Loaded when somebody uses tools.
"""

import sqlite3
import time
from collections.abc import Callable
from inspect import cleandoc
from typing import TypeVar

import click
import llm

from . import hand, inject, placement, schedule
from .errors import MemoryPluginError
from .fragment import of_passages
from .profile import Edit, matching_facts
from .recall import lookup, prompted
from .recall.search import Query
from .settings import Folder, Settings, read_settings
from .store import state, versions

# Tokens that one search may add to a conversation.
_TOKENS = 1500
_MOST_HITS = 20

_WAITS = "It waits for the user, who decides with `llm memory review`. It is not so yet."


_Tool = TypeVar("_Tool", bound=Callable[..., str])


def _described(tool: _Tool) -> _Tool:
    """LLM shows models the docstring as it is."""
    tool.__doc__ = cleandoc(tool.__doc__ or "")
    return tool


class Memory(llm.Toolbox):
    """What the user said before, and what is known of them."""

    def __init__(self) -> None:
        ctx = click.get_current_context(silent=True)
        # Tools may run in other threads, which have no context.
        self._model = str((ctx and ctx.params.get("model_id")) or llm.get_default_model())
        self._folder = inject.chosen(read_settings()).folder
        self._thread = placement.thread(ctx, self._folder) if ctx else ""

    @_described
    def search(self, query: str, limit: int = 8) -> str:
        """
        Search what the user said and noted in earlier conversations. Use it when they
        refer to something you do not know: "as I told you", "the trip", "my project".
        Give words that they may have used. Returns passages with their dates.
        """

        def search(db: sqlite3.Connection, folder: Folder, settings: Settings) -> str:
            wanted = Query(query, limit=max(1, min(limit, _MOST_HITS)), without=self._thread)
            found = lookup.for_model(db, folder, settings, wanted, model=self._model)
            return of_passages(prompted.told(found.hits, query), _TOKENS) or "Nothing was found."

        return self._answered(search)

    @_described
    def profile(self) -> str:
        """
        Return the user's profile: what is known of them, as a list of facts.
        """

        def profile(_db: sqlite3.Connection, folder: Folder, _settings: Settings) -> str:
            return inject.profile_text(folder) or "Nothing is known of the user yet."

        return self._answered(profile)

    @_described
    def note(self, text: str) -> str:
        """
        Write a note into the user's notes of today. Only when the user asks for it.
        """

        def note(_db: sqlite3.Connection, folder: Folder, _settings: Settings) -> str:
            from . import notes

            entry = notes.add(folder, text, by=self._model)
            return f"Noted under {entry.day}, {entry.heading}."

        return self._answered(note, writes=True)

    @_described
    def remember(self, fact: str) -> str:
        """
        Ask the user to have one fact about them remembered, such as "Lives in Oslo".
        Only what they said of themselves. They decide later.
        """

        def remember(db: sqlite3.Connection, folder: Folder, _settings: Settings) -> str:
            edit = Edit("add", "Personal Information", new=" ".join(fact.split()))
            return self._proposed(db, folder, edit)

        return self._answered(remember, writes=True)

    @_described
    def forget(self, fact: str) -> str:
        """
        Ask the user to have a fact of their profile forgotten. Give it as the profile
        has it. They decide later.
        """

        def forget(db: sqlite3.Connection, folder: Folder, _settings: Settings) -> str:
            found = matching_facts(versions.now(db, folder).text, fact)
            if len(found) != 1:
                many = "Several facts of the profile match that." if found else ""
                return many or "The profile has no such fact."
            return self._proposed(db, folder, Edit("remove", found[0].section, found[0].text))

        return self._answered(forget, writes=True)

    def _proposed(self, db: sqlite3.Connection, folder: Folder, edit: Edit) -> str:
        refusal = hand.propose(db, folder, edit, model=self._model, thread=self._thread)
        return refusal or _WAITS

    def _answered(
        self,
        act: Callable[[sqlite3.Connection, Folder, Settings], str],
        *,
        writes: bool = False,
    ) -> str:
        """What a tool answers the model, an error of ours included."""
        settings = read_settings()
        if settings.disabled:
            return "The user has switched memory off."
        try:
            with state.opened(self._folder) as db:
                if writes and (reason := schedule.forbidden(db, settings, time.time())[0]):
                    return f"Nothing is written: learning is {reason}."
                return act(db, self._folder, settings)
        except MemoryPluginError as error:
            return str(error)
