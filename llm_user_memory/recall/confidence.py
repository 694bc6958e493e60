"""Which of what was found is worth a place in a prompt. Pure."""

from collections.abc import Sequence

from .search import Hit

_LEAST = 0.35


def worthy(hits: Sequence[Hit]) -> list[Hit]:
    """Return those that are, in the order given."""
    return [hit for hit in hits if hit.share >= _LEAST]
