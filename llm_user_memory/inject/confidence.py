"""Which of what was found is worth a place in a prompt. Pure.

What the numbers rest on: docs/recall.md.
"""

from collections.abc import Sequence

from ..recall.search import Hit

# Of what was asked for a quarter stands there, and as much as nearly one word that stands
# nowhere else: small talk is of words that stand everywhere.
_SHARE = 0.25
_WEIGHT = 0.7


def worthy(hits: Sequence[Hit]) -> list[Hit]:
    """Return those that are, in the order given. The hits are of a search by words."""
    return [hit for hit in hits if hit.share >= _SHARE and hit.weight >= _WEIGHT]
