"""Makes files as ChatGPT, Claude, gptme, Claude Code and Codex write them, and reads them back."""

import json
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from llm_user_memory.imports import Conversation, Unreadable, detect, read

START = 1_750_000_000.0
"""A moment in the summer of 2025, at which every conversation begins."""

Json = dict[str, Any]
Talk = Sequence[tuple[str, str]]
"""The turns of a conversation: (prompt, answer); "" stands for no answer."""

_NAMES = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


def stable_id(*parts: object) -> str:
    """Return an id, the same for the same parts."""
    return str(uuid5(_NAMES, "/".join(map(str, parts))))


def iso_date(moment: float) -> str:
    """Return a date as most programs write it: in UTC, with a Z."""
    return datetime.fromtimestamp(moment, timezone.utc).isoformat().replace("+00:00", "Z")


def json_lines(*records: object) -> str:
    """Return JSON lines."""
    return "".join(json.dumps(record) + "\n" for record in records)


def write_file(path: Path, content: object) -> Path:
    """Write a file with its folder: text as it is, anything else as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def read_conversations(path: Path, format: str = "") -> list[Conversation]:
    """Return the conversations that are read from a file."""
    found = read(path, format or detect(path))
    return [each for each in found if isinstance(each, Conversation)]


def read_prompts(path: Path, format: str = "") -> list[str]:
    """Return the person's prompts in all conversations of a file."""
    return [turn.prompt for each in read_conversations(path, format) for turn in each.turns]


def read_problems(path: Path, format: str = "") -> list[tuple[int | None, str]]:
    """Return the problems of reading a file: (line, reason)."""
    found = read(path, format or detect(path))
    return [(each.line, each.problem) for each in found if isinstance(each, Unreadable)]


def write_zip(path: Path, members: dict[str, str | bytes]) -> Path:
    """Write a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


def chatgpt_message(role: str, words: str, at: float | None = START, **changed: Any) -> Json:
    """Return a message of ChatGPT."""
    metadata: Json = {"model_slug": "gpt-4o"} if role == "assistant" else {}
    message: Json = {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [words]},
        "status": "finished_successfully",
        "end_turn": role == "assistant" or None,
        "weight": 1.0,
        "metadata": metadata,
        "recipient": "all",
        "channel": None,
    }
    return {**message, **changed}


def chatgpt_tree(own_id: str, chain: Iterable[Json | None], **changed: Any) -> Json:
    """Return a conversation of ChatGPT in which these messages follow each other."""
    mapping: Json = {}
    parent = None
    for number, message in enumerate([None, *chain]):
        node = stable_id(own_id, number)
        if message and "id" not in message:
            message = {"id": node, **message}
        mapping[node] = {"id": node, "message": message, "parent": parent, "children": []}
        if parent:
            mapping[parent]["children"].append(node)
        parent = node
    conversation: Json = {
        "title": "Tea",
        "create_time": START,
        "update_time": START + 100,
        "mapping": mapping,
        "moderation_results": [],
        "current_node": parent,
        "plugin_ids": None,
        "conversation_id": own_id,
        "conversation_template_id": None,
        "gizmo_id": None,
        "is_archived": False,
        "safe_urls": [],
        "default_model_slug": "gpt-4",
        "id": own_id,
    }
    return {**conversation, **changed}


def chatgpt(own_id: str, talk: Talk, **changed: Any) -> Json:
    """Return a conversation of ChatGPT, with the messages that it adds itself."""
    custom = chatgpt_message(
        "user",
        "",
        None,
        content={"content_type": "user_editable_context", "user_profile": "I am a custom text"},
        metadata={"is_visually_hidden_from_conversation": True, "is_user_system_message": True},
    )
    chain = [chatgpt_message("system", "", None), custom]
    for number, (asked, answered) in enumerate(talk):
        chain.append(chatgpt_message("user", asked, START + 10 * number))
        if answered:
            chain.append(chatgpt_message("assistant", answered, START + 10 * number + 5))
    return chatgpt_tree(own_id, chain, **changed)


def claude_message(sender: str, words: str, at: float = START, **changed: Any) -> Json:
    """Return a message of Claude."""
    message: Json = {
        "uuid": stable_id(sender, words, at),
        "text": words,
        "content": [
            {
                "start_timestamp": iso_date(at),
                "stop_timestamp": iso_date(at),
                "type": "text",
                "text": words,
                "citations": [],
            }
        ],
        "sender": sender,
        "created_at": iso_date(at),
        "updated_at": iso_date(at),
        "attachments": [],
        "files": [],
    }
    return {**message, **changed}


def claude(own_id: str, talk: Talk, **changed: Any) -> Json:
    """Return a conversation of Claude."""
    messages = []
    for number, (asked, answered) in enumerate(talk):
        at = START + 10 * number
        own = {"uuid": stable_id(own_id, number, "human")}
        messages.append(claude_message("human", asked, at, **own))
        if answered:
            own = {"uuid": stable_id(own_id, number, "assistant")}
            messages.append(claude_message("assistant", answered, at + 5, **own))
    conversation: Json = {
        "uuid": own_id,
        "name": "Tea",
        "summary": "",
        "created_at": iso_date(START),
        "updated_at": iso_date(START + 100),
        "account": {"uuid": stable_id("account")},
        "chat_messages": messages,
    }
    return {**conversation, **changed}


def gptme_message(role: str, words: str, at: float = START, **changed: Any) -> Json:
    """Return a message of gptme, whose times are local."""
    written = datetime.fromtimestamp(at).isoformat()
    return {"role": role, "content": words, "timestamp": written, **changed}


def gptme(talk: Talk) -> str:
    """Return a conversation.jsonl of gptme."""
    messages = [gptme_message("system", "You are gptme, a general-purpose assistant.", pinned=True)]
    for number, (asked, answered) in enumerate(talk):
        at = START + 10 * number
        messages.append(gptme_message("user", asked, at))
        if answered:
            model = {"metadata": {"model": "local/tea"}}
            messages.append(gptme_message("assistant", answered, at + 5, **model))
    return json_lines(*messages)


def claude_code_record(kind: str, content: object, at: float = START, **changed: Any) -> Json:
    """Return a record of Claude Code."""
    role = {"role": kind, "model": "claude-opus-4"} if kind == "assistant" else {"role": kind}
    record: Json = {
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/ada/tea",
        "sessionId": stable_id("session"),
        "version": "2.0.14",
        "gitBranch": "main",
        "type": kind,
        "message": {**role, "content": content},
        "uuid": stable_id(kind, content, at),
        "timestamp": iso_date(at),
    }
    return {**record, **changed}


def claude_code(talk: Talk, session: str = "") -> str:
    """Return a session of Claude Code, with records that it adds itself."""
    session = session or stable_id("session")
    own = {"sessionId": session}
    records: list[Json] = [
        {"type": "summary", "summary": "Of another session", "leafUuid": stable_id("leaf")},
        {"type": "summary", "summary": "Tea", "leafUuid": stable_id(session, 0)},
        {"type": "file-history-snapshot", "messageId": stable_id("m"), "snapshot": {}},
        claude_code_record("user", "Caveat: The messages below", isMeta=True, **own),
    ]
    for number, (asked, answered) in enumerate(talk):
        at = START + 10 * number
        uuid = {"uuid": stable_id(session, number)}
        records.append(claude_code_record("user", asked, at, **own, **uuid))
        if answered:
            said = [{"type": "text", "text": answered}]
            uuid = {"uuid": stable_id(session, number, "answer")}
            records.append(claude_code_record("assistant", said, at + 5, **own, **uuid))
    return json_lines(*records)


def codex_line(kind: str, payload: Json, at: float = START) -> Json:
    """Return a line of Codex."""
    return {"timestamp": iso_date(at), "type": kind, "payload": payload}


def codex_message(role: str, *words: str) -> Json:
    """Return a message of Codex, of one or more pieces."""
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": piece} for piece in words]
    return {"type": "message", "role": role, "content": content}


def codex(talk: Talk, session: str = "", **changed: Any) -> str:
    """Return a session of Codex as versions of 2025 write it."""
    own_id = session or stable_id("session")
    meta = {"id": own_id, "timestamp": iso_date(START), "cwd": "/home/ada/tea", "source": "cli"}
    added = codex_message(
        "user", "# AGENTS.md instructions for /home/ada/tea\n\n<INSTRUCTIONS>x</INSTRUCTIONS>"
    )
    surroundings = codex_message("user", "<environment_context>\n  x\n</environment_context>")
    records = [
        codex_line("session_meta", {**meta, **changed}),
        codex_line("response_item", added),
        codex_line("response_item", surroundings),
        codex_line("turn_context", {"cwd": "/home/ada/tea", "model": "gpt-5-codex"}),
    ]
    for number, (asked, answered) in enumerate(talk):
        at = START + 10 * number
        event = {"type": "user_message", "message": asked, "kind": "plain"}
        records.append(codex_line("response_item", codex_message("user", asked), at))
        records.append(codex_line("event_msg", event, at))
        if answered:
            records.append(
                codex_line("event_msg", {"type": "agent_message", "message": answered}, at + 5)
            )
            records.append(
                codex_line("response_item", codex_message("assistant", answered), at + 5)
            )
    return json_lines(*records)
