"""Conversations of Claude: an element of `conversations.json` in its data export. Pure.

Anthropic does not document the format. This module relies only on what several independent
readers of real exports agree on, as of 2026: `chat_messages` holds the messages in order, each
with a `sender`, and with its words in `content` and again in `text`. The text of an attachment is
in a field of its own, which is not read. Newer exports hold every branch, and name the parent of
each message. The branch with the newest last message is the one on the screen. No known export
says which model answered. A conversation names its account, see `accounts`.
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
from .values import members, seconds, text, texts

_ROOT = "00000000-0000-"  # the beginning of the parent's id that a first message may have


def conversation_of(element: object, longest_answer: int = ANSWER_BEGINNING) -> Conversation | None:
    """Return the conversation, or None if it has no words of the person. Raises FormatError."""
    conversation = members(element)
    if not isinstance(conversation.get("chat_messages"), list):
        raise FormatError("This is no conversation of Claude: it has no `chat_messages`.")
    if conversation.get("is_temporary") is True:
        return None
    messages = [members(message) for message in conversation["chat_messages"]]
    first = text(members(messages[0] if messages else None).get("uuid"))
    own_id = text(conversation.get("uuid")) or first
    started = seconds(conversation.get("created_at")) or seconds(conversation.get("updated_at"))
    model = text(conversation.get("model"))
    found = (
        _message(message, f"{own_id}:{number}", model)
        for number, message in enumerate(_path(messages, conversation))
    )
    said = truncated(found, longest_answer)
    title = text(conversation.get("name"))
    return conversation_from("claude", own_id, title, said, started, longest_answer)


def account_of(element: object) -> str:
    """Return the id of the account whose conversation it is, "" if it has none."""
    account = members(element).get("account")
    return text(members(account).get("uuid")) or text(account)


def _path(messages: list[dict[str, Any]], conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages on the screen, in order; all messages if the export does not tell."""
    by_id = {name: message for message in messages if (name := text(message.get("uuid")))}
    parents = {text(message.get("parent_message_uuid")) for message in messages}
    if parents.isdisjoint(by_id):
        return messages
    node = text(conversation.get("current_leaf_message_uuid"))
    if node not in by_id:
        leaves = [name for name in by_id if name not in parents]
        node = max(reversed(leaves), key=lambda name: _moment(by_id[name]), default="")
    found: dict[str, None] = {}
    while node in by_id and node not in found:
        found[node] = None
        node = text(by_id[node].get("parent_message_uuid"))
    is_whole = not node or node.startswith(_ROOT)
    return [by_id[name] for name in found][::-1] if found and is_whole else messages


def _moment(message: dict[str, Any]) -> float:
    return seconds(message.get("created_at")) or seconds(message.get("updated_at"))


def _message(message: dict[str, Any], number: str, model: str) -> Message | None:
    sender = message.get("sender")
    if sender not in ("human", "assistant"):
        return None
    # `content` first: where the model used a tool, `text` also has remarks of the program.
    words = "\n".join(texts(message.get("content"), "text")) or text(message.get("text"))
    by_person = sender == "human"
    own_model = "" if by_person else text(message.get("model")) or model
    return Message(
        text(message.get("uuid")) or number, _moment(message), by_person, words, own_model
    )
