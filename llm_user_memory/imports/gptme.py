"""Conversations of gptme: `conversation.jsonl`, in a folder of the conversation's name.

Verified with gptme 0.35.1, run against a scripted model, and in its source (`message.py`,
`logmanager/`): a line is a message with `role`, `content` and `timestamp`, which is local time
without an offset. To the person's message it appends, between four backticks, what was piped in
and each file that they named (earlier versions: three, and a path). Where it goes on by itself it
says so in the person's role, in `<system>`. Its `config.toml` tells whether anybody was there.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from .conversation import Conversation, Message, conversation_from, truncated
from .streams import Row
from .values import members, seconds, text, texts

LOG = "conversation.jsonl"

_SHOWN = re.compile(r"^(?:`{4}|```[^\s`]{0,200}[./][^\s`]{0,200}[ \t]{0,9}$)", re.MULTILINE)
_BY_PROGRAM = ("<system>", "<budget:")
_SETTING = re.compile(r'^(name|model|interactive) = (true|false|".*")[ \t]*$', re.MULTILINE)
_SETTINGS_SIZE = 100_000


def conversation_of(path: Path, rows: Iterable[Row]) -> Conversation | None:
    """Return the conversation, None if the person said nothing in it. Raises FormatError."""
    settings = _settings(path.with_name("config.toml")) if path.name == LOG else {}
    if settings.get("interactive") is False:
        return None
    own_id = path.resolve().parent.name if path.name == LOG else path.stem
    messages = truncated(_message(row, own_id, text(settings.get("model"))) for row in rows)
    return conversation_from(
        "gptme", own_id, text(settings.get("name")) or own_id, _with_unique_ids(messages)
    )


def is_row(row: Row) -> bool:
    """Tell whether a line is a message as gptme writes it."""
    message = members(row.value)
    return {"role", "content", "timestamp"} <= message.keys() and "type" not in message


def _message(row: Row, own_id: str, model: str) -> Message | None:
    message = members(row.value)
    role = message.get("role")
    if role not in ("user", "assistant") or message.get("hide") or message.get("ui_only"):
        return None
    words = "\n".join(texts(message.get("content"), "text"))
    metadata = members(message.get("metadata"))
    if role == "user":
        if words.lstrip().startswith(_BY_PROGRAM) or "compaction_checkpoint_view" in metadata:
            return None
        words = _SHOWN.split(words, maxsplit=1)[0]
    written = message.get("timestamp")
    own_model = text(metadata.get("model")) or model if role == "assistant" else ""
    name = f"{own_id}:{text(written) or row.line}"
    moment = seconds(written, local=True)
    return Message(name, moment, role == "user", words, own_model)


def _with_unique_ids(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages, those of one moment with a number, as the moment is all that names them."""
    times = Counter[str]()
    for message in messages:
        times[message.id] += 1
        number = times[message.id]
        yield message if number == 1 else replace(message, id=f"{message.id}:{number}")


def _settings(path: Path) -> dict[str, object]:
    """What config.toml says of the conversation; Python 3.10 cannot read the format itself."""
    try:
        if not path.is_file() or path.stat().st_size > _SETTINGS_SIZE:
            return {}
        return {name: json.loads(value) for name, value in _SETTING.findall(path.read_text())}
    except (OSError, ValueError):
        return {}
