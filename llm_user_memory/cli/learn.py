"""The command `learn`: it learns from a conversation with any other program."""

import json
import re
import sys
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from ..api import Memory, Update
from ..errors import ProfileError
from ..imports import input_history
from ..learn.backfill import origins
from ..learn.backfill.from_messages import (
    TOOL,
    TimedMessage,
    is_users,
    refuse_several_users,
    role_of,
    time_of,
)
from ..learn.schedule import FORBIDDEN, PAUSED, SWITCHED_OFF
from ..store.profile import versions
from ..store.profile.history import Version
from ..text import speakers
from ..text.plurals import counted
from ..text.speakers import Label
from . import complete
from .base import Date, current_profile, file_error, json_option, memory, opened_memory
from .changes import tell, tell_learned
from .control import edit_line, forbidden
from .output import echo, item

_MAX_BYTES = 20_000_000

_NOT_LATER = {
    PAUSED: "Nothing was learned, and what you said in the pause never will be.",
    SWITCHED_OFF: "Nothing was learned, and nothing of it will be.",
}

# The roles of the known speakers whose names may begin a line of a transcript.
_SPEAKERS = {
    "user": "user",
    "human": "user",
    "me": "user",
    "you": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
}
# Beside one of these, "you" is the other side.
_SELF = frozenset({"user", "human", "me"})
_TURN = re.compile(rf"^[ \t#*]*({'|'.join(_SPEAKERS)})[ \t*]*:\**", re.I | re.M)

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(\w*)", re.M)

# Any other speaker, such as "Claude:" or "GPT-4 said:".
_OTHER_SPEAKER = re.compile(
    r"^[ \t#*]*(?:\[[^\]\n]{1,30}\][ \t]*)?"
    r"(@?\w[\w.-]*(?: [\w.-]+){0,2}(?: \([^()\n]{1,30}\))?)[ \t*]*:\**(?=\s|$)",
    re.M,
)


@memory.command()
@click.argument(
    "file",
    required=False,
    default="-",
    type=click.Path(allow_dash=True, readable=False, path_type=Path),
)
@click.option(
    "--role",
    type=click.Choice(["user"]),
    help="Take the whole text as said by you",
)
@click.option("-m", "--model", shell_complete=complete.models, help="Ask this model")
@click.option("--conversation", default="", metavar="ID", help="Name of the conversation")
@click.option(
    "--when",
    type=Date(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
    metavar="DATE",
    help="Date of the conversation; the default is now",
)
@click.option("--keep", is_flag=True, help="Also keep the conversation, so that it is found")
@json_option
def learn(
    file: Path,
    role: str | None,
    model: str | None,
    conversation: str,
    when: datetime | None,
    keep: bool,
    as_json: bool,
) -> None:
    """
    Learn from a conversation with any other program

    FILE, or standard input, holds the conversation in one of three forms. The first is
    JSON: messages {"role": ..., "content": ...}, in a list or one on each line. The
    second is a transcript whose lines begin with "User:" and "Assistant:". In a message
    of yours, what follows a line such as "Bob:", "Tool result:" or "Attached file:" does
    not count as yours. Use JSON where an answer may itself contain lines with "User:".
    The third is what aider and others write of what you type: lines "# TIME", and after
    "+" your lines.

    Only what you said is learned, with the same checks as everywhere. You may pass the
    same conversation again when it has grown: only the new messages are used, and with
    --role the new lines. If the oldest messages are left out then, name the conversation,
    or all others count as new. The exit code is 1 if learning is paused or switched off,
    or if the model could not be asked.

    What you said in a pause is never learned, so say when that was: with --when, or in
    JSON with a "timestamp" in each message, which is a number of seconds since 1970 or
    an ISO time with an offset. If you paused on that day, give --when its time, too, or
    nothing is learned. What has no time counts as said when it is first passed: if
    learning is paused or switched off then, it is not learned later either.

    --keep also stores the conversation, without secrets, so that "llm memory search"
    finds it. "forget" and "forget --purge" reach it.

    \b
        llm memory learn --role user < what-i-said.txt
        some-chat --export json | llm memory learn --conversation "$ID"
    """
    text = _read(file)
    messages = [TimedMessage("user", text)] if role else list(_messages(text))
    folder = current_profile().folder
    before = _version()
    update = Memory(folder.path, name=folder.name).learn(
        messages, model, conversation=conversation, when=when, keep=keep
    )
    if not as_json and update.skipped not in FORBIDDEN:
        _print_result(update)
    tell_learned(before, _version(), _what(update), as_json=as_json, **_as_json(update))
    if update.skipped in FORBIDDEN:
        raise forbidden(update.skipped, _NOT_LATER[update.skipped])


def _version() -> Version:
    with opened_memory(creates=True) as store:
        return versions.read(store)


def _read(file: Path) -> str:
    if sys.stdin is None and str(file) == "-":
        raise ProfileError("There is no standard input.", untouched="Nothing was learned.")
    try:
        stream = sys.stdin.buffer if str(file) == "-" else file.open("rb")
        with stream:
            content = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise file_error(file, "read", error, untouched="Nothing was learned.") from error
    if len(content) > _MAX_BYTES:
        raise ProfileError(
            f"That is more than {_MAX_BYTES // 1_000_000} MB.",
            untouched="Nothing was learned.",
            remedy="`llm memory import` reads whole exports.",
        )
    return content.decode("utf-8-sig", errors="replace")


def _messages(text: str) -> Iterator[TimedMessage]:
    """Yield the messages of a conversation in one of the three forms. Raises ProfileError."""
    if text.lstrip()[:1] in ("[", "{"):
        values = list(_json_values(text))
        roles = _roles(each.get("role") for each in values if isinstance(each, dict))
        messages = [_with_known_role(each, roles) for each in values]
        refuse_several_users(messages)
        yield from map(_message, messages)
        return
    if (typed := input_history.entries(text)) is not None:
        yield from (TimedMessage("user", words, at) for words, at in typed)
        return
    text = "\n".join(text.splitlines())  # some programs end lines with "\r" or U+2028
    begun = list(_TURN.finditer(text))
    roles = _roles(match[1] for match in begun)
    found = _turns(text, begun, roles)
    if found and "assistant" not in {roles[match[1].lower()] for match in found}:
        # If no known assistant speaks, any other name is the assistant's. Text after it is not the
        # user's.
        others = [
            other for other in _OTHER_SPEAKER.finditer(text) if other[1].lower() not in _SPEAKERS
        ]
        found = sorted([*found, *others], key=lambda match: match.start())
    if text.strip() and (not found or text[: found[0].start()].strip()):
        raise ProfileError(
            "It does not say who is speaking.",
            untouched="Nothing was learned.",
            remedy="If all of it is what you said, add `--role user`.",
        )
    ends = [match.start() for match in found[1:]] + [len(text)]
    blocks = _code_blocks(text)
    for match, end in zip(found, ends, strict=bool(found)):
        role = roles.get(match[1].lower(), match[1])
        other = _other_in(text, match.end(), end, blocks) if role == "user" else None
        yield TimedMessage(role, text[match.end() : other.start if other else end].strip())
        if other:
            yield TimedMessage(other.name, text[other.end : end].strip())


def _other_in(text: str, start: int, stop: int, blocks: list[tuple[int, int]]) -> Label | None:
    """The label in a message of the user with which somebody else begins to speak."""
    labels = [
        label for label in speakers.labels(text, start, stop) if not _is_within(blocks, label.start)
    ]
    ends = [label.start for label in labels[1:]] + [stop]
    for label, end in zip(labels, ends, strict=bool(labels)):
        if speakers.is_another(label, text[label.end : end]):
            return label
    return None


def _roles(names: Iterable[object]) -> Mapping[str, str]:
    """The roles of the known speakers in a conversation in which these speak."""
    said = {name.lower() for name in names if isinstance(name, str)}
    return {**_SPEAKERS, "you": "assistant"} if said & _SELF else _SPEAKERS


def _turns(
    text: str, found: Sequence[re.Match[str]], roles: Mapping[str, str]
) -> list[re.Match[str]]:
    """Those of the lines found that begin a message, except "User:" lines that an answer may quote.

    A "User:" line is excluded if it is in a code block, or if its decoration differs from the first
    one's, because text of an answer must never count as the user's.
    """
    decorations = [_decoration(turn) for turn in found if roles[turn[1].lower()] == "user"]
    decoration = (
        _decoration(found[0])
        if found and _decoration(found[0]) in decorations
        else "".join(decorations[:1])
    )
    blocks = _code_blocks(text)
    return [
        turn
        for turn in found
        if roles[turn[1].lower()] != "user"
        or (_decoration(turn) == decoration and not _is_within(blocks, turn.start()))
    ]


def _decoration(turn: re.Match[str]) -> str:
    """The characters around the name: "**:**" of "**User:**"."""
    return "".join((turn[0].replace(turn[1], "", 1)).split())


def _code_blocks(text: str) -> list[tuple[int, int]]:
    """The (begin, end) of each code block that is closed."""
    blocks: list[tuple[int, int]] = []
    begun = None
    for fence in _FENCE.finditer(text):
        if begun is None or fence[1]:
            begun = fence.start()
        else:
            blocks.append((begun, fence.end()))
            begun = None
    return blocks


def _is_within(blocks: list[tuple[int, int]], at: int) -> bool:
    block = bisect(blocks, (at, 0)) - 1
    return block >= 0 and at < blocks[block][1]


def _json_values(text: str) -> Iterator[Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise ProfileError(
                        f"Line {number} is no JSON: {error}.", untouched="Nothing was learned."
                    ) from error
        return
    if isinstance(whole, dict):
        whole = whole.get("messages", [whole])
    yield from whole if isinstance(whole, list) else [whole]


def _with_known_role(message: Any, roles: Mapping[str, str]) -> Any:
    """The message with the role that the name of its speaker means: "user" for "me"."""
    role = message.get("role") if isinstance(message, dict) else None
    known = roles.get(role.lower()) if isinstance(role, str) else None
    return {**message, "role": known} if known else message


def _message(message: Any) -> TimedMessage:
    """A message in the JSON form of chat services."""
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, (str, list)) or not isinstance(message.get("role"), str):
        raise ProfileError(
            'A message is {"role": ..., "content": ...}.', untouched="Nothing was learned."
        )
    role: str = role_of(message)
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        texts = [part for part in parts if part.get("type") == "text"]
        if is_users(role):
            # What stands beside the result of a tool is of the program, too.
            role = TOOL if any(map(origins.is_result, parts)) else role
            texts = list(filter(origins.is_typed_part, texts))
        content = "\n".join(str(part.get("text", "")) for part in texts)
    return TimedMessage(role, content, time_of(message))


def _print_result(update: Update) -> None:
    if update.kept:
        kept = f"Kept: {counted(update.kept, 'turn')}."
        tell(kept, back="llm memory forget --purge TEXT", again="erases those that say TEXT")
    if update.skipped:
        echo(_what(update))
        return
    for edit in update.edits:
        item(edit_line(edit, ""))
    for refused in update.refused:
        item(edit_line(refused.edit, refused.reason))
    if not (update.edits or update.refused):
        echo("Nothing to remember.")


def _what(update: Update) -> str:
    """A sentence about the result."""
    if update.skipped:
        return f"Nothing was asked: {update.skipped}."
    made, refused = counted(len(update.edits), "edit"), len(update.refused)
    return f"{made} made{f', {refused:,} not made' if refused else ''}."


def _as_json(update: Update) -> dict[str, Any]:
    return {
        "skipped": update.skipped,
        "kept": update.kept,
        "edits": [vars(edit) for edit in update.edits],
        "refused": [vars(one.edit) | {"reason": one.reason} for one in update.refused],
    }
