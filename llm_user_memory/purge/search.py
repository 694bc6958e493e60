"""Searches for what a purge left: in the memory folder, LLM's logs.db, and LLM's folder.

Files are searched for the exact bytes in several encodings. In rows and the profile, spaces, case
and punctuation are normalized before the comparison.
"""

import json
import mmap
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..logs import fields
from ..profile.document import headings, lines_of
from ..profile.render import without_frame
from ..settings import Folder
from ..store.profile import git, parts, texts
from ..store.state import Store
from ..text.words import fold
from .logs_db import origin
from .logs_db import text as logs_text
from .logs_db.origin import Mention
from .logs_db.plan import columns, opened, windows
from .target import Target, is_our_heading

# Our own files in the memory folder. All others there are the user's.
_OURS = re.compile(
    r"profile\.md|profile\.edit\.md(\.new)?|note-.*\.edit\.md|.*\.edit\.md\.unsaved-[-\d]+"
    r"|\..*\.next-.*|(state|index)\.db(-.*)?|.*\.lock"
    r"|daemon\.log.*|logs\.db\.(copy|before-purge).*|(profile\.md|(state|index)\.db)\.broken-.*"
)
_OUR_FOLDERS = ("shell", "spool")
# The beginnings of the names of files with a text of the profile.
_PROFILES = ("profile.md", "profile.edit.md")
_DATABASES = ("state.db", "index.db")

# Columns that have fixed words of ours or LLM's, and no text.
_NOT_SAID = frozenset(
    {"id", "rowid", "thread_id", "turn_id", "conversation_id", "hash", "key", "op"}
    | {"model", "resolved_model", "options_json", "form", "note", "origin"}
    | {"status", "outcome", "refusal", "settled"}
)

# A text with fewer characters spans at most two parts of a version, as only the last part is
# shorter than this. `_ALL` is more parts than any version has.
_SHORT = 200
_ALL = 1_000_000

# The most bytes of a user's file that is searched.
_LARGEST = 100_000_000


@dataclass
class Findings:
    """Where the target still is.

    `left` and `places` count occurrences in our own and in the user's data, by the place's name for
    display. `turns` are the user's turns that mention the target, by id.
    """

    left: Counter[str] = field(default_factory=Counter)
    turns: dict[str, Mention] = field(default_factory=dict)
    places: Counter[str] = field(default_factory=Counter)


def search_memory(store: Store, target: Target, found: Findings) -> None:
    """Search the memory folder, and the files beside a profile that is linked from elsewhere."""
    rows = Counter(
        f"state.db, {table}.{column}"
        for table, row in _hits(store.db, target)
        if table != "parts"
        for column, value in row.items()
        if not _is_our_word(row, column) and target.is_said_in(_words(value))
    )
    _add(rows, "state.db, versions.text", _versions_saying(store.db, target))
    found.left += rows
    is_in_schema = not target.facts and _is_in_schema(store.db, target)
    for path in _files(store.folder):
        if is_in_schema and path.name.partition("-")[0] in _DATABASES:
            continue
        number = occurrences(path, target)
        if path == store.folder.state:
            number = max(0, number - _by_chance(store.db, target))
        number += compressed_occurrences(path, target)
        if path.name.startswith(_PROFILES) and not number:
            number = int(target.is_said_in(_without_our_headings(_text(path))))
        if path.parent == store.folder.notes and not number:
            number = int(target.is_meant_in(_text(path)))
        if (
            rows
            and path.parent == store.folder.profile_folder
            and path.name.partition("-")[0] == store.folder.state.name
        ):
            continue  # its rows are counted already
        _add(
            found.left if _is_ours(store.folder, path) else found.places,
            _name(store.folder, path),
            number,
        )


def search_copies(folders: Iterable[Path], target: Target, found: Findings) -> None:
    """Search the temporary copies of the memory that other commands use: they end with them.

    One that ends meanwhile is gone: `os.walk` passes over folders that it no longer finds.
    """
    for place, _folders, names in (each for folder in folders for each in os.walk(folder)):
        for path in (path for name in names if (path := Path(place, name)).is_file()):
            number = occurrences(path, target) + compressed_occurrences(path, target)
            _add(found.left, "a temporary copy that another command uses", number)


def search_log(path: Path, target: Target, found: Findings, turn_ids: set[str]) -> int:
    """Search LLM's log row by row; return how often its rows contain the exact texts.

    `turn_ids` are turns known to state the facts, perhaps in other words. Raises LogsError.
    """
    letters, searched = 0, encodings(target)
    with opened(path) as db:
        found.turns |= {said.turn_id: said for said in origin.turns(db, turn_ids)}
        for table, row in _hits(db, target, target.starts):
            for column, value in row.items():
                content = value if isinstance(value, bytes) else fields.to_bytes(str(value))
                letters += sum(content.count(form) for form in searched)
                if column not in _NOT_SAID and target.mentions(text := _words(value)):
                    _classify(db, (table, column, row["rowid"]), text, target, found)
    return letters


def search_user_files(folder: Folder, target: Target, found: Findings) -> None:
    """Search the other files in LLM's folder, such as templates, and git's commits."""
    _add(found.places, "git's history of the profile", git.commits_with(folder, target.spellings))
    log = {f"{folder.logs}{kind}" for kind in ("", "-wal", "-shm", "-journal")}
    for path in sorted(folder.path.parent.rglob("*")):
        with suppress(OSError):
            if (
                str(path.resolve()) not in log
                and folder.path not in path.parents
                and path.is_file()
            ):
                number = occurrences(path, target) if path.stat().st_size <= _LARGEST else 0
                _add(found.places, str(path), number)


def occurrences(path: Path, target: Target) -> int:
    """Return how often a file contains the exact texts, in any of their encodings."""
    with _content(path) as content:
        return sum(_count(content, form) for form in encodings(target))


def compressed_occurrences(path: Path, target: Target) -> int:
    """Return how often a file contains the exact texts in compressed parts of versions.

    The file may be any state.db: another profile's, a damaged one, a copy, a write-ahead log. Its
    bytes are searched, so that parts in freed pages are found, too.
    """
    forms = [text.encode(errors="surrogatepass") for text in target.spellings]
    with _content(path) as content:
        return sum(part.count(form) for part in parts.found_in(content) for form in forms)


def _text(path: Path) -> str:
    with _content(path) as content:
        return content[:].decode(errors="replace")


@contextmanager
def _content(path: Path) -> Iterator[mmap.mmap | bytes]:
    """Map a file into memory for the block's duration.

    A file that cannot be read, or that another process has deleted by now, counts as empty.
    """
    with ExitStack() as stack:
        content: mmap.mmap | bytes = b""
        with suppress(OSError, ValueError):
            file = stack.enter_context(path.open("rb"))
            if os.fstat(file.fileno()).st_size:
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                stack.callback(content.close)
        yield content


def encodings(target: Target) -> set[bytes]:
    """Return the bytes of the texts in UTF-8, in UTF-16, and as JSON strings."""
    found: set[bytes] = set()
    for text in target.spellings:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            found.add(text.encode(encoding, errors="surrogatepass"))
        for plain in (True, False):
            escaped = json.dumps(text, ensure_ascii=plain)[1:-1]
            found.add(escaped.encode(errors="surrogatepass"))
    return found


def _classify(
    db: sqlite3.Connection,
    place: tuple[str, str, int],
    text: str,
    target: Target,
    found: Findings,
) -> None:
    """Count a value of LLM's log that mentions the target, as our text or as the user's."""
    table, column, number = place
    if origin.is_ours(db, table, number):
        if column == "source" or not target.is_said_in(_without_our_headings(without_frame(text))):
            return
        found.left["LLM's log, the profile that went into prompts"] += 1
    elif not target.mentions(logs_text.outside(text)):
        if target.is_said_in(text):  # else another fact of the profile says it in other words
            found.left[f"LLM's log, {table}.{column}"] += 1
    elif said := origin.turn(db, table, column, number):
        found.turns.setdefault(said.turn_id, said)
    else:
        found.places[f"LLM's log, {origin.place(db, table, column, number)}"] += 1


def _hits(
    db: sqlite3.Connection, target: Target, starts: Iterable[str] = ()
) -> Iterator[tuple[str, dict[str, Any]]]:
    """All rows that contain the longest word of one of the texts, as (table, values).

    Those that contain one of the beginnings of words in `starts` are among them.
    """
    probes = _fewest(_probes(target) | _in_sqlite(starts))
    query = "select name from sqlite_master where sql like '%without rowid%'"
    unnumbered = {row["name"] for row in db.execute(query)}
    for table, names in columns(db).items():
        if "_fts" in table or table.startswith("sqlite_") or table.endswith("_migrations"):
            continue
        # In two levels, as SQLite limits how deep an expression may be.
        tests = (f'instr(lower(cast("{name}" as text)), ?)' for name in names)
        values = [probe for _name in names for probe in probes]
        test = " or ".join(f"({' or '.join([one] * len(probes))})" for one in tests)
        if table in unnumbered:
            rows = db.execute(f'select 0 as rowid, * from "{table}" where {test}', values)
            yield from ((table, dict(row)) for row in rows.fetchall())
            continue
        query = (
            f'select rowid as rowid, * from "{table}" where rowid > ? and rowid <= ? and ({test})'
        )
        for window in windows(db, table, 0):
            for row in db.execute(query, (*window, *values)).fetchall():
                yield table, dict(row)


def _probes(target: Target) -> set[str]:
    """The longest word of each text, in the forms in which SQLite may have it."""
    texts = {target.text, *target.spellings}
    return _in_sqlite(max(re.findall(r"\w+", text) or [text], key=len) for text in texts)


def _in_sqlite(words: Iterable[str]) -> set[str]:
    """The forms of words that SQLite's ASCII-only `lower` may return, in text and in JSON."""
    found: set[str] = set()
    for word in words:
        for form in (word, word.lower(), word.upper(), word.title()):
            for written in (form, json.dumps(form)[1:-1]):
                found.add("".join(c.lower() if c.isascii() else c for c in written))
    return found


def _fewest(probes: set[str]) -> list[str]:
    """The probes without those that have another one in them."""
    return sorted(
        probe for probe in probes if not any(one != probe and one in probe for one in probes)
    )


def _words(value: Any) -> str:
    """The text of a value. For JSON, these are its strings, one a line."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return "\n".join(logs_text.strings_of(text)) if text[:1] in ("{", "[", '"') else text


def _is_our_word(row: dict[str, Any], column: str) -> bool:
    """Tell whether a value of state.db is one of our words, and no text of the user's or a model's.

    The reason of a turn is such a word, unless it was given up: then it is an error.
    """
    if column == "reason":
        return row.get("outcome") != "given up"
    return column in _NOT_SAID or (column == "section" and is_our_heading(row[column]))


def _is_in_schema(db: sqlite3.Connection, target: Target) -> bool:
    """Tell whether the bytes of every database of ours have the user's words.

    Then they tell nothing. Its rows are searched one by one.
    """
    schema = db.execute("select sql as words from sqlite_master where sql is not null")
    reasons = db.execute("select reason as words from counts")
    words = fold(" ".join(row["words"] for rows in (schema, reasons) for row in rows))
    return bool(said := fold(target.text)) and said in words


def _without_our_headings(text: str) -> str:
    """The text without the headings that every profile has."""
    lines = lines_of(text)
    for number, name in headings(text):
        if is_our_heading(name):
            lines[number] = "\n"
    return "".join(lines)


def _versions_saying(db: sqlite3.Connection, target: Target) -> int:
    """The number of versions of the profile whose text mentions the target."""
    probes = {probe.lower() for probe in _probes(target)}
    longest = max(map(len, (target.text, *target.spellings)))
    together = 2 if longest < _SHORT else _ALL

    def says(text: str) -> bool:
        is_likely = any(probe in text.lower() for probe in probes)
        return is_likely and target.is_said_in(_without_our_headings(text))

    return len(texts.versions_with(db, says, together))


def _by_chance(db: sqlite3.Connection, target: Target) -> int:
    """How often the texts occur in compressed parts by chance; only very short ones ever do."""
    return sum(stored.count(form) for stored in texts.stored(db) for form in encodings(target))


def _files(folder: Folder) -> list[Path]:
    target = folder.profile.resolve()
    beside = [path for path in target.parent.iterdir() if target.name in path.name]
    files = {path.resolve(): path for path in [*beside, *folder.path.rglob("*")]}
    return sorted(path for path in files.values() if path.is_file())


def _is_ours(folder: Folder, path: Path) -> bool:
    inside = path.is_relative_to(folder.path)
    at_home = inside and path.relative_to(folder.path).parts[0] in _OUR_FOLDERS
    is_profile = path.resolve() == folder.profile.resolve()
    return at_home or is_profile or _OURS.fullmatch(path.name) is not None


def _name(folder: Folder, path: Path) -> str:
    return str(path.relative_to(folder.path) if path.is_relative_to(folder.path) else path)


def _add(counts: Counter[str], place: str, number: int) -> None:
    if number:
        counts[place] += number


def _count(content: mmap.mmap | bytes, form: bytes) -> int:
    number, start = 0, content.find(form)
    while start >= 0:
        number, start = number + 1, content.find(form, start + len(form))
    return number
