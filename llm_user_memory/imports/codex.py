"""Conversations of Codex: `rollout-*.jsonl`, a file of JSON lines for each session.

Verified by running Codex 0.169.0 and 0.60.1 against a scripted model, with typed prompts and as
`codex exec`. The event types of 2025 are from its published source. The earliest files are known
only from other programs that read them.

A line has `timestamp`, `type` and `payload`. In the earliest files, the first line describes the
session and every other line is an item without that wrapper. A prompt is written twice: as a
`response_item` in the `user` role, which also holds instructions and the environment, and as an
event, which holds the prompt alone (0.60.1: `user_message`; 0.169.0: `item_completed`). So
prompts are read from events, and from items only before the first event, as those of a session that
an earlier version began. What stands in the `user` role alone after that is a notice of Codex.

A custom prompt of 0.60.1 (`/prompts:NAME`) is written as if its text, a file's, had been typed. As
what is typed is stripped, a prompt that ends in a line end is a file's, unless an editor wrote it.

If the person has a plan carried out in a new session, that begins with the model's plan, as an
event.

Sessions of `codex exec`, of agents and of other programs are left out, as no person typed there.
So are single turns of a person's session: each begins with the event `task_started`, whose
`turn_trigger` is "user" for a typed prompt, null in an editor, "exec" for `codex exec resume`, and
"queue" for `codex queue`. Versions without it do not tell.

A fork goes on from another session: 0.169.0 names it (`forked_from_id`), and 0.60.1 copies its
rows, from its `session_meta` on, with the time of the fork. The copies are left out, as they stand
in their own file, where their times tell whether learning was paused. So are the fork's answers,
which may repeat what stands above them.

A prompt is dated when the model gets it. Typed while the model worked, it is in the turn of an
earlier prompt, or begins a turn as soon as that one is over.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from .conversation import Conversation, Message, conversation_from, truncated
from .streams import Row
from .values import listed, members, seconds, text, texts

_TAG = re.compile(r"</?([A-Za-z_]{1,60})\b[^<>]{0,300}>")
_ADDED = ("# AGENTS.md instructions", "<user_instructions>", "<environment_context>", "<image")
_BY_MODEL = (
    "A previous agent produced the plan below",
    "Another language model started to solve this problem",
)
_REQUEST = "## My request for Codex:"  # editors add their context above this line
_TYPES = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_ABOUT = ("id", "timestamp", "source", "originator", "thread_source", "forked_from_id")
# Seconds between the end of a turn and a turn that begins with a prompt from the queue.
_AT_ONCE = 2.0
_ENDS = ("task_complete", "turn_aborted")
# Seconds between two rows that a fork copies.
_COPIED_WITHIN = 1.0
_BARE_TYPES = {"message", "reasoning", "function_call", "function_call_output"}


def conversation_of(path: Path, rows: Iterable[Row]) -> Conversation | None:
    """Return the session's conversation, or None if no person typed in it. Raises FormatError."""
    context: dict[str, Any] = {}
    messages = truncated(messages_on(path, rows, context))
    if not is_typed(context):
        return None
    started = seconds(context["session"].get("timestamp"))
    own_id = text(context["session"].get("id")) or path.stem
    return conversation_from("codex", own_id, "", without_repeats(messages), started)


def messages_on(
    path: Path, rows: Iterable[Row], context: dict[str, Any]
) -> Iterator[Message | None]:
    """Yield the messages of rows that follow others.

    `context` is what the earlier rows said about the session. It is JSON, and is updated.
    """
    return _messages(rows, path.stem, context)


class _Turns(NamedTuple):
    """What the rows said of the turns so far.

    `trigger` is what began the turn, if it is `open`. `prompts` is the number of its prompts so
    far. It began right after the model had `worked` for others if it `waited`, and the first of all
    these began at `since`. Times are in seconds since 1970.
    """

    is_open: bool = False
    trigger: object = None
    prompts: int = 0
    waited: bool = False
    since: float = 0.0
    worked: float = 0.0

    @property
    def by_person(self) -> bool:
        return not self.is_open or self.trigger in (None, "user")

    def begun(self, moment: float, trigger: object = None, *, is_open: bool = True) -> "_Turns":
        waited = moment - self.worked <= _AT_ONCE
        since = self.since if waited else moment
        return _Turns(is_open, trigger, 0, waited, since, self.worked)

    def prompted(self, moment: float) -> "_Turns":
        turns = self if self.is_open else self.begun(moment, is_open=False)
        return turns._replace(prompts=turns.prompts + 1)

    def typed_since(self) -> float:
        """When the last prompt may have been typed, 0 if it did not wait."""
        return self.since if self.waited or self.prompts > 1 else 0.0


def is_typed(context: dict[str, Any]) -> bool:
    """Tell whether a person typed in the session, by the context that `messages_on` has filled."""
    return _is_typed(members(context.get("session")))


def is_row(row: Row) -> bool:
    """Tell whether a line is one that Codex writes."""
    record = members(row.value)
    if record.get("type") in _TYPES:
        return isinstance(record.get("payload"), dict)
    if record.get("type") in _BARE_TYPES:
        return "sessionId" not in record
    return record.get("record_type") == "state" or {"id", "timestamp"} <= record.keys() <= {
        "id",
        "timestamp",
        "instructions",
        "git",
    }


def _is_typed(session: dict[str, Any]) -> bool:
    source = session.get("source")
    by_program = source in ("exec", "mcp") or isinstance(source, dict)
    by_program = by_program or session.get("originator") == "codex_exec"
    return not by_program and session.get("thread_source") in (None, "user")


def _messages(rows: Iterable[Row], name: str, context: dict[str, Any]) -> Iterator[Message | None]:
    """The messages and events. Fills in the `context` from their lines while they are read."""
    session = context.setdefault("session", {})
    turns = _Turns(*context.get("waiting") or ())
    for row in rows:
        record = members(row.value)
        payload = members(record.get("payload"))
        kind, number = record.get("type"), f"{name}:{row.line}"
        moment = seconds(record.get("timestamp"))
        if kind == "session_meta" or ("type" not in record and "id" in record):
            if session.get("id") not in (None, (payload or record).get("id")):
                context["copied"] = moment
            about = {} if session else payload or record
            session.update({key: about[key] for key in _ABOUT if key in about})
        elif "copied" in context and moment - context["copied"] <= _COPIED_WITHIN:
            context["copied"] = moment
            yield None
        elif kind == "turn_context":
            context["model"] = text(payload.get("model")) or text(context.get("model"))
        elif kind == "event_msg":
            found = _event(payload, moment, number)
            if payload.get("type") == "task_started":
                cause = members(payload.get("turn_attribution")).get("turn_trigger")
                turns = turns.begun(moment, cause)
            elif payload.get("type") in _ENDS:
                turns = turns._replace(is_open=False, worked=moment)
            elif found:
                turns = turns.prompted(moment)
                found = replace(found, since=turns.typed_since())
            yield found if turns.by_person else None
        else:
            item = payload if kind == "response_item" else record
            found = _item(item, moment, number, text(context.get("model")))
            if kind == "response_item" and item.get("role") not in ("user", "developer"):
                turns = turns._replace(worked=moment)
            is_forks = "copied" in context or bool(session.get("forked_from_id"))
            is_repeating = is_forks and found is not None and not found.by_person
            yield found if turns.by_person and not is_repeating else None
        context["waiting"] = list(turns)


def _event(payload: dict[str, Any], moment: float, number: str) -> Message | None:
    item = members(payload.get("item"))
    if payload.get("type") == "user_message" and payload.get("kind") in (None, "plain"):
        words = text(payload.get("message"))
    elif payload.get("type") == "item_completed" and item.get("type") == "UserMessage":
        words = "\n".join(texts(item.get("content"), "text"))
    else:
        return None
    own_id = text(item.get("id")) or number
    key = text(payload.get("turn_id"))
    return Message(own_id, moment, True, _request(words), is_event=True, key=key, written=words)


def _item(item: dict[str, Any], moment: float, number: str, model: str) -> Message | None:
    own_id = text(item.get("id")) or number
    if item.get("type") != "message" or item.get("role") not in ("user", "assistant"):
        return None
    if item["role"] == "assistant":
        words = "\n".join(texts(item.get("content"), "output_text", "text"))
        return Message(own_id, moment, False, words, model)
    return Message(own_id, moment, True, _request("\n".join(_typed(item))))


def _typed(item: dict[str, Any]) -> Iterator[str]:
    """The pieces of a `user` message, without those that Codex added."""
    pieces = listed(item.get("content"))
    kinds = listed(
        members(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds")
    )
    for number, piece in enumerate(pieces):
        is_told = len(kinds) == len(pieces) and isinstance(kinds[number], str)
        if is_told and not kinds[number].startswith(("user.", "unknown")):
            continue
        for words in texts([piece], "input_text", "text"):
            if not words.lstrip().startswith(_ADDED) and not _is_between_tags(words.strip()):
                yield words


def _is_between_tags(words: str) -> bool:
    """Whether one tag encloses the whole text, as it does in text that Codex adds."""
    opened = _TAG.match(words)
    closed = _TAG.match(words, words.rfind("</")) if opened else None
    return bool(opened and closed and opened[1] == closed[1] and closed.end() == len(words))


def _request(words: str) -> str:
    """What the person asked for in the text of a prompt, "" if it is a model's or a file's."""
    is_files = words.endswith("\n") and _REQUEST not in words
    if is_files or words.lstrip().startswith(_BY_MODEL):
        return ""
    return words.rpartition(_REQUEST)[2].strip()


def without_repeats(messages: list[Message], *, has_events: bool = False) -> Iterator[Message]:
    """Return the messages with each prompt once; `has_events` if an earlier one was an event.

    After the first event, only events are prompts. Before it, the items are, except those between
    the same answers as an event, and those with the text of an event elsewhere in the session.
    """
    event_texts = {message.text for message in messages if message.is_event}
    prompts: list[Message] = []
    for message in [*messages, None]:
        if message and message.by_person:
            prompts.append(message)
            continue
        has_events = has_events or any(each.is_event for each in prompts)
        for each in prompts:
            if each.is_event or (not has_events and each.text not in event_texts):
                yield each
        prompts = []
        if message:
            yield message
