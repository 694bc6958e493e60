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

# Seconds between turns that were said before one that was passed without a time.
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
    thread = storable(conversation) or f"{SAID}:{_digest(exchanges[0][0])}"
    turns = []
    seen: dict[str, int] = {}
    for prompt, response, at in exchanges:
        seen[prompt] = seen.get(prompt, 0) + 1  # the same prompt twice makes two turns
        turn_id = f"{SAID}:{_digest(thread, prompt, str(seen[prompt]))}"
        turns.append(Turn(turn_id, thread, "", at, at, prompt, response))
    return turns


def dated(
    turns: Sequence[Turn], when: float | None, known: Mapping[str, float] = _NONE_KNOWN
) -> list[Turn]:
    """Return turns of a conversation, each with a time, so that they stay in their order.

    A turn of an unknown time gets that at which it was passed first, which `known` has by its id.
    A new one after it was said at `when`, which is the conversation's time in seconds since 1970,
    or else now, and a new one before it was said before it. Beside turns of whose time the caller
    tells, a turn of an unknown time gets that of the turn before it, or of the first one.
    """
    latest = time.time() if when is None else when
    times = list[float]()
    is_told = True
    for turn in turns:
        before = times[-1] if times else 0.0
        if turn.started:
            at, is_told = turn.started, turn.id not in known
        elif turn.id in known:
            at, is_told = known[turn.id], False
        else:
            at = before if is_told or not before else max(before, latest)
        times.append(at)
    following, step = 0.0, 0.0
    for n in reversed(range(len(turns))):
        if turns[n].started or turns[n].id in known:
            following, step = times[n], 0.0 if turns[n].started else _BEFORE
        elif following and (not times[n] or times[n] > following):
            times[n] = following = max(following - step, times[n - 1] if n else 0.0)
    return [
        turn._replace(started=at or latest, ended=at or latest)
        for turn, at in zip(turns, times, strict=True)
    ]


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


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:24]
