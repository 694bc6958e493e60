"""The state of the one question that a server lets its client ask the user (MCP elicitation)."""

import threading
from typing import Any, NamedTuple

from .memory import Caller, Outcome


class Asked(NamedTuple):
    """A question to the user that a client of the stateless era got in place of a result.

    `name`, `given` and `caller` identify the call. `outcome` is its result if there is no answer.
    """

    name: str
    given: dict[str, Any]
    caller: str
    outcome: Outcome


class Elicitation:
    """Whether the user has been asked, and the question that is still open. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._has_begun = False
        self._open: Asked | None = None

    def may_begin(self) -> bool:
        """Tell whether the user may be asked: true for the first call only."""
        with self._lock:
            before, self._has_begun = self._has_begun, True
        return not before

    def expect(self, asked: Asked) -> None:
        """Store the open question; the client sends the answer by repeating the tool call."""
        with self._lock:
            self._open = asked

    def answered_by(self, name: str, given: dict[str, Any], caller: Caller) -> Asked | None:
        """Return, and close, the open question if this call repeats the one that it is about."""
        with self._lock:
            asked = self._open
            wanted = (name, given, caller.name)
            if caller.era != "modern" or asked is None or asked[:3] != wanted:
                return None
            self._open = None
            return asked
