"""Indexing files: the daily notes, and the user's sources.

A Markdown file is a document, and its sections are parts; `sessions` has conversations with other
programs. A file is read again only if its size, its time or its inode has changed. A file of
Markdown that was moved keeps its document, and so its vectors.

A deleted file is removed from the index. A file on a disk that is not mounted is kept. The two
are told apart by the device number of the root: if it is the same as before, the disk is there
and the file was deleted. Where a disk is not mounted, its mount point is missing, or an empty
folder on another device.
"""

import json
import sqlite3
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from ...settings import Folder
from ...store import forgotten as forgetting
from ...store import sources
from ...store.state import Store
from ...text.fingerprints import Forgotten, says
from . import db as index_db
from . import documents, file_states
from .db import FILES, NOTES, PROGRAMS, ROOTS
from .file_scan import FoundFile, Root, Scan, opened, scan
from .file_states import Name, State, documents_of, is_same, read_again
from .unreceipted import Unreceipted

LARGEST = 2_000_000
"""Bytes. Only the beginning of a larger file is searched, and `status` and `search` say so."""

_LARGEST_IN_WORDS = "2 MB"

CUT = "cut"
"""The key in `meta` of the files of which only the beginning is searched, as a JSON list."""

_MOST_NAMED = 20

_BATCH = 50

# The most bytes of a batch of files. A batch is one transaction.
_BATCH_BYTES = 4_000_000


def roots(store: Store) -> list[Root]:
    """Return all roots: the notes, and the user's sources."""
    return [
        Root(store.folder.notes, NOTES),
        *(
            Root(source.path, source.format or FILES, source.reach, source.account)
            for source in sources.of_kinds(store.db)
        ),
    ]


def refresh(db: sqlite3.Connection, store: Store, forgotten: Forgotten) -> Iterator[int]:
    """Index files that are new or have changed, and remove deleted ones.

    Each batch is one transaction; yields the number of its files.
    """
    wanted = roots(store)
    devices = json.loads(index_db.get(db, ROOTS) or "{}")
    there = scan(store.folder, wanted, devices)
    before = file_states.every(db)
    unreceipted = Unreceipted(store)
    before.update(unreceipted.changed(before))
    now = {(file.kind, file.key): file for file in there.files}
    gone = {
        name: had
        for name, had in before.items()
        if name not in now and _is_deleted(name[1], had, wanted, there)
    }
    moved = _moved(db, now, before, gone)
    yield from _remove(db, [name for name in gone if name not in moved], before)
    changed = [
        file
        for name, file in now.items()
        if not is_same(before.get(name), file) or not before[name].is_settled
    ]
    for batch in _batches([file for file in changed if file.kind not in PROGRAMS]):
        with index_db.transaction(db):
            for file in batch:
                _enter(db, file, forgotten)
        yield len(batch)
    for file in changed:
        if file.kind in PROGRAMS:
            from . import sessions  # few people have such a source

            had = before.get((file.kind, file.key))
            yield from sessions.enter(db, store, file, had, forgotten, unreceipted)
    _note_cut(db, there.files)
    if there.reached != devices:
        with index_db.transaction(db):
            index_db.put(db, ROOTS, json.dumps(there.reached | _unreached(devices, wanted, there)))


def _remove(
    db: sqlite3.Connection, names: Sequence[Name], states: dict[Name, State]
) -> Iterator[int]:
    """Remove the documents of files; yields the number of files per transaction.

    If another file has the same conversation, it is indexed from that file: see `read_again`.
    """
    for first in range(0, len(names), _BATCH):
        some = names[first : first + _BATCH]
        kinds = {kind for kind, _key in some}
        with index_db.transaction(db):
            for kind, key in some:
                del states[kind, key]
                for each in documents_of(db, (kind, key)) if kind in PROGRAMS else (key,):
                    documents.drop(db, kind, each)
            states.update(read_again(db, dict(states), kinds.intersection(PROGRAMS)))
        yield len(some)


def _note_cut(db: sqlite3.Connection, found: Iterable[FoundFile]) -> None:
    """Store which files are too large to be searched whole."""
    cut = (file for file in found if file.size > LARGEST and file.kind not in PROGRAMS)
    large = json.dumps(sorted(file.key for file in cut)[:_MOST_NAMED])
    if large != (index_db.get(db, CUT) or "[]"):
        with index_db.transaction(db):
            index_db.put(db, CUT, large)


def cut_short(db: sqlite3.Connection) -> str:
    """Return which files are not searched whole, as a sentence; "" if all are."""
    return told_of_cut(json.loads(index_db.get(db, CUT) or "[]"))


def told_of_cut(cut: Sequence[str]) -> str:
    """Return the sentence about files of which only the beginning is searched, "" for none."""
    names = ", ".join(cut[:3]) + (f" and {len(cut) - 3} more" if len(cut) > 3 else "")
    return f"Only the first {_LARGEST_IN_WORDS} are searched of {names}." if cut else ""


def apply_forgotten(
    db: sqlite3.Connection, state: sqlite3.Connection, forgotten: Forgotten
) -> None:
    """Remove passages that say what was forgotten, and mark files that must be read again.

    A file must be read again if passages of it were left out, and some may be allowed now. To
    check every passage takes long, so only facts that were forgotten since the last time are
    checked. Call it inside a transaction.
    """
    applied = index_db.applied(db)
    new = forgetting.with_fingerprints(state, forgotten.moments.keys() - applied)
    may_return = bool(applied - forgotten.moments.keys())
    talked = set()
    for name, had in file_states.every(db).items():
        removed = _without_forgotten(db, name, new) if new.moments else 0
        if removed or (had.lacks and may_return):
            file_states.put(db, name, had._replace(size=-1, lacks=True))
        if removed and name[0] in PROGRAMS:
            talked.add(name[0])
    # Another file may have the end of such a conversation, whose answers may repeat what went.
    for _ in read_again(db, file_states.every(db), talked):
        pass
    index_db.put(db, index_db.APPLIED, json.dumps(sorted(mark.hex() for mark in forgotten.moments)))


def _without_forgotten(db: sqlite3.Connection, name: Name, new: Forgotten) -> int:
    """Remove what was forgotten from the documents of a file; returns how many passages."""
    is_talk = name[0] in PROGRAMS
    return sum(
        documents.remove_passages(
            db,
            name[0],
            key,
            lambda text: says(new, text),
            new.turn if is_talk else lambda _key: False,
        )
        for key in (documents_of(db, name) if is_talk else [name[1]])
    )


def file_counts(store: Store) -> list[tuple[Path, int]]:
    """Return the user's sources as (path, number of files)."""
    return [
        (source.path, len(files_under(store.folder, source).files))
        for source in sources.of_kinds(store.db)
    ]


def files_under(folder: Folder, source: sources.Source) -> Scan:
    """Return the files that are searched of a source."""
    return scan(folder, [Root(source.path, source.format or FILES)], {})


def pending(db: sqlite3.Connection, store: Store) -> int:
    """Return the number of files that are new or have changed."""
    before = file_states.every(db)
    files = scan(store.folder, roots(store), {}).files
    return sum(not is_same(before.get((file.kind, file.key)), file) for file in files)


def content_of(file: FoundFile) -> bytes | None:
    """Return the content of a file, b"" if it is binary, None if it cannot be read.

    UTF-16 is made UTF-8.

    Of a file larger than `LARGEST` it is the whole lines at the beginning.
    """
    with suppress(OSError), opened(file) as readable:
        content = readable.read(LARGEST + 1)
        if len(content) > LARGEST:
            content = content[: content.rfind(b"\n", 0, LARGEST) + 1 or LARGEST]
        if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # as Windows writes text
            content = content.decode("utf-16", errors="replace").encode()
        return b"" if b"\0" in content else content
    return None


def _is_deleted(key: str, had: State, wanted: Sequence[Root], there: Scan) -> bool:
    """Whether a file that was not found was deleted, rather than out of reach."""
    if had.root not in {str(root.path) for root in wanted}:
        return True
    if any(key == place or key.startswith(f"{place}/") for place in there.unreadable):
        return False
    return had.root in there.reached


def _unreached(devices: Mapping[str, int], wanted: Sequence[Root], there: Scan) -> dict[str, int]:
    """The roots that are out of reach, each with its last known device number."""
    named = {str(root.path) for root in wanted} - set(there.reached)
    return {path: device for path, device in devices.items() if path in named}


def _moved(
    db: sqlite3.Connection,
    now: Mapping[tuple[str, str], FoundFile],
    before: dict[tuple[str, str], State],
    gone: Mapping[tuple[str, str], State],
) -> set[tuple[str, str]]:
    """Rename the documents of files that were moved; returns their old (kind, key)."""
    gone = {name: had for name, had in gone.items() if name[0] not in PROGRAMS}
    new = [file for name, file in now.items() if name not in before and file.kind not in PROGRAMS]
    if not new or not gone:
        return set()
    by_inode = {(had.inode, had.changed, had.size): name for name, had in gone.items()}
    by_content = {had.digest: name for name, had in gone.items() if had.digest}
    sizes = {had.size for had in gone.values()}
    moved: set[tuple[str, str]] = set()
    with index_db.transaction(db):
        for file in new:
            old = by_inode.get((file.inode, file.changed, file.size))
            if old is None or old in moved:
                content = content_of(file) if file.size and file.size in sizes else None
                old = by_content.get(_digest(content)) if content else None
            if old is None or old in moved:
                continue
            moved.add(old)
            # It is read again, as its name may tell when it was written.
            had = gone[old]._replace(root=str(file.root), size=-1)
            query = "update documents set kind = ?, key = ?, state = ? where kind = ? and key = ?"
            db.execute(query, (file.kind, file.key, json.dumps(had), *old))
            before[file.kind, file.key] = had
    return moved


def _enter(db: sqlite3.Connection, file: FoundFile, forgotten: Forgotten) -> None:
    """Update the document of one file. If the file cannot be read, the document stays."""
    read_at = time.time()
    try:
        about = file.path.stat()
    except OSError:
        return
    content = content_of(file)
    if content is None:
        return
    file = file._replace(size=about.st_size, changed=about.st_mtime_ns, inode=about.st_ino)
    from .markdown_parts import parts_of  # most searches find no file that has changed

    parts, lacks = parts_of(file, content, forgotten)
    new_state = file_states.of_file(file, about, read_at, digest=_digest(content), lacks=lacks)
    documents.renew(db, file.kind, file.key, parts, json.dumps(new_state))


def _batches(files: Sequence[FoundFile]) -> Iterator[list[FoundFile]]:
    batch: list[FoundFile] = []
    for file in files:
        batch.append(file)
        if len(batch) >= _BATCH or sum(min(one.size, LARGEST) for one in batch) > _BATCH_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=12).hexdigest()
