"""Records the session of a running `llm chat`: its beginning, its turns, and its end.

LLM calls plugins only for the first turn of a chat. Only this process knows which later turns of
the thread were typed into this chat, and not added by another process. So `Response.log_to_db`,
with which LLM and its plugins log, is wrapped to record each response before it is logged. If that
fails, the chat goes on, and the turn is not learned from.

A chat reads one line at a time. Where the terminal or Python's line editor does not mark pastes,
such as with libedit, each line of a pasted letter becomes a prompt of its own, in which nothing
looks pasted. So `click.prompt`, with which LLM reads a line, is wrapped to look whether more lines
wait already: nobody types the next one in that moment. Where pastes are marked, the line editor
returns several lines at once, which nobody can type.

A line that waits before the chat asks for one was typed while the model answered, at a time that
nobody knows. So it is recorded since when that was possible: learning may have been paused then.
"""

import functools
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
import llm

from ..errors import MemoryPluginError
from ..store import consent, state
from ..store.state import Store

# So many lines after one behind which more waited may be pasted, too: the last whole line of a
# paste, and what stands below it until the user presses Enter.
_OF_PASTE = 2

# Seconds in which the next line of a paste arrives that comes in pieces, as over a network.
_SOON = 0.03

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

    lines = _Lines()

    def record(turn_id: str) -> None:
        change(
            lambda later: consent.record_chat_turn(
                later.db, chat, turn_id, is_pasted=lines.is_pasted, since=lines.since
            )
        )

    def end() -> None:
        change(lambda later: consent.end_chat(later.db, chat, time.time()))

    root = ctx.find_root()
    root.call_on_close(end)
    root.call_on_close(_call_before_logging(record))
    root.call_on_close(lines.watch())
    return chat


class _Lines:
    """The lines that the chat reads: whether the last one may be one of several pasted ones.

    `since` is when it may have been typed at the earliest, if it waited before it was asked for, or
    is written in an editor, else None. After !multi it is that of the first line that waited.
    """

    def __init__(self) -> None:
        self.since: float | None = None
        self._last_read = time.time()
        self._later = _OF_PASTE + 1  # how many were read since more waited
        self._is_multi = False
        self._has_paste = False  # whether one of the lines after !multi was several ones
        self._end = "!end"  # of the lines after !multi

    @property
    def is_pasted(self) -> bool:
        return self._later <= _OF_PASTE

    def watch(self) -> Callable[[], None]:
        """Look at each line that is read from now on; return the undo function."""
        read = click.prompt

        @functools.wraps(read)
        def watched(*arguments: Any, **named: Any) -> Any:
            since = self._last_read if _is_line_waiting(0) else None
            self.since = (self.since if self._is_multi else None) or since
            line = read(*arguments, **named)
            if not _is_line_waiting(0):  # else the next line may be as old
                self._last_read = time.time()
            self._note(str(line))
            if str(line).strip() == "!edit":  # the editor is opened now, and closed at any time
                self.since = self.since or self._last_read
            return line

        def undo() -> None:
            if click.prompt is watched:  # else another plugin has wrapped it since
                click.prompt = read

        click.prompt = watched
        return undo

    def _note(self, read: str) -> None:
        line, self._has_paste = read.strip(), self._has_paste or "\n" in read
        if line.startswith("!multi"):
            self._is_multi = True
            if words := line.split()[1:]:
                self._end = " ".join(("!end", *words))
        elif self._is_multi and line == self._end:
            # The lines are one prompt: how that looks tells whether it was pasted.
            self._is_multi, self._later = False, _OF_PASTE
        if not self._is_multi:
            self._later = 0 if _is_line_waiting(_SOON) else self._later + 1
            if self._has_paste:
                self._later, self._has_paste = min(self._later, _OF_PASTE), False


def _is_line_waiting(seconds: float) -> bool:
    """Whether a whole line waits at the terminal to be read, or comes within `seconds`."""
    with suppress(OSError, ValueError, TypeError):  # it may be closed, or no file
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    return False


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
