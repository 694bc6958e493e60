"""A file or folder before it is added to the search: its content, and whether to ask the user.

The command `sources add` and the page ask this, and `store.sources` keeps the answer.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..errors import MemoryPluginError
from ..store import sources
from ..store.sources import Source
from ..store.state import Store
from ..text.plurals import counted
from .index import db as index_db
from .index import file_scan, files
from .index.file_scan import FoundFile, Root

MARKDOWN = "markdown"
"""The user's name for the format that `Source.format` stores as ""."""

FORMATS = (MARKDOWN, *index_db.PROGRAMS)
"""The formats that the user may state."""

NOTHING_THERE = (
    "Nothing to search is there yet. If another program will keep its conversations there, run the "
    "same again when it has one, or add `--format`."
)
STAYS_HERE = (
    "Where the models of this program ran, nobody can tell: you find what you said to them, and "
    "only models on this machine are given it. If they ran elsewhere, add it again with --any."
)

_MANY = 10_000

# The number of files of a folder that are counted to find its main format.
_MOST_COUNTED = 20_000


# Where the programs keep what is theirs: sessions, and Markdown such as commands, plans and memory.
_PROGRAMS_FOLDERS = frozenset({".claude", ".codex"})
_CHATGPTS = "conversations.json"


class NewSource(NamedTuple):
    """A source that may be added: how many of its files would be searched, and their bytes."""

    source: Source
    files: int
    size: int

    @property
    def what(self) -> str:
        """The content that would be searched, in words."""
        size = self.size / 1_000_000
        size_shown = f"{size:,.1f} MB" if size >= 0.1 else "less than 0.1 MB"
        kind = f"conversations with {self.source.format}" if self.source.format else "Markdown"
        return f"{self.source.path}: {counted(self.files, 'file')} of {kind}, {size_shown}"

    @property
    def is_more_than_notes(self) -> bool:
        """Whether the user must be asked before it is added."""
        return sources.is_broad(self.source.path) or self.files > _MANY

    @property
    def stays_here(self) -> bool:
        """Whether only models on this machine may get its text: its origin cannot be known."""
        return self.source.format in index_db.SESSIONS and self.source.reach != "any"


def examined(
    store: Store,
    path: Path,
    given_format: str | None = None,
    *,
    is_any: bool = False,
    account: str = "",
) -> NewSource:
    """Return the source as it would be added. `given_format` is one of `FORMATS`; None detects it.

    `account` is that of `Source`. A known source keeps its format if none can be detected, as on a
    disk that is not mounted. Raises as `store.sources.wanted` does.
    """
    path = sources.absolute(path)
    if given_format is not None:
        format = given_format.replace(MARKDOWN, "")
    else:
        format = detected(path) or _known_format(store, path)
    reach = "any" if is_any and format else ""
    source = Source(sources.wanted(store, path, format), format, reach, account if format else "")
    found = files.files_under(store.folder, source).files
    return NewSource(source, len(found), sum(file.size for file in found))


def add(store: Store, new: NewSource) -> bool:
    """Add the source to the search. Return false if it was there, with the same settings."""
    return sources.add(store, *new.source) is not None


def detected(path: Path) -> str:
    """Return the program whose conversations a file or folder has, or "" for Markdown.

    A folder with both has the format of most of its files. What the program itself has in
    Markdown, such as the memory of Claude Code, does not count.
    """
    from .. import imports

    real = path.expanduser()
    if sources.is_missing(real) or (real.is_file() and real.suffix.lower() in sources.SUFFIXES):
        return ""
    try:
        format = imports.detect(real)
    except MemoryPluginError:
        roots = (Root(real.absolute(), kind) for kind in index_db.SESSIONS)
        return next((root.kind for root in roots if any(file_scan.compressed_of(root))), "")
    if format not in index_db.PROGRAMS:
        return ""
    if not real.is_dir():
        return format
    sessions, notes = (islice(_named(real, kind), _MOST_COUNTED) for kind in (format, ""))
    written = sum(1 for note in notes if not _is_of_program(note.path, real.absolute()))
    return format if sum(1 for _ in sessions) >= written else ""


def _is_of_program(note: Path, source: Path) -> bool:
    """Whether a program wrote it for itself, or it is a file that was sent to ChatGPT."""
    if note.name.startswith(("file-", "file_")) and (note.parent / _CHATGPTS).exists():
        return True
    is_memory = note.parent.name == "memory" and note.parent != source
    return is_memory or not _PROGRAMS_FOLDERS.isdisjoint(note.parts)


def _named(folder: Path, format: str) -> Iterator[FoundFile]:
    root = Root(folder.absolute(), format or index_db.FILES)
    return file_scan.files_of(root)


def _known_format(store: Store, path: Path) -> str:
    """The format with which a source was added, unless it has Markdown now."""
    absolute = path.expanduser().absolute()
    known = [source for source in sources.of_kinds(store.db) if source.path == absolute]
    if not known or not known[0].format:
        return ""
    return "" if any(_named(absolute, "")) else known[0].format
