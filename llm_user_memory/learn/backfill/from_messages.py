"""Turns of a conversation that another program passes as a list of messages.

It reads nothing but the clock.
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from ...errors import ProfileError
from ...imports.conversation import ANSWER_BEGINNING
from ...imports.values import seconds
from ...logs import Turn
from ...store.updates import SAID
from ...text.words import storable
from . import origins

# Seconds by which the clock of another machine may be ahead.
_AHEAD = 60.0

# Seconds between turns of which the caller tells no time, so that there is room between them, and
# between those that are passed after what follows them.
_STEP = 1e-6
_BEFORE = 0.001

_NONE_KNOWN: Mapping[str, float] = MappingProxyType({})

USER, ASSISTANT, TOOL = "user", "assistant", "tool"

# A moment: without an offset a time may be local or in UTC, and a day is none.
_MOMENT = re.compile(r".*\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)\s*|\s*\d{9,}(?:\.\d+)?\s*", re.I | re.S)
_UTC = re.compile(r"\s?(?:UTC|GMT)\s*\Z", re.I)


class TimedMessage(NamedTuple):
    """A message, and when it was said, in seconds since 1970: 0 if it does not tell."""

    role: str
    text: str
    at: float = 0.0


def role_of(message: Mapping[str, Any]) -> Any:
    """Return the role of a message; "tool" for a user's one that says that nobody typed it."""
    role = message.get("role")
    return TOOL if is_users(role) and origins.is_of_program(message) else role


def time_of(message: Mapping[str, Any]) -> float:
    """Return the time of a message from its `timestamp`, 0 if that tells no moment in the past.

    It may be a number of seconds since 1970, also as a text, an ISO time with an offset or in UTC,
    or a `datetime`.
    """
    at = message.get("timestamp")
    if isinstance(at, datetime):
        moment = seconds(at.isoformat(), local=True)
    else:
        at = _UTC.sub("Z", at) if isinstance(at, str) else at
        moment = seconds(at) if not isinstance(at, str) or _MOMENT.fullmatch(at) else 0.0
    return moment if moment <= time.time() + _AHEAD else 0.0


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
    messages: Iterable[TimedMessage],
    conversation: str = "",
    longest_answer: int = ANSWER_BEGINNING,
) -> list[Turn]:
    """Return the turns of a list of messages: one for each user message, 0 for an unknown time.

    `conversation` names the conversation; without it the id is a hash of its first prompt. The ids
    of turns are hashes of their content, too. So a conversation may be passed again with more
    messages, and turns known by then keep their ids. Answers are cut after `longest_answer`
    characters.
    """
    said = (message._replace(text=storable(message.text)) for message in messages)
    exchanges = list(_exchanges(said, longest_answer))
    if not exchanges:
        return []
    thread = storable(conversation) or f"{SAID}:{digest(exchanges[0][0])}"
    turns = []
    seen: dict[str, int] = {}
    for prompt, response, at in exchanges:
        seen[prompt] = seen.get(prompt, 0) + 1  # the same prompt twice makes two turns
        turn_id = f"{SAID}:{digest(thread, prompt, str(seen[prompt]))}"
        turns.append(Turn(turn_id, thread, "", at, at, prompt, response))
    return turns


def dated(
    turns: Sequence[Turn], when: float | None, known: Mapping[str, float] = _NONE_KNOWN
) -> list[Turn]:
    """Return turns of a conversation, each with a time, so that they stay in their order.

    A turn of an unknown time gets that at which it was passed first, which `known` has by its id.
    New ones after it were said at `when`, which is the conversation's time in seconds since 1970,
    or else now, and new ones before it were said before it. A new turn behind one of which the
    caller tells the time for the first time was said then.
    """
    times = [turn.started or known.get(turn.id, 0.0) for turn in turns]
    told = {n for n, turn in enumerate(turns) if turn.started and turn.id not in known}
    latest = time.time() if when is None else when
    begin = 0
    for end in [*(n for n, at in enumerate(times) if at), len(turns)]:
        before = times[begin - 1] if begin else 0.0
        after = times[end] if end < len(turns) else 0.0
        for n in range(begin, end):
            number = n - begin + 1
            if before < after and begin and begin - 1 not in told:
                times[n] = before + (after - before) * number / (end - begin + 1)
            elif begin and (after or begin - 1 in told):
                times[n] = before + _STEP * number
            elif after:
                times[n] = after - _BEFORE * (end - n)
            else:
                times[n] = max(before + _STEP, latest) + _STEP * (number - 1)
        begin = end + 1
    return [turn._replace(started=at, ended=at) for turn, at in zip(turns, times, strict=True)]


def _exchanges(
    messages: Iterable[TimedMessage], longest_answer: int
) -> Iterator[tuple[str, str, float]]:
    """Each user message with the answer that follows, and its time. Other roles are left out."""
    prompt, response, said_at = "", "", 0.0
    for role, text, at in messages:
        if role == USER:
            if prompt:
                yield prompt, response, said_at
            prompt, response, said_at = text.strip(), "", at
        elif role == ASSISTANT and prompt:
            response = f"{response}\n{text}".strip()[:longest_answer]
    if prompt:
        yield prompt, response, said_at


def digest(*parts: str) -> str:
    """Return the hash of the parts of which ids are made."""
    return sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:24]
