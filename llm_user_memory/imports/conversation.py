"""The types that every format is converted to: messages, conversations, unreadable parts.

It reads nothing but the clock.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..logs import Turn
from .values import one_line

LONGEST_PROMPT = 200_000
"""The most characters that are kept of a prompt. `logs` has the same limit for LLM's log."""

LARGEST = 16_000_000
"""The most characters of a conversation, or of a line. A larger one is left out, to save memory."""

ANSWER_BEGINNING = 2_000
WHOLE_ANSWER = 200_000
"""The most characters that are kept of an answer: if its beginning is enough, and for search."""

_TITLE = 200

# Seconds. The clock of another machine, or its time zone, may be this far ahead.
_A_DAY = 86400.0


@dataclass(frozen=True)
class Conversation:
    """One conversation of another program. Its `id` is the same in every export.

    Two mappings are by the ids of turns: `keys` has the names that the program's hooks give to
    their prompts, if the file has these; `written` has the raw text of those prompts that contain
    more than the person typed.
    """

    id: str
    source: str
    title: str
    turns: tuple[Turn, ...]
    keys: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unreadable:
    """A file or line that could not be read, and why. Lines are counted from 1."""

    path: Path
    line: int | None
    problem: str


class UnclearAccount(Unreadable):
    """An export of several accounts, of which none is known to be the user's."""


class FormatError(Exception):
    """The content does not follow the format. The message is a sentence for the user."""


@dataclass(frozen=True)
class Message:
    """One message: a prompt that the person typed, or an answer.

    `at` is in seconds since 1970, 0 if unknown. `is_event` is for Codex only, which writes a prompt
    twice: as a message, and as an event. `key` is the name that the program's hooks give to the
    prompt. `written` is the raw text of the prompt in the file, "" if that equals `text`. `since`
    is the earliest time at which it may have been typed, if it may have waited until `at`, else 0.
    """

    id: str
    at: float
    by_person: bool
    text: str
    model: str = ""
    is_event: bool = False
    key: str = ""
    written: str = ""
    since: float = 0.0


def truncated(
    messages: Iterable[Message | None], longest_answer: int = ANSWER_BEGINNING
) -> list[Message]:
    """Return the messages that contain text, each cut to its greatest length.

    Raises FormatError if they have more than `LARGEST` characters together.
    """
    kept, size = list[Message](), 0
    for message in messages:
        words = message.text.strip() if message else ""
        if message and words:
            written = message.written.strip()[:LONGEST_PROMPT]
            words = words[: LONGEST_PROMPT if message.by_person else longest_answer]
            written = "" if written == words else written
            kept.append(replace(message, text=words, written=written))
            size += len(words) + len(written)
        if size > LARGEST:
            limit = f"{LARGEST // 1_000_000} million characters"
            raise FormatError(f"This conversation is larger than {limit} and was left out.")
    return kept


def conversation_from(
    source: str,
    own_id: str,
    title: str,
    messages: Iterable[Message],
    started: float = 0.0,
    longest_answer: int = ANSWER_BEGINNING,
) -> Conversation | None:
    """Return a conversation made of these messages, or None if none is from the person.

    Each prompt begins a turn, which holds all answers up to the next prompt. A prompt without a
    time gets that of its first answer, else the time at which the turn before it ended, since when
    it may have been said; for the first one that is `started` (seconds since 1970). A time in the
    future counts as none.
    """
    thread, turns, now = f"{source}:{own_id}", list[Turn](), _possible(started)
    keys: dict[str, str] = {}
    written: dict[str, str] = {}
    prompt: Message | None = None
    answers: list[Message] = []
    for message in [*messages, None]:
        if message and not message.by_person:
            answers.append(message)
            continue
        if prompt:
            turns.append(_turn(source, thread, prompt, answers, now, longest_answer))
            now = turns[-1].ended
            if prompt.key:
                keys[turns[-1].id] = prompt.key
            if prompt.written:
                written[turns[-1].id] = prompt.written
        prompt, answers = message, []
    if not turns:
        return None
    return Conversation(thread, source, one_line(title)[:_TITLE], tuple(turns), keys, written)


def joined(answers: Iterable[Message], longest: int) -> str:
    """Return the text of several answers to one prompt."""
    return "\n\n".join(message.text for message in answers)[:longest]


def _turn(
    source: str,
    thread: str,
    prompt: Message,
    answers: list[Message],
    now: float,
    longest_answer: int,
) -> Turn:
    answered = [moment for message in answers if (moment := _possible(message.at))]
    started, since = _possible(prompt.at), _possible(prompt.since)
    if not started:  # it was said after the turn before it, and before its first answer
        started, since = max(now, min(answered, default=now)), now
    return Turn(
        id=f"{source}:{prompt.id}",
        thread_id=thread,
        model=next((message.model for message in answers if message.model), ""),
        started=started,
        ended=max([started, *answered]),
        prompt=prompt.text,
        response=joined(answers, longest_answer),
        intact_tail_length=len(prompt.text),
        typed_since=since,
    )


def _possible(moment: float) -> float:
    """The time of a message, 0 for one in the future."""
    return moment if moment <= time.time() + _A_DAY else 0.0
