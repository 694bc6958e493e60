"""Turns of a conversation that another program passes as a list of messages.

It reads nothing but the clock.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from ...errors import ProfileError
from ...imports.conversation import ANSWER_BEGINNING
from ...logs import Turn
from ...store.updates import SAID
from ...text.words import storable
from . import origins

USER, ASSISTANT, TOOL = "user", "assistant", "tool"


def role_of(message: Mapping[str, Any]) -> Any:
    """Return the role of a message; "tool" for a user's one that says that nobody typed it."""
    role = message.get("role")
    return TOOL if is_users(role) and origins.is_of_program(message) else role


def is_users(role: object) -> bool:
    """Tell whether a role of chat services is that of the user."""
    return str(role).lower() in origins.USERS


def refuse_several_users(messages: Iterable[object]) -> None:
    """Raise ProfileError if messages of users have different names or ids of who wrote them.

    Nobody can tell which of them is the user.
    """
    said = [each for each in messages if isinstance(each, dict)]
    writers = {origins.writer_of(each) for each in said if is_users(role_of(each))}
    if len(writers) > 1:
        shown = sorted(", ".join(one) or "one without a name" for one in writers)
        raise ProfileError(
            f"Several users speak there: {'; '.join(shown)}.",
            untouched="Nothing was learned.",
            remedy="Give the messages of the others another role than `user`.",
        )


def turns_of(
    messages: Iterable[tuple[str, str]],
    conversation: str = "",
    when: float | None = None,
    longest_answer: int = ANSWER_BEGINNING,
) -> list[Turn]:
    """Return the turns of a list of messages, each (role, text): one for each user message.

    `conversation` names the conversation; without it the id is a hash of its first prompt. The ids
    of turns are hashes of their content, too. So a conversation may be passed again with more
    messages, and turns known by then keep their ids. `when` is its time in seconds since 1970, now
    by default. Answers are cut after `longest_answer` characters.
    """
    said = ((role, storable(text)) for role, text in messages)
    exchanges = list(_exchanges(said, longest_answer))
    if not exchanges:
        return []
    at = time.time() if when is None else when
    thread = storable(conversation) or f"{SAID}:{_digest(exchanges[0][0])}"
    turns = []
    seen: dict[str, int] = {}
    for prompt, response in exchanges:
        seen[prompt] = seen.get(prompt, 0) + 1  # the same prompt twice makes two turns
        turn_id = f"{SAID}:{_digest(thread, prompt, str(seen[prompt]))}"
        turns.append(Turn(turn_id, thread, "", at, at, prompt, response))
    return turns


def _exchanges(
    messages: Iterable[tuple[str, str]], longest_answer: int
) -> Iterator[tuple[str, str]]:
    """Each user message with the answer that follows. Messages of other roles are left out."""
    prompt, response = "", ""
    for role, text in messages:
        if role == USER:
            if prompt:
                yield prompt, response
            prompt, response = text.strip(), ""
        elif role == ASSISTANT and prompt:
            response = f"{response}\n{text}".strip()[:longest_answer]
    if prompt:
        yield prompt, response


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:24]
