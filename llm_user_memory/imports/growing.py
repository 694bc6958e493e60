"""Reads what was added to a session's file since the last time, without reading the rest again.

A prompt without an answer is read again the next time, as the program may not have finished its
turn. Answers before the first new prompt belong to the last turn that was read before.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

from ..logs import Turn
from . import claude_code, codex, gptme
from .agents import begins_a_run
from .conversation import WHOLE_ANSWER, Message, conversation_from, joined, truncated
from .streams import Lines, Row
from .values import seconds

_MESSAGES = {
    "gptme": gptme.messages_on,
    "claude-code": claude_code.messages_on,
    "codex": codex.messages_on,
}


class Reached(NamedTuple):
    """How far a file was read, in bytes and lines; `context` is what it said of its session."""

    offset: int = 0
    line: int = 0
    context: Mapping[str, Any] = MappingProxyType({})


START = Reached()
"""The beginning of a file."""


class Added(NamedTuple):
    """What was added to a session.

    `answer` is text to add to the answer of the earlier turn with the id `answered`, "" for none.
    `turns` are new; the last `open` of them have no answer yet. `like_an_agents` tells that the
    first prompt of the session looks as if a program gave it to an agent; this is a guess.
    """

    reached: Reached
    turns: list[Turn]
    open: int = 0
    answer: str = ""
    answered: str = ""
    like_an_agents: bool = False


LIKE_AN_AGENTS = "is_run"
"""The key of `Added.like_an_agents` in `Reached.context`."""

# The key of what a format knows of prompts that wait. A format changes it after each message.
_WAITING = "waiting"


def read_on(path: Path, format: str, before: Reached, file: BinaryIO) -> Added:
    """Return what a file of JSON lines has after `before`. `file` is the opened file of `path`.

    A session in which no person typed has no turns. Raises OSError, and FormatError if the new part
    is too large.
    """
    context = {key: value for key, value in before.context.items() if key != "turn"}
    last = dict(before.context.get("turn") or {})
    lines = Lines(file, before.offset, before.line)
    found = _Groups(lines, context)
    messages = truncated(found.of(_MESSAGES[format](path, _objects(lines), context)), WHOLE_ANSWER)
    is_open = found.begun is not None
    context[_WAITING] = found.waiting if is_open else context.get(_WAITING)
    offset, line = found.begun if found.begun else (lines.end, lines.line)
    if format == "codex":
        had_events = bool(context.get("events"))
        context["events"] = had_events or any(message.is_event for message in messages)
        messages = list(codex.without_repeats(messages, has_events=had_events))
    first = next((n for n, message in enumerate(messages) if message.by_person), len(messages))
    made = conversation_from(
        format,
        _own_id(path, format, context),
        "",
        messages[first:],
        float(last.get("ended") or 0) or _started(format, context),
        WHOLE_ANSWER,
    )
    turns = list(made.turns) if made and not _is_programs(path, format, context) else []
    if turns and LIKE_AN_AGENTS not in context:
        context[LIKE_AN_AGENTS] = begins_a_run(turns[0].prompt)
    number = _unanswered(messages) if is_open else 0
    answered = turns[: len(turns) - number]
    if answered:
        last = {"id": answered[-1].id, "ended": answered[-1].ended}
    context["turn"] = last
    return Added(
        Reached(offset, line, context),
        turns,
        min(number, len(turns)),
        joined(messages[:first], WHOLE_ANSWER) if before.context.get("turn") else "",
        str((before.context.get("turn") or {}).get("id", "")),
        bool(context.get(LIKE_AN_AGENTS)),
    )


class _Groups:
    """Finds where the prompts at the end begin that have no answer yet.

    `waiting` is what the context had there of prompts that wait.
    """

    def __init__(self, lines: Lines, context: Mapping[str, Any]) -> None:
        self.begun: tuple[int, int] | None = None
        self.waiting: Any = None
        self._lines = lines
        self._context = context

    def of(self, messages: Iterable[Message | None]) -> Iterator[Message | None]:
        for message in messages:
            if message and message.text.strip():
                if not message.by_person:
                    self.begun = None
                elif self.begun is None:
                    self.begun = (self._lines.start, self._lines.line - 1)
                    self.waiting = self._context.get(_WAITING)
            yield message


def _objects(found: Iterable[Row]) -> Iterator[Row]:
    return (row for row in found if isinstance(row.value, dict))


def _unanswered(messages: list[Message]) -> int:
    """The number of prompts after the last answer."""
    number = 0
    for message in reversed(messages):
        if not message.by_person:
            break
        number += 1
    return number


def _own_id(path: Path, format: str, context: dict[str, Any]) -> str:
    if format == "gptme":
        return gptme.id_of(path)
    about = context.get("session", context)
    return str(about.get("id") or path.stem)


def _started(format: str, context: dict[str, Any]) -> float:
    return seconds(context["session"].get("timestamp")) if format == "codex" else 0.0


def _is_programs(path: Path, format: str, context: dict[str, Any]) -> bool:
    """Whether the session says that a program, and not a person, wrote the prompts."""
    if format == "codex":
        return not codex.is_typed(context)
    return format == "gptme" and not gptme.is_typed(path)
