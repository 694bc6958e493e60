"""Which format a file, zip or folder is in: by what stands in it, not by its name."""

import re
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import islice
from pathlib import Path

from ..errors import ImportFileError
from . import claude_code, codex, facts, files, gptme
from .past import Unreadable
from .streams import Row, rows

# What is looked at: characters and lines of a file, files of a folder and names in it.
_CHARACTERS = 1_000_000
_LINES = 50
_FILES = 50
_NAMES = 20_000

# A quotation mark in a message would have a backslash before it.
_MEMBER = re.compile(r'(?<!\\)"(mapping|current_node|chat_messages|parentUuid)"\s*:')
_FORMAT_OF_MEMBER = {
    "mapping": "chatgpt",
    "current_node": "chatgpt",
    "chat_messages": "claude",
    "parentUuid": "claude-code",  # its first line may be longer than what is looked at
}
_ROWS: tuple[tuple[str, Callable[[Row], bool]], ...] = (
    ("codex", codex.is_row),
    ("claude-code", claude_code.is_row),
    ("gptme", gptme.is_row),
)
_EXPECTED = (
    "Expected is a data export of ChatGPT or Claude, a log of gptme, Claude Code or Codex, or a "
    "folder with them, or a list of facts in Markdown."
)
_FACT_LENGTH = 300


def detect(path: Path) -> str:
    """Return the name of the format. Raises ImportFileError if nothing fits, or cannot be read."""
    what = files.kind(path)
    archive = path if what == "zip" else None
    places = _promising(path) if what == "folder" else _plain(files.exports(path))
    is_alone = what == "file"
    for place in places:
        try:
            with files.opened(place, archive) as stream:
                head = stream.read(_CHARACTERS)
        except files.FAILURES as error:
            if is_alone:
                raise ImportFileError(f"{path} cannot be read: {files.reason(error)}.") from error
            continue
        if format := _format(head, is_alone):
            return format
    raise ImportFileError(f"{path} holds nothing that can be imported.", remedy=_EXPECTED)


def _promising(folder: Path) -> Iterator[Path]:
    """The files of a folder that may hold conversations."""
    names = _plain(islice(files.walked(folder), _NAMES))
    return islice((p for p in names if files.is_export(p) or p.suffix == ".jsonl"), _FILES)


def _plain(found: Iterable[Path | Unreadable]) -> Iterator[Path]:
    return (place for place in found if isinstance(place, Path))


def _format(head: str, may_be_facts: bool) -> str:
    """The format of a text that begins so, "" if it is none."""
    if head.lstrip().startswith("{"):
        for row in islice(rows(StringIO(head)), _LINES):
            if format := next((name for name, fits in _ROWS if fits(row)), ""):
                return format
    if head.lstrip().startswith(("[", "{")):
        member = _MEMBER.search(head)
        return _FORMAT_OF_MEMBER[member[1]] if member else ""
    return "facts" if may_be_facts and _is_list(head) else ""


def _is_list(text: str) -> bool:
    """Whether there are bullets, or else only lines as short as a fact."""
    if not facts.is_text(text):
        return False
    found, left = facts.parsed(Path(), text)
    return bool(found) and (bool(left) or all(len(fact) <= _FACT_LENGTH for _, fact in found))
