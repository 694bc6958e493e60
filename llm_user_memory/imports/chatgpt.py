"""Conversations of ChatGPT: an element of `conversations.json` in its data export. Pure.

OpenAI does not document the format. This module relies only on what several independent readers
of real exports agree on, as of 2026: a conversation is a tree (`mapping`), and its `current_node`
is the last message on the screen. A message has an author with a role, content with a type, and
metadata. These are left out, because the person did not say them or does not want them kept:

* branches that an edit or a regeneration replaced;
* custom instructions (`user_editable_context`, `is_user_system_message`), hidden messages, and
  messages to a tool;
* messages whose author has a name, and messages of a conversation that somebody else shared;
* prompts of scheduled tasks (`real_author_type`, such as "automation"), and conversation starters
  and other suggestions that were clicked: somebody else or a model wrote these;
* temporary conversations, and conversations marked as not to be remembered.
"""

from typing import Any

from .conversation import (
    ANSWER_BEGINNING,
    Conversation,
    FormatError,
    Message,
    conversation_from,
    truncated,
)
from .values import listed, members, seconds, text

_WRITTEN = ("text", "multimodal_text")
_SUGGESTED = ("is_starter_prompt", "starter_prompt_id", "suggestion_type")
_NOT_TO_BE_KEPT = ("is_do_not_remember", "is_temporary_chat")


def conversation_of(element: object, longest_answer: int = ANSWER_BEGINNING) -> Conversation | None:
    """Return the conversation, or None if it has no words of the person. Raises FormatError."""
    conversation = members(element)
    if not isinstance(conversation.get("mapping"), dict):
        raise FormatError("This is no conversation of ChatGPT: it has no `mapping`.")
    if any(conversation.get(mark) is True for mark in _NOT_TO_BE_KEPT):
        return None
    nodes = conversation["mapping"]
    path = _path(nodes, text(conversation.get("current_node")))
    model = text(conversation.get("default_model_slug"))
    said = (_message(node, nodes[node], model) for node in path)
    messages = truncated(said, longest_answer)
    names = [text(conversation.get(name)) for name in ("conversation_id", "id")]
    own_id = next((name for name in [*names, *path] if name), "")
    started = seconds(conversation.get("create_time")) or seconds(conversation.get("update_time"))
    title = text(conversation.get("title"))
    return conversation_from("chatgpt", own_id, title, messages, started, longest_answer)


def _path(nodes: dict[str, Any], end: str) -> list[str]:
    """The ids of the nodes on the screen, from the root to the last message."""
    node = end if end in nodes else _newest_leaf(nodes)
    found: dict[str, None] = {}
    while node in nodes and node not in found:
        found[node] = None
        node = text(members(nodes[node]).get("parent"))
    return list(found)[::-1]


def _newest_leaf(nodes: dict[str, Any]) -> str:
    parents = {text(members(node).get("parent")) for node in nodes.values()}
    leaves = [name for name in nodes if name not in parents]
    return max(leaves, key=lambda name: _moment(nodes[name]), default="")


def _moment(node: object) -> float:
    return seconds(members(members(node).get("message")).get("create_time"))


def _message(name: str, node: object, model: str) -> Message | None:
    message = members(members(node).get("message"))
    author, metadata = members(message.get("author")), members(message.get("metadata"))
    role = author.get("role")
    if role not in ("user", "assistant") or metadata.get("is_visually_hidden_from_conversation"):
        return None
    by_person = role == "user"
    if message.get("recipient") not in (None, "all") or (by_person and _by_another(message)):
        return None
    words = _words(members(message.get("content")), by_person)
    own_model = "" if by_person else text(metadata.get("model_slug")) or model
    own_id = text(message.get("id")) or name
    moment = seconds(message.get("create_time"))
    return Message(own_id, moment, by_person, words, own_model)


def _by_another(message: dict[str, Any]) -> bool:
    """Whether a `user` message may be from another person, or is one of the user's settings."""
    metadata = members(message.get("metadata"))
    return bool(
        members(message.get("author")).get("name")
        or metadata.get("is_user_system_message")
        or metadata.get("shared_conversation_id")
        or metadata.get("real_author_type") not in (None, "", "user")
        or any(metadata.get(mark) for mark in _SUGGESTED)
    )


def _words(content: dict[str, Any], by_person: bool) -> str:
    if content.get("content_type") not in _WRITTEN:
        return ""
    words = []
    for part in listed(content.get("parts")):
        if isinstance(part, str):
            words.append(text(part))
        elif _is_spoken(members(part), by_person):
            words.append(text(part.get("text")))
    return "\n".join(word for word in words if word)


def _is_spoken(part: dict[str, Any], by_person: bool) -> bool:
    """Whether a part transcribes its author's speech.

    In a message of the person, the direction `out` marks speech that was played to them.
    """
    is_speech = part.get("content_type") == "audio_transcription"
    return is_speech and not (by_person and part.get("direction") == "out")
