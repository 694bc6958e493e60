"""Whether a text says what was forgotten. Pure."""

from .fingerprints import Forgotten
from .words import sentences


def says(known: Forgotten, text: str) -> bool:
    """Tell whether a text says what was forgotten, wherever its lines are broken."""
    if not known.moments:
        return False
    said = dict.fromkeys([*sentences(text), *sentences(" ".join(text.split()))])
    return any(known.since(sentence, sentence) is not None for sentence in said)
