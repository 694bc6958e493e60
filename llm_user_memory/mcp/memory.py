"""The interface between the protocol and the memory: types only. `tools` implements it."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol


def always() -> bool:
    """Return True: the client still waits."""
    return True


class Caller(NamedTuple):
    """The client: its protocol era, the name it gives itself, and whether it can ask the user.

    `is_waiting` tells whether it still waits for the answer to this request.
    """

    era: Literal["modern", "legacy"] = "legacy"
    name: str = ""
    can_ask_user: bool = False
    is_waiting: Callable[[], bool] = always


class Outcome(NamedTuple):
    """The result of a tool: the text for the model, and the value for the tool's output schema.

    `question` is what the client may ask the user about the proposal with the id `proposal`, "" if
    there is nothing to ask.
    """

    text: str
    structured: dict[str, Any] | None = None
    is_error: bool = False
    question: str = ""
    proposal: int = 0


class Memory(Protocol):
    """What the server calls."""

    def can_ask(self) -> bool:
        """Whether there is a model for `ask_memory`."""
        ...

    def call(self, name: str, given: dict[str, Any], caller: Caller) -> Outcome:
        """Use a tool."""
        ...

    def refused(self, name: str, why: str, caller: Caller) -> None:
        """Record a call that was refused before it reached a tool."""
        ...

    def answered(self, name: str, proposal: int, caller: Caller, *, yes: bool) -> Outcome:
        """Record the user's answer, by the client's dialogue, to the question about a proposal."""
        ...

    def profile(self, caller: Caller) -> Outcome:
        """Return the text of the resource."""
        ...

    def recall(self, topic: str, caller: Caller) -> Outcome:
        """Return the text of the prompt `recall`."""
        ...
