"""Estimates the number of tokens of a text. Pure; prompts that recall something load it."""

_CHARACTERS_PER_TOKEN = 4


def tokens(text: str) -> int:
    """Return an estimate of the number of tokens of the text."""
    return tokens_of(len(text))


def tokens_of(characters: int) -> int:
    """Return an estimate of the number of tokens of a text with that many characters."""
    return round(characters / _CHARACTERS_PER_TOKEN)
