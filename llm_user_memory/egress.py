"""What may be told to whom, by where models run. Pure.

What was said to a model on this machine stays on this machine, until the user says otherwise.
There are two questions, and each is answered by its doubtful case: an origin is local unless it
is certainly elsewhere, a destination only if it is certainly here. `model.location` tells where a
model runs.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

Place = Literal["here", "elsewhere", "unknown"]
"""Where a model runs: on this machine, certainly not on it, or nobody can tell."""


class Destination(NamedTuple):
    """Whom something is told: where they are, and the model's full name, "" for anybody else."""

    place: Place
    model: str = ""


USER = Destination("here")
"""The user's own terminal and files; everybody, if the user set LLM_MEMORY_LEARNED_LOCALLY=any."""

CLOUD = Destination("elsewhere")
"""A destination that is, or may be, outside of this machine."""


class Kept(Protocol):
    """Something that is known of the user, such as a fact or a passage."""

    @property
    def local(self) -> bool:
        """Whether it was learned from a model that may run on this machine."""
        ...


class Said(NamedTuple):
    """What was said to a model, as something to be told: where that model ran, and its name."""

    origin: Place | Literal[""]
    model: str = ""

    @property
    def local(self) -> bool:
        """Whether it stays on this machine."""
        return is_local(self.origin)

    def may_go(self, destination: Destination) -> bool:
        """Tell whether it may go to a destination; the model that heard it may hear it again."""
        return may(self, destination, {self.model} if self.origin == "unknown" else ())


class Heard(NamedTuple):
    """What the answers of a thread may repeat: LLM sends the whole thread with each prompt.

    So an answer may go only where everything before it may go. `is_kept` tells whether some earlier
    turn may go to no model. `said` has the earlier turns that may go to some destinations only.
    """

    is_kept: bool = False
    said: frozenset[Said] = frozenset()

    def goes_as_far_as(self, answer: Said) -> bool:
        """Tell whether every turn in `said` may go where the answer may go; ignores `is_kept`."""
        there = Destination(answer.origin or "elsewhere", answer.model)
        return all(each.may_go(there) for each in self.said)

    def after(self, said: Said, *, is_kept: bool) -> "Heard":
        """Return the state of the thread after one more turn."""
        stays = {said} if said.local else set[Said]()
        return Heard(self.is_kept or is_kept, self.said | stays)


def is_local(origin: Place | Literal[""]) -> bool:
    """Tell whether what was said to a model at this place stays on this machine.

    The place is "" for what was said to no model, or where it is not recorded.
    """
    return origin in ("here", "unknown")


def may(kept: Kept, destination: Destination, told: Collection[str] = ()) -> bool:
    """Tell whether something may go to a destination. Every way out asks this.

    `told` names the models of unknown location that it was said to: sending it to them again
    discloses nothing new. A model that ran here at that time is not in `told`, because its name may
    denote another model by now.
    """
    if not kept.local or destination.place == "here":
        return True
    is_known = destination.model != ""
    return destination.place == "unknown" and is_known and destination.model in told
