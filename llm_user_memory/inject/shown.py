"""Whether what the running command shows its model stays on this machine.

The tools of `llm -T Memory` ask it: what a model proposes or notes may repeat all that it was
shown, the earlier turns of the thread among it. LLM tells tools neither the prompt nor the thread.
So `Conversation.chain`, by which LLM asks a model that has tools, is wrapped for the time of the
command. It is given the whole prompt: what was piped in, and the lines of a chat, too.
"""

import functools
from collections.abc import Callable
from typing import Any

import click
import llm

from ..egress import is_local
from ..errors import ModelError
from ..learn import locality
from ..model import location
from ..profile.line_marks import marks_local
from ..settings import Settings
from ..store.state import Store
from . import placement


class Shown:
    """What the running command has shown its models so far; `ctx` is None in another program."""

    def __init__(self, ctx: click.Context | None) -> None:
        self._models: set[str] = set()
        self._threads: set[str] = set()
        self._is_marked = False
        # The turns of another log are not read.
        self._is_of_other_log = bool(
            ctx and ctx.params.get("database") and placement.is_continued(ctx)
        )
        if ctx:
            ctx.find_root().call_on_close(_call_before_asking(self._note))

    def stays(self, store: Store, settings: Settings) -> bool:
        """Tell whether any of it stays on this machine; also if that is unknown.

        Raises LogsError.
        """
        if settings.learned_locally == "any":
            return False
        if self._is_marked or self._is_of_other_log or not self._models:
            return True
        try:
            places = location.of_names(self._models)
            return any(map(is_local, places.values())) or any(
                locality.thread_stays(store, thread) for thread in self._threads
            )
        except ModelError:
            return True

    def _note(self, conversation: Any, prompt: str) -> None:
        self._models.add(str(conversation.model.model_id))
        self._threads.add(str(conversation.id))
        self._is_marked = self._is_marked or marks_local(prompt)


def _call_before_asking(note: Callable[[Any, str], None]) -> Callable[[], None]:
    """Call `note` with each conversation and prompt before it is sent; return the undo function."""
    undone = [_wrapped(kind, note) for kind in (llm.Conversation, llm.AsyncConversation)]

    def undo() -> None:
        for each in undone:
            each()

    return undo


def _wrapped(kind: Any, note: Callable[[Any, str], None]) -> Callable[[], None]:
    chain = kind.chain

    @functools.wraps(chain)
    def noted(conversation: Any, prompt: Any = None, *arguments: Any, **named: Any) -> Any:
        note(conversation, str(prompt or ""))
        return chain(conversation, prompt, *arguments, **named)

    def undo() -> None:
        if kind.chain is noted:  # else another plugin has wrapped it since
            kind.chain = chain

    kind.chain = noted
    return undo
