"""Turns of a conversation that another program passes as a list of messages.

It reads nothing but the clock.
"""

import time
from collections.abc import Iterable, Iterator
from hashlib import sha256

from ...errors import ProfileError
from ...imports.conversation import ANSWER_BEGINNING
from ...logs import Turn
from ...store.updates import SAID
from ...text.words import storable

USER, ASSISTANT = "user", "assistant"


def refuse_several_users(messages: Iterable[object]) -> None:
    """Raise ProfileError if messages of users have different names, in the `name` of chat services.

    Nobody can tell which of them is the user.
    """
    said = [each for each in messages if isinstance(each, dict)]
    of_users = [each for each in said if str(each.get("role")).lower() in (USER, "human")]
    names = {str(each.get("name") or "") for each in of_users}
    if len(names) > 1:
        shown = ", ".join(name or "one without a name" for name in sorted(names))
        raise ProfileError(
            f"Several users speak there: {shown}.",
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
