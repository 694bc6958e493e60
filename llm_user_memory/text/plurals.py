"""Numbers and lists of things in English sentences. Pure."""

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """Return "1 fact", "2 facts"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Return "bash", "bash and zsh", "bash, zsh and fish"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
