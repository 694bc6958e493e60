"""A long history of a long profile: each version adds a fact, and some archive others."""

import random
from collections.abc import Iterator

from llm_user_memory.profile.document import STANDARD_SECTIONS, TITLE

_ACTIVE = 160

# Every third version archives three facts, so that the active sections keep their length.
_ARCHIVED = 3


def profiles(facts: int, versions: int, seed: int = 1) -> Iterator[str]:
    """Return the texts of `versions` versions, the oldest first. The oldest has `facts` facts."""
    source = _Facts(random.Random(seed))
    first = min(facts, _ACTIVE)
    active = {name: source.draw(first // 4) for name in STANDARD_SECTIONS}
    archived = {name: source.draw((facts - first) // 4) for name in STANDARD_SECTIONS}
    for number in range(versions):
        yield _text(active, archived)
        active[source.random.choice(STANDARD_SECTIONS)] += source.draw(1)
        for _ in range(_ARCHIVED if number % _ARCHIVED == 0 else 0):
            section = max(active, key=lambda name: len(active[name]))
            place = source.random.randrange(len(active[section]))
            archived[section].append(active[section].pop(place))


class _Facts:
    """Draws facts of ten words each, with frequencies as in a natural language."""

    def __init__(self, chance: random.Random) -> None:
        self.random = chance
        letters = "eeetaoinshrdlucmfwypvbgk"
        self._words = [
            "".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(5000)
        ]
        self._weights = [1 / (rank + 10) for rank in range(len(self._words))]

    def draw(self, number: int) -> list[str]:
        words = self.random.choices(self._words, self._weights, k=10 * number)
        return [" ".join(words[start : start + 10]) for start in range(0, len(words), 10)]


def _text(active: dict[str, list[str]], archived: dict[str, list[str]]) -> str:
    sections = [*active.items(), *((f"Archive: {name}", facts) for name, facts in archived.items())]
    blocks = (
        "\n".join((f"## {name}", *(f"- {fact}" for fact in facts))) for name, facts in sections
    )
    return "\n\n".join((TITLE, *blocks)) + "\n"
