"""The table of supported formats, and reading conversations one by one, without duplicates."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import TextIO

from ..errors import ImportFileError
from ..settings import plain_file
from . import accounts, chatgpt, claude, claude_code, codex, files, gptme
from .accounts import Whose
from .conversation import (
    ANSWER_BEGINNING,
    Conversation,
    FormatError,
    UnclearAccount,
    Unreadable,
)
from .streams import Row, elements, rows

FORMATS = {
    "chatgpt": "the data export of ChatGPT: its zip, or conversations.json",
    "claude": "the data export of Claude: its zip, or conversations.json",
    "gptme": "gptme: the folder of its logs, or a conversation.jsonl",
    "claude-code": "Claude Code: ~/.claude/projects, or a session's .jsonl",
    "codex": "Codex: ~/.codex/sessions, or a session's rollout-*.jsonl",
    "facts": "a list of facts in Markdown or plain text, or our own export as JSON",
}
"""The formats by name, each with a description for the user."""

ELEMENTS: dict[str, Callable[[object, int], Conversation | None]] = {
    "chatgpt": chatgpt.conversation_of,
    "claude": claude.conversation_of,
}
SESSIONS: dict[str, Callable[[Path, Iterable[Row]], Conversation | None]] = {
    "gptme": gptme.conversation_of,
    "claude-code": claude_code.conversation_of,
    "codex": codex.conversation_of,
}

ROWS: dict[str, Callable[[Row], bool]] = {
    "codex": codex.is_row,
    "claude-code": claude_code.is_row,
    "gptme": gptme.is_row,
}
"""The test of each format for a line of JSON, in the order in which they are tried."""

# The number of lines at the beginning of a file that are examined.
_LINES = 50

# The most problems that are reported for one file. In a wrong format, every line is a problem.
_MAX_REPORTED = 20


def read(path: Path, format: str, account: str = "") -> Iterator[Conversation | Unreadable]:
    """Return the conversations in a file, zip or folder, and what could not be read.

    Conversations without words of the person are left out, and so are those of other accounts than
    the user's: see `accounts.whose`, which gets `account`. Each turn is returned once: a
    conversation that occurs again is returned only with its new turns. Raises ImportFileError if
    `path` cannot be read at all.
    """
    if format not in {**ELEMENTS, **SESSIONS}:
        raise ImportFileError(f"{format} is no format of conversations.")
    files.kind(path)
    if format in ELEMENTS:
        found = _from_export(path, format, account)
    else:
        found = _from_sessions(path, format)
    return _with_empty_reported(path, _with_limited_problems(_each_once(found)))


def exported(
    path: Path,
    file: BufferedReader,
    format: str,
    longest_answer: int = ANSWER_BEGINNING,
    account: str = "",
) -> Iterator[Conversation | Unreadable]:
    """Return the conversations of an open export, and what could not be read.

    `account` is that of `read`. The same turn may be in several of them. `path` itself is not
    opened. Raises OSError, and ImportFileError for a broken zip.
    """
    whose = _whose(path, file, format, account)
    if whose.problem:
        return iter([UnclearAccount(path, None, whose.problem)])
    found = files.texts(path, file, packed=files.is_zip(file))
    return _from_texts(found, format, longest_answer, whose)


def sessions(path: Path, format: str) -> Iterator[Path | Unreadable]:
    """Return a program's session files in JSON lines: `path` itself, or those below it."""
    if files.kind(path) != "folder":
        is_packed = files.is_compressed(path)
        yield Unreadable(path, None, files.COMPRESSED) if is_packed else path
        return
    for found in files.walked(path):
        if isinstance(found, Unreadable) or _is_session(found, format):
            yield found
        elif is_compressed(found.name, format):
            yield Unreadable(found, None, files.COMPRESSED)


def is_session(path: Path, format: str) -> bool:
    """Tell whether a file begins with lines in this format."""
    fits = ROWS[format]
    with suppress(*files.FAILURES), files.opened(path) as text:
        return any(fits(row) for row in islice(rows(text), _LINES))
    return False


def may_hold(path: Path, format: str) -> bool:
    """Tell by its name whether a file may have conversations in this format."""
    return files.is_export(path) if format in ELEMENTS else _is_session(path, format)


def is_compressed(name: str, format: str) -> bool:
    """Tell by its name whether a file has compressed conversations in this format."""
    return format == "codex" and name.startswith("rollout-") and name.endswith(".jsonl.zst")


def _is_session(path: Path, format: str) -> bool:
    if format == "gptme":
        return path.name == gptme.LOG
    if format == "codex":
        return path.name.startswith("rollout-") and path.suffix == ".jsonl"
    return path.suffix == ".jsonl"


def _whose(path: Path, file: BufferedReader, format: str, account: str) -> Whose:
    """Whose conversations count: only exports of Claude have those of several people."""
    return accounts.whose(path, file, account) if format == "claude" else Whose(None)


def _from_export(path: Path, format: str, account: str) -> Iterator[Conversation | Unreadable]:
    packed = files.kind(path) == "zip"
    known: dict[Path, Whose] = {}  # by folder: the files of an export lie beside each other
    for place in files.exports(path):
        if isinstance(place, Unreadable):
            yield place
            continue
        try:
            with plain_file(place) as file:
                if place.parent not in known:
                    known[place.parent] = _whose(place, file, format, account)
                    if problem := known[place.parent].problem:
                        where = place if place == path else place.parent
                        yield UnclearAccount(where, None, problem)
                if not known[place.parent].problem:
                    found = files.texts(place, file, packed=packed)
                    yield from _from_texts(found, format, ANSWER_BEGINNING, known[place.parent])
        except files.FAILURES as error:
            yield files.unreadable(place, error)


def _from_texts(
    found: Iterable[tuple[Path, TextIO] | Unreadable],
    format: str,
    longest_answer: int,
    whose: Whose,
) -> Iterator[Conversation | Unreadable]:
    def convert(value: object) -> Conversation | None:
        return ELEMENTS[format](value, longest_answer) if whose.counts(value) else None

    for each in found:
        if isinstance(each, Unreadable):
            yield each
            continue
        place, text = each
        try:
            for row in elements(text):
                yield from _converted(place, row, convert)
        except files.FAILURES as error:
            yield files.unreadable(place, error)


def _converted(
    place: Path, row: Row, convert: Callable[[object], Conversation | None]
) -> Iterator[Conversation | Unreadable]:
    try:
        found = None if row.problem else convert(row.value)
    except FormatError as odd:
        yield Unreadable(place, row.line, str(odd))
    else:
        if row.problem:
            yield Unreadable(place, row.line, row.problem)
        if found:
            yield found


def _from_sessions(path: Path, format: str) -> Iterator[Conversation | Unreadable]:
    for place in sessions(path, format):
        if isinstance(place, Unreadable):
            yield place
            continue
        problems: list[Unreadable] = []
        found: Conversation | None = None
        try:
            with files.opened(place) as text:
                found = SESSIONS[format](place, _objects(place, rows(text), problems))
        except FormatError as odd:
            problems.append(Unreadable(place, None, str(odd)))
        except files.FAILURES as error:
            problems.append(files.unreadable(place, error))
        yield from problems
        if found:
            yield found


def _objects(place: Path, found: Iterable[Row], problems: list[Unreadable]) -> Iterator[Row]:
    """The rows that are objects. The others are added to `problems`."""
    for row in found:
        if isinstance(row.value, dict):
            yield row
        elif len(problems) <= _MAX_REPORTED:
            problem = row.problem or "This line holds no object."
            problems.append(Unreadable(place, row.line, problem))


def _each_once(found: Iterable[Conversation | Unreadable]) -> Iterator[Conversation | Unreadable]:
    """Leave out turns that were returned before.

    Exports repeat turns: a branched or resumed conversation contains those of its beginning again.
    Ids are remembered as hashes, as there may be a million.
    """
    known = set[int]()
    for conversation in found:
        if isinstance(conversation, Unreadable):
            yield conversation
            continue
        new = []
        for turn in conversation.turns:
            if hash(turn.id) not in known:
                known.add(hash(turn.id))
                new.append(turn)
        if new:
            yield replace(conversation, turns=tuple(new))


def _with_limited_problems(
    found: Iterable[Conversation | Unreadable],
) -> Iterator[Conversation | Unreadable]:
    reported = Counter[Path]()
    for each in found:
        if isinstance(each, Unreadable):
            reported[each.path] += 1
            if reported[each.path] == _MAX_REPORTED + 1:
                yield Unreadable(each.path, each.line, "More like this follows, and is not listed.")
            if reported[each.path] > _MAX_REPORTED:
                continue
        yield each


def _with_empty_reported(
    path: Path, found: Iterable[Conversation | Unreadable]
) -> Iterator[Conversation | Unreadable]:
    is_empty = True
    for each in found:
        is_empty = False
        yield each
    if is_empty:
        yield Unreadable(path, None, "It holds no conversation in which a person said anything.")
