"""Text between our tags: nothing in it opens or closes one, and nothing in it is hidden. Pure.

Whoever wrote it: the user, a model, or a page that was pasted. Every prompt loads this, so it
imports nothing that is not loaded.
"""

import re
from functools import cache

# Part of ordinary words in Persian, Hindi and others, and of emoji.
_JOINERS = frozenset("\u200c\u200d\ufe0f")
_WHITE = frozenset("\n\t")


def inert(text: str) -> str:
    """Return the text without our tags, the signs of chat templates, and what shows as nothing."""
    if "<" in text or "|>" in text or "INST]" in text:
        text = _signs().sub("‹", text)
    return visible(text)


def visible(text: str) -> str:
    """Return the text without letters that show as nothing or turn the others around."""
    if text.replace("\n", "").isprintable():
        return text
    kept = _JOINERS | _WHITE
    return "".join(letter for letter in text if letter in kept or _shows(letter))


def _shows(letter: str) -> bool:
    return letter.isprintable() or (letter.isspace() and letter not in "\x1c\x1d\x1e\x1f\x85")


@cache
def _signs() -> re.Pattern[str]:
    tags = (
        "user_memory|profile|conversation|records|user|assistant|system|human|model|start_of_turn"
        "|end_of_turn|bos|eos|s|sys|think|thinking|tool_call|tool_response|function_calls|invoke"
    )
    return re.compile(rf"<(?=[\s<]*/?\s*(?:{tags})\b)|<(?=[|｜])|(?<=[|｜])>|\[(?=/?INST\])", re.I)
