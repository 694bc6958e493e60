"""Numbers of things in English sentences. Pure."""


def counted(number: int, noun: str) -> str:
    """Return "1 fact", "2 facts"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
