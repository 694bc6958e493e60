"""Conversations of Codex: `rollout-*.jsonl`, a file of JSON lines for each session.

Verified with Codex 0.169.0 run against a scripted model, once typed into and once as `codex exec`,
and, for what earlier versions wrote, in the published source of its protocol. A line has
`timestamp`, `type` and `payload`; in the earliest files the first line is the session's and each
other an item by itself. A prompt stands there twice: as a `response_item` in the person's role,
among instructions and surroundings in that role, and as an event, which is the prompt alone
(`user_message`, since 2026 an item that was completed). So the events of an exchange count, and
the items where it has none.

`codex exec`, other agents and other programs are not a person typing: such sessions are left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .past import Past, Said, assembled
from .streams import Row
from .values import listed, members, seconds, text, texts

_BETWEEN_TAGS = re.compile(r"\s*<([A-Za-z_]+)\b[^>]*>.*</\1[^>]*>\s*", re.DOTALL)
_ADDED = ("# AGENTS.md instructions", "<user_instructions>", "<environment_context>", "<image")
_REQUEST = "## My request for Codex:"  # below what an editor tells of itself
_TYPES = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_BARE_TYPES = {"message", "reasoning", "function_call", "function_call_output"}


class _Heard(NamedTuple):
    said: Said
    is_event: bool


def past(path: Path, rows: Iterable[Row]) -> Past | None:
    """Return the session's conversation, None if nobody typed in it. Raises Odd."""
    session, model, heard = dict[str, Any](), "", list[_Heard]()
    for row in rows:
        record = members(row.value)
        payload = members(record.get("payload"))
        if record.get("type") == "session_meta" or ("type" not in record and "id" in record):
            session = session or payload or record
        elif record.get("type") == "turn_context":
            model = text(payload.get("model")) or model
        elif found := _heard(record, payload, f"{path.stem}:{row.line}", model):
            heard.append(found)
    if not _is_typed(session):
        return None
    started = seconds(session.get("timestamp"))
    return assembled("codex", text(session.get("id")) or path.stem, "", _once(heard), started)


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
    return not by_program and session.get("thread_source") in (None, "user")


def _heard(
    record: dict[str, Any], payload: dict[str, Any], number: str, model: str
) -> _Heard | None:
    moment = seconds(record.get("timestamp"))
    if record.get("type") == "event_msg":
        item = members(payload.get("item"))
        if payload.get("type") == "user_message" and payload.get("kind") in (None, "plain"):
            words = text(payload.get("message"))
        elif payload.get("type") == "item_completed" and item.get("type") == "UserMessage":
            words = "\n".join(texts(item.get("content"), "text"))
        else:
            return None
        own_id = text(item.get("id")) or number
        return _Heard(Said(own_id, moment, True, _request(words)), True) if words.strip() else None
    item = payload if record.get("type") == "response_item" else record
    if item.get("type") != "message":
        return None
    own_id = text(item.get("id")) or number
    if item.get("role") == "assistant":
        words = "\n".join(texts(item.get("content"), "output_text", "text"))
        return _Heard(Said(own_id, moment, False, words.strip(), model), False)
    words = "\n".join(_typed(item)) if item.get("role") == "user" else ""
    return _Heard(Said(own_id, moment, True, _request(words)), False) if words.strip() else None


def _typed(item: dict[str, Any]) -> Iterator[str]:
    """The pieces of a message in the person's role that are not what Codex added to it."""
    pieces = listed(item.get("content"))
    kinds = listed(
        members(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds")
    )
    for number, piece in enumerate(pieces):
        is_told = len(kinds) == len(pieces) and isinstance(kinds[number], str)
        if is_told and not kinds[number].startswith(("user.", "unknown")):
            continue
        for words in texts([piece], "input_text", "text"):
            if not words.lstrip().startswith(_ADDED) and not _BETWEEN_TAGS.fullmatch(words):
                yield words


def _request(words: str) -> str:
    return words.rpartition(_REQUEST)[2].strip()


def _once(heard: list[_Heard]) -> Iterator[Said]:
    """Each prompt once: in an exchange that has events, those; else items that no event repeats."""
    told = Counter(said.text for said, is_event in heard if is_event)
    exchange: list[_Heard] = []
    for each in [*heard, None]:
        if each and each.said.by_person:
            exchange.append(each)
            continue
        has_events = any(is_event for _said, is_event in exchange)
        for said, is_event in exchange:
            if is_event or (not has_events and not told[said.text]):
                yield said
        exchange = []
        if each:
            yield each.said
