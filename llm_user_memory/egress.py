"""Decides which facts may be sent to which model, by where models run. Pure.

What was said to a model on this machine stays on this machine, until the user says otherwise. When
in doubt, nothing is sent: an origin counts as local unless it is certainly elsewhere, and a
destination only if it is certainly here. `model.location` tells where a model runs.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

Place = Literal["here", "elsewhere", "unknown"]
"""Where a model runs: certainly on this machine, certainly not on it, or unknown."""


class Destination(NamedTuple):
    """A receiver of facts: where it is, and the full name of the model, "" if it is no model."""

    place: Place
    model: str = ""


USER = Destination("here")
"""The user's own terminal and files; with LLM_MEMORY_LEARNED_LOCALLY=any, every destination."""

CLOUD = Destination("elsewhere")
"""A destination that is, or may be, outside of this machine."""


if TYPE_CHECKING:  # a protocol takes a while to make, and prompts load this module

    class Kept(Protocol):
        """Something known about the user, such as a fact or a passage."""

        @property
        def local(self) -> bool:
            """Whether it was learned from a model that may run on this machine."""
            ...


class Said(NamedTuple):
    """Something that was said to a model: where that model ran, and its name."""

    origin: Place | Literal[""]
    model: str = ""

    @property
    def local(self) -> bool:
        """Whether it may not leave this machine."""
        return is_local(self.origin)

    def may_go(self, destination: Destination) -> bool:
        """Tell whether it may go to a destination. It may always go to the same model again."""
        return may(self, destination, {self.model} if self.origin == "unknown" else ())


def is_local(origin: Place | Literal[""]) -> bool:
    """Tell whether what was said to a model at this place stays on this machine.

    `origin` is "" if it was said to no model, or if the place is not recorded.
    """
    return origin in ("here", "unknown")


def may(kept: "Kept", destination: Destination, told: Collection[str] = ()) -> bool:
    """Tell whether something may go to a destination. Called wherever facts leave this package.

    `told` names the models of unknown location to which it was said: sending it to them again
    discloses nothing new. Models that ran here at that time are not in `told`, because the same
    name may denote another model by now.
    """
    if not kept.local or destination.place == "here":
        return True
    is_known = destination.model != ""
    return destination.place == "unknown" and is_known and destination.model in told
