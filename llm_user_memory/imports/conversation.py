"""A conversation held elsewhere, and what could not be read of one. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..logs import Turn
from .values import one_line

LONGEST_PROMPT = 200_000
"""Characters of one message that are kept; LLM's log is read to the same limit."""

LARGEST = 16_000_000
"""Characters of one conversation, or of one line, that are held in memory at once."""

_RESPONSE = 2_000
_TITLE = 200


@dataclass(frozen=True)
class Conversation:
    """One conversation held elsewhere; `id` is the same in every export of it."""

    id: str
    source: str
    title: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Unreadable:
    """What could not be read, and why; everything else still is. Lines are counted from 1."""

    path: Path
    line: int | None
    problem: str


class Odd(Exception):
    """What stands somewhere is not what the format has there; the text is a sentence."""


@dataclass(frozen=True)
class Said:
    """One message: the person's own words, or an answer. `at` is 0 where nothing tells it.

    `is_event` is for Codex, which writes a prompt twice: as a message, and as an event.
    """

    id: str
    at: float
    by_person: bool
    text: str
    model: str = ""
    is_event: bool = False


def bounded(said: Iterable[Said | None]) -> list[Said]:
    """Return the messages that hold words, of each as much as is kept.

    Raises Odd when together they are larger than `LARGEST`.
    """
    kept, size = list[Said](), 0
    for message in said:
        words = message.text.strip() if message else ""
        if message and words:
            words = words[: LONGEST_PROMPT if message.by_person else _RESPONSE]
            kept.append(replace(message, text=words))
            size += len(words)
        if size > LARGEST:
            limit = f"{LARGEST // 1_000_000} million characters"
            raise Odd(f"This conversation is larger than {limit} and was left out.")
    return kept


def assembled(
    source: str, own_id: str, title: str, said: Iterable[Said], started: float = 0.0
) -> Conversation | None:
    """Return the conversation that these messages are, None if the person said nothing in it.

    Each message of the person begins a turn, which the answers up to the next one belong to. A
    message without a time has that of the one before it, the first has `started`.
    """
    thread, turns, now = f"{source}:{own_id}", list[Turn](), started
    asked: Said | None = None
    answered: list[Said] = []
    for message in [*said, None]:
        if message and not message.by_person:
            answered.append(message)
            continue
        if asked:
            turns.append(_turn(source, thread, asked, answered, now))
            now = turns[-1].ended
        asked, answered = message, []
    return Conversation(thread, source, one_line(title)[:_TITLE], tuple(turns)) if turns else None


def _turn(source: str, thread: str, asked: Said, answered: list[Said], now: float) -> Turn:
    started = asked.at or now
    return Turn(
        id=f"{source}:{asked.id}",
        thread_id=thread,
        model=next((message.model for message in answered if message.model), ""),
        started=started,
        ended=max([started, *(message.at for message in answered)]),
        prompt=asked.text,
        response="\n\n".join(message.text for message in answered)[:_RESPONSE],
        whole_end=len(asked.text),
    )
