"""The one question that a client may put to the user, in the life of a server."""

import threading
from typing import Any, NamedTuple

from .memory import Caller, Outcome


class Asked(NamedTuple):
    """A question that a client of the stateless era puts to the user: about which call of a tool.

    `outcome` is what that call came to, without an answer.
    """

    name: str
    given: dict[str, Any]
    caller: str
    outcome: Outcome


class Elicitation:
    """Whether the user was asked, and the question to which an answer may still come.

    Several threads may use it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._has_begun = False
        self._open: Asked | None = None

    def may_begin(self) -> bool:
        """Tell whether the user was asked nothing yet; from now on they were."""
        with self._lock:
            before, self._has_begun = self._has_begun, True
        return not before

    def expect(self, asked: Asked) -> None:
        """Remember a question whose answer comes with the same call, made again."""
        with self._lock:
            self._open = asked

    def answered_by(self, name: str, given: dict[str, Any], caller: Caller) -> Asked | None:
        """Return the question to which a call brings the answer, once; None if there is none."""
        with self._lock:
            asked = self._open
            wanted = (name, given, caller.name)
            if caller.era != "modern" or asked is None or asked[:3] != wanted:
                return None
            self._open = None
            return asked
