"""What the server needs of a memory: who asks it, and what it returns. No behaviour."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol


def always() -> bool:
    """Tell that somebody waits."""
    return True


class Caller(NamedTuple):
    """Who asks: the era, the name that the client gives itself, and whether it can ask the user.

    `is_waiting` tells whether it still waits for the answer to this request.
    """

    era: Literal["modern", "legacy"] = "legacy"
    name: str = ""
    can_ask_user: bool = False
    is_waiting: Callable[[], bool] = always


class Outcome(NamedTuple):
    """The result of a tool: for the model as text, and by the tool's output schema.

    `question` is what the client may ask the user about the proposal of this number, "" for
    nothing.
    """

    text: str
    structured: dict[str, Any] | None = None
    is_error: bool = False
    question: str = ""
    proposal: int = 0


class Memory(Protocol):
    """What the server needs of the memory."""

    def can_ask(self) -> bool:
        """Whether there is a model for `ask_memory`."""
        ...

    def call(self, name: str, given: dict[str, Any], caller: Caller) -> Outcome:
        """Use a tool."""
        ...

    def refused(self, name: str, why: str, caller: Caller) -> None:
        """Record a call that reached no tool."""
        ...

    def answered(self, name: str, proposal: int, caller: Caller, *, yes: bool) -> Outcome:
        """Record what the client's dialogue answered to the question about a proposal."""
        ...

    def profile(self, caller: Caller) -> Outcome:
        """The resource, as its text."""
        ...

    def recall(self, topic: str, caller: Caller) -> Outcome:
        """The prompt, as its text."""
        ...
