"""Conversations that another program hands over as messages, not in a file of its own."""

import time
from collections.abc import Iterable, Iterator
from hashlib import sha256

from ...logs import Turn

SOURCE = "said"

USER, ASSISTANT = "user", "assistant"


def turns_of(
    messages: Iterable[tuple[str, str]], conversation: str = "", when: float | None = None
) -> list[Turn]:
    """Return the turns that messages, each (role, text), make: what the user said, each answered.

    A conversation without a name is known by how it begins. So handed over again, once it has
    gone on, it is the same one, and its turns are the same ones.
    """
    exchanges = list(_exchanges((role, whole(text)) for role, text in messages))
    if not exchanges:
        return []
    at = time.time() if when is None else when
    thread = whole(conversation) or f"{SOURCE}:{_digest(exchanges[0][0])}"
    turns = []
    seen: dict[str, int] = {}
    for prompt, response in exchanges:
        seen[prompt] = seen.get(prompt, 0) + 1  # said twice, it is two turns
        turn_id = f"{SOURCE}:{_digest(thread, prompt, str(seen[prompt]))}"
        turns.append(Turn(turn_id, thread, "", at, at, prompt, response))
    return turns


def _exchanges(messages: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """What the user said, each with the answer that follows; other roles are nobody's words."""
    prompt, response = "", ""
    for role, text in messages:
        if role == USER:
            if prompt:
                yield prompt, response
            prompt, response = text.strip(), ""
        elif role == ASSISTANT and prompt:
            response = f"{response}\n{text}".strip()[:2000]
    if prompt:
        yield prompt, response


def whole(text: str) -> str:
    """Return the text without halves of surrogate pairs: JSON may hold them, no database does."""
    return text.encode(errors="replace").decode()


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:24]
