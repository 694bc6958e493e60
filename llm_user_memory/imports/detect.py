"""Detecting the format of a file, zip or folder by its content, not by its name."""

import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TextIO

from ..errors import ImportFileError
from ..settings import plain_file
from . import facts, files, memories
from .conversation import Unreadable
from .formats import ROWS
from .streams import rows

# Limits: characters and lines read of a file; files read, and names listed, of a folder.
_CHARACTERS = 1_000_000
_LINES = 50
_FILES = 50
_NAMES = 20_000

# Matches JSON keys only: within a message, a quotation mark has a backslash before it.
_MEMBER = re.compile(r'(?<!\\)"(mapping|current_node|chat_messages|parentUuid)"\s*:')
_FORMAT_OF_MEMBER = {
    "mapping": "chatgpt",
    "current_node": "chatgpt",
    "chat_messages": "claude",
    "parentUuid": "claude-code",  # its first line may be too long to be parsed here
}
_EXPECTED = (
    "Expected is a data export of ChatGPT or Claude, a log of gptme, Claude Code or Codex, or a "
    "folder with them, a list of facts in Markdown, or the memory of another program."
)
_FACT_LENGTH = 300


def detect(path: Path) -> str:
    """Return a key of `formats.FORMATS`.

    Raises ImportFileError if the format is not a known one, or if nothing can be read.
    """
    what = files.kind(path)
    found = ""
    for place in _candidates(path) if what == "folder" else [path]:
        for head in _heads(place, packed=what == "zip"):
            if isinstance(head, Unreadable):
                found = found or head.problem
            elif format := _format(head, what == "file"):
                return format
    problem = f"{path} holds nothing that can be imported."
    raise ImportFileError(
        f"{problem} {found}".strip(), untouched="Nothing was imported.", remedy=_EXPECTED
    )


def _heads(place: Path | Unreadable, *, packed: bool) -> Iterator[str | Unreadable]:
    """The beginnings of the texts in a file or zip, and its unreadable parts."""
    if isinstance(place, Unreadable):
        yield place
        return
    if files.is_compressed(place):
        yield Unreadable(place, None, f"{place.name}: {files.COMPRESSED}")
        return
    try:
        with plain_file(place) as file:
            for each in files.texts(place, file, packed=packed):
                yield each if isinstance(each, Unreadable) else _head(*each)
    except files.FAILURES as error:
        yield _unread(place, error)


def _head(place: Path, text: TextIO) -> str | Unreadable:
    try:
        return text.read(_CHARACTERS)
    except files.FAILURES as error:
        return _unread(place, error)


def _unread(place: Path, error: Exception) -> Unreadable:
    return Unreadable(place, None, f"{place.name} cannot be read: {files.reason(error)}.")


def _candidates(folder: Path) -> Iterator[Path | Unreadable]:
    """The files of a folder that may hold conversations, and the folders that cannot be read.

    Notes in Markdown, which few programs store facts in, are last: beside the sessions of Claude
    Code there may be many that it made for itself.
    """
    notes, left = list[Path](), _FILES
    for name in islice(files.walked(folder), _NAMES):
        if isinstance(name, Path) and name.suffix == ".md":
            notes.append(name)
        elif left and _may_hold(name):
            left -= 1
            yield name
    yield from notes[:_FILES]


def _may_hold(name: Path | Unreadable) -> bool:
    if isinstance(name, Unreadable) or files.is_export(name):
        return True
    return name.suffix == ".jsonl" or name.name.endswith(".jsonl.zst")


def _format(head: str, may_be_facts: bool) -> str:
    """The format of a text that begins with `head`, "" if it is not a known one."""
    if found := memories.detected(head):
        return found
    if may_be_facts and facts.is_our_json(head):
        return "facts"
    if head.lstrip().startswith("{"):
        for row in islice(rows(StringIO(head)), _LINES):
            if format := next((name for name, fits in ROWS.items() if fits(row)), ""):
                return format
    if head.lstrip().startswith(("[", "{")):
        member = _MEMBER.search(head)
        return _FORMAT_OF_MEMBER[member[1]] if member else ""
    return "facts" if may_be_facts and _is_list(head) else ""


def _is_list(text: str) -> bool:
    """Whether a text looks like a list of facts.

    It must contain facts, and either all of them are short or other text was left out.
    """
    if not facts.is_text(text):
        return False
    found, left = facts.parsed(Path(), text)
    return bool(found) and (bool(left) or all(len(fact) <= _FACT_LENGTH for _, fact in found))
