"""Conversations of gptme: `conversation.jsonl`, in a folder of the conversation's name.

Verified by running gptme 0.35.1 against a scripted model, and in its source (`message.py`,
`logmanager/`):

* A line is a message with `role`, `content` and `timestamp`, in local time without an offset.
* gptme appends piped input, and each file that the prompt names, to the prompt, in a code block
  of four backticks. Earlier versions use three backticks and a path.
* When gptme continues without the person, it writes a `<system>` message in the `user` role. So it
  does with the text of a skill, whose message has a `skill_invocation_id`, and with the output of
  the command that checks whether a task is done.
* `config.toml` says whether the session was interactive. A sub-agent's does not, or says that it
  was: its folder is called `subagent-...`. What other agents asked has `a2a_origin.json` beside it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import ImportFileError
from . import files
from .conversation import Conversation, Message, conversation_from, truncated
from .streams import Row
from .values import members, seconds, text, texts

LOG = "conversation.jsonl"

_SHOWN = re.compile(r"^(?:`{4}|```[^\s`]{0,200}[./][^\s`]{0,200}[ \t]{0,9}$)", re.MULTILINE)
_BY_PROGRAM = ("<system>", "<budget:", "Completion verification failed:")
_PROGRAMS_KEYS = {"compaction_checkpoint_view", "skill_invocation_id"}
_AGENTS_FOLDER = "subagent-"
_AGENTS_FILES = ("subagent-meta.json", "a2a_origin.json")
_SETTING = re.compile(r'^(name|model|interactive) = (true|false|".*")[ \t]*$', re.MULTILINE)
_SETTINGS_SIZE = 100_000

# The number of latest ids whose lines are remembered.
_LATEST = 200


def conversation_of(path: Path, rows: Iterable[Row]) -> Conversation | None:
    """Return the conversation, or None if it has no words of the person. Raises FormatError."""
    settings = _settings_of(path)
    if not _is_typed(path, settings):
        return None
    own_id = id_of(path)
    title = text(settings.get("name")) or own_id
    return conversation_from("gptme", own_id, title, truncated(messages_on(path, rows, {})))


def messages_on(
    path: Path, rows: Iterable[Row], context: dict[str, Any]
) -> Iterator[Message | None]:
    """Yield the messages of rows that follow others.

    `context` is what the earlier rows said about the session. It is JSON, and is updated.
    """
    own_id, model = id_of(path), text(_settings_of(path).get("model"))
    times = context.setdefault("times", {})
    for row in rows:
        message = _message(row, own_id, model)
        yield _with_unique_id(message, row.line, times) if message else None


def is_typed(path: Path) -> bool:
    """Tell whether a person typed in the session, rather than a script or another agent."""
    return _is_typed(path, _settings_of(path))


def _is_typed(path: Path, settings: dict[str, object]) -> bool:
    if id_of(path).startswith(_AGENTS_FOLDER):
        return False
    if any(path.with_name(name).exists() for name in _AGENTS_FILES):
        return False
    return settings.get("interactive") is not False


def id_of(path: Path) -> str:
    """Return the id of the conversation in a file."""
    return path.resolve().parent.name if path.name == LOG else path.stem


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
        if words.lstrip().startswith(_BY_PROGRAM) or _PROGRAMS_KEYS & metadata.keys():
            return None
        words = _SHOWN.split(words, maxsplit=1)[0]
    written = message.get("timestamp")
    own_model = text(metadata.get("model")) or model if role == "assistant" else ""
    name = f"{own_id}:{text(written) or row.line}"
    moment = seconds(written, local=True)
    return Message(name, moment, role == "user", words, own_model)


def _with_unique_id(message: Message, line: int, times: dict[str, list[int]]) -> Message:
    """The message, with a number added to its id if that occurs again, as ids are made from times.

    `times` has the lines of the latest ids; older ones are not needed, as messages with the same
    time follow each other.
    """
    lines = times.setdefault(message.id, [])
    if line not in lines:
        lines.append(line)
    while len(times) > _LATEST:
        del times[next(iter(times))]
    number = lines.index(line) + 1
    return message if number == 1 else replace(message, id=f"{message.id}:{number}")


def _settings_of(path: Path) -> dict[str, object]:
    return _settings(path.with_name("config.toml")) if path.name == LOG else {}


def _settings(path: Path) -> dict[str, object]:
    """Three settings of config.toml, parsed here because Python 3.10 has no `tomllib`."""
    try:
        found = _SETTING.findall(files.content(path, _SETTINGS_SIZE, "settings"))
        return {name: json.loads(value) for name, value in found}
    except (ImportFileError, ValueError):
        return {}
