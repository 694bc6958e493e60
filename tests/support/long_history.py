"""A long history of a long profile: each version adds two facts and archives two others."""

import random
from collections.abc import Iterator

from llm_user_memory.profile.document import STANDARD_SECTIONS, TITLE

_ACTIVE = 160
_ARCHIVED_AT_ONCE = 2


def profiles(facts: int, versions: int, seed: int = 1) -> Iterator[str]:
    """Return the texts of so many versions, the oldest first; each has about so many facts."""
    source = _Facts(random.Random(seed))
    active = {name: source.draw(_ACTIVE // 4) for name in STANDARD_SECTIONS}
    archived = {name: source.draw((facts - _ACTIVE) // 4) for name in STANDARD_SECTIONS}
    for _ in range(versions):
        yield _text(active, archived)
        for _ in range(_ARCHIVED_AT_ONCE):
            section = max(active, key=lambda name: len(active[name]))
            place = source.random.randrange(len(active[section]))
            archived[section].append(active[section].pop(place))
        for section in source.random.choices(STANDARD_SECTIONS, k=_ARCHIVED_AT_ONCE):
            active[section] += source.draw(1)


class _Facts:
    """Draws facts of ten words each, frequent and rare ones, as in a language."""

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
