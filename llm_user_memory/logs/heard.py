"""What the answers of a thread may repeat of its earlier turns, and how far they may go. Pure."""

from typing import NamedTuple

from ..egress import Destination, Said


class Heard(NamedTuple):
    """The restricted turns that the answers of a thread may repeat.

    LLM sends the whole thread with each prompt. So an answer may go only where all turns before it
    may go. `is_kept` tells whether some earlier turn may go to no model. `said` has the earlier
    turns that may go to some destinations only.
    """

    is_kept: bool = False
    said: frozenset[Said] = frozenset()

    def goes_as_far_as(self, answer: Said) -> bool:
        """Tell whether each turn in `said` may go wherever the answer may go; ignores `is_kept`."""
        there = Destination(answer.origin or "elsewhere", answer.model)
        return all(each.may_go(there) for each in self.said)

    def after(self, said: Said, *, is_kept: bool) -> "Heard":
        """Return the state of the thread after one more turn."""
        stays = {said} if said.local else set[Said]()
        return Heard(self.is_kept or is_kept, self.said | stays)
