"""Records the session of a running `llm chat`: its beginning, its turns, and its end.

LLM calls plugins only for the first turn of a chat. Only this process knows which later turns of
the thread were typed into this chat, and not added by another process. So `Response.log_to_db`,
with which LLM and its plugins log, is wrapped to record each response before it is logged. If that
fails, the chat goes on, and the turn is not learned from.
"""

import functools
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
import llm

from ..errors import MemoryPluginError
from ..store import consent, state
from ..store.state import Store

# Seconds to wait for state.db after an answer. Without the record, the turn is not learned from.
_PATIENCE = 1.0


def begin(ctx: click.Context, store: Store, now: float) -> int:
    """Begin a session, which ends with the running command. Return its number."""
    chat, folder = consent.begin_chat(store, now), store.folder

    def change(make: Callable[[Store], None]) -> None:
        # If the end is not recorded, the daemon notices that the process has ended.
        with (
            suppress(MemoryPluginError),
            state.opened(folder, _PATIENCE, migrate=False) as later,
        ):
            make(later)

    def record(turn_id: str) -> None:
        change(lambda later: consent.record_chat_turn(later.db, chat, turn_id))

    def end() -> None:
        change(lambda later: consent.end_chat(later.db, chat, time.time()))

    root = ctx.find_root()
    root.call_on_close(end)
    root.call_on_close(_call_before_logging(record))
    return chat


def _call_before_logging(record: Callable[[str], None]) -> Callable[[], None]:
    """Call `record` with the id of each response before it is logged; return the undo function."""
    responses: Any = llm.Response
    log = responses.log_to_db

    @functools.wraps(log)
    def recorded(response: llm.Response, *arguments: Any, **named: Any) -> Any:
        if response.id:
            record(response.id)
        return log(response, *arguments, **named)

    def undo() -> None:
        if responses.log_to_db is recorded:  # else another plugin has wrapped it since
            responses.log_to_db = log

    responses.log_to_db = recorded
    return undo
