"""The formats, and reading them: one conversation after the other, each once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import ImportFileError
from . import chatgpt, claude, claude_code, codex, files, gptme
from .conversation import Conversation, Odd, Unreadable
from .streams import Row, elements, rows

FORMATS = {
    "chatgpt": "the data export of ChatGPT: its zip, or conversations.json",
    "claude": "the data export of Claude: its zip, or conversations.json",
    "gptme": "gptme: the folder of its logs, or a conversation.jsonl",
    "claude-code": "Claude Code: ~/.claude/projects, or a session's .jsonl",
    "codex": "Codex: ~/.codex/sessions, or a session's rollout-*.jsonl",
    "facts": "a list of facts in Markdown or plain text",
}
"""What can be imported, by the name of its format."""

ELEMENTS: dict[str, Callable[[object], Conversation | None]] = {
    "chatgpt": chatgpt.past,
    "claude": claude.past,
}
SESSIONS: dict[str, Callable[[Path, Iterable[Row]], Conversation | None]] = {
    "gptme": gptme.past,
    "claude-code": claude_code.past,
    "codex": codex.past,
}

# How much of one file is told to be unreadable; who chose a wrong file would see each line of it.
_TOLD = 20


def read(path: Path, format: str) -> Iterator[Conversation | Unreadable]:
    """Return the conversations in a file, zip or folder, and what could not be read of it.

    Conversations in which the person said nothing are left out, and so is each turn that stands
    there a second time: an id comes twice only if the second has turns of its own. Raises
    ImportFileError when there is nothing at `path` that could be read.
    """
    if format not in {**ELEMENTS, **SESSIONS}:
        raise ImportFileError(f"{format} is no format of conversations.")
    files.kind(path)
    found = _exported(path, format) if format in ELEMENTS else _logged(path, format)
    return _or_nothing(path, _limited(_each_once(found)))


def sessions(path: Path, format: str) -> Iterator[Path | Unreadable]:
    """Return the files of JSON lines that hold conversations of a program, in a folder or not."""
    if files.kind(path) != "folder":
        is_packed = files.is_compressed(path)
        yield Unreadable(path, None, files.COMPRESSED) if is_packed else path
        return
    for found in files.walked(path):
        if isinstance(found, Unreadable) or _is_session(found, format):
            yield found
        elif found.name.startswith("rollout-") and found.name.endswith(".jsonl.zst"):
            yield Unreadable(found, None, files.COMPRESSED)


def _is_session(path: Path, format: str) -> bool:
    if format == "gptme":
        return path.name == gptme.LOG
    if format == "codex":
        return path.name.startswith("rollout-") and path.suffix == ".jsonl"
    return path.suffix == ".jsonl"


def _exported(path: Path, format: str) -> Iterator[Conversation | Unreadable]:
    archive = path if files.kind(path) == "zip" else None
    for place in files.exports(path):
        if isinstance(place, Unreadable):
            yield place
            continue
        try:
            with files.opened(place, archive) as text:
                for row in elements(text):
                    yield from _converted(place, row, ELEMENTS[format])
        except files.FAILURES as error:
            yield _failed(place, error)


def _converted(
    place: Path, row: Row, past: Callable[[object], Conversation | None]
) -> Iterator[Conversation | Unreadable]:
    try:
        found = None if row.problem else past(row.value)
    except Odd as odd:
        yield Unreadable(place, row.line, str(odd))
    else:
        if row.problem:
            yield Unreadable(place, row.line, row.problem)
        if found:
            yield found


def _logged(path: Path, format: str) -> Iterator[Conversation | Unreadable]:
    for place in sessions(path, format):
        if isinstance(place, Unreadable):
            yield place
            continue
        unread: list[Unreadable] = []
        found: Conversation | None = None
        try:
            with files.opened(place) as text:
                found = SESSIONS[format](place, _sound(place, rows(text), unread))
        except Odd as odd:
            unread.append(Unreadable(place, None, str(odd)))
        except files.FAILURES as error:
            unread.append(_failed(place, error))
        yield from unread
        if found:
            yield found


def _sound(place: Path, found: Iterable[Row], unread: list[Unreadable]) -> Iterator[Row]:
    """The rows that hold an object; what the others are is added to `unread`."""
    for row in found:
        if isinstance(row.value, dict):
            yield row
        elif len(unread) <= _TOLD:
            problem = row.problem or "This line holds no object."
            unread.append(Unreadable(place, row.line, problem))


def _failed(place: Path, error: Exception) -> Unreadable:
    return Unreadable(place, None, f"It cannot be read: {files.reason(error)}.")


def _each_once(found: Iterable[Conversation | Unreadable]) -> Iterator[Conversation | Unreadable]:
    """Leave out turns that were read before, by hashes, as there may be a million.

    Exports repeat them: a conversation that was branched or resumed has those of its beginning.
    """
    known = set[int]()
    for past in found:
        if isinstance(past, Unreadable):
            yield past
            continue
        new = []
        for turn in past.turns:
            if hash(turn.id) not in known:
                known.add(hash(turn.id))
                new.append(turn)
        if new:
            yield replace(past, turns=tuple(new))


def _limited(found: Iterable[Conversation | Unreadable]) -> Iterator[Conversation | Unreadable]:
    told = Counter[Path]()
    for each in found:
        if isinstance(each, Unreadable):
            told[each.path] += 1
            if told[each.path] == _TOLD + 1:
                yield Unreadable(each.path, each.line, "More like this follows, and is not listed.")
            if told[each.path] > _TOLD:
                continue
        yield each


def _or_nothing(
    path: Path, found: Iterable[Conversation | Unreadable]
) -> Iterator[Conversation | Unreadable]:
    is_empty = True
    for each in found:
        is_empty = False
        yield each
    if is_empty:
        yield Unreadable(path, None, "It holds no conversation in which a person said anything.")
